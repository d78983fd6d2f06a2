"""Hidden cards, dealt anew for every simulation in compiled code: the worlds of game.determinize, without the wait."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from game.determinize import sample_state
from game.engine import layout as at
from game.engine.chance import below
from game.engine.sets import add
from game.flat import write_set
from game.view import View
from solver.search.kernels import inner, kernel

IntArray = npt.NDArray[np.int64]


class Hidden(NamedTuple):
    """What a seat knows, as a flat state, and what it does not: cards, and how many of them everybody has."""

    start: IntArray  # other hands hold the cards that all know
    unseen: IntArray
    missing: IntArray  # by seat: unseen cards in hand
    kinds: IntArray  # anniversary: one number for each special card in other hands or the deck
    missing_specials: IntArray  # by seat

    @property
    def is_certain(self) -> bool:
        """Whether there is only one world."""
        holders = np.count_nonzero(self.missing)
        one_hand = holders == 0 or (holders == 1 and self.missing.sum() == len(self.unseen))
        return bool(one_hand and (len(set(self.kinds.tolist())) <= 1 or not self.missing_specials.any()))


def hidden_from(view: View) -> Hidden:
    """What has to be dealt for a View that has an open decision."""
    start = sample_state(view).flat.copy()
    players = view.rules.players
    missing = np.zeros(players, dtype=np.int64)
    missing_specials = np.zeros(players, dtype=np.int64)
    kinds = np.zeros(0, dtype=np.int64)
    for seat in range(players):
        if seat != view.seat:
            missing[seat] = view.hand_sizes[seat] - len(view.shown[seat])
            write_set(start, at.HANDS + 2 * seat, view.shown[seat])
    if view.rules.game == "anniversary":
        counts = start[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS]
        for seat in range(players):
            if seat != view.seat:
                held = start[at.SPECIALS + at.KINDS * seat : at.SPECIALS + at.KINDS * (seat + 1)]
                missing_specials[seat] = held.sum()
                counts += held
                held[:] = 0
        kinds = np.repeat(np.arange(at.KINDS), counts)
    return Hidden(start, np.array(view.unseen, dtype=np.int64), missing, kinds, missing_specials)


@inner
def draw_to_front(cards, done, generator):
    """Draw one more of the cards that are not drawn yet, and put it behind those that are."""
    other = done + below(generator, cards.shape[0] - done)
    card = cards[other]
    cards[other] = cards[done]
    cards[done] = card
    return card


@inner
def deal_hidden(flat, hidden, generator):
    """Fill a flat state with one of the worlds that the seat holds possible, each as likely as any other."""
    for place in range(flat.shape[0]):  # a slice would do the same, and take seconds to compile
        flat[place] = hidden.start[place]
    done = 0
    for seat in range(hidden.missing.shape[0]):
        for _ in range(hidden.missing[seat]):
            add(flat, at.HANDS + 2 * seat, draw_to_front(hidden.unseen, done, generator))
            done += 1
    if hidden.kinds.shape[0] == 0:
        return
    done = 0
    for seat in range(hidden.missing_specials.shape[0]):
        for _ in range(hidden.missing_specials[seat]):
            kind = draw_to_front(hidden.kinds, done, generator)
            flat[at.SPECIALS + at.KINDS * seat + kind] += 1
            flat[at.SPECIAL_DECK + kind] -= 1
            done += 1


@kernel
def deal_worlds(hidden, generator, worlds):
    """Fill flat states, one a line, with worlds; for those who want to look at them."""
    for world in range(worlds.shape[0]):
        deal_hidden(worlds[world], hidden, generator)
