"""What must be true of any solution: both sides of the table, bounds under a time limit, tables that are too small."""

from __future__ import annotations

import random

import pytest

from game.rules import Rules
from game.state import State
from game.text import NotationError
from solver.certificate import certify_exhaustively, worst_for_columns, worst_for_rows
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Progress, finest_tolerance
from tests.solver.positions import CASES, random_deal, random_position

SEVEN = OpenPosition.deal(CASES[-2][1])
SEVEN_VALUE = CASES[-2][2]


def swapped(position: OpenPosition) -> OpenPosition:
    return OpenPosition(position.hands[::-1], position.rows, position.capacity)


@pytest.mark.parametrize("hand", [1, 2, 3, 4, 5, 6])
def test_swapping_the_players_negates_the_value(solver: ExactSolver, hand: int) -> None:
    chance = random.Random(hand)
    for _ in range(4):
        position = random_position(chance, hand, rows=chance.randint(1, 4), capacity=chance.randint(2, 6))
        solution = solver.solve(position)
        # A solver of its own, for the first one would only look its table up.
        mirrored = ExactSolver(memory=1 << 22).solve(swapped(position))
        assert mirrored.value == pytest.approx(-solution.value, abs=5e-6), position


def test_the_order_of_rows_does_not_matter(solver: ExactSolver) -> None:
    position = random_position(random.Random(5), 5, rows=4, capacity=5)
    turned = OpenPosition(position.hands, position.rows[::-1], position.capacity)
    assert solver.solve(position).value == pytest.approx(ExactSolver(1 << 22).solve(turned).value, abs=2e-6)


def test_solutions_speak_of_the_cards_of_the_position(solver: ExactSolver) -> None:
    position = OpenPosition.of(([60, 7, 55, 90], [8, 61, 20, 104]), [(10, 50), (59,)], capacity=4)
    solution = solver.solve(position)
    assert [tuple(mix) for mix in solution.strategies] == [(7, 55, 60, 90), (8, 20, 61, 104)]
    for mix in solution.strategies:
        assert sum(mix.values()) == pytest.approx(1.0)
        assert min(mix.values()) >= 0.0
    assert solution.low <= solution.value <= solution.high


def test_hands_in_any_order_are_the_same_position(solver: ExactSolver) -> None:
    position = OpenPosition.of(([60, 7, 55, 90], [8, 61, 20, 104]), [(10, 50), (59,)], capacity=4)
    unsorted = OpenPosition(((60, 7, 55, 90), (8, 61, 20, 104)), ((10, 50), (59,)), 4)
    assert unsorted == position
    assert solver.solve(unsorted).strategies == solver.solve(position).strategies


def test_a_time_limit_gives_bounds_that_hold_and_only_get_better() -> None:
    solver = ExactSolver(memory=1 << 26)
    low, high = -1000.0, 1000.0
    widths = []
    for limit in (0.0, 0.0, 0.01, 0.02, 0.04, 0.08, None):
        solution = solver.solve(SEVEN, time_limit=limit)
        assert solution.low - 1e-6 <= SEVEN_VALUE <= solution.high + 1e-6
        assert solution.low >= low - 1e-6
        assert solution.high <= high + 1e-6
        assert solution.closed == (solution.high - solution.low <= 1e-5)
        low, high = solution.low, solution.high
        widths.append(high - low)
    assert widths[0] > 1e-3  # nobody solves this in no time
    assert widths[-1] < 1e-5


def test_a_time_limit_counts_with_few_cards_too() -> None:
    chance = random.Random(2)
    positions = [random_deal(chance, 5, rows=4, capacity=5) for _ in range(100)]
    solver, opened = ExactSolver(memory=1 << 22), 0
    for position in positions:
        solver.forget()
        solution = solver.solve(position, time_limit=1e-6)
        value = ExactSolver(memory=1 << 22).solve(position).value
        assert solution.low - 2e-6 <= value <= solution.high + 2e-6
        assert solution.closed or solution.seconds >= 1e-6
        opened += not solution.closed
    assert opened > 10  # a single threshold closes the others


def test_bounds_that_are_closed_are_within_the_tolerance_that_is_told() -> None:
    position = random_deal(random.Random(1), 6, rows=4, capacity=5)
    solution = ExactSolver(memory=1 << 24).solve(position, tolerance=1e-12)
    assert solution.closed
    assert solution.high - solution.low <= solution.tolerance == finest_tolerance(6)
    assert ExactSolver(memory=1 << 24).solve(position, tolerance=0.5).tolerance == 0.5


def test_a_threshold_may_be_a_whole_number(solver: ExactSolver) -> None:
    position = OpenPosition.deal("1,2,6,11/4,7,8,12/3,5,9,10")  # worth -1
    low, high, _ = solver.ask(position, -6)
    assert low >= -6 - 1e-5
    assert low - 1e-6 <= -1.0 <= high + 1e-6


def test_a_wide_tolerance_gives_bounds_that_hold() -> None:
    for tolerance in (3.0, 0.5, 0.01):
        solution = ExactSolver(memory=1 << 24).solve(SEVEN, tolerance=tolerance)
        assert solution.closed
        assert solution.high - solution.low <= tolerance
        assert solution.low - 1e-6 <= SEVEN_VALUE <= solution.high + 1e-6


@pytest.fixture(scope="module")
def forgetful() -> ExactSolver:
    """A solver whose table was full many times over."""
    solver = ExactSolver(memory=1 << 14)
    solution = solver.solve(SEVEN)
    assert len(solver.table) == 1024
    assert solver.filled > 0.99
    assert solution.nodes > 5 * len(solver.table)
    assert solution.low - 1e-6 <= SEVEN_VALUE <= solution.high + 1e-6
    assert solution.closed
    return solver


@pytest.mark.parametrize(("capacity", "deal", "value"), [case for case in CASES if len(case[1]) < len(CASES[-2][1])])
def test_a_table_that_is_too_small_gives_the_same_values(
    forgetful: ExactSolver, capacity: int, deal: str, value: float
) -> None:
    solution = forgetful.solve(OpenPosition.deal(deal, capacity))
    assert solution.closed
    assert solution.low - 1e-6 <= value <= solution.high + 1e-6


def test_the_mixes_of_the_last_turns_need_no_table(forgetful: ExactSolver) -> None:
    chance = random.Random(8)
    for _ in range(3):
        position = random_position(chance, 4, rows=chance.randint(2, 4), capacity=5)
        assert certify_exhaustively(forgetful, position).holds


def test_a_table_that_forgets_still_gives_mixes_that_hold() -> None:
    """Deals take each other's places in a table of 1024 entries; whatever is left, mixes prove the bounds."""
    solver = ExactSolver(memory=1 << 14)
    chance = random.Random(1)
    deals = [random_deal(chance, hand, rows=4, capacity=5) for hand in (5, 6, 6, 6, 7) for _ in range(4)]
    true = [ExactSolver(memory=1 << 24).solve(deal, 1e-4) for deal in deals]
    for time_limit in (None, None, 0.005, 0.02):
        for position, known in zip(deals, true, strict=True):
            solution = solver.solve(position, 1e-4, time_limit)
            mine, theirs = position.hands
            lows = [[solution.pairs[card, other][0] for other in theirs] for card in mine]
            highs = [[solution.pairs[card, other][1] for other in theirs] for card in mine]
            assert worst_for_rows(lows, solution.strategies[0].values()) >= solution.low - 1e-9
            assert worst_for_columns(highs, solution.strategies[1].values()) <= solution.high + 1e-9
            assert solution.low <= known.high
            assert solution.high >= known.low
            assert solution.closed or time_limit


def test_one_table_serves_many_positions(solver: ExactSolver) -> None:
    """Other numbers of rows and other capacities must not be taken for this one."""
    chance = random.Random(3)
    positions = [random_deal(chance, 4, rows, capacity) for rows in (1, 2, 3, 4) for capacity in (2, 3, 5)]
    shared = ExactSolver(memory=1 << 22)
    for position in positions:
        shared.solve(position)
    for position in positions:
        alone = ExactSolver(memory=1 << 22).solve(position)
        assert shared.solve(position).value == pytest.approx(alone.value, abs=2e-6), position


def test_positions_along_a_round_are_consistent(solver: ExactSolver) -> None:
    """With a saddle point, playing it costs nobody anything: the gain and the value after it are the value before."""
    rules = Rules(players=2, hand=5, rows=4, capacity=5, deck=0, rounds=1)
    checked = 0
    for index in range(12):
        state = State.deal(rules, seed=1, index=index)
        position = OpenPosition.of_state(state)
        solution = solver.solve(position)
        best = [max(mix, key=lambda card: mix[card]) for mix in solution.strategies]
        if any(mix[card] < 1.0 for mix, card in zip(solution.strategies, best, strict=True)):
            continue
        state.play(*best)
        if not state.to_act or state.to_act != (0, 1):
            continue
        gain = state.penalties[1] - state.penalties[0]
        after = solver.solve(OpenPosition.of_state(state))
        assert gain + after.value == pytest.approx(solution.value, abs=4e-6)
        checked += 1
    assert checked >= 3


def test_progress_is_reported_while_a_solve_is_under_way() -> None:
    seen: list[Progress] = []
    eight = OpenPosition.deal(CASES[-1][1])
    ExactSolver(memory=1 << 26).solve(eight, time_limit=0.05, progress=seen.append)
    assert seen
    assert all(one.low <= one.high and one.nodes > 0 and 0.0 <= one.filled <= 1.0 for one in seen)


@pytest.mark.parametrize(
    ("deal", "says"),
    [
        ("1,2/3,4", "three groups"),
        ("1,2/2,4/3,5", "card 2 appears twice"),
        ("1,2/3/4,5", "2 and 1 cards"),
        ("1,2/3,9/4,5", "card 9 is out of the deck"),
        ("1,a/3,4/5,6", "a"),
    ],
)
def test_bad_deals_are_refused_in_words(deal: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        OpenPosition.deal(deal)
