"""Trees that many tests share, random strategies for them, and the way of a strategy into OpenSpiel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel

from solver.tree.flat_tree import FlatTree, Strategy
from solver.tree.from_spiel import tree_from_spiel
from solver.tree.names import name_of


@cache
def tree_of(name: str) -> FlatTree:
    """The tree of a game, made once."""
    return tree_from_spiel(name)


def turn_based(name: str) -> Any:
    """The game in turns, as OpenSpiel's algorithms want it."""
    loaded = pyspiel.load_game(name)
    simultaneous = loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(loaded) if simultaneous else loaded


def random_profile(tree: FlatTree, seed: int) -> tuple[Strategy, ...]:
    """Strategies with every action possible, most of them far from equal chances."""
    random = np.random.default_rng(seed)
    return tuple(own.normalized(random.standard_exponential(own.sequences) ** 2) for own in tree.choices)


def pure_profile(tree: FlatTree, seed: int) -> tuple[Strategy, ...]:
    """Strategies that never mix."""
    random = np.random.default_rng(seed)
    return tuple(_pure(own.first, random.random(own.sequences)) for own in tree.choices)


def _pure(first: Any, draws: Any) -> Strategy:
    strategy = np.zeros(len(draws))
    strategy[0] = 1.0
    for begin, end in pairwise(first):
        strategy[begin + np.argmax(draws[begin:end])] = 1.0
    return strategy


def histories(state: Any) -> Iterator[Any]:
    """Every state of a game, from this one on."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from histories(state.child(action))


class Asked:
    """Answers what a profile does in an OpenSpiel state."""

    def __init__(self, tree: FlatTree, profile: Sequence[Strategy]) -> None:
        self.tree = tree
        self.profile = profile
        self.sets = [{name.tobytes(): place for place, name in enumerate(own.name)} for own in tree.choices]

    def sequences(self, state: Any) -> dict[int, int] | None:
        """The sequence of every action of whoever moves; None where there is nothing to decide."""
        player = state.current_player()
        place = self.sets[player].get(name_of(state, player).tobytes())
        if place is None:
            assert len(state.legal_actions()) == 1
            return None
        own = self.tree.choices[player]
        numbers = range(own.first[place], own.first[place + 1])
        assert own.action[numbers.start : numbers.stop].tolist() == state.legal_actions()
        return dict(zip(state.legal_actions(), numbers, strict=True))

    def probabilities(self, state: Any) -> dict[int, float]:
        """The chance of every action of whoever moves."""
        numbers = self.sequences(state)
        if numbers is None:
            return {state.legal_actions()[0]: 1.0}
        strategy = self.profile[state.current_player()]
        return {action: float(strategy[number]) for action, number in numbers.items()}

    def policy(self, loaded: Any) -> Any:
        """The profile as OpenSpiel's C++ table."""
        table = {}
        for state in histories(loaded.new_initial_state()):
            if state.is_player_node():
                table[state.information_state_string(state.current_player())] = list(self.probabilities(state).items())
        return pyspiel.TabularPolicy(table)
