"""Chance by counters: any deal of any seed can be made without making the ones before it.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
2011): a pure function of a key (the seed) and a counter (deal index, round, purpose, block). It uses integers
only, so every machine and Python version deals the same cards.
"""

from __future__ import annotations

import numpy as np

from game.kernels import inner, kernel

# What a stream of random words is for; part of the counter, so that no two purposes share a word.
PURPOSE_CARDS = 0
PURPOSE_SPECIALS = 1
PURPOSE_DRAW = 2
PURPOSE_CHOICES = 3
PURPOSES = 4

_MASK = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MULTIPLY_0 = np.uint64(0xD2511F53)
_MULTIPLY_2 = np.uint64(0xCD9E8D57)
_WEYL_0 = np.uint64(0x9E3779B9)
_WEYL_1 = np.uint64(0xBB67AE85)
_ONE = np.uint64(1)


@kernel
def philox(c0, c1, c2, c3, k0, k1):
    """Four random 32-bit words from four counter and two key words (all uint64 holding 32 bits)."""
    for _ in range(10):
        product_0 = _MULTIPLY_0 * c0
        product_2 = _MULTIPLY_2 * c2
        c0 = (product_2 >> _HALF) ^ c1 ^ k0
        c2 = (product_0 >> _HALF) ^ c3 ^ k1
        c1 = product_2 & _MASK
        c3 = product_0 & _MASK
        k0 = (k0 + _WEYL_0) & _MASK
        k1 = (k1 + _WEYL_1) & _MASK
    return c0, c1, c2, c3


@inner
def _draw_two(cards, done, word):
    """Draw the next two cards with one random word; how many are drawn now.

    The high part of word × bound is the first draw, the low part goes on to the second bound. That is exactly uniform
    unless the last low part is below 2³² mod (product of the bounds); then the word is thrown away
    (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).
    """
    first_bound = np.uint64(cards.shape[0] - done)
    second_bound = first_bound - _ONE
    bounds = first_bound * second_bound
    first = word * first_bound
    second = (first & _MASK) * second_bound
    rest = second & _MASK
    if rest < bounds and rest < (_MASK - bounds + _ONE) % bounds:
        return done
    here = np.uint64(done)  # unsigned places spare the compiler a test for negative ones
    there = here + (first >> _HALF)
    cards[here], cards[there] = cards[there], cards[here]
    here += _ONE
    there = here + (second >> _HALF)
    cards[here], cards[there] = cards[there], cards[here]
    return done + 2


@kernel
def shuffle(cards, count, seed, index, round_number, purpose):
    """Bring at least `count` cards drawn without replacement, in random order, to the front of `cards`."""
    key_0 = np.uint64(seed) & _MASK
    key_1 = np.uint64(seed) >> _HALF
    index_0 = np.uint64(index) & _MASK
    index_1 = np.uint64(index) >> _HALF
    stream = np.uint64(round_number * PURPOSES + purpose)
    count = min(count, cards.shape[0] - 1)  # the last card of all has no choice left
    block = np.uint64(0)
    done = 0
    while done < count:
        word_0, word_1, word_2, word_3 = philox(block, index_0, index_1, stream, key_0, key_1)
        done = _draw_two(cards, done, word_0)
        if done < count:
            done = _draw_two(cards, done, word_1)
        if done < count:
            done = _draw_two(cards, done, word_2)
        if done < count:
            done = _draw_two(cards, done, word_3)
        block += _ONE


@kernel
def deal_cards(cards, count, seed, index, round_number):
    """Fill `cards` with the deck 1 to len(cards), its first `count` places shuffled."""
    for place in range(cards.shape[0]):
        cards[place] = place + 1
    shuffle(cards, count, seed, index, round_number, PURPOSE_CARDS)


# Inside roll-outs, where nobody has to find a number again by its index, a smaller generator does: SplitMix64
# (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). Its state is an array of one uint64.

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_1 = np.uint64(30)
_SHIFT_2 = np.uint64(27)
_SHIFT_3 = np.uint64(31)


@kernel
def next_word(generator):
    """The next 64 random bits."""
    generator[0] += _GAMMA
    word = generator[0]
    word = (word ^ (word >> _SHIFT_1)) * _MIX_1
    word = (word ^ (word >> _SHIFT_2)) * _MIX_2
    return word ^ (word >> _SHIFT_3)


@kernel
def below(generator, bound):
    """A random number from 0 to bound − 1; its bias is below bound / 2³²."""
    return np.int64(((next_word(generator) >> _HALF) * np.uint64(bound)) >> _HALF)
