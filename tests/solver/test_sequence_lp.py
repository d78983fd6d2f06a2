"""The linear program: known values, CFR+ on small instances of ours, and backward induction where hands are public."""

from __future__ import annotations

from itertools import combinations

import pyspiel
import pytest

from solver import measures
from solver.cfr.solve import solve
from solver.sequence_lp import solve_lp
from solver.tree.from_spiel import tree_from_spiel
from tests.solver.flat_trees import tree_of
from tests.yardstick.backward_induction import BackwardInduction

#: Ten small instances: decks of exactly what is needed and larger ones, fixed deals, drafts, both payoffs.
INSTANCES = (
    "six_nimmt(players=2,hand=2,rows=2,deck=0)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0,capacity=2)",
    "six_nimmt(players=2,hand=2,rows=1,deck=6)",
    "six_nimmt(players=2,hand=2,rows=1,deck=7,capacity=2)",
    "six_nimmt(players=2,hand=2,rows=1,deck=6,payoff=win)",
    "six_nimmt(players=2,hand=3,rows=2,deck=0,setup=fixed,capacity=3,deal=2.7.8/1.3.6/4.5)",
    "six_nimmt(players=2,hand=3,rows=3,deck=0,setup=fixed,deal=1.3.9/4.7.8/2.5.6)",
    "six_nimmt(players=2,hand=3,rows=4,deck=0,setup=fixed,deal=1.2.10/3.5.8/4.6.7.9,payoff=win)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0,setup=draft)",
    "six_nimmt(players=2,hand=2,rows=2,deck=0,setup=draft,capacity=2)",
)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", -1 / 18),
        ("leduc_poker", -0.085606424078),
        ("matrix_rps", 0.0),
        ("goofspiel(num_cards=3,points_order=descending,returns_type=point_difference)", 0.0),
    ],
)
def test_known_values(name: str, value: float) -> None:
    solution = solve_lp(tree_of(name))
    assert solution.value == pytest.approx(value, abs=1e-9)
    assert measures.exploitability(tree_of(name), solution.strategies) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("name", INSTANCES)
def test_the_linear_program_and_cfr_plus_agree(name: str) -> None:
    tree = tree_of(name)
    truth = solve_lp(tree)
    assert measures.exploitability(tree, truth.strategies) == pytest.approx(0.0, abs=1e-9)
    assert measures.expected_values(tree, truth.strategies)[0] == pytest.approx(truth.value, abs=1e-9)
    found = solve(tree, "cfr+", 20_000, target=5e-5)
    assert found.stopped == "target"
    assert found.values[0] == pytest.approx(truth.value, abs=1e-4)
    assert found.values.sum() == pytest.approx(tree.payoff_sum, abs=1e-9)


@pytest.mark.parametrize(
    ("capacity", "hands", "rows"),
    [
        (3, ((2, 7, 8), (1, 3, 6)), (4, 5)),
        (5, ((1, 3, 9), (4, 7, 8)), (2, 5, 6)),
        (2, ((3, 5), (2, 4)), (1, 6)),
        (5, ((1, 2, 10), (3, 5, 8)), (4, 6, 7, 9)),
    ],
)
def test_fixed_deals_agree_with_backward_induction(
    capacity: int, hands: tuple[tuple[int, ...], tuple[int, ...]], rows: tuple[int, ...]
) -> None:
    value = BackwardInduction(capacity).value(frozenset(hands[0]), frozenset(hands[1]), tuple((card,) for card in rows))
    deal = "/".join(".".join(map(str, cards)) for cards in (*hands, rows))
    shape = f"players=2,hand={len(hands[0])},rows={len(rows)},capacity={capacity},deck=0"
    tree = tree_of(f"six_nimmt({shape},setup=fixed,deal={deal})")
    assert solve_lp(tree).value == pytest.approx(value, abs=1e-7)
    assert solve(tree, "cfr+", 20_000, target=5e-5).values[0] == pytest.approx(value, abs=1e-4)


def test_dealt_open_hands_agree_with_backward_induction() -> None:
    """Two players and no card left over: the value is the mean over all deals (P5)."""
    induction = BackwardInduction(capacity=2)
    cards = frozenset(range(1, 6))
    values = [
        induction.value(frozenset(mine), frozenset(theirs), tuple((card,) for card in cards - {*mine, *theirs}))
        for mine in combinations(sorted(cards), 2)
        for theirs in combinations(sorted(cards - set(mine)), 2)
    ]
    assert len(values) == 30
    mean = sum(values) / len(values)
    tree = tree_of("six_nimmt(players=2,hand=2,rows=1,deck=0,capacity=2)")
    assert solve_lp(tree).value == pytest.approx(mean, abs=1e-9)


def test_a_draft_agrees_with_backward_induction() -> None:
    """Players pick in turns until each has two of five cards (P2); then hands are open."""
    induction = BackwardInduction(capacity=5)

    def value(mine: frozenset[int], theirs: frozenset[int], table: frozenset[int]) -> float:
        if len(table) == 1:
            return induction.value(mine, theirs, tuple((card,) for card in table))
        if len(mine) == len(theirs):
            return max(value(mine | {card}, theirs, table - {card}) for card in table)
        return min(value(mine, theirs | {card}, table - {card}) for card in table)

    found = value(frozenset(), frozenset(), frozenset(range(1, 6)))
    tree = tree_of("six_nimmt(players=2,hand=2,rows=1,deck=0,setup=draft)")
    assert solve_lp(tree).value == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn_poker(players=3)", "has 3 players: a linear program solves games of two"),
        ("six_nimmt(players=2,hand=2,rows=1,deck=0,payoff=penalty)", "do not add up to a constant"),
    ],
)
def test_other_games_are_refused(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        solve_lp(tree_of(name))


def test_tiny_probabilities_do_not_blur_the_value() -> None:
    """A game behind a chance of one in a million pays a million times as much."""
    small = pyspiel.create_matrix_game([[2, -1], [-1, 1]], [[-2, 1], [1, -1]])
    tree = tree_from_spiel(small)
    tree.payoff[:] *= 1e-9
    assert solve_lp(tree).value == pytest.approx(0.2e-9, rel=1e-6)
