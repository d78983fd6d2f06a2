"""Speed of the exact solver: seconds by hand size, milliseconds near the end, threads, and against plain Python.

    python -m benchmarks.exact
    python -m benchmarks.exact --hands 7,8,9 --threads 2 --json

Random deals of 4 rows with capacity 5, each solved to 0.001 with an empty table. Seconds are given by the clock and as
processor time, for a shared machine stretches the first. The plain-Python yardstick is the one that the tests use.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from typing import Any

from game.deal import Deal
from game.rules import Rules
from solver.exact.fit import position
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver
from tests.yardstick.backward_induction import BackwardInduction

TOLERANCE = 1e-3
#: How many deals to solve for a hand of this size, and the memory for the table.
DEALS = {5: 40, 6: 40, 7: 20, 8: 12, 9: 5}
MEMORY = {5: 1 << 26, 6: 1 << 26, 7: 1 << 27, 8: 1 << 28, 9: 1 << 30}
ENDINGS = 200


def deal(hand: int, index: int) -> OpenPosition:
    """Random deal number `index` of all cards from 1 on."""
    dealt = Deal.make(Rules(players=2, hand=hand, deck=0), seed=1, index=index)
    return OpenPosition.of(dealt.hands, [(card,) for card in dealt.rows])


def timed(solver: ExactSolver, where: OpenPosition, tolerance: float) -> tuple[float, float, int]:
    """Seconds by the clock, seconds of processor time, and states of one solve."""
    clock, processor = time.perf_counter(), time.process_time()
    solution = solver.solve(where, tolerance)
    assert solution.closed
    return time.perf_counter() - clock, time.process_time() - processor, solution.states


def measure_hand(hand: int, threads: int) -> dict[str, Any]:
    """The median, and what goes with it, over random deals."""
    solver = ExactSolver(MEMORY[hand], threads)
    runs = []
    for index in range(DEALS[hand]):
        solver.forget()
        runs.append(timed(solver, deal(hand, index), TOLERANCE))
    seconds, processor, states = zip(*runs, strict=True)
    return {
        "hand": hand,
        "threads": threads,
        "deals": len(runs),
        "median_seconds": statistics.median(seconds),
        "median_processor_seconds": statistics.median(processor),
        "slowest_seconds": max(seconds),
        "total_seconds": sum(seconds),
        "median_states": statistics.median(states),
    }


def measure_endings(cards: int) -> dict[str, Any]:
    """Milliseconds for the last turns of the real game, called from Python with an empty table."""
    solver, chance = ExactSolver(1 << 24), random.Random(1)
    runs = []
    for _ in range(ENDINGS):
        solver.forget()
        runs.append(1000 * timed(solver, position(cards, chance), 1e-6)[0])
    return {"cards": cards, "median_ms": statistics.median(runs), "slowest_ms": max(runs)}


def measure_yardstick(hand: int, deals: int) -> dict[str, Any]:
    """How much faster than backward induction in plain Python, both with nothing known before."""
    ours = theirs = 0.0
    solver = ExactSolver(1 << 20)
    for index in range(deals):
        where = deal(hand, index)
        solver.forget()
        ours += timed(solver, where, 1e-6)[0]
        started = time.perf_counter()
        BackwardInduction().value(frozenset(where.hands[0]), frozenset(where.hands[1]), where.rows)
        theirs += time.perf_counter() - started
    return {"hand": hand, "times_as_fast": theirs / ours}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", default="7,8", help="hand sizes to solve, 5 to 9 (default: 7,8)")
    parser.add_argument("--threads", type=int, default=2, help="compare one thread with so many (default: 2)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    hands = [int(hand) for hand in options.hands.split(",")]
    answer: dict[str, Any] = {"hands": [], "endings": [measure_endings(cards) for cards in (4, 5)]}
    for hand in hands:
        answer["hands"] += [measure_hand(hand, threads) for threads in sorted({1, options.threads})]
    answer["yardstick"] = measure_yardstick(4, 10)
    if options.json:
        print(json.dumps(answer))
        return
    for line in answer["endings"]:
        print(f"last {line['cards']} cards: {line['median_ms']:.2f} ms in the median, {line['slowest_ms']:.1f} at most")
    for line in answer["hands"]:
        print(
            f"hand {line['hand']}, {line['threads']} threads: {line['median_seconds']:.2f} s in the median of "
            f"{line['deals']} deals ({line['median_processor_seconds']:.2f} s of processor time), slowest "
            f"{line['slowest_seconds']:.2f} s, {line['median_states']:,.0f} states, {line['total_seconds']:.1f} s all"
        )
    print(f"hand 4: {answer['yardstick']['times_as_fast']:,.0f} times as fast as plain Python")


if __name__ == "__main__":
    main()
