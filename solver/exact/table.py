"""The table of what is known: position → bounds and an estimate, 16 bytes each, shared by all threads.

An entry is two words. The first holds 44 bits of the position's hash, the number of cards (4 bits) and the estimate
(16 bits); the second the lower and the upper bound, as whole multiples of 2⁻²⁴ rounded outwards, so that they stay
bounds. Threads write without locks: the first word is stored combined with the second (Hyatt and Mann, "A lock-less
transposition table implementation for parallel search", 2002), so half of one entry and half of another never look
like an entry. Four entries make a bucket; when it is full, the entry with the fewest cards left goes.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from solver.exact.kernels import inner

BUCKET: Final = 4
ENTRY_BYTES: Final = 16
#: Bounds are kept in units of 1 / SCALE bullheads, estimates in units of 1 / COARSE.
SCALE: Final = float(1 << 24)
COARSE: Final = 128.0

_FINGERPRINT_SHIFT = np.uint64(20)
_CARDS_SHIFT = np.uint64(16)
_CARDS = np.uint64(15)
_ESTIMATE = np.uint64(0xFFFF)
_LOW_WORD = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_SHIFT_A = np.uint64(29)
_SHIFT_B = np.uint64(32)
_MIX_A = np.uint64(0x9E3779B97F4A7C15)
_MIX_B = np.uint64(0xD6E8FEB86659FD93)
_MIX_C = np.uint64(0xA0761D6478BD642F)
_MIX_D = np.uint64(0xE7037ED1A0B428DB)
_START_A = np.uint64(0x243F6A8885A308D3)
_START_B = np.uint64(0x13198A2E03707344)
_EMPTY = np.uint64(0)


@inner
def hash_position(owner, bulls, table, capacity):
    """Two hashes of a position, of 64 bits each: where it stands, and what it is known by."""
    first = np.uint64(table)
    second = np.uint64(bulls)
    third = np.uint64(owner | capacity << 32)
    a = (_START_A ^ first) * _MIX_A
    b = (_START_B ^ first) * _MIX_C
    a = ((a ^ (a >> _SHIFT_A)) ^ second) * _MIX_B
    b = ((b ^ (b >> _SHIFT_B)) ^ second) * _MIX_D
    a = ((a ^ (a >> _SHIFT_A)) ^ third) * _MIX_A
    b = ((b ^ (b >> _SHIFT_B)) ^ third) * _MIX_C
    return a ^ (a >> _SHIFT_B), b ^ (b >> _SHIFT_A)


@inner
def _scramble(word):
    word *= _MIX_A
    return word ^ (word >> _SHIFT_B)


@inner
def look_up(table, place, name):
    """What the table knows of a position: found or not, lower bound, upper bound, estimate."""
    first = (place & np.uint64(table.shape[0] // BUCKET - 1)) * np.uint64(BUCKET)
    for slot in range(BUCKET):
        here = first + np.uint64(slot)
        bounds = table[here, 1]
        if bounds == _EMPTY:
            continue
        word = table[here, 0] ^ _scramble(bounds)
        if (word ^ name) >> _FINGERPRINT_SHIFT == _EMPTY:
            low = np.int64(np.int32(bounds >> _HALF)) / SCALE
            high = np.int64(np.int32(bounds & _LOW_WORD)) / SCALE
            estimate = np.int64(np.int16(word & _ESTIMATE)) / COARSE
            return True, low, high, estimate
    return False, 0.0, 0.0, 0.0


@inner
def store(table, place, name, cards, low, high, estimate):
    """Write what is known of a position. Whether it took an empty place."""
    low_units = np.int64(np.floor(low * SCALE))
    high_units = np.int64(np.ceil(high * SCALE))
    coarse = np.int64(np.rint(estimate * COARSE))
    bounds = (np.uint64(low_units) << _HALF) | (np.uint64(high_units) & _LOW_WORD)
    if bounds == _EMPTY:  # a value of exactly 0: an empty place must not look like it
        bounds = np.uint64(np.int64(-1)) << _HALF
    first = (place & np.uint64(table.shape[0] // BUCKET - 1)) * np.uint64(BUCKET)
    victim = first
    fewest = np.uint64(16)
    empty = False
    for slot in range(BUCKET):
        here = first + np.uint64(slot)
        old = table[here, 1]
        if old == _EMPTY:
            victim = here
            empty = True
            break
        word = table[here, 0] ^ _scramble(old)
        if (word ^ name) >> _FINGERPRINT_SHIFT == _EMPTY:
            victim = here
            break
        other = (word >> _CARDS_SHIFT) & _CARDS
        if other < fewest:
            fewest = other
            victim = here
    word = (
        ((name >> _FINGERPRINT_SHIFT) << _FINGERPRINT_SHIFT)
        | (np.uint64(cards) << _CARDS_SHIFT)
        | (np.uint64(coarse) & _ESTIMATE)
    )
    table[victim, 1] = bounds
    table[victim, 0] = word ^ _scramble(bounds)
    return empty
