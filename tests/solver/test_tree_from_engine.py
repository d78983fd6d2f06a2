"""Trees walked on the engine: the counts of OpenSpiel's tree, and the same information sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest

import game.spiel
from solver.tree.deals import chance_nodes, deal_count, every_deal
from solver.tree.flat_tree import FlatTree
from solver.tree.from_engine import TooLarge, tree_from_engine
from solver.tree.names import name_of
from tests.game.spiel.test_trees import TREES

assert game.spiel

ONE_ROUND = [(text, counts) for text, _, counts in TREES if "rounds=2" not in text]


def walk(state: Any, nodes: list[Any]) -> None:
    """All states of the turn-based game from here on."""
    nodes.append(state)
    for action in state.legal_actions():
        walk(state.child(action), nodes)


def infosets_of(nodes: list[Any], players: int) -> list[dict[bytes, list[int]]]:
    """The information sets with a choice, by name, with their actions."""
    found: list[dict[bytes, list[int]]] = [{} for _ in range(players)]
    for state in nodes:
        player = state.current_player()
        if player >= 0 and len(state.legal_actions()) > 1:
            found[player].setdefault(name_of(state, player).tobytes(), state.legal_actions())
    return found


@pytest.mark.parametrize(("text", "counts"), ONE_ROUND, ids=[text for text, _ in ONE_ROUND])
def test_the_tree_is_that_of_openspiel(text: str, counts: tuple[int, ...]) -> None:
    tree = tree_from_engine(text)
    turn_based = pyspiel.convert_to_turn_based(pyspiel.load_game(text))
    nodes: list[Any] = []
    walk(turn_based.new_initial_state(), nodes)
    assert tree.histories == len(nodes)
    # Tree tables count information sets of whoever acts, with and without a choice.
    acting = {(s.current_player(), s.information_state_string()) for s in nodes if s.current_player() >= 0}
    assert tree.infosets == len(acting)
    for own, expected in zip(tree.choices, infosets_of(nodes, tree.players), strict=True):
        found = {
            own.name[i].tobytes(): own.action[own.first[i] : own.first[i + 1]].tolist() for i in range(own.infosets)
        }
        assert found == expected
    check_shape(tree)
    assert values_at_random(tree) == pytest.approx(random_values(turn_based.new_initial_state(), 1.0), abs=1e-12)


def check_shape(tree: FlatTree) -> None:
    """What a FlatTree promises: parents before children, every action of an information set its own sequence."""
    for player, own in enumerate(tree.choices):
        assert own.first[0] == 1
        assert own.first[-1] == own.sequences
        assert (np.diff(own.first) > 1).all()
        assert (own.parent < own.first[:-1]).all()
        assert tree.sequence[player].max(initial=0) < own.sequences


def values_at_random(tree: FlatTree) -> list[float]:
    """What everybody expects when all play at random, from the tree."""
    reach = []
    for own in tree.choices:
        chance = own.uniform()
        for i in range(own.infosets):
            chance[own.first[i] : own.first[i + 1]] *= chance[own.parent[i]]
        reach.append(chance)
    together = np.prod([reach[player][tree.sequence[player]] for player in range(tree.players)], axis=0)
    return [float(payoff @ together) for payoff in tree.payoff]


def random_values(state: Any, chance: float) -> Any:
    """The same by walking OpenSpiel's game."""
    if state.is_terminal():
        return chance * np.array(state.returns())
    if state.is_chance_node():
        return sum(random_values(state.child(action), chance * part) for action, part in state.chance_outcomes())
    actions = state.legal_actions()
    return sum(random_values(state.child(action), chance / len(actions)) for action in actions)


@pytest.mark.parametrize("text", ["six_nimmt(players=2,hand=2,rows=1,deck=7)", ONE_ROUND[-1][0]])
def test_every_deal_comes_once(text: str) -> None:
    settings = pyspiel.load_game(text).settings
    deals = np.concatenate([deals for deals, _ in every_deal(settings, chunk=7)])
    chances = np.concatenate([chances for _, chances in every_deal(settings, chunk=7)])
    assert len(np.unique(deals, axis=0)) == len(deals) == deal_count(settings)
    assert chances.sum() == pytest.approx(1)


def test_deals_card_by_card_have_more_chance_nodes() -> None:
    """Counted by walking the steps of the dealer, for a deck that is dealt card by card."""
    game = pyspiel.load_game("six_nimmt(players=2,hand=3,rows=1,deck=41)")

    def nodes(step: Any) -> int:
        if not step.offers:
            return 0
        if step.missing:
            return 1 + sum(nodes(step.after(place)) for place, _ in step.offers)
        return 1 + len(step.offers) * nodes(step.after(0))

    assert game.settings.dealer.card_by_card(0)
    assert chance_nodes(game.settings) == nodes(game.settings.dealer.start(()))


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge, match="takes more than"):
        tree_from_engine("six_nimmt(players=2,hand=3,rows=2,deck=9)", most_bytes=1 << 20)


def test_progress_counts_deals() -> None:
    seen: list[Any] = []
    tree = tree_from_engine("six_nimmt(players=2,hand=2,rows=2,deck=7)", seen.append)
    assert seen[-1].deals == seen[-1].all_deals == deal_count(pyspiel.load_game(tree.game).settings)


def test_games_of_several_rounds_are_refused() -> None:
    with pytest.raises(ValueError, match="one round"):
        tree_from_engine("six_nimmt(players=2,hand=1,rows=1,deck=4,rounds=2)")
