"""Simulations a second of the search against random rounds of the bare engine, as ratios in one run.

    python -m benchmarks.search
    python -m benchmarks.search --players 4 --simulations 20000 --json

Both play whole rounds of the real base game from its first turn. A random round deals the cards and plays them; a
simulation deals the hidden ones, goes down everybody's tree, plays the rest at random, and goes back up. They are
measured in turns, so that a busy moment of the machine hits both, and the best time of each counts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.rules import Rules
from game.state import State
from solver.search.searcher import OPPONENTS, Searcher, SearchSettings
from solver.search.selection import SELECTIONS

ENGINE = "random rounds"


def contenders(players: int) -> dict[str, Callable[[int], object]]:
    """What plays so many rounds: the engine, and the search in all its ways."""
    rules = Rules(players=players)
    view = State.deal(rules, seed=1).view(0)
    penalties = np.zeros(players, dtype=np.int64)

    def engine(rounds: int) -> object:
        return random_rounds(new_flat(rules), 1, 0, rounds, penalties)

    def search(selection: str, opponents: str) -> Callable[[int], object]:
        searcher = Searcher(SearchSettings(selection=selection, opponents=opponents))
        return lambda rounds: searcher.search(view, simulations=rounds, seed=1)

    games: dict[str, Callable[[int], object]] = {ENGINE: engine}
    for selection in SELECTIONS:
        for opponents in OPPONENTS:
            games[f"{selection}, {opponents}"] = search(selection, opponents)
    return games


def measure(players: int, rounds: int, repeats: int) -> dict[str, float]:
    """Seconds a round of each."""
    games = contenders(players)
    best = dict.fromkeys(games, float("inf"))
    for play in games.values():
        play(rounds)  # compiles, and touches all memory once
    for _ in range(repeats):
        for name, play in games.items():
            started = time.perf_counter()
            play(rounds)
            best[name] = min(best[name], (time.perf_counter() - started) / rounds)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 10], choices=range(2, 11), metavar="N")
    parser.add_argument("--simulations", type=int, default=10_000, help="a search (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=5, help="the best of so many counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    arguments = parser.parse_args()
    if arguments.simulations < 1 or arguments.repeats < 1:
        parser.error("simulations and repeats must be 1 or more")
    answer = {}
    for players in arguments.players:
        seconds = measure(players, arguments.simulations, arguments.repeats)
        answer[players] = {
            name: {"per_second": 1 / each, "to_engine": each / seconds[ENGINE]} for name, each in seconds.items()
        }
        if not arguments.json:
            for name, numbers in answer[players].items():
                print(
                    f"{players:2} players  {name:14} {numbers['per_second']:11,.0f} a second   "
                    f"{numbers['to_engine']:5.2f} × the time of a random round"
                )
    if arguments.json:
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
