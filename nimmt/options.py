"""Options that several commands share, so that they have the same words and mean the same everywhere."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Annotated, Final

import typer

from nimmt.rule_sheets import check_variant

if TYPE_CHECKING:
    from game.rules import Rules

_HIGHEST_SEED: Final = 2**63 - 1
_SMALL: Final = "Small instances"

USUAL_VARIANT: Final = "base"
USUAL_PLAYERS: Final = 4

Variant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="The game to play; `nimmt rules` lists them.", show_default=USUAL_VARIANT),
]
RulesText = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="TEXT",
        help="All numbers in one text, like 'take-a-number(players=3,starters=1)', instead of the other options.",
        rich_help_panel=_SMALL,
    ),
]
Players = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="How many play.", show_default=str(USUAL_PLAYERS))
]
Seed = Annotated[int, typer.Option(min=0, max=_HIGHEST_SEED, metavar="N", help="The same seed, the same cards.")]
Index = Annotated[int, typer.Option(min=0, max=_HIGHEST_SEED, metavar="N", help="The number of the deal, from 0.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")]

Hand = Annotated[
    int | None,
    typer.Option(min=0, metavar="H", help="Cards in each hand, if not the usual number.", rich_help_panel=_SMALL),
]
Rows = Annotated[
    int | None,
    typer.Option(min=0, metavar="R", help="How many rows, if not the usual number.", rich_help_panel=_SMALL),
]
Capacity = Annotated[
    int | None,
    typer.Option(min=0, metavar="C", help="Cards that a row holds, if not the usual number.", rich_help_panel=_SMALL),
]
Deck = Annotated[
    int | None,
    typer.Option(
        min=0, metavar="D", help="Play with cards 1 to D only; 0: just as many as are needed.", rich_help_panel=_SMALL
    ),
]


def make_rules(
    variant: str | None,
    players: int | None,
    hand: int | None,
    rows: int | None,
    capacity: int | None,
    deck: int | None,
    text: str | None,
) -> Rules:
    """The rules that the options describe; a text of rules says it all."""
    from game.rules import Rules

    if text is not None:
        if any(option is not None for option in (variant, players, hand, rows, capacity, deck)):
            raise ValueError("--rules says it all: leave --variant, --players and the other numbers out")
        return Rules.parse(text)
    variant = USUAL_VARIANT if variant is None else variant
    players = USUAL_PLAYERS if players is None else players
    check_variant(variant)

    numbers = {"players": players, "hand": hand, "rows": rows, "capacity": capacity, "deck": deck}
    return Rules.preset(variant, **{name: number for name, number in numbers.items() if number is not None})


_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_LEAST_MEMORY: Final = 1 << 20


def parse_memory(text: str | None) -> int | None:
    """Bytes, from `2G`, `500M` or a plain number; None if nothing was said."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,6})?)\s*([KMGT]?)(?:I?B)?", text.strip().upper())
    if match is None:
        raise ValueError(f"{text!r} is no size of memory: write it like 2G or 500M")
    size = int(float(match[1]) * _UNITS[match[2]])
    if size < _LEAST_MEMORY:
        raise ValueError(f"a table in {text} would be too small to be of use: give it 1M or more")
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if size > there:
        raise ValueError(f"{text} is more memory than this machine has, which is {there / (1 << 30):.1f}G")
    return size
