"""Random playouts through pyspiel: our game against the straightforward one with nested lists, in one run.

    python -m benchmarks.spiel
    python -m benchmarks.spiel --players 2 --json

Both games are played by the same loop, deal and all, and both deal by chance nodes that list what may come.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from random import Random
from typing import Any

import pyspiel

import benchmarks.nested_lists
import game.spiel

#: Our game must be this many times as fast with four players.
AT_LEAST = 3.0

_REGISTERED = (benchmarks.nested_lists, game.spiel)


def play_out(game: Any, random: Random) -> list[float]:
    """One game at random, from the deal to the end."""
    state = game.new_initial_state()
    players = range(game.num_players())
    while not state.is_terminal():
        if state.is_chance_node():
            roll = random.random()
            for outcome, chance in state.chance_outcomes():
                action = outcome
                roll -= chance
                if roll < 0:
                    break
            state.apply_action(action)
        elif state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


def seconds_a_game(game: Any, games: int, seed: int) -> float:
    random = Random(seed)
    started = time.perf_counter()
    for _ in range(games):
        play_out(game, random)
    return (time.perf_counter() - started) / games


def measure(players: int, games: int, repeats: int) -> dict[str, float]:
    """Seconds a game for both, the best of several interleaved runs, and the median of the ratios of these runs."""
    ours = pyspiel.load_game(f"six_nimmt(players={players})")
    lists = pyspiel.load_game(f"nested_lists_nimmt(players={players})")
    for each in (ours, lists):
        seconds_a_game(each, 5, 0)
    runs = [(seconds_a_game(ours, games, seed), seconds_a_game(lists, games, seed)) for seed in range(repeats)]
    return {
        "ours": min(one for one, _ in runs),
        "nested_lists": min(other for _, other in runs),
        "ratio": statistics.median(other / one for one, other in runs),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 10], choices=range(2, 11), metavar="N")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    answer = {players: measure(players, arguments.games, arguments.repeats) for players in arguments.players}
    if arguments.json:
        print(json.dumps(answer))
    else:
        for players, each in answer.items():
            print(
                f"{players:2} players  {1e6 * each['ours']:7.0f} µs a game   {1e6 * each['nested_lists']:7.0f} µs with "
                f"nested lists   {each['ratio']:.2f} × as fast"
            )
    if 4 in answer and answer[4]["ratio"] < AT_LEAST:
        sys.exit(f"with 4 players {answer[4]['ratio']:.2f} is less than {AT_LEAST} times as fast")


if __name__ == "__main__":
    main()
