"""Whole rounds inside the engine end exactly where the verbs lead, card by card."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from game.cards import total_bullheads
from game.engine import layout as at
from game.engine.base import apply, start_round
from game.engine.chance import deal_cards
from game.engine.rollout import play_in_order, random_rounds
from game.flat import Flat, new_flat, read_set
from game.rules import Rules
from game.state import State
from tests.game.play import FULL, FULL_DEALT, SMALL, SMALL_DEALT, any_action


def cheapest(flat: Flat) -> int:
    """The row with the fewest bullheads, the first of several."""
    cost = [total_bullheads(read_set(flat, at.ROWS + 2 * row)) for row in range(flat[at.START_ROWS])]
    return cost.index(min(cost))


def play_by_verbs(flat: Flat, orders: Flat) -> None:
    """What `play_in_order` promises, with `apply` alone."""
    size = int(flat[at.HAND_SIZE])
    while flat[at.PHASE] < at.ROUND_OVER:
        turn = int(flat[at.TURN])
        for seat in range(flat[at.PLAYERS]):
            apply(flat, seat, int(orders[seat * size + turn]), None)
        while flat[at.PHASE] == at.ROW:
            apply(flat, int(flat[at.SEAT]), cheapest(flat), None)


@pytest.mark.parametrize("rules", SMALL_DEALT + FULL_DEALT, ids=str)
@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_random_rounds_equal_the_verbs(rules: Rules, seed: int) -> None:
    rounds = 20
    fast, slow = new_flat(rules), new_flat(rules)
    penalties = np.zeros(at.MAX_PLAYERS, dtype=np.int64)
    random_rounds(fast, seed, 5, rounds, penalties)
    cards = np.empty(rules.deck, dtype=np.int64)
    sums = np.zeros(at.MAX_PLAYERS, dtype=np.int64)
    for index in range(5, 5 + rounds):
        deal_cards(cards, rules.cards_dealt, seed, index, 0)
        start_round(slow, cards)
        play_by_verbs(slow, cards)
        sums[: rules.players] += slow[at.PENALTY : at.PENALTY + rules.players]
    assert fast.tolist() == slow.tolist()
    assert penalties.tolist() == sums.tolist()
    assert penalties.sum() > 0


@pytest.mark.parametrize("rules", SMALL_DEALT + FULL_DEALT, ids=str)
def test_random_rounds_add_to_what_is_there(rules: Rules) -> None:
    together = np.zeros(at.MAX_PLAYERS, dtype=np.int64)
    random_rounds(new_flat(rules), 3, 0, 12, together)
    parts = np.zeros(at.MAX_PLAYERS, dtype=np.int64)
    for first, rounds in ((0, 5), (5, 0), (5, 7)):
        random_rounds(new_flat(rules), 3, first, rounds, parts)
    assert together.tolist() == parts.tolist()


def start_of_some_turn(rules: Rules, seed: int) -> State:
    """A state at the start of a random turn of its first round, played at random up to there."""
    random = Random(seed)
    state = State.deal(rules, seed)
    turn = random.randrange(rules.hand)
    while state.turn < turn or len(state.to_act) < rules.players:
        state.act(*any_action(state, random))
    return state


@pytest.mark.parametrize("rules", SMALL + FULL, ids=str)
def test_rounds_played_from_the_middle_equal_the_verbs(rules: Rules) -> None:
    """Dealt and drafted alike, from any turn on."""
    random = Random(str(rules))
    turns = set()
    for seed in range(12):
        state = start_of_some_turn(rules, seed)
        turns.add(state.turn)
        orders = np.zeros((rules.players, rules.hand), dtype=np.int64)
        for seat, hand in enumerate(state.hands):
            orders[seat, state.turn :] = random.sample(hand, len(hand))
        fast, slow = state.flat.copy(), state.flat.copy()
        play_in_order(fast, orders.ravel())
        play_by_verbs(slow, orders.ravel())
        assert fast.tolist() == slow.tolist()
    assert len(turns) > 1 or rules.hand == 1
