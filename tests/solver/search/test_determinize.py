"""The worlds that a search deals are those of game.determinize: as many, and as likely."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from game.determinize import sample_state
from game.flat import Flat
from game.rules import Rules
from game.state import State
from game.view import View
from solver.search.determinize import Hidden, deal_worlds, hidden_from
from tests.game.new_games import match_moments, table

GAMES = (
    Rules(players=3, hand=4, rows=2, deck=20),
    Rules.preset("pro", players=3, hand=3, rows=2),
    Rules.preset("take-a-number", players=3, hand=3, deck=20),
    Rules.preset("anniversary", players=3, hand=4, deck=30),
)


def worlds_of(hidden: Hidden, count: int, seed: int = 1) -> list[Flat]:
    worlds = np.zeros((count, len(hidden.start)), dtype=np.int64)
    deal_worlds(hidden, np.array([seed], dtype=np.uint64), worlds)
    return list(worlds)


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_every_world_looks_the_same_to_the_seat(rules: Rules) -> None:
    """At every decision of a random match; cards that others have laid face down are in their hands again."""
    random = Random(3)
    looked = 0
    for state, _ in match_moments(rules, seed=5):
        for seat in state.to_act:
            view = state.view(seat) if seat >= 0 else None
            if view is None or random.random() < 0.5:
                continue
            looked += 1
            for world in worlds_of(hidden_from(view), 3, seed=looked):
                assert State(rules, world).view(seat) == view
    assert looked > 8


def support(flats: list[Flat]) -> Counter[bytes]:
    return Counter(flat.tobytes() for flat in flats)


SMALL_VIEWS = {
    "base": State.deal(Rules(players=3, hand=2, rows=1, deck=9), seed=2).view(1),
    "take a number": State.deal(Rules.preset("take-a-number", players=2, hand=2, rows=2, deck=8), seed=2).view(0),
    "anniversary": table(
        "12/37", "14,15/16,17", "stop/shift,insert", "deck=38,specials=1-2-1-0-1-0-0,specials_dealt=1"
    ).view(0),
}


@pytest.mark.parametrize("view", SMALL_VIEWS.values(), ids=SMALL_VIEWS)
def test_worlds_are_as_likely_as_those_of_the_slow_sampler(view: View) -> None:
    count = 2500
    fast = support(worlds_of(hidden_from(view), count))
    slow = support([sample_state(view, seed=4, index=index).flat for index in range(count)])
    if len(slow) < 1000:  # all of them are seen then
        assert set(fast) == set(slow)
    marginals = []
    for worlds in (fast, slow):
        flats = np.array([np.frombuffer(flat, dtype=np.int64) for flat in worlds.elements()])
        bits = (flats[:, :, None] >> np.arange(53)) & 1  # every card in every hand, every count of special cards
        marginals.append(bits.mean(axis=0))
    deviation = np.sqrt(0.25 / count)
    assert np.abs(marginals[0] - marginals[1]).max() < 6 * deviation * np.sqrt(2)


def test_certain_worlds() -> None:
    """With two players and no card left over there is nothing to guess; with three there is."""
    assert hidden_from(State.deal(Rules(players=2, hand=3, rows=2, deck=0)).view(0)).is_certain
    assert not hidden_from(State.deal(Rules(players=3, hand=3, rows=2, deck=0)).view(0)).is_certain
    assert not hidden_from(State.deal(Rules(players=2, hand=3, rows=2, deck=9)).view(0)).is_certain
