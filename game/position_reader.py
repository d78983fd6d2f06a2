"""Reading the fields of a position into a flat state, each checked against the rules."""

from __future__ import annotations

from collections import Counter
from typing import Final

from game.cards import total_bullheads
from game.decision import PHASE_OF_KIND, Kind
from game.engine import layout as at
from game.engine.specials import MOST_STOPS
from game.flat import Flat, fill_row, new_flat, read_set, write_set
from game.rules import SPECIAL_NAMES, Rules
from game.text import NotationError, parse_cards, parse_groups, parse_specials, write_cards

#: All fields of a position, in the order in which they are written.
FIELDS: Final = (
    *("round", "turn", "phase", "rows", "hands", "shown", "chosen", "placed", "order", "piles", "pool"),
    *("numbers", "taken", "specials", "discards", "stops", "sevens", "penalties", "scores"),
)

# Fields and phases that not every game has.
_FIELDS_OF_GAME: Final = {
    "take-a-number": {"shown", "numbers", "taken"},
    "anniversary": {"shown", "order", "specials", "discards", "stops", "sevens", "penalties"},
}
_PHASES_OF_GAME: Final = {
    "base": ("card", "row", "over"),
    "take-a-number": ("card", "row", "keep", "over"),
    "anniversary": ("card", "row", "special", "swap", "draw", "over"),
}
# Fields that make sense in some phases only.
_PLACING: Final = ("row", "keep", "special", "swap", "draw")
_PHASES_OF_FIELD: Final = {
    "pool": ("draft",),
    "taken": ("keep",),
    "placed": _PLACING,
    "order": _PLACING,
    "chosen": ("card", *_PLACING),
    "rows": ("card", "over", *_PLACING),
    "piles": ("card", "over", *_PLACING),
}
# Phases in which the card that is being placed lies in its row already.
_CARD_IS_PLACED: Final = ("keep", "swap", "draw")


class PositionReader:
    """Turns the fields of one position into a flat state."""

    def __init__(self, rules: Rules, fields: dict[str, str]) -> None:
        self.rules = rules
        self.fields = fields
        self.players = rules.players
        self.seen: Counter[int] = Counter()
        self.flat = new_flat(rules)
        self.phase = fields.get("phase", "card")

    def read(self) -> Flat:
        """The flat state, or a NotationError."""
        self.check_names()
        self.flat[at.ROUND] = self.number("round", 1, lowest=1) - 1
        if 0 < self.rules.rounds <= self.flat[at.ROUND]:
            raise NotationError(f"a match of {self.rules.rounds} rounds has no round {self.flat[at.ROUND] + 1} (B7)")
        if "hands" not in self.fields and self.phase not in ("draft", "over"):
            raise NotationError("a position needs hands, like hands=2,7,8/1,3,6")
        self.seats(at.HANDS, "hands")
        self.seats(at.PILES, "piles")
        scores = self.numbers("scores")
        if self.phase != "over" and 0 < self.rules.limit <= max(scores):
            raise NotationError(f"with a score of {max(scores)} the match is over (B7)")
        self.flat[at.SCORE : at.SCORE + self.players] = scores
        if self.phase == "draft":
            self.draft()
        else:
            self.play()
        twice = [card for card, times in self.seen.items() if times > 1]
        if twice:
            raise NotationError(f"card {twice[0]} appears twice")
        return self.flat

    def check_names(self) -> None:
        draft = ("draft",) if self.rules.setup == "draft" else ()
        phases = (*draft, *_PHASES_OF_GAME[self.rules.game])
        if self.phase not in phases:
            raise NotationError(f"{self.rules.variant} has no phase {self.phase!r}: write one of {', '.join(phases)}")
        own = _FIELDS_OF_GAME.get(self.rules.game, set())
        for name in self.fields:
            if name not in own and any(name in names for names in _FIELDS_OF_GAME.values()):
                raise NotationError(f"{self.rules.variant} has no field {name}=")
            if self.phase not in _PHASES_OF_FIELD.get(name, phases):
                raise NotationError(f"there is no {name}= in phase {self.phase}")

    def draft(self) -> None:
        """A position in the middle of a draft (P2)."""
        flat, rules = self.flat, self.rules
        if self.number("turn", 1) != 1:
            raise NotationError("a draft comes before the first turn (P2), so leave turn= out")
        pool = self.cards("pool", self.fields.get("pool", "-"))
        write_set(flat, at.POOL, pool)
        sizes = self.hand_sizes()
        picks = sum(sizes)
        first = int(flat[at.ROUND]) % self.players
        for place in range(self.players):
            seat = (first + place) % self.players
            due = (picks + self.players - 1 - place) // self.players
            if sizes[seat] != due:
                raise NotationError(f"after {picks} picks seat {seat + 1} has {due} cards, not {sizes[seat]} (P2)")
        if len(pool) != rules.deck - picks or len(pool) <= rules.rows:
            raise NotationError(f"after {picks} picks {rules.deck - picks} cards are left in the pool, not {len(pool)}")
        for seat in range(self.players):
            write_set(flat, at.SHOWN + 2 * seat, read_set(flat, at.HANDS + 2 * seat))
        flat[at.PHASE] = at.DRAFT
        flat[at.PICKS] = picks
        flat[at.SEAT] = (first + picks) % self.players

    def play(self) -> None:
        """A position with rows on the table."""
        if self.rules.game == "anniversary":
            self.special_cards()
        self.rows()
        if self.rules.game == "take-a-number":
            self.seats(at.NUMBER_ROWS, "numbers")
            write_set(self.flat, at.TAKEN, self.cards("taken", self.fields.get("taken", "-")))
        self.penalties()
        chosen = self.chosen()
        self.flat[at.CHOSEN : at.CHOSEN + self.players] = chosen
        self.turn(chosen)
        self.shown(chosen)
        if self.phase == "over":
            self.over(chosen)
        elif self.phase == "card":
            self.choice(chosen)
        else:
            self.placing(chosen)

    def turn(self, chosen: list[int]) -> None:
        """The number of turns, which hands tell where everybody plays one card a turn (B6)."""
        held = [size + bool(card) for size, card in zip(self.hand_sizes(), chosen, strict=True)]
        if self.rules.game == "take-a-number":
            self.flat[at.TURN] = self.number("turn", 1, lowest=1) - 1
            if self.phase == "card" and not min(held):
                raise NotationError("somebody has no card left, so the round is over (N8): write phase=over")
            return
        if len(set(held)) > 1:
            raise NotationError(f"everybody has the same number of cards left, but these hands have {held}")
        size = self.rules.hand
        if held[0] > size:
            raise NotationError(f"in turn 1 everybody has {size} of {size} cards, not {held[0]}")
        turn = self.number("turn", size - held[0] + 1, lowest=1) - 1
        if size - held[0] != turn:
            raise NotationError(f"in turn {turn + 1} everybody has {size - turn} of {size} cards, not {held[0]}")
        if not held[0]:
            self.phase = "over"
        self.flat[at.TURN] = turn

    def choice(self, chosen: list[int]) -> None:
        """Everybody is choosing a card (B2)."""
        self.seen.update(card for card in chosen if card)
        self.flat[at.PHASE] = at.CARD
        self.flat[at.PENDING] = sum(1 << seat for seat in range(self.players) if not chosen[seat])
        if not self.flat[at.PENDING]:
            raise NotationError(
                "all cards are chosen, so they are placed: leave one out, or give the rows after placing"
            )

    def placing(self, chosen: list[int]) -> None:
        """Cards are turned over, and somebody decides something before the next one is placed."""
        flat = self.flat
        placed = self.number("placed", 0)
        if 0 in chosen or placed >= self.players:
            raise NotationError(
                f"phase={self.phase} needs everybody's card in chosen=, and placed= below the number of players"
            )
        order = self.order(chosen)
        self.seen.update(chosen[seat] for seat in order[placed + (self.phase in _CARD_IS_PLACED) :])
        flat[at.ORDER : at.ORDER + self.players] = order
        flat[at.PHASE] = PHASE_OF_KIND[Kind(self.phase)]
        flat[at.PLACED] = placed
        flat[at.SEAT] = seat = order[placed]
        flat[at.PLACING] = card = chosen[seat]
        if self.phase in _CARD_IS_PLACED and not self.seen[card]:
            raise NotationError(f"in phase {self.phase} card {card} is placed already, but it is in no row and no pile")
        if self.phase == "row":
            lowest = min(flat[at.LAST : at.LAST + flat[at.LIVE_ROWS]].tolist())
            if card > lowest:
                raise NotationError(f"card {card} is no low card: a row ends with {lowest} (B5)")
        if self.phase == "draw" and not flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS].any():
            raise NotationError("there is no special card left to draw (A10)")
        if self.phase == "keep" and len(read_set(flat, at.TAKEN)) < 2:
            raise NotationError("phase=keep needs two or more cards in taken= (N6)")

    def order(self, chosen: list[int]) -> list[int]:
        """The order of placing: by cards, unless Replace has changed a card since (A6)."""
        order = sorted(range(self.players), key=chosen.__getitem__)
        if "order" in self.fields:
            given = [number - 1 for number in parse_cards(self.fields["order"])]
            if sorted(given) != sorted(order):
                raise NotationError(f"order= names each of {self.players} seats once, like order=2,1,3")
            return given
        return order

    def over(self, chosen: list[int]) -> None:
        """The end of a round, its penalties counted in the scores."""
        held = self.hand_sizes()
        done = min(held) == 0 if self.rules.game == "take-a-number" else not any(held)
        if any(chosen) or not done:
            raise NotationError(
                "phase=over needs empty hands (B6; one of them in take-a-number, N8) and no card chosen"
            )
        scores = self.flat[at.SCORE : at.SCORE + self.players].tolist()
        penalties = self.flat[at.PENALTY : at.PENALTY + self.players].tolist()
        if any(score < penalty for score, penalty in zip(scores, penalties, strict=True)):
            raise NotationError("after a round the scores hold its penalties, so they cannot be lower than those")
        limit, rounds = self.rules.limit, self.rules.rounds
        ended = (limit and max(scores) >= limit) or (rounds and self.flat[at.ROUND] + 1 >= rounds)
        self.flat[at.PHASE] = at.MATCH_OVER if ended else at.ROUND_OVER

    def rows(self) -> None:
        rules = self.rules
        if "rows" not in self.fields:
            raise NotationError("a position needs rows, like rows=12/37/43/58")
        rows = [self.cards("rows", part) for part in self.fields["rows"].split("/")]
        most = rules.rows + (rules.game == "anniversary")  # A3
        if not rules.rows <= len(rows) <= most:
            raise NotationError(f"rows= names {len(rows)} rows, but there are {rules.rows}")
        self.flat[at.LIVE_ROWS] = len(rows)
        if rules.game == "anniversary":
            self.marks(at.HAS_STOP, at.STOP, "stops", len(rows))
            self.marks(at.HAS_SEVEN, at.SEVEN, "sevens", len(rows))
            self.stock(fifth_row=len(rows) > rules.rows and self.phase != "over")
            self.flat[at.CAPACITY : at.CAPACITY + len(rows)] = rules.capacity
            self.flat[at.CAPACITY : at.CAPACITY + len(rows)] += self.flat[at.HAS_SEVEN : at.HAS_SEVEN + len(rows)]
        for row, cards in enumerate(rows):
            holds = int(self.flat[at.CAPACITY + row])
            if self.phase == "over" and rules.game == "anniversary":
                holds += 1  # a 7 nimmt! may have been here until the end (A20)
            if not cards or list(cards) != sorted(cards):
                raise NotationError(f"row {row + 1} must hold ascending cards (B3), not {write_cards(cards)}")
            if len(cards) > holds:
                raise NotationError(f"row {row + 1} holds at most {holds} cards (B4), not {len(cards)}")
            fill_row(self.flat, row, cards)
            if rules.game == "anniversary" and self.flat[at.HAS_STOP + row]:
                self.flat[at.LAST + row] = at.NEVER_BELOW

    def special_cards(self) -> None:
        """Everybody's special cards and the discards (A1)."""
        groups = self.fields.get("specials", "/".join("-" * self.players)).split("/")
        if len(groups) != self.players:
            raise NotationError(f"specials= names {len(groups)} seats, but there are {self.players} players")
        for seat, group in enumerate(groups):
            for kind in parse_specials(group):
                self.flat[at.SPECIALS + at.KINDS * seat + kind] += 1
        for kind in parse_specials(self.fields.get("discards", "-")):
            self.flat[at.DISCARDS + kind] += 1

    def marks(self, place: int, kind: int, name: str, rows: int) -> None:
        """Rows with a marker (A4, A8)."""
        marked = parse_cards(self.fields.get(name, "-"))
        if len(set(marked)) != len(marked) or not all(1 <= row <= rows for row in marked):
            raise NotationError(f"{name}= names rows from 1 to {rows}, each once, like {name}=2")
        if kind == at.STOP and (len(marked) > MOST_STOPS or len(marked) == rows):
            raise NotationError("there are at most two Stops, and one row at least is open (A8, A16)")
        if marked and self.phase == "over":
            raise NotationError(f"no special card is left on the table after a round, so leave {name}= out (A20)")
        for row in marked:
            self.flat[place + row - 1] = 1

    def stock(self, fifth_row: bool) -> None:
        """The special deck: what is nowhere else (A1)."""
        flat = self.flat
        for kind, name in enumerate(SPECIAL_NAMES):
            used = int(flat[at.DISCARDS + kind])
            used += sum(int(flat[at.SPECIALS + at.KINDS * seat + kind]) for seat in range(self.players))
            used += {
                at.STOP: int(flat[at.HAS_STOP : at.HAS_STOP + at.MAX_ROWS].sum()),
                at.SEVEN: int(flat[at.HAS_SEVEN : at.HAS_SEVEN + at.MAX_ROWS].sum()),
                at.FIFTH_ROW: int(fifth_row),
            }.get(kind, 0)
            if used > self.rules.specials[kind]:
                raise NotationError(f"there are {self.rules.specials[kind]} cards {name} in this game, not {used}")
            flat[at.SPECIAL_DECK + kind] = self.rules.specials[kind] - used

    def penalties(self) -> None:
        """What this round has cost so far; only Negative=Positive makes it differ from the piles (A9)."""
        for seat in range(self.players):
            piled = total_bullheads(read_set(self.flat, at.PILES + 2 * seat))
            if self.rules.game == "take-a-number":  # N8: nothing counts before the end
                held = total_bullheads(read_set(self.flat, at.HANDS + 2 * seat))
                piled = held + 2 * piled if self.phase == "over" else 0
            self.flat[at.PENALTY + seat] = piled
        if "penalties" in self.fields:
            given = self.numbers("penalties")
            if any(given[seat] > self.flat[at.PENALTY + seat] for seat in range(self.players)):
                raise NotationError("penalties cannot be more than the bullheads in the piles (A9)")
            self.flat[at.PENALTY : at.PENALTY + self.players] = given

    def shown(self, chosen: list[int]) -> None:
        """The part of each hand that everybody knows: all of it after a draft (P3)."""
        down = [[card] if card and self.phase == "card" else [] for card in chosen]
        hands = [{*read_set(self.flat, at.HANDS + 2 * seat), *down[seat]} for seat in range(self.players)]
        if self.rules.setup == "draft":
            shown = [tuple(hand) for hand in hands]
        else:
            shown = list(parse_groups(self.fields.get("shown", "/".join("-" * self.players))))
            if len(shown) != self.players or any(not set(cards) <= hands[seat] for seat, cards in enumerate(shown)):
                raise NotationError("shown= names cards of each seat's hand, or - for none, like shown=4,7/-")
        for seat, cards in enumerate(shown):
            write_set(self.flat, at.SHOWN + 2 * seat, cards)

    def chosen(self) -> list[int]:
        groups = parse_groups(self.fields.get("chosen", "/".join("-" * self.players)))
        if len(groups) != self.players or any(len(group) > 1 for group in groups):
            raise NotationError("chosen= names one card or - for each seat, like chosen=14/-/44/-")
        chosen = [self.in_deck(group[0]) if group else 0 for group in groups]
        if len(set(chosen) - {0}) < len(chosen) - chosen.count(0):
            raise NotationError("two seats cannot have chosen the same card")
        return chosen

    def hand_sizes(self) -> list[int]:
        return [len(read_set(self.flat, at.HANDS + 2 * seat)) for seat in range(self.players)]

    def seats(self, place: int, name: str) -> None:
        """A set of cards for each seat."""
        groups = self.fields.get(name, "/".join("-" * self.players)).split("/")
        if len(groups) != self.players:
            raise NotationError(f"{name}= names {len(groups)} seats, but there are {self.players} players")
        for seat, group in enumerate(groups):
            write_set(self.flat, place + 2 * seat, self.cards(name, group))

    def cards(self, name: str, text: str) -> tuple[int, ...]:
        try:
            cards = parse_cards(text)
        except NotationError as error:
            raise NotationError(f"{name}={text}: {error}") from None
        for card in map(self.in_deck, cards):
            if card in self.seen:
                raise NotationError(f"card {card} appears twice")
            self.seen[card] = 1
        return cards

    def in_deck(self, card: int) -> int:
        if not 1 <= card <= self.rules.deck:
            raise NotationError(f"there is no card {card} in this game: cards go from 1 to {self.rules.deck}")
        return card

    def number(self, name: str, usual: int, lowest: int = 0) -> int:
        text = self.fields.get(name, str(usual))
        if not (text.isascii() and text.isdecimal()) or len(text) > 6 or int(text) < lowest:
            raise NotationError(f"{name}={text} is not a number from {lowest} on: write it like {name}={usual}")
        return int(text)

    def numbers(self, name: str) -> list[int]:
        """A number for each seat."""
        parts = self.fields.get(name, "/".join("0" * self.players)).split("/")
        if len(parts) != self.players or not all(p.isascii() and p.isdecimal() and len(p) < 7 for p in parts):
            raise NotationError(f"{name}= names one number for each of {self.players} seats, like {name}=0/5")
        return [int(part) for part in parts]
