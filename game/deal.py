"""Deals: what everybody has before the first turn, a pure function of rules, seed, index and round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from game.engine.chance import PURPOSE_SPECIALS, deal_cards, shuffle
from game.rules import SPECIAL_NAMES, Rules
from game.text import NotationError, parse_cards, parse_specials, write_cards, write_specials

#: Seeds and indices are whole numbers from 0 to this.
HIGHEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each hand, ascending, and the first card of each row, in order. A draft has none (P2)."""

    hands: tuple[tuple[int, ...], ...] = ()
    rows: tuple[int, ...] = ()
    #: Take a Number: the card that starts each #-row, where the option says so (N1).
    starters: tuple[int, ...] = ()
    #: Anniversary: the kinds of everybody's new special cards, ascending, as places in SPECIAL_NAMES (A1, A11).
    specials: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def make(
        cls, rules: Rules, seed: int = 0, index: int = 0, round_number: int = 0, stock: Sequence[int] | None = None
    ) -> Self:
        """Deal number `index` of a seed: the same on every machine, and made without the deals before it.

        `stock` counts the special cards that can be dealt, by kind; in a first round these are all there are (A11).
        """
        for name, value in (("seed", seed), ("index", index)):
            if type(value) is not int or not 0 <= value <= HIGHEST_SEED:
                raise ValueError(f"{name} must be a whole number from 0 to 2^63 - 1, not {value!r}")
        if rules.setup == "draft":
            return cls()
        deck = np.empty(rules.deck, dtype=np.int64)
        deal_cards(deck, rules.cards_dealt, seed, index, round_number)
        hands = _split(deck.tolist(), rules.players, rules.hand)
        rest = deck[rules.players * rules.hand :].tolist()
        starters = rest[rules.rows : rules.rows + rules.players] if rules.starters else ()
        specials: tuple[tuple[int, ...], ...] = ()
        if rules.game == "anniversary":
            stock = rules.specials if stock is None else stock
            kinds = np.repeat(np.arange(len(stock)), stock)
            each = new_specials(rules, stock)
            shuffle(kinds, rules.players * each, seed, index, round_number, PURPOSE_SPECIALS)
            specials = _split(kinds.tolist(), rules.players, each)
        return cls(hands, tuple(rest[: rules.rows]), tuple(starters), specials)

    def check(self, rules: Rules, stock: Sequence[int] | None = None) -> None:
        """Raise NotationError unless this is a deal of these rules; `stock` as in `make`."""
        if rules.setup == "draft":
            if self != Deal():
                raise NotationError("a draft starts without a deal (P2)")
            return
        if len(self.hands) != rules.players:
            raise NotationError(f"the deal has {len(self.hands)} hands, but there are {rules.players} players")
        for seat, hand in enumerate(self.hands):
            if len(hand) != rules.hand:
                raise NotationError(f"the hand of seat {seat + 1} has {len(hand)} cards, not {rules.hand}")
        if len(self.rows) != rules.rows:
            raise NotationError(f"the deal starts {len(self.rows)} rows, but there are {rules.rows}")
        if len(self.starters) != rules.players * rules.starters:
            raise NotationError(
                f"the deal has {len(self.starters)} starters, not {rules.players * rules.starters} (N1)"
            )
        seen: set[int] = set()
        for card in (*(card for hand in self.hands for card in hand), *self.rows, *self.starters):
            if not 1 <= card <= rules.deck:
                raise NotationError(f"there is no card {card} in this game: cards go from 1 to {rules.deck}")
            if card in seen:
                raise NotationError(f"card {card} appears twice")
            seen.add(card)
        self._check_specials(rules, rules.specials if stock is None else stock)

    def _check_specials(self, rules: Rules, stock: Sequence[int]) -> None:
        if rules.game != "anniversary":
            if self.specials:
                raise NotationError(f"{rules.variant} has no special cards")
            return
        each = new_specials(rules, stock)
        if len(self.specials) != rules.players or any(len(kinds) != each for kinds in self.specials):
            raise NotationError(f"each of {rules.players} seats gets {each} special cards in this deal (A11)")
        for kind, name in enumerate(SPECIAL_NAMES):
            dealt = sum(kinds.count(kind) for kinds in self.specials)
            if dealt > stock[kind]:
                raise NotationError(f"{dealt} cards {name} are dealt, but only {stock[kind]} are there")

    def array(self) -> npt.NDArray[np.int64]:
        """As the engine takes it: hands seat by seat, then rows, starters and special cards."""
        groups = (*self.hands, self.rows, self.starters, *self.specials)
        return np.array([number for group in groups for number in group], dtype=np.int64)

    def __str__(self) -> str:
        """Hands, then row cards: `1,3,9/4,7,8/2,5,6`, and what else there is, like `starters=9,11`."""
        if not self.hands:
            return "-"
        parts = ["/".join(write_cards(group) for group in (*self.hands, self.rows))]
        if self.starters:
            parts.append(f"starters={write_cards(self.starters)}")
        if self.specials:
            parts.append(f"specials={'/'.join(map(write_specials, self.specials))}")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str, rules: Rules, stock: Sequence[int] | None = None) -> Self:
        """Read what `str` writes and check it against the rules."""
        words = text.split() or ["-"]
        starters: tuple[int, ...] = ()
        specials: tuple[tuple[int, ...], ...] = ()
        for word in words[1:]:
            name, _, value = word.partition("=")
            if name == "starters":
                starters = parse_cards(value)
            elif name == "specials":
                specials = tuple(map(parse_specials, value.split("/")))
            else:
                raise NotationError(f"cannot read {word!r} in a deal: after the cards come starters= and specials=")
        if words[0] == "-":
            deal = cls((), (), starters, specials)
        else:
            *hands, rows = (parse_cards(part) for part in words[0].split("/"))
            deal = cls(tuple(tuple(sorted(hand)) for hand in hands), rows, starters, specials)
        deal.check(rules, stock)
        return deal


def new_specials(rules: Rules, stock: Sequence[int]) -> int:
    """How many new special cards everybody gets out of a stock (A11, A20)."""
    return min(rules.specials_dealt, sum(stock) // rules.players)


def _split(cards: list[int], seats: int, size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(seats))
