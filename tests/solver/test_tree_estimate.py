"""How large a tree will be, told before it is grown."""

from __future__ import annotations

import pyspiel
import pytest

import game.spiel
from solver.tree.build import build_tree
from solver.tree.estimate import estimate_tree
from solver.tree.from_engine import TooLarge

assert game.spiel


@pytest.mark.parametrize(
    "text",
    [
        "six_nimmt(players=2,hand=2,rows=1,deck=8)",
        "six_nimmt(players=2,hand=3,rows=2,deck=8)",
        "six_nimmt(players=3,hand=2,rows=1,deck=8)",
        "six_nimmt(players=2,hand=2,rows=2,setup=draft)",
        "six_nimmt(players=2,hand=3,rows=2,capacity=3,deck=0,setup=fixed,deal=2.7.8/1.3.6/4.5)",
    ],
)
def test_estimates_come_near(text: str) -> None:
    tree = build_tree(text)
    size = estimate_tree(pyspiel.load_game(text).settings, walks=2000)
    assert size.histories == pytest.approx(tree.histories, rel=0.15)
    assert size.ends == pytest.approx(tree.ends, rel=0.15)
    assert size.infosets == pytest.approx(sum(own.infosets for own in tree.choices), rel=0.15)
    assert size.bytes > tree.bytes  # solving takes more than the tree alone


def test_the_real_game_is_refused_with_its_size() -> None:
    with pytest.raises(TooLarge, match=r"histories and take .*G, and 1\.0G are allowed"):
        build_tree("six_nimmt(players=2)", memory=1 << 30)


def test_foreign_games_and_several_rounds_go_through_openspiel() -> None:
    assert build_tree("kuhn_poker").histories == 58
    tree = build_tree("six_nimmt(players=2,hand=1,rows=1,deck=4,rounds=2)")
    assert tree.histories > 1000
