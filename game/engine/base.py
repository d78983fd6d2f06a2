"""The base game (B) and the pro variant (P): its verbs on the flat state.

Every rule set's module has the same verbs: `start_round`, `legal` and `apply`. They trust their callers: the friendly
State checks actions before it passes them on.
"""

from __future__ import annotations

from game.engine.layout import (
    CARD,
    CHOSEN,
    DRAFT,
    HAND_SIZE,
    HANDS,
    IS_DRAFT,
    LIVE_ROWS,
    ORDER,
    PENDING,
    PHASE,
    PLACED,
    PLACING,
    PLAYERS,
    POOL,
    ROW,
    ROWS,
    SEAT,
    TURN,
)
from game.engine.log import PLACED as PLACED_EVENT
from game.engine.log import note
from game.engine.sets import cards_of
from game.engine.table import add_to_row, is_full, row_for, start_row, take_to_pile
from game.engine.turn import ask, begin_draft, begin_turn, choose, clear_round, end_round, give_cards, pick
from game.kernels import inner, kernel


@kernel
def start_round(flat, cards):
    """Set up the next round with a deal (hands seat by seat, then rows), which a draft does without (B1, P2)."""
    clear_round(flat)
    if flat[IS_DRAFT]:
        begin_draft(flat)
    else:
        give_cards(flat, cards)
        begin_turn(flat)


@inner
def place(flat, seat, card, row, takes):
    """Place a card in a row: at its end (B3), or taking all its cards and starting it anew (B4, B5, B9)."""
    if takes:
        take_to_pile(flat, seat, row)
        start_row(flat, row, card)
    else:
        add_to_row(flat, row, card)


@inner
def note_and_place(flat, seat, card, row, takes, low_card, log):
    """Place a card and write it down."""
    low = flat[ROWS + 2 * row] if takes else 0
    high = flat[ROWS + 2 * row + 1] if takes else 0
    note(log, PLACED_EVENT, seat, card, row, low, high, low_card)
    place(flat, seat, card, row, takes)
    flat[PLACED] += 1


@inner
def end_turn(flat, log):
    """The next turn, or the end of the round when the hands are empty (B6)."""
    flat[TURN] += 1
    begin_turn(flat)
    if flat[TURN] == flat[HAND_SIZE]:
        flat[PENDING] = 0
        end_round(flat, log)


@inner
def place_all(flat, log):
    """Place what is left of this turn's cards, lowest first, until a low card asks for a row (B2, B5)."""
    rows = flat[LIVE_ROWS]
    while flat[PLACED] < flat[PLAYERS]:
        seat = flat[ORDER + flat[PLACED]]
        card = flat[CHOSEN + seat]
        row = row_for(flat, card, rows)
        if row < 0:
            ask(flat, ROW, seat, card)
            return
        note_and_place(flat, seat, card, row, is_full(flat, row), 0, log)
    end_turn(flat, log)


@kernel
def legal(flat, seat, out):
    """Write a seat's legal actions to `out`, ascending; how many, be it just one (B11). Rows count from 0."""
    phase = flat[PHASE]
    if phase == CARD and (flat[PENDING] >> seat) & 1:
        return cards_of(flat[HANDS + 2 * seat], flat[HANDS + 2 * seat + 1], out, 0)
    if phase == DRAFT and flat[SEAT] == seat:
        return cards_of(flat[POOL], flat[POOL + 1], out, 0)
    if phase == ROW and flat[SEAT] == seat:
        for row in range(flat[LIVE_ROWS]):
            out[row] = row
        return flat[LIVE_ROWS]
    return 0


@kernel
def apply(flat, seat, action, log):
    """Let a seat act, and play on to the next decision."""
    phase = flat[PHASE]
    if phase == CARD:
        if not choose(flat, seat, action, log):
            place_all(flat, log)
    elif phase == DRAFT:
        pick(flat, seat, action, log)
    elif phase == ROW:
        note_and_place(flat, seat, flat[PLACING], action, True, 1, log)
        place_all(flat, log)
