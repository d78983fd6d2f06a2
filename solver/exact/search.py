"""Is the value at least m? A search that answers this for a position, opening as little of the tree as it can.

At a node every pair of cards has bounds and an estimate of what follows. The matrix game of the estimates says what
to believe and which mix would prove it. If it is worth m or more, the search takes the row player's mix, finds the
column that is furthest from being proved by lower bounds, and asks of the one child that matters most there whether it
reaches what the proof needs of it; if less than m, the same from the other side. It ends as soon as a mix proves ≥ m
on lower bounds or ≤ m on upper ones.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.exact.compact import HEADS_SHIFT, MOST_CARDS, MOST_ROWS, choices, is_low, lane, play, split_hands
from solver.exact.kernels import inner, kernel
from solver.exact.leaves import last_turn, value_2, value_3
from solver.exact.matrix_game import TABLEAU, solve_game
from solver.exact.table import hash_position, look_up, store

#: Positions with this many cards each are solved outright; with more they are searched and kept in the table.
LEAF: Final = 3
# The numbers of a position, by line.
OWNER: Final = 0
BULLS: Final = 1
TABLE: Final = 2
LINE: Final = 3
MOST_OPTIONS: Final = MOST_CARDS * MOST_CARDS * MOST_ROWS

# Counters.
NODES: Final = 0
ENTRIES: Final = 1
LEAVES: Final = 2
STEPS: Final = 3
SIMPLEX: Final = 4
COUNTERS: Final = 32

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
WordArray = npt.NDArray[np.uint64]


class Work(NamedTuple):
    """The work space of one thread; its first index is the number of cards that each player has left."""

    lines: IntArray
    hands: IntArray
    first: IntArray  # by pair of cards: its first option
    count: IntArray  # and how many it has (B5)
    place: WordArray  # by option: the hashes of what follows
    name: WordArray
    gain: FloatArray
    sign: FloatArray
    option_low: FloatArray
    option_high: FloatArray
    option_guess: FloatArray
    low: FloatArray  # by pair: bounds and estimate
    high: FloatArray
    guess: FloatArray
    x: FloatArray
    y: FloatArray
    tableau: FloatArray
    basis: IntArray
    leaf_names: WordArray
    leaf_low: FloatArray
    leaf_high: FloatArray
    counters: IntArray


def new_work(leaf_bits: int = 18) -> Work:
    """Work space for one thread."""
    levels = MOST_CARDS + 1
    square = (levels, MOST_CARDS, MOST_CARDS)
    options = (levels, MOST_OPTIONS)

    def numbers(*shape: int) -> FloatArray:
        return np.zeros(shape, dtype=np.float64)

    return Work(
        np.zeros((levels, LINE), dtype=np.int64),
        np.zeros((levels, 2, MOST_CARDS), dtype=np.int64),
        np.zeros(square, dtype=np.int64),
        np.zeros(square, dtype=np.int64),
        np.zeros(options, dtype=np.uint64),
        np.zeros(options, dtype=np.uint64),
        *(numbers(*options) for _ in range(5)),
        *(numbers(*square) for _ in range(3)),
        numbers(levels, MOST_CARDS),
        numbers(levels, MOST_CARDS),
        numbers(TABLEAU, TABLEAU),
        np.zeros((2, MOST_CARDS), dtype=np.int64),
        np.zeros(1 << leaf_bits, dtype=np.uint64),
        numbers(1 << leaf_bits),
        numbers(1 << leaf_bits),
        np.zeros(COUNTERS, dtype=np.int64),
    )


@inner
def reach(bulls, table, k, rows):
    """More bullheads than anybody can take from here on."""
    total = 0
    for row in range(rows):
        total += lane(table, row) >> HEADS_SHIFT
    for card in range(2 * k):
        total += (bulls >> (3 * card)) & 7
    return total


@inner
def leaf_bounds(work, rows, capacity, k, m):
    """Bounds of the value of line k, for at most LEAF cards each, that lie on one side of m."""
    owner = work.lines[k, OWNER]
    bulls = work.lines[k, BULLS]
    table = work.lines[k, TABLE]
    hands = work.hands[k]
    split_hands(owner, k, hands)
    if k == 3:
        most = float(reach(bulls, table, k, rows))
        game = work.low[3]
        return value_3(
            table, bulls, m, most, rows, capacity, hands, game, work.x[3], work.y[3], work.tableau, work.basis
        )
    value = 0.0
    if k == 1:
        value = float(last_turn(table, bulls, 0, 1, rows, capacity))
    if k == 2:
        value = value_2(table, bulls, hands[0, 0], hands[0, 1], hands[1, 0], hands[1, 1], rows, capacity)
    return value, value


@inner
def nearer(low, high):
    """The bound that was proved last, which is the one nearer to 0 unless both are."""
    return low if abs(low) <= abs(high) else high


@inner
def gather(work, k, i, j):
    """Bounds and estimate of a pair of cards, from its options: the best for whoever chooses the row (B5)."""
    first = work.first[k, i, j]
    low = work.option_low[k, first]
    high = work.option_high[k, first]
    guess = work.option_guess[k, first]
    mine = work.hands[k, 0, i] < work.hands[k, 1, j]
    for option in range(first + 1, first + work.count[k, i, j]):
        if mine:
            low = max(low, work.option_low[k, option])
            high = max(high, work.option_high[k, option])
            guess = max(guess, work.option_guess[k, option])
        else:
            low = min(low, work.option_low[k, option])
            high = min(high, work.option_high[k, option])
            guess = min(guess, work.option_guess[k, option])
    work.low[k, i, j] = low
    work.high[k, i, j] = high
    work.guess[k, i, j] = guess


@inner
def put_option(work, k, option, low, high, guess):
    """Note what is known of an option, given as its child sees it."""
    gain = work.gain[k, option]
    if work.sign[k, option] > 0:
        work.option_low[k, option] = gain + low
        work.option_high[k, option] = gain + high
    else:
        guess = -guess
        work.option_low[k, option] = gain - high
        work.option_high[k, option] = gain - low
    guess = min(max(gain + guess, work.option_low[k, option]), work.option_high[k, option])
    work.option_guess[k, option] = guess


@inner
def best_guess(low, high, estimate):
    """The estimate, as exact as it can be: a bound that rounds to it is where it came from."""
    if abs(low - estimate) < 0.005:
        return low
    if abs(high - estimate) < 0.005:
        return high
    return min(max(estimate, low), high)


@inner
def expand(work, table, k, rows, capacity):
    """List all pairs of cards with their options and what the table knows of them."""
    owner = work.lines[k, OWNER]
    bulls = work.lines[k, BULLS]
    rows_here = work.lines[k, TABLE]
    split_hands(owner, k, work.hands[k])
    ways = choices(rows_here, rows, 2 * k)
    option = 0
    for i in range(k):
        for j in range(k):
            mine = work.hands[k, 0, i]
            theirs = work.hands[k, 1, j]
            count = ways if is_low(rows_here, mine, theirs) else 1
            work.first[k, i, j] = option
            work.count[k, i, j] = count
            for choice in range(count):
                a, b, c, gain, sign = play(owner, bulls, rows_here, k, rows, capacity, mine, theirs, choice)
                work.gain[k, option] = gain
                work.sign[k, option] = sign
                work.place[k, option], work.name[k, option] = hash_position(a, b, c, capacity)
                work.option_high[k, option] = reach(b, c, k - 1, rows)
                option += 1
    for one in range(option):
        if k - 1 <= LEAF:
            place = work.place[k, one] & np.uint64(work.leaf_names.shape[0] - 1)
            if work.leaf_names[place] == work.name[k, one]:
                low = work.leaf_low[place]
                high = work.leaf_high[place]
                put_option(work, k, one, low, high, nearer(low, high))
                continue
        else:
            found, low, high, estimate = look_up(table, work.place[k, one], work.name[k, one])
            if found:
                put_option(work, k, one, low, high, best_guess(low, high, estimate))
                continue
        most = work.option_high[k, one]
        put_option(work, k, one, -most, most, 0.0)
    for i in range(k):
        for j in range(k):
            gather(work, k, i, j)


@inner
def follow(work, k, i, j, choice, rows, capacity):
    """Write what follows a pair of cards of line k, with a choice of row, to line k − 1."""
    lines = work.lines
    lines[k - 1, OWNER], lines[k - 1, BULLS], lines[k - 1, TABLE], _, _ = play(
        lines[k, OWNER],
        lines[k, BULLS],
        lines[k, TABLE],
        k,
        rows,
        capacity,
        work.hands[k, 0, i],
        work.hands[k, 1, j],
        choice,
    )


@inner
def pick_option(work, k, i, j, upward):
    """The option of a pair to look at next, to raise its lower bound or to bring its upper bound down."""
    first = work.first[k, i, j]
    count = work.count[k, i, j]
    if count == 1:
        return first
    mine = work.hands[k, 0, i] < work.hands[k, 1, j]
    best = first
    for option in range(first, first + count):
        if mine == upward:  # one good option is enough: the most promising
            ahead = work.option_guess[k, option] - work.option_guess[k, best]
        elif upward:  # all options must hold: the one that is worst off
            ahead = work.option_low[k, option] - work.option_low[k, best]
        else:
            ahead = work.option_high[k, option] - work.option_high[k, best]
        if (ahead > 0) == mine and ahead != 0:
            best = option
    return best


@kernel
def search(work, table, control, rows, capacity, k, m, slop):
    """Bring the bounds of line k to one side of m (give or take slop × (k − LEAF)); lower, upper bound, estimate."""
    lines = work.lines
    place, name = hash_position(lines[k, OWNER], lines[k, BULLS], lines[k, TABLE], capacity)
    found, low, high, guess = look_up(table, place, name)
    if not found:
        most = reach(lines[k, BULLS], lines[k, TABLE], k, rows)
        low = float(-most)
        high = float(most)
        guess = 0.0
    tolerance = slop * ((1 << (k - LEAF)) - 1)
    if low >= m - tolerance or high <= m + tolerance:
        return low, high, best_guess(low, high, guess)
    work.counters[NODES] += 1
    work.counters[8 + k] += 1
    expand(work, table, k, rows, capacity)
    child_slop = slop * ((1 << (k - 1 - LEAF)) - 1)
    x = work.x[k]
    y = work.y[k]
    while True:
        work.counters[STEPS] += 1
        guess = solve_game(work.guess[k], k, x, y, work.tableau, work.basis)
        upward = guess >= m
        # How far is the mix from proving it, column by column (row by row), and where is the gap the widest?
        worst = np.inf
        line = 0
        for j in range(k):
            total = 0.0
            for i in range(k):
                if upward:
                    total += x[i] * work.low[k, i, j]
                else:
                    total -= y[i] * work.high[k, j, i]
            if total < worst:
                worst = total
                line = j
        if upward and worst >= m - tolerance:
            low = max(low, worst)
            break
        if not upward and -worst <= m + tolerance:
            high = min(high, -worst)
            break
        if control[0]:
            break
        # The slack of this line is shared by all children that are not proved yet.
        slack = 0.0
        weight = 0.0
        for i in range(k):
            share = x[i] if upward else y[i]
            if share > 0.0:
                if upward:
                    slack += share * work.guess[k, i, line]
                    gap = work.guess[k, i, line] - work.low[k, i, line]
                else:
                    slack -= share * work.guess[k, line, i]
                    gap = work.high[k, line, i] - work.guess[k, line, i]
                if gap > 2 * child_slop + slop:
                    weight += share
        slack -= m if upward else -m
        give = max(slack / weight if weight > 0.0 else 0.0, child_slop + slop)
        most = -np.inf
        other = -1
        for i in range(k):
            share = x[i] if upward else y[i]
            if share > 0.0:
                if upward:
                    gap = work.guess[k, i, line] - work.low[k, i, line]
                else:
                    gap = work.high[k, line, i] - work.guess[k, line, i]
                if share * (gap - give - child_slop) > most:
                    most = share * (gap - give - child_slop)
                    other = i
        i = other if upward else line
        j = line if upward else other
        wanted = work.guess[k, i, j] - give if upward else work.guess[k, i, j] + give
        option = pick_option(work, k, i, j, upward)
        follow(work, k, i, j, option - work.first[k, i, j], rows, capacity)
        ask = work.sign[k, option] * (wanted - work.gain[k, option])
        if k - 1 == LEAF:
            work.counters[LEAVES] += 1
            child_low, child_high = leaf_bounds(work, rows, capacity, k - 1, ask)
            at = work.place[k, option] & np.uint64(work.leaf_names.shape[0] - 1)
            if work.leaf_names[at] == work.name[k, option]:
                child_low = max(child_low, work.leaf_low[at])
                child_high = min(child_high, work.leaf_high[at])
            work.leaf_names[at] = work.name[k, option]
            work.leaf_low[at] = child_low
            work.leaf_high[at] = child_high
            put_option(work, k, option, child_low, child_high, nearer(child_low, child_high))
        else:
            child_low, child_high, child_guess = search(work, table, control, rows, capacity, k - 1, ask, slop)
            put_option(work, k, option, child_low, child_high, child_guess)
        gather(work, k, i, j)
    guess = min(max(guess, low), high)
    if store(table, place, name, k, low, high, guess):
        work.counters[ENTRIES] += 1
    return low, high, guess


@kernel
def pairs(work, table, rows, capacity, k):
    """Fill in the bounds of what follows each pair of cards of line k, and the mixes that make the most of them.

    The lower bound of the value that player 0's mix makes sure of, and the upper bound that player 1's mix keeps to.
    """
    expand(work, table, k, rows, capacity)
    if k - 1 <= LEAF:
        for i in range(k):
            for j in range(k):
                for choice in range(work.count[k, i, j]):
                    follow(work, k, i, j, choice, rows, capacity)
                    low, high = leaf_bounds(work, rows, capacity, k - 1, np.nan)  # no side: exactly
                    put_option(work, k, work.first[k, i, j] + choice, low, high, low)
                gather(work, k, i, j)
    low = solve_game(work.low[k], k, work.x[k], work.y[k], work.tableau, work.basis)
    mix = work.x[k].copy()
    high = solve_game(work.high[k], k, work.x[k], work.y[k], work.tableau, work.basis)
    work.x[k] = mix
    low = np.inf
    high = -np.inf
    for j in range(k):
        total = 0.0
        other = 0.0
        for i in range(k):
            total += work.x[k, i] * work.low[k, i, j]
            other += work.y[k, i] * work.high[k, j, i]
        low = min(low, total)
        high = max(high, other)
    return low, high
