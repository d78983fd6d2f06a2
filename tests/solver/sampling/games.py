"""Small instances of all our games, and their flat trees."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from solver.tree.flat_tree import FlatTree
from solver.tree.from_spiel import tree_from_spiel

DEALT = "six_nimmt(players=2,hand=2,rows=1,deck=6)"
THREE = "six_nimmt(players=3,hand=2,rows=1,deck=7)"
NUMBER = "six_nimmt_number(players=2,hand=2,rows=1,deck=5,capacity=2/,rounds=1)"
ANNIVERSARY = (
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=4,capacity=1,specials=1/0/0/0/2/0/1,specials_dealt=1,rounds=1)"
)
TINY = {
    "dealt": DEALT,
    "two rows": "six_nimmt(players=2,hand=2,rows=2,deck=6,payoff=win)",
    "drafted": "six_nimmt(players=2,hand=2,rows=1,setup=draft,deck=5,payoff=penalty)",
    "a fixed deal": "six_nimmt(players=2,hand=2,rows=2,deck=9,setup=fixed,deal=2.7/3.8/6.5)",
    "three players": THREE,
    "take a number": NUMBER,
    "starters": "six_nimmt_number(players=2,hand=1,rows=1,deck=6,capacity=2/,starters=True,rounds=1)",
    "anniversary": ANNIVERSARY,
    "anniversary, one kind": "six_nimmt_anniversary(players=2,hand=2,rows=1,deck=5,capacity=2,specials=4/0/0/0/0/0/0,"
    "specials_dealt=1,rounds=1)",
}


@cache
def tree_of(game: str) -> FlatTree:
    return tree_from_spiel(game)


def uniform_regrets(tree: FlatTree, player: int) -> npt.NDArray[np.float64]:
    """The counterfactual regret of each sequence of a player when all play uniformly, by plain sums."""
    worth = tree.payoff[player].copy()
    for other, own in enumerate(tree.choices):
        if other != player:
            reach = own.uniform()
            for infoset in range(own.infosets):
                reach[own.first[infoset] : own.first[infoset + 1]] *= reach[own.parent[infoset]]
            worth *= reach[tree.sequence[other]]
    own = tree.choices[player]
    value = np.bincount(tree.sequence[player], worth, own.sequences)
    regret = np.zeros(own.sequences)
    for infoset in reversed(range(own.infosets)):
        mine = slice(own.first[infoset], own.first[infoset + 1])
        mean = value[mine].mean()
        regret[mine] = value[mine] - mean
        value[own.parent[infoset]] += mean
    return regret
