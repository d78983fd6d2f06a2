"""What happened, as numbers: kernels write events here when somebody listens, and the friendly face reads them."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from game.kernels import inner

WIDTH: Final = 7
# More than can happen between two decisions: ten placements, their takes, and the ends of turn, round and match.
LENGTH: Final = 64

DRAFTED: Final = 1  # seat, card
REVEALED: Final = 2
PLACED: Final = 3  # seat, card, row, set of taken cards (two words), whether it was a low card
ROUND_ENDED: Final = 4
MATCH_ENDED: Final = 5
KEPT: Final = 6  # seat, card for the #-row, cards sent to the #-pile (two words)
PLAYED_SPECIAL: Final = 7  # seat, number card, the action
SWAPPED: Final = 8  # seat, kind discarded
DREW: Final = 9  # seat

Log = npt.NDArray[np.int64]


def new_log() -> Log:
    """An empty log; its first line holds nothing but the number of events."""
    return np.zeros((LENGTH, WIDTH), dtype=np.int64)


@inner
def note(log, event, seat, card, row, low, high, extra):
    """Write one event down. Callers who do not care pass None for the log, and the compiler drops all of this."""
    if log is None:
        return
    log[0, 0] += 1
    line = log[log[0, 0]]
    line[0] = event
    line[1] = seat
    line[2] = card
    line[3] = row
    line[4] = low
    line[5] = high
    line[6] = extra
