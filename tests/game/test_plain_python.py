"""The kernels are plain Python too: uncompiled, step by step, they play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import numba
import numpy as np
import pytest

from game.engine import sets
from tests.game.transcript import GAMES, transcript


def test_plain_python_plays_the_same_games() -> None:
    """With warnings as errors: what overflows silently in compiled code would speak up here."""
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.game.transcript", *GAMES],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    compiled = [line for game in GAMES for line in transcript(game)]
    assert done.stdout.splitlines() == compiled
    assert len(compiled) > 400


@numba.njit
def use_sets(flat, cards, out):  # type: ignore[no-untyped-def]
    """Put cards into a set one by one, list it, take every second card out again."""
    for card in cards:
        sets.add(flat, 0, card)
    size = sets.cards_of(flat[0], flat[1], out, 0)
    told = (size, sets.count(flat, 0), sets.highest(flat, 0), sets.is_empty(flat, 0))
    for place in range(0, len(cards), 2):
        sets.remove(flat, 0, cards[place])
    return told


@pytest.mark.parametrize("use", [use_sets, use_sets.py_func], ids=["compiled", "plain"])
def test_sets_hold_what_was_put_in(use: Callable[..., tuple[int, int, int, bool]]) -> None:
    random = Random(1)
    for size in (0, 1, 5, 52, 104, *random.choices(range(105), k=40)):
        cards = sorted(random.sample(range(1, 105), size))
        flat = np.zeros(2, dtype=np.int64)
        out = np.zeros(104, dtype=np.int64)
        told = use(flat, np.array(cards, dtype=np.int64), out)
        assert told == (size, size, max(cards, default=0), not cards)
        assert out[:size].tolist() == cards
        left = [card for card in range(1, 105) if sets.contains(flat, 0, card)]
        assert left == cards[1::2]
        assert [sets.nth_card(flat, 0, n) for n in range(len(left))] == left
        sets.clear(flat, 0)
        assert flat.tolist() == [0, 0]
