"""The kernels are plain Python too: uncompiled, step by step, they play the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np

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


def test_compiled_sets_count_like_python() -> None:
    random = Random(1)
    for size in (0, 1, 5, 52, 104, *random.choices(range(105), k=40)):
        cards = sorted(random.sample(range(1, 105), size))
        flat = np.zeros(2, dtype=np.int64)
        for card in cards:
            sets.add(flat, 0, card)
        out = np.zeros(104, dtype=np.int64)
        assert sets.cards_of(flat[0], flat[1], out, 0) == size
        assert out[:size].tolist() == cards
        assert sets.count(flat, 0) == size
        assert sets.highest(flat, 0) == max(cards, default=0)
        assert sets.is_empty(flat, 0) == (not cards)
        assert [card for card in range(1, 105) if sets.contains(flat, 0, card)] == cards
        for card in cards[::2]:
            sets.remove(flat, 0, card)
        assert [card for card in range(1, 105) if sets.contains(flat, 0, card)] == cards[1::2]
        sets.clear(flat, 0)
        assert flat.tolist() == [0, 0]
