"""OpenPosition: two hands and the rows, all of it known to both players, as the exact solver takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from game.cards import HIGHEST_CARD, total_bullheads
from game.decision import Kind
from game.engine import layout as at
from game.rules import Rules
from game.state import State
from game.text import NotationError, parse_cards, write_groups
from game.view import View
from solver.exact.compact import (
    BELOWS,
    FREE_SHIFT,
    HEADS_SHIFT,
    LANE,
    MOST_CAPACITY,
    MOST_CARDS,
    MOST_ROWS,
    fold,
)

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compact:
    """A position as the compiled search takes it (see `solver.exact.compact`)."""

    cards: int
    owner: int
    bulls: int
    table: int
    #: −1 where the players are swapped, so that values change their sign.
    sign: int


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """The start of a turn with two players and open hands, which ascend however they are given.

    >>> OpenPosition.deal("2,7,8/1,3,6/4,5", capacity=3)
    OpenPosition(hands=((2, 7, 8), (1, 3, 6)), rows=((4,), (5,)), capacity=3)
    """

    hands: tuple[Cards, Cards]
    rows: tuple[Cards, ...]
    capacity: int = 5

    def __post_init__(self) -> None:
        if len(self.hands) != 2:
            raise NotationError(f"the exact solver is for 2 players, not {len(self.hands)}")
        # The solver answers by place in the hand, so another order would give a mix of the wrong cards.
        object.__setattr__(self, "hands", tuple(tuple(sorted(hand)) for hand in self.hands))
        object.__setattr__(self, "rows", tuple(map(tuple, self.rows)))
        mine, theirs = map(len, self.hands)
        if mine != theirs:
            raise NotationError(f"the hands have {mine} and {theirs} cards: both need as many")
        if not 1 <= mine <= MOST_CARDS:
            raise NotationError(f"the exact solver takes hands of 1 to {MOST_CARDS} cards, not {mine}")
        if not 1 <= len(self.rows) <= MOST_ROWS:
            raise NotationError(f"the exact solver takes 1 to {MOST_ROWS} rows, not {len(self.rows)}")
        if not 1 <= self.capacity <= MOST_CAPACITY:
            raise NotationError(f"the exact solver takes rows of 1 to {MOST_CAPACITY} cards, not {self.capacity}")
        seen: set[int] = set()
        for card in (card for cards in (*self.hands, *self.rows) for card in cards):
            if not 1 <= card <= HIGHEST_CARD:
                raise NotationError(f"there is no card {card}: cards go from 1 to {HIGHEST_CARD}")
            if card in seen:
                raise NotationError(f"card {card} appears twice")
            seen.add(card)
        for number, row in enumerate(self.rows, start=1):
            if not 1 <= len(row) <= self.capacity:
                raise NotationError(f"row {number} has {len(row)} cards: a row holds 1 to {self.capacity} of them")
            if list(row) != sorted(row):
                raise NotationError(f"row {number} does not ascend: {','.join(map(str, row))}")

    @classmethod
    def of(cls, hands: Sequence[Iterable[int]], rows: Iterable[Iterable[int]], capacity: int = 5) -> Self:
        """From cards in any order."""
        return cls(tuple(map(tuple, hands)), tuple(map(tuple, rows)), capacity)  # type: ignore[arg-type]

    @classmethod
    def deal(cls, text: str, capacity: int = 5) -> Self:
        """From hands and row cards like `1,3,9/4,7,8/2,5,6`: all cards from 1 on, so that nobody hides one."""
        groups = [parse_cards(part) for part in text.split("/")]
        if len(groups) != 3:
            raise NotationError(
                f"a deal has three groups, the hands of both players and the row cards, like 1,3,9/4,7,8/2,5,6; "
                f"{text!r} has {len(groups)}"
            )
        position = cls.of(groups[:2], [(card,) for card in groups[2]], capacity)
        deck = sum(map(len, groups))
        for card in (card for group in groups for card in group):
            if card > deck:
                raise NotationError(f"card {card} is out of the deck: these {deck} cards must be 1 to {deck}")
        return position

    @classmethod
    def of_state(cls, state: State) -> Self:
        """The present turn of a match of the base game or the pro variant."""
        check_rules(state.rules)
        if state.kind is not Kind.CARD or state.flat[at.CHOSEN : at.CHOSEN + 2].any():
            raise NotationError("the exact solver looks at the start of a turn, when nobody has chosen a card yet")
        return cls.of(state.hands, state.rows, state.rules.capacities[0])

    @classmethod
    def of_view(cls, view: View) -> Self:
        """The present turn as a seat sees it that has a card to choose and can tell the other hand (see `open_hands`).

        Hands are in the order of the seats, so the seat's own mix of a solution is `strategies[view.seat]`.
        """
        check_rules(view.rules)
        if view.decision is None or view.decision.kind is not Kind.CARD:
            raise NotationError("the exact solver looks at the start of a turn, when the seat has a card to choose")
        return cls.of(open_hands(view), view.rows, view.rules.capacities[0])

    @property
    def cards_left(self) -> int:
        """How many cards each player has."""
        return len(self.hands[0])

    def __str__(self) -> str:
        """Hands, then rows, like `2,7/1,3|4,5/6`."""
        return f"{write_groups(self.hands)}|{write_groups(self.rows)}"

    def compact(self) -> Compact:
        """In numbers: ranks instead of cards, and nothing that does not matter."""
        cards = sorted((*self.hands[0], *self.hands[1]))
        owner = sum(1 << rank for rank, card in enumerate(cards) if card in self.hands[1])
        bulls = sum(total_bullheads([card]) << 3 * rank for rank, card in enumerate(cards))
        table = BELOWS & ~((1 << LANE * len(self.rows)) - 1)
        for place, row in enumerate(sorted(self.rows, key=lambda row: row[-1])):
            below = sum(card < row[-1] for card in cards)
            free = min(self.capacity - len(row), len(cards) - below)
            packed = below | free << FREE_SHIFT | total_bullheads(row) << HEADS_SHIFT
            table |= packed << LANE * place
        table = fold(table, len(self.rows), len(cards))
        if owner & 1:
            return Compact(self.cards_left, owner ^ ((1 << len(cards)) - 1), bulls, table, -1)
        return Compact(self.cards_left, owner, bulls, table, 1)


def check_rules(rules: Rules) -> None:
    """Raise NotationError for a game that the exact solver does not know."""
    if rules.game != "base":
        raise NotationError(f"the exact solver knows the base game and the pro variant, not {rules.game}")
    if rules.players != 2:
        raise NotationError(f"the exact solver is for 2 players, not {rules.players}")
    if len(set(rules.capacities)) > 1:
        raise NotationError("the exact solver needs all rows to hold the same number of cards")


def open_hands(view: View) -> tuple[Cards, Cards]:
    """Both hands by seat, without cards that lie on the table; NotationError where a seat cannot tell the other's.

    It can after a draft, which everybody saw (P3), and where no card is left out of the deal, so that those it does not
    see must be in the other hand (P5).
    """
    other = 1 - view.seat
    size = view.hand_sizes[other]
    for theirs in (view.shown[other], tuple(sorted({*view.shown[other], *view.unseen}))):
        if len(theirs) == size:
            return (view.hand, theirs) if view.seat == 0 else (theirs, view.hand)
    raise NotationError(
        f"the other hand is hidden: it has {size} of the {len(view.unseen)} cards that this seat does not see; the "
        "exact solver needs open hands, after a draft or with a deck of no more cards than are dealt"
    )
