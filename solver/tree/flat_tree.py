"""A finite game as flat arrays: for every player the tree of its own choices, and the ends of the game.

This is the sequence form (Koller, Megiddo and von Stengel, 1996). A *sequence* is all that a player has done so far;
with perfect recall it is named by its last information set and the action taken there. What happens between two
choices of a player does not matter to it, so histories need not be kept: an end of the game names the last sequence of
every player, and that is enough for values, regrets and best responses.

Information sets with one action only are left out, since there is nothing to decide; `histories` and `infosets` count
as OpenSpiel does on the turn-based game, which leaves nothing out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int32]
FloatArray = npt.NDArray[np.float64]
WordArray = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Choices:
    """One player's information sets and sequences, parents before children.

    Sequence 0 is that nothing was decided yet. Information set i owns the sequences first[i] to first[i + 1] − 1, one
    for each of its actions in ascending order, and is reached after sequence parent[i], which is lower than first[i].
    """

    first: IntArray  # (infosets + 1,)
    parent: IntArray  # (infosets,)
    action: IntArray  # (sequences,): OpenSpiel's number of the action; -1 for sequence 0
    name: WordArray  # (infosets, 2): see solver.tree.names

    @property
    def infosets(self) -> int:
        return len(self.parent)

    @property
    def sequences(self) -> int:
        return len(self.action)

    @cached_property
    def infoset_of(self) -> IntArray:
        """The information set of every sequence; -1 for sequence 0."""
        owner = np.repeat(np.arange(self.infosets, dtype=np.int32), np.diff(self.first))
        return np.concatenate([np.full(1, -1, dtype=np.int32), owner])

    def uniform(self) -> FloatArray:
        """Every action equally likely: a probability for each sequence, 1 for sequence 0."""
        sizes = np.diff(self.first)
        return np.concatenate([np.ones(1), np.repeat(1.0 / sizes, sizes)])

    def normalized(self, weights: FloatArray) -> FloatArray:
        """Probabilities from weights that are not below 0; equal ones in sets where all are 0."""
        owner = self.infoset_of[1:]
        total = np.bincount(owner, weights[1:], self.infosets)
        sizes = np.diff(self.first)
        mine = total[owner]
        return np.concatenate(
            [np.ones(1), np.where(mine > 0, weights[1:] / np.where(mine > 0, mine, 1), 1 / sizes[owner])]
        )


@dataclass(frozen=True)
class FlatTree:
    """A game of two and more players, ready for sweeps.

    payoff[p, e] is what player p gets at end e **times** the probability that chance leads there. Ends with equal
    sequences are one end.
    """

    game: str  # as OpenSpiel loads it
    choices: tuple[Choices, ...]
    sequence: IntArray  # (players, ends): everybody's last sequence
    payoff: FloatArray  # (players, ends)
    histories: int
    infosets: int
    #: Payoffs of two players add up to this at every end; None where they do not add up to one number.
    payoff_sum: float | None
    #: (ends,): the probability that chance leads to each end. Only values *given that a set is reached* need it.
    chance: FloatArray | None = None

    @property
    def players(self) -> int:
        return len(self.choices)

    @property
    def ends(self) -> int:
        return len(self.payoff[0])

    @property
    def zero_sum(self) -> bool:
        """Whether there are two players, and what one wins the other loses, but for a constant."""
        return self.players == 2 and self.payoff_sum is not None

    @property
    def bytes(self) -> int:
        arrays: list[npt.NDArray[Any]] = [self.sequence, self.payoff]
        if self.chance is not None:
            arrays.append(self.chance)
        for own in self.choices:
            arrays += [own.first, own.parent, own.action, own.name]
        return sum(array.nbytes for array in arrays)


#: A strategy of one player: the probability of each sequence where its information set is reached; 1 for sequence 0.
Strategy = FloatArray
