"""The flat state: one array of int64, and what stands at which place in it.

Every rule set uses this one layout, so copying any state is one array copy. Places are compile-time constants.
A set of cards takes two places: cards 1 to 52 are bits 1 to 52 of the first, 53 to 104 bits 1 to 52 of the second.
Rows, #-rows and piles are sets too: a row ascends (B3), so its cards tell their order.
"""

from __future__ import annotations

from typing import Final

MAX_PLAYERS: Final = 10
MAX_ROWS: Final = 8
CARDS_A_WORD: Final = 52
HIGHEST_CARD: Final = 2 * CARDS_A_WORD

# What is to be decided (PHASE).
DRAFT: Final = 1  # one seat picks a card (P2)
CARD: Final = 2  # every pending seat chooses a card in secret (B2)
ROW: Final = 3  # one seat takes a row with its low card (B5)
KEEP: Final = 4  # one seat says which taken card goes to its #-row (N6)
SPECIAL: Final = 5  # one seat may play a special card before its card is placed (A2)
SWAP: Final = 6  # one seat may swap a special card after taking a row (A10)
DRAW: Final = 7  # chance: a special card comes from the deck (A10)
ROUND_OVER: Final = 8
MATCH_OVER: Final = 9

# The rules, fixed for the whole match.
STARTERS: Final = 0  # N: 1 where a card starts each #-row (N1)
PLAYERS: Final = 1
HAND_SIZE: Final = 2
DECK: Final = 3
IS_DRAFT: Final = 4
LIMIT: Final = 5  # the match ends when a score reaches this; 0: no limit (B7)
ROUNDS: Final = 6  # the match ends after this many rounds; 0: any number (B7)
INSERT_END: Final = 7  # A: 1 where Insert may also go to the end of a row (A5)
ROW_HOLDS: Final = 8  # anniversary: the capacity of a row without 7 nimmt! (A25)
START_ROWS: Final = 9

# Where the match is.
PHASE: Final = 10
ROUND: Final = 11  # from 0
TURN: Final = 12  # from 0; turns finished in this round
PENDING: Final = 13  # bit set of seats that have yet to choose their card
PLACED: Final = 14  # how many of this turn's cards are placed
SEAT: Final = 15  # who decides, in phases where one seat does
PICKS: Final = 16  # draft picks made in this round
LIVE_ROWS: Final = 17  # rows on the table; START_ROWS but for the fifth row (A3)
PLACING: Final = 18  # the card being placed

# Arrays by row.
CAPACITY: Final = 20  # how many cards the row may hold (B4, N4, A4)
LAST: Final = CAPACITY + MAX_ROWS  # its last card
FREE: Final = LAST + MAX_ROWS  # how many more cards it can hold
ROW_BULLS: Final = FREE + MAX_ROWS
ROWS: Final = ROW_BULLS + MAX_ROWS  # sets

# Arrays by seat.
CHOSEN: Final = ROWS + 2 * MAX_ROWS  # the card of this turn, 0 before it is chosen
ORDER: Final = CHOSEN + MAX_PLAYERS  # seats by chosen card, lowest first (B2); filled at the reveal
PENALTY: Final = ORDER + MAX_PLAYERS  # of this round
SCORE: Final = PENALTY + MAX_PLAYERS  # of the rounds that are over
HANDS: Final = SCORE + MAX_PLAYERS  # sets
SHOWN: Final = HANDS + 2 * MAX_PLAYERS  # sets: the part of each hand that everybody knows
PILES: Final = SHOWN + 2 * MAX_PLAYERS  # sets: bull piles, or #-piles (N7)

POOL: Final = PILES + 2 * MAX_PLAYERS  # set: cards yet to be drafted (P2)
BASE_SIZE: Final = POOL + 2

# Take a Number only.
NUMBER_ROWS: Final = BASE_SIZE  # sets by seat: #-rows (N7)
TAKEN: Final = NUMBER_ROWS + 2 * MAX_PLAYERS  # set: cards just taken, before one is kept (N6)
NUMBER_SIZE: Final = TAKEN + 2

# Anniversary only. Special cards of a kind are alike, so they are counted.
KINDS: Final = 7
STOP: Final = 0
SHIFT: Final = 1
INSERT: Final = 2
REPLACE: Final = 3
NEGATIVE: Final = 4
FIFTH_ROW: Final = 5
SEVEN: Final = 6
SPECIALS: Final = BASE_SIZE  # counts by seat and kind
SPECIAL_DECK: Final = SPECIALS + KINDS * MAX_PLAYERS  # counts by kind
DISCARDS: Final = SPECIAL_DECK + KINDS  # counts by kind
HAS_STOP: Final = DISCARDS + KINDS  # by row: 1 under a Stop (A8)
HAS_SEVEN: Final = HAS_STOP + MAX_ROWS  # by row: 1 with a 7 nimmt! (A4)
ANNIVERSARY_SIZE: Final = HAS_SEVEN + MAX_ROWS

NOBODY: Final = -1
#: As the last card of a row, it keeps every card out.
NEVER_BELOW: Final = 127
