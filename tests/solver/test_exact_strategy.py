"""Exactly solved deals as strategies: they can be kept in files, and nobody gains against them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.deal import Deal
from game.rules import Rules
from solver.exact.as_strategy import exact_strategy
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver
from solver.measures import action_values, expected_values, gains
from solver.strategy import load_strategy
from solver.tree.build import build_tree


@pytest.mark.parametrize(("text", "capacity"), [("2,7,8/1,3,6/4,5", 3), ("1,3,9/4,7,8/2,5,6", 2), ("2,6/1,3/4,5", 1)])
def test_a_solved_deal_is_an_equilibrium(solver: ExactSolver, text: str, capacity: int, tmp_path: Path) -> None:
    hands = text.split("/")[0].count(",") + 1
    rows = text.split("/")[2].count(",") + 1
    rules = Rules(players=2, hand=hands, rows=rows, capacity=capacity, deck=0)
    exact_strategy(solver, Deal.parse(text, rules), rules).save(tmp_path / "exact")
    loaded = load_strategy(tmp_path / "exact")
    tree = build_tree(loaded.metadata.game)
    strategies, unknown = loaded.on_tree(tree)
    assert unknown == 0
    assert gains(tree, strategies) == pytest.approx([0, 0], abs=1e-5)
    value = solver.solve(OpenPosition.deal(text, capacity)).value
    assert loaded.metadata.values == pytest.approx((value, -value), abs=1e-5)
    assert expected_values(tree, strategies) == pytest.approx([value, -value], abs=1e-5)
    for player, own in enumerate(tree.choices):
        found = action_values(tree, strategies, player)
        for place in range(own.infosets):
            mix = loaded.mix(player, own.name[place])
            assert mix is not None
            for sequence in range(own.first[place], own.first[place + 1]):
                if found[sequence] == found[sequence]:  # where the others never lead, the tree has no value
                    assert mix[int(own.action[sequence])][1] == pytest.approx(found[sequence], abs=1e-5)


def test_only_for_two_players_and_the_base_game(solver: ExactSolver) -> None:
    with pytest.raises(ValueError, match="two players"):
        exact_strategy(solver, Deal.make(Rules(players=3, hand=2)), Rules(players=3, hand=2))
