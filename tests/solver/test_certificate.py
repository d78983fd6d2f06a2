"""Certificates: they hold for what the solver claims, and break when a claim is tampered with."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from math import nan

import pytest

from game.rules import Rules
from game.state import State
from solver.certificate import (
    Certificate,
    certify,
    certify_by_samples,
    certify_exhaustively,
    solve_matrix_game,
    worst_for_columns,
    worst_for_rows,
)
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Solution
from tests.solver.positions import CASES, random_deal, random_position

THREE = OpenPosition.deal("1,2,10/3,5,8/4,6,7,9")
FOUR = OpenPosition.deal("1,2,6,9/3,4,8,10/5,7,11,12")
SIX, SEVEN, EIGHT = (OpenPosition.deal(deal, capacity) for capacity, deal, _ in CASES[-3:])


class Tampered:
    """A solver whose solutions are changed before anybody sees them."""

    def __init__(self, solver: ExactSolver, change: Callable[[Solution], Solution]) -> None:
        self.solver = solver
        self.change = change

    def solve(self, position: OpenPosition, tolerance: float = 1e-6, time_limit: float | None = None) -> Solution:
        return self.change(self.solver.solve(position, tolerance, time_limit))


def with_mix(player: int, make: Callable[[dict[int, float]], dict[int, float]]) -> Callable[[Solution], Solution]:
    """Change the mix of a player."""

    def change(solution: Solution) -> Solution:
        first, second = solution.strategies
        return replace(solution, strategies=(make(first), second) if player == 0 else (first, make(second)))

    return change


def with_bounds(low: float, high: float) -> Callable[[Solution], Solution]:
    """Move the bounds."""
    return lambda solution: replace(solution, low=solution.low + low, high=solution.high + high)


def at_cards(cards: int, change: Callable[[Solution], Solution]) -> Callable[[Solution], Solution]:
    """Change only what is said when so many cards are left."""
    return lambda solution: change(solution) if solution.position.cards_left == cards else solution


def evenly(mix: dict[int, float]) -> dict[int, float]:
    return dict.fromkeys(mix, 1.0 / len(mix))


def lowest(mix: dict[int, float]) -> dict[int, float]:
    return {card: float(card == min(mix)) for card in mix}


WRONG_CLAIMS: dict[str, Callable[[Solution], Solution]] = {
    "even mixes of player 0": with_mix(0, evenly),
    "even mixes of player 1": with_mix(1, evenly),
    "pure mixes of player 0": with_mix(0, lowest),
    "pure mixes of player 1": with_mix(1, lowest),
    "a mix that is wrong at the root alone": at_cards(3, with_mix(0, lowest)),
    "a mix that is wrong far down": at_cards(2, with_mix(1, lowest)),
    "a mix that adds up to two": with_mix(0, lambda mix: {card: 2 * weight for card, weight in mix.items()}),
    "a mix of nothing": with_mix(1, lambda mix: dict.fromkeys(mix, 0.0)),
    "a mix that is not a number": with_mix(1, lambda mix: dict.fromkeys(mix, nan)),
    "a mix of cards that are not there": with_mix(0, lambda mix: {**mix, 104: 0.5}),
    "bounds too high": with_bounds(0.001, 0.001),
    "bounds too low": with_bounds(-0.001, -0.001),
    "a lower bound too high": with_bounds(0.001, 1.0),
    "an upper bound too low": with_bounds(-1.0, -0.001),
    "bounds wrong far down": at_cards(2, with_bounds(0.01, 0.01)),
    "bounds that are not numbers": with_bounds(nan, nan),
}


@pytest.mark.parametrize("name", WRONG_CLAIMS)
def test_no_wrong_claim_gets_an_exhaustive_certificate(solver: ExactSolver, name: str) -> None:
    assert certify_exhaustively(solver, THREE).holds
    certificate = certify_exhaustively(Tampered(solver, WRONG_CLAIMS[name]), THREE)
    assert not certificate.holds
    assert certificate.violation > 0.0009
    assert str(certificate).startswith("NO certificate")


@pytest.mark.parametrize("name", WRONG_CLAIMS)
def test_no_wrong_claim_gets_past_a_sample(solver: ExactSolver, name: str) -> None:
    assert certify_by_samples(solver, THREE, samples=80).holds
    certificate = certify_by_samples(Tampered(solver, WRONG_CLAIMS[name]), THREE, samples=80)
    assert not certificate.holds


def test_wrong_bounds_of_pairs_do_not_get_past_a_sample(solver: ExactSolver) -> None:
    def change(solution: Solution) -> Solution:
        return replace(
            solution, pairs={pair: (low + 0.01, high + 0.01) for pair, (low, high) in solution.pairs.items()}
        )

    assert not certify_by_samples(Tampered(solver, change), THREE, samples=3).holds


def test_bounds_that_are_wide_are_true_but_prove_little(solver: ExactSolver) -> None:
    """Even mixes with bounds that nobody can doubt: the claims hold, and the regret says what they are worth."""

    def change(solution: Solution) -> Solution:
        first, second = map(evenly, solution.strategies)
        return replace(solution, strategies=(first, second), low=-100.0, high=100.0)

    certificate = certify_exhaustively(Tampered(solver, change), THREE)
    assert certificate.holds
    assert certificate.regret > 0.5
    assert certificate.wide == certificate.positions
    assert "wide bounds" in str(certificate)
    assert certificate.regrets is not None
    assert sum(certificate.regrets) == pytest.approx(certificate.regret)
    assert min(certificate.regrets) >= 0.0


def test_the_row_of_a_low_card_is_part_of_the_strategy() -> None:
    """B5: who values the rows wrongly takes the wrong one, and the best reply shows what that costs."""
    position = OpenPosition.of(([5, 30], [40, 41]), [(10, 11, 22), (50,)], capacity=3)

    class Liar(ExactSolver):
        """Believes that it is good to leave the short row."""

        def solve(self, position: OpenPosition, *arguments: object, **more: object) -> Solution:
            solution = super().solve(position)
            if position.cards_left == 1 and (50,) in position.rows:
                return replace(solution, low=solution.low + 50, high=solution.high + 50)
            return solution

    honest = certify_exhaustively(ExactSolver(memory=1 << 14), position)
    assert honest.holds
    lied = certify_exhaustively(Liar(memory=1 << 14), position)
    assert lied.guarantees is not None
    assert honest.guarantees is not None
    assert lied.guarantees[0] < honest.guarantees[0] - 1


def test_what_a_certificate_says(solver: ExactSolver) -> None:
    certificate = certify(solver, FOUR)
    assert certificate.exhaustive
    assert certificate.positions > 1000
    assert str(certificate).splitlines()[0] == "Certificate for 1,2,6,9/3,4,8,10|5/7/11/12 (rows of 5)"
    assert "proven          value in [-1.470588" in str(certificate)
    sampled = certify(solver, FOUR, exhaustive_up_to=3, samples=10)
    assert (sampled.exhaustive, sampled.positions, sampled.compared) == (False, 10, 10)
    assert "if the whole tree is like the sample" in str(sampled)
    assert certify(solver, FOUR, exhaustive_up_to=3, samples=10) == sampled
    with pytest.raises(ValueError, match="1 or more"):
        certify(solver, SIX, samples=0)


def test_a_sample_of_a_small_tree_is_all_of_it(solver: ExactSolver) -> None:
    position = OpenPosition.deal("3,5/2,4/1,6", capacity=2)
    every = certify_exhaustively(solver, position)
    sampled = certify_by_samples(solver, position, samples=100)
    assert 1 < sampled.positions <= every.positions
    assert sampled.holds


def test_matrix_games_and_what_mixes_are_worth() -> None:
    game = [[2.0, -1.0], [-1.0, 1.0]]
    value, mix = solve_matrix_game(game)
    assert value == pytest.approx(0.2)
    assert mix == pytest.approx([0.4, 0.6])
    assert worst_for_rows(game, mix) == pytest.approx(0.2)
    assert worst_for_columns(game, mix) == pytest.approx(0.2)
    assert worst_for_rows(game, [1.0, 0.0]) == -1.0
    assert worst_for_columns(game, [1.0, 0.0]) == 2.0


# Sampled positions of larger hands.


def expect(certificate: Certificate, positions: int, wide: int = 0) -> None:
    assert certificate.holds, str(certificate)
    assert not certificate.exhaustive
    assert certificate.positions == positions
    assert certificate.wide <= wide


@pytest.mark.parametrize("position", [SIX, SEVEN], ids=["six", "seven"])
def test_sampled_positions_of_known_values(solver: ExactSolver, position: OpenPosition) -> None:
    certificate = certify_by_samples(solver, position, samples=40)
    expect(certificate, 40)
    assert certificate.compared >= 10
    assert certificate.regret < 1e-4


def test_sampled_positions_of_mid_round(solver: ExactSolver) -> None:
    chance = random.Random(4)
    for hand in (6, 7):
        position = random_position(chance, hand, rows=chance.randint(2, 4), capacity=chance.randint(3, 6))
        expect(certify_by_samples(solver, position, samples=15, seed=hand), 15)


def after_turns(index: int, turns: int) -> OpenPosition:
    """A real deal with ten cards each, after some turns of random play."""
    state = State.deal(Rules(players=2, hand=10, rows=4, deck=0, rounds=1), seed=5, index=index)
    chance = random.Random(index)
    while state.turn < turns or state.to_act != (0, 1):
        for seat in state.to_act:
            decision = state.decision(seat)
            assert decision is not None
            state.act(seat, chance.choice(decision.actions))
    return OpenPosition.of_state(state)


@pytest.mark.slow
def test_every_position_of_six_cards(solver: ExactSolver) -> None:
    certificate = certify(solver, SIX, exhaustive_up_to=6)
    assert certificate.exhaustive
    assert certificate.holds, str(certificate)
    assert certificate.regret < 1e-5


@pytest.mark.slow
@pytest.mark.parametrize("index", [0, 1, 2])
def test_sampled_positions_of_seven_cards_in_a_real_round(index: int) -> None:
    expect(certify_by_samples(ExactSolver(1 << 28), after_turns(index, 3), samples=100, seed=index), 100)


@pytest.mark.slow
def test_sampled_positions_of_eight_cards() -> None:
    large = ExactSolver(memory=1 << 29)
    expect(certify_by_samples(large, EIGHT, samples=60), 60)
    expect(certify_by_samples(large, after_turns(3, 2), samples=40, seed=1), 40)
    expect(certify_by_samples(large, random_deal(random.Random(1), 8, 4, 5), samples=40, seed=2), 40)


@pytest.mark.slow
@pytest.mark.parametrize(("turns", "wide"), [(1, 3), (0, 8)], ids=["nine", "ten"])
def test_sampled_positions_of_nine_and_ten_cards(turns: int, wide: int) -> None:
    """The bounds of the largest positions need not close in this time; what is claimed must hold all the same."""
    certificate = certify_by_samples(ExactSolver(memory=1 << 30), after_turns(4, turns), samples=30, time_limit=15.0)
    expect(certificate, 30, wide)
