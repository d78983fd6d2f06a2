"""Flat trees of OpenSpiel games: counts, order, what is merged, and what is refused."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest

from solver.tree.from_spiel import tree_from_spiel
from tests.solver.flat_trees import histories, tree_of, turn_based

GAMES = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "goofspiel(num_cards=3)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0)",
    "six_nimmt(players=3,hand=1,rows=1,deck=5)",
    "six_nimmt(players=2,hand=2,rows=1,deck=0,setup=draft)",
)

# Player 1 chooses, player 2 answers, and player 1 has forgotten what it chose.
FORGETFUL = """EFG 2 R "forgetful" { "one" "two" } ""
p "" 1 1 "first" { "a" "b" } 0
p "" 2 1 "answer" { "x" "y" } 0
p "" 1 2 "again" { "c" "d" } 0
t "" 1 "o1" { 1 -1 }
t "" 2 "o2" { -1 1 }
t "" 3 "o3" { 2 -2 }
p "" 2 1 "answer" { "x" "y" } 0
p "" 1 2 "again" { "c" "d" } 0
t "" 4 "o4" { 1 -1 }
t "" 5 "o5" { -1 1 }
t "" 6 "o6" { 2 -2 }
"""


@pytest.mark.parametrize("name", GAMES)
def test_counts_are_those_of_the_turn_based_game(name: str) -> None:
    tree = tree_of(name)
    states = list(histories(turn_based(name).new_initial_state()))
    told = {(s.current_player(), s.information_state_string(s.current_player())) for s in states if s.is_player_node()}
    assert (tree.histories, tree.infosets) == (len(states), len(told))
    assert sum(own.infosets for own in tree.choices) == len(_open(states))


def _open(states: list[pyspiel.State]) -> set[tuple[int, str]]:
    """The information sets with more than one action."""
    return {
        (s.current_player(), s.information_state_string(s.current_player()))
        for s in states
        if s.is_player_node() and len(s.legal_actions()) > 1
    }


def test_known_counts() -> None:
    assert (tree_of("kuhn_poker").histories, tree_of("kuhn_poker").infosets) == (58, 12)
    assert (tree_of("leduc_poker").histories, tree_of("leduc_poker").infosets) == (9457, 936)


@pytest.mark.parametrize("name", GAMES)
def test_parents_come_before_children_and_ends_once(name: str) -> None:
    tree = tree_of(name)
    for own in tree.choices:
        assert (own.parent < own.first[:-1]).all()
        assert (np.diff(own.first) > 1).all()
        assert own.first[0] == 1
        assert own.first[-1] == own.sequences
        assert len(np.unique(own.name, axis=0)) == own.infosets
    assert len(np.unique(tree.sequence, axis=1).T) == tree.ends
    terminals = sum(state.is_terminal() for state in histories(turn_based(name).new_initial_state()))
    assert tree.ends <= terminals


def test_hidden_hands_merge_ends() -> None:
    """What nobody could tell apart or act on is one end: here the order of dealing, and single actions."""
    tree = tree_of("six_nimmt(players=3,hand=1,rows=1,deck=5)")
    terminals = [state for state in histories(turn_based(tree.game).new_initial_state()) if state.is_terminal()]
    assert tree.ends < len(terminals)
    assert tree.payoff_sum is None


def test_payoff_sums() -> None:
    assert tree_of("kuhn_poker").payoff_sum == 0.0
    assert tree_of("six_nimmt(players=2,hand=2,rows=1,deck=6,payoff=win)").payoff_sum == 1.0
    assert not tree_of("six_nimmt(players=2,hand=2,rows=1,deck=0,payoff=penalty)").zero_sum


def test_a_player_who_forgets_is_refused() -> None:
    with pytest.raises(ValueError, match=r"player 0 has no perfect recall: it comes after different choices .*state '"):
        tree_from_spiel(pyspiel.load_efg_game(FORGETFUL))
    with pytest.raises(ValueError, match="no perfect recall"):
        tree_from_spiel("liars_dice_ir")


def test_a_tree_that_grows_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match=r"does not fit: after .* histories it takes .* and 100,000 are allowed"):
        tree_from_spiel("liars_dice", most_bytes=100_000)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("cliff_walking", "has one player only"),
        ("mfg_garnet", "neither played in turns nor at once"),
        ("backgammon", "no information-state strings"),
        ("negotiation", "draws its chance by itself"),
        ("kuhn_pokr", "did you mean kuhn_poker"),
        ("kuhn_poker(cards=9)", r"cannot load 'kuhn_poker\(cards=9\)': Unknown parameter 'cards'"),
        ("six_nimmt(players=2,hand=70)", "a deck of 104 is too small"),
    ],
)
def test_games_that_cannot_be_flat(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        tree_from_spiel(name)


def test_progress_counts_up_to_the_whole_tree() -> None:
    seen: list[tuple[int, int, int]] = []
    tree = tree_from_spiel("leduc_poker", progress=lambda *counts: seen.append(counts))
    assert len(seen) == 2
    assert seen == sorted(seen)
    assert seen[-1][:2] == (tree.histories, tree.infosets)


def test_depth_does_not_matter() -> None:
    """Players go on or stop in turns, far deeper than Python may recurse."""
    depth = 1500
    lines = ['EFG 2 R "long" { "one" "two" } ""']
    for step in range(depth):
        lines.append(f'p "" {1 + step % 2} {1 + step // 2} "s{step}" {{ "stop" "go" }} 0')
        lines.append(f't "" {step + 1} "o{step}" {{ {step} {-step} }}')
    lines.append(f't "" {depth + 1} "end" {{ 0 0 }}')
    tree = tree_from_spiel(pyspiel.load_efg_game("\n".join(lines)))
    assert tree.infosets == depth
    assert tree.ends == depth + 1
