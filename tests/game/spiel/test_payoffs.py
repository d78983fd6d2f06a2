"""Payoffs add up exactly, in whatever order somebody adds them."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pyspiel
import pytest

import game.spiel
from game.spiel import bounds
from game.spiel.parameters import Settings
from game.spiel.payoffs import payoffs, win_shares

assert game.spiel


def added(values: list[float]) -> float:
    """One after another: `sum` does it more cleverly in later versions of Python."""
    total = 0.0
    for value in values:
        total += value
    return total


@pytest.mark.parametrize("players", range(2, 11))
def test_differences_add_up_to_nothing(players: int) -> None:
    random = Random(players)
    for most in (3, 171, 3420):  # few bullheads, those of a round (C1), the most of ten rounds of Take a Number (N8)
        for _ in range(50):
            scores = [random.randint(0, most // players) for _ in range(players)]
            found = payoffs("difference", scores)
            random.shuffle(found)
            assert added(found) == 0
            found = payoffs("difference", scores)
            exact = [Fraction(sum(scores) - score, players - 1) - score for score in scores]
            assert found == pytest.approx([float(each) for each in exact], rel=1e-11)
            assert len(set(zip(scores, found, strict=True))) == len(set(scores))  # ties get the same
    assert added(payoffs("difference", [3420] + (players - 1) * [0])) == 0


@pytest.mark.parametrize("winners", range(1, 11))
def test_shares_of_a_win_add_up_to_one(winners: int) -> None:
    random = Random(winners)
    shares = payoffs("win", winners * [4] + (10 - winners) * [5])
    for _ in range(50):
        random.shuffle(shares)
        assert added(shares) == 1
    assert shares.count(0) == 10 - winners
    assert sorted(shares)[-winners:] == pytest.approx([1 / winners] * winners, rel=1e-14)
    if winners not in (6, 7, 9, 10):
        assert len(set(win_shares(winners))) == 1


def test_six_who_tie_share_one() -> None:
    name = "six_nimmt(players=6,hand=1,rows=1,capacity=9,setup=fixed,payoff=win,deal=2/3/4/5/6/7/1)"
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_actions([2, 3, 4, 5, 6, 7])
    assert state.is_terminal()
    assert added(state.returns()) == 1
    assert state.returns() == pytest.approx([1 / 6] * 6)


@pytest.mark.parametrize("players", [2, 4, 7, 10])
def test_the_worst_payoff_is_within_the_limits(players: int) -> None:
    """Rounding must not lift a payoff above its limit: 1/6, for one, is rounded up."""
    settings = Settings.of("six_nimmt", {"players": players})
    most, _ = bounds.most_penalty(settings)
    low, high = bounds.utilities(settings)
    found = payoffs("difference", [most] + (players - 1) * [0])
    assert found[0] == low == pytest.approx(-most)
    assert all(low <= each <= high for each in found)
