"""Whole rounds inside the engine, for roll-outs and for measuring it."""

from __future__ import annotations

import numpy as np

from game.engine.base import place, start_round
from game.engine.chance import deal_cards
from game.engine.layout import (
    CHOSEN,
    DECK,
    HAND_SIZE,
    HANDS,
    LIVE_ROWS,
    ORDER,
    PENALTY,
    PENDING,
    PLAYERS,
    SHOWN,
    START_ROWS,
    TURN,
)
from game.engine.sets import at, clear
from game.engine.table import cheapest_row, is_full, row_for
from game.engine.turn import end_round, line_up
from game.kernels import kernel


@kernel
def play_in_order(flat, orders):
    """Play a round from the start of a turn to its end, as the verbs would, without stopping for decisions.

    Each seat plays its cards in the order of its line in `orders` (seat by seat, HAND_SIZE places each, from place
    TURN on); a low card takes the cheapest row. All hands end empty, so they are emptied once at the end.
    """
    players = flat[PLAYERS]
    size = flat[HAND_SIZE]
    rows = flat[LIVE_ROWS]
    for turn in range(flat[TURN], size):
        for seat in range(players):
            flat[at(CHOSEN + seat)] = orders[at(seat * size + turn)]
        line_up(flat, players)
        for place_number in range(players):
            seat = flat[at(ORDER + place_number)]
            card = flat[at(CHOSEN + seat)]
            row = row_for(flat, card, rows)
            takes = row < 0
            if takes:
                row = cheapest_row(flat, rows)
            place(flat, seat, card, row, takes or is_full(flat, row))
    for seat in range(players):
        flat[CHOSEN + seat] = 0
        flat[ORDER + seat] = 0
        clear(flat, HANDS + 2 * seat)
        clear(flat, SHOWN + 2 * seat)
    flat[TURN] = size
    flat[PENDING] = 0
    end_round(flat, None)


@kernel
def random_rounds(flat, seed, first_index, rounds, penalties):
    """Deal and play whole rounds with random cards; adds each seat's penalties to `penalties`.

    A dealt hand is in random order, so playing it front to back is a uniformly random choice at every turn.
    """
    players = flat[PLAYERS]
    used = players * flat[HAND_SIZE] + flat[START_ROWS]
    cards = np.empty(flat[DECK], np.int64)
    for number in range(rounds):
        deal_cards(cards, used, seed, first_index + number, 0)
        start_round(flat, cards)
        play_in_order(flat, cards)
        for seat in range(players):
            penalties[seat] += flat[PENALTY + seat]
