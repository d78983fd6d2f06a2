"""Known values, and a plain backward induction over small positions of every shape."""

from __future__ import annotations

import pytest

from solver.certificate import certify_exhaustively
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver
from tests.solver.positions import CASES, KNOWN_TO, random_small_positions, small_cases
from tests.yardstick.backward_induction import BackwardInduction

CLOSE = 1e-6
LARGE_TREE = "1,2,4,5,8/3,7,9,12,14/6,10,11,13"  # 67,630 positions


def value_by_induction(position: OpenPosition) -> float:
    mine, theirs = map(frozenset, position.hands)
    return BackwardInduction(position.capacity).value(mine, theirs, position.rows)


@pytest.mark.parametrize(("capacity", "deal", "value"), [*CASES[:-1], pytest.param(*CASES[-1], marks=pytest.mark.slow)])
def test_known_values_lie_within_the_bounds(solver: ExactSolver, capacity: int, deal: str, value: float) -> None:
    solution = solver.solve(OpenPosition.deal(deal, capacity))
    assert solution.closed
    assert solution.low - CLOSE <= value <= solution.high + CLOSE
    assert solution.high - solution.low < 2e-5


@pytest.mark.parametrize(("capacity", "deal", "value"), small_cases())
def test_known_values_by_induction(solver: ExactSolver, capacity: int, deal: str, value: float) -> None:
    position = OpenPosition.deal(deal, capacity)
    exact = value_by_induction(position)
    assert exact == pytest.approx(value, abs=KNOWN_TO)
    assert solver.solve(position).value == pytest.approx(exact, abs=CLOSE)


@pytest.mark.parametrize(
    ("capacity", "deal", "value"),
    [pytest.param(*case, marks=[pytest.mark.slow] if case[1] == LARGE_TREE else []) for case in small_cases()],
)
def test_known_values_have_certificates(solver: ExactSolver, capacity: int, deal: str, value: float) -> None:
    certificate = certify_exhaustively(solver, OpenPosition.deal(deal, capacity))
    assert certificate.holds, str(certificate)
    assert certificate.guarantees is not None
    assert certificate.guarantees[0] - KNOWN_TO <= value <= certificate.guarantees[1] + KNOWN_TO
    assert certificate.regret < CLOSE


def test_random_small_positions_agree_with_induction_and_have_certificates(solver: ExactSolver) -> None:
    positions = random_small_positions()
    assert len(positions) >= 100
    assert {position.cards_left for position in positions} == {1, 2, 3, 4}
    assert {len(position.rows) for position in positions} == {1, 2, 3, 4}
    assert {position.capacity for position in positions} == {1, 2, 3, 4, 5}
    for position in positions:
        exact = value_by_induction(position)
        solution = solver.solve(position)
        assert solution.value == pytest.approx(exact, abs=CLOSE), position
        assert solution.low - CLOSE <= exact <= solution.high + CLOSE
        certificate = certify_exhaustively(solver, position)
        assert certificate.holds, str(certificate)
        assert certificate.regret < CLOSE


@pytest.mark.parametrize("number", [0, 30, 60])
def test_the_bounds_of_every_pair_of_cards_hold(solver: ExactSolver, number: int) -> None:
    """A pair's bounds are those of what follows it, which is as good as a position with a card less each."""
    position = next(one for one in random_small_positions()[number:] if one.cards_left == 4)
    induction = BackwardInduction(position.capacity)
    mine, theirs = map(frozenset, position.hands)
    pairs = solver.solve(position).pairs
    assert set(pairs) == {(card, other) for card in mine for other in theirs}
    for (card, other), (low, high) in pairs.items():
        exact = induction.pair(mine, theirs, position.rows, card, other)
        assert low - CLOSE <= exact <= high + CLOSE
        assert high - low < CLOSE  # with three cards left nothing is searched
