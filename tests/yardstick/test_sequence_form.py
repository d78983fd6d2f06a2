"""The sequence form on games whose values are known."""

import pyspiel
import pytest

from .sequence_form import game_value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", -1 / 18),
        ("matrix_rps", 0.0),
        ("matrix_mp", 0.0),
        ("goofspiel(num_cards=3,points_order=descending,returns_type=point_difference)", 0.0),
        ("leduc_poker", -0.085606424),
    ],
)
def test_known_values(name: str, value: float) -> None:
    """Turns, chance and simultaneous choices."""
    assert game_value(pyspiel.load_game(name)) == pytest.approx(value, abs=1e-8)


def test_turns_in_secret_are_as_good_as_at_once() -> None:
    """A simultaneous choice is the same as one player's turn after the other's, unseen."""
    at_once = pyspiel.create_matrix_game([[2, -1], [-1, 1]], [[-2, 1], [1, -1]])
    assert game_value(at_once) == pytest.approx(0.2)
    assert game_value(pyspiel.convert_to_turn_based(at_once)) == pytest.approx(0.2)
