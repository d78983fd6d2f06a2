"""Decisions: what is open, whose choice it is, and its actions as small numbers and as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.engine import layout

#: The seat of chance, where something is drawn and not chosen.
CHANCE: Final = -1


class Kind(StrEnum):
    """What a decision is about."""

    DRAFT = "draft"  # pick a card (P2)
    CARD = "card"  # choose a card in secret (B2)
    ROW = "row"  # take a row with a low card (B5)


KIND_OF_PHASE: Final = {
    layout.DRAFT: Kind.DRAFT,
    layout.CARD: Kind.CARD,
    layout.ROW: Kind.ROW,
}


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message says which ones they do."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An open choice of one seat.

    Actions are small numbers: a card stands for itself, rows count from 0. `text` gives the words for people, in which
    rows count from 1, and `parse` reads them back.
    """

    kind: Kind
    seat: int
    actions: tuple[int, ...]

    def text(self, action: int) -> str:
        return action_text(self.kind, action)

    def parse(self, text: str) -> int:
        """The action that a text stands for, if it is legal here."""
        action = parse_action(self.kind, text)
        if action not in self.actions:
            choices = ", ".join(map(self.text, self.actions))
            raise IllegalAction(f"seat {self.seat + 1} cannot {describe(self.kind, action)}: it has {choices}")
        return action


def action_text(kind: Kind, action: int) -> str:
    """An action in words."""
    if kind is Kind.ROW:
        return f"row {action + 1}"
    return str(action)


def parse_action(kind: Kind, text: str) -> int:
    """Read what `action_text` writes."""
    cleaned = " ".join(text.lower().split())
    if kind is Kind.ROW:
        if match := re.fullmatch(r"(?:row )?(\d{1,3})", cleaned):
            return int(match[1]) - 1
        raise IllegalAction(f"{text!r} is not a row: write it like 'row 2'")
    if re.fullmatch(r"\d{1,3}", cleaned):
        return int(cleaned)
    raise IllegalAction(f"{text!r} is not a card: write its number")


def describe(kind: Kind, action: int) -> str:
    """What doing an action means, for error messages: 'play 14', 'take row 2'."""
    verb = {Kind.DRAFT: "pick", Kind.CARD: "play", Kind.ROW: "take"}[kind]
    return f"{verb} {action_text(kind, action)}"
