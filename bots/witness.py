"""A witness: keeps in mind what one seat sees of a round, and gives its information set the name that solvers use.

A strategy is looked up by all that a player has seen, and a View shows the table as it is now. So a witness is told of
the start of the round and of everything that happens, as records, and puts that down as the events of game.spiel.

Solvers know each deal in one order of its rows only, for where equal rows lie does not matter; and a draft only with
the first seat as first picker. A witness translates: `to_file` and `to_table` do it for actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from game.deal import Deal
from game.decision import Decision, Kind, parse_action
from game.engine import layout as at
from game.engine import specials as special
from game.records import Drafted, Drew, Kept, Placed, Record, Revealed, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES
from game.spiel.moment import DEALT, Event, Moment
from game.spiel.parameters import Settings
from game.text import write_cards
from game.view import View
from solver.tree.flat_tree import WordArray
from solver.tree.names import name_of_words, words_of_events

#: Stands for a special card that this seat has drawn and not looked at yet.
_UNSEEN: Final = 0
#: The action of somebody who plays no special card, or swaps none.
_NONE: Final = 0


class Witness:
    """What one seat has seen of a round, from its first moment on."""

    def __init__(self, settings: Settings, view: View) -> None:
        """`view` is what the seat sees before the first turn, or before the first pick of a draft."""
        _check_start(view)
        self._settings = settings
        self._seat = view.seat
        self._players = settings.rules.players
        #: How far the seats are turned from those of the file: the first picker moves on every round (P3).
        self._turned = view.round % self._players if settings.drafts else 0
        #: The row of the file for each row on this table.
        self._rows = list(range(settings.rules.rows))
        self._events: list[Event] = []
        self._sizes = list(view.special_sizes)
        self._specials = list(view.specials)
        #: Somebody else took a row, and may swap a special card before anything else happens (A10).
        self._swapping: int | None = None
        #: Negative=Positive says which row a low card takes, so that there is no further choice (A19).
        self._named = False
        #: How many cards were taken last; where it was one, there was no choice what to keep (N6).
        self._taken = 0
        if not settings.drafts:
            self._rows = _row_order(settings, view)
            self._events.append(_deal_event(settings, view, self._rows))
        self._shadow = _Shadow(settings, self._events) if settings.is_open and settings.swaps else None

    @property
    def player(self) -> int:
        """This seat's number in the file."""
        return self._player(self._seat)

    def name(self, view: View) -> WordArray:
        """The name of what this seat knows, when it has something to decide."""
        if view.seat != self._seat:
            raise ValueError(f"this is the witness of seat {self._seat + 1}, not of seat {view.seat + 1}")
        self._swap_declined()
        if self._shadow is not None:
            self._add_silent(None)
        self._look_at_drawn(view)
        words = words_of_events(self._events, self._settings, self.player)
        return name_of_words(self.player, words)

    # What happens

    def decided(self, decision: Decision, action: int) -> None:
        """This seat has decided; of a special card that it did not play, or not swap, nobody else tells."""
        if action == _NONE and decision.kind in (Kind.SPECIAL, Kind.SWAP):
            phase = at.SPECIAL if decision.kind is Kind.SPECIAL else at.SWAP
            self._add((phase, self.player, _NONE))

    def observe(self, records: Iterable[Record]) -> None:
        """Something has happened."""
        for record in records:
            self._observe(record)

    def _observe(self, record: Record) -> None:
        if self._swapping is not None and not (isinstance(record, Swapped) and record.seat == self._swapping):
            self._swap_declined()
        if isinstance(record, Drafted):
            self._add((at.DRAFT, self._player(record.seat), record.card))
        elif isinstance(record, Revealed):
            turned = self._turned
            self._add((at.CARD, (*record.cards[turned:], *record.cards[:turned])))
        elif isinstance(record, Placed):
            self._placed(record)
        elif isinstance(record, Kept):
            if self._taken > 1:
                self._add((at.KEEP, self._player(record.seat), record.card))
        elif isinstance(record, SpecialPlayed):
            self._played(record)
        elif isinstance(record, Swapped):
            self._swapping = None
            self._spend(record.seat, SPECIAL_NAMES.index(record.special))
            self._add((at.SWAP, self._player(record.seat), 1 + SPECIAL_NAMES.index(record.special)))
        elif isinstance(record, Drew):
            self._drew(record.seat)

    def _placed(self, record: Placed) -> None:
        if record.low and not self._named:
            self._add((at.ROW, self._player(record.seat), self._rows[record.row]))
        self._named = False
        self._taken = len(record.taken)
        if not record.taken:
            return
        if len(self._rows) > self._settings.rules.rows:  # A3, A23: that row goes, and those behind it move up
            gone = self._rows.pop(record.row)
            self._rows = [row - (row > gone) for row in self._rows]
        if self._shadow is None and record.seat != self._seat and self._sizes and self._sizes[record.seat]:
            self._swapping = record.seat

    def _played(self, record: SpecialPlayed) -> None:
        action = parse_action(Kind.SPECIAL, record.special)
        kind = record.special.split()[0]
        self._spend(record.seat, SPECIAL_NAMES.index(kind))
        self._named = kind == "negative"
        self._add((at.SPECIAL, self._player(record.seat), self.to_file(Kind.SPECIAL, action)))
        if action == special.PLAY_FIFTH_ROW:  # A23: the new row is the last one
            self._rows.append(len(self._rows))

    def _spend(self, seat: int, kind: int) -> None:
        self._sizes[seat] -= 1
        if seat == self._seat:
            self._specials[kind] -= 1

    def _drew(self, seat: int) -> None:
        self._sizes[seat] += 1
        if self._settings.is_open:  # all special cards are of one kind
            kind = next(kind for kind, count in enumerate(self._settings.rules.specials) if count)
            self._add((at.DRAW, self._player(seat), 1 + kind))
        elif seat == self._seat:
            self._add((at.DRAW, self.player, _UNSEEN))

    def _look_at_drawn(self, view: View) -> None:
        """Find out which special card was drawn: the one that has come to the hand."""
        if self._settings.is_open:
            return
        for place, event in enumerate(self._events):
            if event[0] == at.DRAW and event[2] == _UNSEEN:
                kind = next(kind for kind in range(at.KINDS) if view.specials[kind] > self._specials[kind])
                self._specials[kind] += 1
                self._events[place] = (at.DRAW, self.player, 1 + kind)

    def _swap_declined(self) -> None:
        if self._swapping is not None:
            self._add((at.SWAP, self._player(self._swapping), _NONE))
            self._swapping = None

    def _add(self, event: Event) -> None:
        if self._shadow is not None:
            self._add_silent(event)
            self._shadow.go_on(event)
        self._events.append(event)

    def _add_silent(self, event: Event | None) -> None:
        """What others did without a word before an event, or before this seat decides; only with open hands."""
        assert self._shadow is not None
        while (silent := self._shadow.silent(event, self.player)) is not None:
            self._shadow.go_on(silent)
            self._events.append(silent)

    # Between this table and the file

    def _player(self, seat: int) -> int:
        return (seat - self._turned) % self._players

    def to_file(self, kind: Kind, action: int) -> int:
        """An action on this table as the file knows it."""
        return _with_row(kind, action, self._rows)

    def to_table(self, kind: Kind, action: int) -> int:
        """An action of the file as it is on this table."""
        back = [0] * len(self._rows)
        for here, there in enumerate(self._rows):
            back[there] = here
        return _with_row(kind, action, back)


class _Shadow:
    """The round itself, where everybody knows everything: it tells when somebody has declined without a word."""

    def __init__(self, settings: Settings, events: list[Event]) -> None:
        (_, hands, rows, starters, specials) = events[0]
        self._moment = Moment.of_deal(settings, Deal(hands, rows, starters, specials))

    def silent(self, event: Event | None, player: int) -> Event | None:
        """What must have happened before an event, or before a player decides."""
        phase, who = self._moment.phase, self._moment.player
        if phase not in (at.SPECIAL, at.SWAP) or (event is None and who == player):
            return None
        if event is not None and event[:2] == (phase, who):
            return None
        return (phase, who, _NONE)

    def go_on(self, event: Event) -> None:
        self._moment = self._moment.joint(event[1]) if event[0] == at.CARD else self._moment.act(event[2])


def _check_start(view: View) -> None:
    drafting = bool(view.pool)
    if view.turn or view.revealed or view.chosen or any(view.piles) or (drafting and any(view.shown)):
        raise ValueError(
            "a strategy must see its round from the start: tell it of the first moment and of every record"
        )


def _row_order(settings: Settings, view: View) -> list[int]:
    """For each row on the table, the row of the file that starts with the same card."""
    cards = [row[0] for row in view.rows]
    capacities = settings.rules.capacities
    fixed = settings.fixed
    if fixed is None:  # rows of one capacity stand in ascending order, as OpenSpiel's chance deals them
        order = [0] * len(cards)
        for capacity in set(capacities):
            alike = [row for row, holds in enumerate(capacities) if holds == capacity]
            for row, first in zip(alike, sorted(alike, key=cards.__getitem__), strict=True):
                order[first] = row
        return order
    order = [fixed.rows.index(card) if card in fixed.rows else -1 for card in cards]
    if -1 in order or any(capacities[here] != capacities[there] for here, there in enumerate(order)):
        raise ValueError(f"the strategy is for the deal {fixed} alone, and here the rows are {write_cards(cards)}")
    return order


def _deal_event(settings: Settings, view: View, order: list[int]) -> Event:
    """What this seat knows of the deal, in the order of the file."""
    players, seat = settings.rules.players, view.seat
    rows = [0] * len(order)
    for here, there in enumerate(order):
        rows[there] = view.rows[here][0]
    starters = tuple(row[0] for row in view.number_rows if row)
    kinds = tuple(kind for kind, count in enumerate(view.specials) for _ in range(count))
    fixed = settings.fixed
    if fixed is not None:
        mine = (view.hand, starters, kinds)
        if mine != (fixed.hands[seat], fixed.starters, fixed.specials[seat] if fixed.specials else ()):
            raise ValueError(
                f"the strategy is for the deal {fixed} alone, and here seat {seat + 1} has {write_cards(view.hand)}"
            )
        return (DEALT, fixed.hands, fixed.rows, fixed.starters, fixed.specials)
    hands = [view.hand if each == seat else () for each in range(players)]
    specials = [kinds if each == seat else () for each in range(players)]
    if settings.is_open:  # two players and no card left over: the other hand is what one does not see
        hands[1 - seat] = view.unseen
        if settings.swaps:  # and all special cards are of one kind
            specials[1 - seat] = tuple(kinds[0] for _ in range(view.special_sizes[1 - seat])) if kinds else ()
    return (DEALT, tuple(hands), tuple(rows), starters, tuple(specials) if settings.swaps else ())


def _with_row(kind: Kind, action: int, rows: list[int]) -> int:
    """An action whose row, if it names one, is changed."""
    if kind is Kind.ROW:
        return rows[action]
    if kind is not Kind.SPECIAL:
        return action
    for first in (special.PLAY_STOP, special.PLAY_INSERT):
        if first <= action < first + at.MAX_ROWS:
            return first + rows[action - first]
    if action >= special.PLAY_SHIFT:
        card, row = divmod(action - special.PLAY_SHIFT, special.SHIFT_ROWS)
        return special.PLAY_SHIFT + special.SHIFT_ROWS * card + rows[row]
    return action
