"""6 nimmt! for OpenSpiel: importing this registers `six_nimmt`, `six_nimmt_number` and `six_nimmt_anniversary`.

    import pyspiel
    import game.spiel

    nimmt = pyspiel.load_game("six_nimmt(players=2,hand=3,rows=2,deck=0)")

docs/openspiel.md has the parameters, and examples for OpenSpiel's own algorithms.
"""

from __future__ import annotations

from game.spiel.games import AnniversaryGame, NumberGame, SixNimmtGame, SixNimmtState, register
from game.spiel.parameters import write_deal
from game.spiel.resample import resample_state, resampler

register()

__all__ = [
    "AnniversaryGame",
    "NumberGame",
    "SixNimmtGame",
    "SixNimmtState",
    "resample_state",
    "resampler",
    "write_deal",
]
