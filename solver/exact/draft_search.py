"""The open draft in front of the play: alternating picks, searched by thresholds as the play is (P2, P4).

A draft position is two sets of cards, bit n for card n. Its bounds live in the same table as those of positions in
play; at the end of the draft stands a deal, which goes to `search`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from game.cards import BULLHEADS
from game.engine.sets import count_bits
from solver.exact.compact import BELOWS, FREE_SHIFT, HEADS_SHIFT, LANE, fold
from solver.exact.kernels import inner, kernel
from solver.exact.search import (
    BULLS,
    DEALS,
    LEAF,
    OWNER,
    PICKS,
    TABLE,
    is_busy,
    leaf_value,
    mark_busy,
    search,
)
from solver.exact.table import hash_position, look_up, store

#: Stands where a position in play has its rows, and for the number of cards of an entry.
DRAFT_MARK: Final = 1 << 61
DRAFT_LEVEL: Final = 15
#: More bullheads than a small deck has.
MOST: Final = 120.0
_NOBODY = np.uint64(0)


@inner
def set_up(work, hand, rows, capacity, mine, theirs):
    """Write the deal that a finished draft leads to as a line; −1 where the players are swapped, else 1 (P6)."""
    owner = 0
    bulls = 0
    rank = 0
    row = 0
    table = BELOWS & ~((1 << (LANE * rows)) - 1)
    cards = 2 * hand
    for card in range(1, cards + rows + 1):
        if ((mine | theirs) >> card) & 1:
            owner |= ((theirs >> card) & 1) << rank
            bulls |= BULLHEADS[card] << (3 * rank)
            rank += 1
        else:
            free = min(capacity - 1, cards - rank)
            table |= (rank | free << FREE_SHIFT | BULLHEADS[card] << HEADS_SHIFT) << (LANE * row)
            row += 1
    sign = 1
    if owner & 1:
        owner ^= (1 << cards) - 1
        sign = -1
    work.lines[hand, OWNER] = owner
    work.lines[hand, BULLS] = bulls
    work.lines[hand, TABLE] = fold(table, rows, cards)
    return sign


@inner
def test_deal(work, table, busy, control, rows, capacity, hand, mine, theirs, m, slop):
    """Bring the bounds of a finished draft to one side of m."""
    work.counters[DEALS] += 1
    sign = set_up(work, hand, rows, capacity, mine, theirs)
    if hand <= LEAF:
        low = leaf_value(work, rows, capacity, hand)
        high = low
    else:
        low, high, _ = search(work, table, busy, control, rows, capacity, hand, sign * m, slop)
    if sign < 0:
        return -high, -low
    return low, high


@kernel
def draft(work, table, busy, control, history, rows, capacity, hand, mine, theirs, last, m, slop):
    """Bring the bounds of a draft position to one side of m (give or take the tolerance of the deals)."""
    picks = count_bits(mine) + count_bits(theirs)
    if picks == 2 * hand:
        return test_deal(work, table, busy, control, rows, capacity, hand, mine, theirs, m, slop)
    tolerance = slop * (1 << max(hand - LEAF, 0))
    kind = (capacity * 16 + rows) * 16 + hand
    place, name = hash_position(mine, theirs, DRAFT_MARK, kind)
    found, low, high, _ = look_up(table, place, name)
    if not found:
        low = -MOST
        high = MOST
    if low >= m - tolerance or high <= m + tolerance:
        return low, high
    work.counters[PICKS] += 1
    first = picks % 2 == 0  # player 0 picks
    cards = 2 * hand + rows
    best_low = -MOST if first else MOST
    best_high = -MOST if first else MOST
    open_cards = ((1 << (cards + 1)) - 2) & ~(mine | theirs)
    waiting = 0
    # Three times through the cards: what the table knows, then the rest in the order of past success, leaving what
    # other threads are at to the end.
    for card in range(1, cards + 1):
        if (open_cards >> card) & 1:
            my_next = mine | 1 << card if first else mine
            their_next = theirs if first else theirs | 1 << card
            known = False
            child_low = -MOST
            child_high = MOST
            if picks + 1 < 2 * hand:
                at, child = hash_position(my_next, their_next, DRAFT_MARK, kind)
                known, child_low, child_high, _ = look_up(table, at, child)
                if known and (child_low >= m - tolerance if first else child_high <= m + tolerance):
                    store(
                        table,
                        place,
                        name,
                        DRAFT_LEVEL,
                        max(low, child_low) if first else low,
                        high if first else min(high, child_high),
                        child_low if first else child_high,
                    )
                    if first:
                        return max(low, child_low), high
                    return low, min(high, child_high)
            if known and (child_high <= m + tolerance if first else child_low >= m - tolerance):
                if first:
                    best_low = max(best_low, child_low)
                    best_high = max(best_high, child_high)
                else:
                    best_low = min(best_low, child_low)
                    best_high = min(best_high, child_high)
            else:
                waiting |= 1 << card
    deferred = 0
    while (waiting or deferred) and not control[0]:
        if not waiting:
            waiting = deferred
            deferred = -1
        pick = -1
        score = -1
        for card in range(1, cards + 1):
            if (waiting >> card) & 1 and history[picks, last, card] > score:
                score = history[picks, last, card]
                pick = card
        waiting &= ~(1 << pick)
        my_next = mine | 1 << pick if first else mine
        their_next = theirs if first else theirs | 1 << pick
        at, child = hash_position(my_next, their_next, DRAFT_MARK, kind)
        if deferred >= 0 and is_busy(busy, at, child):
            deferred |= 1 << pick
            continue
        mark_busy(busy, at, child)
        child_low, child_high = draft(
            work, table, busy, control, history, rows, capacity, hand, my_next, their_next, pick, m, slop
        )
        mark_busy(busy, at, _NOBODY)
        if first:
            best_low = max(best_low, child_low)
            best_high = max(best_high, child_high)
            done = child_low >= m - tolerance
        else:
            best_low = min(best_low, child_low)
            best_high = min(best_high, child_high)
            done = child_high <= m + tolerance
        if done:
            for before in range(cards + 1):
                history[picks, before, pick] += 1
            history[picks, last, pick] += 16
            if first:
                low = max(low, child_low)
            else:
                high = min(high, child_high)
            store(table, place, name, DRAFT_LEVEL, low, high, low if first else high)
            return low, high
        if deferred == -1 and not waiting:
            break
    if control[0]:
        return low, high
    low = max(low, best_low)
    high = min(high, best_high)
    store(table, place, name, DRAFT_LEVEL, low, high, high if first else low)
    return low, high
