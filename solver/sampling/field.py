"""Where sampling takes place: the engine for our own games, held histories for any other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

import numpy as np
import numpy.typing as npt
import pyspiel

import game.spiel as _registered
from game.kernels import prepare
from game.spiel.games import SixNimmtGame
from game.spiel.parameters import Settings
from solver.sampling.average import fill
from solver.sampling.engine_walk import iterate
from solver.sampling.histories import Histories, Infosets, build_histories, most_own_decisions
from solver.sampling.history_walk import iterate_histories
from solver.sampling.kernels import FOLDERS
from solver.sampling.learn import How, Room
from solver.sampling.round import new_room, room_of, round_of
from solver.sampling.table import Table, new_table

_NO_SEEDS: Final = np.zeros(0, dtype=np.uint64)
_NO_RESULTS: Final = np.zeros(0)
Seeds = npt.NDArray[np.uint64]
Results = npt.NDArray[np.float64]

assert _registered


class Field(ABC):
    """A game that can be walked."""

    players: int

    @staticmethod
    def of(text: str) -> Field:
        """The field for a game, as OpenSpiel loads it."""
        loaded = pyspiel.load_game(text)
        return EngineField(loaded.settings) if isinstance(loaded, SixNimmtGame) else HistoryField(text)

    @abstractmethod
    def room(self, seed: int) -> Room:
        """Room for walks."""

    @abstractmethod
    def new_table(self, memory: int, has_baseline: bool = False) -> Table:
        """A table that has what is known of information sets beforehand."""

    @abstractmethod
    def iterate(
        self,
        table: Table,
        frozen: Table,
        how: How,
        room: Room,
        seats: range,
        iterations: int,
        seeds: Seeds = _NO_SEEDS,
        results: Results = _NO_RESULTS,
    ) -> None:
        """Walk so many times for each seat (see solver.sampling.engine_walk)."""


class EngineField(Field):
    """One of our games."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.players = settings.rules.players
        self._round = round_of(settings)
        prepare(f"{settings.rules.game} sampling", self._use, *FOLDERS)

    def _use(self) -> None:
        table = new_table(1 << 16)
        self.iterate(table, table, How(0, False, False, False, False, 0.6, 0.1, 0.0), self.room(0), range(0), 0)

    def room(self, seed: int) -> Room:
        return room_of(self.settings, seed)

    def new_table(self, memory: int, has_baseline: bool = False) -> Table:
        """Nothing is known: information sets come as they are met."""
        return new_table(memory, has_baseline)

    def iterate(
        self,
        table: Table,
        frozen: Table,
        how: How,
        room: Room,
        seats: range,
        iterations: int,
        seeds: Seeds = _NO_SEEDS,
        results: Results = _NO_RESULTS,
    ) -> None:
        iterate(self._round, table, frozen, how, room, seats.start, seats.stop, iterations, seeds, results)


class HistoryField(Field):
    """Any other game, small enough to hold all its histories."""

    def __init__(self, text: str) -> None:
        self.histories: Histories
        self.infosets: Infosets
        self.histories, self.infosets = build_histories(text)
        self.players = self.histories.payoff.shape[1]
        self._decisions = most_own_decisions(self.histories) + 2
        prepare("history sampling", self._use, *FOLDERS)

    def _use(self) -> None:
        table = new_table(1 << 16)
        self.iterate(table, table, How(0, False, False, False, False, 0.6, 0.1, 0.0), self.room(0), range(0), 0)

    def room(self, seed: int) -> Room:
        return new_room(1, self.players, self._decisions, int(self.histories.children.max()), seed)

    def new_table(self, memory: int, has_baseline: bool = False) -> Table:
        table = new_table(memory, has_baseline)
        fill(table, self.infosets.name, self.infosets.player, self.infosets.first, self.infosets.action)
        return table

    def iterate(
        self,
        table: Table,
        frozen: Table,
        how: How,
        room: Room,
        seats: range,
        iterations: int,
        seeds: Seeds = _NO_SEEDS,
        results: Results = _NO_RESULTS,
    ) -> None:
        iterate_histories(self.histories, table, frozen, how, room, seats.start, seats.stop, iterations, seeds, results)
