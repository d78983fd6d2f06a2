"""Information sets in words: a walk through a small game finds the text of every name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from solver.policy import decisions, state_text, turn_based
from solver.spiel_games import load_game
from solver.strategies.table import Name, name_key
from solver.tree.names import name_of

#: Games with more histories than this are not walked for their texts.
MOST_HISTORIES: Final = 50_000
#: How many decisions are seen between two words about it.
_SAY_EVERY: Final = 200


class SetText(NamedTuple):
    """An information set and its actions, as OpenSpiel writes them."""

    text: str
    actions: dict[int, str]


def set_texts(
    game: str,
    histories: int | None = None,
    wanted: Collection[tuple[int, Name]] | None = None,
    say: Callable[[str], None] | None = None,
) -> dict[tuple[int, Name], SetText]:
    """The texts by player and name, of all sets or of those wanted; of a game that is or turns out large, none."""
    if (histories is not None and histories > MOST_HISTORIES) or (wanted is not None and not wanted):
        return {}
    found: dict[tuple[int, Name], SetText] = {}
    for walked, (state, player) in enumerate(decisions(turn_based(load_game(game)))):
        if walked > MOST_HISTORIES:
            return {}
        if say is not None and walked % _SAY_EVERY == 0:
            say(f"looking for words: {walked:,} decisions seen")
        key = player, name_key(name_of(state, player))
        if key not in found and (wanted is None or key in wanted):
            actions = {action: str(state.action_to_string(player, action)) for action in state.legal_actions()}
            found[key] = SetText(state_text(state, player), actions)
            if wanted is not None and len(found) == len(wanted):
                break
    return found
