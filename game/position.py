"""Positions as one line of text, read and written.

    base(players=2,hand=3,rows=2,deck=8) rows=4/5 hands=2,7,8/1,3,6

The rules come first, then fields in any order; what is left out is as at the start of a round. People count rounds,
turns, seats and rows from 1, and groups stand in the order of seats or rows, with a stroke between.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from game.cards import total_bullheads
from game.decision import Kind
from game.engine import layout as at
from game.flat import Flat, fill_row, new_flat, read_set, write_set
from game.rules import Rules, RulesError
from game.state import State, prepare_engine
from game.text import NotationError, parse_cards, parse_groups, write_cards, write_groups

FIELDS: Final = ("round", "turn", "phase", "rows", "hands", "chosen", "placed", "piles", "pool", "scores")


def write_position(state: State) -> str:
    """The whole truth about a position in one line."""
    flat, rules = state.flat, state.rules
    parts = [str(rules)]
    if state.round:
        parts.append(f"round={state.round + 1}")
    parts.append(f"turn={state.turn + 1}")
    kind = state.kind
    if kind is None:
        parts.append("phase=over")
    elif kind is not Kind.CARD:
        parts.append(f"phase={kind}")
    if kind is Kind.DRAFT:
        parts.append(f"pool={write_cards(read_set(flat, at.POOL))}")
    else:
        parts.append(f"rows={write_groups(state.rows)}")
    parts.append(f"hands={write_groups(state.hands)}")
    chosen = flat[at.CHOSEN : at.CHOSEN + rules.players].tolist()
    if any(chosen):
        parts.append(f"chosen={write_groups([card] if card else [] for card in chosen)}")
    if flat[at.PLACED]:
        parts.append(f"placed={flat[at.PLACED]}")
    if any(state.piles):
        parts.append(f"piles={write_groups(state.piles)}")
    if any(state.scores):
        parts.append(f"scores={'/'.join(map(str, state.scores))}")
    return " ".join(parts)


def parse_position(text: str) -> State:
    """Read what `write_position` writes, or what a person wrote in its manner."""
    words = text.split()
    if not words:
        raise NotationError("an empty position: start with rules such as base(players=2)")
    try:
        rules = Rules.parse(words[0])
    except RulesError as error:
        raise NotationError(str(error)) from None
    fields: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name not in FIELDS or not equals:
            raise NotationError(f"a position has no field {word!r}: it has {', '.join(FIELDS)}, each like rows=12/37")
        if name in fields:
            raise NotationError(f"the field {name} appears twice")
        fields[name] = value
    prepare_engine(rules)
    return State(rules, _Reader(rules, fields).read())


@dataclass
class _Reader:
    """Turns fields into a flat state, checking each against the rules."""

    rules: Rules
    fields: dict[str, str]
    seen: Counter[int] = field(default_factory=Counter)

    def read(self) -> Flat:
        rules = self.rules
        flat = new_flat(rules)
        flat[at.ROUND] = self.number("round", 1) - 1
        phase = self.fields.get("phase", "card")
        if phase not in ("card", "draft", "row", "over"):
            raise NotationError(f"there is no phase {phase!r}: write card, draft, row or over")
        self.seats(flat, at.HANDS, "hands")
        self.seats(flat, at.PILES, "piles")
        for seat in range(rules.players):
            flat[at.PENALTY + seat] = total_bullheads(read_set(flat, at.PILES + 2 * seat))
        scores = self.numbers("scores")
        flat[at.SCORE : at.SCORE + rules.players] = scores
        if phase == "draft":
            self.draft(flat)
        else:
            self.play(flat, phase)
        twice = [card for card, times in self.seen.items() if times > 1]
        if twice:
            raise NotationError(f"card {twice[0]} appears twice")
        return flat

    def draft(self, flat: Flat) -> None:
        """A position in the middle of a draft (P2)."""
        rules = self.rules
        if rules.setup != "draft":
            raise NotationError(f"{rules} is dealt, not drafted: leave phase=draft out")
        pool = self.cards("pool", self.fields.get("pool", "-"))
        write_set(flat, at.POOL, pool)
        sizes = [len(read_set(flat, at.HANDS + 2 * seat)) for seat in range(rules.players)]
        picks = sum(sizes)
        first = int(flat[at.ROUND]) % rules.players
        for turn_order in range(rules.players):
            seat = (first + turn_order) % rules.players
            due = (picks + rules.players - 1 - turn_order) // rules.players
            if sizes[seat] != due:
                raise NotationError(f"after {picks} picks seat {seat + 1} has {due} cards, not {sizes[seat]} (P2)")
        if len(pool) != rules.deck - picks or len(pool) <= rules.rows:
            raise NotationError(f"after {picks} picks {rules.deck - picks} cards are left in the pool, not {len(pool)}")
        for seat in range(rules.players):
            write_set(flat, at.SHOWN + 2 * seat, read_set(flat, at.HANDS + 2 * seat))
        flat[at.PHASE] = at.DRAFT
        flat[at.PICKS] = picks
        flat[at.SEAT] = (first + picks) % rules.players

    def play(self, flat: Flat, phase: str) -> None:
        """A position with rows on the table."""
        rules = self.rules
        self.rows(flat)
        chosen = self.chosen()
        flat[at.CHOSEN : at.CHOSEN + rules.players] = chosen
        placed = self.number("placed", 0) if phase == "row" else 0
        held = [len(read_set(flat, at.HANDS + 2 * seat)) + bool(chosen[seat]) for seat in range(rules.players)]
        if len(set(held)) > 1:
            raise NotationError(f"everybody has the same number of cards left, but these hands have {held}")
        turn = self.number("turn", rules.hand - held[0] + 1) - 1
        if rules.hand - held[0] != turn:
            raise NotationError(
                f"in turn {turn + 1} everybody has {rules.hand - turn} of {rules.hand} cards, not {held[0]}"
            )
        flat[at.TURN] = turn
        if rules.setup == "draft":
            for seat in range(rules.players):
                down = [chosen[seat]] if chosen[seat] and phase == "card" else []
                write_set(flat, at.SHOWN + 2 * seat, [*read_set(flat, at.HANDS + 2 * seat), *down])
        if phase == "row":
            self.row_choice(flat, chosen, placed)
            return
        self.seen.update(card for card in chosen if card)
        if phase == "over" or not held[0]:
            self.over(flat, held[0])
            return
        flat[at.PHASE] = at.CARD
        flat[at.PENDING] = sum(1 << seat for seat in range(rules.players) if not chosen[seat])
        if not flat[at.PENDING]:
            raise NotationError(
                "all cards are chosen, so they are placed: leave one out, or give the rows after placing"
            )

    def row_choice(self, flat: Flat, chosen: list[int], placed: int) -> None:
        """Cards are turned over and the next one is low (B5)."""
        if 0 in chosen or placed >= self.rules.players:
            raise NotationError("phase=row needs everybody's card in chosen=, and placed= below the number of players")
        order = sorted(range(self.rules.players), key=lambda seat: chosen[seat])
        self.seen.update(chosen[seat] for seat in order[placed:])
        flat[at.ORDER : at.ORDER + self.rules.players] = order
        flat[at.PHASE] = at.ROW
        flat[at.PLACED] = placed
        flat[at.SEAT] = order[placed]
        flat[at.PLACING] = card = chosen[order[placed]]
        lowest = min(flat[at.LAST : at.LAST + self.rules.rows].tolist())
        if card > lowest:
            raise NotationError(f"card {card} is no low card: a row ends with {lowest} (B5)")

    def over(self, flat: Flat, held: int) -> None:
        """The end of a round, its penalties counted in the scores."""
        if held:
            raise NotationError(f"phase=over needs empty hands, but there are {held} cards in each")
        players = self.rules.players
        scores = flat[at.SCORE : at.SCORE + players].tolist()
        if any(score < flat[at.PENALTY + seat] for seat, score in enumerate(scores)):
            raise NotationError("after a round the scores hold its penalties, so they cannot be lower than the piles")
        limit, rounds = self.rules.limit, self.rules.rounds
        ended = (limit and max(scores) >= limit) or (rounds and flat[at.ROUND] + 1 >= rounds)
        flat[at.PHASE] = at.MATCH_OVER if ended else at.ROUND_OVER

    def rows(self, flat: Flat) -> None:
        rules = self.rules
        if "rows" not in self.fields:
            raise NotationError("a position needs rows, like rows=12/37/43/58")
        rows = [self.cards("rows", part) for part in self.fields["rows"].split("/")]
        if len(rows) != rules.rows:
            raise NotationError(f"rows= names {len(rows)} rows, but there are {rules.rows}")
        for row, cards in enumerate(rows):
            if not cards or list(cards) != sorted(cards):
                raise NotationError(f"row {row + 1} must hold ascending cards (B3), not {write_cards(cards)}")
            if len(cards) > rules.capacities[row]:
                raise NotationError(f"row {row + 1} holds at most {rules.capacities[row]} cards (B4), not {len(cards)}")
            fill_row(flat, row, cards)

    def chosen(self) -> list[int]:
        groups = parse_groups(self.fields.get("chosen", "/".join("-" * self.rules.players)))
        if len(groups) != self.rules.players or any(len(group) > 1 for group in groups):
            raise NotationError("chosen= names one card or - for each seat, like chosen=14/-/44/-")
        return [self.in_deck(group[0]) if group else 0 for group in groups]

    def seats(self, flat: Flat, place: int, name: str) -> None:
        """A set of cards for each seat."""
        groups = self.fields.get(name, "/".join("-" * self.rules.players)).split("/")
        if len(groups) != self.rules.players:
            raise NotationError(f"{name}= names {len(groups)} seats, but there are {self.rules.players} players")
        for seat, group in enumerate(groups):
            write_set(flat, place + 2 * seat, self.cards(name, group))

    def cards(self, name: str, text: str) -> tuple[int, ...]:
        try:
            cards = parse_cards(text)
        except NotationError as error:
            raise NotationError(f"{name}={text}: {error}") from None
        self.seen.update(map(self.in_deck, cards))
        return cards

    def in_deck(self, card: int) -> int:
        if not 1 <= card <= self.rules.deck:
            raise NotationError(f"there is no card {card} in this game: cards go from 1 to {self.rules.deck}")
        return card

    def number(self, name: str, usual: int) -> int:
        text = self.fields.get(name, str(usual))
        if not text.isdecimal() or len(text) > 6:
            raise NotationError(f"{name}={text} is not a number: write it like {name}={usual}")
        return int(text)

    def numbers(self, name: str) -> list[int]:
        """A number for each seat."""
        parts = self.fields.get(name, "/".join("0" * self.rules.players)).split("/")
        if len(parts) != self.rules.players or not all(part.isdecimal() and len(part) < 7 for part in parts):
            raise NotationError(f"{name}= names one number for each of {self.rules.players} seats, like {name}=0/5")
        return [int(part) for part in parts]
