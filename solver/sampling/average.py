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
from solver.strategies.table import Table as StrategyTable
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
        tables = self.tables(len(choices))
        return tuple(table.on_choices(own)[0] for table, own in zip(tables, choices, strict=True))

    def tables(self, players: int) -> tuple[StrategyTable, ...]:
        """A table for every player, as strategy files hold them; what actions are worth is not known."""
        tables = []
        for player in range(players):
            own = np.flatnonzero(self.player == player)
            own = own[np.lexsort((self.name[own, 1], self.name[own, 0]))]
            sizes = np.diff(self.first)[own]
            first = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)])
            take = np.arange(first[-1]) + np.repeat(self.first[:-1][own] - first[:-1], sizes)
            mixes = self.probability[take].astype(np.float32)
            unknown = np.full(len(take), np.nan, dtype=np.float32)
            tables.append(StrategyTable(self.name[own], first, self.action[take], mixes, unknown).checked())
        return tuple(tables)

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
