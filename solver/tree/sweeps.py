"""Sweeps over the layout of a tree, in compiled code: reaches downwards, gradients from the ends, values upwards."""

from __future__ import annotations

from solver.tree.kernels import inner, kernel


@inner
def descend(begin, end, first, parent, strategy, reach):
    """The probability that a player does all that is in each of its sequences; `begin` to `end` are its sets."""
    for k in range(begin, end):
        before = reach[parent[k]]
        for s in range(first[k], first[k + 1]):
            reach[s] = before * strategy[s]


@inner
def end_gradient(begin, end, starts, others, payoff, reach, gradient):
    """What the ends below each sequence pay its owner, weighed with chance and how likely the others go there."""
    if len(others) == 1:
        other = others[0]
        for s in range(begin, end):
            total = 0.0
            for e in range(starts[s], starts[s + 1]):
                total += payoff[e] * reach[other[e]]
            gradient[s] = total
    elif len(others) == 2:
        one, other = others[0], others[1]
        for s in range(begin, end):
            total = 0.0
            for e in range(starts[s], starts[s + 1]):
                total += payoff[e] * reach[one[e]] * reach[other[e]]
            gradient[s] = total
    else:
        for s in range(begin, end):
            total = 0.0
            for e in range(starts[s], starts[s + 1]):
                paid = payoff[e]
                for place in range(len(others)):
                    paid *= reach[others[place, e]]
                total += paid
            gradient[s] = total


@kernel
def reaches(block, base, first, parent, strategy, reach):
    """Everybody's reach."""
    for player in range(len(base) - 1):
        reach[base[player]] = 1.0
        descend(block[player], block[player + 1] - 1, first, parent, strategy, reach)


@kernel
def end_gradients(begin, end, starts, others, payoff, reach, gradient):
    """`end_gradient` from outside, for a range of sequences: threads can share the work without changing a bit."""
    end_gradient(begin, end, starts, others, payoff, reach, gradient)


@kernel
def best_reply(begin, end, first, parent, gradient, strategy):
    """Turn gradients into values of the best reply, and write it; the first of equal actions is taken."""
    for k in range(end - 1, begin - 1, -1):
        best = first[k]
        for s in range(first[k], first[k + 1]):
            strategy[s] = 0.0
            if gradient[s] > gradient[best]:
                best = s
        strategy[best] = 1.0
        gradient[parent[k]] += gradient[best]


@kernel
def follow(begin, end, first, parent, gradient, strategy):
    """Turn gradients into values of what follows when the player keeps to its strategy."""
    for k in range(end - 1, begin - 1, -1):
        value = 0.0
        for s in range(first[k], first[k + 1]):
            value += strategy[s] * gradient[s]
        gradient[parent[k]] += value
