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
from game.engine.layout import PHASE, PLAYERS, SEAT
from game.engine.number import apply as number_apply
from game.engine.number import legal as number_legal
from game.kernels import kernel

#: In place of a seat: all seats act, or nobody does and only what can be done is asked.
ALL_SEATS: Final = -2
NO_SEAT: Final = -3

#: Where in `out` the counts of legal actions begin: phase and deciding seat come first. The actions follow the counts.
COUNTS: Final = 2


@kernel
def base_step(flat, seat, actions, out):
    """Let a seat do actions[0], or every seat its own (B2); write down phase, seat and all legal actions; their end."""
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        for each in range(players):
            base_apply(flat, each, actions[each], None)
    elif seat != NO_SEAT:
        base_apply(flat, seat, actions[0], None)
    out[0] = flat[PHASE]
    out[1] = flat[SEAT]
    end = COUNTS + players
    for each in range(players):
        out[COUNTS + each] = base_legal(flat, each, out[end:])
        end += out[COUNTS + each]
    return end


@kernel
def number_step(flat, seat, actions, out):
    """The same in Take a Number (N3)."""
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        for each in range(players):
            number_apply(flat, each, actions[each], None)
    elif seat != NO_SEAT:
        number_apply(flat, seat, actions[0], None)
    out[0] = flat[PHASE]
    out[1] = flat[SEAT]
    end = COUNTS + players
    for each in range(players):
        out[COUNTS + each] = number_legal(flat, each, out[end:])
        end += out[COUNTS + each]
    return end


@kernel
def anniversary_step(flat, seat, actions, out):
    """The same in the anniversary variant (A2)."""
    players = flat[PLAYERS]
    if seat == ALL_SEATS:
        for each in range(players):
            anniversary_apply(flat, each, actions[each], None)
    elif seat != NO_SEAT:
        anniversary_apply(flat, seat, actions[0], None)
    out[0] = flat[PHASE]
    out[1] = flat[SEAT]
    end = COUNTS + players
    for each in range(players):
        out[COUNTS + each] = anniversary_legal(flat, each, out[end:])
        end += out[COUNTS + each]
    return end
