"""The flat tree of any game: ours on the engine, others through OpenSpiel."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

import pyspiel

import game.spiel
from game.spiel.games import SixNimmtGame
from solver.tree.estimate import TreeSize, estimate_tree
from solver.tree.flat_tree import FlatTree
from solver.tree.from_engine import Growing, TooLarge, can_grow, tree_from_engine
from solver.tree.from_spiel import tree_from_spiel

assert game.spiel  # registers our games

#: The share of the machine's memory that a tree may take, if nothing else is said.
USUAL_SHARE: Final = 0.6

#: Called now and then with the histories so far, and how many there will be, about; 0 where nobody knows.
Progress = Callable[[int, float], None]
#: Called once, before a tree of ours is grown.
Announce = Callable[[TreeSize], None]


def usual_memory() -> int:
    """The memory that a tree may take on this machine."""
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * USUAL_SHARE)


def build_tree(
    which: Any, memory: int | None = None, progress: Progress | None = None, announce: Announce | None = None
) -> FlatTree:
    """The tree of a game, given as OpenSpiel loads it; TooLarge, with figures, where it would not fit into `memory`."""
    loaded = pyspiel.load_game(which) if isinstance(which, str) else which
    memory = usual_memory() if memory is None else memory
    if not (isinstance(loaded, SixNimmtGame) and can_grow(loaded.settings)):
        return tree_from_spiel(
            loaded, None if progress is None else lambda histories, *_: progress(histories, 0), memory
        )
    size = estimate_tree(loaded.settings)
    if size.bytes > memory:
        raise TooLarge(
            f"the tree of {loaded} would have about {_short(size.histories)} histories and take "
            f"{_gigabytes(size.bytes)}, and {memory / (1 << 30):.1f}G are allowed: take fewer cards, more memory, "
            "or a sampling algorithm (external, outcome), which holds no tree"
        )
    if announce is not None:
        announce(size)

    def tell(grown: Growing) -> None:
        if progress is not None:
            progress(grown.histories, size.histories)

    return tree_from_engine(loaded, tell, most_bytes=memory)


def _gigabytes(count: float) -> str:
    gigabytes = count / (1 << 30)
    return f"{gigabytes:,.1f}G" if gigabytes < 1e6 else f"{gigabytes:.0e}G"


def _short(number: float) -> str:
    """`12,345`, `3.4 million`, `2e+15`."""
    if number < 1e6:
        return f"{number:,.0f}"
    return f"{number / 1e6:,.1f} million" if number < 1e12 else f"{number:.0e}"
