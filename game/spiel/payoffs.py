"""What the end of a game is worth to everybody, in numbers that add up exactly.

OpenSpiel's conformance test adds the payoffs of a zero-sum game and wants 0, not 1e-16. Floating-point numbers that are
multiples of one power of two add without any rounding, in any order, so long as sums stay small; payoffs here are such
multiples wherever the plain fraction would not do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, repeat
from typing import Final

#: Differences are multiples of this. No sum of payoffs exceeds all penalties of a game, below 2 ** 12, and 53 bits hold
#: that. A payoff is off by less than 1e-11 of itself, and only where the number of others is no power of two.
_DIFFERENCE_GRID: Final = 2**40
#: Shares of a win are multiples of this where equal ones would not add up to 1; they differ by this at most.
_SHARE_GRID: Final = 2**50


def payoffs(kind: str, scores: Sequence[int]) -> list[float]:
    """Everybody's payoff for the penalties of a game (B7, N8, A11)."""
    if kind == "penalty":
        return [-float(score) for score in scores]
    if kind == "win":  # B7: ties share
        best = min(scores)
        shares = iter(win_shares(scores.count(best)))
        return [next(shares) if score == best else 0.0 for score in scores]
    # The mean of the others' penalties minus one's own is (all penalties - players · own) / (players - 1).
    worth, every = bullhead_worth(len(scores)), sum(scores)
    return [(every - len(scores) * score) * worth for score in scores]


@cache
def bullhead_worth(players: int) -> float:
    """What a bullhead of one other player is worth in `payoff=difference`: 1 / (players - 1), on the grid."""
    return round(Fraction(_DIFFERENCE_GRID, players - 1)) / _DIFFERENCE_GRID


@cache
def win_shares(winners: int) -> tuple[float, ...]:
    """The shares of so many winners: equal if these add up to 1, else (6, 7, 9 and 10 winners) nearly so."""
    equal = 1 / winners
    if [*accumulate(repeat(equal, winners))][-1] == 1:
        return (equal,) * winners
    each, left = divmod(_SHARE_GRID, winners)
    return tuple((each + (place < left)) / _SHARE_GRID for place in range(winners))
