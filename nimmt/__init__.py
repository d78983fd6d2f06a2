"""nimmt, a laboratory for the card game 6 nimmt!: the public names.

They are loaded on first use, so that the command can print its help without waiting for the engine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.random_bot import RandomBot
    from bots.strategy_bot import StrategyBot
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
    from solver.certificate import certify
    from solver.exact.draft import solve_draft
    from solver.exact.explain import solve_row
    from solver.exact.position import OpenPosition
    from solver.exact.solver import ExactSolver
    from solver.strategy import load_strategy

__all__ = [
    "CHANCE",
    "Deal",
    "Decision",
    "ExactSolver",
    "GameRecord",
    "IllegalAction",
    "Kind",
    "NotationError",
    "OpenPosition",
    "Placing",
    "RandomBot",
    "Rules",
    "RulesError",
    "State",
    "StrategyBot",
    "View",
    "bullheads",
    "certify",
    "load_strategy",
    "parse_position",
    "place_cards",
    "sample_state",
    "solve_draft",
    "solve_row",
    "write_position",
]

#: The module of every public name; keep it in step with the imports above (a test compares them).
_HOMES = {
    "CHANCE": "game.decision",
    "Deal": "game.deal",
    "Decision": "game.decision",
    "ExactSolver": "solver.exact.solver",
    "GameRecord": "game.game_record",
    "IllegalAction": "game.decision",
    "Kind": "game.decision",
    "NotationError": "game.text",
    "OpenPosition": "solver.exact.position",
    "Placing": "game.placing",
    "RandomBot": "bots.random_bot",
    "Rules": "game.rules",
    "RulesError": "game.rules",
    "State": "game.state",
    "StrategyBot": "bots.strategy_bot",
    "View": "game.view",
    "bullheads": "game.cards",
    "certify": "solver.certificate",
    "load_strategy": "solver.strategy",
    "parse_position": "game.position",
    "place_cards": "game.placing",
    "sample_state": "game.determinize",
    "solve_draft": "solver.exact.draft",
    "solve_row": "solver.exact.explain",
    "write_position": "game.position",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"nimmt has no public name {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
