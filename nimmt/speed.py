"""How fast the engine plays, measured on this machine."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

import numpy as np

from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.kernels import prepare
from game.rules import Rules

_SEED: Final = 1
_BATCH_SECONDS: Final = 0.1  # long enough to make the calls themselves free


def measure_engine(players: int, seconds: float) -> dict[str, Any]:
    """Whole random rounds for about so many seconds on one core: deal, all turns, cheapest row for a low card.

    The rate is that of the best batch, so that what else the machine does counts little; the mean stands beside it.
    """
    flat = new_flat(Rules(players=players))
    penalties = np.zeros(players, dtype=np.int64)

    def play(first: int, rounds: int) -> float:
        started = perf_counter()
        random_rounds(flat, _SEED, first, rounds, penalties)
        return perf_counter() - started

    prepare("rollout", lambda: play(0, 1))
    batch = 1
    while play(0, batch) < _BATCH_SECONDS:
        batch *= 2
    times: list[float] = []
    while not times or sum(times) < seconds:
        times.append(play(len(times) * batch, batch))
    rounds, elapsed = len(times) * batch, sum(times)
    return {
        "rounds_per_second": round(batch / min(times)),
        "mean_rounds_per_second": round(rounds / elapsed),
        "players": players,
        "rounds": rounds,
        "seconds": round(elapsed, 3),
    }
