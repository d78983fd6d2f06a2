"""Solves that may take hours: a checkpoint every few minutes and at the end, and going on from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Self

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


class LongSolve:
    """A solver and the file that it is kept in."""

    def __init__(self, solver: ExactSolver, checkpoint: Path | None = None) -> None:
        self.solver = solver
        self.checkpoint = checkpoint

    @classmethod
    def open(cls, memory: int | None = None, threads: int = 1, checkpoint: Path | None = None) -> Self:
        """A new solver, or the one in the checkpoint file if there is one."""
        memory = USUAL_MEMORY if memory is None else memory
        if checkpoint is None:
            return cls(ExactSolver(memory, threads))
        if not checkpoint.parent.is_dir():
            raise ValueError(f"{checkpoint.parent} is no folder, so no checkpoint can be kept there")
        if not checkpoint.exists():
            return cls(ExactSolver(memory, threads), checkpoint)
        return cls(ExactSolver.load(checkpoint, threads), checkpoint)

    def solve(
        self,
        position: OpenPosition,
        tolerance: float,
        time_limit: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Solve a position, saving what is known every few minutes and at the end, however that comes about."""
        saved = time.perf_counter()

        def watch(now: Progress) -> None:
            nonlocal saved
            if self.checkpoint is not None and time.perf_counter() - saved >= CHECKPOINT_SECONDS:
                self.save()
                saved = time.perf_counter()
            if progress is not None:
                progress(now)

        solution = self.solver.solve(position, tolerance, time_limit, watch)
        self.save()
        return solution

    def save(self) -> None:
        """Write the checkpoint, where one is wanted."""
        if self.checkpoint is not None:
            self.solver.save(self.checkpoint)
