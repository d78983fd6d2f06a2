"""One call for everything between two decisions: what is done, and what can be done then.

For callers in plain Python, to whom every call of a compiled function costs more than what it does: one kernel a rule
set, made of its verbs.
"""

from __future__ import annotations

from typing import Final

from game.engine.anniversary import apply as anniversary_apply
from game.engine.anniversary import legal as anniversary_legal
from game.engine.base import apply as base_apply
from game.engine.base import legal as base_legal
from game.engine.layout import HANDS, HIGHEST_CARD, NOBODY, PHASE, PLAYERS, SEAT
from game.engine.number import apply as number_apply
from game.engine.number import legal as number_legal
from game.engine.sets import contains
from game.kernels import inner, kernel

#: In place of a seat: all seats act, or nobody does and only what can be done is asked.
ALL_SEATS: Final = -2
NO_SEAT: Final = -3

#: What a step writes down, from a place that its caller names: the phase, the deciding seat, from STARTS on where the
#: legal actions of each seat start and where the last of them end, counted from that place, and then these actions.
STARTS: Final = 2


@inner
def refused(flat, place):
    """The first seat that does not hold the card that it is to play, or NOBODY (B2)."""
    for seat in range(flat[PLAYERS]):
        card = flat[place + seat]
        if not (1 <= card <= HIGHEST_CARD and contains(flat, HANDS + 2 * seat, card)):
            return seat
    return NOBODY


@kernel
def base_step(flat, seat, action, place):
    """Let a seat do something; write down from `place` on what can be done then; where it ends.

    Cards that all play at once stand at `place`, seat by seat, and are looked at first: where a seat does not hold its
    own, -1 - seat, and nothing is done.
    """
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        wrong = refused(flat, place)
        if wrong != NOBODY:
            return -1 - wrong
        for each in range(players):
            base_apply(flat, each, flat[place + each], None)
    elif seat != NO_SEAT:
        base_apply(flat, seat, action, None)
    flat[place] = flat[PHASE]
    flat[place + 1] = flat[SEAT]
    end = place + STARTS + players + 1
    for each in range(players):
        flat[place + STARTS + each] = end - place
        end += base_legal(flat, each, flat[end:])
    flat[place + STARTS + players] = end - place
    return end


@kernel
def number_step(flat, seat, action, place):
    """The same in Take a Number (N3)."""
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        wrong = refused(flat, place)
        if wrong != NOBODY:
            return -1 - wrong
        for each in range(players):
            number_apply(flat, each, flat[place + each], None)
    elif seat != NO_SEAT:
        number_apply(flat, seat, action, None)
    flat[place] = flat[PHASE]
    flat[place + 1] = flat[SEAT]
    end = place + STARTS + players + 1
    for each in range(players):
        flat[place + STARTS + each] = end - place
        end += number_legal(flat, each, flat[end:])
    flat[place + STARTS + players] = end - place
    return end


@kernel
def anniversary_step(flat, seat, action, place):
    """The same in the anniversary variant (A2)."""
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        wrong = refused(flat, place)
        if wrong != NOBODY:
            return -1 - wrong
        for each in range(players):
            anniversary_apply(flat, each, flat[place + each], None)
    elif seat != NO_SEAT:
        anniversary_apply(flat, seat, action, None)
    flat[place] = flat[PHASE]
    flat[place + 1] = flat[SEAT]
    end = place + STARTS + players + 1
    for each in range(players):
        flat[place + STARTS + each] = end - place
        end += anniversary_legal(flat, each, flat[end:])
    flat[place + STARTS + players] = end - place
    return end
