"""Solving with a clock: iterations until a target is met, with measurements and checkpoints on the way."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any, Final, Literal, NamedTuple

import numpy as np

from solver.cfr.algorithms import Algorithm, algorithm_of
from solver.cfr.run import CfrRun
from solver.measures import JointAverage, cce_gap, expected_values, gains
from solver.tree.flat_tree import FlatTree, FloatArray, Strategy

#: Called now and then with iteration, exploitability as last measured, and seconds.
Progress = Callable[[int, float, float], None]
Stopped = Literal["iterations", "target", "time", "interrupted"]

#: From one measurement to the next, iterations grow by this factor.
GROWTH: Final = 1.5
#: How long compiled code runs before it looks at the clock and at Ctrl-C, in seconds.
CHUNK_SECONDS: Final = 0.25
#: How often a checkpoint is written, in seconds.
CHECKPOINT_SECONDS: Final = 60.0


class Measurement(NamedTuple):
    """How far a run was after so many iterations; seconds do not count what measuring took."""

    iteration: int
    seconds: float
    exploitability: float


@dataclass(frozen=True)
class CfrResult:
    """The average strategies of a run and how good they are.

    `gains` holds what each player could gain by deviating; exploitability is their mean, as OpenSpiel defines it. With
    more than two players this is an ε-Nash equilibrium, never a solution; `cce_gap` then says how much the joint play
    of all iterations left to gain.
    """

    tree: FlatTree
    algorithm: str
    seed: int | None
    iterations: int
    seconds: float
    strategies: tuple[Strategy, ...]
    values: FloatArray
    gains: FloatArray
    history: tuple[Measurement, ...]
    stopped: Stopped
    joint: JointAverage | None
    #: What could not be written on the way, in words.
    unsaved: tuple[str, ...] = ()

    @property
    def nash_conv(self) -> float:
        return float(self.gains.sum())

    @property
    def exploitability(self) -> float:
        return self.nash_conv / self.tree.players

    @property
    def cce_gap(self) -> float | None:
        """The largest gain against the joint play, where it was kept."""
        return None if self.joint is None else cce_gap(self.tree, self.joint)


def solve(
    tree: FlatTree,
    algorithm: str | Algorithm = "cfr+",
    iterations: int = 1000,
    *,
    target: float | None = None,
    check_every: int | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
    checkpoint: Path | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    time_limit: float | None = None,
    threads: int = 1,
    alternating: bool = True,
    keep_joint: bool | None = None,
) -> CfrResult:
    """Run an algorithm up to iteration number `iterations`, or until its exploitability is at most `target`.

    Where payoffs do not add up or more than two play, it is the largest gain of a player that has to come down to it.

    Exploitability is measured in growing steps (or every `check_every` iterations), which does not change the run. With
    a `checkpoint` the run is written there now and then, at the end and after Ctrl-C, and goes on from it when called
    again; seconds count over all calls, and `time_limit` counts for this one.
    """
    how = algorithm_of(algorithm) if isinstance(algorithm, str) else algorithm
    if iterations < 1:
        raise ValueError(f"a run needs one iteration at least, not {iterations}")
    if check_every is not None and check_every < 1:
        raise ValueError(f"check_every must be 1 at least, not {check_every}")
    options = {"seed": seed, "alternating": alternating, "keep_joint": keep_joint, "threads": threads}
    run, kept = _begin(tree, how, checkpoint, options)
    history = [Measurement(*each) for each in kept.get("history", [])]
    clock = _Clock(float(kept.get("seconds", 0.0)))
    saved = time.perf_counter()
    stopped: Stopped | None = None
    unsaved: list[str] = []

    def save() -> None:
        if checkpoint is None:
            return
        try:
            run.save(checkpoint, {"history": [list(each) for each in history], "seconds": clock.seconds})
        except OSError as error:  # a full disk must not cost the work that is done
            unsaved.append(f"the checkpoint {checkpoint} could not be written: {error.strerror}")

    with _deferred_interrupt() as interrupted:
        if target is not None and tree.zero_sum and history and history[-1].exploitability <= target:
            stopped = "target"
        while stopped is None and run.iteration < iterations:
            due = min(next_check(run.iteration, check_every), iterations)
            _step_towards(run, due, clock)
            if run.iteration == due:
                gained = gains(tree, run.average())
                history.append(Measurement(run.iteration, clock.seconds, float(gained.mean())))
                # Where payoffs do not add up, nobody may be able to gain more than the target.
                if target is not None and (gained.mean() if tree.zero_sum else gained.max()) <= target:
                    stopped = "target"
            if progress is not None:
                progress(run.iteration, history[-1].exploitability if history else math.nan, clock.seconds)
            if interrupted.is_set():
                stopped = "interrupted"
            elif stopped is None and time_limit is not None and clock.here >= time_limit:
                stopped = "time"
            if stopped is None and time.perf_counter() - saved >= checkpoint_seconds:
                save()
                saved = time.perf_counter()
        save()
    return replace(_result(run, tuple(history), clock.seconds, stopped or "iterations"), unsaved=tuple(unsaved))


def next_check(iteration: int, check_every: int | None) -> int:
    """The iteration of the next measurement, which depends on nothing but where the run is."""
    if check_every is not None:
        return (iteration // check_every + 1) * check_every
    due = 1
    while due <= iteration:
        due = max(due + 1, math.ceil(due * GROWTH))
    return due


class _Clock:
    """Counts the seconds of iterations, over all calls and in this one; and how many fit in a chunk."""

    def __init__(self, before: float) -> None:
        self.before = before
        self.here = 0.0
        self.pace = 0.0  # seconds an iteration, as last seen

    @property
    def seconds(self) -> float:
        return self.before + self.here


def _step_towards(run: CfrRun, due: int, clock: _Clock) -> None:
    """Iterate for a moment, not beyond `due`."""
    fit = max(1, int(CHUNK_SECONDS / clock.pace)) if clock.pace > 0 else 1
    count = min(due - run.iteration, fit)
    started = time.perf_counter()
    run.step(count)
    took = time.perf_counter() - started
    clock.here += took
    clock.pace = took / count


def _begin(
    tree: FlatTree, how: Algorithm, checkpoint: Path | None, options: dict[str, Any]
) -> tuple[CfrRun, dict[str, Any]]:
    """A new run, or the one that a checkpoint holds if it is the same."""
    run = CfrRun(tree, how, **options)
    if checkpoint is None or not checkpoint.exists():
        return run, {}
    found, kept = CfrRun.load(checkpoint, tree, options["threads"])
    for what in ("algorithm", "seed", "alternating", "keep_joint"):
        asked, had = getattr(run, what), getattr(found, what)
        if asked != had:
            names = [each.name if isinstance(each, Algorithm) else each for each in (had, asked)]
            raise ValueError(
                f"{checkpoint} is a checkpoint of a run with {what} {names[0]}, not {names[1]}: "
                "ask for the same, or choose another file"
            )
    return found, kept


def _result(run: CfrRun, history: tuple[Measurement, ...], seconds: float, stopped: Stopped) -> CfrResult:
    strategies = run.average()
    return CfrResult(
        tree=run.tree,
        algorithm=run.algorithm.name,
        seed=run.seed,
        iterations=run.iteration,
        seconds=seconds,
        strategies=strategies,
        values=expected_values(run.tree, strategies),
        gains=np.asarray(gains(run.tree, strategies)),
        history=history,
        stopped=stopped,
        joint=run.joint() if run.keep_joint and run.iteration else None,
    )


@contextmanager
def _deferred_interrupt() -> Iterator[threading.Event]:
    """Let Ctrl-C set a flag instead of breaking off in the middle of an iteration; the second one breaks off."""
    flag = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield flag  # only the main thread hears of Ctrl-C
        return
    before = signal.getsignal(signal.SIGINT)

    def hear(number: int, frame: FrameType | None) -> None:
        if flag.is_set():
            raise KeyboardInterrupt
        flag.set()

    signal.signal(signal.SIGINT, hear)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
