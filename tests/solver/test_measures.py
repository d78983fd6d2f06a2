"""Values, best responses and gains against OpenSpiel's, and against plain recursion."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability as spiel_exploitability
from open_spiel.python.policy import TabularPolicy

from solver import measures
from solver.tree.flat_tree import FlatTree
from tests.solver.flat_trees import Asked, pure_profile, random_profile, tree_of, turn_based

SMALL = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "kuhn_poker(players=4)",
    "goofspiel(num_cards=3)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0)",
    "six_nimmt(players=2,hand=1,rows=2,deck=6)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0,payoff=penalty)",
    "six_nimmt(players=3,hand=1,rows=1,deck=5)",
    "six_nimmt(players=3,hand=2,rows=1,setup=fixed,deal=1.6/2.7/3.5/4,deck=0)",
)


@pytest.mark.parametrize("name", [*SMALL, "leduc_poker"])
@pytest.mark.parametrize("seed", [1, 2])
def test_values_and_nash_conv_are_those_of_openspiel(name: str, seed: int) -> None:
    tree, loaded = tree_of(name), turn_based(name)
    profile = random_profile(tree, seed)
    policy = Asked(tree, profile).policy(loaded)
    values = pyspiel.expected_returns(loaded.new_initial_state(), policy, -1, False)
    assert measures.expected_values(tree, profile) == pytest.approx(values, abs=1e-9)
    assert measures.nash_conv(tree, profile) == pytest.approx(pyspiel.nash_conv(loaded, policy), abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "six_nimmt(players=2,hand=2,rows=1,deck=0)"])
def test_exploitability_is_that_of_openspiel_in_python(name: str) -> None:
    tree, loaded = tree_of(name), turn_based(name)
    profile = random_profile(tree, 3)
    asked = Asked(tree, profile)
    policy = TabularPolicy(loaded)
    for place, state in enumerate(policy.states):
        policy.action_probability_array[place] = 0.0
        for action, probability in asked.probabilities(state).items():
            policy.action_probability_array[place, action] = probability
    expected = spiel_exploitability.nash_conv(loaded, policy, return_only_nash_conv=False)
    assert measures.nash_conv(tree, profile) == pytest.approx(expected.nash_conv, abs=1e-9)
    assert measures.gains(tree, profile) == pytest.approx(expected.player_improvements, abs=1e-9)
    assert measures.exploitability(tree, profile) == pytest.approx(
        spiel_exploitability.exploitability(loaded, policy), abs=1e-9
    )


@pytest.mark.parametrize("name", SMALL)
def test_a_best_response_gets_what_it_promises_and_nothing_gets_more(name: str) -> None:
    tree = tree_of(name)
    profile = random_profile(tree, 4)
    for player in range(tree.players):
        value, reply = measures.best_response(tree, profile, player)
        assert set(np.unique(reply)) <= {0.0, 1.0}
        deviating = [reply if seat == player else each for seat, each in enumerate(profile)]
        assert measures.expected_values(tree, deviating)[player] == pytest.approx(value, abs=1e-12)
        for seed in range(20):
            other = pure_profile(tree, seed)[player]
            deviating[player] = other
            assert measures.expected_values(tree, deviating)[player] <= value + 1e-12


def told_by_recursion(tree: FlatTree, asked: Asked, player: int, loaded: Any) -> dict[int, tuple[float, float]]:
    """For every sequence of a player: the sums of values and of chances of its histories, its own choices aside."""
    found: dict[int, tuple[float, float]] = {}

    def value(state: Any, likely: float) -> float:
        """What the player gets on average from here on; `likely` is how likely chance and the others come here."""
        if state.is_terminal():
            return float(state.returns()[player])
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            return float(sum(chance * value(state.child(outcome), likely * chance) for outcome, chance in outcomes))
        mine = state.current_player() == player
        numbers = asked.sequences(state)
        total = 0.0
        for action, probability in asked.probabilities(state).items():
            after = value(state.child(action), likely if mine else likely * probability)
            if mine and numbers is not None:
                sums = found.get(numbers[action], (0.0, 0.0))
                found[numbers[action]] = sums[0] + likely * after, sums[1] + likely
            total += probability * after
        return total

    found[0] = value(loaded.new_initial_state(), 1.0), 1.0
    return found


@pytest.mark.parametrize("name", ["kuhn_poker", "kuhn_poker(players=3)", "six_nimmt(players=2,hand=2,rows=1,deck=0)"])
@pytest.mark.parametrize("make", [random_profile, pure_profile])
def test_action_values_are_those_of_plain_recursion(name: str, make: Any) -> None:
    tree, loaded = tree_of(name), turn_based(name)
    profile = make(tree, 5)
    for player in range(tree.players):
        found = measures.action_values(tree, profile, player)
        told = told_by_recursion(tree, Asked(tree, profile), player, loaded)
        assert len(told) == len(found)
        for number, (total, likely) in told.items():
            if likely == 0:
                assert np.isnan(found[number])
            else:
                assert found[number] == pytest.approx(total / likely, abs=1e-12)
    if make is pure_profile and "kuhn" in name:
        assert np.isnan(found).any()  # there is something that the others never allow


def test_head_to_head() -> None:
    tree = tree_of("kuhn_poker(players=3)")
    one, other = random_profile(tree, 6), random_profile(tree, 7)
    result = measures.head_to_head(tree, one, other)
    assert result.seats[1] == measures.expected_values(tree, (other[0], one[1], other[2]))[1]
    assert result.mean == pytest.approx(result.seats.mean())
    with_itself = measures.head_to_head(tree, one, one)
    assert with_itself.seats == pytest.approx(measures.expected_values(tree, one), abs=1e-15)
    assert with_itself.mean == pytest.approx(0.0, abs=1e-12)


def test_strategies_of_another_game_are_refused() -> None:
    with pytest.raises(ValueError, match="do not belong to this tree"):
        measures.nash_conv(tree_of("kuhn_poker"), random_profile(tree_of("leduc_poker"), 1))
