"""ExactSolver: the value of a position with open hands, both mixes, and a table that remembers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np

from game.cards import total_bullheads
from game.kernels import prepare
from solver.exact import search as kernels
from solver.exact.checkpoint import FEWEST_ENTRIES, load_table, save_table
from solver.exact.kernels import FOLDER
from solver.exact.position import Compact, OpenPosition
from solver.exact.search import LEAF, FloatArray, WordArray, Work, new_work
from solver.exact.table import ENTRY_BYTES
from solver.exact.threads import in_threads

#: What a table takes at most, if nothing else is said.
USUAL_MEMORY: Final = 1 << 30
USUAL_TOLERANCE: Final = 1e-6
#: Bounds are proved to about this times 2^(cards − 3): see `finest_tolerance`.
SLOP: Final = 2.0**-23
#: With so few cards an answer comes at once, without a thread that could be interrupted.
AT_ONCE: Final = 5
#: The part of the tolerance to which thresholds close in; the rest is for proofs that have to be made again, each bound
#: with a threshold that lies this part of the tolerance beyond it.
CLOSE_SHARE: Final = 0.7
PROOF_SHARE: Final = 0.08
#: Stands where a bound would be until a search has looked at a position; no position has so many bullheads.
UNSEEN: Final = 1e6


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a solve is."""

    low: float
    high: float
    states: int
    nodes: int
    seconds: float
    #: The part of the table that is in use.
    filled: float


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a position: bounds of its value to player 0, and mixes that guarantee them.

    The first of `strategies` makes sure of `low` for player 0, the second keeps player 0 to `high`. `pairs` holds the
    bounds of what follows each pair of cards, as (low, high) by card of player 0 and card of player 1. Where time ran
    out before the bounds met, `estimate` and `estimated_strategies` are what the search believes but did not prove.
    """

    position: OpenPosition
    low: float
    high: float
    strategies: tuple[dict[int, float], dict[int, float]]
    pairs: dict[tuple[int, int], tuple[float, float]]
    estimate: float
    estimated_strategies: tuple[dict[int, float], dict[int, float]]
    closed: bool
    #: How far apart bounds may be that count as closed: what was asked for, or the finest that there is.
    tolerance: float
    states: int
    nodes: int
    seconds: float

    @property
    def value(self) -> float:
        """The middle of the bounds, which is exact to half their distance; the estimate where they did not meet."""
        return (self.low + self.high) / 2 if self.closed else self.estimate


def finest_tolerance(cards: int) -> float:
    """How close bounds can be asked to come with so many cards a hand: each turn adds up the roundings of the next."""
    return 4 * SLOP * (1 << max(cards - LEAF, 0))


class ExactSolver:
    """Solves positions and keeps what it learnt for the next ones.

    >>> solver = ExactSolver(memory=1 << 20)
    >>> round(solver.solve(OpenPosition.deal("2,7,8/1,3,6/4,5", capacity=3)).value, 6)
    -0.5
    """

    def __init__(self, memory: int = USUAL_MEMORY, threads: int = 1, table: WordArray | None = None) -> None:
        """A solver with a table of at most `memory` bytes; `table` is one that another solver has filled."""
        prepare("exact", _compile, FOLDER)
        entries = 1 << (max(memory // ENTRY_BYTES, FEWEST_ENTRIES).bit_length() - 1)
        self.table: WordArray = np.zeros((entries, 2), dtype=np.uint64) if table is None else table
        self.busy: WordArray = np.zeros(kernels.BUSY, dtype=np.uint64)
        self.control = np.zeros(8, dtype=np.int64)
        self.works: list[Work] = [new_work() for _ in range(max(threads, 1))]

    def solve(
        self,
        position: OpenPosition,
        tolerance: float = USUAL_TOLERANCE,
        time_limit: float | None = None,
        progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Bring the bounds of the value together, to `tolerance` if time allows.

        After `time_limit` seconds, or when the user interrupts it, the bounds so far are the answer. With few cards the
        clock is looked at between one threshold and the next, a few milliseconds apart at most. A tolerance below
        `finest_tolerance` counts as that one.
        """
        return _Solve(self, position, tolerance, time_limit, progress).run()

    def ask(
        self, position: OpenPosition, threshold: float, slop: float = SLOP, time_limit: float | None = None
    ) -> tuple[float, float, float]:
        """Bring the bounds of a value to one side of a threshold, as nearly as rounding allows.

        Lower bound, upper bound, and an estimate between them; after `time_limit` seconds, as far as they are.
        """
        return _Solve(self, position, slop * 1000, time_limit, None).test(float(threshold))

    def forget(self) -> None:
        """Empty the table, so that the next answer depends on nothing that was asked before."""
        self.table[:] = 0
        for work in self.works:
            work.leaf_names[:] = 0

    def save(self, path: Path) -> None:
        """Keep what was learnt so far in a file; `load` goes on from it."""
        save_table(self.table, path)

    @classmethod
    def load(cls, path: Path, threads: int = 1) -> Self:
        """A solver that knows what another one has saved, with a table of the same size."""
        return cls(threads=threads, table=load_table(path))

    @property
    def filled(self) -> float:
        """The part of the table that is in use, from a sample."""
        sample = self.table[:: max(len(self.table) // 4096, 1), 1]
        return float(np.count_nonzero(sample)) / len(sample)


class _Solve:
    """One call of `ExactSolver.solve`."""

    def __init__(
        self,
        solver: ExactSolver,
        position: OpenPosition,
        tolerance: float,
        time_limit: float | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        self.solver = solver
        self.position = position
        self.compact = position.compact()
        self.rows = len(position.rows)
        self.tolerance = max(float(tolerance), finest_tolerance(self.compact.cards))
        self.slop = max(SLOP, self.tolerance / 1000)
        self.time_limit = time_limit
        self.progress = progress
        every_card = (card for cards in (*position.hands, *position.rows) for card in cards)
        self.high = float(total_bullheads(every_card))  # nobody can take more
        self.low, self.guess = -self.high, 0.0
        size = (self.compact.cards, self.compact.cards)
        self.lows, self.highs = np.full(size, -np.inf), np.full(size, np.inf)  # by pair of cards
        self.stopped = False
        self.started = time.perf_counter()
        solver.busy[:] = 0
        for work in solver.works:
            work.counters[:] = 0
            work.high[self.compact.cards, 0, 0] = UNSEEN
            put_line(work, self.compact)

    def run(self) -> Solution:
        """The whole answer."""
        self.look()
        if self.compact.cards > LEAF:
            self.close()
            self.prove()
        return self.solution()

    def prove(self) -> None:
        """Search once more for mixes that prove the bounds, where the table knew them but has lost the proof."""
        margin = self.tolerance * PROOF_SHARE
        for threshold, proved in ((self.low - margin, 0), (self.high + margin, 1)):
            if not self.stopped and not self.supported[proved]:
                kernels.forget(self.solver.works[0], self.solver.table, *self.where)
                self.ask(threshold)

    def test(self, threshold: float) -> tuple[float, float, float]:
        """Bounds on one side of a threshold, and an estimate."""
        if self.compact.cards > LEAF:
            self.ask(self.compact.sign * threshold)
        else:
            self.look()
            self.low, self.high = self.mixes()
        return *self.bounds, self.compact.sign * min(max(self.guess, self.low), self.high)

    @property
    def where(self) -> tuple[int, int, int]:
        """Rows, capacity and cards, as the kernels take them."""
        return self.rows, self.position.capacity, self.compact.cards

    def look(self) -> None:
        """Take what the table knows of the pairs of cards, and what that looks like."""
        self.guess = kernels.pairs(self.solver.works[0], self.solver.table, *self.where)
        self.collect()

    def collect(self) -> None:
        """Keep what the threads found out about the pairs of cards, for the table may lose it."""
        cards = self.compact.cards
        for work in self.solver.works:
            if work.high[cards, 0, 0] != UNSEEN:
                self.lows = np.maximum(self.lows, work.low[cards, :cards, :cards])
                self.highs = np.minimum(self.highs, work.high[cards, :cards, :cards])
                work.high[cards, 0, 0] = UNSEEN

    def mixes(self) -> tuple[float, float]:
        """Leave the mixes that the bounds of the pairs support in the first work space; the bounds that they prove."""
        work, cards = self.solver.works[0], self.compact.cards
        work.low[cards, :cards, :cards], work.high[cards, :cards, :cards] = self.lows, self.highs
        low, high = kernels.mixes(work, cards)
        work.high[cards, 0, 0] = UNSEEN
        return low, high

    @property
    def supported(self) -> tuple[bool, bool]:
        """Whether the mixes that are known now prove the lower and the upper bound, but for rounding."""
        low, high = self.mixes()
        margin = 1.5 * self.tolerance * PROOF_SHARE
        return low >= self.low - margin, high <= self.high + margin

    def close(self) -> None:
        """Ask one threshold after the other, near the estimate, until the bounds meet."""
        threshold = self.guess
        step = self.tolerance * 0.45
        side = 0
        while not self.stopped:
            before = (self.low, self.high)
            self.ask(threshold)
            if self.high - self.low <= self.tolerance * CLOSE_SHARE or self.stopped:
                return
            if self.time_limit is not None and self.seconds >= self.time_limit:
                self.stopped = True  # threads look at the clock themselves, an answer at once does not
                return
            moved = max(self.low - before[0], before[1] - self.high)
            new_side = 1 if self.guess - self.low <= self.high - self.guess else -1
            step = step * 4 if new_side == side and moved < 4 * step else self.tolerance * 0.45
            side = new_side
            threshold = self.low + step if side > 0 else self.high - step
            margin = self.tolerance * 0.1
            if not self.low + margin < threshold < self.high - margin:
                threshold = (self.low + self.high) / 2

    def ask(self, threshold: float) -> None:
        """Is the value at least this?"""
        solver, cards = self.solver, self.compact.cards
        shared = (solver.table, solver.busy, solver.control)
        where = (*self.where, threshold, self.slop)

        def question(work: Work) -> tuple[float, float, float]:
            answer: tuple[float, float, float] = kernels.search(work, *shared, *where)
            return answer

        if cards <= AT_ONCE:
            solver.control[0] = 0
            self.take(question(solver.works[0]))
            self.collect()
            return
        left = None if self.time_limit is None else max(self.time_limit - self.seconds, 0.0)
        answers, self.stopped = in_threads(solver.works, solver.control, question, left, self.report)
        for answer in answers:
            self.take(answer)
        self.collect()

    def take(self, answer: tuple[float, float, float]) -> None:
        low, high, guess = answer
        if low > self.low or high < self.high:
            self.guess = guess
        self.low = max(self.low, low)
        self.high = min(self.high, high)
        self.guess = min(max(self.guess, self.low), self.high)

    @property
    def bounds(self) -> tuple[float, float]:
        """What is proved so far, as player 0 of the position sees it."""
        return (self.low, self.high) if self.compact.sign > 0 else (-self.high, -self.low)

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def count(self, counter: int) -> int:
        return sum(int(work.counters[counter]) for work in self.solver.works)

    def report(self) -> None:
        if self.progress is not None:
            low, high = self.bounds
            states, nodes = self.count(kernels.ENTRIES), self.count(kernels.NODES)
            self.progress(Progress(low, high, states, nodes, self.seconds, self.solver.filled))

    def solution(self) -> Solution:
        """The answer in cards, as player 0 sees it."""
        work, cards = self.solver.works[0], self.compact.cards
        put_line(work, self.compact)
        kernels.pairs(work, self.solver.table, *self.where)
        hunches = work.x[cards, :cards].copy(), work.y[cards, :cards].copy()
        self.collect()
        low, high = self.mixes()  # what they prove is the answer, even where the table knows better
        proofs = work.x[cards, :cards].copy(), work.y[cards, :cards].copy()
        lows, highs, guess = self.lows, self.highs, min(max(self.guess, low), high)
        if self.compact.sign < 0:
            low, high, guess, proofs, hunches = -high, -low, -guess, proofs[::-1], hunches[::-1]
            lows, highs = -highs.T, -lows.T
        mine, theirs = self.position.hands
        return Solution(
            position=self.position,
            low=low,
            high=high,
            strategies=(_mix(mine, proofs[0]), _mix(theirs, proofs[1])),
            pairs={
                (card, other): (float(lows[i, j]), float(highs[i, j]))
                for i, card in enumerate(mine)
                for j, other in enumerate(theirs)
            },
            estimate=guess,
            estimated_strategies=(_mix(mine, hunches[0]), _mix(theirs, hunches[1])),
            closed=high - low <= self.tolerance,
            tolerance=self.tolerance,
            states=self.count(kernels.ENTRIES),
            nodes=self.count(kernels.NODES),
            seconds=self.seconds,
        )


def _compile() -> None:
    """Load the kernels, or compile them: one small search does it."""
    work = new_work(leaf_bits=4)
    table, busy = np.zeros((4, 2), dtype=np.uint64), np.zeros(kernels.BUSY, dtype=np.uint64)
    put_line(work, OpenPosition.deal("1,2,6,9/3,4,8,10/5,7,11,12").compact())
    kernels.search(work, table, busy, np.zeros(1, dtype=np.int64), 4, 5, 4, 0.0, SLOP)
    kernels.pairs(work, table, 4, 5, 4)
    kernels.mixes(work, 4)
    kernels.forget(work, table, 4, 5, 4)


def put_line(work: Work, compact: Compact) -> None:
    """Set a position up as the root of a search."""
    work.lines[compact.cards] = compact.owner, compact.bulls, compact.table


def _mix(hand: tuple[int, ...], weights: FloatArray) -> dict[int, float]:
    return {card: float(weight) for card, weight in zip(hand, weights, strict=True)}
