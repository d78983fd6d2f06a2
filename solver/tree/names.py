"""Names of information sets: 128 bits that a player's knowledge is folded into.

Millions of information sets cannot keep their texts. In our own games a name is folded from what the player has seen,
event by event, so that compiled code can make it while it walks the tree; in other OpenSpiel games it is a digest of
the information-state string. Two different sets get one name with a probability of n² / 2¹²⁹.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np

from game.engine import layout as at
from game.flat import write_set
from game.spiel.games import SixNimmtState
from game.spiel.moment import DEALT, LEFT_OVER, Event, Moment
from game.spiel.observer import is_secret
from game.spiel.parameters import Settings
from solver.tree.flat_tree import WordArray
from solver.tree.fold import DEAL_EVENT, fold_words


def _set_words(*sets: tuple[int, ...]) -> list[int]:
    words = np.zeros((len(sets), 2), dtype=np.int64)
    for place, cards in enumerate(sets):
        write_set(words[place], 0, cards)
    return words.ravel().tolist()


def _deal_words(event: tuple[Any, ...], player: int, settings: Settings) -> list[int]:
    """What a player sees of a deal, the event DEALT of a moment: all of it where everything is open."""
    _, hands, rows, starters, specials = event
    words = [DEAL_EVENT, *_set_words(*(hands if settings.is_open else hands[player : player + 1]))]
    if settings.swaps and not settings.is_open:
        words += [specials[player].count(kind) for kind in range(at.KINDS)]
    return [*words, *rows, *_set_words(*((card,) for card in starters))]


def event_words(moment: Moment, player: int) -> list[int]:
    """What a player has seen up to a moment, as words to fold."""
    return words_of_events(moment.seen, moment.settings, player)


def words_of_events(events: Iterable[Event], settings: Settings, player: int) -> list[int]:
    """What a player has seen of these events; what is not for its eyes is not looked at."""
    is_open = settings.is_open
    words: list[int] = []
    for event in events:
        if event[0] == DEALT:
            words += _deal_words(event, player, settings)
        elif event[0] == LEFT_OVER:
            words += _set_words(*event[1])
        elif event[0] == at.CARD:
            words += [at.CARD, *event[1]]
        elif is_open or event[1] == player or not is_secret(event):
            phase, seat, action = event
            words.append(phase | (seat << 8) | (action << 16))
    return words


def name_of(state: Any, player: int) -> WordArray:
    """The name of what a player knows in an OpenSpiel state; of a turn-based one, too."""
    simultaneous = getattr(state, "simultaneous_game_state", None)
    inside = simultaneous() if simultaneous is not None else state
    if isinstance(inside, SixNimmtState):
        return name_of_words(player, event_words(inside.moment, player))
    return name_of_text(state.information_state_string(player))


def name_of_words(player: int, words: Sequence[int]) -> WordArray:
    """The name of a player who has seen these words."""
    name: WordArray = fold_words(player, np.array(words, dtype=np.int64))
    return name


def name_of_text(text: str) -> WordArray:
    """The name of an information-state string."""
    return np.frombuffer(blake2b(text.encode(), digest_size=16).digest(), dtype=np.uint64)
