"""What a round was worth to a seat: the payoffs of the OpenSpiel games, in compiled code."""

from __future__ import annotations

from typing import Final

from game.engine.layout import PLAYERS, SCORE
from solver.search.kernels import inner

DIFFERENCE: Final = 0
PENALTY: Final = 1
WIN: Final = 2

OBJECTIVES: Final = {"difference": DIFFERENCE, "penalty": PENALTY, "win": WIN}


@inner
def payoff(flat, seat, objective):
    """What a seat gets when a round is over, from the scores of all rounds so far, as if the match ended here (B7)."""
    players = flat[PLAYERS]
    own = flat[SCORE + seat]
    if objective == PENALTY:
        return -float(own)
    if objective == DIFFERENCE:  # the others' mean, less one's own
        every = 0
        for other in range(players):
            every += flat[SCORE + other]
        return (every - own) / (players - 1) - own
    best = 0
    for other in range(players):
        if flat[SCORE + other] < own:
            return 0.0
        if flat[SCORE + other] == own:
            best += 1
    return 1.0 / best
