"""Placements a second of every rule set against the base game, as ratios in one run.

    python -m benchmarks.games
    python -m benchmarks.games --players 8 --json

The base game is measured by its roll-outs, which skip what a roll-out does not need; the other two play at random
through their verbs, decisions and all.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

from game.engine.random_play import anniversary_rounds, number_rounds
from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.rules import Rules

Player = Callable[[int], int]


def players_of(count: int) -> dict[str, Player]:
    """For every rule set a function that plays so many rounds and tells how many cards were placed."""
    penalties = np.zeros(count, dtype=np.int64)
    generator = np.array([1], dtype=np.uint64)
    base = Rules(players=count)
    number = Rules.preset("take-a-number", players=count)
    anniversary = Rules.preset("anniversary", players=count)

    def play_base(rounds: int) -> int:
        random_rounds(new_flat(base), 1, 0, rounds, penalties)
        return rounds * base.players * base.hand

    def play_number(rounds: int) -> int:
        return int(number_rounds(new_flat(number), 1, 0, rounds, generator, penalties))

    def play_anniversary(rounds: int) -> int:
        each = anniversary.specials_dealt
        return int(anniversary_rounds(new_flat(anniversary), 1, 0, rounds, each, generator, penalties))

    return {"base": play_base, "take-a-number": play_number, "anniversary": play_anniversary}


def measure(count: int, rounds: int, repeats: int) -> dict[str, float]:
    """Seconds a placement for each rule set, the best of several interleaved runs."""
    games = players_of(count)
    best = dict.fromkeys(games, float("inf"))
    for play in games.values():
        play(10)
    for _ in range(repeats):
        for name, play in games.items():
            started = time.perf_counter()
            placed = play(rounds)
            best[name] = min(best[name], (time.perf_counter() - started) / placed)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 8], choices=range(2, 9), metavar="N")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    answer = {}
    for count in arguments.players:
        seconds = measure(count, arguments.rounds, arguments.repeats)
        ratios = {name: seconds["base"] / each for name, each in seconds.items()}
        answer[count] = {"nanoseconds": {name: 1e9 * each for name, each in seconds.items()}, "ratios": ratios}
        if not arguments.json:
            for name, each in seconds.items():
                print(
                    f"{count:2} players  {name:14} {1e9 * each:7.1f} ns a placement   {ratios[name]:.2f} × base speed"
                )
    if arguments.json:
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
