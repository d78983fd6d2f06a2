"""Random choices by given chances, in compiled code."""

from __future__ import annotations

from typing import Final

import numpy as np

from game.engine.chance import next_word
from solver.sampling.kernels import inner

_DROP: Final = np.uint64(11)
_TO_FRACTION: Final = 2.0**-53


@inner
def fraction(generator):
    """A random number from 0 up to 1."""
    return np.float64(next_word(generator) >> _DROP) * _TO_FRACTION


@inner
def pick(generator, chances, count):
    """A place, drawn by these chances."""
    roll = fraction(generator)
    for place in range(count - 1):
        roll -= chances[place]
        if roll < 0.0:
            return place
    place = count - 1
    while place > 0 and chances[place] <= 0.0:  # rounding must not bring about what cannot be
        place -= 1
    return place
