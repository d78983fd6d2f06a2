"""Roll-outs: a round played to its end without thinking, by one of a few policies."""

from __future__ import annotations

from typing import Final

from numba.extending import overload

from game.engine.chance import below
from game.engine.layout import (
    CARD,
    HAND_SIZE,
    HANDS,
    KEEP,
    LIVE_ROWS,
    NOBODY,
    NUMBER_ROWS,
    PENDING,
    PHASE,
    PLACING,
    PLAYERS,
    ROUND_OVER,
    ROW,
    ROW_BULLS,
    SPECIAL,
    TURN,
)
from game.engine.random_play import draw_from_deck, random_card, seat_to_act
from game.engine.rollout import play_in_order
from game.engine.sets import cards_of, highest
from game.engine.table import is_full, row_for
from solver.search.determinize import draw_to_front
from solver.search.kernels import inner
from solver.tree.verbs import BaseGame, apply, legal

#: Every legal action is as likely as any other.
RANDOM: Final = 0
#: Cards at random; a low card takes the cheapest row, kept cards let the #-row grow, special cards avert a taking.
LIGHT: Final = 1

POLICIES: Final = {"random": RANDOM, "light": LIGHT}


@inner
def light_action(flat, seat, out, count, generator):
    """What the light policy does in a decision other than that for a card, out of `count` legal actions."""
    phase = flat[PHASE]
    if phase == ROW:
        best = out[0]
        for k in range(1, count):
            if flat[ROW_BULLS + out[k]] < flat[ROW_BULLS + best]:
                best = out[k]
        return best
    if phase == KEEP:  # N7: a card that lets the #-row stand, the lowest, for it leaves most room
        last = highest(flat, NUMBER_ROWS + 2 * seat)
        for k in range(count):
            if out[k] > last:
                return out[k]
        return out[0]
    if phase == SPECIAL:
        row = row_for(flat, flat[PLACING], flat[LIVE_ROWS])
        if row >= 0 and not is_full(flat, row):
            return out[0]
        return out[1 + below(generator, count - 1)]
    return out[below(generator, count)]


@inner
def rollout_action(game, policy, flat, seat, out, generator):
    """What a seat does in a roll-out."""
    if flat[PHASE] == CARD:
        return random_card(flat, seat, generator)
    count = legal(game, flat, seat, out)
    if policy == LIGHT:
        return light_action(flat, seat, out, count, generator)
    return out[below(generator, count)]


@inner
def play_to_end(game, policy, flat, out, generator):
    """Play to the end of the round."""
    while flat[PHASE] < ROUND_OVER:
        if policy == LIGHT and flat[PHASE] == CARD and all_to_choose(flat) and short_cut(game, flat, out, generator):
            return
        seat = seat_to_act(flat)
        if seat == NOBODY:
            action = draw_from_deck(flat, generator)
        else:
            action = rollout_action(game, policy, flat, seat, out, generator)
        apply(game, flat, seat, action)


@inner
def all_to_choose(flat):
    """Whether a turn begins."""
    return flat[PENDING] == (1 << flat[PLAYERS]) - 1


def short_cut(game, flat, out, generator):
    """Play to the end of the round from the start of a turn by the light policy, where there is a fast way to do so."""
    return isinstance(game, BaseGame) and _in_order(game, flat, out, generator)


@overload(short_cut)
def _compiled_short_cut(game, flat, out, generator):
    return _in_order if game.instance_class is BaseGame else lambda game, flat, out, generator: False


def _in_order(game, flat, out, generator):
    """A low card takes the cheapest row here, too."""
    _shuffle_hands(flat, out, generator)
    play_in_order(flat, out)
    return True


@inner
def _shuffle_hands(flat, orders, generator):
    """Write every hand in a random order, as `play_in_order` takes it; the same as a random card in every turn."""
    size = flat[HAND_SIZE]
    for seat in range(flat[PLAYERS]):
        start = seat * size + flat[TURN]
        cards_of(flat[HANDS + 2 * seat], flat[HANDS + 2 * seat + 1], orders, start)
        cards = orders[start : (seat + 1) * size]
        for done in range(cards.shape[0] - 1):
            draw_to_front(cards, done, generator)
