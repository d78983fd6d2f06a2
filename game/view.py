"""View: what one seat may see, and nothing more."""

from __future__ import annotations

from dataclasses import dataclass

from game.decision import Decision
from game.rules import Rules


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat knows it. Seats and rows count from 0, cards ascend.

    Taken cards are face up when they are taken, so a player who pays attention knows every pile (B10).
    Taken while somebody else decides, a View shows how far placing has come, and so that there is a decision (A13).
    """

    rules: Rules
    seat: int
    #: What this seat has to decide now, if anything.
    decision: Decision | None
    round: int
    turn: int
    hand: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    #: How many cards each row holds.
    capacities: tuple[int, ...]
    #: This seat's own card of the turn while it lies face down; 0 when there is none.
    chosen: int
    #: Everybody's card of this turn once they are turned over (B2), else ().
    revealed: tuple[int, ...]
    #: Seats in the order of their revealed cards, and how many of them are done.
    order: tuple[int, ...]
    placed: int
    #: How many cards everybody still has, those lying face down included.
    hand_sizes: tuple[int, ...]
    #: The part of every hand that all players know: all of it after a draft (P3).
    shown: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    #: Penalties of this round.
    penalties: tuple[int, ...]
    #: Penalties of the rounds that are over.
    scores: tuple[int, ...]
    #: Cards that lie open to be drafted (P2).
    pool: tuple[int, ...]
    #: Take a Number: everybody's #-row, and the cards just taken of which one is to be kept (N6).
    number_rows: tuple[tuple[int, ...], ...] = ()
    taken: tuple[int, ...] = ()
    #: Anniversary: this seat's special cards and the discards, counted by kind as in SPECIAL_NAMES; how many
    #: special cards everybody has and the deck holds; the rows under a Stop and with a 7 nimmt! (A27).
    specials: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    special_sizes: tuple[int, ...] = ()
    deck_size: int = 0
    stopped: tuple[bool, ...] = ()
    sevens: tuple[bool, ...] = ()

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards that this seat cannot place: in other hands, or out of the round (B10)."""
        seen = {self.chosen, *self.hand, *self.pool, *self.revealed}
        for cards in (*self.rows, *self.shown, *self.piles, *self.number_rows, self.taken):
            seen.update(cards)
        return tuple(card for card in range(1, self.rules.deck + 1) if card not in seen)
