"""Sets of cards inside the flat state (two places each, see layout)."""

from __future__ import annotations

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from game.cards import BULLHEADS
from game.engine.layout import CARDS_A_WORD
from game.kernels import inner


def count_bits(word: int) -> int:
    """How many bits of a non-negative word are set."""
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """The number of the lowest set bit of a word that is not zero."""
    return (int(word) & -int(word)).bit_length() - 1


def highest_bit(word: int) -> int:
    """The number of the highest set bit of a word that is not zero."""
    return int(word).bit_length() - 1


@intrinsic
def _ctpop(typing_context, word):
    def build(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def _cttz(typing_context, word):
    def build(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


@intrinsic
def _ctlz(typing_context, word):
    def build(context, builder, signature, args):
        return builder.ctlz(args[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), build


# In compiled code the three functions above are one machine instruction each.
@overload(count_bits)
def _compiled_count_bits(word):
    return lambda word: _ctpop(word)


@overload(lowest_bit)
def _compiled_lowest_bit(word):
    return lambda word: _cttz(word)


@overload(highest_bit)
def _compiled_highest_bit(word):
    return lambda word: 63 - _ctlz(word)


@inner
def at(place):
    """A place that is known not to be negative: in hot code this spares a test (a negative one counts from the end)."""
    return np.uint64(place)


@inner
def add(flat, place, card):
    half = 1 if card > CARDS_A_WORD else 0
    flat[at(place + half)] |= 1 << (card - CARDS_A_WORD * half)


@inner
def remove(flat, place, card):
    half = 1 if card > CARDS_A_WORD else 0
    flat[at(place + half)] &= ~(1 << (card - CARDS_A_WORD * half))


@inner
def contains(flat, place, card):
    half = 1 if card > CARDS_A_WORD else 0
    return (flat[at(place + half)] >> (card - CARDS_A_WORD * half)) & 1 == 1


@inner
def count(flat, place):
    return count_bits(flat[place]) + count_bits(flat[place + 1])


@inner
def is_empty(flat, place):
    return flat[place] | flat[place + 1] == 0


@inner
def clear(flat, place):
    flat[place] = 0
    flat[place + 1] = 0


@inner
def highest(flat, place):
    """The highest card of a set, 0 when it is empty."""
    if flat[place + 1]:
        return CARDS_A_WORD + highest_bit(flat[place + 1])
    if flat[place]:
        return highest_bit(flat[place])
    return 0


@inner
def cards_of(low, high, out, start):
    """Write the cards of a set (its two words) to `out` from `start` on, ascending; the place after the last."""
    end = start
    while low:
        out[at(end)] = lowest_bit(low)
        low &= low - 1
        end += 1
    while high:
        out[at(end)] = CARDS_A_WORD + lowest_bit(high)
        high &= high - 1
        end += 1
    return end


@inner
def move(flat, source, target):
    """Add all cards of one set to another and leave the first one empty."""
    flat[target] |= flat[source]
    flat[target + 1] |= flat[source + 1]
    flat[source] = 0
    flat[source + 1] = 0


@inner
def bullheads_in(low, high):
    """The bullheads of a set of cards, given as its two words."""
    total = 0
    while low:
        total += BULLHEADS[lowest_bit(low)]
        low &= low - 1
    while high:
        total += BULLHEADS[CARDS_A_WORD + lowest_bit(high)]
        high &= high - 1
    return total


@inner
def bullheads_of(flat, place):
    """The bullheads of the set at a place."""
    return bullheads_in(flat[place], flat[place + 1])


@inner
def nth_card(flat, place, n):
    """The card of a set that has n lower ones in it."""
    word = flat[at(place)]
    below = count_bits(word)
    offset = 0
    if n >= below:
        n -= below
        word = flat[at(place + 1)]
        offset = CARDS_A_WORD
    for _ in range(n):
        word &= word - 1
    return offset + lowest_bit(word)
