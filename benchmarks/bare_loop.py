"""A bare loop of the base game's arithmetic, to measure the engine against: no hands, no piles, no decisions.

It deals with the engine's own `deal_cards` and plays each hand front to back, a low card taking the cheapest row, and
keeps nothing but what penalties need: for each row its last card, its length and its bullheads.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from game.cards import BULLHEADS, HIGHEST_CARD
from game.engine.chance import deal_cards
from game.kernels import kernel

HAND = 10
ROWS = 4
CAPACITY = 5
SEAT_BITS = 4  # room for a seat below a card, in one number that sorts by card
SEAT_MASK = (1 << SEAT_BITS) - 1


@kernel
def bare_rounds(players: int, seed: int, rounds: int, penalties: npt.NDArray[np.int64]) -> None:
    """Play so many rounds and add up everybody's penalties."""
    cards = np.empty(HIGHEST_CARD, np.int64)
    last = np.empty(ROWS, np.int64)
    length = np.empty(ROWS, np.int64)
    bulls = np.empty(ROWS, np.int64)
    played = np.empty(players, np.int64)
    for index in range(rounds):
        deal_cards(cards, players * HAND + ROWS, seed, index, 0)
        for row in range(ROWS):
            last[row] = cards[players * HAND + row]
            length[row] = 1
            bulls[row] = BULLHEADS[last[row]]
        for turn in range(HAND):
            for seat in range(players):
                key = (cards[seat * HAND + turn] << SEAT_BITS) | seat
                spot = seat
                while spot > 0 and played[spot - 1] > key:
                    played[spot] = played[spot - 1]
                    spot -= 1
                played[spot] = key
            for spot in range(players):
                card = played[spot] >> SEAT_BITS
                seat = played[spot] & SEAT_MASK
                best = -1
                highest = 0
                for row in range(ROWS):
                    if highest < last[row] < card:
                        highest = last[row]
                        best = row
                takes = best < 0 or length[best] == CAPACITY
                if best < 0:
                    best = 0
                    for row in range(1, ROWS):
                        if bulls[row] < bulls[best]:
                            best = row
                if takes:
                    penalties[seat] += bulls[best]
                    bulls[best] = 0
                    length[best] = 0
                last[best] = card
                length[best] += 1
                bulls[best] += BULLHEADS[card]
