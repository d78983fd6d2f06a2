"""Sampling on the histories of any OpenSpiel game, held as arrays."""

from __future__ import annotations

from solver.sampling.chance import fraction
from solver.sampling.histories import CHANCE, END, ONE_ACTION
from solver.sampling.kernels import inner, kernel
from solver.sampling.learn import averaging, go_back, open_decision, others_place, weight_of
from solver.sampling.table import ITERATION, MISSING


@inner
def drawn(tree, history, generator):
    """What comes after a history where chance acts."""
    roll = fraction(generator)
    child = tree.first[history]
    last = child + tree.children[history] - 1
    while child < last:
        roll -= tree.chance[child]
        if roll < 0.0:
            break
        child += 1
    return child


@inner
def walk_histories(tree, table, frozen, how, room, traverser):
    """One walk by which one player learns; what the end that was met last gave it. room.flats holds histories."""
    room.sampled[0, 1] = 1.0
    weight = weight_of(table, how)
    depth = 0
    history = 0
    while True:
        kind = tree.kind[history]
        entry = tree.infoset[history]
        if kind == CHANCE:
            history = drawn(tree, history, room.generator)
            continue
        if kind == END:
            value = tree.payoff[entry, traverser]
            depth = go_back(table, how, room, depth, value, weight)
            if depth == MISSING:
                return value
            history = room.flats[depth, 0]
        elif entry == ONE_ACTION:
            history = tree.first[history]
            continue
        elif tree.player[history] != traverser:
            place = others_place(table, frozen, how, room, depth, entry, tree.children[history], weight)
            history = tree.first[history] + place
            continue
        else:
            room.flats[depth, 0] = history
            open_decision(table, frozen, how, room, depth, entry, entry, tree.children[history], weight)
        history = tree.first[history] + room.tried[depth, 2]
        depth += 1


@kernel
def iterate_histories(tree, table, frozen, how, room, first_seat, end_seat, iterations, seeds, results):
    """The same as `iterate` of solver.sampling.engine_walk."""
    own_walks = averaging(how)
    for number in range(iterations):
        for traverser in range(first_seat, end_seat):
            if seeds.shape[0] > 0:
                room.generator[0] = seeds[number]
            for part in range(2 if how.has_own_walks else 1):
                value = walk_histories(tree, table, frozen, own_walks if part else how, room, traverser)
            if seeds.shape[0] > 0:
                results[number] = value
        table.counts[ITERATION] += 1
