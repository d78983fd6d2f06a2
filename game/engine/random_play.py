"""Random play to the end of a round through the verbs, for the rule sets that have no short cut."""

from __future__ import annotations

import numpy as np

from game.engine import anniversary, number
from game.engine.chance import PURPOSE_SPECIALS, below, deal_cards, shuffle
from game.engine.layout import (
    CARD,
    DECK,
    DRAW,
    HAND_SIZE,
    HANDS,
    KINDS,
    NOBODY,
    PENALTY,
    PENDING,
    PHASE,
    PLAYERS,
    ROUND_OVER,
    SEAT,
    SPECIAL_DECK,
    START_ROWS,
    STARTERS,
    TURN,
)
from game.engine.sets import count, lowest_bit, nth_card
from game.engine.specials import MOST_ACTIONS
from game.kernels import kernel


@kernel
def seat_to_act(flat):
    """A seat that has to decide something, NOBODY where chance does."""
    phase = flat[PHASE]
    if phase == CARD:
        return lowest_bit(flat[PENDING])
    return NOBODY if phase == DRAW else flat[SEAT]


@kernel
def random_card(flat, seat, generator):
    """Any card of a seat's hand: what a random choice among the legal cards gives, without listing them (B2)."""
    hand = HANDS + 2 * seat
    return nth_card(flat, hand, below(generator, count(flat, hand)))


@kernel
def number_to_end(flat, generator, out):
    """Play Take a Number at random to the end of the round."""
    while flat[PHASE] < ROUND_OVER:
        seat = seat_to_act(flat)
        if flat[PHASE] == CARD:
            action = random_card(flat, seat, generator)
        else:
            action = out[below(generator, number.legal(flat, seat, out))]
        number.apply(flat, seat, action, None)


@kernel
def anniversary_to_end(flat, generator, out):
    """Play the anniversary variant at random to the end of the round; the special deck is drawn card by card (A10)."""
    while flat[PHASE] < ROUND_OVER:
        seat = seat_to_act(flat)
        if flat[PHASE] == CARD:
            action = random_card(flat, seat, generator)
        elif seat == NOBODY:
            action = draw_from_deck(flat, generator)
        else:
            action = out[below(generator, anniversary.legal(flat, seat, out))]
        anniversary.apply(flat, seat, action, None)


@kernel
def draw_from_deck(flat, generator):
    """The action of chance: each card of the special deck is as likely as any other."""
    left = 0
    for kind in range(KINDS):
        left += flat[SPECIAL_DECK + kind]
    at = below(generator, left)
    kind = 0
    while at >= flat[SPECIAL_DECK + kind]:
        at -= flat[SPECIAL_DECK + kind]
        kind += 1
    return 1 + kind


@kernel
def number_rounds(flat, seed, first_index, rounds, generator, penalties):
    """Deal and play rounds of Take a Number at random; how many cards were placed."""
    players = flat[PLAYERS]
    used = players * (flat[HAND_SIZE] + flat[STARTERS]) + flat[START_ROWS]
    cards = np.empty(flat[DECK], np.int64)
    out = np.empty(MOST_ACTIONS, np.int64)
    placed = 0
    for index in range(first_index, first_index + rounds):
        deal_cards(cards, used, seed, index, 0)
        number.start_round(flat, cards)
        number_to_end(flat, generator, out)
        placed += players * flat[TURN]
        for seat in range(players):
            penalties[seat] += flat[PENALTY + seat]
    return placed


@kernel
def anniversary_rounds(start, seed, first_index, rounds, specials_each, generator, penalties):
    """Deal and play first rounds of the anniversary variant at random, from a state before it; cards placed."""
    players = start[PLAYERS]
    used = players * start[HAND_SIZE] + start[START_ROWS]
    cards = np.empty(start[DECK], np.int64)
    deal = np.empty(used + players * specials_each, np.int64)
    out = np.empty(MOST_ACTIONS, np.int64)
    flat = start.copy()
    kinds = np.empty(start[SPECIAL_DECK : SPECIAL_DECK + KINDS].sum(), np.int64)
    placed = 0
    for index in range(first_index, first_index + rounds):
        flat[:] = start
        deal_cards(cards, used, seed, index, 0)
        deal[:used] = cards[:used]
        given = 0
        for kind in range(KINDS):
            for _ in range(start[SPECIAL_DECK + kind]):
                kinds[given] = kind
                given += 1
        shuffle(kinds, players * specials_each, seed, index, 0, PURPOSE_SPECIALS)
        deal[used:] = kinds[: players * specials_each]
        anniversary.start_round(flat, deal)
        anniversary_to_end(flat, generator, out)
        placed += players * flat[TURN]
        for seat in range(players):
            penalties[seat] += flat[PENALTY + seat]
    return placed
