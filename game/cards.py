"""The number cards and their bullheads (C1 to C3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from game.engine.layout import HIGHEST_CARD as _HIGHEST_CARD

#: The highest card there is (C1).
HIGHEST_CARD: Final = _HIGHEST_CARD


def _bullheads(card: int) -> int:
    """C1, from the rarest kind to the most common."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 10 == 5:
        return 2
    return 1


#: Bullheads by card; place 0 belongs to no card and holds 0. Small decks use the same numbers (C3).
BULLHEADS: Final = np.array([0] + [_bullheads(card) for card in range(1, HIGHEST_CARD + 1)], dtype=np.int64)
BULLHEADS.setflags(write=False)


def bullheads(card: int) -> int:
    """The bullheads on one card.

    >>> [bullheads(card) for card in (1, 5, 10, 11, 55, 51)]
    [1, 2, 3, 5, 7, 1]
    """
    if not 1 <= card <= HIGHEST_CARD:
        raise ValueError(f"there is no card {card}: cards go from 1 to {HIGHEST_CARD}")
    return int(BULLHEADS[card])


def total_bullheads(cards: Iterable[int]) -> int:
    """The bullheads on several cards together."""
    return sum(bullheads(card) for card in cards)
