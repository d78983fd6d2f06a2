"""Folding what a player sees into a name of 128 bits, in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine import layout as at
from solver.tree.kernels import inner, kernel

_FIRST_A: Final = np.uint64(0x6A09E667F3BCC908)
_FIRST_B: Final = np.uint64(0xBB67AE8584CAA73B)
_GAMMA_A: Final = np.uint64(0x9E3779B97F4A7C15)
_GAMMA_B: Final = np.uint64(0xD1B54A32D192ED03)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_MIX_3: Final = np.uint64(0xFF51AFD7ED558CCD)
_MIX_4: Final = np.uint64(0xC4CEB9FE1A85EC53)
_SHIFT_1: Final = np.uint64(30)
_SHIFT_2: Final = np.uint64(27)
_SHIFT_3: Final = np.uint64(31)
_SHIFT_4: Final = np.uint64(33)

#: Begins the words of an event: no phase of the engine has this number.
DEAL_EVENT: Final = 64


@inner
def fold(name, word):
    """Take one more word into a name, an array of two words."""
    more = np.uint64(word)
    a = (name[0] ^ more) + _GAMMA_A
    a = (a ^ (a >> _SHIFT_1)) * _MIX_1
    a = (a ^ (a >> _SHIFT_2)) * _MIX_2
    name[0] = a ^ (a >> _SHIFT_3)
    b = (name[1] ^ more) * _GAMMA_B + _GAMMA_A
    b = (b ^ (b >> _SHIFT_4)) * _MIX_3
    b = (b ^ (b >> _SHIFT_4)) * _MIX_4
    name[1] = b ^ (b >> _SHIFT_4)


@inner
def begin_name(name, player):
    """The name of knowing nothing but who one is."""
    name[0] = _FIRST_A
    name[1] = _FIRST_B
    fold(name, player)


@inner
def fold_action(name, phase, seat, action):
    """Somebody does something alone: one word."""
    fold(name, phase | (seat << 8) | (action << 16))


@inner
def fold_cards(name, players, flat, place):
    """Everybody's card of a turn, standing in `flat` from `place` on: a word for the phase, one for each card."""
    fold(name, at.CARD)
    for seat in range(players):
        fold(name, flat[place + seat])


@kernel
def fold_words(player, words):
    """The name of a player who has seen these words."""
    name = np.empty(2, np.uint64)
    begin_name(name, player)
    for word in words:
        fold(name, word)
    return name


@inner
def fold_deal(name, player, flat, is_open, has_specials):
    """What a player sees of a deal, at the start of a round: `_deal_words` of solver.tree.names, compiled."""
    fold(name, DEAL_EVENT)
    players = flat[at.PLAYERS]
    for seat in range(players):
        if is_open or seat == player:
            fold(name, flat[at.HANDS + 2 * seat])
            fold(name, flat[at.HANDS + 2 * seat + 1])
    if has_specials and not is_open:
        for kind in range(at.KINDS):
            fold(name, flat[at.SPECIALS + at.KINDS * player + kind])
    for row in range(flat[at.START_ROWS]):
        fold(name, flat[at.LAST + row])
    if flat[at.STARTERS]:
        for seat in range(players):
            fold(name, flat[at.NUMBER_ROWS + 2 * seat])
            fold(name, flat[at.NUMBER_ROWS + 2 * seat + 1])
