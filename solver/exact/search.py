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
from solver.exact.estimate import estimate, load_weights
from solver.exact.kernels import inner, kernel
from solver.exact.leaves import last_turn, value_2, value_3
from solver.exact.matrix_game import TABLEAU, saddle, simplex, solve_game
from solver.exact.table import hash_position, look_up, store

#: Positions with this many cards each are solved outright; with more they are searched and kept in the table.
LEAF: Final = 3
# The numbers of a position, by line.
OWNER: Final = 0
BULLS: Final = 1
TABLE: Final = 2
LINE: Final = 3
MOST_OPTIONS: Final = MOST_CARDS * MOST_CARDS * MOST_ROWS

#: From so many cards on, threads tell each other what they are looking at, in a list of BUSY places.
SHARED: Final = 5
BUSY: Final = 1 << 10
_NOBODY = np.uint64(0)

# Counters.
NODES: Final = 0
ENTRIES: Final = 1
DEALS: Final = 2
PICKS: Final = 3
COUNTERS: Final = 8

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
WordArray = npt.NDArray[np.uint64]


class Work(NamedTuple):
    """The work space of one thread; its first index is the number of cards that each player has left."""

    lines: IntArray
    hands: IntArray
    first: IntArray  # by pair of cards: its first option
    ways: IntArray  # and how many it has (B5)
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
    leaf_values: FloatArray
    counters: IntArray
    weights: FloatArray


def new_work(leaf_bits: int = 18) -> Work:
    """Work space for one thread."""
    levels = MOST_CARDS + 1
    square = (levels, MOST_CARDS, MOST_CARDS)
    options = (levels, MOST_OPTIONS)

    def numbers(*shape: int) -> FloatArray:
        return np.zeros(shape, dtype=np.float64)

    def places(*shape: int) -> IntArray:
        return np.zeros(shape, dtype=np.int64)

    def words(*shape: int) -> WordArray:
        return np.zeros(shape, dtype=np.uint64)

    return Work(
        lines=places(levels, LINE),
        hands=places(levels, 2, MOST_CARDS),
        first=places(*square),
        ways=places(*square),
        place=words(*options),
        name=words(*options),
        gain=numbers(*options),
        sign=numbers(*options),
        option_low=numbers(*options),
        option_high=numbers(*options),
        option_guess=numbers(*options),
        low=numbers(*square),
        high=numbers(*square),
        guess=numbers(*square),
        x=numbers(levels, MOST_CARDS),
        y=numbers(levels, MOST_CARDS),
        tableau=numbers(TABLEAU, TABLEAU),
        basis=places(2, MOST_CARDS),
        leaf_names=words(1 << leaf_bits),
        leaf_values=numbers(1 << leaf_bits),
        counters=places(COUNTERS),
        weights=load_weights(),
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
def leaf_value(work, rows, capacity, k):
    """The value of line k, for at most LEAF cards each."""
    bulls = work.lines[k, BULLS]
    table = work.lines[k, TABLE]
    hands = work.hands[k]
    split_hands(work.lines[k, OWNER], k, hands)
    if k == 0:
        return 0.0
    if k == 1:
        return float(last_turn(table, bulls, hands[0, 0], hands[1, 0], rows, capacity))
    if k == 2:
        return value_2(table, bulls, hands[0, 0], hands[0, 1], hands[1, 0], hands[1, 1], rows, capacity)
    return value_3(table, bulls, rows, capacity, hands, work.low[3], work.x[3], work.y[3], work.tableau, work.basis)


@inner
def gather(work, k, i, j):
    """Bounds and estimate of a pair of cards, from its options: the best for whoever chooses the row (B5)."""
    first = work.first[k, i, j]
    low = work.option_low[k, first]
    high = work.option_high[k, first]
    guess = work.option_guess[k, first]
    mine = work.hands[k, 0, i] < work.hands[k, 1, j]
    for option in range(first + 1, first + work.ways[k, i, j]):
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
            work.ways[k, i, j] = count
            for choice in range(count):
                a, b, c, gain, sign = play(owner, bulls, rows_here, k, rows, capacity, mine, theirs, choice)
                work.gain[k, option] = gain
                work.sign[k, option] = sign
                work.place[k, option], work.name[k, option] = hash_position(a, b, c, capacity)
                work.option_high[k, option] = reach(b, c, k - 1, rows)
                work.option_low[k, option] = estimate(a, c, k - 1, rows, work.weights)
                option += 1
    for one in range(option):
        if k - 1 <= LEAF:
            place = work.place[k, one] & np.uint64(work.leaf_names.shape[0] - 1)
            if work.leaf_names[place] == work.name[k, one]:
                value = work.leaf_values[place]
                put_option(work, k, one, value, value, value)
                continue
        else:
            found, low, high, hint = look_up(table, work.place[k, one], work.name[k, one])
            if found:
                put_option(work, k, one, low, high, best_guess(low, high, hint))
                continue
        most = work.option_high[k, one]
        put_option(work, k, one, -most, most, work.option_low[k, one])
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
    count = work.ways[k, i, j]
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


@inner
def weakest_line(work, k, m, upward, tolerance, busy, avoid):
    """What the present mix proves, and the reply against which it is the least likely to hold what is not proved yet.

    With `avoid`, replies do not count that other threads are looking at; −1 if that leaves none.
    """
    x = work.x[k]
    y = work.y[k]
    worst = np.inf
    weakest = np.inf
    line = -1
    goal = (m if upward else -m) - tolerance
    for j in range(k):
        proved = 0.0
        hoped = 0.0
        taken = False
        for i in range(k):
            if upward:
                proved += x[i] * work.low[k, i, j]
                hoped += x[i] * work.guess[k, i, j]
                if avoid and x[i] > 0.0:
                    taken = taken or pair_is_busy(work, k, i, j, busy)
            else:
                proved -= y[i] * work.high[k, j, i]
                hoped -= y[i] * work.guess[k, j, i]
                if avoid and y[i] > 0.0:
                    taken = taken or pair_is_busy(work, k, j, i, busy)
        worst = min(worst, proved)
        if proved < goal and hoped < weakest and not taken:
            weakest = hoped
            line = j
    return worst, line


@inner
def weakest_child(work, k, m, upward, line, slop):
    """The child of a line to ask next and what to ask of it: card (or reply), threshold, and what it could bring.

    The slack that the estimates leave to the proof is shared by all children of the line that are not proved yet. A
    child is asked for less than its estimate by more than its own tolerance, so that every answer brings news.
    """
    child_slop = slop * ((1 << (k - 1 - LEAF)) - 1)
    slack = 0.0
    weight = 0.0
    for one in range(k):
        share = work.x[k, one] if upward else work.y[k, one]
        if share > 0.0:
            slack += share * (work.guess[k, one, line] if upward else -work.guess[k, line, one])
            if gap_of(work, k, one, line, upward) > 2 * child_slop + slop:
                weight += share
    slack -= m if upward else -m
    give = max(slack / weight if weight > 0.0 else 0.0, child_slop + slop)
    most = -np.inf
    other = 0
    for one in range(k):
        share = work.x[k, one] if upward else work.y[k, one]
        if share > 0.0:
            brings = share * (gap_of(work, k, one, line, upward) - give - child_slop)
            if brings > most:
                most = brings
                other = one
    if upward:
        return other, work.guess[k, other, line] - give, most
    return other, work.guess[k, line, other] + give, most


@inner
def gap_of(work, k, one, line, upward):
    """How much of a child's estimate is not proved."""
    if upward:
        return work.guess[k, one, line] - work.low[k, one, line]
    return work.high[k, line, one] - work.guess[k, line, one]


@inner
def mark_busy(busy, place, name):
    """Tell the other threads what this one is looking at."""
    busy[place & np.uint64(BUSY - 1)] = name


@inner
def is_busy(busy, place, name):
    """Whether some thread is looking at a position."""
    return busy[place & np.uint64(BUSY - 1)] == name


@inner
def pair_is_busy(work, k, i, j, busy):
    """Whether some thread is looking at what follows a pair of cards."""
    for option in range(work.first[k, i, j], work.first[k, i, j] + work.ways[k, i, j]):
        if is_busy(busy, work.place[k, option], work.name[k, option]):
            return True
    return False


@inner
def bound_games(work, k):
    """Solve the games of lower and of upper bounds: what player 0 can make sure of, and what player 1 can keep to.

    Leaves the mixes that do it in x and y.
    """
    x = work.x[k]
    y = work.y[k]
    solve_game(work.low[k], k, x, y, work.tableau, work.basis)
    mix = x.copy()
    solve_game(work.high[k], k, x, y, work.tableau, work.basis)
    x[:] = mix
    low = np.inf
    high = -np.inf
    for one in range(k):
        for_low = 0.0
        for_high = 0.0
        for other in range(k):
            for_low += x[other] * work.low[k, other, one]
            for_high += y[other] * work.high[k, one, other]
        low = min(low, for_low)
        high = max(high, for_high)
    return low, high


@inner
def widest(work, k):
    """The pair of cards of which least is known."""
    most = -1.0
    i = 0
    j = 0
    for one in range(k):
        for other in range(k):
            gap = work.high[k, one, other] - work.low[k, one, other]
            if gap > most:
                most = gap
                i = one
                j = other
    return i, j


@kernel
def search(work, table, busy, control, rows, capacity, k, m, slop):
    """Bring the bounds of line k to one side of m, give or take a tolerance: lower bound, upper bound, estimate.

    The tolerance doubles with every card, since a proof adds up what its children may lack, and is `slop` at first.
    `busy` is where threads tell each other what they are looking at; `control[0]` other than 0 ends the search.
    """
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
    expand(work, table, k, rows, capacity)
    child_slop = slop * ((1 << (k - 1 - LEAF)) - 1)
    x = work.x[k]
    y = work.y[k]
    while True:
        # One good card is cheaper to prove than a mix of several, so the mix has to wait until no card will do.
        best, least = saddle(work.guess[k], k, x, y)
        if best >= m:
            guess = best
        elif least <= m:
            guess = least
        else:
            guess = simplex(work.guess[k], k, x, y, work.tableau, work.basis)
        upward = guess >= m and not (least <= m and best < m)
        worst, line = weakest_line(work, k, m, upward, tolerance, busy, False)
        if worst >= (m if upward else -m) - tolerance:
            if upward:
                low = max(low, worst)
            else:
                high = min(high, -worst)
            break
        if control[0]:
            break
        other, wanted, most = weakest_child(work, k, m, upward, line, slop)
        i = other if upward else line
        j = line if upward else other
        option = pick_option(work, k, i, j, upward)
        if k - 1 >= SHARED and is_busy(busy, work.place[k, option], work.name[k, option]):
            # Another thread is at it; if this proof needs something else, too, do that.
            _, line = weakest_line(work, k, m, upward, tolerance, busy, True)
            if line >= 0:
                other, wanted, most = weakest_child(work, k, m, upward, line, slop)
                i = other if upward else line
                j = line if upward else other
        if most <= 0.0:  # rounding: no child of this mix can prove more, so look at the widest gap of all
            i, j = widest(work, k)
            if work.high[k, i, j] - work.low[k, i, j] <= 2 * child_slop + slop:
                proved_low, proved_high = bound_games(work, k)
                low = max(low, proved_low)
                high = min(high, proved_high)
                break
            wanted = (work.low[k, i, j] + work.high[k, i, j]) / 2
        option = pick_option(work, k, i, j, upward)
        follow(work, k, i, j, option - work.first[k, i, j], rows, capacity)
        ask = work.sign[k, option] * (wanted - work.gain[k, option])
        if k - 1 == LEAF:
            value = leaf_value(work, rows, capacity, k - 1)
            at = work.place[k, option] & np.uint64(work.leaf_names.shape[0] - 1)
            work.leaf_names[at] = work.name[k, option]
            work.leaf_values[at] = value
            put_option(work, k, option, value, value, value)
        else:
            if k - 1 >= SHARED:
                mark_busy(busy, work.place[k, option], work.name[k, option])
            child_low, child_high, child_guess = search(work, table, busy, control, rows, capacity, k - 1, ask, slop)
            if k - 1 >= SHARED:
                mark_busy(busy, work.place[k, option], _NOBODY)
            known_low = work.option_low[k, option]
            known_high = work.option_high[k, option]
            put_option(work, k, option, child_low, child_high, child_guess)
            # The table may have lost what it told before; here it is still known.
            work.option_low[k, option] = max(work.option_low[k, option], known_low)
            work.option_high[k, option] = min(work.option_high[k, option], known_high)
            work.option_guess[k, option] = min(
                max(work.option_guess[k, option], work.option_low[k, option]), work.option_high[k, option]
            )
        gather(work, k, i, j)
    guess = solve_game(work.guess[k], k, x, y, work.tableau, work.basis)
    guess = min(max(guess, low), high)
    if store(table, place, name, k, low, high, guess):
        work.counters[ENTRIES] += 1
    return low, high, guess


@kernel
def pairs(work, table, rows, capacity, k):
    """Fill in what is known of each pair of cards of line k; an estimate of its value."""
    expand(work, table, k, rows, capacity)
    if k - 1 <= LEAF:
        for i in range(k):
            for j in range(k):
                for choice in range(work.ways[k, i, j]):
                    follow(work, k, i, j, choice, rows, capacity)
                    value = leaf_value(work, rows, capacity, k - 1)
                    put_option(work, k, work.first[k, i, j] + choice, value, value, value)
                gather(work, k, i, j)
    return solve_game(work.guess[k], k, work.x[k], work.y[k], work.tableau, work.basis)


@kernel
def mixes(work, k):
    """Fill in the mixes that make the most of the bounds of line k's pairs: what they make sure of, and keep to."""
    return bound_games(work, k)


@kernel
def forget(work, table, rows, capacity, k):
    """Unlearn the bounds of line k itself, so that the next search proves them anew."""
    lines = work.lines
    place, name = hash_position(lines[k, OWNER], lines[k, BULLS], lines[k, TABLE], capacity)
    _, _, _, guess = look_up(table, place, name)
    most = float(reach(lines[k, BULLS], lines[k, TABLE], k, rows))
    store(table, place, name, k, -most, most, guess)
