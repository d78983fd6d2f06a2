"""What a solution means: the value of every card against the other's mix, and the line most likely played.

Both come from the solver's table, which is asked for what it has not settled yet as long as there is time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from game.records import Placed
from game.state import State
from game.view import View
from solver.exact.follow import Turn, Way, follow, row_ways, row_ways_seen
from solver.exact.position import OpenPosition
from solver.exact.solver import USUAL_TOLERANCE, ExactSolver, Progress, Solution

Bounds = tuple[float, float]
Reporter = Callable[[Progress], None]

#: Cards with less than this of a mix are not played.
NEVER: Final = 1e-9
#: A line is for reading: its positions need not be solved to more than this.
LINE_TOLERANCE: Final = 1e-3


class Solver(Protocol):
    """Whatever solves positions: an ExactSolver, or one that an interrupt gets through."""

    def solve(self, position: OpenPosition, tolerance: float = ..., time_limit: float | None = ...) -> Solution:
        """Bounds and mixes of a position."""


@dataclass(frozen=True, slots=True)
class LineTurn:
    """One turn of a line: the cards of both, how probable they were, and where they went."""

    cards: tuple[int, int]
    chances: tuple[float, float]
    placements: tuple[Placed, ...]
    rows: tuple[tuple[int, ...], ...]
    penalties: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """The most probable card of both mixes, turn by turn, and the best rows for low cards."""

    turns: tuple[LineTurn, ...]
    #: Of both players, over all turns.
    penalties: tuple[int, int]
    #: Whether it goes on to the end of the round; else it breaks off where time ran out before a position was solved.
    settled: bool


@dataclass(frozen=True, slots=True)
class RowAnswer:
    """What each row is worth to player 0 where a low card takes one (B5)."""

    seat: int
    rows: tuple[Bounds, ...]
    best: int
    #: Whether the bounds of all rows came close enough, and how close that is.
    closed: bool
    tolerance: float
    states: int
    seconds: float

    @property
    def low(self) -> float:
        return (max if self.seat == 0 else min)(low for low, _ in self.rows)

    @property
    def high(self) -> float:
        return (max if self.seat == 0 else min)(high for _, high in self.rows)

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2


class Clock:
    """The time that is left of a limit."""

    def __init__(self, limit: float | None) -> None:
        self.end = None if limit is None else time.perf_counter() + limit

    @property
    def left(self) -> float | None:
        return None if self.end is None else max(self.end - time.perf_counter(), 0.0)

    @property
    def over(self) -> bool:
        return self.left == 0.0


def solve_way(solver: Solver, way: Way, tolerance: float, clock: Clock) -> Bounds:
    """Bounds of the value of one way to go on, for player 0."""
    if way.child is None:
        return float(way.gain), float(way.gain)
    solution = solver.solve(way.child, tolerance, clock.left)
    return way.gain + solution.low, way.gain + solution.high


def solve_turn(solver: Solver, turn: Turn, tolerance: float, clock: Clock) -> Bounds:
    """Bounds of what a pair of cards is worth to player 0, with the best choice of a row."""
    bounds = [solve_way(solver, way, tolerance, clock) for way in turn.ways]
    best = max if turn.chooser == 0 else min
    return best(low for low, _ in bounds), best(high for _, high in bounds)


def card_values(
    solver: ExactSolver,
    solution: Solution,
    tolerance: float,
    time_limit: float | None = None,
    mixes: tuple[dict[int, float], dict[int, float]] | None = None,
) -> tuple[dict[int, Bounds], dict[int, Bounds]]:
    """Bounds of what each card is worth to player 0 against the other's mix, for both hands.

    A solve settles only the pairs that its proof needs; the others are solved here, until the time is over. The mixes
    are those that prove the bounds, if no others are given.
    """
    clock = Clock(time_limit)
    position, (mine, theirs) = solution.position, mixes or solution.strategies
    pairs = dict(solution.pairs)
    for (card, other), (low, high) in solution.pairs.items():
        needed = theirs[other] > NEVER or mine[card] > NEVER
        if needed and high - low > tolerance and not clock.over:
            found = solve_turn(solver, follow(position, (card, other)), tolerance, clock)
            pairs[card, other] = max(low, found[0]), min(high, found[1])
    return (
        {card: _mean([(pairs[card, other], weight) for other, weight in theirs.items()]) for card in mine},
        {other: _mean([(pairs[card, other], weight) for card, weight in mine.items()]) for other in theirs},
    )


def _mean(weighted: list[tuple[Bounds, float]]) -> Bounds:
    used = [(bounds, weight) for bounds, weight in weighted if weight > NEVER]
    return sum(low * weight for (low, _), weight in used), sum(high * weight for (_, high), weight in used)


def likely_line(solver: ExactSolver, solution: Solution, time_limit: float | None = None) -> Line:
    """Follow the most probable cards of both to the end of the round."""
    clock = Clock(time_limit)
    turns: list[LineTurn] = []
    here: Solution | None = solution
    while here is not None and here.closed:
        cards = _likeliest(here.strategies[0]), _likeliest(here.strategies[1])
        way, sure = best_way(solver, follow(here.position, cards), clock)
        if not sure:
            break
        chances = here.strategies[0][cards[0]], here.strategies[1][cards[1]]
        turns.append(LineTurn(cards, chances, way.placements, way.rows, _penalties(way)))
        here = None if way.child is None else solver.solve(way.child, LINE_TOLERANCE, clock.left)
    totals = sum(turn.penalties[0] for turn in turns), sum(turn.penalties[1] for turn in turns)
    return Line(tuple(turns), totals, settled=here is None)


def best_way(solver: ExactSolver, turn: Turn, clock: Clock) -> tuple[Way, bool]:
    """The way that the chooser of the row takes, and whether the bounds leave no doubt about it."""
    if turn.chooser is None:
        return turn.ways[0], True
    sign = 1 if turn.chooser == 0 else -1
    bounds = [solve_way(solver, way, LINE_TOLERANCE, clock) for way in turn.ways]
    middles = [sign * (low + high) for low, high in bounds]
    return turn.ways[middles.index(max(middles))], all(high - low <= LINE_TOLERANCE for low, high in bounds)


def solve_row(
    solver: ExactSolver,
    where: State | View,
    tolerance: float = USUAL_TOLERANCE,
    time_limit: float | None = None,
    progress: Reporter | None = None,
) -> RowAnswer:
    """The value of each row that a low card can take, and the best of them (B5).

    From the whole truth, or from what the seat sees that takes the row, if it can tell the other hand. After an
    interrupt, what is known of the rows that are left is enough.
    """
    started = time.perf_counter()
    clock = Clock(time_limit)
    turn = row_ways(where) if isinstance(where, State) else row_ways_seen(where)
    assert turn.chooser is not None  # somebody chooses a row here
    bounds: list[Bounds] = []
    closed, states, allowed = True, 0, float(tolerance)
    for way in turn.ways:
        low = high = 0.0
        if way.child is not None:
            solution = solver.solve(way.child, tolerance, clock.left if closed else 0.0, progress)
            low, high = solution.low, solution.high
            closed &= solution.closed
            allowed = max(allowed, solution.tolerance)
            states += solution.states
        bounds.append((way.gain + low, way.gain + high))
    sign = 1 if turn.chooser == 0 else -1
    middles = [sign * (low + high) for low, high in bounds]
    return RowAnswer(
        seat=turn.chooser,
        rows=tuple(bounds),
        best=middles.index(max(middles)),
        closed=closed,
        tolerance=allowed,
        states=states,
        seconds=time.perf_counter() - started,
    )


def _likeliest(mix: dict[int, float]) -> int:
    return max(mix, key=mix.__getitem__)


def _penalties(way: Way) -> tuple[int, int]:
    taken = [0, 0]
    for placed in way.placements:
        taken[placed.seat] += placed.bullheads
    return taken[0], taken[1]
