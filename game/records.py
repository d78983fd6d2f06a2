"""What happened: one frozen record for everything that a table sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drafted:
    """A seat picked a card (P2)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """All cards of a turn were turned over, by seat (B2)."""

    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A card went to a row (counted from 0); `taken` is what its player had to take (B3 to B5)."""

    seat: int
    card: int
    row: int
    taken: tuple[int, ...]
    bullheads: int
    #: A low card, so that the row was its player's choice (B5).
    low: bool


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over; its penalties by seat (B6)."""

    round: int
    penalties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; everybody's score, and who has the fewest (B7)."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat put one of the taken cards into its #-row; `piled` is the #-row that had to go for it (N6, N7)."""

    seat: int
    card: int
    piled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpecialPlayed:
    """A seat played a special card before its number card was placed; in words, as in Decision.text (A2)."""

    seat: int
    card: int
    special: str


@dataclass(frozen=True, slots=True)
class Swapped:
    """A seat discarded a special card to draw another (A10)."""

    seat: int
    special: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew a special card, which only its player sees (A10, A27)."""

    seat: int


Record = Drafted | Revealed | Placed | Kept | SpecialPlayed | Swapped | Drew | RoundEnded | MatchEnded
