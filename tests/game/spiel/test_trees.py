"""Exact tree counts of small games, and perfect recall in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

import game.spiel
from tests.game.spiel.plain_count import Numbers, count
from tests.game.spiel.sets import SMALL
from tests.game.spiel.walk import all_states, children, who_acts

assert game.spiel

#: Parameters for OpenSpiel, the same for the count in plain Python, and: chance nodes, decisions (one for everybody's
#: cards of a turn), ends of games, information sets of each player.
TREES: tuple[tuple[str, Numbers, tuple[int, ...]], ...] = (
    ("six_nimmt(players=2,hand=1,rows=1,deck=0)", Numbers(capacities=(5,), deck=3), (1, 10, 6, 8, 8)),
    ("six_nimmt(players=2,hand=1,rows=2,deck=0)", Numbers(), (1, 18, 18, 15, 15)),
    ("six_nimmt(players=2,hand=1,rows=2,deck=6)", Numbers(deck=6), (1, 270, 270, 105, 105)),
    ("six_nimmt(players=2,hand=2,rows=1,deck=0)", Numbers(hand=2, capacities=(5,), deck=5), (1, 330, 120, 240, 240)),
    (
        "six_nimmt(players=2,hand=2,rows=2,capacity=1,deck=0)",
        Numbers(hand=2, capacities=(1, 1), deck=6),
        (1, 1094, 824, 862, 862),
    ),
    ("six_nimmt(players=3,hand=1,rows=2,deck=0)", Numbers(players=3, deck=5), (1, 96, 96, 42, 42, 42)),
    (
        "six_nimmt(players=2,hand=1,rows=1,deck=4,rounds=2)",
        Numbers(capacities=(5,), deck=4, rounds=2),
        (25, 1000, 576, 500, 500),
    ),
    (
        "six_nimmt(players=2,hand=2,rows=1,setup=draft)",
        Numbers(hand=2, capacities=(5,), deck=5, draft=True),
        (0, 1406, 480, 981, 1025),
    ),
    (
        "six_nimmt(players=2,hand=1,rows=2,setup=draft,rounds=2)",
        Numbers(draft=True, rounds=2),
        (0, 437, 324, 358, 307),
    ),
    (
        "six_nimmt(players=3,hand=1,rows=1,setup=draft)",
        Numbers(players=3, capacities=(5,), draft=True),
        (0, 59, 24, 31, 34, 42),
    ),
    (
        "six_nimmt(players=2,hand=3,rows=2,capacity=3,deck=0,setup=fixed,deal=2.7.8/1.3.6/4.5)",
        Numbers(hand=3, capacities=(3, 3), deck=8, deal=((2, 7, 8), (1, 3, 6), (4, 5))),
        (0, 187, 135, 128, 168),
    ),
    (
        "six_nimmt_number(players=2,hand=1,rows=2,deck=0,rounds=1)",
        Numbers("number", capacities=(2, 3), deck=4),
        (1, 40, 40, 32, 32),
    ),
    (
        "six_nimmt_number(players=2,hand=1,rows=1,capacity=1/,deck=5,starters=True,rounds=1)",
        Numbers("number", capacities=(1,), deck=5, starters=True),
        (1, 200, 120, 160, 160),
    ),
    (
        "six_nimmt_number(players=2,hand=2,rows=2,setup=fixed,rounds=1,deal=5.20/7.9/1.30)",
        Numbers("number", hand=2, capacities=(2, 3), deck=100, deal=((5, 20), (7, 9), (1, 30))),
        (0, 37, 36, 24, 26),
    ),
    (
        "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials=1/0/1/0/1/0/1,specials_dealt=1)",
        Numbers("anniversary", capacities=(5,), deck=3, specials=(1, 0, 1, 0, 1, 0, 1), specials_dealt=1),
        (85, 260, 262, 64, 64),
    ),
    (
        "six_nimmt_anniversary(players=2,hand=2,rows=2,deck=0,rounds=1,setup=fixed,specials=1/0/0/1/0/1/0,"
        "specials_dealt=1,deal=1.4/2.6/3.5;specials:stop/replace)",
        Numbers(
            "anniversary",
            hand=2,
            deck=6,
            specials=(1, 0, 0, 1, 0, 1, 0),
            specials_dealt=1,
            deal=((1, 4), (2, 6), (3, 5)),
            fixed_specials=((0,), (3,)),
        ),
        (22, 198, 143, 155, 87),
    ),
)


@pytest.mark.parametrize(("name", "numbers", "expected"), TREES)
def test_trees_have_the_right_size(name: str, numbers: Numbers, expected: tuple[int, ...]) -> None:
    spiel_game = pyspiel.load_game(name)
    nodes = [0, 0, 0]
    infosets: list[set[str]] = [set() for _ in range(spiel_game.num_players())]
    for state in all_states(spiel_game):
        nodes[0 if state.is_chance_node() else 2 if state.is_terminal() else 1] += 1
        for player in who_acts(state):
            infosets[player].add(state.information_state_string(player))
    assert (*nodes, *map(len, infosets)) == count(numbers).row() == expected


def own_paths(state: Any, paths: tuple[tuple[Any, ...], ...]) -> Iterator[tuple[int, str, tuple[Any, ...], Any]]:
    """For every decision of a player: who, the information state, and all of its own before it."""
    seats = who_acts(state)
    known = {player: state.information_state_string(player) for player in seats}
    for player in seats:
        yield player, known[player], paths[player], state
    if state.is_terminal():
        return
    for actions, child in children(state):
        after = list(paths)
        for number, player in enumerate(seats):
            action = actions[number] if state.is_simultaneous_node() else actions
            after[player] = (*paths[player], (known[player], action))
        yield from own_paths(child, tuple(after))


@pytest.mark.parametrize("name", SMALL)
def test_perfect_recall(name: str) -> None:
    """What a player knows tells all that it knew and did before, what it can do and what it observes now."""
    spiel_game = pyspiel.load_game(name)
    before: dict[tuple[int, str], tuple[Any, ...]] = {}
    tensors: dict[int, tuple[int, str]] = {}
    again = 0
    for player, known, path, state in own_paths(spiel_game.new_initial_state(), ((),) * spiel_game.num_players()):
        tensor = tuple(state.information_state_tensor(player))
        key = (player, known)
        observed = (state.observation_string(player), tuple(state.observation_tensor(player)))
        facts = (path, tuple(state.legal_actions(player)), hash(tensor), hash(observed))
        again += key in before
        assert before.setdefault(key, facts) == facts
        assert tensors.setdefault(hash(tensor), key) == key
    is_perfect = spiel_game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert is_perfect == (again == 0), "with perfect information every information set is one history"
