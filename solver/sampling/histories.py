"""All histories of a small OpenSpiel game as flat arrays, made through pyspiel, for sampling on any game."""

from __future__ import annotations

from collections import deque
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from solver.tree.names import name_of

# What a history is.
DECISION: Final = 0
CHANCE: Final = 1
END: Final = 2
#: In place of an information set: there is only one action, and nothing to decide.
ONE_ACTION: Final = -1
#: pyspiel needs about this many bytes for a state that waits for its turn; we hold no more of them than a line of tree.
MOST_HISTORIES: Final = 20_000_000


class Histories(NamedTuple):
    """The arrays. The children of history h are first[h] to first[h] + children[h] − 1; history 0 is the start."""

    kind: npt.NDArray[np.int8]
    player: npt.NDArray[np.int8]
    infoset: npt.NDArray[np.int64]  # which one, ONE_ACTION, or at an end its line in `payoff`
    first: npt.NDArray[np.int64]
    children: npt.NDArray[np.int32]
    chance: npt.NDArray[np.float64]  # how likely this history is after the one before it, where chance acted
    payoff: npt.NDArray[np.float64]  # (ends, players)


class Infosets(NamedTuple):
    """The information sets with something to decide, in the order in which they were met."""

    name: npt.NDArray[np.uint64]  # (infosets, 2)
    player: npt.NDArray[np.int8]
    first: npt.NDArray[np.int64]
    action: npt.NDArray[np.int32]


def build_histories(game: str, most: int = MOST_HISTORIES) -> tuple[Histories, Infosets]:
    """Walk through a whole game, breadth first so that children stand together; a ValueError where it is too large."""
    loaded = pyspiel.load_game(game)
    if loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        loaded = pyspiel.convert_to_turn_based(loaded)
    if loaded.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"{game} does not list what chance may do, so its histories cannot be held")
    builder = _Builder(game, most)
    waiting: deque[Any] = deque([loaded.new_initial_state()])
    builder.chance.append(1.0)
    while waiting:
        waiting.extend(builder.add(waiting.popleft()))
    return builder.histories(), builder.infosets()


class _Builder:
    """Lists that grow while a game is walked."""

    def __init__(self, game: str, most: int) -> None:
        self.game = game
        self.most = most
        self.kind: list[int] = []
        self.player: list[int] = []
        self.infoset: list[int] = []
        self.first: list[int] = []
        self.count: list[int] = []
        self.chance: list[float] = []
        self.payoff: list[list[float]] = []
        self.known: dict[tuple[int, bytes], int] = {}
        self.names: list[npt.NDArray[np.uint64]] = []
        self.players: list[int] = []
        self.starts: list[int] = [0]
        self.actions: list[int] = []

    def add(self, state: Any) -> list[Any]:
        """Write a history down; the states after it, which are next in line."""
        children: list[Any] = []
        self.first.append(len(self.chance))
        if state.is_terminal():
            self._add_kind(END, 0, len(self.payoff))
            self.payoff.append(state.returns())
        elif state.is_chance_node():
            self._add_kind(CHANCE, 0, ONE_ACTION)
            outcomes = state.chance_outcomes()
            children = [state.child(outcome) for outcome, _ in outcomes]
            self.chance += [chance for _, chance in outcomes]
        else:
            player = state.current_player()
            actions = state.legal_actions()
            self._add_kind(DECISION, player, self._infoset(state, player, actions))
            children = [state.child(action) for action in actions]
            self.chance += [1.0] * len(actions)
        self.count.append(len(children))
        if len(self.chance) > self.most:
            raise ValueError(f"{self.game} has more than {self.most} histories, too many to hold")
        return children

    def _add_kind(self, kind: int, player: int, infoset: int) -> None:
        self.kind.append(kind)
        self.player.append(player)
        self.infoset.append(infoset)

    def _infoset(self, state: Any, player: int, actions: list[int]) -> int:
        if len(actions) == 1:
            return ONE_ACTION
        name = name_of(state, player)
        key = (player, name.tobytes())
        number = self.known.setdefault(key, len(self.known))
        if number == len(self.names):
            self.names.append(name)
            self.players.append(player)
            self.actions += actions
            self.starts.append(len(self.actions))
        return number

    def histories(self) -> Histories:
        return Histories(
            np.array(self.kind, dtype=np.int8),
            np.array(self.player, dtype=np.int8),
            np.array(self.infoset, dtype=np.int64),
            np.array(self.first, dtype=np.int64),
            np.array(self.count, dtype=np.int32),
            np.array(self.chance),
            np.array(self.payoff),
        )

    def infosets(self) -> Infosets:
        return Infosets(
            np.array(self.names, dtype=np.uint64).reshape(-1, 2),
            np.array(self.players, dtype=np.int8),
            np.array(self.starts, dtype=np.int64),
            np.array(self.actions, dtype=np.int32),
        )


def most_own_decisions(histories: Histories) -> int:
    """The most decisions that one line of play has."""
    depth = np.zeros(len(histories.kind), dtype=np.int64)
    for history in np.flatnonzero(histories.children):
        first = histories.first[history]
        depth[first : first + histories.children[history]] = depth[history] + (histories.kind[history] == DECISION)
    return int(depth.max(initial=0))
