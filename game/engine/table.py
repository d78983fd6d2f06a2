"""Rows on the table: where a card goes, and what it means to add it or to take the row (B3 to B5)."""

from __future__ import annotations

from game.cards import BULLHEADS
from game.engine.layout import CAPACITY, CARDS_A_WORD, FREE, LAST, NOBODY, PENALTY, PILES, ROW_BULLS, ROWS
from game.engine.sets import add, at, clear
from game.kernels import inner


@inner
def row_for(flat, card, rows):
    """The row, out of so many, whose last card is the highest one below `card` (B3); NOBODY for a low card (B5)."""
    best = NOBODY
    best_last = 0
    for row in range(rows):
        last = flat[at(LAST + row)]
        if (last < card) & (last > best_last):
            best_last = last
            best = row
    return best


@inner
def is_full(flat, row):
    """Whether the next card takes the row (B4)."""
    return flat[at(FREE + row)] <= 0


@inner
def add_to_row(flat, row, card):
    """Put a card at the end of a row."""
    add(flat, ROWS + 2 * row, card)
    flat[at(LAST + row)] = card
    flat[at(FREE + row)] -= 1
    flat[at(ROW_BULLS + row)] += BULLHEADS[at(card)]


@inner
def start_row(flat, row, card):
    """Make a card the only one of its row."""
    half = 1 if card > CARDS_A_WORD else 0
    bit = 1 << (card - CARDS_A_WORD * half)
    flat[at(ROWS + 2 * row)] = 0 if half else bit
    flat[at(ROWS + 2 * row + 1)] = bit if half else 0
    flat[at(LAST + row)] = card
    flat[at(FREE + row)] = flat[at(CAPACITY + row)] - 1
    flat[at(ROW_BULLS + row)] = BULLHEADS[at(card)]


@inner
def clear_row(flat, row):
    """Leave no trace of a row."""
    clear(flat, ROWS + 2 * row)
    flat[LAST + row] = 0
    flat[FREE + row] = 0
    flat[ROW_BULLS + row] = 0


@inner
def take_to_pile(flat, seat, row):
    """Move a row's cards to a seat's bull pile and count their bullheads (B4, B6). The row is left to be restarted."""
    flat[at(PILES + 2 * seat)] |= flat[at(ROWS + 2 * row)]
    flat[at(PILES + 2 * seat + 1)] |= flat[at(ROWS + 2 * row + 1)]
    flat[at(PENALTY + seat)] += flat[at(ROW_BULLS + row)]


@inner
def cheapest_row(flat, rows):
    """The row with the fewest bullheads, the first of several: what most people take with a low card."""
    best = 0
    for row in range(1, rows):
        if flat[at(ROW_BULLS + row)] < flat[at(ROW_BULLS + best)]:
            best = row
    return best
