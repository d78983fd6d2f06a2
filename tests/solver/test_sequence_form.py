"""Fifty deals by the linear program of the OpenSpiel game, which knows nothing of positions or open hands."""

from __future__ import annotations

import random

import pyspiel
import pytest

import game.spiel  # noqa: F401  (registers the game)
from solver.certificate import certify_exhaustively
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver
from tests.solver.positions import random_deal
from tests.yardstick.sequence_form import game_value

#: How many deals of how many cards each and how many rows.
SHAPES = ((5, 1, 2), (5, 2, 2), (5, 2, 4), (10, 3, 1), (10, 3, 2), (9, 3, 3), (6, 3, 4))


def value_in_openspiel(position: OpenPosition) -> float:
    """The value of the game that has this deal in its rules."""
    rows = [card for row in position.rows for card in row]
    deal = "/".join(".".join(map(str, cards)) for cards in (*position.hands, rows))
    return game_value(
        pyspiel.load_game(
            f"six_nimmt(players=2,hand={position.cards_left},rows={len(rows)},capacity={position.capacity},deck=0,"
            f"setup=fixed,deal={deal})"
        )
    )


def test_there_are_fifty_deals() -> None:
    assert sum(deals for deals, _, _ in SHAPES) == 50


@pytest.mark.parametrize(("deals", "hand", "rows"), SHAPES)
def test_deals_agree_with_the_sequence_form(solver: ExactSolver, deals: int, hand: int, rows: int) -> None:
    chance = random.Random(10 * hand + rows)
    for number in range(deals):
        position = random_deal(chance, hand, rows, capacity=(2, 3, 5)[number % 3])
        value = value_in_openspiel(position)
        assert solver.solve(position).value == pytest.approx(value, abs=1e-6), position
        certificate = certify_exhaustively(solver, position)
        assert certificate.holds, str(certificate)
        assert certificate.guarantees is not None
        assert certificate.guarantees[0] - 1e-7 <= value <= certificate.guarantees[1] + 1e-7


@pytest.mark.slow
def test_four_cards_each_agree_with_the_sequence_form(solver: ExactSolver) -> None:
    position = OpenPosition.deal("1,3,5,6/2,7,8,9/4,10")
    assert value_in_openspiel(position) == pytest.approx(-4.0, abs=1e-6)
    assert solver.solve(position).value == pytest.approx(-4.0, abs=1e-6)
