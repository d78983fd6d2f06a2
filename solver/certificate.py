"""Certificates: is what an exact solver claims true? An independent check of its bounds and its mixes.

The solver is believed in nothing. Positions are played out by the engine, matrix games are scipy's, and the rest is
plain Python; all that is taken over from `solver.exact` is the type OpenPosition. A solver is anything with a method
`solve` that gives bounds, both mixes and the bounds of each pair of cards (see Claim).

Two kinds of certificate, of different strength:

- **Exhaustive** (a few cards left). Every position that any play can reach is asked for its mixes. Together they are a
  whole strategy for each player: the claimed mix wherever cards are chosen, and where a low card takes a row (B5) the
  row whose claimed bound is best for its player. Backward induction finds the best reply to each of the two strategies.
  This **proves** that player 0's strategy makes sure of `guarantees[0]`, that player 1's keeps player 0 to
  `guarantees[1]`, that the true value lies between the two, and what each player could gain by leaving the pair of
  strategies (`regrets`), all up to rounding of floating-point sums. It holds if at *every* position these guarantees
  are as good as the claimed bounds.
- **Sampled** (more cards). Positions are drawn by play, half by the claimed mixes and half at random, and each is
  checked on its own: do the bounds that are claimed of the positions one turn later imply the bounds that are claimed
  here (by scipy's LP), and do the claimed mixes guarantee them against every reply? With few cards left the bounds are
  also compared with the value that a plain backward induction finds, which proves them at that position. For the
  sampled positions with more cards the check is one of consistency, and positions that were not drawn are not checked:
  this is **evidence, not proof**. If no position of the tree were further off than the worst one in the sample, then
  `regret` would bound what each player's strategy falls short of the value.

Positions with the same hands, and rows of the same last cards, free places and bullheads, are one position.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import isfinite, isnan
from typing import Any, Final, Protocol

import numpy as np
from scipy.optimize import linprog

from game.engine import layout as at
from game.engine.base import apply
from game.engine.log import Log, new_log
from game.flat import Flat, fill_row, new_flat, read_set, write_set
from game.rules import Rules
from game.state import prepare_engine
from solver.exact.position import OpenPosition

#: Up to so many cards each, every position is visited unless the caller says otherwise.
EXHAUSTIVE: Final = 5
#: Positions with so few cards a hand need no time limit.
SOLVED_AT_ONCE: Final = 5
#: Up to so many cards each, sampled positions are compared with a plain backward induction.
COMPARED: Final = 4
USUAL_SAMPLES: Final = 60
#: How far claims and findings may differ: a bound is a sum of rounded numbers.
USUAL_SLACK: Final = 1e-6
USUAL_TOLERANCE: Final = 1e-6
#: Bounds further apart than this are true more easily than they are useful.
WIDE: Final = 1e-3
#: The share of turns in a sample that are played at random, not by the claimed mixes.
AT_RANDOM: Final = 0.5
#: Rounds to play for each position that is wanted, before a sample does with fewer of them.
PLAYS_A_SAMPLE: Final = 4

Matrix = Sequence[Sequence[float]]
Mix = list[float]
#: Both hands, and what the rows can still do: last card, free places, bullheads.
Key = tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]


class Claim(Protocol):
    """What a solver says about a position, as `solver.exact.solver.Solution` does."""

    @property
    def low(self) -> float:
        """Player 0 can make sure of this, by the first mix."""

    @property
    def high(self) -> float:
        """Player 1 can keep player 0 to this, by the second mix."""

    @property
    def strategies(self) -> tuple[dict[int, float], dict[int, float]]:
        """The mixes: probabilities by card."""

    @property
    def pairs(self) -> dict[tuple[int, int], tuple[float, float]]:
        """Bounds by card of player 0 and card of player 1."""


class Claimant(Protocol):
    """Whatever makes claims."""

    def solve(self, position: OpenPosition, tolerance: float = ..., time_limit: float | None = ...) -> Claim:
        """Bounds and mixes of a position."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a check found. `holds` is the verdict; the module says what it means."""

    position: OpenPosition
    #: Whether every reachable position was visited, so that the figures are proven.
    exhaustive: bool
    #: The claimed bounds of the value to player 0.
    low: float
    high: float
    #: How many positions were checked, and how many of them against a plain backward induction.
    positions: int
    compared: int
    #: How many of them have claimed bounds so far apart (WIDE) that there is little to be wrong about.
    wide: int
    #: By how much the worst claim is wrong.
    violation: float
    #: What is forgiven.
    slack: float
    #: Exhaustive: what player 0's strategy makes sure of, and what player 1's keeps player 0 to. Sampled: None.
    guarantees: tuple[float, float] | None = None
    #: Exhaustive: what each player gains at most by leaving this pair of strategies. Sampled: None.
    regrets: tuple[float, float] | None = None

    @property
    def holds(self) -> bool:
        """Whether no claim is wrong by more than the slack."""
        return self.violation <= self.slack

    @property
    def regret(self) -> float:
        """How far either player's strategy can fall short of the value: proven, or what a sample suggests."""
        if self.guarantees is not None:
            return self.guarantees[1] - self.guarantees[0]
        # Each turn may lose as much as the worst one did, for both players.
        return max(self.high - self.low, 0.0) + 2 * self.position.cards_left * self.violation

    def __str__(self) -> str:
        verdict = "Certificate" if self.holds else "NO certificate"
        lines = [
            f"{verdict} for {self.position} (rows of {self.position.capacity})",
            f"  claimed         value in [{self.low:.9f}, {self.high:.9f}]",
        ]
        if self.guarantees is not None and self.regrets is not None:
            worst, best = self.guarantees
            lines += [
                f"  proven          value in [{worst:.9f}, {best:.9f}], by the claimed mixes",
                f"  gain by leaving {self.regrets[0]:.2e} with the first hand, {self.regrets[1]:.2e} with the second",
                f"  positions       {self.positions}, all that can be reached",
            ]
        else:
            lines += [
                f"  regret          at most {self.regret:.2e}, if the whole tree is like the sample",
                f"  positions       {self.positions} sampled, {self.compared} of them against backward induction",
            ]
        if self.wide:
            lines.append(f"  wide bounds     at {self.wide} of them, so that little is claimed there")
        lines.append(f"  worst claim     wrong by {self.violation:.2e}, where {self.slack:.0e} is forgiven")
        return "\n".join(lines)


def certify(
    solver: Claimant,
    position: OpenPosition,
    *,
    exhaustive_up_to: int = EXHAUSTIVE,
    samples: int = USUAL_SAMPLES,
    seed: int = 0,
    tolerance: float = USUAL_TOLERANCE,
    time_limit: float | None = None,
    slack: float = USUAL_SLACK,
    progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Check what a solver claims: exhaustively if there are few cards, else on sampled positions.

    `progress` hears how many positions were checked so far.
    """
    if position.cards_left <= exhaustive_up_to:
        return certify_exhaustively(solver, position, tolerance=tolerance, slack=slack, progress=progress)
    return certify_by_samples(
        solver,
        position,
        samples=samples,
        seed=seed,
        tolerance=tolerance,
        time_limit=time_limit,
        slack=slack,
        progress=progress,
    )


def certify_exhaustively(
    solver: Claimant,
    position: OpenPosition,
    *,
    tolerance: float = USUAL_TOLERANCE,
    slack: float = USUAL_SLACK,
    progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Find the best reply to both claimed strategies by visiting every position that can be reached."""
    table = _Table(position)
    walk = _Walk(table, _Claims(table, solver, tolerance, None), progress or _silent)
    first, second, payoff = walk.visit(table.flat)
    claim = walk.claims.of(table.flat)
    return Certificate(
        position=position,
        exhaustive=True,
        low=claim.low,
        high=claim.high,
        positions=len(walk.found),
        compared=0,
        wide=walk.wide,
        violation=walk.violation,
        slack=slack,
        guarantees=(first, second),
        regrets=(second - payoff, payoff - first),
    )


def certify_by_samples(
    solver: Claimant,
    position: OpenPosition,
    *,
    samples: int = USUAL_SAMPLES,
    seed: int = 0,
    tolerance: float = USUAL_TOLERANCE,
    time_limit: float | None = None,
    slack: float = USUAL_SLACK,
    progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Check positions that are reached by play, each on its own. `time_limit` is for the solver, by position."""
    if samples < 1:
        raise ValueError(f"a sample needs 1 or more positions, not {samples}")
    table = _Table(position)
    sample = _Sample(table, solver, tolerance, time_limit, random.Random(seed))
    claim = sample.claims.of(table.flat)
    sample.run(samples, progress or _silent)
    return Certificate(
        position=position,
        exhaustive=False,
        low=claim.low,
        high=claim.high,
        positions=len(sample.checked),
        compared=sample.compared,
        wide=sample.wide,
        violation=sample.violation,
        slack=slack,
    )


def _silent(_: int) -> None:
    pass


def solve_matrix_game(game: Matrix) -> tuple[float, Mix]:
    """The value of a zero-sum game to the row player, who maximizes, and the row player's best mix, by scipy's LP."""
    payoffs = np.asarray(game, dtype=float)
    rows, columns = payoffs.shape
    # Maximize v under Σ x = 1 and v ≤ Σ x · column, for every column.
    answer: Any = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        method="highs",
    )
    if not answer.success:
        raise ArithmeticError(f"scipy could not solve a {rows}×{columns} game: {answer.message}")
    return float(answer.x[-1]), [float(weight) for weight in answer.x[:-1]]


def worst_for_rows(game: Matrix, mix: Iterable[float]) -> float:
    """What a mix of the row player makes sure of, whatever the column."""
    weights = list(mix)
    return min(
        sum(weight * line[column] for weight, line in zip(weights, game, strict=True)) for column in range(len(game[0]))
    )


def worst_for_columns(game: Matrix, mix: Iterable[float]) -> float:
    """What a mix of the column player keeps the row player to, whatever the row."""
    weights = list(mix)
    return max(sum(weight * entry for weight, entry in zip(weights, line, strict=True)) for line in game)


class _Table:
    """A position on the engine's table, and the turns that can follow."""

    def __init__(self, position: OpenPosition) -> None:
        self.capacity = position.capacity
        self.rows = len(position.rows)
        rules = Rules(players=2, hand=position.cards_left, rows=self.rows, capacity=position.capacity)
        prepare_engine(rules)
        self.flat: Flat = new_flat(rules)
        self.flat[at.PHASE] = at.CARD
        self.flat[at.PENDING] = 3
        for seat, hand in enumerate(position.hands):
            write_set(self.flat, at.HANDS + 2 * seat, hand)
        for row, cards in enumerate(position.rows):
            fill_row(self.flat, row, cards)
        self._log: Log = new_log()

    def _act(self, flat: Flat, seat: int, action: int) -> None:
        self._log[0, 0] = 0
        apply(flat, seat, action, self._log)

    def play(self, flat: Flat, mine: int, theirs: int) -> tuple[int | None, list[tuple[int, Flat]]]:
        """Who has a row to choose, if anybody, and what follows, row by row: gain of player 0, and the position."""
        before = int(flat[at.PENALTY + 1] - flat[at.PENALTY])
        flat = flat.copy()
        self._act(flat, 0, mine)
        self._act(flat, 1, theirs)
        chooser = None
        ends = [flat]
        if flat[at.PHASE] == at.ROW:  # B5
            chooser = int(flat[at.SEAT])
            ends = [flat.copy() for _ in range(self.rows)]
            for row, end in enumerate(ends):
                self._act(end, chooser, row)
        return chooser, [(int(end[at.PENALTY + 1] - end[at.PENALTY]) - before, end) for end in ends]

    @staticmethod
    def is_over(flat: Flat) -> bool:
        return bool(flat[at.PHASE] >= at.ROUND_OVER)

    @staticmethod
    def hands(flat: Flat) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return read_set(flat, at.HANDS), read_set(flat, at.HANDS + 2)

    def key(self, flat: Flat) -> Key:
        """What the rest of the round depends on. Rows are in no order, for whoever chooses one may take any (B5)."""
        last, free, bulls = (flat[place : place + self.rows].tolist() for place in (at.LAST, at.FREE, at.ROW_BULLS))
        return tuple(flat[at.HANDS : at.HANDS + 4].tolist()), tuple(sorted(zip(last, free, bulls, strict=True)))

    def position(self, flat: Flat) -> OpenPosition:
        rows = (read_set(flat, at.ROWS + 2 * row) for row in range(self.rows))
        return OpenPosition.of(self.hands(flat), rows, self.capacity)


class _Claims:
    """What the solver says, asked once for each position."""

    def __init__(self, table: _Table, solver: Claimant, tolerance: float, time_limit: float | None) -> None:
        self.table = table
        self.solver = solver
        self.tolerance = tolerance
        self.time_limit = time_limit
        self._known: dict[Key, Claim] = {}

    def of(self, flat: Flat) -> Claim:
        key = self.table.key(flat)
        claim = self._known.get(key)
        if claim is None:
            claim = self.solver.solve(self.table.position(flat), self.tolerance, self.time_limit)
            self._known[key] = claim
        return claim

    def bounds(self, flat: Flat) -> tuple[float, float]:
        """What the rest of the round brings, as far as the solver says."""
        if self.table.is_over(flat):
            return 0.0, 0.0
        claim = self.of(flat)
        return claim.low, claim.high

    def row_choice(self, chooser: int, ends: list[tuple[int, Flat]]) -> int:
        """The row that a player takes by the claims: the one with the best guarantee (B5)."""
        if chooser == 0:
            return max(range(len(ends)), key=lambda row: ends[row][0] + self.bounds(ends[row][1])[0])
        return min(range(len(ends)), key=lambda row: ends[row][0] + self.bounds(ends[row][1])[1])


def _mix(claimed: dict[int, float], hand: Sequence[int]) -> tuple[Mix, float]:
    """A claimed mix in the order of the hand, and by how much it fails to be one."""
    weights = [claimed.get(card, 0.0) for card in hand]
    stray = sum(abs(weight) for card, weight in claimed.items() if card not in hand)
    wrong = max(abs(sum(weights) - 1.0), -min(weights), stray)
    usable = [max(weight, 0.0) for weight in weights]
    total = sum(usable)
    if not total > 0.0:
        return [1.0 / len(hand)] * len(hand), float("inf")
    return [weight / total for weight in usable], wrong


def _worst(*wrongs: float) -> float:
    """The largest of these; a claim that is not a number is as wrong as can be."""
    return float("inf") if any(map(isnan, wrongs)) else max(wrongs)


class _Walk:
    """Backward induction over all positions, against the strategies that the claims make."""

    def __init__(self, table: _Table, claims: _Claims, progress: Callable[[int], None]) -> None:
        self.table = table
        self.claims = claims
        self.progress = progress
        #: By position: what player 0's strategy makes sure of, what player 1's keeps to, what the two make together.
        self.found: dict[Key, tuple[float, float, float]] = {}
        self.violation = 0.0
        self.wide = 0

    def visit(self, flat: Flat) -> tuple[float, float, float]:
        if self.table.is_over(flat):
            return 0.0, 0.0, 0.0
        key = self.table.key(flat)
        if key not in self.found:
            self.found[key] = self._judge(flat)
            self.progress(len(self.found))
        return self.found[key]

    def _judge(self, flat: Flat) -> tuple[float, float, float]:
        claim = self.claims.of(flat)
        self.wide += claim.high - claim.low > WIDE
        mine, theirs = self.table.hands(flat)
        x, x_wrong = _mix(claim.strategies[0], mine)
        y, y_wrong = _mix(claim.strategies[1], theirs)
        entries = [[self._pair(flat, card, other) for other in theirs] for card in mine]
        first = worst_for_rows([[entry[0] for entry in line] for line in entries], x)
        second = worst_for_columns([[entry[1] for entry in line] for line in entries], y)
        payoff = sum(
            x[i] * y[j] * entries[i][j][2] for i, j in product(range(len(mine)), range(len(theirs))) if x[i] * y[j]
        )
        self.violation = _worst(self.violation, x_wrong, y_wrong, claim.low - first, second - claim.high)
        return first, second, payoff

    def _pair(self, flat: Flat, card: int, other: int) -> tuple[float, float, float]:
        chooser, ends = self.table.play(flat, card, other)
        after = [tuple(gain + part for part in self.visit(end)) for gain, end in ends]
        if chooser is None:
            return after[0][0], after[0][1], after[0][2]
        row = self.claims.row_choice(chooser, ends)
        # A player's own strategy takes the claimed row; the best reply to the other's strategy takes any.
        if chooser == 0:
            return after[row][0], max(one[1] for one in after), after[row][2]
        return min(one[0] for one in after), after[row][1], after[row][2]


class _Sample:
    """Positions drawn by play, each checked on its own."""

    def __init__(
        self, table: _Table, solver: Claimant, tolerance: float, time_limit: float | None, chance: random.Random
    ) -> None:
        self.table = table
        self.claims = _Claims(table, solver, tolerance, time_limit)
        self.solver = solver
        self.tolerance = tolerance
        self.chance = chance
        self.checked: set[Key] = set()
        self.compared = 0
        self.wide = 0
        self.violation = 0.0
        self._values: dict[Key, float] = {}

    def run(self, samples: int, progress: Callable[[int], None]) -> None:
        """Play round after round until so many positions are checked, or hardly anything new turns up."""
        for _ in range(PLAYS_A_SAMPLE * samples):
            if len(self.checked) == samples:
                return
            flat = self.table.flat
            while not self.table.is_over(flat) and len(self.checked) < samples:
                key = self.table.key(flat)
                if key not in self.checked:
                    self.checked.add(key)
                    self._check(flat)
                    progress(len(self.checked))
                flat = self._next(flat)

    def _next(self, flat: Flat) -> Flat:
        """Play a turn, by the claims or at random."""
        cards = []
        for hand, claimed in zip(self.table.hands(flat), self.claims.of(flat).strategies, strict=True):
            weights = None if self.chance.random() < AT_RANDOM else _mix(claimed, hand)[0]
            cards.append(self.chance.choices(hand, weights)[0])
        chooser, ends = self.table.play(flat, *cards)
        if chooser is None:
            return ends[0][1]
        if self.chance.random() < AT_RANDOM:
            return self.chance.choice(ends)[1]
        return ends[self.claims.row_choice(chooser, ends)][1]

    def _check(self, flat: Flat) -> None:
        claim = self.claims.of(flat)
        self.wide += claim.high - claim.low > WIDE
        mine, theirs = self.table.hands(flat)
        x, x_wrong = _mix(claim.strategies[0], mine)
        y, y_wrong = _mix(claim.strategies[1], theirs)
        # What is known of a turn later has to be asked now: the solver may know more of it when a play gets there.
        # With few cards it is asked for the whole answer, which takes milliseconds.
        later = _Claims(self.table, self.solver, self.tolerance, None if len(mine) - 1 <= SOLVED_AT_ONCE else 0.0)
        lows = self._matrix(flat, lambda end: later.bounds(end)[0])
        highs = self._matrix(flat, lambda end: later.bounds(end)[1])
        if not all(map(isfinite, (claim.low, claim.high, *chain(*lows), *chain(*highs)))):
            self.violation = float("inf")  # no game of numbers, so nothing to solve
            return
        wrongs = [x_wrong, y_wrong, claim.low - claim.high]
        wrongs += [claim.low - solve_matrix_game(lows)[0], solve_matrix_game(highs)[0] - claim.high]
        wrongs += [claim.low - worst_for_rows(lows, x), worst_for_columns(highs, y) - claim.high]
        for (i, card), (j, other) in product(enumerate(mine), enumerate(theirs)):
            low, high = claim.pairs[card, other]
            wrongs += [low - lows[i][j], highs[i][j] - high]
        if len(mine) <= COMPARED:
            self.compared += 1
            value = self._value(flat)
            wrongs += [claim.low - value, value - claim.high]
        self.violation = _worst(self.violation, *wrongs)

    def _matrix(self, flat: Flat, of: Callable[[Flat], float]) -> list[list[float]]:
        """The game of this turn, where `of` says what each position after it is worth (B5: to whoever chooses)."""
        mine, theirs = self.table.hands(flat)
        return [[self._entry(flat, card, other, of) for other in theirs] for card in mine]

    def _entry(self, flat: Flat, card: int, other: int, of: Callable[[Flat], float]) -> float:
        chooser, ends = self.table.play(flat, card, other)
        worths = [gain + of(end) for gain, end in ends]
        return min(worths) if chooser == 1 else max(worths)

    def _value(self, flat: Flat) -> float:
        """The value by backward induction, without the solver."""
        if self.table.is_over(flat):
            return 0.0
        key = self.table.key(flat)
        if key not in self._values:
            game = self._matrix(flat, self._value)
            pure = max(map(min, game))
            if pure < min(map(max, zip(*game, strict=True))):  # no saddle point: it takes a mix
                pure = solve_matrix_game(game)[0]
            self._values[key] = pure
        return self._values[key]
