"""One round of any of our games in compiled code: its verbs, its deal by chance, and what everybody sees.

Names of information sets are folded along, see solver.tree.names.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from game.engine import layout as at
from game.engine.chance import below
from game.engine.specials import PLAY_NONE
from solver.sampling.kernels import inner
from solver.tree.fold import begin_name, fold_action, fold_cards, fold_deal
from solver.tree.verbs import AnyGame, apply, start_round

DIFFERENCE: Final = 0
PENALTY: Final = 1
WIN: Final = 2


class Round(NamedTuple):
    """One round of a game, as the kernels take it."""

    engine: AnyGame  # which rule set is played; its type chooses the compiled verbs
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
        start_round(game.engine, flat, game.deal)
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
        apply(game.engine, flat, at.NOBODY if phase == at.DRAW else seat, doing[seat])
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
