"""What every rule set shares: the start of a round, the draft, the secret choice, the reveal, the end of a round."""

from __future__ import annotations

from game.engine.layout import (
    CARD,
    CARDS_A_WORD,
    CHOSEN,
    DECK,
    DRAFT,
    HAND_SIZE,
    HANDS,
    LIMIT,
    LIVE_ROWS,
    MATCH_OVER,
    ORDER,
    PENALTY,
    PENDING,
    PHASE,
    PICKS,
    PILES,
    PLACED,
    PLACING,
    PLAYERS,
    POOL,
    ROUND,
    ROUND_OVER,
    ROUNDS,
    SCORE,
    SEAT,
    SHOWN,
    START_ROWS,
    TURN,
)
from game.engine.log import DRAFTED, MATCH_ENDED, REVEALED, ROUND_ENDED, note
from game.engine.sets import add, at, clear, contains, remove
from game.engine.table import clear_row, start_row
from game.kernels import inner


@inner
def clear_round(flat):
    """Forget the round before and number the new one."""
    flat[ROUND] += 1
    flat[TURN] = 0
    flat[LIVE_ROWS] = flat[START_ROWS]
    for seat in range(flat[PLAYERS]):
        flat[PENALTY + seat] = 0
        clear(flat, HANDS + 2 * seat)
        clear(flat, SHOWN + 2 * seat)
        clear(flat, PILES + 2 * seat)
    clear(flat, POOL)


@inner
def give_cards(flat, cards):
    """Hand out a deal: each seat's hand in turn, then one card to each row (B1). Where the cards left over begin."""
    given = 0
    for seat in range(flat[PLAYERS]):
        low = 0
        high = 0
        for _ in range(flat[HAND_SIZE]):
            card = cards[at(given)]
            if card > CARDS_A_WORD:
                high |= 1 << (card - CARDS_A_WORD)
            else:
                low |= 1 << card
            given += 1
        flat[at(HANDS + 2 * seat)] = low
        flat[at(HANDS + 2 * seat + 1)] = high
    for row in range(flat[START_ROWS]):
        start_row(flat, row, cards[at(given)])
        given += 1
    return given


@inner
def begin_turn(flat):
    """Everybody is to choose a card (B2). Nothing is left of the turn or the draft before."""
    flat[PHASE] = CARD
    flat[PENDING] = (1 << flat[PLAYERS]) - 1
    flat[PICKS] = 0
    flat[PLACED] = 0
    flat[PLACING] = 0
    flat[SEAT] = 0
    for seat in range(flat[PLAYERS]):
        flat[CHOSEN + seat] = 0
        flat[ORDER + seat] = 0


@inner
def begin_draft(flat):
    """All cards lie open; the first picker moves on one seat every round (P2, P3)."""
    flat[PHASE] = DRAFT
    for row in range(flat[START_ROWS]):
        clear_row(flat, row)
    for card in range(1, flat[DECK] + 1):
        add(flat, POOL, card)
    flat[SEAT] = flat[ROUND] % flat[PLAYERS]


@inner
def pick(flat, seat, card, log):
    """One pick of the draft; after the last one, the cards left start the rows, lowest first (P2, P6)."""
    remove(flat, POOL, card)
    add(flat, HANDS + 2 * seat, card)
    add(flat, SHOWN + 2 * seat, card)
    flat[PICKS] += 1
    note(log, DRAFTED, seat, card, 0, 0, 0, 0)
    if flat[PICKS] < flat[PLAYERS] * flat[HAND_SIZE]:
        flat[SEAT] = (seat + 1) % flat[PLAYERS]
        return
    row = 0
    for left in range(1, flat[DECK] + 1):
        if contains(flat, POOL, left):
            start_row(flat, row, left)
            row += 1
    clear(flat, POOL)
    begin_turn(flat)


@inner
def line_up(flat, players):
    """Put the seats in the order of their chosen cards, lowest first (B2).

    A seat's place is the number of lower cards. For ten cards at most that is faster than sorting: nothing to guess.
    """
    if players == 2:
        first = 1 if flat[CHOSEN + 1] < flat[CHOSEN] else 0
        flat[ORDER] = first
        flat[ORDER + 1] = 1 - first
        return
    for seat in range(players):
        card = flat[at(CHOSEN + seat)]
        lower = 0
        for other in range(players):
            lower += 1 if flat[at(CHOSEN + other)] < card else 0
        flat[at(ORDER + lower)] = seat


@inner
def reveal(flat, log):
    """Turn all chosen cards over (B2); nobody has to remember them as part of a hand any more."""
    for seat in range(flat[PLAYERS]):
        remove(flat, SHOWN + 2 * seat, flat[CHOSEN + seat])
    line_up(flat, flat[PLAYERS])
    note(log, REVEALED, 0, 0, 0, 0, 0, 0)


@inner
def choose(flat, seat, card, log):
    """Lay a card face down; the last one turns them all over (B2). Whether somebody has yet to choose."""
    remove(flat, HANDS + 2 * seat, card)
    flat[CHOSEN + seat] = card
    flat[PENDING] &= ~(1 << seat)
    if flat[PENDING]:
        return True
    reveal(flat, log)
    return False


@inner
def ask(flat, phase, seat, card):
    """Stop for a decision of one seat, whose card is being placed."""
    flat[PHASE] = phase
    flat[SEAT] = seat
    flat[PLACING] = card


@inner
def end_round(flat, log):
    """Add the round's penalties to the scores and see whether the match is over (B6, B7)."""
    note(log, ROUND_ENDED, 0, 0, 0, 0, 0, 0)
    over = flat[ROUNDS] > 0 and flat[ROUND] + 1 >= flat[ROUNDS]
    for seat in range(flat[PLAYERS]):
        flat[SCORE + seat] += flat[PENALTY + seat]
        if flat[LIMIT] > 0 and flat[SCORE + seat] >= flat[LIMIT]:
            over = True
    flat[PHASE] = MATCH_OVER if over else ROUND_OVER
    if over:
        note(log, MATCH_ENDED, 0, 0, 0, 0, 0, 0)
