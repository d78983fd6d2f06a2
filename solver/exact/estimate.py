"""A first guess of a position's value, so that the search looks at the likely proof first."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.sets import count_bits
from solver.exact.compact import BELOW, FREE, FREE_SHIFT, HEADS_SHIFT, lane, rows_below
from solver.exact.kernels import inner

MOST_LEVEL: Final = 7
WEIGHTS = np.load("/tmp/fit/w.npy")


@inner
def estimate(owner, table, k, rows, weights):
    """The sum over all cards of what each is expected to cost its owner, those of player 1 counting for player 0."""
    level = min(k, MOST_LEVEL)
    cheapest = 1_000_000
    for row in range(rows):
        cheapest = min(cheapest, lane(table, row) >> HEADS_SHIFT)
    total = 0.0
    for card in range(2 * k):
        place = rows_below(table, card) - 1
        first = 0
        kind = 0
        heads = cheapest
        if place >= 0:
            packed = lane(table, place)
            first = packed & BELOW
            kind = 1 + min((packed & FREE) >> FREE_SHIFT, 4)
            heads = packed >> HEADS_SHIFT
        theirs = count_bits((owner >> first) & ((1 << (card - first)) - 1))
        mine = card - first - theirs
        if (owner >> card) & 1:
            w = weights[level, kind, min(theirs, 3), min(mine, 4)]
            total += w[0] + heads * w[1]
        else:
            w = weights[level, kind, min(mine, 3), min(theirs, 4)]
            total -= w[0] + heads * w[1]
    return total
