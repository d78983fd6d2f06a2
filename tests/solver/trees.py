"""Flat trees of small games by walking them through pyspiel, slowly and plainly, to test with."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.policy import turn_based
from solver.spiel_games import load_game
from solver.tree.flat_tree import Choices, FlatTree
from solver.tree.names import name_of


class _Builder:
    def __init__(self, players: int) -> None:
        self.players = players
        self.sets: list[dict[tuple[int, int], tuple[int, int, list[int]]]] = [{} for _ in range(players)]
        self.count = [1] * players
        self.ends: dict[tuple[int, ...], Any] = {}
        self.histories = 0
        self.texts: set[tuple[int, str]] = set()

    def walk(self, state: Any, last: tuple[int, ...], chance: float) -> None:
        self.histories += 1
        if state.is_terminal():
            end = self.ends.setdefault(last, np.zeros(self.players + 1))
            end[:-1] += chance * np.array(state.returns())
            end[-1] += chance
        elif state.is_chance_node():
            for action, probability in state.chance_outcomes():
                self.walk(state.child(action), last, chance * probability)
        else:
            player = state.current_player()
            actions = state.legal_actions()
            self.texts.add((player, state.information_state_string(player)))
            if len(actions) == 1:
                self.walk(state.child(actions[0]), last, chance)
                return
            a, b = name_of(state, player).tolist()
            if (a, b) not in self.sets[player]:
                self.sets[player][a, b] = (last[player], self.count[player], actions)
                self.count[player] += len(actions)
            parent, first, known = self.sets[player][a, b]
            assert (parent, known) == (last[player], actions)
            for place, action in enumerate(actions):
                after = (*last[:player], first + place, *last[player + 1 :])
                self.walk(state.child(action), after, chance)


def plain_tree(game: str) -> FlatTree:
    """The flat tree of any small OpenSpiel game."""
    spiel = turn_based(load_game(game))
    players = spiel.num_players()
    builder = _Builder(players)
    builder.walk(spiel.new_initial_state(), (0,) * players, 1.0)
    choices = []
    for sets in builder.sets:
        rows = list(sets.items())
        choices.append(
            Choices(
                np.array([first for _, (_, first, _) in rows] + [1 + sum(len(each[2]) for _, each in rows)], np.int32),
                np.array([parent for _, (parent, _, _) in rows], np.int32),
                np.array([-1, *(action for _, (_, _, actions) in rows for action in actions)], np.int32),
                np.array([name for name, _ in rows], np.uint64).reshape(-1, 2),
            )
        )
    sequence = np.array(list(builder.ends), np.int32).T.copy()
    ends = np.array(list(builder.ends.values())).T
    total = ends[:-1].sum(axis=0)
    constant = float(total.sum())
    is_sum = players == 2 and bool(np.allclose(total, constant * ends[-1]))
    return FlatTree(
        game,
        tuple(choices),
        sequence,
        ends[:-1].copy(),
        builder.histories,
        len(builder.texts),
        constant if is_sum else None,
        ends[-1].copy(),
    )


def random_strategies(tree: FlatTree, seed: int = 0) -> list[Any]:
    """Any strategy: mixes drawn evenly, some actions never played."""
    random = np.random.default_rng(seed)
    return [
        own.normalized(random.exponential(size=own.sequences) * (random.random(own.sequences) < 0.8))
        for own in tree.choices
    ]
