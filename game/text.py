"""The smallest pieces of our notation: lists of cards, and lists of lists."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.rules import SPECIAL_NAMES


class NotationError(ValueError):
    """A text that cannot be read; the message says where and what would be right."""


def write_cards(cards: Iterable[int]) -> str:
    """`12,14,15`, or `-` for none."""
    return ",".join(map(str, cards)) or "-"


def parse_cards(text: str) -> tuple[int, ...]:
    """Read what `write_cards` writes."""
    text = text.strip()
    if text == "-":
        return ()
    cards = []
    for part in text.split(","):
        if not re.fullmatch(r"\s*[0-9]{1,4}\s*", part):
            what = repr(part.strip()) if part.strip() else "an empty place"
            raise NotationError(f"{what} is not a card: write numbers with commas between, like 12,14,15")
        cards.append(int(part))
    return tuple(cards)


def write_groups(groups: Iterable[Iterable[int]]) -> str:
    """`12,14/37/-`: groups of cards with strokes between."""
    return "/".join(map(write_cards, groups))


def parse_groups(text: str) -> tuple[tuple[int, ...], ...]:
    """Read what `write_groups` writes."""
    return tuple(parse_cards(part) for part in text.split("/"))


def write_specials(kinds: Iterable[int]) -> str:
    """Special cards by name: `stop,seven`, or `-` for none."""
    return ",".join(SPECIAL_NAMES[kind] for kind in kinds) or "-"


def parse_specials(text: str) -> tuple[int, ...]:
    """Read what `write_specials` writes; kinds ascending."""
    if text.strip() == "-":
        return ()
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in SPECIAL_NAMES:
            raise NotationError(f"there is no special card {name!r}: there are {', '.join(SPECIAL_NAMES)}")
    return tuple(sorted(map(SPECIAL_NAMES.index, names)))
