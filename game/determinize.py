"""Determinization: a whole state that a seat cannot tell from the true one, made from its View alone."""

from __future__ import annotations

import numpy as np

from game.deal import HIGHEST_SEED
from game.decision import Kind
from game.engine import layout as at
from game.engine.chance import PURPOSE_CHOICES, shuffle
from game.flat import fill_row, new_flat, write_set
from game.state import State, prepare_engine
from game.view import View

_PHASE_OF_KIND = {Kind.DRAFT: at.DRAFT, Kind.CARD: at.CARD, Kind.ROW: at.ROW}


def sample_state(view: View, seed: int = 0, index: int = 0) -> State:
    """A state with `view` as this seat's View, hidden cards dealt at random: sample number `index` of a seed.

    Nobody else has chosen a card yet in it, for this seat cannot know what they chose. The View must have an open
    decision, as it has when a bot is asked.
    """
    if view.decision is None:
        raise ValueError(f"seat {view.seat + 1} has nothing to decide, so there is nothing to think about")
    if not (0 <= seed <= HIGHEST_SEED and 0 <= index <= HIGHEST_SEED):
        raise ValueError("seed and index must be whole numbers from 0 to 2^63 - 1")
    rules = view.rules
    prepare_engine(rules)
    flat = new_flat(rules)
    flat[at.PHASE] = _PHASE_OF_KIND[view.decision.kind]
    flat[at.ROUND] = view.round
    flat[at.TURN] = view.turn
    flat[at.PLACED] = view.placed
    for row, cards in enumerate(view.rows):
        fill_row(flat, row, cards)
    write_set(flat, at.POOL, view.pool)
    for seat in range(rules.players):
        flat[at.PENALTY + seat] = view.penalties[seat]
        flat[at.SCORE + seat] = view.scores[seat]
        write_set(flat, at.PILES + 2 * seat, view.piles[seat])
        write_set(flat, at.SHOWN + 2 * seat, view.shown[seat])
    _deal_hidden(view, flat, seed, index)
    if view.revealed:
        flat[at.CHOSEN : at.CHOSEN + rules.players] = view.revealed
        flat[at.ORDER : at.ORDER + rules.players] = view.order
        flat[at.SEAT] = view.order[view.placed]
        flat[at.PLACING] = view.revealed[view.order[view.placed]]
    elif view.pool:
        flat[at.PICKS] = sum(view.hand_sizes)
        flat[at.SEAT] = view.decision.seat
    else:
        flat[at.PENDING] = (1 << rules.players) - 1
    return State(rules, flat)


def _deal_hidden(view: View, flat: np.ndarray, seed: int, index: int) -> None:
    """Give everybody the cards they are known to hold, and the rest from the unseen ones."""
    unseen = np.array(view.unseen, dtype=np.int64)
    missing = [
        0 if seat == view.seat else view.hand_sizes[seat] - len(view.shown[seat]) for seat in range(view.rules.players)
    ]
    shuffle(unseen, sum(missing), seed, index, 0, PURPOSE_CHOICES)
    given = 0
    for seat in range(view.rules.players):
        if seat == view.seat:
            hand = view.hand
        else:
            hand = (*view.shown[seat], *unseen[given : given + missing[seat]].tolist())
            given += missing[seat]
        write_set(flat, at.HANDS + 2 * seat, hand)
