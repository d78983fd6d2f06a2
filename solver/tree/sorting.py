"""A stable counting sort, in compiled code."""

from __future__ import annotations

import numpy as np

from solver.tree.kernels import kernel


@kernel
def stable_order(keys, order, size):
    """Sort an order by keys below `size`, equal ones as they were; also where each key starts in the new order."""
    starts = np.zeros(size + 1, np.int64)
    for key in keys:
        starts[key + 1] += 1
    for key in range(size):
        starts[key + 1] += starts[key]
    free = starts[:-1].copy()
    sorted_order = np.empty_like(order)
    for which in order:
        key = keys[which]
        sorted_order[free[key]] = which
        free[key] += 1
    return sorted_order, starts
