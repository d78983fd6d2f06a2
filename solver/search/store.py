"""Where a search keeps its nodes: a hash table over arrays that are made once and filled from the front.

A node is a decision of one seat, under the name of what that seat knows there. It is noted when it is first met, and
gets room for its actions when it is met again: most nodes of a search are met only once.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.search.kernels import inlined, inner

# Numbers of a node.
FIRST: Final = 0  # its first line; NO_LINES before it has any
VISITS: Final = 1
NODE_NUMBERS: Final = 2
NO_LINES: Final = -1

# Numbers of an action, one line each.
TRIES: Final = 0
REWARD: Final = 1  # sum
OFFERS: Final = 2  # how often it was legal, where that differs from visit to visit
REGRET: Final = 3  # rm: sum of regrets; exp3: sum of rewards over probabilities
SHARE: Final = 4  # sum of the mixes that were played, without exploration
LINE_NUMBERS: Final = 5

# Counters.
NODES: Final = 0
LINES: Final = 1
MASK: Final = 2  # places in use of the table, less one
ROOT: Final = 3  # the node of the decision that is searched for
COUNTERS: Final = 4

#: How many places of the table a new search begins with; it doubles whenever it is half full.
FIRST_PLACES: Final = 1 << 10
ABSENT: Final = -1

#: What a node takes: its key, its numbers and two to four places in the table.
NODE_BYTES: Final = 16 + 8 * NODE_NUMBERS + 4 * 4
LINE_BYTES: Final = 8 * LINE_NUMBERS
#: Lines for each node, on average: nodes that are met once have none, others as many as actions.
LINES_A_NODE: Final = 3
FEWEST_NODES: Final = 1 << 12

_ONE = np.uint64(1)


class Tree(NamedTuple):
    """All nodes of all seats."""

    table: npt.NDArray[np.int32]  # 1 + node, or 0
    keys: npt.NDArray[np.uint64]  # (nodes, 2)
    nodes: npt.NDArray[np.int64]  # (nodes, NODE_NUMBERS)
    lines: npt.NDArray[np.float64]  # (lines, LINE_NUMBERS)
    counters: npt.NDArray[np.int64]


def new_tree(memory: int) -> Tree:
    """An empty tree that takes at most so many bytes, but room for a few thousand nodes in any case."""
    nodes = max(memory // (NODE_BYTES + LINES_A_NODE * LINE_BYTES), FEWEST_NODES)
    places = 2 * (1 << (nodes - 1).bit_length())  # at most half full
    return Tree(
        np.zeros(places, dtype=np.int32),
        np.empty((nodes, 2), dtype=np.uint64),
        np.empty((nodes, NODE_NUMBERS), dtype=np.int64),
        np.empty((LINES_A_NODE * nodes, LINE_NUMBERS), dtype=np.float64),
        np.zeros(COUNTERS, dtype=np.int64),
    )


@inner
def forget(tree):
    """Leave no node."""
    tree.counters[NODES] = 0
    tree.counters[LINES] = 0
    tree.counters[ROOT] = ABSENT
    _clear_table(tree, FIRST_PLACES)


@inner
def _clear_table(tree, places):
    tree.counters[MASK] = places - 1
    for place in range(places):
        tree.table[place] = 0


@inner
def place_of(tree, key):
    """Where in the table a key stands, or would stand."""
    mask = tree.counters[MASK]
    place = np.int64(key[0] >> _ONE) & mask
    while True:
        entry = tree.table[place]
        if entry == 0 or (tree.keys[entry - 1, 0] == key[0] and tree.keys[entry - 1, 1] == key[1]):
            return place
        place = (place + 1) & mask


@inner
def _grow(tree):
    """Use twice as many places of the table, and find each node's anew."""
    _clear_table(tree, 2 * (tree.counters[MASK] + 1))
    for node in range(tree.counters[NODES]):
        tree.table[place_of(tree, tree.keys[node])] = node + 1


@inlined
def note_node(tree, place, key):
    """Note a new node whose key belongs at a place of the table, if there is room; the node, or ABSENT."""
    node = tree.counters[NODES]
    if node == tree.keys.shape[0]:
        return ABSENT
    tree.keys[node, 0] = key[0]
    tree.keys[node, 1] = key[1]
    tree.nodes[node, FIRST] = NO_LINES
    tree.nodes[node, VISITS] = 0
    tree.table[place] = node + 1
    tree.counters[NODES] = node + 1
    if 2 * (node + 1) > tree.counters[MASK] + 1:
        _grow(tree)
    return node


@inlined
def give_lines(tree, node, count):
    """Give a node lines for its actions; whether there was room."""
    first = tree.counters[LINES]
    if first + count > tree.lines.shape[0]:
        return False
    for line in range(first, first + count):
        for number in range(LINE_NUMBERS):
            tree.lines[line, number] = 0.0
    tree.nodes[node, FIRST] = first
    tree.counters[LINES] = first + count
    return True
