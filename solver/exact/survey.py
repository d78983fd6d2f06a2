"""Surveys: the exact values of many deals of one instance, random ones or all.

A deal's row is a pure function of the survey and the deal's number: every deal gets a solver of its own with an
empty table of the same size and one thread, so a retry, a resume or another executor finds the same bits.
"""

from __future__ import annotations

import math
import time
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Final

from game.deal import HIGHEST_SEED, Deal
from game.rules import Rules
from game.text import write_groups
from solver.exact.explain import Clock, Reporter, Solver, solve_turn
from solver.exact.follow import follow
from solver.exact.long_solve import Interruptible, usual_tolerance
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Solution, finest_tolerance

#: The table of a deal, in bytes, by cards a hand: a few times what such deals usually fill.
_TABLES: Final = (1, 1, 1, 1, 2, 4, 16, 64, 256, 1024, 4096)
#: Somebody must mix where no single card comes closer to the value than this (or than ten times the tolerance).
_MIXED_MARGIN: Final = 1e-5
#: Deals of an instance are counted up to this; nobody solves more.
_MOST_DEALS: Final = 10_000_000


@dataclass(frozen=True)
class Survey:
    """Which deals are solved, and how closely."""

    hand: int
    rows: int
    capacity: int
    #: How many deals; of --all, how many there are.
    deals: int
    seed: int
    every: bool
    tolerance: float
    memory: int

    @classmethod
    def make(
        cls,
        hand: int,
        rows: int,
        capacity: int = 5,
        deals: int | None = None,
        seed: int = 0,
        every: bool = False,
        tolerance: float | None = None,
        memory: int | None = None,
    ) -> Survey:
        """Check the numbers and fill in what was left out."""
        OpenPosition.deal(_first_deal(hand, rows), capacity)  # says what is wrong with the numbers
        if every == (deals is not None):
            raise ValueError("say how many deals to solve: either --deals N random ones, or --all of them")
        there = count_deals(hand, rows)
        if every and there > _MOST_DEALS:
            raise ValueError(f"there are {there:,} deals of {hand} cards and {rows} rows: survey random ones of them")
        if deals is not None and not 1 <= deals <= _MOST_DEALS:
            raise ValueError(f"a survey has 1 to {_MOST_DEALS:,} deals, not {deals}")
        if not 0 <= seed <= HIGHEST_SEED:
            raise ValueError(f"a seed is a whole number from 0 to 2^63 - 1, not {seed}")
        tolerance = max(usual_tolerance(hand) if tolerance is None else tolerance, finest_tolerance(hand))
        memory = _TABLES[hand] << 20 if memory is None else memory
        return cls(hand, rows, capacity, there if deals is None else deals, seed, every, tolerance, memory)

    @cached_property
    def rules(self) -> Rules:
        """The instance: its cards dealt by chance, none left over."""
        return Rules(players=2, hand=self.hand, rows=self.rows, capacity=self.capacity, deck=0)

    @property
    def decimals(self) -> int:
        """How many decimals of a value the tolerance vouches for."""
        return max(0, math.floor(-math.log10(self.tolerance) + 1e-9))

    def deal(self, index: int) -> OpenPosition:
        """Deal number `index`, made without the ones before it."""
        if self.every:
            return unrank_deal(self.hand, self.rows, self.capacity, index)
        deal = Deal.make(self.rules, self.seed, index)
        return OpenPosition.of(deal.hands, [(card,) for card in deal.rows], self.capacity)

    @property
    def title(self) -> str:
        """In words, for people."""
        which = f"all {self.deals:,} deals" if self.every else f"{self.deals:,} random deals"
        return f"{which} of {self.hand} cards each, {self.rows} rows of {self.capacity}"

    def parameters(self) -> dict[str, Any]:
        """What makes this survey another one than others; the number of random deals does not, nor a seed of all."""
        without = {"deals", "seed"} if self.every else {"deals"}
        return {name: value for name, value in asdict(self).items() if name not in without}


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """What a survey keeps of a deal."""

    index: int
    deal: str
    low: float
    high: float
    #: Whether player 0 and player 1 must mix at the first turn to be sure of the value.
    mixed: tuple[bool, bool]
    states: int
    seconds: float

    @property
    def value(self) -> float:
        return (self.low + self.high) / 2


def solve_deal(survey: Survey, index: int, progress: Reporter | None = None) -> SurveyRow:
    """Solve one deal, from nothing. An interrupt is passed on: the bounds so far would make a false row."""
    started = time.perf_counter()
    position = survey.deal(index)
    solver = Interruptible(ExactSolver(survey.memory, threads=1), progress)
    solution = solver.solve(position, survey.tolerance)
    mixed = must_mix(solver, solution, survey.tolerance)
    deal = write_groups((*position.hands, [row[0] for row in position.rows]))
    return SurveyRow(index, deal, solution.low, solution.high, mixed, solution.states, time.perf_counter() - started)


def must_mix(solver: Solver, solution: Solution, tolerance: float) -> tuple[bool, bool]:
    """Whether each player has no single card that is sure of the value."""
    margin = max(_MIXED_MARGIN, 10 * tolerance)
    known = dict(solution.pairs)
    answers = []
    for player in (0, 1):
        value = solution.value if player == 0 else -solution.value
        answers.append(
            not any(
                _is_sure(solver, solution, player, card, value - margin, tolerance, known)
                for card in _by_weight(solution.strategies[player])
            )
        )
    return answers[0], answers[1]


def _by_weight(mix: dict[int, float]) -> list[int]:
    return sorted(mix, key=lambda card: (-mix[card], card))


def _is_sure(
    solver: Solver,
    solution: Solution,
    player: int,
    card: int,
    wanted: float,
    tolerance: float,
    known: dict[tuple[int, int], tuple[float, float]],
) -> bool:
    """Whether a player's card is worth what is wanted against every card of the other."""
    others = _by_weight(solution.strategies[1 - player])

    def bounds(other: int) -> tuple[float, float]:
        low, high = known[(card, other) if player == 0 else (other, card)]
        return (low, high) if player == 0 else (-high, -low)

    if any(bounds(other)[1] < wanted for other in others):
        return False
    for other in others:
        if bounds(other)[0] >= wanted:
            continue
        pair = (card, other) if player == 0 else (other, card)
        known[pair] = solve_turn(solver, follow(solution.position, pair), tolerance, Clock(None))
        if sum(bounds(other)) / 2 < wanted:
            return False
    return True


# All deals of an instance


def count_deals(hand: int, rows: int) -> int:
    """How many deals there are: rows are a set, for their order changes nothing."""
    return math.comb(2 * hand + rows, hand) * math.comb(hand + rows, hand)


def unrank_deal(hand: int, rows: int, capacity: int, index: int) -> OpenPosition:
    """Deal number `index` of all, in the order of the first hand, then of the second.

    >>> str(unrank_deal(1, 2, 5, 0)), str(unrank_deal(1, 2, 5, 11))
    ('1/2|3/4', '4/3|1/2')
    """
    first, second = divmod(index, math.comb(hand + rows, hand))
    deck = list(range(1, 2 * hand + rows + 1))
    mine = unrank_set(deck, hand, first)
    rest = [card for card in deck if card not in mine]
    theirs = unrank_set(rest, hand, second)
    return OpenPosition.of([mine, theirs], [(card,) for card in rest if card not in theirs], capacity)


def unrank_set(cards: list[int], size: int, index: int) -> tuple[int, ...]:
    """Set number `index` of so many cards, in the order of `itertools.combinations`.

    >>> [unrank_set([1, 2, 3, 4], 2, index) for index in range(6)]
    [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    """
    chosen: list[int] = []
    for place, card in enumerate(cards):
        if len(chosen) == size:
            break
        with_it = math.comb(len(cards) - place - 1, size - len(chosen) - 1)
        if index < with_it:
            chosen.append(card)
        else:
            index -= with_it
    return tuple(chosen)


def _first_deal(hand: int, rows: int) -> str:
    numbers = [
        ",".join(map(str, range(start + 1, start + size + 1))) or "-"
        for start, size in ((0, hand), (hand, hand), (2 * hand, rows))
    ]
    return "/".join(numbers)
