"""Running a survey: deal after deal in this process, or in batches on Ray. Both fill the same store."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, cast

from solver.exact.explain import Reporter
from solver.exact.fleet import Fleet
from solver.exact.solver import ExactSolver, Progress
from solver.exact.survey import Survey, SurveyRow, solve_deal
from solver.exact.survey_store import SurveyStore

#: Deals in a batch, by cards a hand: enough to make it worth the way, few enough to be done again.
_BATCHES: Final = (256, 256, 256, 128, 64, 16, 4)
#: How long to wait for workers before saying that they are still at it.
_REPORT_SECONDS: Final = 1.0

Batch = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SurveyProgress:
    """How far a survey is."""

    done: int
    deals: int
    #: Deals solved by this call, and how long it took.
    solved: int
    seconds: float
    #: How far the deal is that is being solved, where that is known.
    now: Progress | None = None

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.solved / max(self.seconds, 1e-9)

    @property
    def left(self) -> float:
        """How many seconds it will go on like this."""
        return (self.deals - self.done) / self.rate if self.solved else float("inf")


class SurveyWorker:
    """Solves batches of deals in a process of its own."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey

    def answer(self, batch: Batch) -> list[SurveyRow]:
        return [solve_deal(self.survey, index) for index in batch]

    def pid(self) -> int:
        return os.getpid()


def run_survey(
    store: SurveyStore,
    executor: str = "serial",
    workers: int = 1,
    address: str | None = None,
    progress: Callable[[SurveyProgress], None] | None = None,
) -> None:
    """Solve what the store does not have yet. An interrupt leaves a store that can be gone on with."""
    todo = store.missing()
    ExactSolver(memory=1)  # compiled here once, loaded by the workers
    started = time.perf_counter()
    solved = 0

    def report(now: Progress | None = None) -> None:
        if progress is not None:
            done = store.survey.deals - len(todo) + solved
            progress(SurveyProgress(done, store.survey.deals, solved, time.perf_counter() - started, now))

    for rows in _answers(store.survey, todo, executor, workers, address, report):
        if rows:
            store.add(rows)
        solved += len(rows)
        report()


def _answers(
    survey: Survey, todo: list[int], executor: str, workers: int, address: str | None, report: Reporter
) -> Iterator[list[SurveyRow]]:
    if executor == "serial":
        return solve_serially(survey, todo, report)
    return _on_ray(survey, todo, workers, address)


def solve_serially(survey: Survey, todo: list[int], progress: Reporter | None = None) -> Iterator[list[SurveyRow]]:
    """One deal after the other, in lists that are worth writing down."""
    for batch in batches(survey.hand, todo):
        yield [solve_deal(survey, index, progress) for index in batch]


def _on_ray(survey: Survey, todo: list[int], workers: int, address: str | None) -> Iterator[list[SurveyRow]]:
    if not todo:
        return
    with Fleet(SurveyWorker, (survey,), workers, address=address) as fleet:
        yield from solve_with(fleet, batches(survey.hand, todo))


def solve_with(fleet: Fleet, work: list[Batch]) -> Iterator[list[SurveyRow]]:
    """Keep a fleet busy until all batches are answered, in any order; no rows now and then, if they take long."""
    left = iter(work)
    answered = 0
    while answered < len(work):
        for batch in islice(left, fleet.room):
            fleet.send(batch)
        assert fleet.busy  # else this would wait for nothing
        answers = fleet.wait(_REPORT_SECONDS)
        for _, rows in answers:
            answered += 1
            yield cast(list[SurveyRow], rows)
        if not answers:
            yield []


def batches(hand: int, todo: list[int]) -> list[Batch]:
    """The deals to solve, cut into batches."""
    size = _BATCHES[hand] if hand < len(_BATCHES) else 1
    return [tuple(todo[start : start + size]) for start in range(0, len(todo), size)]
