"""Search with open hands against the exact solver."""

from __future__ import annotations

import pytest

from game.deal import Deal
from game.rules import Rules
from game.state import State
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Solution
from solver.search.searcher import SearchResult, is_open, search

RULES = Rules(players=2, hand=3, rows=2, capacity=3, deck=0)
#: One card is best for each player here, and by far.
CLEAR = "3,4,8/2,5,7/6,1"
#: Both players have to mix: who is guessed loses.
MIXED = "1,4,5/2,3,8/7,6"


def start(deal: str) -> State:
    return State.start(RULES, Deal.parse(deal, RULES))


def exact(solver: ExactSolver, state: State) -> Solution:
    return solver.solve(OpenPosition.of(state.hands, state.rows, 3))


def loss(answer: SearchResult, solution: Solution, state: State) -> float:
    """How much less than the value the mix of player 0 makes sure of."""
    worst = min(
        sum(answer.mix[mine] * sum(solution.pairs[mine, theirs]) / 2 for mine in state.hands[0])
        for theirs in state.hands[1]
    )
    return solution.value - worst


@pytest.mark.parametrize("selection", ["uct", "rm", "exp3"])
def test_every_rule_finds_a_pure_equilibrium(selection: str, solver: ExactSolver) -> None:
    state = start(CLEAR)
    solution = exact(solver, state)
    for seat in range(2):
        (best,) = [card for card, share in solution.strategies[seat].items() if share > 0.99]
        answer = search(state.view(seat), method="smmcts", selection=selection, simulations=20_000, seed=1)
        assert answer.best == best
        assert answer.mix[best] > 0.5  # uct goes on visiting cards that are nearly as good
        if seat == 0:
            assert answer.value == pytest.approx(solution.value, abs=0.7)


@pytest.mark.parametrize("deal", [CLEAR, MIXED, "2,3,7/5,6,8/4,1", "3,5,7/1,2,4/8,6", "2,7,8/1,3,6/4,5"])
def test_regret_matching_comes_near_the_exact_mix(deal: str, solver: ExactSolver) -> None:
    state = start(deal)
    answer = search(state.view(0), method="smmcts", selection="rm", simulations=60_000, seed=2)
    solution = exact(solver, state)
    assert loss(answer, solution, state) < 0.15
    assert answer.value == pytest.approx(solution.value, abs=0.35)


def test_regret_matching_mixes_where_one_has_to(solver: ExactSolver) -> None:
    state = start(MIXED)
    answer = search(state.view(0), method="smmcts", selection="rm", simulations=60_000, seed=2)
    for card, share in exact(solver, state).strategies[0].items():
        assert answer.mix[card] == pytest.approx(share, abs=0.08)


def test_seats_choose_without_seeing_what_others_laid_down(solver: ExactSolver) -> None:
    """If the seat that comes later in the loop saw a card, a hand would be worth more there than in the other seat."""
    deal = Deal.parse(MIXED, RULES)
    swapped = Deal(deal.hands[::-1], deal.rows)
    settings = {"method": "smmcts", "selection": "rm", "simulations": 60_000}
    first = search(State.start(RULES, deal).view(0), **settings).value  # type: ignore[arg-type]
    second = search(State.start(RULES, swapped).view(1), **settings).value  # type: ignore[arg-type]
    assert first == pytest.approx(second, abs=0.15)
    assert first == pytest.approx(exact(solver, start(MIXED)).value, abs=0.25)


def test_a_seat_has_one_node_for_a_turn_whatever_others_choose() -> None:
    """Two cards each and none of them low: nothing is decided but one card each, so there are two nodes."""
    rules = Rules(players=2, hand=2, rows=2, deck=0)
    state = State.start(rules, Deal.parse("3,4/5,6/1,2", rules))
    for seat in range(2):
        assert search(state.view(seat), method="smmcts", simulations=200).nodes == 2


def test_a_draft_is_open() -> None:
    """P2, P3: picks are nodes of one seat; with one pick left there is nothing to search."""
    rules = Rules.preset("pro", players=3, hand=3, rows=2, capacity=2)
    state = State.deal(rules)
    while not state.round_over:
        seat = state.to_act[0]
        view = state.view(seat)
        assert view.decision is not None
        assert is_open(view)
        answer = search(view, method="smmcts", selection="rm", simulations=30, seed=1)
        assert tuple(answer.mix) == view.decision.actions
        state.act(seat, answer.best)


def test_open_hands_are_told_from_hidden_ones() -> None:
    assert is_open(State.deal(Rules(players=2, hand=4, rows=2, deck=0)).view(0))
    assert not is_open(State.deal(Rules(players=2, hand=4, rows=2, deck=11)).view(0))
    assert not is_open(State.deal(Rules(players=3, hand=4, rows=2, deck=0)).view(0))
    assert not is_open(State.deal(Rules.preset("anniversary", players=2, hand=4, rows=2, deck=0)).view(0))
    with pytest.raises(ValueError, match="take ismcts"):
        search(State.deal(Rules(players=3)).view(0), method="smmcts", simulations=1)
