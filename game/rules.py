"""Rules: one frozen value that fixes everything about a variant."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final, Self

from game.engine.layout import MAX_PLAYERS, MAX_ROWS

#: Given for a number, it means "what this variant usually has".
USUAL: Final = -1

#: The special cards of the anniversary variant, in the order of `Rules.specials` (A1).
SPECIAL_NAMES: Final = ("stop", "shift", "insert", "replace", "negative", "fifth-row", "seven")


class RulesError(ValueError):
    """The numbers do not make a game; the message says what would be right."""


@dataclass(frozen=True)
class _Game:
    """What a rule set usually has, and how far it may be changed."""

    players: tuple[int, int]
    hand: int
    rows: int
    capacity: tuple[int, ...]
    deck: int
    target: int
    rounds: int
    max_rows: int = MAX_ROWS
    clause: str = ""


_GAMES: Final = {
    "base": _Game((2, 10), 10, 4, (5,), 104, target=66, rounds=0, clause="B1"),
    # C2: cards 1 to 100. N1: eight cards, three rows. N4: row k goes with its k-th card, so rows 3, 4, 5 hold 2, 3, 4.
    "take-a-number": _Game((2, 10), 8, 3, tuple(range(2, 2 + MAX_ROWS)), 100, target=0, rounds=2, clause="N2"),
    "anniversary": _Game((2, 8), 12, 4, (5,), 104, target=0, rounds=2, max_rows=MAX_ROWS - 1, clause="A1"),
}

#: The four games of the rulebooks, as people call them.
VARIANTS: Final = ("base", "pro", "take-a-number", "anniversary")
_DRAFT_PLAYERS: Final = (2, 6)  # P1
_HIGHEST_NUMBER: Final = 999_999


@dataclass(frozen=True, slots=True)
class Rules:
    """A variant by numbers. Left out, a number is what the game usually has.

    >>> Rules(players=4)                         # the base game
    Rules('base(players=4)')
    >>> Rules.preset("pro", players=2).deck      # P1: 10 · players + 4 cards
    24
    >>> Rules(players=2, hand=3, rows=2, deck=0)  # deck=0: just the cards that are needed
    Rules('base(players=2,hand=3,rows=2,deck=8)')
    """

    game: str = "base"
    players: int = 4
    hand: int = USUAL
    rows: int = USUAL
    #: How many cards a row holds: one number for all rows, or one for each (B4, N4).
    capacity: int | tuple[int, ...] = USUAL
    #: Cards 1 to deck are in the game (C3); 0 means players · hand + rows.
    deck: int = USUAL
    #: "deal" (B1) or "draft" (P2).
    setup: str = "deal"
    #: The match ends when somebody has more penalties than this; 0: no target (B7).
    target: int = USUAL
    #: The target counts as reached at exactly this many, too (B7).
    at_least: bool = False
    #: The match ends after so many rounds; 0: any number (B7).
    rounds: int = USUAL
    #: Take a Number: a dealt card starts each #-row (N1).
    starters: bool = False
    #: Anniversary: special cards of each kind, as in SPECIAL_NAMES (A1).
    specials: tuple[int, ...] = ()
    #: Anniversary: special cards that each player gets at the start of a round (A1, A11).
    specials_dealt: int = USUAL
    #: Anniversary: Insert may also go to the end of a row (A5).
    insert_end: bool = False

    def __post_init__(self) -> None:
        if self.game not in _GAMES:
            raise RulesError(f"there is no game {self.game!r}: choose one of {', '.join(_GAMES)}")
        if self.setup not in ("deal", "draft"):
            raise RulesError(f"there is no set-up {self.setup!r}: choose deal or draft")
        if self.setup == "draft" and self.game != "base":
            raise RulesError(f"only the base game can be drafted (P2); {self.game} is dealt")
        for field in fields(self):
            self._check_type(field.name)
        self._check_sizes()
        self._fill_in()
        self._check_numbers()
        self._check_specials()

    @classmethod
    def preset(cls, variant: str, **numbers: int | tuple[int, ...] | bool | str) -> Self:
        """One of the four games by name, with other numbers if wanted."""
        if variant not in VARIANTS:
            raise RulesError(f"there is no variant {variant!r}: choose one of {', '.join(VARIANTS)}")
        if variant == "pro":
            if numbers.get("setup", "draft") != "draft":
                raise RulesError("the pro variant is drafted (P2); its cards dealt by chance are base with deck=0 (P5)")
            numbers["setup"] = "draft"
            variant = "base"
        unknown = sorted(set(numbers) - {field.name for field in fields(cls)} | {"game"} & set(numbers))
        if unknown:
            known = ", ".join(field.name for field in fields(cls) if field.name != "game")
            raise RulesError(f"rules have no number {unknown[0]!r}: they have {known}")
        return cls(game=variant, **numbers)  # type: ignore[arg-type]

    @property
    def variant(self) -> str:
        """The name that people use: `pro` for a drafted base game."""
        return "pro" if self.setup == "draft" else self.game

    @property
    def capacities(self) -> tuple[int, ...]:
        """How many cards each row holds."""
        return self.capacity if isinstance(self.capacity, tuple) else (self.capacity,) * self.rows

    @property
    def cards_dealt(self) -> int:
        """The number cards that a round uses."""
        return self.players * (self.hand + int(self.starters)) + self.rows

    @property
    def limit(self) -> int:
        """The score at which a match ends; 0 when no score ends it (B7)."""
        return self.target + int(not self.at_least) if self.target else 0

    def __str__(self) -> str:
        """The shortest text that `Rules.parse` turns back into the same rules."""
        usual = Rules.preset(self.variant, players=self.players)
        parts = [f"players={self.players}"]
        for field in fields(self):
            value = getattr(self, field.name)
            expected = getattr(usual, field.name)
            if field.name == "target" and self.rounds != usual.rounds:
                expected = 0  # what a number of rounds alone means
            if field.name in ("game", "players", "setup") or value == expected:
                continue
            if field.name == "deck" and self.setup == "draft":
                continue
            shown = "-".join(map(str, value)) if isinstance(value, tuple) else str(int(value))
            parts.append(f"{field.name}={shown}")
        return f"{self.variant}({','.join(parts)})"

    def __repr__(self) -> str:
        return f"Rules({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read rules such as `base(players=2,hand=3,rows=2,deck=10)`; tuples are written `2-3-4`."""
        match = re.fullmatch(r"\s*([a-z-]+)\s*(?:\(([^()]*)\))?\s*", text)
        if match is None:
            raise RulesError(
                f"cannot read the rules {text!r}: write them like base(players=4) or pro(players=2,hand=3)"
            )
        numbers: dict[str, int | tuple[int, ...] | bool | str] = {}
        for part in filter(None, re.split(r"\s*,\s*", (match[2] or "").strip())):
            name, equals, value = part.partition("=")
            if not equals or not re.fullmatch(r"[0-9]{1,6}(-[0-9]{1,6}){0,20}|deal|draft", value) or name in numbers:
                raise RulesError(f"cannot read {part!r} in the rules {text!r}: write each number once, like hand=3")
            numbers[name] = _parse_value(name, value)
        return cls.preset(match[1], **numbers)

    def _check_type(self, name: str) -> None:
        value = getattr(self, name)
        if name in ("game", "setup"):
            return
        if name in ("at_least", "starters", "insert_end"):
            if not isinstance(value, bool):
                raise RulesError(f"{name} must be True or False, not {value!r}")
        elif name == "specials" or (name == "capacity" and isinstance(value, tuple)):
            if not isinstance(value, tuple) or not all(type(one) is int for one in value):
                raise RulesError(f"{name} must be a tuple of whole numbers, not {value!r}")
        elif type(value) is not int:
            raise RulesError(f"{name} must be a whole number, not {value!r}")

    def _check_sizes(self) -> None:
        """Refuse numbers that no engine could count with, before anything is computed from them."""
        for field in fields(self):
            value = getattr(self, field.name)
            numbers = value if isinstance(value, tuple) else (value,) if type(value) is int else ()
            if any(number > _HIGHEST_NUMBER for number in numbers):
                raise RulesError(f"{field.name} must be at most {_HIGHEST_NUMBER}, not {max(numbers)}")

    def _fill_in(self) -> None:
        """Put the usual numbers where none was given."""
        usual = _GAMES[self.game]
        give = object.__setattr__
        if self.hand == USUAL:
            give(self, "hand", usual.hand)
        if self.rows == USUAL:
            given = self.capacity
            give(self, "rows", len(given) if isinstance(given, tuple) else usual.rows)
        if self.capacity == USUAL:
            give(self, "capacity", usual.capacity[: self.rows] if len(usual.capacity) > 1 else usual.capacity[0])
        if isinstance(self.capacity, tuple) and len(self.capacity) == self.rows and len(set(self.capacity)) == 1:
            give(self, "capacity", self.capacity[0])
        # P1, P4, P5: just the cards that are needed, drafted or dealt
        if self.deck == 0 or (self.deck == USUAL and self.setup == "draft"):
            give(self, "deck", self.cards_dealt)
        if self.deck == USUAL:
            give(self, "deck", usual.deck)
        if self.target == USUAL:
            give(self, "target", usual.target if self.rounds in (USUAL, usual.rounds) else 0)
        if self.rounds == USUAL:
            give(self, "rounds", usual.rounds)
        if self.game == "anniversary":  # A1: four cards of each kind, three for each player
            if not self.specials:
                give(self, "specials", (4,) * len(SPECIAL_NAMES))
            if self.specials_dealt == USUAL:
                give(self, "specials_dealt", 3)
        elif self.specials_dealt == USUAL:
            give(self, "specials_dealt", 0)

    def _check_numbers(self) -> None:
        usual = _GAMES[self.game]
        low, high = _DRAFT_PLAYERS if self.setup == "draft" else usual.players
        clause = "P1" if self.setup == "draft" else usual.clause
        if not low <= self.players <= high:
            raise RulesError(f"{self.variant} is for {low} to {high} players ({clause}), not {self.players}")
        assert high <= MAX_PLAYERS
        if self.hand < 1:
            raise RulesError(f"hand must be 1 or more cards, not {self.hand}")
        if not 1 <= self.rows <= usual.max_rows:
            raise RulesError(f"rows must be 1 to {usual.max_rows}, not {self.rows}")
        if len(self.capacities) != self.rows:
            raise RulesError(
                f"capacity names {len(self.capacities)} rows, but there are {self.rows}: give one for each"
            )
        if min(self.capacities) < 1:
            raise RulesError(f"capacity must be 1 or more cards a row, not {min(self.capacities)}")
        if self.starters and self.game != "take-a-number":
            raise RulesError(f"starters belong to take-a-number (N1), not to {self.game}")
        if not 1 <= self.deck <= usual.deck:
            raise RulesError(
                f"the deck of {self.variant} has 1 to {usual.deck} cards, not {self.deck}: {self._needs()}"
            )
        if self.cards_dealt > self.deck:
            raise RulesError(f"a deck of {self.deck} is too small: {self._needs()}")
        if self.setup == "draft" and self.deck != self.cards_dealt:  # P1, P4, P7
            raise RulesError(f"a draft leaves no card over (P7), so the deck cannot be {self.deck}: {self._needs()}")
        if self.target < 0 or self.rounds < 0:
            raise RulesError("target and rounds must be 0 (none) or more")
        if not self.target and not self.rounds:
            raise RulesError("a match must end: give a target or a number of rounds, or both (B7)")
        if self.at_least and not self.target:
            raise RulesError("at_least needs a target to reach (B7)")

    def _check_specials(self) -> None:
        if self.game != "anniversary":
            if self.specials or self.specials_dealt or self.insert_end:
                raise RulesError(f"special cards belong to the anniversary variant (A1), not to {self.variant}")
            return
        if len(self.specials) != len(SPECIAL_NAMES) or min(self.specials) < 0:
            raise RulesError(f"specials must be {len(SPECIAL_NAMES)} counts: {', '.join(SPECIAL_NAMES)}")
        if isinstance(self.capacity, tuple):
            raise RulesError(
                "in the anniversary variant all rows hold the same number of cards: give one capacity (A25)"
            )
        needed = self.players * self.specials_dealt
        if self.specials_dealt < 0 or needed > sum(self.specials):
            raise RulesError(
                f"{self.players} players with {self.specials_dealt} special cards each need {needed}, "
                f"and there are {sum(self.specials)}"
            )

    def _needs(self) -> str:
        starters = " and as many starters" if self.starters else ""
        return (
            f"{self.players} players with {self.hand} cards each{starters} and {self.rows} rows "
            f"need {self.cards_dealt} cards"
        )


def _parse_value(name: str, value: str) -> int | tuple[int, ...] | bool | str:
    if value in ("deal", "draft"):
        return value
    if name in ("at_least", "starters", "insert_end"):
        if value not in ("0", "1"):
            raise RulesError(f"{name} is a yes or no: write {name}=1 or {name}=0, not {name}={value}")
        return value == "1"
    if "-" in value or name == "specials":
        return tuple(map(int, value.split("-")))
    return int(value)
