"""Decisions in a sampled walk: what others do, what the traverser tries, and what it learns when it comes back.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games" (2009). One
player, the traverser, learns from a walk. External sampling tries all its actions and draws one for everybody else;
outcome sampling plays a single game, in which the traverser explores, and weighs what came out.

Averages can be taken at the other players' information sets: such a set is met as often as its owner's strategy leads
there, times what others and chance do. With two players nothing but the owner's part changes from walk to walk, so this
is the average of CFR. With more, a third player's part changes as well, and strategies count more in iterations in
which third players come there. The remedy are walks of their own for averages: the owner follows its strategy and
everybody else does just anything, which never changes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.sampling.chance import pick
from solver.sampling.kernels import inner
from solver.sampling.table import (
    ITERATION,
    MISSING,
    add_average,
    add_regrets,
    by_average,
    by_regret,
    most_regretted,
    uniform,
)

# What a walk is for.
LEARN: Final = 0  # everybody's strategy is learnt
EXPLOIT: Final = 1  # one player learns, the others play by the averages of a frozen table
PLAY: Final = 2  # nobody learns: one player plays what it has learnt to exploit, the others by the frozen table
AVERAGE: Final = 3  # the traverser's strategy comes into its average


class How(NamedTuple):
    """What kind of sampling."""

    purpose: int
    is_outcome: bool
    is_linear: bool  # iteration t counts t times
    is_plus: bool  # regret matching+: regrets never fall below 0
    has_own_walks: bool  # averages are taken by walks of their own
    explores: float  # outcome sampling: how often the traverser does just anything
    follows: float  # how fast a baseline follows what is sampled
    least_visits: float  # an exploiter leaves the frozen strategy only where it has been as often as this


class Room(NamedTuple):
    """Where walks work. The first index is how often the traverser has decided."""

    flats: npt.NDArray[np.int64]
    names: npt.NDArray[np.uint64]  # (decisions, players, 2)
    doing: npt.NDArray[np.int64]  # (decisions, players): what everybody does who acts now
    actions: npt.NDArray[np.int64]  # (decisions, actions)
    chances: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    tried: npt.NDArray[np.int64]  # (decisions, 3): entry, number of actions, the place of the one that is tried
    sampled: npt.NDArray[np.float64]  # (decisions, 2): how likely the sampled action was, and all of them before it
    other_actions: npt.NDArray[np.int64]
    other_chances: npt.NDArray[np.float64]
    generator: npt.NDArray[np.uint64]


@inner
def others_place(table, frozen, how, room, depth, entry, count, weight):
    """The place of the action that a seat takes which is not the traverser.

    `entry` is its information set: in the frozen table where the others do not learn.
    """
    chances = room.other_chances
    if how.purpose == AVERAGE:
        uniform(count, chances)
    elif how.purpose != LEARN:
        by_average(frozen, entry, count, chances)
    else:
        by_regret(table, entry, count, chances)
        if entry != MISSING and not how.has_own_walks:
            # What the traverser's exploring makes rarer or more frequent counts more or less.
            add_average(table, entry, count, chances, weight / room.sampled[depth, 1])
    return pick(room.generator, chances, count)


@inner
def exploiters_chances(table, frozen, how, entry, frozen_entry, count, chances):
    """What an exploiter does: what it regrets most, where it knows enough; else what the frozen strategy does."""
    if entry != MISSING and table.average[table.first[entry]] >= how.least_visits:
        best = most_regretted(table, entry, count)
        for place in range(count):
            chances[place] = 1.0 if place == best else 0.0
    else:
        by_average(frozen, frozen_entry, count, chances)


@inner
def open_decision(table, frozen, how, room, depth, entry, frozen_entry, count, weight):
    """The traverser has a choice: it tries its first action, or where only one is tried, one that is drawn."""
    chances = room.chances[depth]
    if how.purpose == PLAY:
        exploiters_chances(table, frozen, how, entry, frozen_entry, count, chances)
    else:
        by_regret(table, entry, count, chances)
    if how.purpose == AVERAGE and entry != MISSING:
        add_average(table, entry, count, chances, weight)
    place = 0
    room.sampled[depth, 0] = 1.0
    if how.is_outcome:
        for each in range(count):
            room.other_chances[each] = how.explores / count + (1.0 - how.explores) * chances[each]
        place = pick(room.generator, room.other_chances, count)
        room.sampled[depth, 0] = room.other_chances[place]
    room.sampled[depth + 1, 1] = room.sampled[depth, 1] * room.sampled[depth, 0]
    room.tried[depth, 0] = entry
    room.tried[depth, 1] = count
    room.tried[depth, 2] = place


@inner
def estimate_all(table, how, room, depth, value):
    """After outcome sampling: estimate the values of all actions, of which one was taken and led to a value.

    An action that was not taken is worth its baseline, the one that was taken as much more as came out, divided by how
    likely it was to be taken (Schmidt et al., "Variance reduction in Monte Carlo counterfactual regret minimization",
    2019); without a baseline that is 0. The mean over all games is right whatever the baseline.
    """
    entry = room.tried[depth, 0]
    count = room.tried[depth, 1]
    taken = room.tried[depth, 2]
    values = room.values[depth]
    for place in range(count):
        values[place] = 0.0
    if table.baseline.shape[0] > 0 and entry != MISSING:
        first = table.first[entry]
        for place in range(count):
            values[place] = table.baseline[first + place]
        table.baseline[first + taken] += how.follows * (value - table.baseline[first + taken])
    values[taken] += (value - values[taken]) / room.sampled[depth, 0]


@inner
def close_decision(table, how, room, depth, weight):
    """All actions have values: what the decision is worth; its regrets are brought up to date."""
    entry = room.tried[depth, 0]
    count = room.tried[depth, 1]
    value = 0.0
    for place in range(count):
        value += room.chances[depth, place] * room.values[depth, place]
    if entry != MISSING:
        add_regrets(table, entry, count, room.values[depth], value, weight / room.sampled[depth, 1], how.is_plus)
        if how.purpose == EXPLOIT:  # it needs no average, so these weights count visits
            table.average[table.first[entry]] += 1.0
    return value


@inner
def go_back(table, how, room, depth, value, weight):
    """After the end of a round with a value: the last decision that has something left to try, or MISSING."""
    if how.purpose == PLAY or how.purpose == AVERAGE:
        return MISSING
    while depth > 0:
        depth -= 1
        if how.is_outcome:
            estimate_all(table, how, room, depth, value)
        else:
            room.values[depth, room.tried[depth, 2]] = value
            room.tried[depth, 2] += 1
            if room.tried[depth, 2] < room.tried[depth, 1]:
                return depth
        value = close_decision(table, how, room, depth, weight)
    return MISSING


@inner
def averaging(how):
    """The walk for averages that belongs to a kind of sampling: one game, without exploring."""
    return How(AVERAGE, True, how.is_linear, how.is_plus, True, 0.0, 0.0, 0.0)


@inner
def weight_of(table, how):
    """What an iteration counts."""
    return table.counts[ITERATION] + 1.0 if how.is_linear else 1.0
