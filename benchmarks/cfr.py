"""CFR+ iterations: ours against OpenSpiel's C++ solver and LiteEFG, as ratios in one run.

    python -m benchmarks.cfr
    python -m benchmarks.cfr --repeats 9 --json

All do the same: CFR+ with alternating updates and linear averaging, on one thread. OpenSpiel works on its own cached
tree of the turn-based game, which is the fastest way it has. Runs are interleaved, and the median of each counts.
LiteEFG comes with `pip install '.[bench]'`; where it is missing, its line is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pyspiel

from solver.cfr.run import CfrRun
from solver.spiel_games import load_game
from solver.tree.build import build_tree
from solver.tree.flat_tree import FlatTree

LEDUC = "leduc_poker"
DEALT = "six_nimmt(players=2,hand=3,rows=2,deck=0)"
#: So many times as fast our iterations must be.
AT_LEAST = {(DEALT, "OpenSpiel"): 50.0, (LEDUC, "OpenSpiel"): 40.0, (LEDUC, "LiteEFG"): 10.0}
#: Iterations that are timed together: ours, OpenSpiel's, LiteEFG's.
TOGETHER = {DEALT: (20, 1, 0), LEDUC: (500, 5, 20)}

Step = Callable[[int], None]


def ours(tree: FlatTree) -> Step:
    """Our iterations."""
    return CfrRun(tree, "cfr+").step


def openspiel(name: str) -> Step:
    """OpenSpiel's, in C++ on the cached tree."""
    loaded = load_game(name)
    if loaded.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        loaded = pyspiel.convert_to_turn_based(loaded)
    solver = pyspiel.CFRPlusSolver(pyspiel.convert_to_cached_tree(loaded))

    def step(iterations: int) -> None:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    return step


def lite_efg(name: str) -> Step:
    """LiteEFG's, with its own CFR+ graph: an update of both players, and the average."""
    import LiteEFG
    from LiteEFG.baselines import CFRplus

    with _silence():
        LiteEFG.set_threads(1)
        environment = LiteEFG.OpenSpielEnv(load_game(name), traverse_type="Enumerate", regenerate=False)
        graph = CFRplus.graph()
        environment.set_graph(graph)

    def step(iterations: int) -> None:
        for _ in range(iterations):
            graph.update_graph(environment)
            environment.update_strategy(graph.current_strategy())

    return step


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """LiteEFG prints banners; standard output is for the results."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):  # noqa: PTH123
        yield


def seconds(step: Step, iterations: int) -> float:
    """Seconds an iteration, of this thread's own time: other work on the machine does not count."""
    started = time.thread_time()
    step(iterations)
    return (time.thread_time() - started) / iterations


def measure(name: str, repeats: int) -> list[dict[str, Any]]:
    """Our iterations against those of others, a line for each."""
    tree = build_tree(name)
    mine, spiel, lite = TOGETHER[name]
    steps = {"ours": (ours(tree), mine), "OpenSpiel": (openspiel(name), spiel)}
    if lite and importlib.util.find_spec("LiteEFG") is not None:
        steps["LiteEFG"] = lite_efg(name), lite
    for step, _ in steps.values():
        step(1)  # what is made once and kept is made now
    runs: dict[str, list[float]] = {who: [] for who in steps}
    for _ in range(repeats):
        for who, (step, iterations) in steps.items():
            runs[who].append(seconds(step, iterations))
    medians = {who: statistics.median(each) for who, each in runs.items()}
    return [
        {
            "game": tree.game,
            "histories": tree.histories,
            "infosets": tree.infosets,
            "against": who,
            "ours_ms": 1e3 * medians["ours"],
            "theirs_ms": 1e3 * medians[who],
            "ratio": medians[who] / medians["ours"],
            "at_least": AT_LEAST[name, who],
        }
        for who in medians
        if who != "ours"
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if importlib.util.find_spec("LiteEFG") is None:
        print("LiteEFG is not there (pip install '.[bench]'): going on without it", file=sys.stderr)
    answer = []
    for name in (LEDUC, DEALT):
        answer += measure(name, arguments.repeats)
    if arguments.json:
        print(json.dumps(answer))
    else:
        for line in answer:
            print(
                f"CFR+ on {line['game']} ({line['histories']:,} histories): {line['ours_ms']:.3f} ms an iteration, "
                f"{line['against']} {line['theirs_ms']:.1f} ms: {line['ratio']:.0f} × as fast"
            )
    slow = [f"{line['game']} against {line['against']}" for line in answer if line["ratio"] < line["at_least"]]
    if slow:
        sys.exit(f"not as fast as asked for: {', '.join(slow)}")


if __name__ == "__main__":
    main()
