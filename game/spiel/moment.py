"""A moment of a game: all that OpenSpiel's state holds, in one value that never changes.

OpenSpiel copies every attribute of a state whenever it clones one. A moment copies for nothing: what happens makes a
new moment, and the old one stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from game.deal import Deal
from game.decision import CHANCE as CHANCE_SEAT
from game.decision import KIND_OF_PHASE, IllegalAction, Kind, action_text
from game.engine import layout as at
from game.engine.joint import ALL_SEATS, COUNTS, NO_SEAT
from game.flat import Flat, read_set
from game.position import write_position
from game.spiel.dealing import Dealing, Outcomes
from game.spiel.parameters import Settings
from game.state import State
from game.text import write_cards, write_specials

# Whose move it is, where it is no seat's: the numbers of pyspiel.PlayerId, which a test compares.
CHANCE: Final = -1
SIMULTANEOUS: Final = -2
TERMINAL: Final = -4

#: Kinds of events besides the phases of the engine: what was dealt, and what was left in the hands of a round (N8).
DEALT: Final = 0
LEFT_OVER: Final = at.ROUND_OVER

#: What has happened: (DEALT, hands, rows, starters, specials), (CARD, everybody's card), (LEFT_OVER, hands), or
#: (phase, seat, action).
Event = tuple[Any, ...]


class Moment:
    """Where a game is and how it came there. Nothing of it is ever changed, so it need not be copied."""

    __slots__ = ("dealing", "flat", "legal", "phase", "player", "seen", "settings")

    def __init__(
        self,
        settings: Settings,
        flat: Flat,
        dealing: Dealing | None,
        seen: tuple[Event, ...],
        phase: int,
        player: int,
        legal: tuple[list[int], ...] = (),
    ) -> None:
        self.settings = settings
        self.flat = flat
        #: The deal that is under way, if there is one.
        self.dealing = dealing
        #: Everything that has happened, secrets included.
        self.seen = seen
        #: What is to be decided, in the engine's numbers, and whose decision it is.
        self.phase = phase
        self.player = player
        #: What every seat may do now, nothing where it is not its turn; empty where no seat acts. Not to be changed.
        self.legal = legal

    @classmethod
    def first(cls, settings: Settings) -> Moment:
        """The start of a game, where nobody has anything, or of one whose deal is part of its rules."""
        flat = settings.new_flat()
        return _next_round(settings, flat, ()) if settings.fixed is None else _begin(settings, flat, settings.fixed, ())

    # What can be done

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
        if self.phase != at.CARD or len(actions) != self.settings.players:
            raise IllegalAction(f"a joint action is one card from each of {self.settings.players} players, in a turn")
        return _step(self.settings, self.flat, ALL_SEATS, actions, (*self.seen, (at.CARD, tuple(actions))))

    def act(self, action: int) -> Moment:
        """The one player whose turn it is, or chance, does something."""
        if self.dealing is not None:
            offers = self.dealing.offers
            if not 0 <= action < len(offers):
                raise IllegalAction(f"chance cannot deal {action} here: it has numbers from 0 to {len(offers) - 1}")
            settings = self.settings
            dealing = settings.dealer.apply(self.dealing, action)
            if dealing.offers:
                return Moment(settings, self.flat, dealing, self.seen, at.ROUND_OVER, CHANCE)
            return _begin(settings, self.flat, settings.dealer.deal(dealing), self.seen)
        if self.player >= 0:
            if action not in self.legal[self.player]:
                raise IllegalAction(self._refusal(self.player, action))
            seen = (*self.seen, (self.phase, self.player, action))
            return _step(self.settings, self.flat, self.player, (action,), seen)
        if self.player != CHANCE:
            raise IllegalAction("all players act at once here" if self.player == SIMULTANEOUS else "the game is over")
        if action not in [outcome for outcome, _ in self.outcomes()]:
            raise IllegalAction(f"chance cannot draw {action} here: it has {[each for each, _ in self.outcomes()]}")
        seen = (*self.seen, (self.phase, int(self.flat[at.SEAT]), action))
        return _step(self.settings, self.flat, CHANCE_SEAT, (action,), seen)

    def returns(self) -> list[float]:
        """What everybody gets, once it is over; before that nothing."""
        players = self.settings.rules.players
        if self.player != TERMINAL:
            return [0.0] * players
        scores = self.flat[at.SCORE : at.SCORE + players].tolist()
        if self.settings.payoff == "penalty":
            return [-float(score) for score in scores]
        if self.settings.payoff == "win":  # B7: ties share
            best = min(scores)
            return [float(score == best) / scores.count(best) for score in scores]
        every = sum(scores)
        return [(every - score) / (players - 1) - score for score in scores]

    # In words

    def text(self, action: int) -> str:
        """An action that somebody, or chance, may take now."""
        if self.dealing is not None:
            if not 0 <= action < len(self.dealing.offers):
                return f"outcome {action}"
            return self.settings.dealer.text(self.dealing, action)
        return action_text(KIND_OF_PHASE.get(self.phase, Kind.CARD), action)

    def __str__(self) -> str:
        """The whole truth in one line: the position in our notation, or how far the deal has come."""
        if self.dealing is None:
            return write_position(State(self.settings.rules, self.flat))
        dealing = self.dealing
        parts = [write_cards(group) for group in dealing.groups]
        if dealing.chosen:
            parts.append(write_cards(dealing.left[spot] for spot in dealing.chosen) + ",…")
        parts += [write_specials(hand) for hand in dealing.specials.hands]
        return f"{self.settings.rules} round={self.flat[at.ROUND] + 2} dealing={'/'.join(parts) or '-'}"

    def _refusal(self, seat: int, action: int) -> str:
        return f"player {seat} cannot do {action} here: it has {self.legal[seat]}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Moment, (self.settings, self.flat, self.dealing, self.seen, self.phase, self.player, self.legal)

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self


def _step(settings: Settings, flat: Flat, seat: int, actions: Sequence[int], seen: tuple[Event, ...]) -> Moment:
    """The moment after a step of the engine, on a copy of a flat state; `seen` tells of the step already."""
    flat = flat.copy()
    end = settings.step(flat, seat, np.array(actions), settings.report)
    if end < 0:
        raise IllegalAction(f"player {-1 - end} does not hold card {actions[-1 - end]}")
    numbers = flat[settings.report : end].tolist()
    phase = numbers[0]
    if phase >= at.ROUND_OVER:
        return _after_round(settings, flat, seen, phase)
    if phase == at.CARD:
        player = SIMULTANEOUS
    else:
        player = CHANCE if phase == at.DRAW else numbers[1]
    legal = []
    start = COUNTS + settings.players
    for count in numbers[COUNTS:start]:
        end = start + count
        legal.append(numbers[start:end])
        start = end
    return Moment(settings, flat, None, seen, phase, player, tuple(legal))


def _after_round(settings: Settings, flat: Flat, seen: tuple[Event, ...], phase: int) -> Moment:
    """The next round, or the end of the game."""
    players = range(settings.rules.players)
    if settings.rules.game == "take-a-number":  # N8: hands are laid open to be counted
        seen = (*seen, (LEFT_OVER, tuple(read_set(flat, at.HANDS + 2 * seat) for seat in players)))
    if phase == at.ROUND_OVER:
        return _next_round(settings, flat, seen)
    return Moment(settings, flat, None, seen, phase, TERMINAL)


def _next_round(settings: Settings, flat: Flat, seen: tuple[Event, ...]) -> Moment:
    if settings.drafts:
        return _begin(settings, flat, Deal(), seen)
    stock: tuple[int, ...] = ()
    if settings.rules.game == "anniversary":  # A11: what is in nobody's hand
        deck = flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS]
        discards = flat[at.DISCARDS : at.DISCARDS + at.KINDS]
        stock = tuple((deck + discards).tolist())
    dealing = settings.dealer.start(stock)
    if dealing.offers:
        return Moment(settings, flat, dealing, seen, at.ROUND_OVER, CHANCE)
    return _begin(settings, flat, settings.dealer.deal(dealing), seen)


def _begin(settings: Settings, flat: Flat, deal: Deal, seen: tuple[Event, ...]) -> Moment:
    """The first moment of a round that has its deal."""
    flat = flat.copy()
    settings.start_round(flat, deal)
    if deal.hands:
        seen = (*seen, (DEALT, deal.hands, deal.rows, deal.starters, deal.specials))
    return _step(settings, flat, NO_SEAT, (0,), seen)
