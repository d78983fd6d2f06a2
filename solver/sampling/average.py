"""What came out of sampling: average strategies by name, ready for a file or to be laid over a flat tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.sampling.table import (
    CELLS,
    ENTRIES,
    Table,
    bytes_for,
    new_table,
    probabilities,
    put_all,
    slots_for,
)
from solver.tree.flat_tree import Choices, FloatArray, Strategy, WordArray


@dataclass(frozen=True)
class AverageTable:
    """Information set i has the actions and probabilities from first[i] to before first[i + 1]."""

    game: str
    name: WordArray  # (infosets, 2), see solver.tree.names
    player: npt.NDArray[np.int8]
    first: npt.NDArray[np.int64]
    action: npt.NDArray[np.int32]  # OpenSpiel's numbers, ascending
    probability: FloatArray

    @property
    def infosets(self) -> int:
        return len(self.player)

    def over(self, choices: Sequence[Choices]) -> tuple[Strategy, ...]:
        """A strategy for every player of a flat tree; sets that were never met are played uniformly."""
        places = {name.tobytes(): place for place, name in enumerate(self.name)}
        strategies = []
        for own in choices:
            strategy = own.uniform()
            for infoset, name in enumerate(own.name):
                place = places.get(name.tobytes())
                if place is not None:
                    cells = slice(self.first[place], self.first[place + 1])
                    sequences = slice(own.first[infoset], own.first[infoset + 1])
                    if not np.array_equal(self.action[cells], own.action[sequences]):
                        raise ValueError(
                            f"information set {infoset} has other actions in {self.game} than in this tree"
                        )
                    strategy[sequences] = self.probability[cells]
            strategies.append(strategy)
        return tuple(strategies)

    def searchable(self) -> Table:
        """The same as a table that kernels find names in."""
        table = new_table(bytes_for(self.infosets, len(self.action)))
        fill(table, self.name, self.player, self.first, self.action)
        table.average[: len(self.action)] = self.probability
        return table


def fill(
    table: Table,
    name: WordArray,
    player: npt.NDArray[np.int8],
    first: npt.NDArray[np.int64],
    action: npt.NDArray[np.int32],
) -> None:
    """Put information sets into an empty table, in their order."""
    infosets, cells = len(player), len(action)
    if infosets >= len(table.first) or cells > len(table.action):
        needed = bytes_for(infosets, cells)
        raise MemoryError(f"{infosets} information sets with {cells} actions need {needed} bytes of memory")
    table.name[:infosets] = name
    table.player[:infosets] = player
    table.first[: infosets + 1] = first
    table.action[:cells] = action
    table.counts[ENTRIES], table.counts[CELLS] = infosets, cells
    put_all(table, slots_for(infosets))


def average_of(game: str, table: Table) -> AverageTable:
    """The average strategies in a table."""
    entries, cells = int(table.counts[ENTRIES]), int(table.counts[CELLS])
    out = np.zeros(cells)
    probabilities(table, out)
    return AverageTable(
        game,
        table.name[:entries].copy(),
        table.player[:entries].copy(),
        table.first[: entries + 1].copy(),
        table.action[:cells].copy(),
        out,
    )
