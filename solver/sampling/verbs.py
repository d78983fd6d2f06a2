"""One round of any of our games in compiled code: its verbs, its deal by chance, and what everybody sees.

Names of information sets are folded along, see solver.tree.names.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from game.engine import anniversary, base, number
from game.engine import layout as at
from game.engine.chance import below
from game.engine.specials import PLAY_NONE
from solver.sampling.kernels import inner
from solver.tree.fold import begin_name, fold_action, fold_cards, fold_deal

DIFFERENCE: Final = 0
PENALTY: Final = 1
WIN: Final = 2


class Round(NamedTuple):
    """One round of a game, as the kernels take it; its class says which rule set is played."""

    players: int
    payoff: int
    is_open: bool  # whether everybody knows everything (see Settings.is_open)
    has_specials: bool
    is_dealt: bool  # by chance, every time anew
    is_seen: bool  # whether there is a deal to see, which a draft has not
    start: npt.NDArray[np.int64]  # before the round where it is dealt, else before the first decision
    deal: npt.NDArray[np.int64]  # room for a deal
    deck: npt.NDArray[np.int64]  # room for the cards
    kinds: npt.NDArray[np.int64]  # room for the special cards


class BaseRound(Round):
    """Of the base game."""


class NumberRound(Round):
    """Of Take a Number."""


class AnniversaryRound(Round):
    """Of the anniversary variant."""


_ENGINES: Final = {BaseRound: base, NumberRound: number, AnniversaryRound: anniversary}


def legal(game, flat, seat, out):
    """What a seat may do: how many actions, which `out` gets."""
    return _ENGINES[type(game)].legal(flat, seat, out)


def apply(game, flat, seat, action):
    """Let a seat act."""
    _ENGINES[type(game)].apply(flat, seat, action, None)


def start_round(game, flat):
    """Set up a round with the deal in game.deal."""
    _ENGINES[type(game)].start_round(flat, game.deal)


# In compiled code the type of the game chooses the engine, so that nobody waits until all three are compiled.


@overload(legal)
def _compiled_legal(game, flat, seat, out):
    if game.instance_class is BaseRound:
        return lambda game, flat, seat, out: base.legal(flat, seat, out)
    if game.instance_class is NumberRound:
        return lambda game, flat, seat, out: number.legal(flat, seat, out)
    return lambda game, flat, seat, out: anniversary.legal(flat, seat, out)


@overload(apply)
def _compiled_apply(game, flat, seat, action):
    if game.instance_class is BaseRound:
        return lambda game, flat, seat, action: base.apply(flat, seat, action, None)
    if game.instance_class is NumberRound:
        return lambda game, flat, seat, action: number.apply(flat, seat, action, None)
    return lambda game, flat, seat, action: anniversary.apply(flat, seat, action, None)


@overload(start_round)
def _compiled_start_round(game, flat):
    if game.instance_class is BaseRound:
        return lambda game, flat: base.start_round(flat, game.deal)
    if game.instance_class is NumberRound:
        return lambda game, flat: number.start_round(flat, game.deal)
    return lambda game, flat: anniversary.start_round(flat, game.deal)


@inner
def shuffle_front(cards, count, generator):
    """Bring so many cards, drawn without replacement, to the front."""
    size = cards.shape[0]
    for place in range(min(count, size - 1)):
        other = place + below(generator, size - place)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card


@inner
def sort_rows(flat, deal, first):
    """Rows that hold equally many cards lie in ascending order, as after a draft (P6); they begin at deal[first]."""
    rows = flat[at.START_ROWS]
    for row in range(rows):
        for other in range(row + 1, rows):
            if flat[at.CAPACITY + row] == flat[at.CAPACITY + other] and deal[first + row] > deal[first + other]:
                card = deal[first + row]
                deal[first + row] = deal[first + other]
                deal[first + other] = card


@inner
def draw_deal(game, flat, generator):
    """Fill game.deal with a deal, each as likely as any other."""
    deck = game.deck
    for place in range(deck.shape[0]):
        deck[place] = place + 1
    used = game.players * (flat[at.HAND_SIZE] + flat[at.STARTERS]) + flat[at.START_ROWS]
    shuffle_front(deck, used, generator)
    for place in range(used):
        game.deal[place] = deck[place]
    sort_rows(flat, game.deal, game.players * flat[at.HAND_SIZE])
    given = 0
    if game.has_specials:
        for kind in range(at.KINDS):
            for _ in range(flat[at.SPECIAL_DECK + kind]):
                game.kinds[given] = kind
                given += 1
    specials = game.deal.shape[0] - used
    shuffle_front(game.kinds, specials, generator)
    for place in range(specials):
        game.deal[used + place] = game.kinds[place]


@inner
def begin(game, flat, names, generator):
    """The first decision of a round, and what everybody knows then."""
    for place in range(game.start.shape[0]):
        flat[place] = game.start[place]
    if game.is_dealt:
        draw_deal(game, flat, generator)
        start_round(game, flat)
    for seat in range(game.players):
        begin_name(names[seat], seat)
        if game.is_seen:
            fold_deal(names[seat], seat, flat, game.is_open, game.has_specials)


@inner
def do(game, flat, names, doing, first_seat, end_seat):
    """Let seats act that do so at once, as doing[seat] says: all in a turn (B2), else one, or chance for one.

    Nobody sees another's card before the turn. A special card drawn (A27), or one not played (A13), is seen only by
    its owner.
    """
    phase = flat[at.PHASE]
    for seat in range(first_seat, end_seat):
        apply(game, flat, at.NOBODY if phase == at.DRAW else seat, doing[seat])
    action = doing[first_seat]
    is_secret = not game.is_open and (phase == at.DRAW or (phase == at.SPECIAL and action == PLAY_NONE))
    for each in range(game.players):
        if phase == at.CARD:
            fold_cards(names[each], game.players, doing, 0)
        elif each == first_seat or not is_secret:
            fold_action(names[each], phase, first_seat, action)


@inner
def payoff(game, flat, seat):
    """What a seat gets at the end: `Moment.returns`, compiled."""
    own = flat[at.SCORE + seat]
    if game.payoff == PENALTY:
        return -float(own)
    every = 0
    best = own
    sharing = 0
    for each in range(game.players):
        score = flat[at.SCORE + each]
        every += score
        if score < best:
            best = score
    if game.payoff == WIN:  # B7: ties share
        for each in range(game.players):
            sharing += flat[at.SCORE + each] == best
        return 1.0 / sharing if own == best else 0.0
    return (every - own) / (game.players - 1) - own
