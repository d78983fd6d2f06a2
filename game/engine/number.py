"""Take a Number (N): its verbs on the flat state, the same as those of the base game."""

from __future__ import annotations

from game.engine import log as event
from game.engine.base import legal as base_legal
from game.engine.layout import (
    CARD,
    CHOSEN,
    HANDS,
    KEEP,
    LIVE_ROWS,
    NUMBER_ROWS,
    ORDER,
    PENALTY,
    PENDING,
    PHASE,
    PILES,
    PLACED,
    PLACING,
    PLAYERS,
    ROW,
    ROWS,
    SEAT,
    SHOWN,
    STARTERS,
    TAKEN,
    TURN,
)
from game.engine.log import note
from game.engine.sets import add, bullheads_of, cards_of, clear, count, highest, is_empty, move, remove
from game.engine.table import add_to_row, is_full, row_for, start_row
from game.engine.turn import ask, begin_turn, choose, clear_round, end_round, give_cards
from game.kernels import inner, kernel


@kernel
def start_round(flat, cards):
    """Set up the next round with a deal: hands, rows, and a card for each #-row where the option says so (N1, N12)."""
    clear_round(flat)
    given = give_cards(flat, cards)
    clear(flat, TAKEN)
    for seat in range(flat[PLAYERS]):
        clear(flat, NUMBER_ROWS + 2 * seat)
        if flat[STARTERS]:
            add(flat, NUMBER_ROWS + 2 * seat, cards[given + seat])
    begin_turn(flat)


@inner
def keep(flat, seat, card, log):
    """Of the taken cards one goes to the #-row, the others to the hand, where all know them (N6, N7, N10)."""
    low = 0
    high = 0
    if card < highest(flat, NUMBER_ROWS + 2 * seat):  # N7: the whole #-row goes to the #-pile first
        low = flat[NUMBER_ROWS + 2 * seat]
        high = flat[NUMBER_ROWS + 2 * seat + 1]
        move(flat, NUMBER_ROWS + 2 * seat, PILES + 2 * seat)
    add(flat, NUMBER_ROWS + 2 * seat, card)
    remove(flat, TAKEN, card)
    flat[SHOWN + 2 * seat] |= flat[TAKEN]
    flat[SHOWN + 2 * seat + 1] |= flat[TAKEN + 1]
    move(flat, TAKEN, HANDS + 2 * seat)
    note(log, event.KEPT, seat, card, 0, low, high, 0)
    flat[PLACED] += 1


@inner
def take(flat, seat, card, row, is_low, log):
    """Take a row; the card starts it at once (N4, N5, N13). Whether the taker must still choose what to keep (N6)."""
    note(log, event.PLACED, seat, card, row, flat[ROWS + 2 * row], flat[ROWS + 2 * row + 1], is_low)
    move(flat, ROWS + 2 * row, TAKEN)
    start_row(flat, row, card)
    if count(flat, TAKEN) == 1:
        keep(flat, seat, highest(flat, TAKEN), log)
        return False
    ask(flat, KEEP, seat, card)
    return True


@inner
def place_all(flat, log):
    """Place what is left of this turn's cards, lowest first, until somebody has to decide (N3 to N6)."""
    rows = flat[LIVE_ROWS]
    while flat[PLACED] < flat[PLAYERS]:
        seat = flat[ORDER + flat[PLACED]]
        card = flat[CHOSEN + seat]
        row = row_for(flat, card, rows)
        if row < 0:
            ask(flat, ROW, seat, card)
            return
        if is_full(flat, row):
            if take(flat, seat, card, row, 0, log):
                return
        else:
            note(log, event.PLACED, seat, card, row, 0, 0, 0)
            add_to_row(flat, row, card)
            flat[PLACED] += 1
    end_turn(flat, log)


@inner
def end_turn(flat, log):
    """The next turn, or the end of the round when some hand is empty (N8, N11)."""
    flat[TURN] += 1
    begin_turn(flat)
    over = False
    for seat in range(flat[PLAYERS]):
        over |= is_empty(flat, HANDS + 2 * seat)
    if over:
        for seat in range(flat[PLAYERS]):  # N8: the hand counts once, the #-pile twice, the #-row not at all
            flat[PENALTY + seat] = bullheads_of(flat, HANDS + 2 * seat) + 2 * bullheads_of(flat, PILES + 2 * seat)
        flat[PENDING] = 0
        end_round(flat, log)


@kernel
def legal(flat, seat, out):
    """Write a seat's legal actions to `out`, ascending; how many there are."""
    if flat[PHASE] == KEEP:
        return cards_of(flat[TAKEN], flat[TAKEN + 1], out, 0) if flat[SEAT] == seat else 0
    return base_legal(flat, seat, out)


@kernel
def apply(flat, seat, action, log):
    """Let a seat act, and play on to the next decision."""
    phase = flat[PHASE]
    if phase == CARD:
        if choose(flat, seat, action, log):
            return
    elif phase == ROW:
        if take(flat, seat, flat[PLACING], action, 1, log):
            return
    elif phase == KEEP:
        keep(flat, seat, action, log)
    place_all(flat, log)
