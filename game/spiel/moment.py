"""A moment of a game: all that OpenSpiel's state holds, in one value that never changes.

OpenSpiel copies every attribute of a state whenever it clones one. A moment copies for nothing: what happens makes a
new moment, and the old one stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from game.deal import Deal
from game.decision import CHANCE as CHANCE_SEAT
from game.decision import KIND_OF_PHASE, IllegalAction, Kind, action_text
from game.engine import layout as at
from game.engine.joint import ALL_SEATS, NO_SEAT, STARTS
from game.flat import Flat, read_set
from game.position import write_position
from game.spiel.dealing import Outcomes, Step, Stock
from game.spiel.parameters import Settings
from game.spiel.payoffs import payoffs
from game.state import State
from game.text import write_cards, write_specials

# Whose move it is, where it is no seat's: the numbers of pyspiel.PlayerId, which a test compares.
CHANCE: Final = -1
SIMULTANEOUS: Final = -2
TERMINAL: Final = -4

#: Kinds of events besides the phases of the engine: what was dealt, and what was left in the hands of a round (N8).
DEALT: Final = 0
LEFT_OVER: Final = at.ROUND_OVER

_new: Final = object.__new__

#: What a moment has where no seat acts; nobody changes it.
NO_REPORT: Final[list[int]] = []

#: What has happened: (DEALT, hands, rows, starters, specials), (CARD, everybody's card), (LEFT_OVER, hands), or
#: (phase, seat, action).
Event = tuple[Any, ...]


class Moment:
    """Where a game is and how it came there. Nothing of it is ever changed, so it need not be copied."""

    __slots__ = ("dealing", "flat", "phase", "places", "player", "report", "seen", "settings")

    def __init__(
        self,
        settings: Settings,
        flat: Flat,
        seen: tuple[Event, ...],
        phase: int,
        player: int,
        report: list[int] = NO_REPORT,
        dealing: Step | None = None,
        places: tuple[int, ...] = (),
    ) -> None:
        self.settings = settings
        self.flat = flat
        #: Everything that has happened, secrets included.
        self.seen = seen
        #: What is to be decided, in the engine's numbers, and whose decision it is.
        self.phase = phase
        self.player = player
        #: What a step of the engine writes down (see game.engine.joint), as `legal` reads it; empty where no seat acts.
        self.report = report
        #: How far the deal that is under way has come, if there is one, and what chance has done in it.
        self.dealing = dealing
        self.places = places

    @classmethod
    def first(cls, settings: Settings) -> Moment:
        """The start of a game, where nobody has anything, or of one whose deal is part of its rules."""
        flat = settings.new_flat()
        return _next_round(settings, flat, ()) if settings.fixed is None else _begin(settings, flat, settings.fixed, ())

    @classmethod
    def of_deal(cls, settings: Settings, deal: Deal) -> Moment:
        """The first moment of a game whose first round has this deal."""
        return _begin(settings, settings.new_flat(), deal, ())

    # What can be done

    def legal(self, seat: int) -> list[int]:
        """What a seat may do now: nothing where it is not its turn."""
        report = self.report
        if not report or not 0 <= seat < report[STARTS] - STARTS - 1:
            return []
        return report[report[STARTS + seat] : report[STARTS + seat + 1]]

    @property
    def stock(self) -> Stock:
        """The special cards of the deal that is under way, by kind (A11)."""
        return _stock(self.settings, self.flat)

    def outcomes(self) -> Outcomes:
        """What chance may do now, with probabilities."""
        if self.dealing is not None:
            return self.dealing.offers
        if self.player != CHANCE:
            raise IllegalAction("nothing is left to chance here")
        deck = self.flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS].tolist()
        return tuple((1 + kind, count / sum(deck)) for kind, count in enumerate(deck) if count)  # A10

    # What happens

    def joint(self, actions: Sequence[int]) -> Moment:
        """Everybody plays a card (B2)."""
        settings = self.settings
        if self.phase != at.CARD or len(actions) != settings.players:
            raise IllegalAction(f"a joint action is one card from each of {settings.players} players, in a turn")
        flat = self.flat.copy()
        flat[settings.report : settings.report + settings.players] = actions
        return _step(settings, flat, ALL_SEATS, 0, (*self.seen, (at.CARD, tuple(actions))))

    def act(self, action: int) -> Moment:
        """The one player whose turn it is, or chance, does something."""
        dealing = self.dealing
        if dealing is not None:
            dealing = dealing.after(action)
            places = self.places + (action,)  # noqa: RUF005, for a real deal does this dozens of times
            if dealing.offers:
                after = _new(Moment)  # half the time of a call of the class; a real deal does this dozens of times
                after.settings, after.flat, after.seen = self.settings, self.flat, self.seen
                after.phase, after.player, after.report = at.ROUND_OVER, CHANCE, NO_REPORT
                after.dealing, after.places = dealing, places
                return after
            return _begin(self.settings, self.flat, self.settings.dealer.deal(places, self.stock), self.seen)
        if self.player >= 0:
            if action not in self.legal(self.player):
                raise IllegalAction(self._refusal(self.player, action))
            seen = (*self.seen, (self.phase, self.player, action))
            return _step(self.settings, self.flat.copy(), self.player, action, seen)
        if self.player != CHANCE:
            raise IllegalAction("all players act at once here" if self.player == SIMULTANEOUS else "the game is over")
        if action not in [outcome for outcome, _ in self.outcomes()]:
            raise IllegalAction(f"chance cannot draw {action} here: it has {[each for each, _ in self.outcomes()]}")
        seen = (*self.seen, (self.phase, int(self.flat[at.SEAT]), action))
        return _step(self.settings, self.flat.copy(), CHANCE_SEAT, action, seen)

    def returns(self) -> list[float]:
        """What everybody gets, once it is over; before that nothing."""
        players = self.settings.rules.players
        if self.player != TERMINAL:
            return [0.0] * players
        scores = self.flat[at.SCORE : at.SCORE + players].tolist()
        return payoffs(self.settings.payoff, scores)

    # In words

    def text(self, action: int) -> str:
        """An action that somebody, or chance, may take now."""
        if self.dealing is not None:
            if not 0 <= action < len(self.dealing.offers):
                return f"outcome {action}"
            return self.settings.dealer.text(self.dealing, self.places, self.stock, action)
        return action_text(KIND_OF_PHASE.get(self.phase, Kind.CARD), action)

    def __str__(self) -> str:
        """The whole truth in one line: the position in our notation, or how far the deal has come."""
        if self.dealing is None:
            return write_position(State(self.settings.rules, self.flat))
        groups, begun, specials = self.settings.dealer.dealt(self.places, self.stock)
        parts = [write_cards(group) for group in groups]
        if begun:
            parts.append(write_cards(begun) + ",…")
        parts += [write_specials(hand) for hand in specials]
        return f"{self.settings.rules} round={self.flat[at.ROUND] + 2} dealing={'/'.join(parts) or '-'}"

    def _refusal(self, seat: int, action: int) -> str:
        return f"player {seat} cannot do {action} here: it has {self.legal(seat)}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self


def _step(settings: Settings, flat: Flat, seat: int, action: int, seen: tuple[Event, ...]) -> Moment:
    """The moment after a step of the engine, which changes a flat state; `seen` tells of the step already."""
    end = settings.step(flat, seat, action, settings.report)
    if end < 0:
        raise IllegalAction(f"player {-1 - end} does not hold card {seen[-1][1][-1 - end]}")
    report = flat[settings.report : end].tolist()
    phase = report[0]
    if phase == at.CARD:
        return Moment(settings, flat, seen, phase, SIMULTANEOUS, report)
    if phase >= at.ROUND_OVER:
        return _after_round(settings, flat, seen, phase)
    return Moment(settings, flat, seen, phase, CHANCE if phase == at.DRAW else report[1], report)


def _after_round(settings: Settings, flat: Flat, seen: tuple[Event, ...], phase: int) -> Moment:
    """The next round, or the end of the game."""
    players = range(settings.rules.players)
    if settings.rules.game == "take-a-number":  # N8: hands are laid open to be counted
        seen = (*seen, (LEFT_OVER, tuple(read_set(flat, at.HANDS + 2 * seat) for seat in players)))
    if phase == at.ROUND_OVER:
        return _next_round(settings, flat, seen)
    return Moment(settings, flat, seen, phase, TERMINAL)


def _next_round(settings: Settings, flat: Flat, seen: tuple[Event, ...]) -> Moment:
    if settings.drafts:
        return _begin(settings, flat, Deal(), seen)
    stock = _stock(settings, flat)
    dealing = settings.dealer.start(stock)
    if dealing.offers:
        return Moment(settings, flat, seen, at.ROUND_OVER, CHANCE, NO_REPORT, dealing)
    return _begin(settings, flat, settings.dealer.deal((), stock), seen)


def _stock(settings: Settings, flat: Flat) -> Stock:
    """The special cards that can be dealt between rounds, by kind: those in nobody's hand (A11)."""
    if settings.rules.game != "anniversary":
        return ()
    deck = flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS]
    discards = flat[at.DISCARDS : at.DISCARDS + at.KINDS]
    return tuple((deck + discards).tolist())


def _begin(settings: Settings, flat: Flat, deal: Deal, seen: tuple[Event, ...]) -> Moment:
    """The first moment of a round that has its deal."""
    flat = flat.copy()
    settings.start_round(flat, deal)
    if deal.hands:
        seen = (*seen, (DEALT, deal.hands, deal.rows, deal.starters, deal.specials))
    return _step(settings, flat, NO_SEAT, 0, seen)
