"""Two strategies for one game, side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.measures import HeadToHead, expected_values, head_to_head
from solver.strategies.table import Mix, Name, Table, name_key
from solver.strategy import SolvedStrategy
from solver.tree import sweeps
from solver.tree.flat_tree import FlatTree, FloatArray, Strategy
from solver.tree.layout import layout_of


@dataclass(frozen=True)
class Difference:
    """An information set in which two strategies play differently."""

    player: int
    name: Name
    #: Half the sum of differences in probability: 0 for the same mix, 1 where they have no action in common.
    distance: float
    #: How likely a player comes there by its own choices, on average of the two; 1 where there is no tree to tell.
    reach: float
    mixes: tuple[Mix, Mix]


@dataclass(frozen=True)
class Comparison:
    """What two strategies have in common, and where they differ most."""

    #: Information sets that both know, and that only one of them knows.
    common: int
    only: tuple[int, int]
    #: The mean distance of the mixes in the sets that both know.
    mean_distance: float
    differences: tuple[Difference, ...]
    #: What the first is worth in each seat among players of the second, and the other way round.
    head_to_head: tuple[HeadToHead, HeadToHead] | None
    #: What everybody gets when all play by the first, and by the second.
    values: tuple[FloatArray, FloatArray] | None


def compare(
    one: SolvedStrategy,
    other: SolvedStrategy,
    tree: FlatTree | None = None,
    most: int = 5,
    say: Callable[[str], None] | None = None,
) -> Comparison:
    """Compare two strategies; with the tree of their game, by what they are worth against each other, too.

    `say` hears what is being done.
    """
    say = say or (lambda _: None)
    other.check_game(one.metadata.game)
    reach: list[FloatArray] | None = None
    duel, values = None, None
    if tree is not None:
        say("putting both strategies on the tree")
        profiles = one.on_tree(tree)[0], other.on_tree(tree)[0]
        say("playing them against each other")
        duel = head_to_head(tree, *profiles), head_to_head(tree, *reversed(profiles))
        say("playing each against itself")
        values = expected_values(tree, profiles[0]), expected_values(tree, profiles[1])
        reach = _mean_reach(tree, profiles)
    say("looking for differences")
    common, total = 0, 0.0
    found: list[Difference] = []
    for player, (mine, yours) in enumerate(zip(one.tables, other.tables, strict=True)):
        place = yours.find(mine.names)
        here = np.flatnonzero(place >= 0)
        distance = _distances(mine, yours, here, place[here])
        weight = np.ones(len(here))
        if tree is not None and reach is not None:
            row = mine.find(tree.choices[player].name)
            known = row >= 0
            everywhere = np.zeros(mine.infosets)
            everywhere[row[known]] = reach[player][known]
            weight = everywhere[here]
        common += len(here)
        total += float(distance.sum())
        for best in np.argsort(-distance * weight, kind="stable")[:most]:
            if distance[best] * weight[best] > 0:
                at = int(here[best])
                mixes = mine.mix_at(at), yours.mix_at(int(place[at]))
                found.append(
                    Difference(player, name_key(mine.names[at]), float(distance[best]), float(weight[best]), mixes)
                )
    found.sort(key=lambda each: -each.distance * each.reach)
    sizes = [sum(table.infosets for table in each.tables) for each in (one, other)]
    only = (sizes[0] - common, sizes[1] - common)
    return Comparison(common, only, total / common if common else 0.0, tuple(found[:most]), duel, values)


def _distances(
    mine: Table, yours: Table, here: npt.NDArray[np.int64], there: npt.NDArray[np.int64]
) -> npt.NDArray[np.float64]:
    """How far the mixes of sets in one table are from those of sets in another."""
    sizes = np.diff(mine.first)[here]
    if not len(here):
        return np.zeros(0)
    if (sizes != np.diff(yours.first)[there]).any():
        raise ValueError("the strategies know different actions in one information set, so one of them is wrong")
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    step = np.arange(sizes.sum()) - np.repeat(starts, sizes)
    gap = abs(
        mine.probabilities[step + np.repeat(mine.first[here], sizes)].astype(float)
        - yours.probabilities[step + np.repeat(yours.first[there], sizes)]
    )
    result: npt.NDArray[np.float64] = np.add.reduceat(gap, starts) / 2
    return result


def _mean_reach(tree: FlatTree, profiles: tuple[list[Strategy], list[Strategy]]) -> list[FloatArray]:
    """For each player, how likely its own choices lead to each of its information sets, on average."""
    layout = layout_of(tree)
    parts = []
    for profile in profiles:
        reach = np.empty(layout.sequences)
        sweeps.reaches(layout.block, layout.base, layout.first, layout.parent, layout.joined(profile), reach)
        parts.append(layout.parts(reach))
    return [(parts[0][player] + parts[1][player])[own.parent] / 2 for player, own in enumerate(tree.choices)]
