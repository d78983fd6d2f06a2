"""A game between random bots, played through what each of them may see."""

from __future__ import annotations

from typing import Final

from bots.random_bot import RandomBot
from game.game_record import GameRecord
from game.rules import Rules
from game.state import State

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Iris", "Jan")


def play(rules: Rules, seed: int, *, whole_match: bool = False) -> GameRecord:
    """One round, or a whole match; the same seed gives the same game."""
    state = State.deal(rules, seed)
    bots = [RandomBot(seed * rules.players + seat) for seat in range(rules.players)]
    while True:
        for seat in state.to_act:
            state.act(seat, bots[seat].act(state.view(seat)))
        if state.match_over or (state.round_over and not whole_match):
            return GameRecord.of(state, NAMES[: rules.players])
        if state.round_over:
            state.next_round()
