"""Simulations: down everybody's tree, to the end of the round by a roll-out, and back up with what came of it.

Every seat has a tree of its own, whose nodes are named by what that seat has seen since the root (multiple-observer
information-set search: Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012). Where all
choose at once, everybody chooses in the own tree before any card is laid. Where all hands are open, every simulation
has the same cards and everybody sees the same: that is simultaneous-move Monte Carlo tree search.

Hidden cards are dealt to fit what the searching seat sees, and its own hand is the same in all simulations. So the
other seats' trees learn to answer that very hand, which they could not know: the known weakness of such searches, for
which their strategies need not come near an equilibrium however long they run.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from game.engine.layout import (
    ANNIVERSARY_SIZE,
    CARD,
    DECK,
    DRAW,
    HANDS,
    KINDS,
    MAX_PLAYERS,
    NOBODY,
    PHASE,
    PLAYERS,
    ROUND_OVER,
    SEAT,
    SPECIAL,
    SPECIALS,
    SWAP,
)
from game.engine.random_play import draw_from_deck
from game.engine.specials import MOST_ACTIONS, PLAY_NONE
from solver.search.determinize import deal_hidden
from solver.search.kernels import inlined, kernel
from solver.search.payoff import payoff
from solver.search.rollout import play_to_end, rollout_action
from solver.search.selection import choose, explored, learn, probability
from solver.search.store import ABSENT, FIRST, NO_LINES, ROOT, VISITS, forget, give_lines, note_node, place_of
from solver.tree.fold import begin_name, fold, fold_action, fold_cards
from solver.tree.verbs import apply, legal

# Settings of a search.
ROOT_SEAT: Final = 0
SELECTION: Final = 1
ROLLOUT: Final = 2
OBJECTIVE: Final = 3
KNOW_HANDS: Final = 4  # 1: other seats' nodes are told apart by their hands; 0: by what was played since the root
SETTINGS: Final = 5

# Steps of a path down the trees.
STEP_SEAT: Final = 0
STEP_START: Final = 1  # where its actions begin in `places` and `mix`
STEP_COUNT: Final = 2
STEP_CHOSEN: Final = 3
STEP_NUMBERS: Final = 4
MOST_STEPS: Final = 1 << 10
MOST_PLACES: Final = 1 << 14

# Counters of the work space.
STEPS: Final = 0
PLACES: Final = 1
INSIDE: Final = 2  # bit set of seats that are still in their tree
WORK_COUNTERS: Final = 3

#: Simulations that only look how far rewards can go apart.
SCOUTS: Final = 64


class Work(NamedTuple):
    """The work space of a search."""

    flat: npt.NDArray[np.int64]
    out: npt.NDArray[np.int64]
    cards: npt.NDArray[np.int64]  # everybody's card of a turn
    names: npt.NDArray[np.uint64]  # (seats, 2): what everybody has seen since the root
    key: npt.NDArray[np.uint64]
    steps: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]  # by step: of the action that was chosen
    places: npt.NDArray[np.int64]
    mix: npt.NDArray[np.float64]
    counters: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float64]
    lowest: npt.NDArray[np.float64]  # by seat: the payoff that is reward 0, and the distance to reward 1
    spread: npt.NDArray[np.float64]


def new_work(flat_size: int) -> Work:
    """Work space for flat states of some size."""
    return Work(
        np.zeros(flat_size, dtype=np.int64),
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        np.zeros(MAX_PLAYERS, dtype=np.int64),
        np.zeros((MAX_PLAYERS, 2), dtype=np.uint64),
        np.zeros(2, dtype=np.uint64),
        np.zeros((MOST_STEPS, STEP_NUMBERS), dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.float64),
        np.zeros(MOST_PLACES, dtype=np.int64),
        np.zeros(MOST_PLACES, dtype=np.float64),
        np.zeros(WORK_COUNTERS, dtype=np.int64),
        np.zeros(MAX_PLAYERS, dtype=np.float64),
        np.zeros(MAX_PLAYERS, dtype=np.float64),
        np.ones(MAX_PLAYERS, dtype=np.float64),
    )


@inlined
def _begin_names(work, settings):
    """Nobody has seen anything since the root; what everybody holds there is part of the name where that is wanted."""
    flat = work.flat
    for seat in range(flat[PLAYERS]):
        name = work.names[seat]
        begin_name(name, seat)
        if settings[KNOW_HANDS] and seat != settings[ROOT_SEAT]:
            fold(name, flat[HANDS + 2 * seat])
            fold(name, flat[HANDS + 2 * seat + 1])
            if flat.shape[0] == ANNIVERSARY_SIZE:
                for kind in range(KINDS):
                    fold(name, flat[SPECIALS + KINDS * seat + kind])


@inlined
def _offers_differ(work, settings, seat):
    """Whether a seat's hand is no part of its names, so that its actions differ from visit to visit."""
    return not settings[KNOW_HANDS] and seat != settings[ROOT_SEAT]


@inlined
def _find_key(work, settings, seat, count):
    """The key of a seat's decision; by its actions as well, where hidden special cards decide what they are."""
    phase = work.flat[PHASE]
    work.key[0] = work.names[seat, 0]
    work.key[1] = work.names[seat, 1]
    fold(work.key, phase)
    if phase in (SPECIAL, SWAP) and _offers_differ(work, settings, seat):
        for k in range(count):
            fold(work.key, work.out[k])


@inlined
def _lines_needed(work, settings, seat, count):
    """Lines of a node: one an action, or one a card where hands are no part of the name."""
    if work.flat[PHASE] == CARD and _offers_differ(work, settings, seat):
        return work.flat[DECK] + 1
    return count


@inlined
def _node_in_tree(tree, work, settings, seat, count):
    """The node of a seat's decision, with lines; ABSENT when the seat leaves its tree here."""
    _find_key(work, settings, seat, count)
    place = place_of(tree, work.key)
    node = tree.table[place] - 1
    if node == ABSENT:
        node = note_node(tree, place, work.key)
        if seat == settings[ROOT_SEAT] and tree.counters[ROOT] == ABSENT:
            tree.counters[ROOT] = node
        else:
            node = ABSENT
    if (
        node == ABSENT
        or work.counters[STEPS] == MOST_STEPS
        or work.counters[PLACES] + count > MOST_PLACES
        or (
            tree.nodes[node, FIRST] == NO_LINES
            and not give_lines(tree, node, _lines_needed(work, settings, seat, count))
        )
    ):
        work.counters[INSIDE] &= ~(1 << seat)
        return ABSENT
    return node


@inlined
def _choose_in_tree(tree, work, settings, exploration, node, seat, count, generator):
    """Let a seat choose out of `count` legal actions, and note the step; the action."""
    start = work.counters[PLACES]
    first = tree.nodes[node, FIRST]
    by_card = work.flat[PHASE] == CARD and _offers_differ(work, settings, seat)
    for k in range(count):
        work.places[start + k] = first + (work.out[k] if by_card else k)
    visits = tree.nodes[node, VISITS]
    share = explored(settings[SELECTION], exploration, visits)
    chosen = choose(
        settings[SELECTION], tree.lines, work.places, work.mix, start, count, visits, by_card, share, generator
    )
    tree.nodes[node, VISITS] = visits + 1
    step = work.steps[work.counters[STEPS]]
    step[STEP_SEAT] = seat
    step[STEP_START] = start
    step[STEP_COUNT] = count
    step[STEP_CHOSEN] = chosen
    work.chances[work.counters[STEPS]] = probability(work.mix, start + chosen, count, share)
    work.counters[STEPS] += 1
    work.counters[PLACES] += count
    return work.out[chosen]


@inlined
def _decide(game, tree, work, settings, exploration, seat, generator):
    """What a seat does: by its tree as long as it is in it, then as in a roll-out."""
    if work.counters[INSIDE] & (1 << seat):
        count = legal(game, work.flat, seat, work.out)
        if count == 1:
            return work.out[0]
        node = _node_in_tree(tree, work, settings, seat, count)
        if node != ABSENT:
            return _choose_in_tree(tree, work, settings, exploration, node, seat, count, generator)
    return rollout_action(game, settings[ROLLOUT], work.flat, seat, work.out, generator)


@inlined
def _tell(work, phase, seat, action):
    """Let everybody who is in the own tree see what happened."""
    players = work.flat[PLAYERS]
    secret = phase == DRAW or (phase == SPECIAL and action == PLAY_NONE)  # A13, A27
    for other in range(players):
        if work.counters[INSIDE] & (1 << other):
            if phase == CARD:
                fold_cards(work.names[other], players, work.cards, 0)
            elif other == seat or not secret:
                fold_action(work.names[other], phase, seat, action)


@inlined
def _go_down(game, tree, work, settings, exploration, generator):
    """Play on as long as somebody is in the own tree."""
    flat = work.flat
    while work.counters[INSIDE] and flat[PHASE] < ROUND_OVER:
        phase = flat[PHASE]
        first = 0 if phase == CARD else flat[SEAT]
        end = flat[PLAYERS] if phase == CARD else first + 1
        for seat in range(first, end):  # where all choose, they do so before any card is laid (B2)
            if phase == DRAW:  # A10
                work.cards[seat] = draw_from_deck(flat, generator)
            else:
                work.cards[seat] = _decide(game, tree, work, settings, exploration, seat, generator)
        for seat in range(first, end):
            apply(game, flat, NOBODY if phase == DRAW else seat, work.cards[seat])
        _tell(work, phase, first, work.cards[first])


@inlined
def _go_up(tree, work, settings):
    """Let every choice of a path learn what came of it."""
    for seat in range(work.flat[PLAYERS]):
        got = payoff(work.flat, seat, settings[OBJECTIVE])
        work.rewards[seat] = (got - work.lowest[seat]) / work.spread[seat]
    for number in range(work.counters[STEPS]):
        step = work.steps[number]
        learn(
            settings[SELECTION],
            tree.lines,
            work.places,
            work.mix,
            step[STEP_START],
            step[STEP_COUNT],
            step[STEP_CHOSEN],
            work.rewards[step[STEP_SEAT]],
            work.chances[number],
        )


@inlined
def _look_round(work, settings, number):
    """Learn from a roll-out before the search how far payoffs go apart; `number` counts them down from SCOUTS."""
    for seat in range(work.flat[PLAYERS]):
        got = payoff(work.flat, seat, settings[OBJECTIVE])
        if number == SCOUTS:
            work.lowest[seat] = got
            work.spread[seat] = 1.0
        top = max(work.lowest[seat] + work.spread[seat], got)
        work.lowest[seat] = min(work.lowest[seat], got)
        work.spread[seat] = top - work.lowest[seat]


@kernel
def simulate(game, tree, work, hidden, settings, exploration, generator, is_new, simulations):
    """Make so many simulations, of a new search or more of the same; a new one looks round first."""
    everybody = (1 << hidden.start[PLAYERS]) - 1
    if is_new:
        forget(tree)
    for number in range(-SCOUTS if is_new else 0, simulations):
        deal_hidden(work.flat, hidden, generator)
        _begin_names(work, settings)
        work.counters[STEPS] = 0
        work.counters[PLACES] = 0
        work.counters[INSIDE] = everybody if number >= 0 else 0
        _go_down(game, tree, work, settings, exploration, generator)
        play_to_end(game, settings[ROLLOUT], work.flat, work.out, generator)
        if number < 0:
            _look_round(work, settings, -number)
        else:
            _go_up(tree, work, settings)
