"""A moment of a game: all that OpenSpiel's state holds, in one value that never changes.

OpenSpiel copies every attribute of a state whenever it clones one. A moment copies for nothing: what happens makes a
new moment, and the old one stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from game.decision import CHANCE as CHANCE_SEAT
from game.decision import IllegalAction, Kind, action_text
from game.engine import layout as at
from game.engine.specials import MOST_ACTIONS
from game.flat import Flat, new_flat, read_set
from game.position import write_position
from game.spiel.dealing import Dealing
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

    __slots__ = ("_legal", "dealing", "flat", "player", "seen", "settings")

    def __init__(self, settings: Settings, flat: Flat, dealing: Dealing | None, seen: tuple[Event, ...]) -> None:
        self.settings = settings
        self.flat = flat
        #: The deal that is under way, if there is one.
        self.dealing = dealing
        #: Everything that has happened, secrets included.
        self.seen = seen
        self.player = CHANCE if dealing is not None else _player(flat)
        self._legal: dict[int, tuple[int, ...]] = {}

    @classmethod
    def first(cls, settings: Settings) -> Moment:
        """The start of a game, where nobody has anything, or of one whose deal is part of its rules."""
        flat = new_flat(settings.rules)
        if settings.fixed is None:
            return _next_round(settings, flat, ())
        settings.engine.start_round(flat, settings.fixed.array())
        deal = settings.fixed
        return cls(settings, flat, None, ((DEALT, deal.hands, deal.rows, deal.starters, deal.specials),))

    # What can be done

    @property
    def phase(self) -> int:
        return int(self.flat[at.PHASE])

    def legal(self, seat: int) -> tuple[int, ...]:
        """What a seat may do now; nothing where it is not its turn."""
        legal = self._legal.get(seat)
        if legal is None:
            if self.dealing is not None or not 0 <= seat < self.settings.rules.players:
                return ()
            out = np.empty(MOST_ACTIONS, dtype=np.int64)
            count = self.settings.engine.legal(self.flat, seat, out)
            legal = self._legal[seat] = tuple(out[:count].tolist())
        return legal

    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may do now, with probabilities."""
        if self.dealing is not None:
            return list(self.settings.dealer.outcomes(self.dealing))
        if self.player != CHANCE:
            raise IllegalAction("nothing is left to chance here")
        deck = self.flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS].tolist()
        return [(1 + kind, count / sum(deck)) for kind, count in enumerate(deck) if count]  # A10

    # What happens

    def joint(self, actions: Sequence[int]) -> Moment:
        """Everybody plays a card (B2)."""
        settings = self.settings
        if self.player != SIMULTANEOUS or len(actions) != settings.rules.players:
            raise IllegalAction(f"a joint action is one card from each of {settings.rules.players} players, in a turn")
        flat = self.flat.copy()
        apply = settings.engine.apply
        for seat, action in enumerate(actions):
            if action not in self.legal(seat):
                raise IllegalAction(self._refusal(seat, action))
            apply(flat, seat, action, None)
        return _after(settings, flat, (*self.seen, (at.CARD, tuple(actions))))

    def act(self, action: int) -> Moment:
        """The one player whose turn it is, or chance, does something."""
        if self.player >= 0:
            if action not in self.legal(self.player):
                raise IllegalAction(self._refusal(self.player, action))
            return self._apply(self.player, self.player, action)
        if self.player != CHANCE:
            raise IllegalAction("all players act at once here" if self.player == SIMULTANEOUS else "the game is over")
        if self.dealing is None:
            if action not in [outcome for outcome, _ in self.outcomes()]:
                raise IllegalAction(f"chance cannot draw {action} here: it has {[each for each, _ in self.outcomes()]}")
            return self._apply(CHANCE_SEAT, int(self.flat[at.SEAT]), action)
        dealer = self.settings.dealer
        if not 0 <= action < len(dealer.outcomes(self.dealing)):
            count = len(dealer.outcomes(self.dealing))
            raise IllegalAction(f"chance cannot deal {action} here: it has the numbers from 0 to {count - 1}")
        return _dealt(self.settings, self.flat, dealer.apply(self.dealing, action), self.seen)

    def _apply(self, seat: int, whose: int, action: int) -> Moment:
        flat = self.flat.copy()
        self.settings.engine.apply(flat, seat, action, None)
        return _after(self.settings, flat, (*self.seen, (self.phase, whose, action)))

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
            if not 0 <= action < len(self.settings.dealer.outcomes(self.dealing)):
                return f"outcome {action}"
            return self.settings.dealer.text(self.dealing, action)
        return action_text(_KINDS.get(self.phase, Kind.CARD), action)

    def __str__(self) -> str:
        """The whole truth in one line: the position in our notation, or how far the deal has come."""
        if self.dealing is None:
            return write_position(State(self.settings.rules, self.flat))
        dealing = self.dealing
        parts = [write_cards(group) for group in dealing.groups]
        if dealing.chosen:
            parts.append(write_cards(dealing.chosen) + ",…")
        parts += [write_specials(hand) for hand in dealing.specials]
        return f"{self.settings.rules} round={self.flat[at.ROUND] + 2} dealing={'/'.join(parts) or '-'}"

    def _refusal(self, seat: int, action: int) -> str:
        return f"player {seat} cannot do {action} here: it has {list(self.legal(seat))}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Moment, (self.settings, self.flat, self.dealing, self.seen)

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self


_KINDS: Final = {
    at.DRAFT: Kind.DRAFT,
    at.ROW: Kind.ROW,
    at.KEEP: Kind.KEEP,
    at.SPECIAL: Kind.SPECIAL,
    at.SWAP: Kind.SWAP,
    at.DRAW: Kind.DRAW,
}


def _player(flat: Flat) -> int:
    phase = flat[at.PHASE]
    if phase == at.CARD:
        return SIMULTANEOUS
    if phase == at.MATCH_OVER:
        return TERMINAL
    return CHANCE if phase == at.DRAW else int(flat[at.SEAT])


def _after(settings: Settings, flat: Flat, seen: tuple[Event, ...]) -> Moment:
    """The moment after something was done, in this round or the next."""
    if flat[at.PHASE] < at.ROUND_OVER:
        return Moment(settings, flat, None, seen)
    if settings.rules.game == "take-a-number":  # N8: hands are laid open to be counted
        hands = tuple(read_set(flat, at.HANDS + 2 * seat) for seat in range(settings.rules.players))
        seen = (*seen, (LEFT_OVER, hands))
    if flat[at.PHASE] == at.ROUND_OVER:
        return _next_round(settings, flat, seen)
    return Moment(settings, flat, None, seen)


def _next_round(settings: Settings, flat: Flat, seen: tuple[Event, ...]) -> Moment:
    if settings.drafts:
        flat = flat.copy()
        settings.engine.start_round(flat, np.empty(0, dtype=np.int64))
        return Moment(settings, flat, None, seen)
    stock: tuple[int, ...] = ()
    if settings.rules.game == "anniversary":  # A11: what is in nobody's hand
        deck = flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS]
        discards = flat[at.DISCARDS : at.DISCARDS + at.KINDS]
        stock = tuple((deck + discards).tolist())
    return _dealt(settings, flat, settings.dealer.start(stock), seen)


def _dealt(settings: Settings, flat: Flat, dealing: Dealing, seen: tuple[Event, ...]) -> Moment:
    """The moment after chance has dealt something, perhaps the last thing of a deal."""
    if not settings.dealer.is_over(dealing):
        return Moment(settings, flat, dealing, seen)
    deal = settings.dealer.deal(dealing)
    flat = flat.copy()
    settings.engine.start_round(flat, deal.array())
    return Moment(settings, flat, None, (*seen, (DEALT, deal.hands, deal.rows, deal.starters, deal.specials)))
