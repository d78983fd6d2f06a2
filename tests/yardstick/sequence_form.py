"""The value of any two-player zero-sum game of OpenSpiel by the linear program of its sequence form.

Koller, Megiddo and von Stengel (1996): a strategy is a plan that gives each sequence of own actions its probability, a
linear constraint for every information set. So a best plan against the best reply is one linear program. Nothing here
knows what game it is: chance nodes, one player's turn and simultaneous choices are walked alike.
"""

from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, hstack

START = 0  # the empty sequence


class _Plans:
    """The sequences of one player: START, and a number for every action at every information set."""

    def __init__(self) -> None:
        self.parents: dict[str, int] = {}  # information set -> the sequence that leads to it
        self.numbers: dict[tuple[str, int], int] = {}
        self.actions: dict[str, list[int]] = {}

    def at(self, information: str, parent: int, actions: list[int]) -> None:
        """Note an information set when the walk comes by."""
        assert self.parents.setdefault(information, parent) == parent, f"no perfect recall at {information!r}"
        assert self.actions.setdefault(information, actions) == actions, f"actions differ within {information!r}"
        for action in actions:
            self.numbers.setdefault((information, action), len(self.numbers) + 1)

    @property
    def size(self) -> int:
        return len(self.numbers) + 1

    def constraints(self) -> Any:
        """Lines of the matrix that says what a plan is: START has 1, and an information set passes on what it gets."""
        entries = [(0, START, 1.0)]
        for line, (information, parent) in enumerate(self.parents.items(), start=1):
            entries.append((line, parent, -1.0))
            entries += [(line, self.numbers[information, action], 1.0) for action in self.actions[information]]
        return _matrix(entries, (len(self.parents) + 1, self.size))


def _matrix(entries: list[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    lines, columns, values = zip(*entries, strict=True)
    return coo_array((np.array(values), (np.array(lines), np.array(columns))), shape=shape).tocsr()


def game_value(game: Any) -> float:
    """Say what a game is worth to player 0."""
    plans = _Plans(), _Plans()
    payoffs: dict[tuple[int, int], float] = {}

    def walk(state: Any, mine: int, theirs: int, chance: float) -> None:
        if state.is_terminal():
            assert abs(sum(state.returns())) < 1e-9, "the players' payoffs must add up to nothing"
            payoffs[mine, theirs] = payoffs.get((mine, theirs), 0.0) + chance * state.returns()[0]
        elif state.is_chance_node():
            for action, probability in state.chance_outcomes():
                walk(_after(state, action), mine, theirs, chance * probability)
        elif state.is_simultaneous_node():
            sets = [state.information_state_string(player) for player in (0, 1)]
            for player, parent in enumerate((mine, theirs)):
                plans[player].at(sets[player], parent, state.legal_actions(player))
            for first, second in product(state.legal_actions(0), state.legal_actions(1)):
                child = state.clone()
                child.apply_actions([first, second])
                walk(child, plans[0].numbers[sets[0], first], plans[1].numbers[sets[1], second], chance)
        else:
            player = state.current_player()
            information = state.information_state_string(player)
            plans[player].at(information, theirs if player else mine, state.legal_actions())
            for action in state.legal_actions():
                number = plans[player].numbers[information, action]
                walk(_after(state, action), *((mine, number) if player else (number, theirs)), chance)

    walk(game.new_initial_state(), START, START, 1.0)
    return _solve(plans[0], plans[1], payoffs)


def _after(state: Any, action: int) -> Any:
    child = state.clone()
    child.apply_action(action)
    return child


def _solve(mine: _Plans, theirs: _Plans, payoffs: dict[tuple[int, int], float]) -> float:
    """Maximize what the best reply leaves, over the plans of player 0.

    With E x = e for plans x, F y = f for replies y and payoffs x A y: max f·q where F' q ≤ A' x, by duality.
    """
    to_me = _matrix([(first, second, value) for (first, second), value in payoffs.items()], (mine.size, theirs.size))
    own, other = mine.constraints(), theirs.constraints()
    lines, dual = own.shape[0], other.shape[0]
    goal = np.zeros(mine.size + dual)
    goal[mine.size] = -1.0
    right = np.zeros(lines)
    right[0] = 1.0
    answer = linprog(
        goal,
        A_ub=hstack([-to_me.T, other.T]).tocsr(),
        b_ub=np.zeros(theirs.size),
        A_eq=hstack([own, coo_array((lines, dual))]).tocsr(),
        b_eq=right,
        bounds=[(0.0, None)] * mine.size + [(None, None)] * dual,
        method="highs",
    )
    assert answer.success, answer.message
    return float(-answer.fun)
