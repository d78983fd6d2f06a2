"""Making flat states and reading them from Python."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from game.cards import total_bullheads
from game.engine import layout as at
from game.rules import Rules

Flat = npt.NDArray[np.int64]

_SIZES = {"base": at.BASE_SIZE, "take-a-number": at.NUMBER_SIZE, "anniversary": at.ANNIVERSARY_SIZE}


def new_flat(rules: Rules) -> Flat:
    """The flat state before the first round."""
    flat = np.zeros(_SIZES[rules.game], dtype=np.int64)
    flat[at.PLAYERS] = rules.players
    flat[at.HAND_SIZE] = rules.hand
    flat[at.DECK] = rules.deck
    flat[at.IS_DRAFT] = rules.setup == "draft"
    flat[at.LIMIT] = rules.limit
    flat[at.ROUNDS] = rules.rounds
    flat[at.START_ROWS] = flat[at.LIVE_ROWS] = rules.rows
    flat[at.CAPACITY : at.CAPACITY + rules.rows] = rules.capacities
    flat[at.STARTERS] = rules.starters
    flat[at.INSERT_END] = rules.insert_end
    if rules.game == "anniversary":
        flat[at.ROW_HOLDS] = rules.capacity
        flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS] = rules.specials
    flat[at.ROUND] = -1
    flat[at.PHASE] = at.ROUND_OVER
    return flat


def cards_in(low: int, high: int) -> tuple[int, ...]:
    """The cards of a set, given as its two words, ascending."""
    cards = []
    for word, offset in ((int(low), 0), (int(high), at.CARDS_A_WORD)):
        while word:
            bit = word & -word
            cards.append(offset + bit.bit_length() - 1)
            word ^= bit
    return tuple(cards)


def read_set(flat: Flat, place: int) -> tuple[int, ...]:
    """The cards of the set at a place, ascending."""
    return cards_in(flat[place], flat[place + 1])


def write_set(flat: Flat, place: int, cards: Iterable[int]) -> None:
    """Put a set of cards at a place."""
    flat[place] = flat[place + 1] = 0
    for card in cards:
        half = card > at.CARDS_A_WORD
        flat[place + half] |= 1 << (card - at.CARDS_A_WORD * half)


def fill_row(flat: Flat, row: int, cards: tuple[int, ...]) -> None:
    """Lay ascending cards out as a row."""
    write_set(flat, at.ROWS + 2 * row, cards)
    flat[at.LAST + row] = cards[-1]
    flat[at.FREE + row] = flat[at.CAPACITY + row] - len(cards)
    flat[at.ROW_BULLS + row] = total_bullheads(cards)
