"""The exact solver as a bot asks it: with what its seat sees, and nothing more."""

from __future__ import annotations

from random import Random

import pytest

from game.decision import Kind
from game.rules import Rules
from game.state import State
from game.text import NotationError
from game.view import View
from solver.exact.explain import solve_row
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver

DEALT = Rules(players=2, hand=4, rows=2, deck=0, rounds=1)
DRAFTED = Rules.preset("pro", players=2, hand=4, rows=2, rounds=1)


class PerfectBot:
    """Drafts at random and plays its equilibrium mix, from Views alone; notes what it asked the solver."""

    def __init__(self, solver: ExactSolver, seed: int) -> None:
        self.solver = solver
        self.chance = Random(seed)
        self.positions: list[OpenPosition] = []
        self.rows = 0

    def act(self, view: View) -> int:
        assert view.decision is not None
        if view.decision.kind is Kind.CARD:
            position = OpenPosition.of_view(view)
            self.positions.append(position)
            mix = self.solver.solve(position, time_limit=0.1).strategies[view.seat]
            return self.chance.choices(list(mix), list(mix.values()))[0]
        if view.decision.kind is Kind.ROW:
            self.rows += 1
            return solve_row(self.solver, view, time_limit=0.1).best
        return self.chance.choice(view.decision.actions)


@pytest.mark.parametrize("rules", [DEALT, DRAFTED], ids=["dealt", "drafted"])
def test_a_bot_sees_the_position_that_is_there(solver: ExactSolver, rules: Rules) -> None:
    bots = PerfectBot(solver, 1), PerfectBot(solver, 2)
    for index in range(12):
        state = State.deal(rules, seed=5, index=index)
        truth: list[OpenPosition] = []
        while not state.round_over:
            if state.kind is Kind.CARD and len(state.to_act) == 2:
                truth.append(OpenPosition.of_state(state))
            seat = state.to_act[0]
            if state.kind is Kind.ROW:
                seen, known = solve_row(solver, state.view(seat)), solve_row(solver, state)
                assert (seen.seat, seen.best, seen.rows) == (known.seat, known.best, known.rows)
            state.act(seat, bots[seat].act(state.view(seat)))
        for bot in bots:
            assert bot.positions == truth
            bot.positions.clear()
    assert bots[0].rows
    assert bots[1].rows


def test_hidden_hands_are_refused(solver: ExactSolver) -> None:
    state = State.deal(Rules(players=2, hand=4, rows=2, deck=11), seed=1)
    with pytest.raises(NotationError, match="it has 4 of the 5 cards that this seat does not see"):
        OpenPosition.of_view(state.view(0))
    while state.kind is not Kind.ROW:
        for seat in state.to_act:
            state.act(seat, state.hands[seat][0])
    with pytest.raises(NotationError, match="the other hand is hidden"):
        solve_row(solver, state.view(state.to_act[0]))


def test_a_seat_without_the_choice_is_refused(solver: ExactSolver) -> None:
    state = State.deal(DEALT, seed=1)
    with pytest.raises(NotationError, match="seat 1 has no row to choose here"):
        solve_row(solver, state.view(0))
    state.act(0, state.hands[0][0])
    with pytest.raises(NotationError, match="the start of a turn"):
        OpenPosition.of_view(state.view(0))
    with pytest.raises(NotationError, match="for 2 players, not 3"):
        OpenPosition.of_view(State.deal(Rules(players=3)).view(0))
