"""One position split over Ray workers: the root's game is played here, what follows it is searched by others.

The driver keeps bounds and an estimate of what follows every pair of cards, and refines them as `solver.exact.search`
does at a node: the game of the estimates says what to believe and which mix would prove it, and the columns that the
mix does not prove yet say which children have to come to one side of which threshold. Each of these is a question to a
worker, several at a time, because a proof needs all its columns. Every worker keeps its table between questions.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, cast

import numpy as np
import numpy.typing as npt

from game.cards import total_bullheads
from solver.exact.estimate import estimate, load_weights
from solver.exact.explain import Clock
from solver.exact.fleet import Fleet
from solver.exact.follow import Way, follow
from solver.exact.position import OpenPosition
from solver.exact.search import ENTRIES, LEAF
from solver.exact.solver import SLOP, USUAL_MEMORY, USUAL_TOLERANCE, ExactSolver, Progress, Solution

FloatArray = npt.NDArray[np.float64]

#: The part of the tolerance to which workers bring an answer.
FINE: Final = 1 / 20
#: What a proof at the root may lack, in units of the workers' own slack: see `Root.questions`.
ROOT_SLACK: Final = 4
#: Seconds between reports.
REPORT_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Question:
    """Bring the bounds of a position to one side of a threshold."""

    child: int
    position: OpenPosition
    threshold: float
    slack: float


@dataclass(frozen=True, slots=True)
class Reply:
    """Bounds and estimate after a question, and what it took."""

    low: float
    high: float
    guess: float
    states: int
    filled: float


class SplitWorker:
    """Answers questions about positions from a table of its own."""

    def __init__(self, memory: int) -> None:
        self.solver = ExactSolver(memory, threads=1)

    def answer(self, question: Question) -> Reply:
        low, high, guess, states = ask(self.solver, question.position, question.threshold, question.slack)
        return Reply(low, high, guess, states, self.solver.filled)

    def pid(self) -> int:
        return os.getpid()


def ask(solver: ExactSolver, position: OpenPosition, threshold: float, slack: float) -> tuple[float, float, float, int]:
    """Bounds that leave no doubt on which side of a threshold the value lies, give or take the slack."""
    low, high, guess = solver.ask(position, threshold, slack / (1 << position.cards_left))
    tolerance = 1.0
    states = sum(int(work.counters[ENTRIES]) for work in solver.works)
    while not (low >= threshold - slack or high <= threshold + slack):
        # So near to the threshold that rounding leaves it open: the value itself will tell.
        solution = solver.solve(position, tolerance)
        low, high, states = max(low, solution.low), min(high, solution.high), states + solution.states
        guess = solution.value
        if tolerance <= slack:
            break
        tolerance /= 16
    return low, high, guess, states


@dataclass(slots=True)
class Child:
    """A position that can follow, and what is known of its value to player 0."""

    position: OpenPosition
    low: float
    high: float
    guess: float
    asked: bool = False

    def take(self, reply: Reply) -> None:
        """Note a worker's answer."""
        self.asked = False
        self.low = max(self.low, reply.low)
        self.high = min(self.high, reply.high)
        self.guess = min(max(reply.guess, self.low), self.high)


@dataclass(frozen=True, slots=True)
class Option:
    """One way out of a pair of cards: a gain, and a child, whose players may be swapped."""

    gain: float
    child: int | None
    sign: int = 1


@dataclass(slots=True)
class Root:
    """The game at the root: the options of every pair of cards, and what is known of them."""

    position: OpenPosition
    #: How exact the children are asked to be.
    slack: float
    children: list[Child] = field(default_factory=list)
    options: dict[tuple[int, int], tuple[Option, ...]] = field(default_factory=dict)
    choosers: dict[tuple[int, int], int | None] = field(default_factory=dict)

    @classmethod
    def of(cls, position: OpenPosition, slack: float) -> Root:
        """List everything that can follow; children that are the same to the solver are one."""
        root = cls(position, slack)
        known: dict[tuple[int, ...], tuple[int, int]] = {}

        def option(way: Way) -> Option:
            if way.child is None:
                return Option(float(way.gain), None)
            compact = way.child.compact()
            key = (compact.cards, compact.owner, compact.bulls, compact.table)
            if key not in known:
                most = float(total_bullheads(card for cards in (*way.child.hands, *way.child.rows) for card in cards))
                known[key] = len(root.children), compact.sign
                rows = len(way.child.rows)
                guess = compact.sign * estimate(compact.owner, compact.table, compact.cards, rows, load_weights())
                root.children.append(Child(way.child, -most, most, guess))
            number, sign = known[key]
            return Option(float(way.gain), number, sign * compact.sign)

        for i, card in enumerate(position.hands[0]):
            for j, other in enumerate(position.hands[1]):
                turn = follow(position, (card, other))
                root.choosers[i, j] = turn.chooser
                root.options[i, j] = tuple(dict.fromkeys(map(option, turn.ways)))
        return root

    def bounds(self, option: Option) -> tuple[float, float, float]:
        """Lower bound, upper bound and estimate of an option, as player 0 at the root sees it."""
        if option.child is None:
            return option.gain, option.gain, option.gain
        child = self.children[option.child]
        if option.sign > 0:
            return option.gain + child.low, option.gain + child.high, option.gain + child.guess
        return option.gain - child.high, option.gain - child.low, option.gain - child.guess

    def matrices(self) -> FloatArray:
        """Lower bounds, upper bounds and estimates by pair of cards, with the best choice of a row (B5)."""
        size = self.position.cards_left
        found = np.empty((3, size, size))
        for (i, j), options in self.options.items():
            best = max if self.choosers[i, j] == 0 else min
            for part, numbers in enumerate(zip(*map(self.bounds, options), strict=True)):
                found[part, i, j] = best(numbers)
        return found

    def questions(self, m: float, room: int) -> list[Question] | tuple[float, bool]:
        """What the proof needs to know next, most urgent first; or the bound that is proved, and whether from below.

        A column is proved when the mix makes m of it on lower bounds, give or take ROOT_SLACK × slack: children are
        asked for their estimates less the column's spare part, at least one slack, and answer to another one.
        """
        low, high, guess = self.matrices()
        upward, x, y = believe(guess, m)
        # From the other side the same, with players and signs exchanged.
        mix, bound, belief, wanted = (x, low, guess, m) if upward else (y, -high.T, -guess.T, -m)
        proved = mix @ bound
        if proved.min() >= wanted - ROOT_SLACK * self.slack:
            return (float(proved.min()), True) if upward else (float(-proved.min()), False)
        ranked: list[tuple[int, float, Question]] = []
        hoped = mix @ belief
        for line in np.argsort(hoped, kind="stable"):
            if proved[line] >= wanted - ROOT_SLACK * self.slack:
                continue
            gaps = belief[:, line] - bound[:, line]
            unsure = (mix > 0) & (gaps > 1.5 * self.slack)
            spare = float(mix @ belief[:, line]) - wanted
            weight = float(mix[unsure].sum())
            give = max(spare / weight if weight > 0 else 0.0, self.slack)
            urgency = mix * (gaps - give)
            for place, i in enumerate(np.argsort(-urgency, kind="stable")):
                if not unsure[i] or urgency[i] <= 0:
                    continue
                pair = (int(i), int(line)) if upward else (int(line), int(i))
                target = float(belief[i, line]) - give
                question = self.question(pair, target if upward else -target, upward)
                if question is not None:
                    ranked.append((place, float(hoped[line]), question))
        ranked.sort(key=lambda entry: entry[:2])
        chosen = {question.child: question for _, _, question in reversed(ranked)}  # one a child, the most urgent
        return [question for _, _, question in ranked if chosen[question.child] is question][:room]

    def question(self, pair: tuple[int, int], target: float, upward: bool) -> Question | None:
        """Ask the option of a pair that matters most; None where a worker is at it already."""
        mine = self.choosers[pair] == 0
        options = [option for option in self.options[pair] if option.child is not None]
        part = 2 if mine == upward else 0 if upward else 1
        option = (max if mine else min)(options, key=lambda option: self.bounds(option)[part])
        assert option.child is not None  # those without were left out
        child = self.children[option.child]
        if child.asked:
            return None
        return Question(option.child, child.position, option.sign * (target - option.gain), self.slack)


def believe(guess: FloatArray, m: float) -> tuple[bool, FloatArray, FloatArray]:
    """Whether the estimates say at least m, and the mixes that would prove it: one card if one will do."""
    best, least = guess.min(axis=1), guess.max(axis=0)
    x, y = np.zeros(len(best)), np.zeros(len(least))
    x[best.argmax()] = y[least.argmin()] = 1.0
    if best.max() >= m:
        return True, x, y
    if least.min() <= m:
        return False, x, y
    value, x, y = solve_matrix(guess)
    return value >= m, x, y


def solve_matrix(game: FloatArray) -> tuple[float, FloatArray, FloatArray]:
    """The value of a matrix game and optimal mixes of both, by linear programming."""
    best, least = game.min(axis=1), game.max(axis=0)
    if best.max() >= least.min():
        x, y = np.zeros(len(best)), np.zeros(len(least))
        x[best.argmax()] = y[least.argmin()] = 1.0
        return float(best.max()), x, y
    from scipy.optimize import linprog

    size = len(game)
    shifted = game - game.min() + 1.0
    answer = linprog(-np.ones(size), A_ub=shifted, b_ub=np.ones(size), method="highs")
    assert answer.status == 0, answer.message  # shifted above 0, every game can be solved
    y = np.maximum(answer.x, 0.0)
    x = np.maximum(-answer.ineqlin.marginals, 0.0)
    total = float(y.sum())
    return 1.0 / total + float(game.min()) - 1.0, x / x.sum(), y / total


class Split:
    """One solve of a position with a fleet of workers."""

    def __init__(self, fleet: Fleet, position: OpenPosition, tolerance: float) -> None:
        self.fleet = fleet
        self.position = position
        finest = 2 * SLOP * (1 << max(position.cards_left - 1 - LEAF, 0))  # what a worker can tell apart
        slack = max(tolerance * FINE, finest)
        self.tolerance = max(tolerance, 10 * slack)
        self.root = Root.of(position, slack)
        self.low, self.high = -np.inf, np.inf
        self.states = 0
        self.answered = 0
        self.filled = 0.0
        self.stopped = False

    def run(self, time_limit: float | None = None, progress: Callable[[Progress], None] | None = None) -> Solution:
        """Ask one threshold after the other until the bounds meet, the time is over or the user interrupts."""
        self.started = time.perf_counter()
        self.clock = Clock(time_limit)
        self.progress = progress
        try:
            self.close()
        except KeyboardInterrupt:
            self.stopped = True
        return self.solution()

    def close(self) -> None:
        threshold = solve_matrix(self.root.matrices()[2])[0]
        step = self.tolerance * 0.45
        side = 0
        while not self.stopped:
            before = self.low, self.high
            self.prove(threshold)
            if self.high - self.low <= self.tolerance:
                return
            guess = min(max(solve_matrix(self.root.matrices()[2])[0], self.low), self.high)
            moved = max(self.low - before[0], before[1] - self.high)
            new_side = 1 if guess - self.low <= self.high - guess else -1
            step = step * 4 if new_side == side and moved < 4 * step else self.tolerance * 0.45
            side = new_side
            threshold = self.low + step if side > 0 else self.high - step
            margin = self.tolerance * 0.3
            if not self.low + margin < threshold < self.high - margin:
                threshold = (self.low + self.high) / 2

    def prove(self, m: float) -> None:
        """Bring the bounds of the root to one side of m."""
        said = time.perf_counter()
        while not self.stopped:
            found = self.root.questions(m, self.fleet.room)
            if isinstance(found, tuple):
                bound, from_below = found
                if from_below:
                    self.low = max(self.low, bound)
                else:
                    self.high = min(self.high, bound)
                return
            for question in found:
                self.root.children[question.child].asked = True
                self.fleet.send(question, question.child % self.fleet.workers)
            assert self.fleet.busy  # what is not proved needs an answer
            left = self.clock.left
            for task, reply in self.fleet.wait(REPORT_SECONDS if left is None else min(REPORT_SECONDS, left)):
                self.take(cast(Question, task), cast(Reply, reply))
            if time.perf_counter() - said >= REPORT_SECONDS and self.progress is not None:
                said = time.perf_counter()
                self.progress(Progress(self.low, self.high, self.states, self.answered, self.seconds, self.filled))
            self.stopped = self.clock.over

    def take(self, question: Question, reply: Reply) -> None:
        self.root.children[question.child].take(reply)
        self.states += reply.states
        self.answered += 1
        self.filled = reply.filled

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.started

    def solution(self) -> Solution:
        """The bounds that the root's game makes of all that is known, and the mixes that guarantee them."""
        lows, highs, guesses = self.root.matrices()
        value, *hunches = solve_matrix(guesses)
        _, x, _ = solve_matrix(lows)
        _, _, y = solve_matrix(highs)
        low, high = max(float((x @ lows).min()), self.low), min(float((highs @ y).max()), self.high)
        mine, theirs = self.position.hands
        return Solution(
            position=self.position,
            low=low,
            high=high,
            strategies=(_mix(mine, x), _mix(theirs, y)),
            pairs={
                (card, other): (float(lows[i, j]), float(highs[i, j]))
                for i, card in enumerate(mine)
                for j, other in enumerate(theirs)
            },
            estimate=min(max(value, low), high),
            estimated_strategies=(_mix(mine, hunches[0]), _mix(theirs, hunches[1])),
            closed=high - low <= self.tolerance,
            tolerance=self.tolerance,
            states=self.states,
            nodes=self.answered,
            seconds=self.seconds,
        )


def _mix(hand: tuple[int, ...], weights: FloatArray) -> dict[int, float]:
    return {card: float(weight) for card, weight in zip(hand, weights, strict=True)}


def solve_split(
    position: OpenPosition,
    *,
    workers: int = 2,
    memory: int | None = None,
    tolerance: float = USUAL_TOLERANCE,
    time_limit: float | None = None,
    progress: Callable[[Progress], None] | None = None,
    address: str | None = None,
) -> Solution:
    """Solve a position with so many Ray workers, which share the memory evenly."""
    share = (USUAL_MEMORY if memory is None else memory) // workers
    ExactSolver(memory=1)  # compiled here once, loaded there
    with Fleet(SplitWorker, (share,), workers, in_flight=1, address=address) as fleet:
        return Split(fleet, position, tolerance).run(time_limit, progress)
