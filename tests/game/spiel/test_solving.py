"""OpenSpiel's algorithms find what is known of small games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest

import game.spiel
from game.deal import Deal
from game.spiel import write_deal
from tests.game.spiel.plain_value import matrix_value, value

assert game.spiel

#: Hands and rows, capacity, and the value to the first player that the exact method must give.
KNOWN = (
    ("3/1/2,4", 5, 1.0),
    ("3,5/2,4/1,6", 2, -3.0),
    ("3,5/1,2/4,6,7", 5, 2.0),
    ("2,7,8/1,3,6/4,5", 3, -0.5),
    ("1,3,9/4,7,8/2,5,6", 5, -1.0),
    ("1,2,10/3,5,8/4,6,7,9", 5, -4 / 3),
)


def groups(text: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    first, second, rows = (tuple(map(int, part.split(","))) for part in text.split("/"))
    return first, second, rows


def turn_based(text: str, capacity: int) -> Any:
    first, second, rows = groups(text)
    deal = write_deal(Deal((first, second), rows))
    numbers = f"players=2,hand={len(first)},rows={len(rows)},capacity={capacity},deck=0"
    return pyspiel.load_game_as_turn_based(f"six_nimmt({numbers},setup=fixed,deal={deal})")


def test_matrix_values() -> None:
    assert matrix_value(np.array([[1.0, -1.0], [-1.0, 1.0]])) == pytest.approx(0)
    assert matrix_value(np.array([[3.0, 1.0], [0.0, 2.0]])) == pytest.approx(1.5)


@pytest.mark.parametrize(("text", "capacity", "expected"), KNOWN)
def test_backward_induction_in_plain_python(text: str, capacity: int, expected: float) -> None:
    assert value(groups(text), capacity) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize(("text", "capacity"), [(text, capacity) for text, capacity, _ in KNOWN])
def test_cfr_plus_converges_to_the_value(text: str, capacity: int) -> None:
    exact = value(groups(text), capacity)
    tree = pyspiel.convert_to_cached_tree(turn_based(text, capacity))
    solver = pyspiel.CFRPlusSolver(tree)
    gaps = []
    for iterations in (10, 90, 900):
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        gaps.append(pyspiel.nash_conv(tree, solver.average_policy()))
    assert gaps[-1] < 0.01
    assert gaps[-1] <= gaps[0]
    found = pyspiel.expected_returns(tree.new_initial_state(), solver.average_policy(), -1, True)
    assert found[0] == pytest.approx(exact, abs=0.01)
    assert found[1] == pytest.approx(-found[0])


def test_cfr_plus_on_a_game_with_hidden_hands() -> None:
    """Dealt, with a card left over: no hand is known, and the gap must close all the same."""
    turns = pyspiel.load_game_as_turn_based("six_nimmt(players=2,hand=2,rows=1,deck=6)")
    tree = pyspiel.convert_to_cached_tree(turns)
    solver = pyspiel.CFRPlusSolver(tree)
    solver.evaluate_and_update_policy()
    first = pyspiel.nash_conv(tree, solver.average_policy())
    for _ in range(40):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(tree, solver.average_policy()) < first / 5
    # The seats are symmetric, so the value is 0.
    found = pyspiel.expected_returns(tree.new_initial_state(), solver.average_policy(), -1, True)
    assert found[0] == pytest.approx(0, abs=0.05)
