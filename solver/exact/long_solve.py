"""Solves that may take hours: a checkpoint every few minutes and at the end, and going on from it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

from game.state import State
from solver.exact.checkpoint import check_writable
from solver.exact.draft import DraftSolution, solve_draft
from solver.exact.explain import Reporter, RowAnswer, solve_row
from solver.exact.position import OpenPosition
from solver.exact.solver import USUAL_MEMORY, ExactSolver, Progress, Solution

#: Seconds between checkpoints.
CHECKPOINT_SECONDS: Final = 600.0
#: Up to this many cards a hand, bounds are brought together to the fine tolerance if nothing else is said.
FINE_CARDS: Final = 6
FINE: Final = 1e-6
COARSE: Final = 1e-3


def usual_tolerance(cards: int) -> float:
    """How close the bounds come, if nothing else is said."""
    return FINE if cards <= FINE_CARDS else COARSE


def say(words: str) -> None:
    """A word to the user that is no part of the answer."""
    print(f"nimmt: {words}", file=sys.stderr, flush=True)


class LongSolve:
    """A solver and the file that it is kept in."""

    def __init__(
        self,
        solver: ExactSolver,
        checkpoint: Path | None = None,
        loaded: bool = False,
        warn: Callable[[str], None] = say,
    ) -> None:
        self.solver = solver
        self.checkpoint = checkpoint
        #: Whether the table is the one of the checkpoint file, of the size that it has there.
        self.loaded = loaded
        #: Whether the last checkpoint was written.
        self.kept = False
        self.warn = warn

    @classmethod
    def open(
        cls,
        memory: int | None = None,
        threads: int = 1,
        checkpoint: Path | None = None,
        warn: Callable[[str], None] = say,
    ) -> Self:
        """A new solver, or the one in the checkpoint file if there is one; OSError if none can be written there."""
        memory = USUAL_MEMORY if memory is None else memory
        if checkpoint is None:
            return cls(ExactSolver(memory, threads))
        if checkpoint.is_dir():
            raise ValueError(
                f"{checkpoint} is a folder: give a file for the checkpoint, like {checkpoint / 'solve.bin'}"
            )
        if not checkpoint.parent.is_dir():
            raise ValueError(f"{checkpoint.parent} is no folder, so no checkpoint can be kept there")
        solver = ExactSolver.load(checkpoint, threads) if (loaded := checkpoint.exists()) else None
        check_writable(checkpoint)
        return cls(solver or ExactSolver(memory, threads), checkpoint, loaded, warn)

    def differs(self, memory: int) -> bool:
        """Whether the table came from the file in another size than this much memory would have given it."""
        return self.loaded and not self.solver.table.nbytes <= memory < 2 * self.solver.table.nbytes

    def solve(
        self,
        position: OpenPosition,
        tolerance: float,
        time_limit: float | None = None,
        progress: Reporter | None = None,
    ) -> Solution:
        """Solve a position, saving what is known every few minutes and at the end, however that comes about."""
        solution = self.solver.solve(position, tolerance, time_limit, self._watch(progress))
        self.save()
        return solution

    def solve_row(
        self, state: State, tolerance: float, time_limit: float | None = None, progress: Reporter | None = None
    ) -> RowAnswer:
        """The same where a low card takes a row."""
        answer = solve_row(self.solver, state, tolerance, time_limit, self._watch(progress))
        self.save()
        return answer

    def solve_draft(
        self,
        hand: int,
        rows: int,
        capacity: int,
        tolerance: float,
        time_limit: float | None = None,
        progress: Reporter | None = None,
        every_pick: bool = False,
    ) -> DraftSolution:
        """The same with a whole game, draft and all."""
        solution = solve_draft(
            hand,
            rows,
            capacity,
            tolerance=tolerance,
            time_limit=time_limit,
            progress=self._watch(progress),
            every_pick=every_pick,
            solver=self.solver,
        )
        self.save()
        return solution

    def _watch(self, progress: Reporter | None) -> Reporter:
        """Hear of progress, and save now and then."""
        saved = time.perf_counter()

        def watch(now: Progress) -> None:
            nonlocal saved
            if self.checkpoint is not None and time.perf_counter() - saved >= CHECKPOINT_SECONDS:
                self.save()
                saved = time.perf_counter()
            if progress is not None:
                progress(now)

        return watch

    def save(self) -> None:
        """Write the checkpoint, where one is wanted. If that fails, the answer is still worth having."""
        if self.checkpoint is None:
            return
        try:
            self.solver.save(self.checkpoint)
            self.kept = True
        except OSError as error:
            self.kept = False
            self.warn(f"no checkpoint was written to {self.checkpoint}: {error.strerror or error}")


class Interruptible:
    """A solver for work of many solves: an interrupt ends all of them, not only the one that is under way."""

    def __init__(self, solver: ExactSolver, progress: Reporter | None = None) -> None:
        self.solver = solver
        #: Hears how far the present solve is.
        self.progress = progress

    def solve(self, position: OpenPosition, tolerance: float = FINE, time_limit: float | None = None) -> Solution:
        """As the solver does; KeyboardInterrupt if the bounds are open though there was time."""
        progress = None if time_limit == 0 else self.progress  # a look at what is known goes without
        solution = self.solver.solve(position, tolerance, time_limit, progress)
        if not solution.closed and (time_limit is None or solution.seconds < time_limit):
            raise KeyboardInterrupt
        return solution
