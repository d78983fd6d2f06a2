"""Names that the kernels fold while they walk are those of solver.tree.names, with the same actions."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from game.engine import layout as at
from game.flat import new_flat
from game.spiel.moment import DEALT
from solver.sampling.round import round_of
from solver.sampling.run import SamplingRun
from solver.sampling.verbs import begin, do, payoff
from solver.tree.names import name_of
from solver.tree.verbs import legal
from tests.solver.sampling.games import TINY, tree_of

LARGE = (
    "six_nimmt(players=4)",
    "six_nimmt(players=3,hand=3,rows=3,deck=40,capacity=2,payoff=win)",
    "six_nimmt(players=3,setup=draft,deck=34,payoff=penalty)",
    "six_nimmt_number(players=3,rounds=1,starters=True)",
    "six_nimmt_number(players=2,rounds=1,hand=4,deck=11)",
    "six_nimmt_anniversary(players=3,rounds=1)",
    "six_nimmt_anniversary(players=2,rounds=1,hand=6,deck=16,insert_end=True,payoff=penalty)",
)


@pytest.mark.parametrize("game", TINY.values(), ids=TINY.keys())
def test_every_information_set_of_a_small_game_is_met_under_its_name(game: str) -> None:
    tree = tree_of(game)
    run = SamplingRun(game, seed=1, memory=1 << 20)
    for _ in range(60):  # whoever forgets all regrets plays everything, bad actions too
        run.step(100)
        run._table.regret[:] = 0
    table = run.table()
    found = {
        (int(player), *name): tuple(table.action[table.first[place] : table.first[place + 1]].tolist())
        for place, (player, name) in enumerate(zip(table.player, table.name.tolist(), strict=True))
    }
    expected = {
        (player, *name): tuple(own.action[own.first[place] : own.first[place + 1]].tolist())
        for player, own in enumerate(tree.choices)
        for place, name in enumerate(own.name.tolist())
    }
    assert expected
    assert found == expected


def _check(game: Any, flat: Any, names: Any, state: Any) -> None:
    """The kernels' side and pyspiel's know the same at this point."""
    for player in range(game.players):
        assert names[player].tolist() == name_of(state, player).tolist()
    if state.is_terminal():
        # OpenSpiel's payoffs are rounded so that they add up exactly (game.spiel.payoffs).
        assert [payoff(game, flat, seat) for seat in range(game.players)] == pytest.approx(state.returns(), abs=1e-9)
        return
    out = np.zeros(1024, dtype=np.int64)
    for player in range(game.players):
        assert out[: legal(game.engine, flat, player, out)].tolist() == state.legal_actions(player)


@pytest.mark.parametrize("text", LARGE)
def test_names_and_actions_are_the_same_all_along_a_game(text: str) -> None:
    """The functions that a walk is made of, called as plain Python, side by side with pyspiel."""
    random = Random(7)
    phases = set()
    with np.errstate(over="ignore"):
        for _ in range(8):
            state = pyspiel.load_game(text).new_initial_state()
            while state.is_chance_node():
                state.apply_action(random.choices(*zip(*state.chance_outcomes(), strict=True))[0])
            settings = state.moment.settings
            game = round_of(settings)
            flat, names = new_flat(settings.rules), np.zeros((game.players, 2), dtype=np.uint64)
            if game.is_dealt:
                kind, *groups = state.moment.seen[0]
                assert kind == DEALT
                game = game._replace(is_dealt=False, start=state.moment.flat[: len(flat)].copy())
                assert groups
            begin(game, flat, names, np.zeros(1, dtype=np.uint64))
            doing = np.zeros(game.players, dtype=np.int64)
            while not state.is_terminal():
                if not state.is_chance_node():
                    _check(game, flat, names, state)
                phase = int(flat[at.PHASE])
                phases.add(phase)
                first, end = (0, game.players) if phase == at.CARD else (flat[at.SEAT], flat[at.SEAT] + 1)
                for seat in range(first, end):
                    if state.is_chance_node():
                        doing[seat] = random.choice(state.chance_outcomes())[0]
                    else:
                        doing[seat] = random.choice(state.legal_actions(seat))
                do(game, flat, names, doing, first, end)
                if phase == at.CARD:
                    state.apply_actions(doing.tolist())
                else:
                    state.apply_action(int(doing[first]))
            if "number" not in text:  # N8: in the end hands are shown, when nobody has anything to decide any more
                _check(game, flat, names, state)
    assert at.CARD in phases
    if "anniversary" in text:
        assert phases >= {at.SPECIAL, at.SWAP, at.DRAW}
    if "number" in text:
        assert at.KEEP in phases


def test_a_game_of_several_rounds_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(ValueError, match=r"one round, and six_nimmt_number has 2 here: write .*rounds=1"):
        SamplingRun("six_nimmt_number(players=2)")
