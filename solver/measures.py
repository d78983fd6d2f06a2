"""How good strategies are: values, best responses, what each player could gain, on a flat tree.

Everything here is exact. With more than two players the gains say how far a profile is from a Nash equilibrium (it is
an ε-Nash equilibrium with ε the largest gain); they do not say that it is *the* solution, for there may be many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.kernels import prepare
from solver.tree import sweeps
from solver.tree.flat_tree import FlatTree, FloatArray, Strategy
from solver.tree.kernels import FOLDER
from solver.tree.layout import Layout, layout_of

Profile = Sequence[Strategy]


@dataclass(frozen=True)
class JointAverage:
    """What was played together over many iterations, as far as deviations from it go.

    Players who learn at the same time play correlated with each other: what holds for this average need not hold for
    the average of each player alone.
    """

    gradient: FloatArray  # in the order of the layout: sum over iterations of the weighted gradients of the ends
    values: FloatArray  # (players,): sum of the weighted values
    weight: float


@dataclass(frozen=True)
class HeadToHead:
    """What one profile is worth against another: alone in each seat among players of the other, and the mean."""

    seats: FloatArray
    mean: float


def _reach(layout: Layout, strategy: FloatArray) -> FloatArray:
    reach = np.empty(layout.sequences)
    prepare("tree", lambda: _use(layout), FOLDER)
    sweeps.reaches(layout.block, layout.base, layout.first, layout.parent, strategy, reach)
    return reach


def _use(layout: Layout) -> None:
    """Call every sweep for nothing, so that it is compiled."""
    nothing = np.zeros(layout.sequences)
    sweeps.reaches(layout.block, layout.base, layout.first, layout.parent, nothing, nothing)
    sweeps.end_gradients(0, 0, layout.starts, layout.others, layout.payoff, nothing, nothing)
    sweeps.best_reply(0, 0, layout.first, layout.parent, nothing, nothing)
    sweeps.follow(0, 0, layout.first, layout.parent, nothing, nothing)


def _end_gradient(layout: Layout, reach: FloatArray, player: int) -> FloatArray:
    """What ends pay a player; only its own sequences are filled in."""
    gradient = np.zeros(layout.sequences)
    begin, end = int(layout.base[player]), int(layout.base[player + 1])
    sweeps.end_gradients(begin, end, layout.starts, layout.others, layout.payoff, reach, gradient)
    return gradient


def _best_reply(layout: Layout, gradient: FloatArray, player: int) -> tuple[float, Strategy]:
    """The best reply to a gradient, which is used up."""
    strategy = np.ones(layout.sequences)
    begin, end = int(layout.block[player]), int(layout.block[player + 1]) - 1
    sweeps.best_reply(begin, end, layout.first, layout.parent, gradient, strategy)
    return float(gradient[layout.base[player]]), layout.parts(strategy)[player]


def _value(layout: Layout, reach: FloatArray, gradient: FloatArray, player: int) -> float:
    mine = slice(int(layout.base[player]), int(layout.base[player + 1]))
    return float(np.dot(reach[mine], gradient[mine]))


def expected_values(tree: FlatTree, strategies: Profile) -> FloatArray:
    """What each player gets when everybody keeps to these strategies."""
    layout = layout_of(tree)
    reach = _reach(layout, layout.joined(strategies))
    return np.array(
        [_value(layout, reach, _end_gradient(layout, reach, player), player) for player in range(tree.players)]
    )


def best_response(tree: FlatTree, strategies: Profile, player: int) -> tuple[float, Strategy]:
    """The most that a player can get while the others keep to their strategies, and a pure strategy that gets it."""
    layout = layout_of(tree)
    reach = _reach(layout, layout.joined(strategies))
    return _best_reply(layout, _end_gradient(layout, reach, player), player)


def gains(tree: FlatTree, strategies: Profile) -> FloatArray:
    """What each player could gain by leaving its strategy while the others keep to theirs."""
    layout = layout_of(tree)
    reach = _reach(layout, layout.joined(strategies))
    found = np.empty(tree.players)
    for player in range(tree.players):
        gradient = _end_gradient(layout, reach, player)
        value = _value(layout, reach, gradient, player)
        found[player] = _best_reply(layout, gradient, player)[0] - value
    return found


def nash_conv(tree: FlatTree, strategies: Profile) -> float:
    """The sum of all gains: 0 at a Nash equilibrium."""
    return float(gains(tree, strategies).sum())


def exploitability(tree: FlatTree, strategies: Profile) -> float:
    """NashConv by the number of players, as OpenSpiel defines it."""
    return nash_conv(tree, strategies) / tree.players


def action_values(tree: FlatTree, strategies: Profile, player: int) -> FloatArray:
    """What each sequence of a player is worth to it where its information set is reached and all play on as given.

    The player is taken to have come there, however unlikely it is to choose so itself; where chance and the others
    never lead, the value is nan. Sequence 0 has the value of the game.
    """
    if tree.chance is None:
        raise ValueError(f"this tree of {tree.game} was built without the probabilities of its ends, so it cannot say")
    layout = layout_of(tree)
    strategy = layout.joined(strategies)
    reach = layout.parts(_reach(layout, strategy))
    likely = np.ones(tree.ends)
    for other in range(tree.players):
        if other != player:
            likely *= reach[other][tree.sequence[other]]
    own = tree.choices[player]
    sums = []
    for weights in (tree.payoff[player] * likely, tree.chance * likely):
        gradient = np.bincount(tree.sequence[player], weights, own.sequences)
        sweeps.follow(0, own.infosets, own.first, own.parent, gradient, layout.parts(strategy)[player])
        sums.append(gradient)
    # The second sum is the probability of being led there, the same for all actions of a set.
    return np.divide(sums[0], sums[1], out=np.full(own.sequences, np.nan), where=sums[1] > 0)


def head_to_head(tree: FlatTree, one: Profile, other: Profile) -> HeadToHead:
    """Set one player of the first profile among players of the second, in each seat."""
    layout = layout_of(tree)
    seats = np.empty(tree.players)
    for player in range(tree.players):
        profile = [one[seat] if seat == player else other[seat] for seat in range(tree.players)]
        reach = _reach(layout, layout.joined(profile))
        seats[player] = _value(layout, reach, _end_gradient(layout, reach, player), player)
    return HeadToHead(seats, float(seats.mean()))


def joint_gains(tree: FlatTree, joint: JointAverage) -> FloatArray:
    """What each player could gain by one strategy of its own against all that the others did."""
    if joint.weight <= 0:
        raise ValueError("nothing was played yet: a joint average needs one iteration at least")
    layout = layout_of(tree)
    best = [_best_reply(layout, joint.gradient / joint.weight, player)[0] for player in range(tree.players)]
    return np.array(best) - joint.values / joint.weight


def cce_gap(tree: FlatTree, joint: JointAverage) -> float:
    """The largest of these gains: the joint play is an ε-coarse correlated equilibrium with this ε."""
    return float(joint_gains(tree, joint).max())
