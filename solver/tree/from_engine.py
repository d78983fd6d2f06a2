"""The flat tree of one of our own games, walked on the engine in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from game.kernels import prepare
from game.spiel.parameters import Settings
from solver.tree import grow as at
from solver.tree.deals import chance_nodes, deal_count, every_deal
from solver.tree.flat_tree import Choices, FlatTree
from solver.tree.from_spiel import merged
from solver.tree.kernels import FOLDER

#: How many histories are walked between two looks at the clock and at interrupts.
PAUSE_AFTER: Final = 500_000
#: Up to so many ends, those with equal sequences are made one.
MERGE_UP_TO: Final = 20_000_000

_CODES: Final = {"base": at.BASE, "take-a-number": at.NUMBER, "anniversary": at.ANNIVERSARY}
_PAYOFFS: Final = {"difference": at.DIFFERENCE, "penalty": at.PENALTY, "win": at.WIN}
_SUMS: Final = {"difference": 0.0, "penalty": None, "win": 1.0}
_prepared: set[str] = set()


class TooLarge(ValueError):
    """A tree does not fit into the memory that it may have."""


class Growing(NamedTuple):
    """How far a tree has grown."""

    deals: int
    all_deals: int
    histories: int
    infosets: int


Progress = Callable[[Growing], None]


def can_grow(settings: Settings) -> bool:
    """Whether the engine can walk the game: one round, for a second one would be dealt in the middle."""
    return settings.rules.rounds == 1


def tree_from_engine(game: Any, progress: Progress | None = None, most_bytes: int | None = None) -> FlatTree:
    """The tree of a game, given as a pyspiel game or its string; TooLarge when it would take more than `most_bytes`."""
    game = pyspiel.load_game(game) if isinstance(game, str) else game
    settings: Settings = game.settings
    if not can_grow(settings):
        raise ValueError("the engine walks games of one round: build the tree of more rounds through OpenSpiel")
    _compile()
    builder = _Builder(settings, most_bytes)
    every = deal_count(settings)
    before = 0
    for deals, chances in every_deal(settings):
        done = 0
        while done < len(deals):
            done = builder.go_on(deals, chances, done)
            if progress is not None:
                progress(Growing(before + done, every, builder.count(at.HISTORIES), builder.count(at.INFOSETS)))
        before += len(deals)
    return builder.tree(str(game))


class _Builder:
    """A walk with the room that it needs."""

    def __init__(self, settings: Settings, most_bytes: int | None = None, levels: int = 64) -> None:
        self.settings = settings
        self.most_bytes = most_bytes
        players = settings.rules.players
        self.flat = settings.new_flat()
        self.facts = facts_of(settings, self.flat)
        self.counters = np.zeros(at.COUNTERS, dtype=np.int64)
        self.counters[at.NEXT :] = 1
        self.counters[at.DEPTH] = -1
        self.walk = _new_walk(levels, players, len(self.flat))
        self.room = _new_room(players, 1 << 10, 1 << 12, 1 << 12, 1 << 12)

    def count(self, counter: int) -> int:
        return int(self.counters[counter])

    def go_on(self, deals: npt.NDArray[np.int64], chances: npt.NDArray[np.float64], done: int) -> int:
        """Walk on until it is time for a pause; how many of these deals are done."""
        limit = self.count(at.HISTORIES) + PAUSE_AFTER
        while True:
            how, done = at.grow_many(
                self.facts, self.flat, deals, chances, done, self.room, self.counters, self.walk, limit
            )
            if how == at.NO_ROOM:
                self._make_room()
            elif how == at.NO_DEPTH:
                self.walk = at.Walk(*(_enlarged(array, 2 * len(array)) for array in self.walk))
            else:
                return int(done)

    def _make_room(self) -> None:
        """Double whatever is nearly full."""
        room, players = self.room, self.settings.rules.players
        infosets, sequences = self.count(at.INFOSETS), self.count(at.SEQUENCES)
        size = len(room.owner)
        if infosets + players > size:
            size *= 2
            more = {key: _enlarged(getattr(room, key), size) for key in ("owner", "parent", "first", "name")}
            room = room._replace(**more)
        if sequences + players * int(self.facts[at.MOST_ACTIONS]) > len(room.action):
            size = 2 * len(room.action) + players * int(self.facts[at.MOST_ACTIONS])
            more = {key: _enlarged(getattr(room, key), size) for key in ("sequence_owner", "action")}
            room = room._replace(**more)
        if self.count(at.ENDS) >= len(room.end):
            more = {key: _enlarged(getattr(room, key), 2 * len(room.end)) for key in ("end", "payoff", "chance")}
            room = room._replace(**more)
        if 2 * (infosets + players) > len(room.slots):
            slots = np.zeros(2 * len(room.slots), dtype=np.int32)
            at.hash_again(slots, room.name, infosets)
            room = room._replace(slots=slots)
        if 2 * (self.count(at.FORCED) + players) > len(room.forced):
            forced = np.zeros(2 * len(room.forced), dtype=np.uint64)
            at.spread_again(room.forced, forced)
            room = room._replace(forced=forced)
        self.room = room
        used = sum(array.nbytes for array in room)
        if self.most_bytes is not None and used > self.most_bytes:
            raise TooLarge(
                f"the tree has {self.count(at.HISTORIES):,} histories already and takes more than "
                f"{self.most_bytes / (1 << 30):.1f}G: give it more memory, or take a smaller game"
            )

    def tree(self, game: str) -> FlatTree:
        """What has been walked, player by player."""
        room, players = self.room, self.settings.rules.players
        infosets, sequences, ends = self.count(at.INFOSETS), self.count(at.SEQUENCES), self.count(at.ENDS)
        owner, sequence_owner = room.owner[:infosets], room.sequence_owner[:sequences]
        choices = []
        for player in range(players):
            mine = owner == player
            first = np.append(room.first[:infosets][mine], np.int32(self.counters[at.NEXT + player]))
            action = room.action[:sequences][sequence_owner == player]
            choices.append(
                Choices(
                    first.astype(np.int32),
                    room.parent[:infosets][mine],
                    np.concatenate([np.full(1, -1, dtype=np.int32), action]),
                    room.name[:infosets][mine],
                )
            )
        sequence = np.ascontiguousarray(room.end[:ends].T)
        payoff, chance = np.ascontiguousarray(room.payoff[:ends].T), room.chance[:ends].copy()
        if self._ends_repeat() and ends <= MERGE_UP_TO:
            sequence, payoff, chance = merged(sequence, payoff, chance)
        return FlatTree(
            game,
            tuple(choices),
            sequence,
            payoff,
            histories=self.count(at.HISTORIES) + chance_nodes(self.settings),
            infosets=infosets + self.count(at.FORCED),
            payoff_sum=_SUMS[self.settings.payoff] if players == 2 else None,
            chance=chance,
        )

    def _ends_repeat(self) -> bool:
        """Whether chance or hands of one card can lead to several ends after the same choices."""
        return self.settings.swaps or self.settings.rules.hand == 1


def facts_of(settings: Settings, flat: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """What compiled code has to know of a game beside its flat state."""
    facts = np.zeros(at.FACTS, dtype=np.int64)
    facts[at.CODE] = _CODES[settings.rules.game]
    facts[at.IS_OPEN] = settings.is_open
    facts[at.HAS_SPECIALS] = settings.swaps
    facts[at.PAYOFF] = _PAYOFFS[settings.payoff]
    facts[at.PLACE] = settings.report
    facts[at.MOST_ACTIONS] = len(flat) - settings.report
    return facts


def _new_walk(levels: int, players: int, size: int) -> at.Walk:
    return at.Walk(
        flats=np.zeros((levels, size), dtype=np.int64),
        sequence=np.zeros((levels, players), dtype=np.int32),
        first=np.zeros((levels, players), dtype=np.int32),
        turn=np.zeros((levels, players), dtype=np.int64),
        names=np.zeros((levels, players, 2), dtype=np.uint64),
        chance=np.zeros(levels, dtype=np.float64),
    )


def _new_room(players: int, infosets: int, sequences: int, ends: int, slots: int) -> at.Room:
    return at.Room(
        owner=np.zeros(infosets, dtype=np.int8),
        parent=np.zeros(infosets, dtype=np.int32),
        first=np.zeros(infosets, dtype=np.int32),
        name=np.zeros((infosets, 2), dtype=np.uint64),
        sequence_owner=np.zeros(sequences, dtype=np.int8),
        action=np.zeros(sequences, dtype=np.int32),
        end=np.zeros((ends, players), dtype=np.int32),
        payoff=np.zeros((ends, players), dtype=np.float64),
        chance=np.zeros(ends, dtype=np.float64),
        slots=np.zeros(slots, dtype=np.int32),
        forced=np.zeros(slots, dtype=np.uint64),
    )


def _enlarged(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    larger = np.zeros((size, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


def _compile() -> None:
    """Walk some small tree once, so that the message about compiling comes before the work."""
    if "tree" not in _prepared:
        prepare("tree", _use, FOLDER)
        _prepared.add("tree")


def _use() -> None:
    settings = pyspiel.load_game("six_nimmt(players=2,hand=1,rows=1,deck=3)").settings
    builder = _Builder(settings)
    for deals, chances in every_deal(settings):
        builder.go_on(deals, chances, 0)
    at.hash_again(builder.room.slots.copy() * 0, builder.room.name, 1)
    at.spread_again(builder.room.forced, builder.room.forced * np.uint64(0))
