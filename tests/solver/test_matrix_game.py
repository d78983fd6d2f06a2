"""The solver's matrix games against scipy's LP, degenerate ones above all."""

from __future__ import annotations

import random

import numpy as np
import numpy.typing as npt
import pytest

from solver.certificate import solve_matrix_game, worst_for_columns, worst_for_rows
from solver.exact.compact import MOST_CARDS
from solver.exact.matrix_game import TABLEAU, solve_game, value_2x2
from tests.yardstick.backward_induction import matrix_game_value

CLOSE = 1e-7
Game = npt.NDArray[np.float64]


def check(game: Game) -> None:
    """Value and both mixes of a square game."""
    size = len(game)
    x, y = np.full(MOST_CARDS, np.nan), np.full(MOST_CARDS, np.nan)
    space = np.full((TABLEAU, TABLEAU), np.nan)  # nothing of it may be read before it is written
    value = solve_game(game, size, x, y, space, np.zeros((2, MOST_CARDS), dtype=np.int64))
    expected = solve_matrix_game(game.tolist())[0]
    assert value == pytest.approx(expected, abs=CLOSE), game
    for mix in (x[:size], y[:size]):
        assert mix.min() >= 0.0
        assert mix.sum() == pytest.approx(1.0, abs=1e-12)
    assert worst_for_rows(game.tolist(), x[:size]) >= expected - CLOSE, game
    assert worst_for_columns(game.tolist(), y[:size]) <= expected + CLOSE, game


@pytest.mark.parametrize("size", range(1, MOST_CARDS + 1))
def test_whole_numbers(size: int) -> None:
    """Few different numbers, so that rows and columns repeat and ratios tie."""
    chance = np.random.default_rng(size)
    for most in (1, 1, 2, 3, 10, 40):
        for _ in range(5):
            check(chance.integers(-most, most + 1, (size, size)).astype(float))


@pytest.mark.parametrize("size", [2, 3, 5, 8, 10])
def test_real_numbers_of_every_scale(size: int) -> None:
    chance = np.random.default_rng(size)
    for scale in (0.01, 1.0, 60.0):
        for _ in range(5):
            check(chance.normal(size=(size, size)) * scale)


@pytest.mark.parametrize("size", [3, 4, 6, 9])
def test_fractions_that_nearly_tie(size: int) -> None:
    """What the search meets: values of smaller games, many of them equal but for rounding."""
    chance = np.random.default_rng(size)
    for _ in range(10):
        game = chance.integers(-3, 4, (size, size)) / chance.choice([1, 2, 3, 17], (size, size))
        check(game + chance.choice([0.0, 1e-12, -1e-12], (size, size)))
        check(game + chance.choice([0.0, 1e-7, -1e-7], (size, size)))


@pytest.mark.parametrize("size", [2, 3, 4, 7, 10])
def test_symmetric_games_are_worth_nothing(size: int) -> None:
    chance = np.random.default_rng(size)
    for _ in range(5):
        half = chance.integers(-5, 6, (size, size)).astype(float)
        check(half - half.T)
        assert solve_matrix_game((half - half.T).tolist())[0] == pytest.approx(0.0, abs=CLOSE)


def test_repeated_lines_and_constant_games() -> None:
    check(np.zeros((6, 6)))
    check(np.full((4, 4), -7.0))
    rock_paper_scissors = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])
    check(rock_paper_scissors)
    check(np.tile(rock_paper_scissors, (3, 3)))
    check(np.eye(10))
    check(-np.eye(10))


def test_two_by_two_in_closed_form() -> None:
    chance = random.Random(2)
    for _ in range(400):
        game = [[float(chance.randint(-3, 3)) for _ in range(2)] for _ in range(2)]
        assert value_2x2(*game[0], *game[1]) == pytest.approx(matrix_game_value(game), abs=1e-9), game
