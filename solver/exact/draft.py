"""Whole pro games: the open draft and perfect play after it (P2 to P4)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from game.cards import total_bullheads
from game.kernels import prepare
from game.rules import Rules
from solver.exact import draft_search as kernels
from solver.exact.kernels import FOLDER
from solver.exact.position import OpenPosition
from solver.exact.search import BUSY, DEALS, ENTRIES, LEAF, NODES, PICKS, Work, new_work
from solver.exact.solver import SLOP, USUAL_MEMORY, ExactSolver, Progress
from solver.exact.threads import in_threads

USUAL_TOLERANCE: Final = 0.001
#: How far to go from 0 at first, in search of bounds that have the value between them.
FIRST_STEP: Final = 0.5


@dataclass(frozen=True, slots=True)
class DraftSolution:
    """What is known of a whole game: bounds of its value to the first picker, and how the draft goes."""

    low: float
    high: float
    #: For every first pick, bounds of what it is worth.
    picks: dict[int, tuple[float, float]]
    #: Picks in turn that keep the value for both, to the end of the draft.
    line: tuple[int, ...]
    tolerance: float
    closed: bool
    states: int
    nodes: int
    deals: int
    seconds: float

    @property
    def value(self) -> float | None:
        """The middle of the bounds; None while they are open, for then it says nothing."""
        return (self.low + self.high) / 2 if self.closed else None

    @property
    def best_picks(self) -> tuple[int, ...]:
        """The first picks that are known to keep the value, within the tolerance; none while the value is open."""
        kept = (card for card, (low, _) in self.picks.items() if low >= self.low - self.tolerance)
        return tuple(kept) if self.closed else ()


def solve_draft(
    hand: int,
    rows: int = 4,
    capacity: int = 5,
    *,
    memory: int = USUAL_MEMORY,
    threads: int = 1,
    tolerance: float = USUAL_TOLERANCE,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    every_pick: bool = False,
    solver: ExactSolver | None = None,
) -> DraftSolution:
    """The value of a whole two-player pro game to the first picker.

    With `every_pick`, it goes on until it is known of every first pick whether it keeps the value. A `solver` brings
    its own memory and threads, and what its table knows.
    """
    rules = draft_rules(hand, rows, capacity)
    solver = ExactSolver(memory, threads) if solver is None else solver
    return _Draft(rules, capacity, solver, tolerance, time_limit, progress).run(every_pick)


def draft_rules(hand: int, rows: int, capacity: int) -> Rules:
    """The game whose draft is solved; ValueError for one that is too large."""
    rules = Rules.preset("pro", players=2, hand=hand, rows=rows, capacity=capacity)
    cards = range(1, rules.deck + 1)
    OpenPosition.of((cards[:hand], cards[hand : 2 * hand]), [(card,) for card in cards[2 * hand :]], capacity)
    return rules


def _compile() -> None:
    """Load the kernel, or compile it: the smallest draft does it."""
    work, table = new_work(leaf_bits=4), np.zeros((4, 2), dtype=np.uint64)
    busy, control = np.zeros(BUSY, dtype=np.uint64), np.zeros(1, dtype=np.int64)
    kernels.draft(work, table, busy, control, np.zeros((2, 4, 4), dtype=np.int64), 1, 5, 1, 0, 0, 0, 0.0, SLOP)


class _Draft:
    """One call of `solve_draft`."""

    def __init__(
        self,
        rules: Rules,
        capacity: int,
        solver: ExactSolver,
        tolerance: float,
        time_limit: float | None,
        progress: Callable[[Progress], None] | None,
    ) -> None:
        hand = rules.hand
        self.hand, self.rows, self.capacity, self.cards = hand, rules.rows, capacity, rules.deck
        self.solver = solver
        solver.busy[:] = 0
        for work in solver.works:
            work.counters[:] = 0
        prepare("draft", _compile, FOLDER)
        self.history = np.zeros((2 * hand, rules.deck + 1, rules.deck + 1), dtype=np.int64)
        self.most = float(total_bullheads(range(1, rules.deck + 1)))  # nobody can take more
        self.slop = max(SLOP, tolerance / 1000)
        self.tolerance = max(tolerance, 8 * self.slop * (1 << max(hand - LEAF, 0)))
        self.time_limit = time_limit
        self.progress = progress
        self.low, self.high = -np.inf, np.inf
        self.stopped = False
        self.started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def count(self, counter: int) -> int:
        return sum(int(work.counters[counter]) for work in self.solver.works)

    def report(self) -> None:
        if self.progress is not None:
            counts = (self.count(ENTRIES), self.count(NODES))
            self.progress(Progress(*self.clip(self.low, self.high), *counts, self.seconds, self.solver.filled))

    def clip(self, low: float, high: float) -> tuple[float, float]:
        """Bounds without what no game of these cards can come to."""
        return max(low, -self.most), min(high, self.most)

    def ask(self, mine: int, theirs: int, last: int, threshold: float) -> tuple[float, float]:
        """Bounds of a draft position on one side of a threshold."""
        solver = self.solver
        shared = (solver.table, solver.busy, solver.control, self.history)
        where = (self.rows, self.capacity, self.hand, mine, theirs, last, threshold, self.slop)

        def question(work: Work) -> tuple[float, float]:
            answer: tuple[float, float] = kernels.draft(work, *shared, *where)
            return answer

        left = None if self.time_limit is None else max(self.time_limit - self.seconds, 0.0)
        answers, stopped = in_threads(solver.works, solver.control, question, left, self.report)
        self.stopped |= stopped
        return max(low for low, _ in answers), min(high for _, high in answers)

    def run(self, every_pick: bool) -> DraftSolution:
        self.close()
        picks = self.first_picks(every_pick and not self.stopped)
        low, high = self.clip(self.low, self.high)
        return DraftSolution(
            low=low,
            high=high,
            picks=picks,
            line=() if self.stopped else self.line(),
            tolerance=self.tolerance,
            closed=self.high - self.low <= self.tolerance,
            states=self.count(ENTRIES) + self.count(PICKS),
            nodes=self.count(NODES),
            deals=self.count(DEALS),
            seconds=self.seconds,
        )

    def close(self) -> None:
        """Ask on both sides of 0, where many games lie; step away from it until the value is between, then halve."""
        threshold = self.tolerance / 2
        step = FIRST_STEP
        while True:
            low, high = self.ask(0, 0, 0, threshold)
            self.low, self.high = max(self.low, low), min(self.high, high)
            if self.high - self.low <= self.tolerance or self.stopped:
                return
            if self.high > kernels.MOST / 2:
                threshold, step = self.low + step, 2 * step
            elif self.low < -kernels.MOST / 2 and threshold > 0:
                threshold = -self.tolerance / 2
            elif self.low < -kernels.MOST / 2:
                threshold, step = self.high - step, 2 * step
            else:
                threshold = (self.low + self.high) / 2

    def first_picks(self, decide: bool) -> dict[int, tuple[float, float]]:
        """Bounds of every first pick: as far as the search went, or decided against the value."""
        found = {}
        for card in range(1, self.cards + 1):
            # A threshold out of reach asks for what the table knows.
            threshold = self.low - self.tolerance / 2 if decide and not self.stopped else -kernels.MOST
            low, high = self.ask(1 << card, 0, card, threshold)
            found[card] = self.clip(low, min(high, self.high))
        return found

    def line(self) -> tuple[int, ...]:
        """Picks that keep the value for whoever picks, the lowest of several."""
        mine = theirs = last = 0
        picked: list[int] = []
        for turn in range(2 * self.hand):
            first = turn % 2 == 0
            for card in range(1, self.cards + 1):
                if (mine | theirs) >> card & 1:
                    continue
                hands = (mine | 1 << card, theirs) if first else (mine, theirs | 1 << card)
                threshold = self.low - self.tolerance / 2 if first else self.high + self.tolerance / 2
                low, high = self.ask(*hands, card, threshold)
                if self.stopped:
                    return tuple(picked)
                if low >= threshold - self.tolerance / 4 if first else high <= threshold + self.tolerance / 4:
                    mine, theirs = hands
                    last = card
                    picked.append(last)
                    break
            else:
                return tuple(picked)  # bounds so wide that no pick is known to be good enough
        return tuple(picked)
