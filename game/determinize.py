"""Determinization: a whole state that a seat cannot tell from the true one, made from its View alone."""

from __future__ import annotations

import numpy as np

from game.deal import HIGHEST_SEED
from game.decision import PHASE_OF_KIND
from game.engine import layout as at
from game.engine.chance import PURPOSE_CHOICES, PURPOSE_SPECIALS, shuffle
from game.flat import Flat, fill_row, new_flat, write_set
from game.state import State, prepare_engine
from game.view import View


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
    flat[at.PHASE] = PHASE_OF_KIND[view.decision.kind]
    flat[at.ROUND] = view.round
    flat[at.TURN] = view.turn
    flat[at.PLACED] = view.placed
    flat[at.LIVE_ROWS] = len(view.rows) or rules.rows
    flat[at.CAPACITY : at.CAPACITY + len(view.capacities)] = view.capacities
    for row, cards in enumerate(view.rows):
        fill_row(flat, row, cards)
    write_set(flat, at.POOL, view.pool)
    for seat in range(rules.players):
        flat[at.PENALTY + seat] = view.penalties[seat]
        flat[at.SCORE + seat] = view.scores[seat]
        write_set(flat, at.PILES + 2 * seat, view.piles[seat])
        write_set(flat, at.SHOWN + 2 * seat, view.shown[seat])
    _deal_hidden(view, flat, seed, index)
    if rules.game == "take-a-number":
        write_set(flat, at.TAKEN, view.taken)
        for seat in range(rules.players):
            write_set(flat, at.NUMBER_ROWS + 2 * seat, view.number_rows[seat])
    if rules.game == "anniversary":
        _deal_hidden_specials(view, flat, seed, index)
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


def _deal_hidden(view: View, flat: Flat, seed: int, index: int) -> None:
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


def _deal_hidden_specials(view: View, flat: Flat, seed: int, index: int) -> None:
    """Markers and discards lie open; what nobody has shown is dealt to the other seats and the deck at random.

    Every assignment with the right numbers is taken to be possible. That forgets a little: after a reshuffle (A10) and
    from the second round on (A11), a seat that kept count of the discards could rule some of them out.
    """
    for row, (stopped, seven) in enumerate(zip(view.stopped, view.sevens, strict=True)):
        flat[at.HAS_STOP + row] = stopped
        flat[at.HAS_SEVEN + row] = seven
        if stopped:
            flat[at.LAST + row] = at.NEVER_BELOW
    hidden = np.array(view.rules.specials) - np.array(view.specials) - np.array(view.discards)
    hidden[at.STOP] -= sum(view.stopped)
    hidden[at.SEVEN] -= sum(view.sevens)
    hidden[at.FIFTH_ROW] -= len(view.rows) > view.rules.rows
    kinds = np.repeat(np.arange(at.KINDS), hidden)
    shuffle(kinds, kinds.size, seed, index, 0, PURPOSE_SPECIALS)
    flat[at.DISCARDS : at.DISCARDS + at.KINDS] = view.discards
    given = 0
    for seat, size in enumerate(view.special_sizes):
        place = at.SPECIALS + at.KINDS * seat
        if seat == view.seat:
            flat[place : place + at.KINDS] = view.specials
            continue
        flat[place : place + at.KINDS] = np.bincount(kinds[given : given + size], minlength=at.KINDS)
        given += size
    flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS] = np.bincount(kinds[given:], minlength=at.KINDS)
