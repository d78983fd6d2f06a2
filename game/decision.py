"""Decisions: what is open, whose choice it is, and its actions as small numbers and as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from game.engine import layout
from game.engine import specials as special
from game.rules import SPECIAL_NAMES

#: The seat of chance, where something is drawn and not chosen.
CHANCE: Final = layout.NOBODY


def seat_name(seat: int) -> str:
    """A seat as people call it: `seat 1` for 0, and `chance`."""
    return "chance" if seat == CHANCE else f"seat {seat + 1}"


class Kind(StrEnum):
    """What a decision is about."""

    DRAFT = "draft"  # pick a card (P2)
    CARD = "card"  # choose a card in secret (B2)
    ROW = "row"  # take a row with a low card (B5)
    KEEP = "keep"  # send one of the taken cards to the #-row (N6)
    SPECIAL = "special"  # play a special card, or none (A2)
    SWAP = "swap"  # swap a special card after taking a row, or none (A10)
    DRAW = "draw"  # chance: the top of the special deck (A10)


PHASE_OF_KIND: Final = {
    Kind.DRAFT: layout.DRAFT,
    Kind.CARD: layout.CARD,
    Kind.ROW: layout.ROW,
    Kind.KEEP: layout.KEEP,
    Kind.SPECIAL: layout.SPECIAL,
    Kind.SWAP: layout.SWAP,
    Kind.DRAW: layout.DRAW,
}
KIND_OF_PHASE: Final = {phase: kind for kind, phase in PHASE_OF_KIND.items()}


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message says which ones they do."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An open choice of one seat.

    Actions are small numbers: a card stands for itself, rows count from 0, special cards have codes (see
    game.engine.specials). `text` gives the words for people, in which rows count from 1, and `parse` reads them back.
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
            raise IllegalAction(self.refusal(action))
        return action

    def refusal(self, action: int) -> str:
        """Why an action that is not among the legal ones is refused."""
        shown = ", ".join(map(self.text, self.actions[:_SHOWN_CHOICES]))
        more = f" and {len(self.actions) - _SHOWN_CHOICES} more" if len(self.actions) > _SHOWN_CHOICES else ""
        what = f"{_VERBS[self.kind]} {self.text(action)!r}"
        return f"{seat_name(self.seat)} cannot {what}: it has {shown}{more}"


_SHOWN_CHOICES: Final = 24
_VERBS: Final = {
    Kind.DRAFT: "pick",
    Kind.CARD: "play",
    Kind.ROW: "take",
    Kind.KEEP: "do",
    Kind.SPECIAL: "play",
    Kind.SWAP: "do",
    Kind.DRAW: "do",
}

_NONE: Final = "none"
# Special cards that are played with a row or a card: the words, and the code that the number is added to.
_WITH_ROW: Final = {"stop row": special.PLAY_STOP, "insert row": special.PLAY_INSERT}
_WITH_CARD: Final = {"replace": special.PLAY_REPLACE, "negative": special.PLAY_NEGATIVE}
_ALONE: Final = {
    _NONE: special.PLAY_NONE,
    "fifth-row": special.PLAY_FIFTH_ROW,
    "seven": special.PLAY_SEVEN,
}


def action_text(kind: Kind, action: int) -> str:
    """An action in words."""
    if kind is Kind.ROW:
        return f"row {action + 1}"
    if kind is Kind.KEEP:
        return f"keep {action}"
    if kind in (Kind.SWAP, Kind.DRAW):
        if kind is Kind.SWAP and action == 0:
            return _NONE
        known = 1 <= action <= len(SPECIAL_NAMES)
        return f"{kind} {SPECIAL_NAMES[action - 1]}" if known else f"{kind} {action}"
    if kind is Kind.SPECIAL:
        return _special_text(action)
    return str(action)


def _special_text(action: int) -> str:
    for words, code in _ALONE.items():
        if action == code:
            return words
    for words, code in _WITH_ROW.items():
        if code <= action < code + layout.MAX_ROWS:
            return f"{words} {action - code + 1}"
    if action >= special.PLAY_SHIFT:
        card, row = divmod(action - special.PLAY_SHIFT, special.SHIFT_ROWS)
        return f"shift {card} to row {row + 1}"
    if action >= special.PLAY_NEGATIVE:
        return f"negative {action - special.PLAY_NEGATIVE}"
    if action >= special.PLAY_REPLACE:
        return f"replace {action - special.PLAY_REPLACE}"
    return f"special {action}"


def parse_action(kind: Kind, text: str) -> int:
    """Read what `action_text` writes."""
    cleaned = " ".join(text.lower().split())
    if kind is Kind.ROW:
        if match := re.fullmatch(r"(?:row )?([0-9]{1,3})", cleaned):
            return int(match[1]) - 1
        raise IllegalAction(f"{text!r} is not a row: write it like 'row 2'")
    if kind in (Kind.SWAP, Kind.DRAW):
        if kind is Kind.SWAP and cleaned == _NONE:
            return 0
        verb, _, name = cleaned.partition(" ")
        if verb != kind or name not in SPECIAL_NAMES:
            raise IllegalAction(f"{text!r} is not a {kind}: write it like '{kind} stop'; there are {_names()}")
        return 1 + SPECIAL_NAMES.index(name)
    if kind is Kind.SPECIAL:
        return _parse_special(cleaned)
    if match := re.fullmatch(r"(?:keep )?([0-9]{1,3})" if kind is Kind.KEEP else r"([0-9]{1,3})", cleaned):
        return int(match[1])
    raise IllegalAction(f"{text!r} is not a card: write its number")


def _parse_special(text: str) -> int:
    if text in _ALONE:
        return _ALONE[text]
    if match := re.fullmatch(r"(stop row|insert row|replace|negative) ([0-9]{1,3})", text):
        number = int(match[2])
        if match[1] in _WITH_CARD and number <= layout.HIGHEST_CARD:
            return _WITH_CARD[match[1]] + number
        if match[1] in _WITH_ROW and 1 <= number <= layout.MAX_ROWS:
            return _WITH_ROW[match[1]] + number - 1
    if match := re.fullmatch(r"shift ([0-9]{1,3}) to row ([0-9])", text):
        card, row = int(match[1]), int(match[2])
        if 1 <= card <= layout.HIGHEST_CARD and 1 <= row <= special.SHIFT_ROWS:
            return special.PLAY_SHIFT + special.SHIFT_ROWS * card + row - 1
    raise IllegalAction(
        f"{text!r} is not a special card: write none, fifth-row, seven, stop row 2, insert row 2, replace 25, "
        "negative 11 or shift 13 to row 2"
    )


def _names() -> str:
    return ", ".join(SPECIAL_NAMES)
