"""Values of two-player games with open hands in plain Python: backward induction with a matrix game for every turn."""

from __future__ import annotations

import pickle

import numpy as np
from scipy.optimize import linprog

from tests.yardstick.base import BaseYardstick


def value(deal: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], capacity: int) -> float:
    """What the first player can make sure of: the other's penalties minus its own."""
    first, second, rows = deal
    table = BaseYardstick(
        players=2,
        hand=len(first),
        capacities=[capacity] * len(rows),
        hands=[set(first), set(second)],
        rows=list(rows),
    )
    return _value(table, {})


def _value(table: BaseYardstick, known: dict[object, float]) -> float:
    """The value of what is still to come, and of what is taken so far."""
    taken = float(table.penalties[1] - table.penalties[0])
    key = (
        tuple(map(frozenset, table.hands)),
        tuple(map(tuple, table.rows)),
        tuple(sorted(table.chosen.items())),
        table.kind(),
    )
    if key not in known:
        known[key] = _to_come(table, known) - taken
    return known[key] + taken


def _to_come(table: BaseYardstick, known: dict[object, float]) -> float:
    kind, seats = table.kind(), table.to_act()
    if kind is None:
        return float(table.penalties[1] - table.penalties[0])
    if kind == "row":
        (seat,) = seats
        values = [_value(_after(table, [(seat, action)]), known) for action in table.legal(seat)]
        return max(values) if seat == 0 else min(values)
    matrix = np.array(
        [[_value(_after(table, [(0, own), (1, other)]), known) for other in table.legal(1)] for own in table.legal(0)]
    )
    return matrix_value(matrix)


def _after(table: BaseYardstick, actions: list[tuple[int, int]]) -> BaseYardstick:
    after: BaseYardstick = pickle.loads(pickle.dumps(table))
    for seat, action in actions:
        after.act(seat, action)
    return after


def matrix_value(matrix: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> float:
    """The value of a matrix game to the player of the rows: the most that a mixed row is sure of."""
    rows, columns = matrix.shape
    answer = linprog(
        c=[*np.zeros(rows), -1],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*np.ones(rows), 0]],
        b_eq=[1],
        bounds=[*([(0, None)] * rows), (None, None)],
    )
    assert answer.success
    return float(-answer.fun)
