"""Deals: hands and rows before the first turn, a pure function of rules, seed, index and round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from game.engine.chance import deal_cards
from game.rules import Rules
from game.text import NotationError, parse_cards, write_cards

#: Seeds and indices are whole numbers from 0 to this.
HIGHEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of each hand, ascending, and the first card of each row, in order. A draft has none (P2)."""

    hands: tuple[tuple[int, ...], ...] = ()
    rows: tuple[int, ...] = ()

    @classmethod
    def make(cls, rules: Rules, seed: int = 0, index: int = 0, round_number: int = 0) -> Self:
        """Deal number `index` of a seed: the same on every machine, and made without the deals before it."""
        for name, value in (("seed", seed), ("index", index)):
            if not 0 <= value <= HIGHEST_SEED:
                raise ValueError(f"{name} must be a whole number from 0 to 2^63 - 1, not {value}")
        if rules.setup == "draft":
            return cls()
        deck = np.empty(rules.deck, dtype=np.int64)
        deal_cards(deck, rules.cards_dealt, seed, index, round_number)
        cards = deck.tolist()
        size = rules.hand
        hands = tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(rules.players))
        rest = cards[rules.players * size :]
        return cls(hands, tuple(rest[: rules.rows]))

    def check(self, rules: Rules) -> None:
        """Raise NotationError unless this is a deal of these rules."""
        if rules.setup == "draft":
            if self.hands or self.rows:
                raise NotationError("a draft starts without a deal (P2)")
            return
        if len(self.hands) != rules.players:
            raise NotationError(f"the deal has {len(self.hands)} hands, but there are {rules.players} players")
        for seat, hand in enumerate(self.hands):
            if len(hand) != rules.hand:
                raise NotationError(f"the hand of seat {seat + 1} has {len(hand)} cards, not {rules.hand}")
        if len(self.rows) != rules.rows:
            raise NotationError(f"the deal starts {len(self.rows)} rows, but there are {rules.rows}")
        seen: set[int] = set()
        for card in (*(card for hand in self.hands for card in hand), *self.rows):
            if not 1 <= card <= rules.deck:
                raise NotationError(f"there is no card {card} in this game: cards go from 1 to {rules.deck}")
            if card in seen:
                raise NotationError(f"card {card} appears twice")
            seen.add(card)

    def array(self) -> npt.NDArray[np.int64]:
        """As the engine takes it: hands seat by seat, then rows."""
        return np.array([card for hand in (*self.hands, self.rows) for card in hand], dtype=np.int64)

    def __str__(self) -> str:
        """Hands, then row cards: `1,3,9/4,7,8/2,5,6`."""
        return "/".join(write_cards(part) for part in (*self.hands, self.rows)) if self.hands else "-"

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Self:
        """Read what `str` writes and check it against the rules."""
        if text.strip() == "-":
            deal = cls()
        else:
            *hands, rows = (parse_cards(part) for part in text.split("/"))
            deal = cls(tuple(tuple(sorted(hand)) for hand in hands), rows)
        deal.check(rules)
        return deal
