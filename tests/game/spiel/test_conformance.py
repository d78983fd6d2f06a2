"""OpenSpiel's own tests of games, on many parameter sets."""

from __future__ import annotations

import unittest
from typing import Any, Final

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test

import game.spiel
from tests.game.spiel.sets import MIDDLE, REAL, SMALL
from tests.game.spiel.walk import all_states, who_acts

assert game.spiel

EVERY = (*REAL, *MIDDLE, *SMALL)


def passes(base: type[Any], name: str, spiel_game: Any) -> None:
    """Run a test case of OpenSpiel's on a game."""
    case = type("Case", (base,), {"game": spiel_game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not result.failures, result.failures[0][1]
    assert not result.errors, result.errors[0][1]


def test_enough_sets() -> None:
    assert len(set(EVERY)) == len(EVERY) >= 16


@pytest.mark.parametrize("name", EVERY)
def test_random_simulations(name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    pyspiel.random_sim_test(spiel_game, num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(spiel_game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", EVERY)
def test_game_simulations(name: str) -> None:
    simulations = games_sim_test.GamesSimTest()
    spiel_game = pyspiel.load_game(name)
    simulations.sim_game(spiel_game)
    simulations.sim_game(pyspiel.convert_to_turn_based(spiel_game))


@pytest.mark.parametrize("name", EVERY)
def test_api_at_the_start(name: str) -> None:
    passes(api_test.EnforceAPIOnPartialTreeBase, name, pyspiel.load_game(name))


@pytest.mark.parametrize("name", EVERY)
def test_api_on_part_of_the_tree(name: str) -> None:
    passes(api_test.EnforceAPIOnPartialTreeBase, name, pyspiel.load_game_as_turn_based(name))


#: What OpenSpiel's test of full trees refuses. It wants all histories of an information set to be equally long. That is
#: more than perfect recall: somebody may have had a special card and declined to play it, which leaves no trace (A13).
REFUSED: Final = (
    # One does not know which of four special cards was dealt to the other, and so whether it had one to decline.
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials=1/0/1/0/1/0/1,specials_dealt=1)",
    # The same with three, in either of two rounds.
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=2,specials=1/0/1/0/0/0/1,specials_dealt=1)",
)
IN_FULL: Final = [name for name in SMALL if name not in REFUSED]


def test_what_is_refused_is_among_the_sets() -> None:
    assert set(REFUSED) < set(SMALL)


@pytest.mark.parametrize("name", IN_FULL)
def test_api_on_the_full_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel's test compares numbers of nodes with a table; test_trees checks such numbers independently."""
    spiel_game = pyspiel.load_game_as_turn_based(name)
    nodes, infosets = [0, 0, 0], set()
    for state in all_states(spiel_game):
        nodes[0 if state.is_chance_node() else 2 if state.is_terminal() else 1] += 1
        infosets |= {(player, state.information_state_string(player)) for player in who_acts(state)}
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, tuple(nodes))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, len(infosets))
    passes(api_test.EnforceAPIOnFullTreeBase, name, spiel_game)
