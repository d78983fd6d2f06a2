"""Which game to solve, from options: any OpenSpiel game by its string, ours by their numbers."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Final

import typer

from nimmt.rule_sheets import check_variant

_GAME: Final = "Which game"
#: Our variants as OpenSpiel knows them. One round each, if nothing else is said: trees of more are hopeless.
_NAMES: Final = {
    "base": "six_nimmt",
    "pro": "six_nimmt",
    "take-a-number": "six_nimmt_number",
    "anniversary": "six_nimmt_anniversary",
}


class Setup(StrEnum):
    """How hands come about."""

    DEAL = "deal"
    DRAFT = "draft"


class Payoff(StrEnum):
    """What players get."""

    DIFFERENCE = "difference"
    PENALTY = "penalty"
    WIN = "win"


GameText = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="TEXT",
        help="Any game as OpenSpiel loads it: leduc_poker, 'six_nimmt(players=2,hand=2,rows=2,deck=7)'.",
        rich_help_panel=_GAME,
    ),
]
Variant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="base, pro, take-a-number or anniversary.", rich_help_panel=_GAME),
]
Players = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="How many play.", show_default="2", rich_help_panel=_GAME)
]
Hand = Annotated[int | None, typer.Option(min=0, metavar="H", help="Cards in each hand.", rich_help_panel=_GAME)]
Rows = Annotated[int | None, typer.Option(min=0, metavar="R", help="How many rows.", rich_help_panel=_GAME)]
Capacity = Annotated[
    str | None,
    typer.Option(metavar="C", help="Cards that a row holds; in Take a Number one a row, 2/3.", rich_help_panel=_GAME),
]
Deck = Annotated[
    int | None,
    typer.Option(min=0, metavar="D", help="Cards 1 to D; 0: just as many as are needed.", rich_help_panel=_GAME),
]
SetupChoice = Annotated[Setup | None, typer.Option("--setup", help="Dealt or drafted.", rich_help_panel=_GAME)]
DealText = Annotated[
    str | None,
    typer.Option("--deal", metavar="CARDS", help="One given deal: 2,7,8/1,3,6/4,5.", rich_help_panel=_GAME),
]
PayoffChoice = Annotated[
    Payoff | None,
    typer.Option("--payoff", help="What counts: see docs/openspiel.md.", rich_help_panel=_GAME),
]
Extra = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Any other number of the game: --set specials_dealt=1. May be given several times.",
        rich_help_panel=_GAME,
    ),
]


def load_game(
    text: str | None,
    variant: str | None,
    players: int | None,
    hand: int | None,
    rows: int | None,
    capacity: str | None,
    deck: int | None,
    setup: Setup | None,
    deal: str | None,
    payoff: Payoff | None,
    extra: list[str] | None,
) -> Any:
    """The OpenSpiel game that the options describe; a ValueError says what is wrong with them."""
    from solver.spiel_games import load_game as load

    if text is not None:
        if any(one is not None for one in (variant, players, hand, rows, capacity, deck, setup, deal, payoff)) or extra:
            raise ValueError("--game says it all: leave --players, --hand and the other options of the game out")
        return load(text)
    variant = "base" if variant is None else variant
    check_variant(variant)
    if variant == "pro":
        if setup is not None and setup is not Setup.DRAFT:
            raise ValueError("the pro variant is drafted: leave --setup out, or take --variant base")
        setup = Setup.DRAFT if deal is None else None
    numbers: dict[str, object] = {
        "players": players,
        "hand": hand,
        "rows": rows,
        "capacity": capacity,
        "deck": deck,
        "setup": setup,
        "payoff": payoff,
        "rounds": 1,
    }
    if deal is not None:
        if setup is not None:
            raise ValueError("--deal gives the hands: leave --setup out")
        numbers |= _numbers_of_deal(deal, numbers)
    if numbers["players"] is None:
        numbers["players"] = 2
    for setting in extra or []:
        name, stroke, value = setting.partition("=")
        if not (name and stroke and value):
            raise ValueError(f"cannot read --set {setting}: write NAME=VALUE, like --set specials_dealt=1")
        numbers[name] = value
    if capacity is not None and variant == "take-a-number" and "/" not in capacity:
        numbers["capacity"] = f"{capacity}/"  # OpenSpiel takes a text of digits for a number
    given = ",".join(f"{name}={value}" for name, value in numbers.items() if value is not None)
    return load(f"{_NAMES[variant]}({given})")


def _numbers_of_deal(deal: str, numbers: dict[str, object]) -> dict[str, object]:
    """A given deal says how many cards and rows there are, unless options do."""
    groups = [group.split(",") for group in deal.split()[0].split("/")] if deal.split() else []
    if len(groups) < 3:
        raise ValueError(f"cannot read --deal {deal!r}: write everybody's hand and the row cards, like 2,7,8/1,3,6/4,5")
    if numbers["players"] not in (None, len(groups) - 1):
        raise ValueError(f"--deal {deal!r} has {len(groups) - 1} hands, and --players is {numbers['players']}")
    found: dict[str, object] = {
        "players": len(groups) - 1,
        "setup": "fixed",
        "deal": deal.translate(str.maketrans(", =", ".;:")),
    }
    if numbers["hand"] is None:
        found["hand"] = len(groups[0])
    if numbers["rows"] is None:
        found["rows"] = len(groups[-1])
    if numbers["deck"] is None:
        found["deck"] = 0
    return found
