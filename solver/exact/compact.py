"""A position with open hands in three numbers, of which only relative order is left, and how a turn changes it.

The engine plays matches; a solver visits a hundred million positions and wants to know which of them are the same. So
this module keeps what the value of the rest of a round depends on and nothing else: the k cards that each player has
left are numbered 0 to 2k − 1 by rank, and a row is known by how many of them lie below its last card. A test plays
both side by side.

    owner   bit n: the card of rank n belongs to player 1
    bulls   three bits a card: its bullheads
    table   one lane of 15 bits a row, last cards ascending from the lowest lane on:
            below (5 bits) | free places (4 bits) | bullheads (6 bits)

All rows are compared and numbered anew at once, with the usual tricks of arithmetic on lanes; lanes without a row have
31 in `below` and nothing else. Equal futures get equal numbers: free places that can never be filled do not count, nor
do the bullheads of a row that nobody can take, rows above all cards are in the order of their bullheads, and the
owner of the lowest card is player 0 (else the players are swapped and the value changes its sign).
"""

from __future__ import annotations

from typing import Final

from game.engine.sets import count_bits
from solver.exact.kernels import inner

#: The most cards a hand may have, the most rows, and the most cards a row may hold.
MOST_CARDS: Final = 10
MOST_ROWS: Final = 4
MOST_CAPACITY: Final = 10

LANE: Final = 15
FREE_SHIFT: Final = 5
HEADS_SHIFT: Final = 9
ONE: Final = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE  # in every lane
BELOW: Final = 31
BELOWS: Final = BELOW * ONE
FREE: Final = 15 << FREE_SHIFT
FREES: Final = 15 * ONE
GUARD: Final = 32
GUARDS: Final = GUARD * ONE
HEADS: Final = 63 << HEADS_SHIFT
WHOLE: Final = (1 << LANE) - 1


@inner
def rows_below(table, card):
    """How many rows have their last card below a card of this rank."""
    return count_bits(((card | GUARD) * ONE - (table & BELOWS)) & GUARDS)


@inner
def lane(table, row):
    """One row of a table."""
    return (table >> (LANE * row)) & WHOLE


@inner
def placed(packed, card, bulls, capacity):
    """What becomes of a row when a card of this rank goes there: it takes a full one (B4) or makes it longer."""
    if packed & FREE == 0:
        return card | (capacity - 1) << FREE_SHIFT | bulls << HEADS_SHIFT
    return (packed & ~BELOW) - (1 << FREE_SHIFT) + (bulls << HEADS_SHIFT) + card


@inner
def without_two(word, low, high, width):
    """A word of fields with two of them, low < high, taken out."""
    low *= width
    high *= width
    below = word & ((1 << low) - 1)
    between = (word >> (low + width)) & ((1 << (high - low - width)) - 1)
    above = word >> (high + width)
    return below | (between << low) | (above << (high - width))


@inner
def is_low(table, mine, theirs):
    """Whether the lower of the two cards is below every row, so that its owner chooses a row (B5)."""
    return min(mine, theirs) < (table & BELOW)


@inner
def fold(table, rows, left):
    """Forget what cannot matter when `left` cards are left, and put rows above all of them in order."""
    below = table & BELOWS
    reach = ((left | GUARD) * ONE) - below  # the cards above each row, with a guard bit; lanes without a row lack it
    guards = (reach & GUARDS) >> 5
    reach = reach & (BELOW * guards)
    free = (table >> FREE_SHIFT) & FREES
    fits = ((((reach | GUARDS) - free) & GUARDS) >> 5) * BELOW  # lanes with at most as many free places as cards above
    free = (free & fits) | (reach & ~fits)
    table = (table & ~(FREES << FREE_SHIFT)) | (free << FREE_SHIFT)
    # A turn lifts at most one of the rows that lie below all cards: the lower card goes to the highest of them or
    # above, the higher card no lower than that (B2, B3). So with as many of them as turns no card will ever be low,
    # and the bullheads of a row that cannot be filled are nobody's.
    if 2 * rows_below(table, 0) >= left:
        filled = ((((free ^ reach) + BELOWS) & GUARDS) >> 5) * HEADS
        return table & (filled | ~(HEADS * ONE))
    within = count_bits((((left - 1) | GUARD) * ONE - below) & GUARDS) if left else 0
    if within + 1 < rows:
        for row in range(within + 1, rows):  # insertion sort of a few lanes
            at = row
            while at > within and lane(table, at - 1) > lane(table, at):
                swap = lane(table, at - 1) ^ lane(table, at)
                table ^= swap << (LANE * at) | swap << (LANE * (at - 1))
                at -= 1
    return table


@inner
def play(owner, bulls, table, k, rows, capacity, mine, theirs, choice):
    """Play a turn: the numbers of the position that follows, the gain, and −1 where the players are swapped, else 1.

    `choice` is the row that a low card takes (B5). The gain is the opponent's minus own penalties of this turn.
    """
    low = min(mine, theirs)
    high = max(mine, theirs)
    low_bulls = (bulls >> (3 * low)) & 7
    high_bulls = (bulls >> (3 * high)) & 7

    # The lower card goes first (B2, B3).
    place = rows_below(table, low) - 1
    if place < 0:  # B5; the new row is the lowest of all
        shift = LANE * choice
        packed = (table >> shift) & WHOLE
        cost = packed >> HEADS_SHIFT
        under = table & ((1 << shift) - 1)
        table = (table >> (shift + LANE) << (shift + LANE)) | (under << LANE)
        table |= low | (capacity - 1) << FREE_SHIFT | low_bulls << HEADS_SHIFT
    else:
        packed = lane(table, place)
        cost = packed >> HEADS_SHIFT if packed & FREE == 0 else 0
        table ^= (packed ^ placed(packed, low, low_bulls, capacity)) << (LANE * place)
    # The higher one is never low: the row of the lower card lies below it.
    place = rows_below(table, high) - 1
    packed = lane(table, place)
    high_cost = packed >> HEADS_SHIFT if packed & FREE == 0 else 0
    table ^= (packed ^ placed(packed, high, high_bulls, capacity)) << (LANE * place)
    gain = high_cost - cost if mine < theirs else cost - high_cost

    # Number the cards that are left anew.
    below = table & BELOWS
    table -= (GUARDS & ~((low | GUARD) * ONE - below)) >> 5
    table -= (GUARDS & ~((high | GUARD) * ONE - below)) >> 5
    table |= BELOWS & ~((1 << (LANE * rows)) - 1)
    table = fold(table, rows, 2 * k - 2)
    owner = without_two(owner, low, high, 1)
    bulls = without_two(bulls, low, high, 3)
    if owner & 1:
        return owner ^ ((1 << (2 * k - 2)) - 1), bulls, table, gain, -1
    return owner, bulls, table, gain, 1


@inner
def choices(table, rows, left):
    """How many rows a low card has to consider: of those above all cards only the cheapest, which is the first."""
    within = count_bits((((left - 1) | GUARD) * ONE - (table & BELOWS)) & GUARDS)
    return min(within + 1, rows)


@inner
def split_hands(owner, k, hands):
    """Write the ranks of player 0's cards to `hands[0]` and those of player 1 to `hands[1]`, ascending."""
    mine = 0
    theirs = 0
    for rank in range(2 * k):
        if (owner >> rank) & 1:
            hands[1, theirs] = rank
            theirs += 1
        else:
            hands[0, mine] = rank
            mine += 1
