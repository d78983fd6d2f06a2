"""What a strategy says by information-state strings, as OpenSpiel writes them; for games that are not ours, too."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import Any, Final

from bots.advice import Advice, Option
from solver.policy import decisions, state_text, turn_based
from solver.spiel_games import load_game
from solver.strategy import Mix, SolvedStrategy, StrategyError, name_hex
from solver.tree.names import name_of, name_of_text

#: How many states are looked at to find the one that a text is about, for the words of its actions.
_MOST_STATES: Final = 50_000
#: How many first decisions are shown.
_FIRST: Final = 3


def advice_of_text(strategy: SolvedStrategy, text: str, seat: int | None = None) -> list[Advice]:
    """What to do in an information state; in small games, also whether there is such a thing."""
    state, player = _find(strategy, text, seat) or (None, None)
    seats = range(strategy.players) if seat is None else (seat,)
    if state is None:
        found = [(each, mix) for each in seats if (mix := strategy.mix_of_text(each, text)) is not None]
        if not found:
            raise StrategyError(
                f"{strategy.title} knows no information state {text[:200]!r} of {strategy.metadata.game}: "
                "write it as OpenSpiel does, like the column information_state of `nimmt strategy export`"
            )
        return [_advice(each, text, mix, None) for each, mix in found]
    assert player is not None
    return [_advice(player, text, strategy.mix(player, name_of(state, player)), state)]


def first_advice(strategy: SolvedStrategy, seat: int | None = None) -> list[Advice]:
    """What to do in the first information states in which there is something to decide."""
    found: dict[tuple[int, str], Advice] = {}
    for state, player in _decisions(strategy):
        text = state_text(state, player)
        if seat in (None, player) and len(state.legal_actions()) > 1 and (player, text) not in found:
            found[player, text] = _advice(player, text, strategy.mix(player, name_of(state, player)), state)
            if len(found) == _FIRST:
                break
    return list(found.values())


def _find(strategy: SolvedStrategy, text: str, seat: int | None) -> tuple[Any, int] | None:
    for state, player in _decisions(strategy):
        if seat in (None, player) and state_text(state, player) == text:
            return state, player
    return None


def _decisions(strategy: SolvedStrategy) -> Iterator[tuple[Any, int]]:
    return decisions(turn_based(load_game(strategy.metadata.game)), _MOST_STATES)


def _advice(player: int, text: str, mix: Mix | None, state: Any) -> Advice:
    """What a mix says; the state, where there is one, has the words of the actions and the name."""
    known = mix is not None
    if mix is None:
        actions = state.legal_actions(player)
        known = len(actions) == 1
        mix = {action: (1 / len(actions), nan) for action in actions}
    options = []
    for action, (chance, value) in mix.items():
        words = str(action) if state is None else str(state.action_to_string(player, action))
        options.append(Option(action, words, chance, value))
    name = name_of_text(text) if state is None else name_of(state, player)
    return Advice(player, name_hex(name), tuple(options), known, text)
