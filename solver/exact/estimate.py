"""A first guess of a position's value, so that the search looks at the likely proof first.

The guess adds up what every card is expected to cost its owner, by where it would go now: how many free places that row
has (or that the card is low), and how many cards of either player lie between the row and the card. The weights were
fitted to exact values by `python -m solver.exact.fit`; a bad guess costs time and nothing else.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from game.engine.sets import count_bits
from solver.exact.compact import BELOW, FREE, FREE_SHIFT, HEADS_SHIFT, lane, rows_below
from solver.exact.kernels import inner

#: Weights are for so many cards each; positions with more or fewer take the nearest.
LEVELS: Final = (3, 4, 5, 6)
#: Kinds of places: a low card's, then rows with 0 to 4 free places; own cards between (0 to 3); other cards (0 to 4).
KINDS: Final = 6
OWN: Final = 4
OTHER: Final = 5
#: A constant, and one for each bullhead of the row (of the cheapest row for a low card).
TERMS: Final = 2
SHAPE: Final = (len(LEVELS), KINDS, OWN, OTHER, TERMS)
WEIGHTS_FILE: Final = Path(__file__).with_name("estimate_weights.txt")


@cache
def load_weights() -> npt.NDArray[np.float64]:
    """The weights by cards left, kind of place, own and other cards between, and term."""
    return np.loadtxt(WEIGHTS_FILE).reshape(SHAPE)


@inner
def kind_of_place(table, card, rows):
    """Where a card would go now: kind of place, the row's `below`, and the bullheads there."""
    place = rows_below(table, card) - 1
    if place >= 0:
        packed = lane(table, place)
        return 1 + min((packed & FREE) >> FREE_SHIFT, KINDS - 2), packed & BELOW, packed >> HEADS_SHIFT
    cheapest = 1_000_000
    for row in range(rows):
        cheapest = min(cheapest, lane(table, row) >> HEADS_SHIFT)
    return 0, 0, cheapest


@inner
def estimate(owner, table, k, rows, weights):
    """The guess for a position with k cards each."""
    level = min(max(k - LEVELS[0], 0), len(LEVELS) - 1)
    total = 0.0
    for card in range(2 * k):
        kind, first, heads = kind_of_place(table, card, rows)
        theirs = count_bits((owner >> first) & ((1 << (card - first)) - 1))
        mine = card - first - theirs
        if (owner >> card) & 1:
            own = min(theirs, OWN - 1)
            other = min(mine, OTHER - 1)
            total += weights[level, kind, own, other, 0] + heads * weights[level, kind, own, other, 1]
        else:
            own = min(mine, OWN - 1)
            other = min(theirs, OTHER - 1)
            total -= weights[level, kind, own, other, 0] + heads * weights[level, kind, own, other, 1]
    return total
