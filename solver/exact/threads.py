"""Several threads at one question, on one table: the first that has the answer stops the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from solver.exact.search import IntArray, Work

T = TypeVar("T")

#: How often to look at the clock and to report, in seconds.
PULSE: Final = 1.0


def in_threads(
    works: Sequence[Work],
    control: IntArray,
    question: Callable[[Work], T],
    seconds: float | None = None,
    report: Callable[[], None] = lambda: None,
) -> tuple[list[T], bool]:
    """Let every thread look for the answer, with its own work space, for so many seconds at most.

    All answers, of which those of stopped threads may be less complete, and whether time ran out or the user
    interrupted it. The compiled search reads `control[0]` and ends when it is set.
    """
    control[0] = 0
    done = threading.Event()
    answers: list[T] = []
    failures: list[BaseException] = []

    def run(work: Work) -> None:
        try:
            answers.append(question(work))
        except BaseException as error:
            failures.append(error)
        done.set()

    deadline = None if seconds is None else time.perf_counter() + seconds
    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    stopped = False
    try:
        while not done.wait(PULSE if deadline is None else max(min(PULSE, deadline - time.perf_counter()), 0.0)):
            report()
            if deadline is not None and time.perf_counter() >= deadline:
                stopped = True
                break
    except KeyboardInterrupt:
        stopped = True
    finally:
        control[0] = 1
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
    return answers, stopped
