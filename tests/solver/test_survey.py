"""Surveys: the deals, what is said of them, the store, and what it refuses."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, cast

import pytest

from game.deal import Deal
from solver.exact.fleet import Fleet
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Solution, _Solve, finest_tolerance
from solver.exact.survey import Survey, SurveyRow, count_deals, must_mix, solve_deal, unrank_deal
from solver.exact.survey_report import Summary, first_pick, plot_survey
from solver.exact.survey_run import Batch, SurveyProgress, batches, run_survey, solve_with
from solver.exact.survey_store import CSV_NAME, STORE_NAME, StoreError, SurveyStore, csv_bytes

SMALL = Survey.make(3, 4, deals=20, seed=1)


def filled(folder: Path, survey: Survey) -> bytes:
    with SurveyStore.open(folder, survey) as store:
        run_survey(store)
        return store.export().read_bytes()


def test_all_deals_are_there_once() -> None:
    deals = [unrank_deal(2, 3, 5, index) for index in range(count_deals(2, 3))]
    expected = {
        (mine, theirs)
        for mine in combinations(range(1, 8), 2)
        for theirs in combinations(range(1, 8), 2)
        if not set(mine) & set(theirs)
    }
    assert len(deals) == len(expected) == 210
    assert {deal.hands for deal in deals} == expected
    for deal in deals:
        assert sorted(card for cards in (*deal.hands, *deal.rows) for card in cards) == list(range(1, 8))


def test_random_deals_are_those_of_nimmt_deal() -> None:
    dealt = Deal.make(SMALL.rules, 1, 7)
    assert SMALL.deal(7).hands == dealt.hands
    assert tuple(row[0] for row in SMALL.deal(7).rows) == dealt.rows


def test_a_deal_does_not_depend_on_those_before_it() -> None:
    alone = solve_deal(SMALL, 9)
    for index in range(9):
        solve_deal(SMALL, index)
    again = solve_deal(SMALL, 9)
    assert (again.deal, again.low, again.high, again.mixed, again.states) == (
        (alone.deal, alone.low, alone.high, alone.mixed, alone.states)
    )


@pytest.mark.parametrize(
    ("deal", "mixed"),
    [("1,3,9/4,7,8/2,5,6", (False, False)), ("2,4,6,8,12/5,7,9,11,13/1,3,10,14", (True, True))],
)
def test_who_must_mix(deal: str, mixed: tuple[bool, bool]) -> None:
    solver = ExactSolver(memory=1 << 22)
    assert must_mix(solver, solver.solve(OpenPosition.deal(deal)), 1e-6) == mixed


def test_must_mix_agrees_with_the_whole_matrix() -> None:
    """Somebody must mix just where no card of one meets a card of the other in a saddle point."""
    seen = set()
    for index in range(30):
        survey = Survey.make(4, 4, deals=30, seed=3)
        solver = ExactSolver(memory=1 << 22)
        solution = solver.solve(survey.deal(index))
        mine, theirs = solution.position.hands
        pairs = solution.pairs  # with four cards each, what follows is solved outright
        assert all(high - low < 1e-9 for low, high in pairs.values())
        sure = max(min(pairs[card, other][0] for other in theirs) for card in mine)
        kept = min(max(pairs[card, other][1] for card in mine) for other in theirs)
        expected = (sure < solution.value - 1e-5, kept > solution.value + 1e-5)
        assert must_mix(solver, solution, 1e-6) == expected
        seen.add(expected)
    assert {(False, False), (True, True)} <= seen


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_an_interrupt_makes_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solve with threads takes Ctrl-C for the end of its time; the bounds so far are no answer to a survey."""
    monkeypatch.setattr("solver.exact.threads.PULSE", 0.001)
    monkeypatch.setattr(_Solve, "report", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solve_deal(Survey.make(7, 4, deals=1, seed=1), 0)


def test_an_interrupt_while_it_is_asked_who_must_mix_makes_no_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds that are left open stand in for Ctrl-C."""
    solve, solved = ExactSolver.solve, list[Solution]()

    def first_only(self: ExactSolver, *arguments: Any) -> Solution:
        solution = solve(self, *arguments)
        solved.append(solution)
        if len(solved) > 1:
            return replace(solution, closed=False)
        return replace(solution, pairs=dict.fromkeys(solution.pairs, (-99.0, 99.0)))  # so that more must be solved

    monkeypatch.setattr(ExactSolver, "solve", first_only)
    with pytest.raises(KeyboardInterrupt):
        solve_deal(SMALL, 0)
    assert len(solved) == 2


def test_a_long_deal_tells_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.exact.threads.PULSE", 0.001)
    told: list[SurveyProgress] = []
    with SurveyStore.open(tmp_path, Survey.make(7, 4, deals=1, seed=1)) as store:
        run_survey(store, progress=told.append)
    under_way = [one for one in told if one.now is not None]
    assert under_way
    assert all((one.done, one.solved, one.deals) == (0, 0, 1) for one in under_way)
    assert all(one.now.low <= one.now.high for one in under_way if one.now)
    assert (told[-1].done, told[-1].now) == (1, None)


class SlowFleet:
    """A fleet whose workers answer at the third asking."""

    def __init__(self) -> None:
        self.sent: list[Batch] = []
        self.asked = 0

    @property
    def room(self) -> int:
        return 2 - len(self.sent)

    @property
    def busy(self) -> int:
        return len(self.sent)

    def send(self, batch: Batch) -> None:
        self.sent.append(batch)

    def wait(self, seconds: float | None = None) -> list[tuple[Batch, list[SurveyRow]]]:
        assert seconds is not None  # else nobody would hear anything until the end
        self.asked += 1
        if self.asked % 3:
            return []
        batch = self.sent.pop()
        return [(batch, [row(index, 0.0) for index in batch])]


def test_slow_workers_are_waited_for_with_words() -> None:
    answers = list(solve_with(cast(Fleet, SlowFleet()), [(0, 1), (2,), (3,)]))
    assert sorted(one.index for rows in answers for one in rows) == [0, 1, 2, 3]
    assert answers.count([]) == 6


def test_rows_that_are_not_solved_are_refused_and_solved_again(tmp_path: Path) -> None:
    whole = filled(tmp_path / "whole", SMALL)
    shutil.copytree(tmp_path / "whole", tmp_path / "false")
    connection = sqlite3.connect(tmp_path / "false" / STORE_NAME)
    with connection:
        connection.execute("UPDATE deal SET low = -30, high = 30 WHERE number = 7")
    connection.close()
    with SurveyStore.open(tmp_path / "false", SMALL) as store:
        assert store.missing() == [7]
        with pytest.raises(StoreError, match="deal 7 is not solved"):
            store.add([SurveyRow(7, "1/2/3,4", -30.0, 30.0, (False, False), 1, 0.1)])
        assert store.missing() == [7]
    assert filled(tmp_path / "false", SMALL) == whole


def test_a_survey_is_as_fine_as_can_be_asked_for() -> None:
    survey = Survey.make(5, 4, deals=3, tolerance=1e-12)
    assert survey.tolerance == finest_tolerance(5)
    rows = [solve_deal(survey, index) for index in range(3)]
    assert all(row.high - row.low <= survey.tolerance for row in rows)
    assert Summary.of(survey, rows).json(survey)["tolerance"] == survey.tolerance


def test_a_deal_whose_search_once_never_ended() -> None:
    """An earlier search opened 300 nodes here at 1e-6 and then took steps without end."""
    position = OpenPosition.deal("6,7,12,13,15,16/3,4,5,8,9,10/14,2,1,11")
    solution = ExactSolver(memory=1 << 24).solve(position, 1e-6, time_limit=20)
    assert solution.closed
    assert solution.value == pytest.approx(1.1874677, abs=2e-6)


def test_an_interrupted_survey_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = filled(tmp_path / "whole", SMALL)
    with SurveyStore.open(tmp_path / "parts", SMALL) as store:
        store.add([solve_deal(SMALL, index) for index in (13, 2, 5)])
        assert len(store.missing()) == 17
        store.add([solve_deal(SMALL, index) for index in (2, 3)])  # a retry does no harm
        assert len(store.missing()) == 16
    assert filled(tmp_path / "parts", SMALL) == whole
    assert whole.decode().splitlines()[0] == "index,deal,value,low,high,mixed0,mixed1,states"
    assert len(whole.splitlines()) == 21


def test_more_deals_of_the_same_survey_keep_the_first_ones(tmp_path: Path) -> None:
    few = filled(tmp_path, Survey.make(3, 4, deals=5, seed=1))
    many = filled(tmp_path, SMALL)
    assert many.startswith(few)
    assert filled(tmp_path, Survey.make(3, 4, deals=5, seed=1)) == few


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (Survey.make(3, 4, deals=20, seed=2), "seed 1, and this one has 2"),
        (Survey.make(2, 4, deals=20, seed=1), "rules base"),
        (Survey.make(3, 4, deals=20, seed=1, tolerance=0.1), "tolerance 1e-06"),
        (Survey.make(3, 4, every=True, seed=1), "every False"),
    ],
)
def test_a_store_of_another_survey_is_refused(tmp_path: Path, other: Survey, named: str) -> None:
    SurveyStore.open(tmp_path, SMALL).close()
    with pytest.raises(StoreError, match=named):
        SurveyStore.open(tmp_path, other)


def test_all_deals_need_no_seed(tmp_path: Path) -> None:
    few = filled(tmp_path, Survey.make(1, 2, every=True, seed=3))
    assert filled(tmp_path, Survey.make(1, 2, every=True)) == few


def test_files_that_are_no_store(tmp_path: Path) -> None:
    file = tmp_path / STORE_NAME
    file.write_bytes(b"rubbish" * 1000)
    with pytest.raises(StoreError, match="damaged or no survey"):
        SurveyStore.open(tmp_path, SMALL)
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE other (x)")
    connection.close()
    with pytest.raises(StoreError, match="is no survey"):
        SurveyStore.open(tmp_path, SMALL)


def test_a_damaged_or_newer_store(tmp_path: Path) -> None:
    filled(tmp_path, Survey.make(3, 4, deals=500, seed=1))
    file = tmp_path / STORE_NAME
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="another version"):
        SurveyStore.open(tmp_path, SMALL)
    content = bytearray(file.read_bytes())
    content[8192:12288] = b"\xff" * 4096
    content[60:64] = (1).to_bytes(4, "big")
    file.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        SurveyStore.open(tmp_path, SMALL)


def row(index: int, value: float, mixed: tuple[bool, bool] = (False, False)) -> SurveyRow:
    return SurveyRow(index, "1/2/3,4", value, value, mixed, 10, 0.5)


def test_the_summary_counts() -> None:
    survey = Survey.make(1, 2, deals=4)
    rows = [row(0, -1.0), row(1, 0.0), row(2, 3.0, (True, True)), row(3, 2.0, (True, False))]
    summary = Summary.of(survey, rows)
    assert (summary.mean, summary.size) == (1.0, 1.5)
    assert summary.mean_error == pytest.approx((10 / 3) ** 0.5 / 2)
    assert (summary.draws, summary.mixed, summary.both_mixed) == (0.25, 0.5, 0.25)
    assert (summary.quantiles[0], summary.quantiles[50], summary.quantiles[100]) == (-1.0, 1.0, 3.0)
    assert Summary.of(Survey.make(1, 2, every=True), rows).mean_error == 0.0


def test_the_first_pick_is_told_where_it_is_cheap() -> None:
    survey = Survey.make(3, 1, deals=1)
    found = first_pick(survey)
    assert found is not None
    assert found[0] - 1e-6 <= 1.0 <= found[1] + 1e-6  # known from trying every pick, as tests of the draft do
    assert Summary.of(survey, [row(0, 1.0)], found).json(survey)["first_pick"]["value"] == pytest.approx(1.0, abs=1e-3)
    assert first_pick(Survey.make(5, 4, deals=1)) is None
    assert Summary.of(survey, [row(0, 1.0)]).json(survey)["first_pick"] is None


def test_over_all_deals_the_seats_are_equal(tmp_path: Path) -> None:
    survey = Survey.make(2, 3, every=True)
    filled(tmp_path, survey)
    with SurveyStore.open(tmp_path, survey) as store:
        summary = Summary.of(survey, store.rows())
    assert summary.mean == pytest.approx(0.0, abs=1e-9)
    assert summary.size > 0.3
    assert summary.quantiles[5] == pytest.approx(-summary.quantiles[95])


def test_values_are_written_as_exactly_as_they_are_known() -> None:
    lines = csv_bytes(Survey.make(1, 2, deals=2, tolerance=0.001), [row(1, -0.0001), row(0, 0.12345)]).splitlines()
    assert lines[1] == b'0,"1/2/3,4",0.123,0.1234,0.1235,0,0,10'
    assert lines[2] == b'1,"1/2/3,4",0.000,-0.0002,-0.0001,0,0,10'


@pytest.mark.parametrize("value", [-2.00001, -1e-9, 0.0, 1e-9, 0.5, 1.99999])
def test_bounds_are_rounded_outwards(value: float) -> None:
    (_, line) = csv_bytes(Survey.make(1, 2, deals=1, tolerance=0.001), [row(0, value)]).decode().splitlines()
    low, high = map(float, line.split(",")[-5:-3])
    assert low <= value <= high
    assert high - low <= 0.00011


def test_batches_hold_every_deal_once() -> None:
    cut = batches(5, list(range(37)))
    assert [index for batch in cut for index in batch] == list(range(37))
    assert max(map(len, cut)) == 16


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    survey = Survey.make(1, 2, deals=3)
    plot_survey(survey, [row(0, -1.0), row(1, 0.0, (True, True)), row(2, 0.5)], tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert not (tmp_path / CSV_NAME).exists()


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ({"hand": 3, "rows": 4}, "either --deals N random ones, or --all"),
        ({"hand": 3, "rows": 4, "deals": 5, "every": True}, "either --deals N random ones, or --all"),
        ({"hand": 3, "rows": 4, "deals": 0}, "1 to 10,000,000 deals, not 0"),
        ({"hand": 10, "rows": 4, "every": True}, "survey random ones"),
        ({"hand": 11, "rows": 4, "deals": 5}, "1 to 10 cards, not 11"),
        ({"hand": 3, "rows": 5, "deals": 5}, "1 to 4 rows, not 5"),
        ({"hand": 0, "rows": 4, "deals": 5}, "1 to 10 cards, not 0"),
    ],
)
def test_numbers_that_make_no_survey(numbers: dict[str, int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Survey.make(**numbers)  # type: ignore[arg-type]
