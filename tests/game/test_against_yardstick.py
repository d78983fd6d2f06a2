"""The engine and the plain-Python yardstick play the same games and must agree after every single action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from game.rules import Rules
from game.state import State
from tests.game.play import FULL_DEALT, FULL_DRAFTED, SMALL, any_action
from tests.yardstick.base import BaseYardstick


def yardstick_of(state: State) -> BaseYardstick:
    """The yardstick at the start of the round that the state is in."""
    rules, deal = state.rules, state.deals[-1]
    is_draft = rules.setup == "draft"
    return BaseYardstick(
        players=rules.players,
        hand=rules.hand,
        capacities=list(rules.capacities),
        hands=[set()] * rules.players if is_draft else [set(hand) for hand in deal.hands],
        rows=list(deal.rows),
        draft=is_draft,
        first_picker=state.round % rules.players,
        deck=rules.deck,
    )


def assert_same(state: State, yardstick: BaseYardstick) -> None:
    """Everything that both of them know is equal."""
    assert state.kind == yardstick.kind()
    assert list(state.to_act) == yardstick.to_act()
    for seat in range(state.rules.players):
        decision = state.decision(seat)
        assert list(decision.actions if decision else ()) == yardstick.legal(seat)
    assert [list(row) for row in state.rows] == yardstick.rows
    assert [set(hand) for hand in state.hands] == yardstick.hands
    assert [set(pile) for pile in state.piles] == yardstick.piles
    assert list(state.penalties) == yardstick.penalties


def play_both(rules: Rules, seed: int, rounds: int) -> int:
    """Play so many rounds at most, comparing all the way; how many actions that took."""
    random = Random(f"{rules} {seed}")
    state = State.deal(rules, seed)
    actions = 0
    while True:
        yardstick = yardstick_of(state)
        before = state.scores
        assert_same(state, yardstick)
        while not state.round_over:
            seat, action = any_action(state, random)
            state.act(seat, action)
            yardstick.act(seat, action)
            assert_same(state, yardstick)
            actions += 1
        sums = tuple(score + penalty for score, penalty in zip(before, yardstick.penalties, strict=True))
        assert state.scores == sums  # B7
        ended = max(sums) > rules.target - rules.at_least if rules.target else False
        assert state.match_over == (ended or state.round + 1 == rules.rounds)
        if state.match_over or state.round + 1 == rounds:
            return actions
        state.next_round()


def short() -> Iterator[tuple[Rules, int]]:
    """How many matches of each game are played every time: thousands in all."""
    yield from ((rules, 300) for rules in SMALL)
    yield from ((rules, 300 // rules.players) for rules in FULL_DEALT)
    yield from ((rules, 150 // rules.players) for rules in FULL_DRAFTED)


@pytest.mark.parametrize(("rules", "matches"), list(short()), ids=str)
def test_engine_and_yardstick_agree(rules: Rules, matches: int) -> None:
    actions = sum(play_both(rules, seed, rounds=2) for seed in range(matches))
    assert actions >= matches * rules.players * rules.hand


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "part"), list(product(SMALL + FULL_DEALT + FULL_DRAFTED, range(2))), ids=lambda value: str(value)
)
def test_engine_and_yardstick_agree_for_long(rules: Rules, part: int) -> None:
    for seed in range(1_000_000 + 500 * part, 1_000_500 + 500 * part):
        play_both(rules, seed, rounds=20)
