"""Compact positions play as the engine does, turn by turn."""

from __future__ import annotations

import random

import pytest

from game.decision import Kind
from game.rules import Rules
from game.state import State
from solver.exact.compact import is_low, play
from solver.exact.position import Compact, OpenPosition
from tests.solver.positions import random_position

GAMES = 25  # of each shape


def lanes(position: OpenPosition) -> list[int]:
    """The engine's rows in the order of a compact table: by last card, and above all hands by bullheads."""
    cards = [card for hand in position.hands for card in hand]

    def order(row: int) -> tuple[int, int]:
        last = position.rows[row][-1]
        alone = OpenPosition.of(([1], [2]), [(104,)]).compact()  # what a row of one card with one bullhead looks like
        assert alone.table
        return sum(card < last for card in cards), bullheads(position.rows[row]) if last > max(cards) else last

    return sorted(range(len(position.rows)), key=order)


def bullheads(cards: tuple[int, ...]) -> int:
    """C1."""
    return sum(7 if c == 55 else 5 if c % 11 == 0 else 3 if c % 10 == 0 else 2 if c % 5 == 0 else 1 for c in cards)
