"""Walking every history of our own games in compiled code, and writing down what a FlatTree needs.

A walk is a stack of flat states, one for each decision on the way, with everybody's sequence and name. It can stop at
any node and go on later, so that its caller can make more room or say how far it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from game.engine import layout as at
from game.engine.anniversary import start_round as anniversary_start
from game.engine.base import start_round as base_start
from game.engine.joint import ALL_SEATS, NO_SEAT, STARTS, anniversary_step, base_step, number_step
from game.engine.number import start_round as number_start
from game.engine.specials import PLAY_NONE
from solver.tree.fold import begin_name, fold_action, fold_cards, fold_deal
from solver.tree.kernels import inner, kernel

# Which rule set.
BASE: Final = 0
NUMBER: Final = 1
ANNIVERSARY: Final = 2

# What players get.
DIFFERENCE: Final = 0
PENALTY: Final = 1
WIN: Final = 2

# Numbers of the game, in `facts`.
CODE: Final = 0
IS_OPEN: Final = 1
HAS_SPECIALS: Final = 2
PAYOFF: Final = 3
PLACE: Final = 4  # where in a flat state a step writes what can be done
MOST_ACTIONS: Final = 5  # no decision has more
FACTS: Final = 6

# How a walk stopped.
DONE: Final = 0
PAUSE: Final = 1
NO_ROOM: Final = 2
NO_DEPTH: Final = 3

# Counters.
HISTORIES: Final = 0
INFOSETS: Final = 1  # with a choice
FORCED: Final = 2  # without one
ENDS: Final = 3
SEQUENCES: Final = 4  # of all players together
NEXT: Final = 5  # from here on: the next sequence of each player
DEPTH: Final = NEXT + at.MAX_PLAYERS
COUNTERS: Final = DEPTH + 1

Ints = npt.NDArray[np.int64]
Places = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]


class Walk(NamedTuple):
    """The way to the present node, by depth."""

    flats: Ints  # (levels, size of a flat state)
    sequence: Places  # (levels, players): where everybody came from
    first: Places  # (levels, players): the first sequence of the information set here; -1 without a choice
    turn: Ints  # (levels, players): which action is next, by seat; place 0 for a single seat
    names: Words  # (levels, players, 2)
    chance: Floats  # (levels,)


class Room(NamedTuple):
    """What has been found. Information sets of all players stand in one list, in the order in which they were met."""

    owner: npt.NDArray[np.int8]
    parent: Places
    first: Places
    name: Words  # (infosets, 2)
    sequence_owner: npt.NDArray[np.int8]
    action: Places
    end: Places  # (ends, players)
    payoff: Floats  # (ends, players)
    chance: Floats  # (ends,)
    slots: Places  # hash table: number of an information set + 1
    forced: Words  # hash set of the names of information sets without a choice; 0 is free


@inner
def step(code, flat, seat, action, place):
    """A step of the right rule set."""
    if code == BASE:
        return base_step(flat, seat, action, place)
    if code == NUMBER:
        return number_step(flat, seat, action, place)
    return anniversary_step(flat, seat, action, place)


@inner
def begin_deal(facts, flat, cards, names):
    """Start a round with a deal and see what can be done first."""
    if facts[CODE] == BASE:
        base_start(flat, cards)
    elif facts[CODE] == NUMBER:
        number_start(flat, cards)
    else:
        anniversary_start(flat, cards)
    for player in range(flat[at.PLAYERS]):
        begin_name(names[player], player)
        if not flat[at.IS_DRAFT]:
            fold_deal(names[player], player, flat, facts[IS_OPEN], facts[HAS_SPECIALS])
    step(facts[CODE], flat, NO_SEAT, 0, facts[PLACE])


@inner
def find(room, counters, name):
    """The number of the information set of a name, or -1 - the free slot for it."""
    mask = room.slots.shape[0] - 1
    slot = np.int64(name[0] & np.uint64(mask))
    while room.slots[slot]:
        known = room.slots[slot] - 1
        if room.name[known, 0] == name[0] and room.name[known, 1] == name[1]:
            return np.int64(known)
        slot = (slot + 1) & mask
    return -1 - slot


@inner
def note_forced(room, counters, name):
    """Count an information set without a choice, once."""
    mask = room.forced.shape[0] - 1
    word = name[0] if name[0] else np.uint64(1)
    slot = np.int64(word & np.uint64(mask))
    while room.forced[slot]:
        if room.forced[slot] == word:
            return
        slot = (slot + 1) & mask
    room.forced[slot] = word
    counters[FORCED] += 1


@inner
def enter(room, counters, walk, depth, seat, flat, place):
    """Find or make the information set of a seat that decides here."""
    start = place + flat[place + STARTS + seat]
    end = place + flat[place + STARTS + seat + 1]
    if end - start < 2:
        walk.first[depth, seat] = -1
        note_forced(room, counters, walk.names[depth, seat])
        return
    number = find(room, counters, walk.names[depth, seat])
    if number < 0:
        infoset = counters[INFOSETS]
        room.slots[-1 - number] = infoset + 1
        room.owner[infoset] = seat
        room.parent[infoset] = walk.sequence[depth, seat]
        room.first[infoset] = counters[NEXT + seat]
        room.name[infoset, 0] = walk.names[depth, seat, 0]
        room.name[infoset, 1] = walk.names[depth, seat, 1]
        for spot in range(start, end):
            room.sequence_owner[counters[SEQUENCES]] = seat
            room.action[counters[SEQUENCES]] = flat[spot]
            counters[SEQUENCES] += 1
        counters[NEXT + seat] += end - start
        counters[INFOSETS] += 1
        number = infoset
    walk.first[depth, seat] = room.first[number]


@inner
def arrive(facts, room, counters, walk, depth):
    """Come to a node: note an end, or get ready for its decisions. Whether there is something to decide."""
    flat = walk.flats[depth]
    place = facts[PLACE]
    players = flat[at.PLAYERS]
    phase = flat[place]
    counters[HISTORIES] += 1
    if phase >= at.ROUND_OVER:
        end = counters[ENDS]
        counters[ENDS] += 1
        for player in range(players):
            room.end[end, player] = walk.sequence[depth, player]
        room.chance[end] = walk.chance[depth]
        write_payoffs(facts[PAYOFF], flat, walk.chance[depth], room.payoff[end])
        return False
    walk.turn[depth, :] = 0
    if phase == at.CARD:
        nodes = 1
        for seat in range(players):
            if seat:
                counters[HISTORIES] += nodes  # OpenSpiel's turn-based game asks one after the other
            enter(room, counters, walk, depth, seat, flat, place)
            nodes *= flat[place + STARTS + seat + 1] - flat[place + STARTS + seat]
    elif phase != at.DRAW:
        enter(room, counters, walk, depth, flat[place + 1], flat, place)
    return True


@inner
def write_payoffs(kind, flat, chance, payoff):
    """What everybody gets at the end of a game, times the probability of chance (in Python: game.spiel.moment)."""
    players = flat[at.PLAYERS]
    total = 0
    best = flat[at.SCORE]
    for seat in range(players):
        total += flat[at.SCORE + seat]
        best = min(best, flat[at.SCORE + seat])
    winners = 0
    for seat in range(players):
        winners += flat[at.SCORE + seat] == best
    for seat in range(players):
        score = flat[at.SCORE + seat]
        if kind == PENALTY:
            payoff[seat] = -chance * score
        elif kind == WIN:  # B7: ties share
            payoff[seat] = chance / winners if score == best else 0.0
        else:
            payoff[seat] = chance * ((total - score) / (players - 1) - score)


@inner
def see(facts, walk, depth, phase, seat, action, players):
    """Tell everybody who may know it what a seat, or chance for it, has done (A13, A27)."""
    secret = phase == at.DRAW or (phase == at.SPECIAL and action == PLAY_NONE)
    for player in range(players):
        if facts[IS_OPEN] or not secret or player == seat:
            fold_action(walk.names[depth, player], phase, seat, action)


@inner
def descend_together(facts, walk, depth, players):
    """Go on with the next pair, triple … of cards; whether there was one left."""
    flat = walk.flats[depth]
    below = walk.flats[depth + 1]
    place = facts[PLACE]
    turn = walk.turn[depth]
    if turn[players - 1] >= flat[place + STARTS + players] - flat[place + STARTS + players - 1]:
        return False
    below[:] = flat
    for seat in range(players):
        spot = turn[seat]
        below[place + seat] = flat[place + flat[place + STARTS + seat] + spot]
        first = walk.first[depth, seat]
        walk.sequence[depth + 1, seat] = first + spot if first >= 0 else walk.sequence[depth, seat]
    for player in range(players):
        fold_cards(walk.names[depth + 1, player], players, below, place)
    step(facts[CODE], below, ALL_SEATS, 0, place)
    for seat in range(players):  # the next of all combinations, the first seat's cards changing fastest
        turn[seat] += 1
        if seat == players - 1 or turn[seat] < flat[place + STARTS + seat + 1] - flat[place + STARTS + seat]:
            break
        turn[seat] = 0
    return True


@inner
def descend_alone(facts, walk, depth, players):
    """Go on with the next action of the one seat that decides, or of chance; whether there was one left."""
    flat = walk.flats[depth]
    below = walk.flats[depth + 1]
    place = facts[PLACE]
    phase = flat[place]
    turn = walk.turn[depth]
    if phase == at.DRAW:
        kind = turn[0]
        while kind < at.KINDS and not flat[at.SPECIAL_DECK + kind]:
            kind += 1
        if kind == at.KINDS:
            return False
        turn[0] = kind + 1
        cards = 0
        for other in range(at.KINDS):
            cards += flat[at.SPECIAL_DECK + other]
        walk.chance[depth + 1] *= flat[at.SPECIAL_DECK + kind] / cards
        below[:] = flat
        see(facts, walk, depth + 1, phase, flat[at.SEAT], kind + 1, players)
        step(facts[CODE], below, -1, kind + 1, place)
        return True
    seat = flat[place + 1]
    spot = turn[0]
    start = flat[place + STARTS + seat]
    if spot >= flat[place + STARTS + seat + 1] - start:
        return False
    turn[0] += 1
    action = flat[place + start + spot]
    if walk.first[depth, seat] >= 0:
        walk.sequence[depth + 1, seat] = walk.first[depth, seat] + spot
    below[:] = flat
    see(facts, walk, depth + 1, phase, seat, action, players)
    step(facts[CODE], below, seat, action, place)
    return True


@inner
def grow(facts, flat, cards, chance, room, counters, walk, limit):
    """Walk one deal, or go on with it where the depth is not below 0, up to about so many histories; how it stopped."""
    players = flat[at.PLAYERS]
    if counters[DEPTH] < 0:
        walk.flats[0, :] = flat
        begin_deal(facts, walk.flats[0], cards, walk.names[0])
        walk.sequence[0, :] = 0
        walk.chance[0] = chance
        counters[DEPTH] = 0
        if not has_room(facts, room, counters, players):
            counters[DEPTH] = -1
            return NO_ROOM
        if not arrive(facts, room, counters, walk, 0):
            counters[DEPTH] = -1
            return DONE
    depth = counters[DEPTH]
    while counters[HISTORIES] < limit:
        if not has_room(facts, room, counters, players):
            counters[DEPTH] = depth
            return NO_ROOM
        if depth + 1 >= walk.flats.shape[0]:
            counters[DEPTH] = depth
            return NO_DEPTH
        walk.sequence[depth + 1, :] = walk.sequence[depth, :]
        walk.names[depth + 1, :, :] = walk.names[depth, :, :]
        walk.chance[depth + 1] = walk.chance[depth]
        if walk.flats[depth, facts[PLACE]] == at.CARD:
            more = descend_together(facts, walk, depth, players)
        else:
            more = descend_alone(facts, walk, depth, players)
        if more:
            if arrive(facts, room, counters, walk, depth + 1):
                depth += 1
        else:
            depth -= 1
            if depth < 0:
                counters[DEPTH] = -1
                return DONE
    counters[DEPTH] = depth
    return PAUSE


@kernel
def grow_many(facts, flat, deals, chances, done, room, counters, walk, limit):
    """Walk deals from number `done` on, up to about so many histories; how it stopped, and how many deals are done."""
    while done < deals.shape[0]:
        how = grow(facts, flat, deals[done], chances[done], room, counters, walk, limit)
        if how != DONE:
            return how, done
        done += 1
    return DONE, done


@inner
def has_room(facts, room, counters, players):
    """Whether one more node surely fits."""
    return (
        counters[ENDS] < room.end.shape[0]
        and counters[INFOSETS] + players <= room.owner.shape[0]
        and counters[SEQUENCES] + players * facts[MOST_ACTIONS] <= room.action.shape[0]
        and 2 * (counters[INFOSETS] + players) <= room.slots.shape[0]
        and 2 * (counters[FORCED] + players) <= room.forced.shape[0]
    )


@kernel
def hash_again(slots, name, count):
    """Put all information sets into a new, empty hash table."""
    mask = slots.shape[0] - 1
    for number in range(count):
        slot = np.int64(name[number, 0] & np.uint64(mask))
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = number + 1


@kernel
def spread_again(old, new):
    """Put a hash set into a larger, empty one."""
    mask = new.shape[0] - 1
    for word in old:
        if word:
            slot = np.int64(word & np.uint64(mask))
            while new[slot]:
                slot = (slot + 1) & mask
            new[slot] = word
