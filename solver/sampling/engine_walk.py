"""External and outcome sampling on the engine: rounds are dealt and played, and no tree is held.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games" (2009). One
player, the traverser, learns from a walk. External sampling tries all its actions and draws one for everybody else;
outcome sampling plays a single game, in which the traverser explores, and weighs what came out.

Averages are taken at the other players' information sets: such a set is met as often as its owner's strategy leads
there, times what others and chance do. With two players nothing else changes from walk to walk. With more, a third
player's strategy does, so a visit counts the less the likelier the third players' actions were: then each strategy
counts by its owner's share in reaching the set alone, as the average of CFR wants it. Averages that count every visit
alike (`weighs` is false) vary less and are not quite that average.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.engine import layout as at
from solver.sampling.kernels import inner, kernel
from solver.sampling.table import (
    ITERATION,
    MISSING,
    add_average,
    add_regrets,
    by_average,
    by_regret,
    find,
    find_or_add,
)
from solver.sampling.verbs import begin, do, draw, legal, payoff, pick


class How(NamedTuple):
    """What kind of sampling."""

    is_outcome: bool
    is_linear: bool  # iteration t counts t times
    is_plus: bool  # regret matching+: regrets never fall below 0
    weighs: bool  # averages with more than two players weigh third players' chances
    explores: float  # outcome sampling: how often the traverser does just anything
    follows: float  # how fast a baseline follows what is sampled


class Room(NamedTuple):
    """Where walks work. The first index is how often the traverser has decided."""

    flats: npt.NDArray[np.int64]
    names: npt.NDArray[np.uint64]  # (decisions, players, 2)
    reach: npt.NDArray[np.float64]  # (decisions, players): how likely everybody's own sampled actions were
    doing: npt.NDArray[np.int64]  # (decisions, players): what everybody does who acts now
    actions: npt.NDArray[np.int64]  # (decisions, actions)
    chances: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    open: npt.NDArray[np.int64]  # (decisions, 3): entry, number of actions, the place of the one that is tried
    sampled: npt.NDArray[np.float64]  # (decisions, 2): how likely the sampled action was, and all of them before it
    other_actions: npt.NDArray[np.int64]
    other_chances: npt.NDArray[np.float64]
    picked: npt.NDArray[np.float64]  # (players,): how likely everybody's action was
    generator: npt.NDArray[np.uint64]


@inner
def weight_of_third(reach, seat, traverser, weighs):
    """What a visit of a seat's information set counts in its average: 1 with two players."""
    weight = 1.0
    if weighs:
        for each in range(reach.shape[0]):
            if each != seat and each != traverser:
                weight /= reach[each]
    return weight


@inner
def others_action(game, table, frozen, is_frozen, how, room, depth, seat, traverser, count, weight):
    """The place of the action that a seat takes which is not the traverser; room.picked says how likely that was."""
    chances = room.other_chances
    room.picked[seat] = 1.0
    if count == 1:
        return 0
    name = room.names[depth, seat]
    if is_frozen:
        by_average(frozen, find(frozen, name), count, chances)
    else:
        entry = find_or_add(table, name, seat, room.other_actions, count)
        by_regret(table, entry, count, chances)
        if entry != MISSING:
            visit = weight * weight_of_third(room.reach[depth], seat, traverser, how.weighs)
            add_average(table, entry, count, chances, visit)
    place = pick(room.generator, chances, count)
    room.picked[seat] = chances[place]
    return place


@inner
def copy_on(game, room, depth):
    """Begin what follows a decision of the traverser where the decision stands."""
    for place in range(game.start.shape[0]):
        room.flats[depth + 1, place] = room.flats[depth, place]
    for seat in range(game.players):
        room.names[depth + 1, seat, 0] = room.names[depth, seat, 0]
        room.names[depth + 1, seat, 1] = room.names[depth, seat, 1]
        room.reach[depth + 1, seat] = room.reach[depth, seat]
        room.doing[depth + 1, seat] = room.doing[depth, seat]


@inner
def explore(chances, count, explores, place):
    """How likely a place is when just anything is done now and then."""
    return explores / count + (1.0 - explores) * chances[place]


@inner
def open_decision(table, how, room, depth, traverser, count):
    """The traverser has a choice: it tries its first action, or with outcome sampling one that is drawn."""
    chances = room.chances[depth]
    entry = find_or_add(table, room.names[depth, traverser], traverser, room.actions[depth], count)
    by_regret(table, entry, count, chances)
    place = 0
    room.sampled[depth, 0] = 1.0
    if how.is_outcome:
        for each in range(count):
            room.other_chances[each] = explore(chances, count, how.explores, each)
        place = pick(room.generator, room.other_chances, count)
        room.sampled[depth, 0] = room.other_chances[place]
    room.sampled[depth + 1, 1] = room.sampled[depth, 1] * room.sampled[depth, 0]
    room.open[depth, 0] = entry
    room.open[depth, 1] = count
    room.open[depth, 2] = place


@inner
def estimate_all(table, how, room, depth, value):
    """After outcome sampling: estimate the values of all actions, of which one was taken and led to a value.

    An action that was not taken is worth its baseline, the one that was taken as much more as came out, divided by how
    likely it was to be taken (Schmidt et al., "Variance reduction in Monte Carlo counterfactual regret minimization",
    2019); without a baseline that is 0. The mean over all games is right whatever the baseline.
    """
    entry = room.open[depth, 0]
    count = room.open[depth, 1]
    taken = room.open[depth, 2]
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
def close_decision(table, is_frozen, how, room, depth, weight):
    """All actions have values: what the decision is worth; its regrets are brought up to date."""
    entry = room.open[depth, 0]
    count = room.open[depth, 1]
    value = 0.0
    for place in range(count):
        value += room.chances[depth, place] * room.values[depth, place]
    if entry != MISSING:
        add_regrets(
            table, entry, count, room.values[depth], value, weight / room.sampled[depth, 1], how.is_plus
        )
        if is_frozen:  # an exploiter learns: its average weights count visits instead
            table.average[table.first[entry]] += 1.0
    return value


@inner
def go_back(table, is_frozen, how, room, depth, value, weight):
    """After the end of a round with a value: the last decision that has something left to try, or −1."""
    while depth > 0:
        depth -= 1
        if how.is_outcome:
            estimate_all(table, how, room, depth, value)
        else:
            room.values[depth, room.open[depth, 2]] = value
            room.open[depth, 2] += 1
            if room.open[depth, 2] < room.open[depth, 1]:
                return depth
        value = close_decision(table, is_frozen, how, room, depth, weight)
    return -1


@inner
def walk(game, table, frozen, is_frozen, how, room, traverser):
    """Deal a round and let one player learn from it.

    Everybody who acts now says what it does, then it is done. Where the traverser has a choice, the walk goes on in a
    copy, and comes back for what else there is to try.
    """
    begin(game, room.flats[0], room.names[0], room.generator)
    for seat in range(game.players):
        room.reach[0, seat] = 1.0
    room.sampled[0, 1] = 1.0
    weight = table.counts[ITERATION] + 1.0 if how.is_linear else 1.0
    depth = 0
    while True:
        phase = room.flats[depth, at.PHASE]
        seat = room.flats[depth, at.SEAT]
        first_seat = 0 if phase == at.CARD else seat
        end_seat = game.players if phase == at.CARD else seat + 1
        own_count = 0
        if phase >= at.ROUND_OVER:
            depth = go_back(table, is_frozen, how, room, depth, payoff(game, room.flats[depth], traverser), weight)
            if depth < 0:
                return
            own_count = room.open[depth, 1]
            phase = room.flats[depth, at.PHASE]
            first_seat = 0 if phase == at.CARD else traverser
            end_seat = game.players if phase == at.CARD else traverser + 1
        elif phase == at.DRAW:
            room.doing[depth, seat] = draw(room.flats[depth], room.generator)
        else:
            for each in range(first_seat, end_seat):
                is_own = each == traverser
                actions = room.actions[depth] if is_own else room.other_actions
                count = legal(game, room.flats[depth], each, actions)
                place = 0
                if is_own:
                    own_count = count
                else:
                    # What the traverser's exploring makes rarer or more frequent counts more or less.
                    visit = weight / room.sampled[depth, 1]
                    place = others_action(
                        game, table, frozen, is_frozen, how, room, depth, each, traverser, count, visit
                    )
                room.doing[depth, each] = actions[place]
            for each in range(first_seat, end_seat):  # not before all have said what they do: nobody knows in a turn
                if each != traverser:
                    room.reach[depth, each] *= room.picked[each]
            if own_count > 1:
                open_decision(table, how, room, depth, traverser, own_count)
        if own_count > 1:
            room.doing[depth, traverser] = room.actions[depth, room.open[depth, 2]]
            copy_on(game, room, depth)
            depth += 1
        do(game, room.flats[depth], room.names[depth], room.doing[depth], first_seat, end_seat)


@kernel
def iterate(game, table, frozen, is_frozen, how, room, first_seat, end_seat, iterations):
    """So many iterations, each one walk for every player from `first_seat` to before `end_seat`.

    `is_frozen` says that the others do not learn but play by the averages of another table: an exploiter learns.
    """
    for _ in range(iterations):
        for traverser in range(first_seat, end_seat):
            walk(game, table, frozen, is_frozen, how, room, traverser)
        table.counts[ITERATION] += 1
