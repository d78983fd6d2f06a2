"""A flat tree of any finite OpenSpiel game, by walking all of it through pyspiel."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
import pyspiel

import game.spiel  # noqa: F401  (registers our games)
from solver.spiel_games import load_game
from solver.tree.flat_tree import Choices, FlatTree, FloatArray, IntArray
from solver.tree.names import name_of

#: Called now and then while a tree grows, with histories, information sets and ends so far.
Progress = Callable[[int, int, int], None]

#: How many histories pass between two reports.
PULSE: Final = 1 << 13
#: What Python keeps for an information set while the tree grows, about.
INFOSET_BYTES: Final = 400
#: An end counts twice while equal ones are merged.
MERGING: Final = 2


def tree_from_spiel(
    which: str | pyspiel.Game, progress: Progress | None = None, most_bytes: int | None = None
) -> FlatTree:
    """Walk a game, a simultaneous one turn by turn, and keep what its players can decide and where it can end.

    A ValueError says why a game cannot be a flat tree: it is not finite or too large for `most_bytes`, a player
    forgets, or OpenSpiel does not tell enough about it.
    """
    loaded = load_game(which) if isinstance(which, str) else which
    _check(loaded)
    simultaneous = loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    growth = _Growth(loaded.num_players())
    walk = growth.walk((pyspiel.convert_to_turn_based(loaded) if simultaneous else loaded).new_initial_state())
    for _ in walk:
        if progress is not None:
            progress(growth.histories, growth.infosets, growth.ends)
        if most_bytes is not None and growth.bytes > most_bytes:
            raise ValueError(
                f"the tree of {loaded} does not fit: after {growth.histories:,} histories it takes "
                f"{growth.bytes:,} bytes, and {most_bytes:,} are allowed"
            )
    if progress is not None:
        progress(growth.histories, growth.infosets, growth.ends)
    return growth.tree(str(loaded), _payoff_sum(loaded))


def _check(loaded: pyspiel.Game) -> None:
    kind, types = loaded.get_type(), pyspiel.GameType
    if kind.dynamics not in (types.Dynamics.SEQUENTIAL, types.Dynamics.SIMULTANEOUS):
        raise ValueError(f"{loaded} is neither played in turns nor at once: a flat tree needs the one or the other")
    if loaded.num_players() < 2:
        raise ValueError(f"{loaded} has one player only: a flat tree is for two and more")
    if kind.chance_mode == types.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"{loaded} draws its chance by itself: a flat tree needs the list of what may happen")
    if not kind.provides_information_state_string:
        raise ValueError(f"{loaded} has no information-state strings: without them nobody knows what players know")


def _payoff_sum(loaded: pyspiel.Game) -> float | None:
    utility = loaded.get_type().utility
    constant = utility in (pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.CONSTANT_SUM)
    return float(loaded.utility_sum()) if constant and loaded.num_players() == 2 else None


class _Own:
    """One player's information sets as the walk meets them."""

    def __init__(self) -> None:
        #: By name: first sequence (that before it where there is one action only), sequence before it, its actions.
        self.known: dict[bytes, tuple[int, int, tuple[int, ...]]] = {}
        self.first = array("i", [1])
        self.parent = array("i")
        self.action = array("i", [-1])
        self.names: list[bytes] = []

    def meet(self, state: Any, player: int, before: int, actions: tuple[int, ...]) -> int:
        """The first sequence of the information set of a state, which is new or met again."""
        name = name_of(state, player).tobytes()
        known = self.known.get(name)
        if known is not None:
            if known[1] != before or known[2] != actions:
                why = "after different choices of its own" if known[1] != before else "with different legal actions"
                raise ValueError(
                    f"player {player} has no perfect recall: it comes {why} to the information state "
                    f"{state.information_state_string(player)!r}"
                )
            return known[0]
        if len(actions) == 1:
            number = before
        else:
            number = len(self.action)
            self.action.extend(actions)
            self.first.append(len(self.action))
            self.parent.append(before)
            self.names.append(name)
        self.known[name] = number, before, actions
        return number

    def choices(self) -> Choices:
        names = np.frombuffer(b"".join(self.names), dtype=np.uint64).reshape(-1, 2)
        first, parent, action = (np.array(each, dtype=np.int32) for each in (self.first, self.parent, self.action))
        return Choices(first, parent, action, names)


class _Growth:
    """A tree while it grows."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.own = [_Own() for _ in range(players)]
        self.histories = 0
        self.sequence = array("i")  # of all players, end after end
        self.payoff = array("d")
        self.chance = array("d")

    @property
    def infosets(self) -> int:
        return sum(len(own.known) for own in self.own)

    @property
    def ends(self) -> int:
        return len(self.chance)

    @property
    def bytes(self) -> int:
        return self.infosets * INFOSET_BYTES + self.ends * (12 * self.players + 8) * MERGING

    def walk(self, root: Any) -> Iterator[None]:
        """Visit every history, and pause now and then. The stack is a list, so depth is no matter."""
        stack: list[tuple[Any, tuple[int, ...], float]] = [(root, (0,) * self.players, 1.0)]
        while stack:
            state, sequences, chance = stack.pop()
            self.histories += 1
            if self.histories % PULSE == 0:
                yield
            if state.is_terminal():
                self.sequence.extend(sequences)
                self.payoff.extend(chance * paid for paid in state.returns())
                self.chance.append(chance)
            elif state.is_chance_node():
                # Last outcomes go on the stack first, so that they are visited in order.
                for outcome, probability in reversed(state.chance_outcomes()):
                    stack.append((state.child(outcome), sequences, chance * probability))
            else:
                player = state.current_player()
                actions = tuple(state.legal_actions())
                number = self.own[player].meet(state, player, sequences[player], actions)
                for place in range(len(actions) - 1, -1, -1):
                    after = (*sequences[:player], number + place, *sequences[player + 1 :])
                    stack.append((state.child(actions[place]), after, chance))

    def tree(self, name: str, payoff_sum: float | None) -> FlatTree:
        """The tree, once all of it was visited."""
        sequence = np.array(self.sequence, dtype=np.int32).reshape(-1, self.players).T
        payoff = np.array(self.payoff).reshape(-1, self.players).T
        sequence, payoff, chance = merged(sequence, payoff, np.array(self.chance))
        choices = tuple(own.choices() for own in self.own)
        return FlatTree(name, choices, sequence, payoff, self.histories, self.infosets, payoff_sum, chance)


def merged(sequence: IntArray, payoff: FloatArray, chance: FloatArray) -> tuple[IntArray, FloatArray, FloatArray]:
    """Make one end of those with equal sequences; they come sorted, by player 0 first."""
    order = np.lexsort(sequence[::-1])
    sequence = np.ascontiguousarray(sequence[:, order])
    is_new = np.append(True, (sequence[:, 1:] != sequence[:, :-1]).any(axis=0))
    begins = np.flatnonzero(is_new)
    return (
        np.ascontiguousarray(sequence[:, begins]),
        np.add.reduceat(payoff[:, order], begins, axis=1),
        np.add.reduceat(chance[order], begins),
    )
