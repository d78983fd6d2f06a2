"""What players see, as text and as tensors: with everything remembered, or the table as it lies now.

Public is what happens on the table. Secret are a dealt hand, special cards and what is drawn (A27), and that somebody
had a special card and did not play it (A13). Where everybody knows everything (`Settings.is_open`) nothing is secret.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from game.decision import KIND_OF_PHASE, action_text
from game.engine import layout as at
from game.engine import specials as special
from game.flat import read_set
from game.spiel.bounds import most_events
from game.spiel.moment import DEALT, LEFT_OVER, Event, Moment
from game.spiel.parameters import Settings
from game.text import write_cards, write_groups, write_specials

Shape = tuple[int, ...]
Tensor = npt.NDArray[np.float32]

# What an event of the tensor is about: a column each. A special card has one by its kind, and one more for none.
_COLUMN: Final = {at.DRAFT: 0, at.CARD: 1, at.ROW: 2, at.KEEP: 3, at.SWAP: 4, at.DRAW: 5, at.SPECIAL: 6}
_COLUMNS: Final = len(_COLUMN)


class Observer:
    """OpenSpiel's observer for all three games."""

    def __init__(self, settings: Settings, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"the observers of {settings.name} take no parameters, and {sorted(params)} were given")
        self._settings = settings
        self._recalls = bool(kind.perfect_recall)
        self._public = bool(kind.public_info)
        self._private = kind.private_info
        self.dict: dict[str, Tensor] = {}
        shapes = dict(self._shapes())
        self.tensor: Tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), dtype=np.float32)
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def _eyes(self, player: int) -> Collection[int]:
        """The seats whose secrets are shown."""
        if self._private == pyspiel.PrivateInfoType.NONE or self._settings.is_open:
            return ()
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return range(self._settings.rules.players)
        return (player,)

    def _shows(self, event: Event, eyes: Collection[int]) -> bool:
        """Whether these eyes see what one player has done."""
        if is_secret(event) and not self._settings.is_open:
            return event[1] in eyes
        return self._public

    # As text

    def string_from(self, state: Any, player: int) -> str:
        """What a player knows, in words."""
        return self.text(state.moment, player)

    def text(self, moment: Moment, player: int) -> str:
        """What a player knows at a moment, in words."""
        parts = list(self._remembered(moment, player) if self._recalls else self._on_the_table(moment, player))
        # Who looks is part of what is known; with nothing known there is nothing to look at.
        return "; ".join([f"p{player}", *parts]) if self._public or parts else ""

    def _remembered(self, moment: Moment, player: int) -> Iterator[str]:
        eyes = self._eyes(player)
        for event in moment.seen:
            if event[0] == DEALT:
                yield from self._deal_text(event, eyes)
            elif event[0] == LEFT_OVER:
                if self._public:
                    yield f"left {write_groups(event[1])}"
            elif event[0] == at.CARD:
                if self._public:
                    yield "turn " + " ".join(map(str, event[1]))
            elif self._shows(event, eyes):
                phase, seat, action = event
                yield f"p{seat} {action_text(KIND_OF_PHASE[phase], action)}"

    def _deal_text(self, event: Event, eyes: Collection[int]) -> Iterator[str]:
        _, hands, rows, starters, specials = event
        if self._public:
            if self._settings.is_open:
                yield f"hands {write_groups(hands)}"
            yield f"rows {write_cards(rows)}"
            if starters:
                yield f"starters {write_cards(starters)}"
        for seat in eyes:
            yield f"p{seat} hand {write_cards(hands[seat])}"
            if self._settings.swaps:
                yield f"p{seat} specials {write_specials(specials[seat])}"

    def _on_the_table(self, moment: Moment, player: int) -> Iterator[str]:
        settings, flat = self._settings, moment.flat
        players = range(settings.rules.players)
        if moment.dealing is not None:  # nobody looks at a hand before all is dealt
            yield from (f"p{seat} hand -" for seat in self._eyes(player))
            return

        def by_seat(place: int) -> str:
            return write_groups(read_set(flat, place + 2 * seat) for seat in players)

        if self._public:
            yield f"round {flat[at.ROUND] + 1} turn {flat[at.TURN] + 1}"
            rows = () if flat[at.PHASE] == at.DRAFT else range(int(flat[at.LIVE_ROWS]))
            yield f"rows {write_groups(read_set(flat, at.ROWS + 2 * row) for row in rows)}"
            if settings.is_open:
                yield f"hands {by_seat(at.HANDS)}"
            elif settings.rules.game != "base":
                yield f"shown {by_seat(at.SHOWN)}"
            if settings.drafts:
                yield f"pool {write_cards(read_set(flat, at.POOL))}"
            if flat[at.PHASE] != at.CARD:
                yield f"phase {flat[at.PHASE]} of p{flat[at.SEAT]}"
                yield "revealed " + " ".join(map(str, flat[at.CHOSEN : at.CHOSEN + len(players)].tolist()))
                yield f"placed {flat[at.PLACED]}"
            yield f"piles {by_seat(at.PILES)}"
            yield "penalties " + " ".join(map(str, flat[at.PENALTY : at.PENALTY + len(players)].tolist()))
            yield "scores " + " ".join(map(str, flat[at.SCORE : at.SCORE + len(players)].tolist()))
            if settings.rules.game == "take-a-number":
                yield f"numbers {by_seat(at.NUMBER_ROWS)}"
                yield f"taken {write_cards(read_set(flat, at.TAKEN))}"
            if settings.rules.game == "anniversary":
                yield f"discards {flat[at.DISCARDS : at.DISCARDS + at.KINDS].tolist()}"
                yield f"specials {[int(_specials(moment, seat).sum()) for seat in players]}"
                yield f"stops {flat[at.HAS_STOP : at.HAS_STOP + at.MAX_ROWS].tolist()}"
                yield f"sevens {flat[at.HAS_SEVEN : at.HAS_SEVEN + at.MAX_ROWS].tolist()}"
        for seat in self._eyes(player):
            yield f"p{seat} hand {write_cards(read_set(flat, at.HANDS + 2 * seat))}"
            if settings.swaps:
                yield f"p{seat} specials {_specials(moment, seat).tolist()}"

    # As tensors

    def _shapes(self) -> Iterator[tuple[str, Shape]]:
        settings = self._settings
        rules = settings.rules
        yield "player", (rules.players,)
        if self._recalls:
            yield from self._shapes_of_memory()
            return
        is_number, is_anniversary = rules.game == "take-a-number", rules.game == "anniversary"
        by_seat = (rules.players, rules.deck)
        if self._public:
            yield "when", (2,)
            yield "rows", (rules.rows + is_anniversary, rules.deck)
            yield "piles", by_seat
            yield "penalties", (rules.players,)
            yield "scores", (rules.players,)
            yield "phase", (at.MATCH_OVER + 1,)
            yield "acting", (rules.players,)
            yield "revealed", by_seat
            yield "order", (rules.players, rules.players)
            yield "placed", (1,)
            if settings.is_open:
                yield "hands", by_seat
            elif rules.game != "base":
                yield "shown", by_seat
            if settings.drafts:
                yield "pool", (rules.deck,)
            if is_number:
                yield "numbers", by_seat
                yield "taken", (rules.deck,)
            if is_anniversary:
                yield "discards", (at.KINDS,)
                yield "special_sizes", (rules.players,)
                yield "stops", (rules.rows + 1,)
                yield "sevens", (rules.rows + 1,)
        if seats := self._secret_seats():
            yield "hand", (seats, rules.deck)
            if settings.swaps:
                yield "specials", (seats, at.KINDS)

    def _shapes_of_memory(self) -> Iterator[tuple[str, Shape]]:
        settings = self._settings
        rules = settings.rules
        if self._public:
            if not settings.drafts:
                yield "rows", (rules.rounds, rules.rows, rules.deck)
                if settings.is_open:
                    yield "hands", (rules.rounds, rules.players, rules.deck)
            if rules.starters:
                yield "starters", (rules.rounds, rules.players, rules.deck)
            yield "events", (rules.rounds, most_events(settings), _event_width(settings))
            if rules.game == "take-a-number":
                yield "left", (rules.rounds, rules.players, rules.deck)
        if seats := self._secret_seats():
            yield "hand", (rules.rounds, seats, rules.deck)
            if settings.swaps:
                yield "specials", (rules.rounds, seats, at.KINDS)
                if not self._public:  # secret ones alone; else they stand among the public ones
                    yield "events", (rules.rounds, most_events(settings), _event_width(settings))

    def _secret_seats(self) -> int:
        return len(self._eyes(0))

    def set_from(self, state: Any, player: int) -> None:
        """Fill the tensors with what a player knows."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        moment: Moment = state.moment
        if self._recalls:
            self._fill_memory(moment, player)
        elif moment.dealing is None:
            self._fill_table(moment, player)

    def _fill_memory(self, moment: Moment, player: int) -> None:
        eyes = self._eyes(player)
        round_number, place = -1, 0
        if self._settings.drafts:
            round_number = 0
        for event in moment.seen:
            if event[0] == DEALT:
                round_number, place = round_number + 1, 0
                self._fill_deal(event, round_number, eyes)
            elif event[0] == LEFT_OVER:
                if self._public:
                    for seat, hand in enumerate(event[1]):
                        _mark(self.dict["left"][round_number, seat], hand)
            elif event[0] == at.CARD:
                if self._public:
                    for seat, card in enumerate(event[1]):
                        self._fill_event(self.dict["events"][round_number, place], at.CARD, seat, card)
                        place += 1
            elif self._shows(event, eyes):
                phase, seat, action = event
                if self._settings.drafts and phase == at.DRAFT and place and not self._is_drafting(round_number, place):
                    round_number, place = round_number + 1, 0
                self._fill_event(self.dict["events"][round_number, place], phase, seat, action)
                place += 1

    def _is_drafting(self, round_number: int, place: int) -> bool:
        """Whether the event before this one was a pick, too; if not, this pick begins a new round (P3)."""
        return bool(self.dict["events"][round_number, place - 1, _COLUMN[at.DRAFT]])

    def _fill_deal(self, event: Event, round_number: int, eyes: Collection[int]) -> None:
        _, hands, rows, starters, specials = event
        if self._public:
            for row, card in enumerate(rows):
                self.dict["rows"][round_number, row, card - 1] = 1
            for seat, card in enumerate(starters):
                self.dict["starters"][round_number, seat, card - 1] = 1
            if self._settings.is_open:
                for seat, hand in enumerate(hands):
                    _mark(self.dict["hands"][round_number, seat], hand)
        for line, seat in enumerate(eyes):
            _mark(self.dict["hand"][round_number, line], hands[seat])
            if self._settings.swaps:
                for kind in specials[seat]:
                    self.dict["specials"][round_number, line, kind] += 1

    def _fill_event(self, line: Tensor, phase: int, seat: int, action: int) -> None:
        rules = self._settings.rules
        line[_COLUMN[phase]] = 1
        line[_COLUMNS + seat] = 1
        card, row, kind = _meaning(phase, action)
        after_seats = _COLUMNS + rules.players
        if card:
            line[after_seats + card - 1] = 1
        if row >= 0:
            line[after_seats + rules.deck + row] = 1
        if kind >= 0:
            line[after_seats + rules.deck + rules.rows + 1 + kind] = 1

    def _fill_table(self, moment: Moment, player: int) -> None:
        settings, flat, pieces = self._settings, moment.flat, self.dict
        players = range(settings.rules.players)
        if self._public:
            pieces["when"][:] = flat[at.ROUND], flat[at.TURN]
            if flat[at.PHASE] != at.DRAFT:
                for row in range(int(flat[at.LIVE_ROWS])):
                    _mark(pieces["rows"][row], read_set(flat, at.ROWS + 2 * row))
            pieces["penalties"][:] = flat[at.PENALTY : at.PENALTY + len(players)]
            pieces["scores"][:] = flat[at.SCORE : at.SCORE + len(players)]
            pieces["phase"][flat[at.PHASE]] = 1
            pieces["placed"][0] = flat[at.PLACED]
            if moment.player >= 0:
                pieces["acting"][moment.player] = 1
            for name, place in _SETS_BY_SEAT.items():
                if name in pieces:
                    for seat in players:
                        _mark(pieces[name][seat], read_set(flat, place + 2 * seat))
            if any(flat[at.CHOSEN : at.CHOSEN + len(players)]):
                for seat in players:
                    _mark(pieces["revealed"][seat], (int(flat[at.CHOSEN + seat]),))
                    pieces["order"][seat, flat[at.ORDER + seat]] = 1
            for name, place in (("pool", at.POOL), ("taken", at.TAKEN)):
                if name in pieces:
                    _mark(pieces[name], read_set(flat, place))
            if settings.rules.game == "anniversary":
                pieces["discards"][:] = flat[at.DISCARDS : at.DISCARDS + at.KINDS]
                pieces["special_sizes"][:] = [_specials(moment, seat).sum() for seat in players]
                rows = settings.rules.rows + 1
                pieces["stops"][:] = flat[at.HAS_STOP : at.HAS_STOP + rows]
                pieces["sevens"][:] = flat[at.HAS_SEVEN : at.HAS_SEVEN + rows]
        for line, seat in enumerate(self._eyes(player)):
            _mark(pieces["hand"][line], read_set(flat, at.HANDS + 2 * seat))
            if settings.swaps:
                pieces["specials"][line] = _specials(moment, seat)


_SETS_BY_SEAT: Final = {
    "piles": at.PILES,
    "hands": at.HANDS,
    "shown": at.SHOWN,
    "numbers": at.NUMBER_ROWS,
}


def _event_width(settings: Settings) -> int:
    rules = settings.rules
    return _COLUMNS + rules.players + rules.deck + rules.rows + 1 + at.KINDS + 1


def is_secret(event: Event) -> bool:
    """Whether only the one who did it knows: a special card drawn (A27), or one not played (A13)."""
    phase, _, action = event
    return bool(phase == at.DRAW or (phase == at.SPECIAL and action == special.PLAY_NONE))


def _meaning(phase: int, action: int) -> tuple[int, int, int]:
    """What an action names: a card (0: none), a row and a kind of special card (-1: none)."""
    if phase == at.ROW:
        return 0, action, -1
    if phase in (at.SWAP, at.DRAW):
        return 0, -1, action - 1 if action else at.KINDS
    if phase != at.SPECIAL:
        return action, -1, -1
    if action >= special.PLAY_SHIFT:
        card, row = divmod(action - special.PLAY_SHIFT, special.SHIFT_ROWS)
        return card, row, at.SHIFT
    if action >= special.PLAY_NEGATIVE:
        return action - special.PLAY_NEGATIVE, -1, at.NEGATIVE
    if action >= special.PLAY_REPLACE:
        return action - special.PLAY_REPLACE, -1, at.REPLACE
    if action >= special.PLAY_INSERT:
        return 0, action - special.PLAY_INSERT, at.INSERT
    if action >= special.PLAY_STOP:
        return 0, action - special.PLAY_STOP, at.STOP
    return 0, -1, {special.PLAY_SEVEN: at.SEVEN, special.PLAY_FIFTH_ROW: at.FIFTH_ROW}.get(action, at.KINDS)


def _specials(moment: Moment, seat: int) -> npt.NDArray[np.int64]:
    place = at.SPECIALS + at.KINDS * seat
    return moment.flat[place : place + at.KINDS]


def _mark(places: Tensor, cards: Collection[int]) -> None:
    """A one for every card of a set."""
    for card in cards:
        places[card - 1] = 1
