"""The special cards of the anniversary variant: which may be played when, as small numbers (A2 to A9)."""

from __future__ import annotations

from game.engine.layout import (
    CARDS_A_WORD,
    FIFTH_ROW,
    HANDS,
    HAS_SEVEN,
    HAS_STOP,
    INSERT,
    INSERT_END,
    KINDS,
    LAST,
    LIVE_ROWS,
    MAX_ROWS,
    NEGATIVE,
    PLACING,
    REPLACE,
    ROWS,
    SEVEN,
    SHIFT,
    SPECIALS,
    START_ROWS,
    STOP,
)
from game.engine.sets import contains, is_empty, lowest_bit
from game.engine.table import is_full, row_for
from game.kernels import inner

# Codes of the actions of a SPECIAL decision. A row or a card is added to those that need one; where in its row an
# inserted or shifted card goes follows from ascending order.
PLAY_NONE = 0
PLAY_FIFTH_ROW = 1
PLAY_SEVEN = 2
PLAY_STOP = 10  # + row
PLAY_INSERT = 20  # + row
PLAY_REPLACE = 100  # + hand card that is placed instead
PLAY_NEGATIVE = 300  # + card of the row that is taken
PLAY_SHIFT = 500  # + 8 · card of a row + the row it goes to
SHIFT_ROWS = MAX_ROWS

#: More actions than any decision can have: each of 104 cards is shifted to one of seven other rows, or replaces, or is
#: named for Negative=Positive, and the rest need a row or nothing.
MOST_ACTIONS = 1024
MOST_STOPS = 2  # A8


@inner
def has(flat, seat, kind):
    return flat[SPECIALS + KINDS * seat + kind] > 0


@inner
def holds_any(flat, seat):
    """Whether a seat has a special card of any kind."""
    for kind in range(KINDS):
        if has(flat, seat, kind):
            return True
    return False


@inner
def count_stops(flat):
    stops = 0
    for row in range(flat[LIVE_ROWS]):
        stops += flat[HAS_STOP + row]
    return stops


@inner
def _write(out, at, action):
    """Write an action down, where there is something to write on; the place after it."""
    if out is not None:
        out[at] = action
    return at + 1


@inner
def special_actions(flat, seat, out):
    """What a seat may play before its card PLACING is placed, ascending, PLAY_NONE first; how many actions.

    With None for `out` they are only counted, so that asking and listing cannot disagree.
    """
    card = flat[PLACING]
    rows = flat[LIVE_ROWS]
    goes_to = row_for(flat, card, rows)
    at = _write(out, 0, PLAY_NONE)
    if has(flat, seat, FIFTH_ROW) and rows == flat[START_ROWS]:  # A3, A25
        at = _write(out, at, PLAY_FIFTH_ROW)
    if has(flat, seat, SEVEN) and goes_to >= 0 and not flat[HAS_SEVEN + goes_to]:  # A4, A14
        at = _write(out, at, PLAY_SEVEN)
    if has(flat, seat, STOP):  # A8, A16
        stops = count_stops(flat)
        if stops < MOST_STOPS and rows - stops > 1:
            for row in range(rows):
                if not flat[HAS_STOP + row]:
                    at = _write(out, at, PLAY_STOP + row)
    if has(flat, seat, INSERT):  # A5, A17
        for row in range(rows):
            if not flat[HAS_STOP + row] and (flat[INSERT_END] or card < flat[LAST + row]):
                at = _write(out, at, PLAY_INSERT + row)
    if has(flat, seat, REPLACE) and not is_empty(flat, HANDS + 2 * seat):  # A6
        at = _cards(flat[HANDS + 2 * seat], flat[HANDS + 2 * seat + 1], PLAY_REPLACE, out, at)
    if has(flat, seat, NEGATIVE):  # A9, A19
        low = 0
        high = 0
        for row in range(rows):
            if (goes_to < 0 and not flat[HAS_STOP + row]) or (row == goes_to and is_full(flat, row)):
                low |= flat[ROWS + 2 * row]
                high |= flat[ROWS + 2 * row + 1]
        at = _cards(low, high, PLAY_NEGATIVE, out, at)
    if has(flat, seat, SHIFT):
        at = _shifts(flat, rows, out, at)
    return at


@inner
def _cards(low, high, code, out, at):
    """An action for each card of a set, given as its two words."""
    while low:
        at = _write(out, at, code + lowest_bit(low))
        low &= low - 1
    while high:
        at = _write(out, at, code + CARDS_A_WORD + lowest_bit(high))
        high &= high - 1
    return at


@inner
def _shifts(flat, rows, out, at):
    """A7, A15: any card of an open row to any other open row that is not full."""
    low = 0
    high = 0
    for row in range(rows):
        if not flat[HAS_STOP + row]:
            low |= flat[ROWS + 2 * row]
            high |= flat[ROWS + 2 * row + 1]
    while low | high:
        if low:
            card = lowest_bit(low)
            low &= low - 1
        else:
            card = CARDS_A_WORD + lowest_bit(high)
            high &= high - 1
        for row in range(rows):
            if not flat[HAS_STOP + row] and not is_full(flat, row) and not contains(flat, ROWS + 2 * row, card):
                at = _write(out, at, PLAY_SHIFT + SHIFT_ROWS * card + row)
    return at


@inner
def row_of(flat, card):
    """The row that a card lies in."""
    row = 0
    while not contains(flat, ROWS + 2 * row, card):
        row += 1
    return row
