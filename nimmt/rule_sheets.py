"""Short rule sheets, one for each game. The full rules are in docs/rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from game.rules import Rules


@dataclass(frozen=True, slots=True)
class Sheet:
    """A variant in a few sentences, each with the clauses of docs/rules.md that it sums up."""

    title: str
    summary: str
    rules: tuple[tuple[str, str], ...]


_CARDS: Final = ("C1", "55 shows 7 bullheads, other multiples of 11 show 5, of 10 show 3, of 5 show 2, the rest 1.")
_PLAY: Final = (
    ("B2", "A turn: all choose a hand card in secret and turn them over together; the lowest is placed first."),
    ("B3", "Of the rows that end below a card, it joins the one that ends highest."),
    ("B4", "If that row is full, the player takes what lies there, and the card is the first of the row."),
    ("B5", "If no row ends below the card, the player takes any one row, and the card is the first of it."),
    ("B6", "Each bullhead taken is a penalty point. A round lasts until the hands are empty."),
)
_MATCH: Final = ("B7", "Round follows round until the match ends. Fewest points win; a tie is shared.")

#: Every variant that can be played, in the order in which people should meet them.
SHEETS: Final = {
    "base": Sheet(
        "Base game",
        "Cards are dealt by chance, hands are hidden.",
        (
            _CARDS,
            ("B1", "Hands are dealt, and one card more for the start of each row. Other cards are out of the round."),
            *_PLAY,
            _MATCH,
        ),
    ),
    "pro": Sheet(
        "Pro variant",
        "Just as many cards as are needed, drafted face up: all hands are known to all.",
        (
            _CARDS,
            ("P1", "Only as many cards are in the game as hands and rows need, counted from 1."),
            ("P2", "They lie face up, and the players pick one after the other, lap by lap, until the hands are full."),
            ("P6", "What is left starts the rows, lowest first."),
            ("P3", "The rest is the base game. Another seat picks first each round, beginning with seat 1."),
            *_PLAY,
            _MATCH,
        ),
    ),
    "take-a-number": Sheet(
        "Take a Number",
        "Three rows of different length, and taken cards come to the hand; empty it first.",
        (
            ("C2", "The cards are 1 to 100. " + _CARDS[1]),
            ("N1", "Hands are dealt, and a card for each of the rows 3, 4, 5. Everybody has an empty #-row."),
            *_PLAY[:2],
            ("N4", "The third card of row 3, the fourth of row 4, the fifth of row 5 takes the cards before it."),
            ("N5", "A card below all rows takes any one row."),
            ("N6", "Of the cards taken, one goes to the #-row and the others to the hand, to be played later."),
            ("N7", "The #-row ascends: a lower card first sends all of it to the #-pile."),
            ("N8", "A round ends when a turn leaves a hand empty. Hands count once, #-piles twice, #-rows not."),
            ("N8", "Two rounds make a match. Fewest points win; a tie is shared."),
        ),
    ),
    "anniversary": Sheet(
        "Anniversary variant",
        "The base game with special cards that bend its rules.",
        (
            _CARDS,
            ("A1", "Hands and special cards are dealt, and one card for the start of each row."),
            *_PLAY,
            ("A2", "When a card is about to be placed, its player may play one special card first:"),
            ("A3", "5th Row: the card starts a fifth row. Whoever takes a row next takes the card just played, too."),
            ("A4", "7 nimmt!: the row that the card joins holds one more."),
            ("A5", "Insert: the card goes into any row where it fits; of a full row, all but the highest is taken."),
            ("A6", "Replace: take the card back and place another one from the hand."),
            ("A7", "Shift: first move any card to another row that is not full."),
            ("A8", "Stop: block a row until somebody takes another one; at most two at a time."),
            ("A9", "Negative=Positive: one card of the row that is taken counts in its player's favour."),
            ("A10", "Whoever takes a row may swap one special card for the top of the special deck."),
            ("A11", "Two rounds make a match; special cards left are kept, and new ones are dealt. Fewest points win."),
        ),
    ),
}


def _small(hand: int, rows: int, capacity: str, deck: int) -> tuple[tuple[str, str], ...]:
    """The numbers of a small instance, with the usual ones as examples."""
    return (
        ("players=4", "how many play"),
        (f"hand={hand}", "cards in a hand"),
        (f"rows={rows}", "rows on the table"),
        (f"capacity={capacity}", "cards that a row holds, one number for all or, like 2-3-4, one for each"),
        (f"deck={deck}", "only the cards from 1 to this one; deck=0: just as many as are needed"),
    )


_END: Final = (
    ("target=66", "the match ends when somebody has more points (B7); target=0: not for points"),
    ("at_least=1", "exactly as many points as the target end it, too"),
    ("rounds=2", "the match ends after so many rounds; rounds=0: after any number"),
)
#: What can be changed in a rules text, with an example value each.
OPTIONS: Final = {
    "base": (*_small(10, 4, "5", 104), *_END),
    "pro": (*_small(10, 4, "5", 0)[:4], *_END),
    "take-a-number": (*_small(8, 3, "2-3-4", 100), *_END, ("starters=1", "a dealt card starts each #-row (N1)")),
    "anniversary": (
        *_small(12, 4, "5", 104),
        *_END,
        ("specials=4-4-4-4-4-4-4", "cards stop, shift, insert, replace, negative, fifth-row, seven (A1)"),
        ("specials_dealt=3", "special cards that everybody gets each round (A1, A11)"),
        ("insert_end=1", "Insert may also go to the end of a row (A5)"),
    ),
}


def check_variant(variant: str) -> None:
    """Raise ValueError for a name that is not in the list."""
    if variant not in SHEETS:
        raise ValueError(f"there is no variant {variant!r}: choose one of {', '.join(SHEETS)}")


def numbers(variant: str) -> tuple[tuple[str, str], ...]:
    """The numbers of a variant, read from its rules: what it is and the number in words."""
    fewest, most = _extremes(variant)
    return (
        ("players", _span(fewest.players, most.players)),
        ("cards in a hand", _span(fewest.hand, most.hand)),
        ("rows", _span(fewest.rows, most.rows)),
        ("cards that fill a row", " / ".join(map(str, sorted(set(fewest.capacities))))),
        ("cards in the game", _deck(fewest, most)),
        ("end of a match", end_of_match(fewest)),
    )


def end_of_match(rules: Rules) -> str:
    """When a match ends, in words (B7)."""
    ends = []
    if rules.target:
        ends.append(f"when somebody has {'at least' if rules.at_least else 'more than'} {rules.target} points")
    if rules.rounds:
        ends.append(f"after {rules.rounds} round{'s' * (rules.rounds > 1)}")
    return ", or ".join(ends)


def _extremes(variant: str) -> tuple[Rules, Rules]:
    """The variant with the fewest and with the most players that it allows."""
    from game.engine.layout import MAX_PLAYERS
    from game.rules import Rules, RulesError

    allowed = []
    for players in range(1, MAX_PLAYERS + 1):
        try:
            allowed.append(Rules.preset(variant, players=players))
        except RulesError:
            continue
    return allowed[0], allowed[-1]


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _deck(fewest: Rules, most: Rules) -> str:
    if fewest.deck == most.deck:
        return f"{fewest.deck} (1 to {fewest.deck})"
    return f"{fewest.hand} × players + {fewest.rows}, so {fewest.deck} to {most.deck}"
