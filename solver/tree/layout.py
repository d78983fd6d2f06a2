"""The flat tree in the order that sweeps want: everybody's sequences in one row, the ends sorted for each player.

All players share one numbering of sequences, player after player, so that a strategy profile, a regret table or a
gradient is one array. The ends stand once for every player, sorted by its own sequence, so that its gradient is one
contiguous loop over them, and within a sequence by those of the others, which keeps their reaches close in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.tree.flat_tree import FlatTree, FloatArray, IntArray, Strategy
from solver.tree.sorting import stable_order

LongArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Layout:
    """Where everything of a tree stands.

    Player p has the sequences base[p] to base[p + 1] − 1; the first of them is that nothing was decided yet. Its
    information sets are the places block[p] to block[p + 1] − 2 of `first` and `parent`, set k with the sequences
    first[k] to first[k + 1] − 1; the last place of a block only says where the last set ends.
    """

    players: int
    base: LongArray  # (players + 1,)
    block: LongArray  # (players + 1,)
    first: IntArray  # (all information sets + players,)
    parent: IntArray  # the same places
    starts: LongArray  # (sequences + 1,): sequence s has the ends starts[s] to starts[s + 1] − 1
    others: IntArray  # (players − 1, players · ends): the sequences of the others
    payoff: FloatArray  # (players · ends,): what the owner of the sequence gets, times chance

    @property
    def sequences(self) -> int:
        return int(self.base[-1])

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in (self.first, self.parent, self.starts, self.others, self.payoff))

    def joined(self, strategies: Sequence[Strategy]) -> FloatArray:
        """A strategy for each player as one array."""
        sizes = np.diff(self.base).tolist()
        if [len(each) for each in strategies] != sizes:
            raise ValueError(
                f"these strategies do not belong to this tree: they have {[len(each) for each in strategies]} "
                f"sequences, and the players of the tree have {sizes}"
            )
        return np.concatenate(strategies).astype(np.float64, copy=False)

    def parts(self, joined: FloatArray) -> tuple[FloatArray, ...]:
        """One array as a piece for each player, copied."""
        return tuple(joined[self.base[player] : self.base[player + 1]].copy() for player in range(self.players))


def layout_of(tree: FlatTree) -> Layout:
    """The layout of a tree; it is made once and kept with the tree."""
    kept = vars(tree).get("_layout")
    if not isinstance(kept, Layout):
        kept = _make_layout(tree)
        vars(tree)["_layout"] = kept  # as functools.cached_property does, which frozen values allow as well
    return kept


def _make_layout(tree: FlatTree) -> Layout:
    players, ends = tree.players, tree.ends
    base = np.cumsum([0, *(own.sequences for own in tree.choices)], dtype=np.int64)
    block = np.cumsum([0, *(own.infosets + 1 for own in tree.choices)], dtype=np.int64)
    if base[-1] >= 1 << 31:
        raise ValueError(f"this tree has {base[-1]:,} sequences, and the sweeps can number {(1 << 31) - 1:,}")
    first = np.concatenate([own.first + base[p] for p, own in enumerate(tree.choices)]).astype(np.int32)
    parent = np.concatenate([np.append(own.parent, 0) + base[p] for p, own in enumerate(tree.choices)])
    starts = np.zeros(base[-1] + 1, dtype=np.int64)
    others = np.empty((players - 1, players * ends), dtype=np.int32)
    payoff = np.empty(players * ends)
    for player in range(players):
        order = np.arange(ends, dtype=np.int64)
        rest = [other for other in range(players) if other != player]
        for other in reversed(rest):
            order, _ = stable_order(tree.sequence[other], order, tree.choices[other].sequences)
        order, begins = stable_order(tree.sequence[player], order, tree.choices[player].sequences)
        here = slice(player * ends, (player + 1) * ends)
        starts[base[player] : base[player + 1] + 1] = begins + player * ends
        for place, other in enumerate(rest):
            others[place, here] = tree.sequence[other][order] + base[other]
        payoff[here] = tree.payoff[player][order]
    return Layout(players, base, block, first, parent.astype(np.int32), starts, others, payoff)
