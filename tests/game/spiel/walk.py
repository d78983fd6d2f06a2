"""Walking the whole tree of a game as OpenSpiel shows it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any


def children(state: Any) -> Iterator[tuple[Any, Any]]:
    """Every action or joint action, and the state after it."""
    if state.is_simultaneous_node():
        players = range(state.num_players())
        for actions in product(*(state.legal_actions(player) for player in players)):
            child = state.clone()
            child.apply_actions(list(actions))
            yield actions, child
        return
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        yield action, child


def all_states(game: Any) -> Iterator[Any]:
    """Every state of a game, one for each history."""
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        yield state
        if not state.is_terminal():
            waiting.extend(child for _, child in children(state))


def who_acts(state: Any) -> list[int]:
    """The players who decide something here."""
    if state.is_simultaneous_node():
        return list(range(state.num_players()))
    return [state.current_player()] if state.current_player() >= 0 else []


def random_states(game: Any, seed: int, games: int = 1) -> Iterator[Any]:
    """The states of random games, ends included. It is one state that moves on, so look at it at once."""
    random = Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while True:
            yield state
            if state.is_terminal():
                break
            random_step(state, random)


def random_step(state: Any, random: Random) -> None:
    """Do anything."""
    if state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(random.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])[0])
    elif state.is_simultaneous_node():
        state.apply_actions([random.choice(state.legal_actions(player)) for player in range(state.num_players())])
    else:
        state.apply_action(random.choice(state.legal_actions()))
