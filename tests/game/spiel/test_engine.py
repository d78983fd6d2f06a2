"""The OpenSpiel games are the engine's games: played side by side with State, and with the benchmark's yardstick."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import benchmarks.nested_lists
import game.spiel
from benchmarks.spiel import deal as deal_out
from game.deal import Deal
from game.decision import CHANCE
from game.engine import layout as at
from game.position import write_position
from game.spiel.moment import DEALT, LEFT_OVER, Moment
from game.state import State
from tests.game.spiel.sets import MIDDLE, REAL, SMALL
from tests.game.spiel.walk import random_states

assert game.spiel
assert benchmarks.nested_lists


def replayed(moment: Moment) -> State:
    """The same game once more, by the verbs of State."""
    rules = moment.settings.rules
    state: State | None = None
    for event in moment.seen:
        if event[0] == DEALT or state is None or (event[0] == at.DRAFT and state.round_over):
            deal = Deal(*event[1:]) if event[0] == DEALT else Deal()
            if state is None:
                state = State.start(rules, deal)
            else:
                state.next_round(deal)
        if event[0] == at.CARD:
            state.play(*event[1])
        elif event[0] == LEFT_OVER:
            assert state.hands == event[1]
        elif event[0] != DEALT:
            phase, seat, action = event
            state.act(CHANCE if phase == at.DRAW else seat, action)
    assert state is not None
    return state


@pytest.mark.parametrize("name", [*REAL, *MIDDLE, *SMALL])
def test_side_by_side_with_state(name: str) -> None:
    for number, state in enumerate(random_states(pyspiel.load_game(name), 21, games=2)):
        moment: Moment = state.moment
        if moment.dealing is not None or not moment.seen or (number % 5 and not state.is_terminal()):
            continue
        twin = replayed(moment)
        if twin.round_over and not twin.match_over:
            twin.next_round(Deal())  # a draft follows at once
        assert write_position(twin) == str(state)
        assert state.is_terminal() == twin.match_over
        for seat in range(twin.rules.players):
            decision = twin.decision(seat)
            assert tuple(state.legal_actions(seat)) == (decision.actions if decision else ())
        if twin.match_over:
            lowest = [seat for seat, value in enumerate(state.returns()) if value == max(state.returns())]
            assert tuple(lowest) == twin.winners


def test_the_yardstick_of_the_benchmark_plays_the_same_game() -> None:
    lists = pyspiel.load_game("nested_lists_nimmt(players=3)")
    random = Random(6)
    for _ in range(20):
        slow = lists.new_initial_state()
        deal_out(slow, random)
        text = game.spiel.write_deal(Deal(tuple(tuple(sorted(hand)) for hand in slow.hands), rows_of(slow)))
        ours = pyspiel.load_game(f"six_nimmt(players=3,setup=fixed,deal={text})").new_initial_state()
        while not slow.is_terminal():
            assert ours.current_player() == slow.current_player()
            if slow.is_simultaneous_node():
                actions = [random.choice(slow.legal_actions(player)) for player in range(3)]
                assert [slow.legal_actions(player) for player in range(3)] == [
                    ours.legal_actions(player) for player in range(3)
                ]
                slow.apply_actions(actions)
                ours.apply_actions(actions)
            else:
                assert slow.legal_actions() == ours.legal_actions()
                action = random.choice(slow.legal_actions())
                slow.apply_action(action)
                ours.apply_action(action)
        assert ours.is_terminal()
        assert ours.returns() == slow.returns()


def rows_of(state: Any) -> tuple[int, ...]:
    return tuple(row[0] for row in state.rows)
