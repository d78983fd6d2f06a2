"""Iterations of CFR over the layout of a tree, in compiled code.

An iteration of a player is a gradient over the ends, one sweep up its information sets that updates regrets and
strategy, and one sweep down that adds to the average and finds the new reaches. See solver.tree.layout for the arrays.
"""

from __future__ import annotations

from solver.cfr.kernels import inner, kernel
from solver.tree.sweeps import descend, end_gradient


@inner
def kept(power, iteration):
    """What stays of old regrets at an iteration; a negative power means all of them."""
    if power < 0.0 or iteration < 2:
        return 1.0
    grown = float(iteration - 1) ** power
    return grown / (grown + 1.0)


@inner
def update(begin, end, first, parent, gradient, strategy, regret, up, down, plus, predictive):
    """Sweep up: gradients become values, regrets take them in, and regret matching makes the next strategy."""
    for k in range(end - 1, begin - 1, -1):
        left, right = first[k], first[k + 1]
        value = 0.0
        for s in range(left, right):
            value += strategy[s] * gradient[s]
        gradient[parent[k]] += value
        total = 0.0
        for s in range(left, right):
            now = gradient[s] - value
            old = regret[s]
            new = old * (up if old > 0.0 else down) + now
            if plus and new < 0.0:
                new = 0.0
            regret[s] = new
            if predictive:
                new += now
            weight = new if new > 0.0 else 0.0
            strategy[s] = weight
            total += weight
        if total > 0.0:
            for s in range(left, right):
                strategy[s] /= total
        else:
            for s in range(left, right):
                strategy[s] = 1.0 / (right - left)


@inner
def remember(begin, end, weight, reach, average):
    """Add what a player did in this iteration to its average; `begin` to `end` are its sequences."""
    for s in range(begin, end):
        average[s] += weight * reach[s]


@inner
def remember_joint(base, weight, reach, gradient, joint, values):
    """Add what all did together: gradients of the ends, and values."""
    for player in range(len(base) - 1):
        value = 0.0
        for s in range(base[player], base[player + 1]):
            joint[s] += weight * gradient[s]
            value += reach[s] * gradient[s]
        values[player] += weight * value


@kernel
def iterate(
    iteration,
    iterations,
    alpha,
    beta,
    gamma,
    plus,
    predictive,
    alternating,
    block,
    base,
    first,
    parent,
    starts,
    others,
    payoff,
    strategy,
    reach,
    regret,
    average,
    gradient,
    joint,
    values,
):
    """So many iterations after number `iteration`. The joint average is kept where `joint` has room for it."""
    players = len(base) - 1
    for t in range(iteration + 1, iteration + iterations + 1):
        up, down = kept(alpha, t), kept(beta, t)
        weight = float(t) ** gamma
        if len(joint) or not alternating:
            end_gradient(0, base[players], starts, others, payoff, reach, gradient)
        if len(joint):
            remember_joint(base, weight, reach, gradient, joint, values)
        for player in range(players):
            begin, end = base[player], base[player + 1]
            if alternating and (player > 0 or not len(joint)):
                end_gradient(begin, end, starts, others, payoff, reach, gradient)
            sets, after = block[player], block[player + 1] - 1
            remember(begin, end, weight, reach, average)
            update(sets, after, first, parent, gradient, strategy, regret, up, down, plus, predictive)
            if alternating:
                descend(sets, after, first, parent, strategy, reach)
        if not alternating:
            for player in range(players):
                descend(block[player], block[player + 1] - 1, first, parent, strategy, reach)


@kernel
def finish_player(
    sets,
    after,
    begin,
    end,
    weight,
    up,
    down,
    plus,
    predictive,
    first,
    parent,
    strategy,
    reach,
    regret,
    average,
    gradient,
):
    """The part of a player's iteration after the gradient, for runs whose gradients are made by several threads."""
    remember(begin, end, weight, reach, average)
    update(sets, after, first, parent, gradient, strategy, regret, up, down, plus, predictive)
    descend(sets, after, first, parent, strategy, reach)
