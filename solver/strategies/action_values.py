"""What every action is worth to its player when all play by a strategy and its information set is reached."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.tree.flat_tree import Choices, FlatTree, FloatArray, IntArray, Strategy


def reaches(choices: Choices, strategy: Strategy) -> FloatArray:
    """How likely a player does all that a sequence holds, as far as it depends on the player."""
    reach = strategy.astype(np.float64)
    owner = choices.infoset_of
    for _, sequences in levels(choices):
        reach[sequences] *= reach[choices.parent[owner[sequences]]]
    return reach


def levels(choices: Choices) -> list[tuple[IntArray, IntArray]]:
    """Information sets and their sequences by how many choices of the player came before: first those without any."""
    depth = np.zeros(choices.infosets, dtype=np.int32)
    before = choices.infoset_of[choices.parent]
    later = np.flatnonzero(before >= 0)
    changed = len(later) > 0
    while changed:  # a pass for every choice of the longest game
        deeper = depth[before[later]] + 1
        changed = bool((depth[later] != deeper).any())
        depth[later] = deeper
    if not choices.infosets:
        return []
    sets = _by_number(depth)
    sequences = _by_number(depth[choices.infoset_of[1:]])
    return [(own, many + np.int32(1)) for own, many in zip(sets, sequences, strict=True)]


def _by_number(numbers: IntArray) -> list[IntArray]:
    """Where 0 stands, where 1 stands, and so on."""
    order = np.argsort(numbers, kind="stable").astype(np.int32)
    return np.split(order, np.cumsum(np.bincount(numbers))[:-1])


def action_values(tree: FlatTree, strategies: Sequence[Strategy]) -> list[Strategy]:
    """A value for each sequence of each player; nan where the others or chance never lead there, and for sequence 0.

    An end counts by what chance and the others do, not by what the player does. That sum over the ends of an action,
    divided by how likely chance and the others let the player come to its information set, is the action's value.
    """
    if tree.chance is None:
        raise ValueError("this tree does not know how likely chance makes its ends, so its actions have no values")
    reach = [reaches(own, strategy) for own, strategy in zip(tree.choices, strategies, strict=True)]
    answer = []
    for player, own in enumerate(tree.choices):
        others = np.ones(tree.ends)
        for other in range(tree.players):
            if other != player:
                others *= reach[other][tree.sequence[other]]
        worth, weight = (
            np.bincount(tree.sequence[player], weights=numbers * others, minlength=own.sequences)
            for numbers in (tree.payoff[player], tree.chance)
        )
        owner = own.infoset_of
        for sets, mine in reversed(levels(own)):
            for total in (worth, weight):
                sums = np.bincount(owner[mine], weights=strategies[player][mine] * total[mine], minlength=own.infosets)
                np.add.at(total, own.parent[sets], sums[sets])
        with np.errstate(invalid="ignore", divide="ignore"):
            values = np.where(weight > 0, worth / weight, np.nan)
        values[0] = np.nan
        answer.append(values)
    return answer
