"""The last turns without search: one card each directly, two and three cards by their matrix games.

So few turns are not worth numbering the cards anew: cards keep their ranks, and a row's `below` is compared with
them as it is. A row that a card of rank n was placed on has n there, and all cards above it have higher ranks.
"""

from __future__ import annotations

import numpy as np

from solver.exact.compact import BELOW, FREE, FREE_SHIFT, HEADS_SHIFT, LANE, lane, placed, rows_below
from solver.exact.kernels import inner
from solver.exact.matrix_game import solve_game, value_2x2


@inner
def toll(packed):
    """What the next card in a row takes (B4)."""
    return packed >> HEADS_SHIFT if packed & FREE == 0 else 0


@inner
def drop(table, bulls, card, capacity):
    """Place a card that is not low (B3, B4): the table after it, and what it takes."""
    shift = LANE * (rows_below(table, card) - 1)
    packed = lane(table >> shift, 0)
    after = placed(packed, card, (bulls >> (3 * card)) & 7, capacity)
    return table ^ ((packed ^ after) << shift), toll(packed)


@inner
def take(table, bulls, card, row, capacity):
    """Let a low card take a row and start it anew as the lowest one (B5): the table after it, and its cost."""
    shift = LANE * row
    under = table & ((1 << shift) - 1)
    after = (table >> (shift + LANE) << (shift + LANE)) | (under << LANE)
    after |= card | (capacity - 1) << FREE_SHIFT | ((bulls >> (3 * card)) & 7) << HEADS_SHIFT
    return after, lane(table, row) >> HEADS_SHIFT


@inner
def is_idle(table, row, rows, top):
    """Whether a low card need not consider a row: it lies above all cards, and a cheaper one does, too."""
    packed = lane(table, row)
    if packed & BELOW <= top:
        return False
    for other in range(rows):
        rival = lane(table, other)
        if rival & BELOW > top and (
            rival >> HEADS_SHIFT < packed >> HEADS_SHIFT
            or (rival >> HEADS_SHIFT == packed >> HEADS_SHIFT and other < row)
        ):
            return True
    return False


@inner
def last_turn(table, bulls, mine, theirs, rows, capacity):
    """The gain of the last turn."""
    low = min(mine, theirs)
    high = max(mine, theirs)
    if rows_below(table, low) > 0:
        table, cost = drop(table, bulls, low, capacity)
        gain = toll(lane(table, rows_below(table, high) - 1)) - cost
    else:
        gain = -1_000_000
        follower = rows_below(table, high) - 1
        for row in range(rows):  # B5
            cost = lane(table, row) >> HEADS_SHIFT
            other = follower - 1 if row == follower else follower  # the taken row is below all others now
            if other >= 0:
                gain = max(gain, toll(lane(table, other)) - cost)
            else:
                gain = max(gain, ((bulls >> (3 * low)) & 7 if capacity == 1 else 0) - cost)
    return gain if mine < theirs else -gain


@inner
def entry_2(table, bulls, mine, theirs, my_last, their_last, rows, capacity):
    """The value of playing two given cards, with one more each to come."""
    low = min(mine, theirs)
    high = max(mine, theirs)
    side = 1 if mine < theirs else -1
    if rows_below(table, low) > 0:
        table, cost = drop(table, bulls, low, capacity)
        table, other_cost = drop(table, bulls, high, capacity)
        return side * (other_cost - cost) + last_turn(table, bulls, my_last, their_last, rows, capacity)
    top = max(high, my_last, their_last)
    best = -1_000_000
    for row in range(rows):  # B5
        if not is_idle(table, row, rows, top):
            after, cost = take(table, bulls, low, row, capacity)
            after, other_cost = drop(after, bulls, high, capacity)
            rest = last_turn(after, bulls, my_last, their_last, rows, capacity)
            best = max(best, other_cost - cost + side * rest)
    return side * best


@inner
def value_2(table, bulls, a, b, c, d, rows, capacity):
    """The value with cards a and b against c and d."""
    return value_2x2(
        float(entry_2(table, bulls, a, c, b, d, rows, capacity)),
        float(entry_2(table, bulls, a, d, b, c, rows, capacity)),
        float(entry_2(table, bulls, b, c, a, d, rows, capacity)),
        float(entry_2(table, bulls, b, d, a, c, rows, capacity)),
    )


@inner
def entry_3(table, bulls, mine, theirs, a, b, c, d, rows, capacity):
    """The value of playing two given cards, with a and b against c and d to come."""
    low = min(mine, theirs)
    high = max(mine, theirs)
    side = 1 if mine < theirs else -1
    if rows_below(table, low) > 0:
        table, cost = drop(table, bulls, low, capacity)
        table, other_cost = drop(table, bulls, high, capacity)
        return side * (other_cost - cost) + value_2(table, bulls, a, b, c, d, rows, capacity)
    best = -np.inf
    for row in range(rows):  # B5
        if not is_idle(table, row, rows, 5):
            after, cost = take(table, bulls, low, row, capacity)
            after, other_cost = drop(after, bulls, high, capacity)
            best = max(best, other_cost - cost + side * value_2(after, bulls, a, b, c, d, rows, capacity))
    return side * best


@inner
def value_3(table, bulls, rows, capacity, hands, game, x, y, tableau, basis):
    """The value with three cards each. The last five arguments are work space for the matrix game."""
    for i in range(3):
        a = hands[0, 0 if i > 0 else 1]
        b = hands[0, 2 if i < 2 else 1]
        for j in range(3):
            c = hands[1, 0 if j > 0 else 1]
            d = hands[1, 2 if j < 2 else 1]
            game[i, j] = entry_3(table, bulls, hands[0, i], hands[1, j], a, b, c, d, rows, capacity)
    return solve_game(game, 3, x, y, tableau, basis)
