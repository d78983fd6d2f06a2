"""Placing cards on rows outside of a match: the question "where would these go?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.cards import HIGHEST_CARD, total_bullheads
from game.engine import layout as at
from game.engine.base import apply
from game.engine.log import PLACED, new_log
from game.flat import cards_in, fill_row, new_flat, read_set
from game.records import Placed
from game.rules import Rules
from game.state import prepare_engine
from game.text import NotationError


@dataclass(frozen=True, slots=True)
class Pending:
    """A low card that waits for a row to be chosen (B5)."""

    card: int
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """Where cards went, the rows after that, and the low card that stopped it, if one did."""

    placements: tuple[Placed, ...]
    rows: tuple[tuple[int, ...], ...]
    pending: Pending | None


def place_cards(
    rows: Sequence[Sequence[int]], cards: Sequence[int], choices: Mapping[int, int] | None = None, capacity: int = 5
) -> Placing:
    """Place cards on rows, lowest first (B2 to B5).

    `choices` says which row (from 0) a low card takes; without it the placing stops there. A placement's seat is the
    place of its card in `cards`.
    """
    choices = choices or {}
    _check(rows, cards, choices, capacity)
    rules = Rules(players=max(2, len(cards)), hand=1, rows=len(rows), capacity=capacity)
    prepare_engine(rules)
    flat = new_flat(rules)
    flat[at.PLAYERS] = len(cards)
    flat[at.PHASE] = at.CARD
    flat[at.PENDING] = (1 << len(cards)) - 1
    for row, held in enumerate(rows):
        fill_row(flat, row, tuple(held))
    log = new_log()
    for seat, card in enumerate(cards):
        apply(flat, seat, card, log)
    while flat[at.PHASE] == at.ROW and int(flat[at.PLACING]) in choices:
        apply(flat, int(flat[at.SEAT]), choices[int(flat[at.PLACING])], log)
    placements = tuple(
        Placed(seat, card, row, taken := cards_in(low, high), total_bullheads(taken), bool(is_low))
        for event, seat, card, row, low, high, is_low in log[1 : log[0, 0] + 1].tolist()
        if event == PLACED
    )
    after = tuple(read_set(flat, at.ROWS + 2 * row) for row in range(len(rows)))
    pending = Pending(int(flat[at.PLACING]), after) if flat[at.PHASE] == at.ROW else None
    unused = sorted(set(choices) - {placed.card for placed in placements if placed.low})
    if unused and pending is None:
        raise NotationError(f"card {unused[0]} is no low card here, so it cannot choose a row (B5)")
    return Placing(placements, after, pending)


def _check(rows: Sequence[Sequence[int]], cards: Sequence[int], choices: Mapping[int, int], capacity: int) -> None:
    seen: set[int] = set()
    if not 1 <= len(rows) <= at.MAX_ROWS:
        raise NotationError(f"there can be 1 to {at.MAX_ROWS} rows, not {len(rows)}")
    if not 1 <= len(cards) <= at.MAX_PLAYERS:
        raise NotationError(f"1 to {at.MAX_PLAYERS} cards can be placed in a turn, not {len(cards)}")
    for card in (*(card for row in rows for card in row), *cards):
        if type(card) is not int or not 1 <= card <= HIGHEST_CARD:
            raise NotationError(f"there is no card {card}: cards go from 1 to {HIGHEST_CARD}")
        if card in seen:
            raise NotationError(f"card {card} appears twice")
        seen.add(card)
    for number, row in enumerate(rows, start=1):
        if not row or list(row) != sorted(row):
            raise NotationError(f"row {number} must hold ascending cards, not {','.join(map(str, row)) or 'none'} (B3)")
        if len(row) > capacity:
            raise NotationError(f"row {number} holds at most {capacity} cards, not {len(row)} (B4)")
    for card, row_number in choices.items():
        if card not in cards:
            raise NotationError(f"card {card} chooses a row but is not among the cards to place")
        if not 0 <= row_number < len(rows):
            raise NotationError(f"there is no row {row_number + 1} to choose: rows go from 1 to {len(rows)}")
