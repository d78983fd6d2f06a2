"""From the settings of a game to what the kernels work with."""

from __future__ import annotations

import numpy as np

from game.deal import Deal, new_specials
from game.engine.layout import MAX_ROWS
from game.engine.specials import MOST_ACTIONS
from game.flat import new_flat
from game.spiel.bounds import most_decisions
from game.spiel.parameters import PAYOFFS, Settings
from solver.sampling.learn import Room
from solver.sampling.verbs import Round
from solver.tree.verbs import GAMES


def round_of(settings: Settings) -> Round:
    """The one round of a game; a ValueError where there are more."""
    rules = settings.rules
    if rules.rounds != 1:
        raise ValueError(
            f"sampling plays one round, and {settings.name} has {rules.rounds} here: write {settings.name}(rounds=1,…)"
        )
    start = new_flat(rules)
    specials = rules.players * new_specials(rules, rules.specials) if rules.game == "anniversary" else 0
    is_dealt = settings.fixed is None and not settings.drafts
    if settings.fixed is not None:
        settings.start_round(start, settings.fixed)
    elif settings.drafts:
        settings.start_round(start, Deal())
    return Round(
        GAMES[rules.game],
        rules.players,
        PAYOFFS.index(settings.payoff),
        settings.is_open,
        settings.swaps,
        is_dealt,
        not settings.drafts,
        start,
        np.zeros(rules.cards_dealt + specials, dtype=np.int64),
        np.zeros(rules.deck, dtype=np.int64),
        np.zeros(sum(rules.specials), dtype=np.int64),
    )


def room_of(settings: Settings, seed: int) -> Room:
    """Room for walks through a game."""
    players = settings.rules.players
    decisions = most_decisions(settings) + 2
    actions = MOST_ACTIONS if settings.swaps else settings.rules.deck + MAX_ROWS
    return new_room(len(new_flat(settings.rules)), players, decisions, actions, seed)


def new_room(size: int, players: int, decisions: int, actions: int, seed: int) -> Room:
    """Room for walks with so many decisions of one player, of so many actions each."""
    return Room(
        np.zeros((decisions, size), dtype=np.int64),
        np.zeros((decisions, players, 2), dtype=np.uint64),
        np.zeros((decisions, players), dtype=np.int64),
        np.zeros((decisions, actions), dtype=np.int64),
        np.zeros((decisions, actions)),
        np.zeros((decisions, actions)),
        np.zeros((decisions, 3), dtype=np.int64),
        np.ones((decisions, 2)),
        np.zeros(actions, dtype=np.int64),
        np.zeros(actions),
        np.array([seed], dtype=np.uint64),
    )
