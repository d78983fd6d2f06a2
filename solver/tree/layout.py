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

from game.kernels import prepare
from solver.tree import sweeps
from solver.tree.flat_tree import Choices, FlatTree, FloatArray, Strategy
from solver.tree.kernels import FOLDER
from solver.tree.sorting import stable_order

LongArray = npt.NDArray[np.int64]
#: Compiled code need not ask whether an unsigned index is negative, which saves a tenth of an iteration.
IndexArray = npt.NDArray[np.uint32]


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
    first: IndexArray  # (all information sets + players,)
    parent: IndexArray  # the same places
    starts: LongArray  # (sequences + 1,): sequence s has the ends starts[s] to starts[s + 1] − 1
    others: IndexArray  # (players − 1, players · ends): the sequences of the others
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
        prepare("flat tree", _use, FOLDER)
        kept = _make_layout(tree)
        vars(tree)["_layout"] = kept  # as functools.cached_property does, which frozen values allow as well
    return kept


def _use() -> None:
    """Call every kernel that works on layouts, for nothing: a tree of two players who decide nothing."""
    alone = Choices(np.ones(1, np.int32), np.zeros(0, np.int32), -np.ones(1, np.int32), np.zeros((0, 2), np.uint64))
    at = _make_layout(FlatTree("", (alone, alone), np.zeros((2, 1), np.int32), np.zeros((2, 1)), 1, 0, 0.0))
    nothing = np.ones(at.sequences)
    sweeps.reaches(at.block, at.base, at.first, at.parent, nothing, nothing)
    sweeps.end_gradients(0, 0, at.starts, at.others, at.payoff, nothing, nothing)
    sweeps.best_reply(0, 0, at.first, at.parent, nothing, nothing)
    sweeps.follow(0, 0, at.first, at.parent, nothing, nothing)


def _make_layout(tree: FlatTree) -> Layout:
    players, ends = tree.players, tree.ends
    base = np.cumsum([0, *(own.sequences for own in tree.choices)], dtype=np.int64)
    block = np.cumsum([0, *(own.infosets + 1 for own in tree.choices)], dtype=np.int64)
    if base[-1] >= 1 << 32:
        raise ValueError(f"this tree has {base[-1]:,} sequences, and the sweeps can number {(1 << 32) - 1:,}")
    first = np.concatenate([own.first + base[p] for p, own in enumerate(tree.choices)]).astype(np.uint32)
    parent = np.concatenate([np.append(own.parent, 0) + base[p] for p, own in enumerate(tree.choices)])
    starts = np.zeros(base[-1] + 1, dtype=np.int64)
    others = np.empty((players - 1, players * ends), dtype=np.uint32)
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
    return Layout(players, base, block, first, parent.astype(np.uint32), starts, others, payoff)
