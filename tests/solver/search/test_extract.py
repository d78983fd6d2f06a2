"""A search as a strategy: a mix for every information set of the flat tree, and exploitability that falls."""

from __future__ import annotations

import pytest

from solver.measures import exploitability
from solver.search.extract import decisions_of, exploitability_curve, extract, fitting, our_game, strategies_of
from solver.search.searcher import SearchSettings
from solver.tree.from_spiel import tree_from_spiel

HIDDEN = "six_nimmt(players=2,hand=2,rows=1,deck=6,capacity=2)"
SMALL_GAMES = (
    HIDDEN,
    "six_nimmt(players=2,hand=2,rows=1,setup=draft,capacity=2,payoff=win)",
    "six_nimmt(players=3,hand=2,rows=1,deck=104,setup=fixed,deal=5.50/7.60/9.70/30,payoff=penalty)",
    "six_nimmt_number(players=2,hand=2,rows=2,deck=0,rounds=1)",
    "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials=1/0/1/0/1/0/1,specials_dealt=1)",
)


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_every_information_set_gets_a_mix(game: str) -> None:
    """In the tree's own names, none too many and none too few."""
    tree = tree_from_spiel(game)
    table = extract(game, simulations=4, seed=1)
    names = {tuple(name) for own in tree.choices for name in own.name.tolist()}
    assert set(table) == names
    for own, strategy in zip(tree.choices, strategies_of(tree, table), strict=True):
        for infoset, name in enumerate(own.name.tolist()):
            sequences = slice(own.first[infoset], own.first[infoset + 1])
            mix = table[name[0], name[1]]
            assert dict(zip(own.action[sequences].tolist(), strategy[sequences].tolist(), strict=True)) == mix


def test_methods_and_payoffs_follow_the_game() -> None:
    settings = SearchSettings(selection="rm")
    methods = [fitting(settings, our_game(game)) for game in SMALL_GAMES]
    assert [each.method for each in methods] == ["ismcts", "smmcts", "smmcts", "smmcts", "ismcts"]
    assert [each.objective for each in methods] == ["difference", "win", "penalty", "difference", "difference"]
    assert {each.selection for each in methods} == {"rm"}


def test_what_is_missing_is_uniform() -> None:
    tree = tree_from_spiel(HIDDEN)
    for own, strategy in zip(tree.choices, strategies_of(tree, {}), strict=True):
        assert strategy.tolist() == own.uniform().tolist()


def test_a_seat_is_asked_with_what_it_sees() -> None:
    """Views of two information sets are the same only if the cards on the table and in the hand are."""
    for view in decisions_of(HIDDEN).values():
        assert view.decision is not None
        assert len(view.decision.actions) > 1
        assert view.chosen == 0


@pytest.mark.parametrize("selection", ["uct", "rm", "exp3"])
def test_exploitability_falls_with_the_budget(selection: str) -> None:
    tree = tree_from_spiel(HIDDEN)
    settings = SearchSettings(selection=selection, opponents="hands")
    points = exploitability_curve(HIDDEN, [settings], [10, 1000], [1, 2], tree=tree)
    assert [(point.simulations, point.seed) for point in points] == [(10, 1), (10, 2), (1000, 1), (1000, 2)]
    few, many = points[:2], points[2:]
    assert max(point.exploitability for point in many) < 0.4 * min(point.exploitability for point in few)
    assert max(point.exploitability for point in many) < 0.2 * exploitability(tree, strategies_of(tree, {}))


def test_the_same_seed_gives_the_same_strategy() -> None:
    assert extract(HIDDEN, simulations=20, seed=3) == extract(HIDDEN, simulations=20, seed=3)
    assert extract(HIDDEN, simulations=20, seed=3) != extract(HIDDEN, simulations=20, seed=4)


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="not one of our games"):
        extract("kuhn_poker", simulations=10)
