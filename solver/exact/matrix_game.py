"""Zero-sum matrix games: a saddle point where there is one, else a small dense simplex."""

from __future__ import annotations

from typing import Final

import numpy as np

from solver.exact.compact import MOST_CARDS
from solver.exact.kernels import inner

#: Numbers below this count as zero in the simplex.
TINY: Final = 1e-11
#: The right-hand sides differ by about this much, so that no two ratios are equal and no pivot is in vain.
NUDGE: Final = 1e-9
#: More pivots than a game of this size takes.
PATIENCE: Final = 500
#: Lines and columns of the simplex' working table.
TABLEAU: Final = MOST_CARDS + 1


@inner
def value_2x2(a, b, c, d):
    """The value of the game with rows (a, b) and (c, d), which the row player maximizes."""
    low = max(min(a, b), min(c, d))
    high = min(max(a, c), max(b, d))
    if low >= high:
        return low
    return (a * d - b * c) / (a + d - b - c)


@inner
def saddle(game, size, x, y):
    """Look for a pure equilibrium. Fills the mixes; the best guarantees of both players (equal if there is one)."""
    best = -np.inf
    best_row = 0
    for i in range(size):
        worst = game[i, 0]
        for j in range(1, size):
            worst = min(worst, game[i, j])
        if worst > best:
            best = worst
            best_row = i
    least = np.inf
    least_column = 0
    for j in range(size):
        most = game[0, j]
        for i in range(1, size):
            most = max(most, game[i, j])
        if most < least:
            least = most
            least_column = j
    for i in range(size):
        x[i] = 0.0
        y[i] = 0.0
    x[best_row] = 1.0
    y[least_column] = 1.0
    return best, least


@inner
def solve_game(game, size, x, y, tableau, basis):
    """The value of a square game, and optimal mixes of the row player (x) and of the column player (y).

    `tableau` and `basis` are work space: (TABLEAU, TABLEAU) numbers and (2, MOST_CARDS) places.
    """
    best, least = saddle(game, size, x, y)
    if best >= least:
        return best
    return simplex(game, size, x, y, tableau, basis)


@inner
def simplex(game, size, x, y, tableau, basis):
    """Maximize the sum of q under (game + shift) q ≤ 1, q ≥ 0, in a condensed tableau.

    The last line holds the costs, the last column the right-hand side; basis[0] says which variable a line stands for,
    basis[1] which one a column does: 0 to size − 1 are the q, from size on the slacks, whose costs are the row mix.
    """
    lowest = np.inf
    for i in range(size):
        for j in range(size):
            lowest = min(lowest, game[i, j])
    shift = 1.0 - lowest
    for i in range(size):
        for j in range(size):
            tableau[i, j] = game[i, j] + shift
        tableau[i, size] = 1.0 + NUDGE * ((0.6180339887498949 * (i + 1)) % 1.0)
        tableau[size, i] = -1.0
        basis[0, i] = size + i
        basis[1, i] = i
    tableau[size, size] = 0.0

    for _ in range(PATIENCE):
        column = -1
        cheapest = -TINY
        for j in range(size):
            if tableau[size, j] < cheapest:
                cheapest = tableau[size, j]
                column = j
        if column < 0:
            break
        line = -1
        smallest = np.inf
        for i in range(size):
            if tableau[i, column] > TINY:
                ratio = max(tableau[i, size], 0.0) / tableau[i, column]
                # of equal ratios the largest pivot, for it keeps the numbers small
                if ratio < smallest or (ratio == smallest and tableau[i, column] > tableau[line, column]):
                    smallest = ratio
                    line = i
        if line < 0:
            break
        pivot = 1.0 / tableau[line, column]
        for j in range(size + 1):
            if j != column:
                tableau[line, j] *= pivot
        for i in range(size + 1):
            if i != line:
                factor = tableau[i, column]
                if factor != 0.0:
                    for j in range(size + 1):
                        if j != column:
                            tableau[i, j] -= factor * tableau[line, j]
                    tableau[i, column] = -factor * pivot
        tableau[line, column] = pivot
        basis[0, line], basis[1, column] = basis[1, column], basis[0, line]

    for i in range(size):
        x[i] = 0.0
        y[i] = 0.0
    x_total = 0.0
    y_total = 0.0
    for i in range(size):
        if basis[0, i] < size:
            y[basis[0, i]] = max(tableau[i, size], 0.0)
            y_total += y[basis[0, i]]
        if basis[1, i] >= size:
            x[basis[1, i] - size] = max(tableau[size, i], 0.0)
            x_total += x[basis[1, i] - size]
    for i in range(size):
        x[i] /= x_total
        y[i] /= y_total
    return 1.0 / x_total - shift
