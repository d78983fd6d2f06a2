"""Another world that a player cannot tell from the true one, for searches such as OpenSpiel's ISMCTS.

OpenSpiel turns simultaneous moves into turns one after another, and its states then hold the cards that other players
have laid face down already. A clone would show them to the search. Here a new game is played from the start instead:
what the player has seen happens again, everything else is drawn anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

import pyspiel

from game.deal import Deal
from game.decision import IllegalAction
from game.engine import layout as at
from game.engine import specials as special
from game.spiel.moment import CHANCE, DEALT, LEFT_OVER, SIMULTANEOUS, Event, Moment
from game.spiel.observer import Observer, is_secret
from game.spiel.parameters import Settings

#: Special cards are guessed so that they fit what was played; a guess that does not fit after all is thrown away. Most
#: need one; with eight players and two rounds a few hundred have been seen. Where nearly all special cards are dealt,
#: few guesses fit, and so many take some ten seconds: then it is better to say so than to go on for minutes.
MOST_GUESSES: Final = 2_000

_KIND_OF_CODE: Final = (
    (special.PLAY_SHIFT, at.SHIFT),
    (special.PLAY_NEGATIVE, at.NEGATIVE),
    (special.PLAY_REPLACE, at.REPLACE),
    (special.PLAY_INSERT, at.INSERT),
    (special.PLAY_STOP, at.STOP),
    (special.PLAY_SEVEN, at.SEVEN),
    (special.PLAY_FIFTH_ROW, at.FIFTH_ROW),
)


class _DoesNotFit(Exception):
    """A guess that contradicts what the player has seen."""


def resampler(seed: int = 0) -> Callable[[Any, int], Any]:
    """For `ISMCTSBot.set_resampler`: gives a world like the one of a state of a turn-based game."""
    random = Random(seed)

    def resample(state: Any, player: int) -> Any:
        return resample_state(state, player, random)

    return resample


def resample_state(state: Any, player: int, random: Random) -> Any:
    """A state of the same turn-based game in which this player, whose turn it is, knows the same.

    Hidden hands are drawn so that each that fits is equally likely, and so are the cards that others have laid face
    down in this turn, out of these hands. Hidden special cards fit what was seen, but not all with equal chances.
    """
    if not isinstance(state, pyspiel.TurnBasedSimultaneousState):
        raise ValueError("worlds are drawn for turn-based games: load the game with pyspiel.load_game_as_turn_based")
    if state.current_player() != player or player < 0:
        raise ValueError(f"player {player} has nothing to decide here, so there is nothing to think about")
    true: Moment = state.simultaneous_game_state().moment
    for _ in range(MOST_GUESSES):
        try:
            moment, actions = _Guess(true, player, random).play()
        except (_DoesNotFit, IllegalAction):
            continue
        if true.player == SIMULTANEOUS:
            actions += [random.choice(moment.legal(other)) for other in range(player)]
        other_world = state.get_game().new_initial_state()
        for action in actions:
            other_world.apply_action(action)
        return other_world
    raise RuntimeError(
        f"no world was found for player {player}: none of {MOST_GUESSES} guesses at the special cards fits what it has "
        "seen. Guesses fit more often with fewer players or rounds, or with fewer special cards dealt (specials_dealt)"
    )


class _Guess:
    """One try to play a game in which a player sees what it saw in the true one."""

    def __init__(self, true: Moment, player: int, random: Random) -> None:
        self.settings: Settings = true.settings
        self.true = true
        self.player = player
        self.random = random
        # Only what this player knows is looked at from here on; of other players' draws, that they happened.
        self.events = [
            event
            for event in true.seen
            if event[0] in (DEALT, at.CARD, LEFT_OVER) or event[1] == player or not is_secret(event)
        ]
        self.at = 0
        self.actions: list[int] = []
        self.observer = Observer(true.settings, pyspiel.IIGObservationType(perfect_recall=True))

    def play(self) -> tuple[Moment, list[int]]:
        """The moment that the true one might be, and all actions that lead to it."""
        moment = Moment.first(self.settings)
        if moment.seen:
            self.at = 1  # a deal that is part of the rules
        while True:
            if moment.dealing is not None:
                moment = self._deal(moment)
            elif self.at == len(self.events) and moment.player in (self.player, SIMULTANEOUS):
                break
            else:
                moment = self._go_on(moment)
        if self.observer.text(moment, self.player) != self.observer.text(self.true, self.player):
            raise _DoesNotFit
        return moment, self.actions

    def _next(self) -> Event:
        if self.at == len(self.events):
            raise _DoesNotFit
        self.at += 1
        event = self.events[self.at - 1]
        if event[0] == LEFT_OVER:  # it follows by itself, and is compared in the end
            return self._next()
        return event

    def _go_on(self, moment: Moment) -> Moment:
        if moment.player == SIMULTANEOUS:
            event = self._next()
            if event[0] != at.CARD:
                raise _DoesNotFit
            self.actions += event[1]
            return moment.joint(event[1])
        if moment.player == CHANCE:
            return self._draw(moment)
        if moment.player < 0:
            raise _DoesNotFit
        coming = self.events[self.at] if self.at < len(self.events) else (None, None, None)
        if coming[:2] == (moment.phase, moment.player):
            action = self._next()[2]
        elif moment.phase == at.SPECIAL and moment.player != self.player:
            action = special.PLAY_NONE  # A13: in this world there was something to decline
        else:
            raise _DoesNotFit
        self.actions.append(action)
        return moment.act(action)

    # Hands

    def _deal(self, moment: Moment) -> Moment:
        """Deal a round as it may have been dealt."""
        assert moment.dealing is not None
        _, hands, rows, starters, specials = self._next()
        stock = moment.stock
        if not self.settings.is_open:
            hands = self._hands(hands[self.player], {*rows, *starters})
        if self.settings.swaps:
            specials = self._special_hands(moment, specials[self.player], moment.dealing.each, stock)
        for place in self.settings.dealer.path(Deal(tuple(hands), rows, starters, tuple(specials)), stock):
            self.actions.append(place)
            moment = moment.act(place)
        return moment

    def _hands(self, own: Sequence[int], on_table: set[int]) -> list[tuple[int, ...]]:
        """Hands for a round: everybody was dealt what they were the first to play, and any unseen cards besides."""
        rules = self.settings.rules
        owner = dict.fromkeys(own, self.player)
        for event in self.events[self.at :]:
            if event[0] == DEALT:
                break
            for seat, card in _shows(event):
                if card not in on_table:
                    owner.setdefault(card, seat)
        unseen = [card for card in range(1, rules.deck + 1) if card not in owner and card not in on_table]
        self.random.shuffle(unseen)
        hands = []
        for seat in range(rules.players):
            known = [card for card, whose in owner.items() if whose == seat]
            missing = rules.hand - len(known)
            hands.append(tuple(sorted(known + unseen[:missing])))
            del unseen[:missing]
        return hands

    # Special cards

    def _special_hands(
        self, moment: Moment, own: Sequence[int], each: int, stock: Sequence[int]
    ) -> list[tuple[int, ...]]:
        hands = []
        for seat in range(self.settings.rules.players):
            hands.append(list(own) if seat == self.player else self._needed(moment, seat, each))
        left = Counter(dict(enumerate(stock)))
        for hand in hands:
            left.subtract(hand)
        if min(left.values(), default=0) < 0:
            raise _DoesNotFit
        unseen = list(left.elements())
        self.random.shuffle(unseen)
        return [tuple(sorted([*hand, *(unseen.pop() for _ in range(each - len(hand)))])) for hand in hands]

    def _draw(self, moment: Moment) -> Moment:
        """A special card comes from the deck: what this player drew, or something that another may have drawn."""
        seat = int(moment.flat[at.SEAT])
        if seat == self.player:
            event = self._next()
            if event[:2] != (at.DRAW, seat):
                raise _DoesNotFit
            action = event[2]
        else:
            needed = self._needed(moment, seat, 1)
            outcomes = moment.outcomes()
            (action,) = self.random.choices([each for each, _ in outcomes], [chance for _, chance in outcomes])
            action = 1 + needed[0] if needed else action
        self.actions.append(action)
        return moment.act(action)

    def _needed(self, moment: Moment, seat: int, slots: int) -> list[int]:
        """Kinds, at most so many, that a seat has to get now for what it will spend; some may come later instead."""
        place = at.SPECIALS + at.KINDS * seat
        holds = moment.flat[place : place + at.KINDS].tolist()
        later = 0
        needed = []
        for event in self.events[self.at :]:
            if event[0] == DEALT:
                later += self.settings.rules.specials_dealt
                continue
            kind = _spends(event, seat)
            if kind is None:
                continue
            if holds[kind]:
                holds[kind] -= 1
            elif slots + later == 0:
                raise _DoesNotFit
            elif self.random.randrange(slots + later) < slots:
                needed.append(kind)
                slots -= 1
            else:
                later -= 1
            later += event[0] == at.SWAP
        return needed


def _shows(event: Event) -> Iterable[tuple[int, int]]:
    """The cards that an event shows in somebody's hand, as (seat, card)."""
    if event[0] == at.CARD:
        return list(enumerate(event[1]))
    if event[0] == LEFT_OVER:
        return [(seat, card) for seat, hand in enumerate(event[1]) for card in hand]
    phase, seat, action = event
    if phase == at.SPECIAL and special.PLAY_REPLACE <= action < special.PLAY_NEGATIVE:
        return [(seat, action - special.PLAY_REPLACE)]
    return ()


def _spends(event: Event, seat: int) -> int | None:
    """The kind of special card that a seat plays or discards with an event."""
    if event[0] not in (at.SPECIAL, at.SWAP) or event[1] != seat or event[2] == 0:
        return None
    if event[0] == at.SWAP:
        return int(event[2]) - 1
    return next(kind for code, kind in _KIND_OF_CODE if event[2] >= code)
