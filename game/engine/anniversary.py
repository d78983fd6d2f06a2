"""The anniversary variant (A): its verbs on the flat state, the same as those of the base game."""

from __future__ import annotations

from game.cards import BULLHEADS
from game.engine import log as event
from game.engine.base import legal as base_legal
from game.engine.layout import (
    CAPACITY,
    CARD,
    CHOSEN,
    DISCARDS,
    DRAW,
    FIFTH_ROW,
    FREE,
    HAND_SIZE,
    HANDS,
    HAS_SEVEN,
    HAS_STOP,
    INSERT,
    KINDS,
    LAST,
    LIVE_ROWS,
    MAX_ROWS,
    NEGATIVE,
    NEVER_BELOW,
    NOBODY,
    ORDER,
    PENALTY,
    PENDING,
    PHASE,
    PILES,
    PLACED,
    PLACING,
    PLAYERS,
    REPLACE,
    ROW,
    ROW_BULLS,
    ROW_HOLDS,
    ROWS,
    SEAT,
    SEVEN,
    SHIFT,
    SHOWN,
    SPECIAL,
    SPECIAL_DECK,
    SPECIALS,
    START_ROWS,
    STOP,
    SWAP,
    TURN,
)
from game.engine.log import note
from game.engine.sets import add, bullheads_in, bullheads_of, count, highest, is_empty, remove
from game.engine.specials import (
    PLAY_FIFTH_ROW,
    PLAY_INSERT,
    PLAY_NEGATIVE,
    PLAY_NONE,
    PLAY_REPLACE,
    PLAY_SEVEN,
    PLAY_SHIFT,
    PLAY_STOP,
    SHIFT_ROWS,
    holds_any,
    row_of,
    special_actions,
)
from game.engine.table import add_to_row, clear_row, is_full, row_for, start_row
from game.engine.turn import begin_turn, choose, clear_round, end_round, give_cards
from game.kernels import inner, kernel


@kernel
def start_round(flat, cards):
    """Set up the next round with a deal: hands, rows, then the kinds of everybody's new special cards (A1, A11)."""
    for row in range(MAX_ROWS):
        clear_row(flat, row)
        flat[CAPACITY + row] = flat[ROW_HOLDS] if row < flat[START_ROWS] else 0
    clear_round(flat)
    given = give_cards(flat, cards)
    for kind in range(KINDS):  # A11: special cards in hand stay there; deck and discards become one
        flat[SPECIAL_DECK + kind] += flat[DISCARDS + kind]
        flat[DISCARDS + kind] = 0
    new = (cards.shape[0] - given) // flat[PLAYERS]
    for seat in range(flat[PLAYERS]):
        for _ in range(new):
            flat[SPECIAL_DECK + cards[given]] -= 1
            flat[SPECIALS + KINDS * seat + cards[given]] += 1
            given += 1
    begin_turn(flat)


# Rows


@inner
def refresh_row(flat, row):
    """Bring what is known of a row up to date with its cards and its markers."""
    flat[CAPACITY + row] = flat[ROW_HOLDS] + flat[HAS_SEVEN + row]  # A4, A14
    flat[LAST + row] = NEVER_BELOW if flat[HAS_STOP + row] else highest(flat, ROWS + 2 * row)  # A8, A24
    flat[FREE + row] = flat[CAPACITY + row] - count(flat, ROWS + 2 * row)
    flat[ROW_BULLS + row] = bullheads_of(flat, ROWS + 2 * row)


@inner
def discard_marker(flat, place, row, kind):
    """Send a Stop or 7 nimmt! from a row to the discards."""
    if flat[place + row]:
        flat[place + row] = 0
        flat[DISCARDS + kind] += 1
        refresh_row(flat, row)


@inner
def remove_row(flat, gone):
    """Take a row off the table; the rows behind it move up with their markers (A23)."""
    last = flat[LIVE_ROWS] - 1
    for row in range(gone, last):
        flat[ROWS + 2 * row] = flat[ROWS + 2 * row + 2]
        flat[ROWS + 2 * row + 1] = flat[ROWS + 2 * row + 3]
        flat[HAS_SEVEN + row] = flat[HAS_SEVEN + row + 1]
        flat[HAS_STOP + row] = flat[HAS_STOP + row + 1]
        refresh_row(flat, row)
    clear_row(flat, last)
    flat[CAPACITY + last] = 0
    flat[HAS_SEVEN + last] = 0
    flat[HAS_STOP + last] = 0
    flat[LIVE_ROWS] = last


@inner
def take(flat, seat, row, stays, named, is_low, log):
    """Take a row whose player's card is already in it: all but the card that stays goes to the pile (A18).

    With five rows out nothing stays, and four rows are left (A3, A17). `named` is the card of Negative=Positive, or 0;
    it counts differently but goes to the pile like the others (A26). Whether the taker is asked for a swap (A10, A28).
    """
    five_rows = flat[LIVE_ROWS] > flat[START_ROWS]  # A25: one more than at the start
    if not five_rows:
        remove(flat, ROWS + 2 * row, stays)
    low = flat[ROWS + 2 * row]
    high = flat[ROWS + 2 * row + 1]
    flat[PILES + 2 * seat] |= low
    flat[PILES + 2 * seat + 1] |= high
    flat[PENALTY + seat] += bullheads_in(low, high)
    if named:  # A9, A19: it does not count, and as much again is taken off; never below zero
        flat[PENALTY + seat] = max(0, flat[PENALTY + seat] - 2 * BULLHEADS[named])
    note(log, event.PLACED, seat, flat[PLACING], row, low, high, is_low)
    discard_marker(flat, HAS_SEVEN, row, SEVEN)  # A4
    for other in range(flat[LIVE_ROWS]):
        discard_marker(flat, HAS_STOP, other, STOP)  # A8
    if five_rows:
        flat[DISCARDS + FIFTH_ROW] += 1
        remove_row(flat, row)
    else:
        start_row(flat, row, stays)
    if holds_any(flat, seat):
        flat[PHASE] = SWAP
        return True
    flat[PLACED] += 1
    return False


@inner
def take_by_number(flat, seat, row, named, is_low, log):
    """Take a row with the number card, which starts it anew unless five rows are out (B4, B5, A3)."""
    add(flat, ROWS + 2 * row, flat[PLACING])
    return take(flat, seat, row, flat[PLACING], named, is_low, log)


@inner
def done(flat, seat, row, log):
    """The number card lies in its row, and nothing was taken."""
    note(log, event.PLACED, seat, flat[PLACING], row, 0, 0, 0)
    flat[PLACED] += 1
    return False


@inner
def place_by_rule(flat, seat, log):
    """Place the number card by B3 to B5 on the open rows (A24). Whether somebody has to decide something first."""
    row = row_for(flat, flat[PLACING], flat[LIVE_ROWS])
    if row < 0:
        flat[PHASE] = ROW
        return True
    if is_full(flat, row):
        return take_by_number(flat, seat, row, 0, 0, log)
    add_to_row(flat, row, flat[PLACING])
    return done(flat, seat, row, log)


# Special cards: each takes the action's parameter and tells whether somebody has to decide something next.


@inner
def play_fifth_row(flat, seat, log):
    """A3, A23, A25: the number card starts a new last row, which holds as many cards as the others."""
    row = flat[LIVE_ROWS]
    flat[LIVE_ROWS] += 1
    flat[CAPACITY + row] = flat[ROW_HOLDS]
    start_row(flat, row, flat[PLACING])
    return done(flat, seat, row, log)


@inner
def play_seven(flat, seat, log):
    """A4: the row that the number card goes to holds one more, so it is not taken now."""
    row = row_for(flat, flat[PLACING], flat[LIVE_ROWS])
    flat[HAS_SEVEN + row] = 1
    flat[CAPACITY + row] += 1
    flat[FREE + row] += 1
    add_to_row(flat, row, flat[PLACING])
    return done(flat, seat, row, log)


@inner
def play_stop(flat, seat, row, log):
    """A8: block a row, then place by the rules."""
    flat[HAS_STOP + row] = 1
    flat[LAST + row] = NEVER_BELOW
    return place_by_rule(flat, seat, log)


@inner
def play_insert(flat, seat, row, log):
    """A5, A17: put the number card where it belongs in a row; a full row is taken but for its highest card."""
    full = is_full(flat, row)
    add(flat, ROWS + 2 * row, flat[PLACING])
    if full:
        return take(flat, seat, row, highest(flat, ROWS + 2 * row), 0, 0, log)
    refresh_row(flat, row)
    return done(flat, seat, row, log)


@inner
def play_replace(flat, seat, card, log):
    """A6, A22: the number card goes back to the hand, where all know it, and another one is placed."""
    add(flat, HANDS + 2 * seat, flat[PLACING])
    add(flat, SHOWN + 2 * seat, flat[PLACING])
    remove(flat, HANDS + 2 * seat, card)
    remove(flat, SHOWN + 2 * seat, card)
    flat[CHOSEN + seat] = card
    flat[PLACING] = card
    return place_by_rule(flat, seat, log)


@inner
def play_negative(flat, seat, card, log):
    """A9, A19: take the row of the named card."""
    is_low = row_for(flat, flat[PLACING], flat[LIVE_ROWS]) < 0
    return take_by_number(flat, seat, row_of(flat, card), card, is_low, log)


@inner
def play_shift(flat, seat, card, target, log):
    """A7, A15: move a card to another row, then place by the rules, or start the row that this has emptied."""
    source = row_of(flat, card)
    remove(flat, ROWS + 2 * source, card)
    add(flat, ROWS + 2 * target, card)
    refresh_row(flat, source)
    refresh_row(flat, target)
    if is_empty(flat, ROWS + 2 * source):
        start_row(flat, source, flat[PLACING])
        return done(flat, seat, source, log)
    return place_by_rule(flat, seat, log)


@inner
def spend(flat, seat, kind, stays_on_table):
    """A special card leaves the hand, to the table or to the discards (A2)."""
    flat[SPECIALS + KINDS * seat + kind] -= 1
    if not stays_on_table:
        flat[DISCARDS + kind] += 1


@inner
def play_special(flat, seat, action, log):
    """Play a special card, or none, and place the number card. Whether somebody has to decide something next."""
    if action == PLAY_NONE:  # A13: no trace
        return place_by_rule(flat, seat, log)
    note(log, event.PLAYED_SPECIAL, seat, flat[PLACING], 0, 0, 0, action)
    if action == PLAY_FIFTH_ROW:
        spend(flat, seat, FIFTH_ROW, True)
        return play_fifth_row(flat, seat, log)
    if action == PLAY_SEVEN:
        spend(flat, seat, SEVEN, True)
        return play_seven(flat, seat, log)
    if action < PLAY_INSERT:
        spend(flat, seat, STOP, True)
        return play_stop(flat, seat, action - PLAY_STOP, log)
    if action < PLAY_REPLACE:
        spend(flat, seat, INSERT, False)
        return play_insert(flat, seat, action - PLAY_INSERT, log)
    if action < PLAY_NEGATIVE:
        spend(flat, seat, REPLACE, False)
        return play_replace(flat, seat, action - PLAY_REPLACE, log)
    if action < PLAY_SHIFT:
        spend(flat, seat, NEGATIVE, False)
        return play_negative(flat, seat, action - PLAY_NEGATIVE, log)
    spend(flat, seat, SHIFT, False)
    parameters = action - PLAY_SHIFT
    return play_shift(flat, seat, parameters // SHIFT_ROWS, parameters % SHIFT_ROWS, log)


# The course of a turn


@inner
def place_all(flat, log):
    """Place what is left of this turn's cards, lowest first, until somebody has to decide (A2, A13)."""
    while flat[PLACED] < flat[PLAYERS]:
        seat = flat[ORDER + flat[PLACED]]
        flat[SEAT] = seat
        flat[PLACING] = flat[CHOSEN + seat]
        if holds_any(flat, seat) and special_actions(flat, seat, None) > 1:
            flat[PHASE] = SPECIAL
            return
        if place_by_rule(flat, seat, log):
            return
    end_turn(flat, log)


@inner
def end_turn(flat, log):
    """The next turn, or the end of the round when the hands are empty (B6)."""
    flat[TURN] += 1
    begin_turn(flat)
    if flat[TURN] == flat[HAND_SIZE]:
        flat[PENDING] = 0
        if flat[LIVE_ROWS] > flat[START_ROWS]:  # A20: nothing special stays on the table
            flat[DISCARDS + FIFTH_ROW] += 1
        for row in range(flat[LIVE_ROWS]):
            discard_marker(flat, HAS_SEVEN, row, SEVEN)
            discard_marker(flat, HAS_STOP, row, STOP)
        end_round(flat, log)


@inner
def swap(flat, seat, kind, log):
    """Discard a special card; the discards make a new deck when there is none (A10, A21)."""
    spend(flat, seat, kind, False)
    note(log, event.SWAPPED, seat, 0, 0, 0, 0, kind)
    left = 0
    for each in range(KINDS):
        left += flat[SPECIAL_DECK + each]
    if left == 0:
        for each in range(KINDS):
            flat[SPECIAL_DECK + each] = flat[DISCARDS + each]
            flat[DISCARDS + each] = 0
    flat[PHASE] = DRAW


@inner
def draw(flat, kind, log):
    """The top of the special deck comes to the seat that swapped (A10)."""
    flat[SPECIAL_DECK + kind] -= 1
    flat[SPECIALS + KINDS * flat[SEAT] + kind] += 1
    note(log, event.DREW, flat[SEAT], 0, 0, 0, 0, 0)
    flat[PLACED] += 1


@inner
def _kinds(flat, place, out, at):
    """An action for each kind that is there, 1 + kind."""
    for kind in range(KINDS):
        if flat[place + kind]:
            out[at] = 1 + kind
            at += 1
    return at


@kernel
def legal(flat, seat, out):
    """Write a seat's legal actions to `out`, ascending; how many there are. NOBODY is the seat of chance."""
    phase = flat[PHASE]
    if phase == CARD:
        return base_legal(flat, seat, out)
    if phase == DRAW:
        return _kinds(flat, SPECIAL_DECK, out, 0) if seat == NOBODY else 0
    if flat[SEAT] != seat:
        return 0
    if phase == SPECIAL:
        return special_actions(flat, seat, out)
    if phase == SWAP:
        out[0] = 0
        return _kinds(flat, SPECIALS + KINDS * seat, out, 1)
    if phase == ROW:
        rows = 0
        for row in range(flat[LIVE_ROWS]):
            if not flat[HAS_STOP + row]:  # A24
                out[rows] = row
                rows += 1
        return rows
    return 0


@kernel
def apply(flat, seat, action, log):
    """Let a seat, or chance, act, and play on to the next decision."""
    phase = flat[PHASE]
    if phase == CARD:
        if choose(flat, seat, action, log):
            return
    elif phase == SPECIAL:
        if play_special(flat, seat, action, log):
            return
    elif phase == ROW:
        if take_by_number(flat, seat, action, 0, 1, log):
            return
    elif phase == SWAP:
        if action:
            swap(flat, seat, action - 1, log)
            return
        flat[PLACED] += 1
    elif phase == DRAW:
        draw(flat, action - 1, log)
    place_all(flat, log)
