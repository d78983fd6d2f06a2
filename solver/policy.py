"""A strategy as OpenSpiel's policy, for its own algorithms and for anybody who has states of the game."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from typing import Any

import pyspiel
from open_spiel.python import policy

from game.spiel import SixNimmtState
from solver.spiel_games import load_game
from solver.strategy import SolvedStrategy, load_strategy
from solver.tree.names import name_of


class StrategyPolicy(policy.Policy):  # type: ignore[misc]
    """OpenSpiel's Policy that plays by a strategy: on its game, and on the turn-based one made of it.

    Where the strategy knows nothing, all actions are equally likely, and `guesses` counts it.
    """

    def __init__(self, strategy: SolvedStrategy | str | PathLike[str], game: Any = None) -> None:
        self.strategy = strategy if isinstance(strategy, SolvedStrategy) else load_strategy(strategy)
        if game is None:
            game = load_game(self.strategy.metadata.game)
        else:
            self.strategy.check_game(str(game))
        super().__init__(game, list(range(game.num_players())))
        self.guesses = 0

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """{action: probability} for all legal actions of a player, by default of the one whose turn it is."""
        player = state.current_player() if player_id is None else player_id
        if player < 0:
            raise ValueError("several players act at once here: say for which one, from 0 on")
        actions = state.legal_actions(player)
        if len(actions) == 1:
            return {actions[0]: 1.0}
        mix = self.strategy.mix(player, name_of(state, player))
        if mix is None:
            self.guesses += 1
            return dict.fromkeys(actions, 1 / len(actions))
        return {action: mix[action][0] for action in actions}

    def to_dict(self) -> dict[str, list[tuple[int, float]]]:
        """Every information-state string of the game with its mix; walks the whole game, so it is for small ones."""
        found: dict[str, list[tuple[int, float]]] = {}
        for state, player in decisions(turn_based(self.game)):
            text = state.information_state_string(player)
            if text not in found:
                found[text] = list(self.action_probabilities(state, player).items())
        return found

    def to_pyspiel(self) -> Any:
        """The same as pyspiel.TabularPolicy, which OpenSpiel's C++ algorithms take; for the turn-based game."""
        return pyspiel.TabularPolicy(self.to_dict())

    def to_tabular(self, states: Any = None) -> Any:
        """The same as OpenSpiel's Python TabularPolicy, for the turn-based game."""
        game = turn_based(self.game)
        table = policy.TabularPolicy(game, states=states)
        for index, state in enumerate(table.states):
            table.action_probability_array[index, :] = 0
            for action, chance in self.action_probabilities(state).items():
                table.action_probability_array[index, action] = chance
        return table


def turn_based(game: Any) -> Any:
    """A game in which one player acts at a time: OpenSpiel's, where they act at once."""
    simultaneous = pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if game.get_type().dynamics == simultaneous else game


def state_text(state: Any, player: int) -> str:
    """What a player knows, in words; in our games without what the turn-based game puts before it."""
    simultaneous = getattr(state, "simultaneous_game_state", None)
    inside = simultaneous() if simultaneous is not None else state
    ours = isinstance(inside, SixNimmtState)
    return str((inside if ours else state).information_state_string(player))


def decisions(game: Any, most: int | None = None) -> Iterator[tuple[Any, int]]:
    """Every state of a turn-based game in which a player decides, with that player; at most so many states in all."""
    stack = [game.new_initial_state()]
    walked = 0
    while stack:
        state = stack.pop()
        walked += 1
        if most is not None and walked > most:
            return
        if state.is_terminal():
            continue
        if not state.is_chance_node():
            yield state, state.current_player()
        stack += [state.child(action) for action in reversed(state.legal_actions())]
