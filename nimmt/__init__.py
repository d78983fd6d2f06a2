"""nimmt, a laboratory for the card game 6 nimmt!: the public names."""

from __future__ import annotations

from bots.random_bot import RandomBot
from game.cards import bullheads
from game.deal import Deal
from game.decision import CHANCE, Decision, IllegalAction, Kind
from game.determinize import sample_state
from game.game_record import GameRecord
from game.placing import Placing, place_cards
from game.position import parse_position, write_position
from game.rules import Rules, RulesError
from game.state import State
from game.text import NotationError
from game.view import View

__all__ = [
    "CHANCE",
    "Deal",
    "Decision",
    "GameRecord",
    "IllegalAction",
    "Kind",
    "NotationError",
    "Placing",
    "RandomBot",
    "Rules",
    "RulesError",
    "State",
    "View",
    "bullheads",
    "parse_position",
    "place_cards",
    "sample_state",
    "write_position",
]
