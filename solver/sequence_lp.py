"""The linear program of the sequence form, solved by HiGHS: the independent truth for two players and zero sum.

Koller, Megiddo and von Stengel (1996). A *plan* x gives each sequence of player 0 the probability that all of it is
done, a linear constraint for every information set. Against x, the best reply is a linear program too; its dual turns
"the best plan against the best reply" into one minimization. Nothing here uses the sweeps of CFR.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array, csr_array, hstack

from solver.tree.flat_tree import Choices, FlatTree, FloatArray, Strategy


@dataclass(frozen=True)
class LpSolution:
    """What a game is worth to player 0, and optimal strategies of both players."""

    value: float
    strategies: tuple[Strategy, Strategy]


def solve_lp(tree: FlatTree) -> LpSolution:
    """Solve a game of two players whose payoffs have a constant sum; a ValueError says why another cannot be."""
    if tree.players != 2:
        raise ValueError(f"{tree.game} has {tree.players} players: a linear program solves games of two")
    if not tree.zero_sum:
        raise ValueError(f"the payoffs of {tree.game} do not add up to a constant: a linear program cannot solve it")
    # Payoffs carry the probability of chance and can be tiny; HiGHS has absolute tolerances, so they are scaled up.
    sizes = np.abs(tree.payoff[0])
    scale = 1.0 / float(sizes[sizes > 0].mean()) if sizes.any() else 1.0
    mine, theirs = tree.choices
    payoff = coo_array(
        (tree.payoff[0] * scale, (tree.sequence[0], tree.sequence[1])), shape=(mine.sequences, theirs.sequences)
    ).tocsr()
    own, other = _plans(mine), _plans(theirs)
    goal = np.zeros(mine.sequences + theirs.infosets + 1)
    goal[mine.sequences] = -1.0
    right = np.zeros(mine.infosets + 1)
    right[0] = 1.0
    # Variables: the plan x, and q, what the reply leaves at each of its information sets: other' q ≤ payoff' x.
    answer: Any = linprog(
        goal,
        A_ub=hstack([-payoff.T, other.T]).tocsr(),
        b_ub=np.zeros(theirs.sequences),
        A_eq=hstack([own, csr_array((mine.infosets + 1, theirs.infosets + 1))]).tocsr(),
        b_eq=right,
        bounds=[(0.0, None)] * mine.sequences + [(None, None)] * (theirs.infosets + 1),
        method="highs",
    )
    if not answer.success:
        raise ArithmeticError(f"HiGHS found no solution of {tree.game}: {answer.message}")
    reply = -np.asarray(answer.ineqlin.marginals)  # the multipliers of the replies' lines are the plan of player 1
    return LpSolution(
        float(-answer.fun) / scale, (_behaviour(mine, answer.x[: mine.sequences]), _behaviour(theirs, reply))
    )


def _plans(own: Choices) -> csr_array:
    """Lines that say what a plan is: to begin with 1, and an information set passes on what it gets."""
    sets = np.arange(1, own.infosets + 1)
    lines = np.concatenate([[0], sets, own.infoset_of[1:] + 1])
    columns = np.concatenate([[0], own.parent, np.arange(1, own.sequences)])
    entries = np.concatenate([[1.0], np.full(own.infosets, -1.0), np.ones(own.sequences - 1)])
    return coo_array((entries, (lines, columns)), shape=(own.infosets + 1, own.sequences)).tocsr()


def _behaviour(own: Choices, plan: FloatArray) -> Strategy:
    """A plan as probabilities at each information set."""
    return own.normalized(np.maximum(plan, 0.0))
