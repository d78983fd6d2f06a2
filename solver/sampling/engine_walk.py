"""Sampling on the engine: rounds are dealt and walked, and no tree is held."""

from __future__ import annotations

from game.engine import layout as at
from game.engine.random_play import draw_from_deck
from solver.sampling.kernels import inner, kernel
from solver.sampling.learn import LEARN, PLAY, averaging, go_back, open_decision, others_place, weight_of
from solver.sampling.table import ITERATION, MISSING, find, find_or_add
from solver.sampling.verbs import begin, do, payoff
from solver.tree.verbs import legal


@inner
def copy_on(game, room, depth):
    """Begin what follows a decision of the traverser where the decision stands."""
    for place in range(game.start.shape[0]):
        room.flats[depth + 1, place] = room.flats[depth, place]
    for seat in range(game.players):
        room.names[depth + 1, seat, 0] = room.names[depth, seat, 0]
        room.names[depth + 1, seat, 1] = room.names[depth, seat, 1]
        room.doing[depth + 1, seat] = room.doing[depth, seat]


@inner
def others_action(table, frozen, how, room, depth, seat, count, weight):
    """What a seat does that is not the traverser."""
    if count == 1:
        return room.other_actions[0]
    name = room.names[depth, seat]
    if how.purpose == LEARN:
        entry = find_or_add(table, name, seat, room.other_actions, count)
    else:
        entry = find(frozen, name)
    return room.other_actions[others_place(table, frozen, how, room, depth, entry, count, weight)]


@inner
def ask_traverser(table, frozen, how, room, depth, traverser, count, weight):
    """The traverser has a choice: find out what it knows of it, and what it tries first."""
    name = room.names[depth, traverser]
    frozen_entry = MISSING
    if how.purpose == PLAY:
        entry = find(table, name)
        frozen_entry = find(frozen, name)
    else:
        entry = find_or_add(table, name, traverser, room.actions[depth], count)
    open_decision(table, frozen, how, room, depth, entry, frozen_entry, count, weight)


@inner
def walk(game, table, frozen, how, room, traverser):
    """Deal a round and let one player learn from it; what the round that was walked last gave it.

    Everybody who acts now says what it does, then it is done. Where the traverser has a choice, the walk goes on in a
    copy, and comes back for what else there is to try.
    """
    begin(game, room.flats[0], room.names[0], room.generator)
    room.sampled[0, 1] = 1.0
    weight = weight_of(table, how)
    depth = 0
    while True:
        phase = room.flats[depth, at.PHASE]
        own_count = 0
        if phase >= at.ROUND_OVER:
            value = payoff(game, room.flats[depth], traverser)
            depth = go_back(table, how, room, depth, value, weight)
            if depth == MISSING:
                return value
            own_count = room.tried[depth, 1]
            phase = room.flats[depth, at.PHASE]
            first_seat = 0 if phase == at.CARD else traverser
            end_seat = game.players if phase == at.CARD else traverser + 1
        else:
            first_seat = 0 if phase == at.CARD else room.flats[depth, at.SEAT]
            end_seat = game.players if phase == at.CARD else first_seat + 1
            for each in range(first_seat, end_seat):
                if phase == at.DRAW:
                    room.doing[depth, each] = draw_from_deck(room.flats[depth], room.generator)
                    continue
                is_own = each == traverser
                actions = room.actions[depth] if is_own else room.other_actions
                count = legal(game.engine, room.flats[depth], each, actions)
                if is_own:
                    own_count = count
                    room.doing[depth, each] = actions[0]
                else:
                    room.doing[depth, each] = others_action(table, frozen, how, room, depth, each, count, weight)
            if own_count > 1:
                ask_traverser(table, frozen, how, room, depth, traverser, own_count, weight)
        if own_count > 1:
            room.doing[depth, traverser] = room.actions[depth, room.tried[depth, 2]]
            copy_on(game, room, depth)
            depth += 1
        do(game, room.flats[depth], room.names[depth], room.doing[depth], first_seat, end_seat)


@kernel
def iterate(game, table, frozen, how, room, first_seat, end_seat, iterations, seeds, results):
    """So many iterations, each one walk for every player from `first_seat` to before `end_seat`.

    Where seeds are given, each begins a walk of its own, and its result is written down.
    """
    own_walks = averaging(how)
    for number in range(iterations):
        for traverser in range(first_seat, end_seat):
            if seeds.shape[0] > 0:
                room.generator[0] = seeds[number]
            for part in range(2 if how.has_own_walks else 1):
                value = walk(game, table, frozen, own_walks if part else how, room, traverser)
            if seeds.shape[0] > 0:
                results[number] = value
        table.counts[ITERATION] += 1
