"""Whole pro games: alternating open picks, then perfect play (P2 to P4)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from game.cards import total_bullheads
from solver.exact.draft import solve_draft
from solver.exact.long_solve import LongSolve
from tests.yardstick.backward_induction import BackwardInduction


def draft_by_hand(hand: int, rows: int, capacity: int, mine: frozenset[int] = frozenset()) -> float:
    """The value of a draft in plain Python: every pick of everybody, every deal solved by backward induction."""
    cards = frozenset(range(1, 2 * hand + rows + 1))
    induction = BackwardInduction(capacity)

    @cache
    def value(mine: frozenset[int], theirs: frozenset[int]) -> float:
        left = cards - mine - theirs
        if len(theirs) == hand:
            return induction.value(mine, theirs, tuple((card,) for card in sorted(left)))
        if len(mine) == len(theirs):
            return max(value(mine | {card}, theirs) for card in left)
        return min(value(mine, theirs | {card}) for card in left)

    return value(mine, frozenset())


@pytest.mark.parametrize(
    ("hand", "rows", "capacity"),
    [
        (1, 1, 5),
        (1, 2, 1),
        (1, 4, 5),
        (2, 1, 1),
        (2, 1, 5),
        (2, 2, 2),
        (2, 3, 3),
        (2, 4, 5),
        (3, 1, 2),
        (3, 1, 5),
        (3, 2, 2),
    ],
)
def test_p2_the_value_of_a_draft(hand: int, rows: int, capacity: int) -> None:
    """P2, P4: the same as trying every pick."""
    solution = solve_draft(hand, rows, capacity, memory=1 << 22, tolerance=1e-5)
    assert solution.closed
    assert solution.low - 1e-6 <= draft_by_hand(hand, rows, capacity) <= solution.high + 1e-6
    assert solution.high - solution.low <= 1e-5
    assert len(solution.line) == 2 * hand == len(set(solution.line))


def test_every_first_pick_is_decided() -> None:
    hand, rows, capacity = 2, 2, 2
    solution = solve_draft(hand, rows, capacity, memory=1 << 22, tolerance=1e-5, every_pick=True)
    best = {
        card
        for card in range(1, 2 * hand + rows + 1)
        if draft_by_hand(hand, rows, capacity, frozenset({card})) >= solution.low - 1e-5
    }
    assert set(solution.best_picks) == best
    assert solution.line[0] in best


def test_two_threads_agree_with_one() -> None:
    one, two = (solve_draft(4, 2, memory=1 << 24, threads=threads) for threads in (1, 2))
    assert one.value == pytest.approx(0.7190025, abs=0.001)
    assert two.value == pytest.approx(one.value, abs=0.001)
    assert one.closed
    assert two.closed


def test_a_time_limit_gives_bounds() -> None:
    solution = solve_draft(8, 4, memory=1 << 24, time_limit=0.2)
    assert not solution.closed
    assert solution.value is None
    assert solution.low < solution.high
    assert solution.best_picks == solution.line == ()
    most = total_bullheads(range(1, 21))  # nobody can take more
    for low, high in (solution.low, solution.high), *solution.picks.values():
        assert -most <= low <= high <= most


def test_a_draft_goes_on_from_the_table_of_a_checkpoint(tmp_path: Path) -> None:
    first = LongSolve.open(memory=1 << 22, checkpoint=tmp_path / "draft.bin")
    learnt = first.solve_draft(4, 2, 5, tolerance=0.001)
    again = LongSolve.open(checkpoint=tmp_path / "draft.bin").solve_draft(4, 2, 5, tolerance=0.001)
    assert again.value == pytest.approx(learnt.value, abs=1e-3)
    assert again.picks.keys() == learnt.picks.keys()
    assert again.deals < learnt.deals / 2
    other = LongSolve.open(checkpoint=tmp_path / "draft.bin").solve_draft(3, 1, 5, tolerance=0.001)
    assert other.value == pytest.approx(1.0, abs=1e-3)  # one table holds drafts of several games


@pytest.mark.parametrize(
    ("hand", "rows", "sentence"), [(11, 4, "1 to 10 cards"), (0, 4, "1 or more"), (3, 5, "1 to 4 rows")]
)
def test_drafts_that_are_too_large(hand: int, rows: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        solve_draft(hand, rows)
