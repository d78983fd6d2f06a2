"""Random playouts through pyspiel: our game against the straightforward one with nested lists, in one run.

    python -m benchmarks.spiel
    python -m benchmarks.spiel --players 2 --json

Both games are played by the same loop. A playout is what a search does: clone a position, here one just dealt, and play
on at random to the end. A whole game is dealt first, by chance nodes that list what may come.

A loop in Python asks our states directly: `legal_actions`, `is_chance_node` and their like answer without the way
through C++ and back (see game/spiel/games.py), which the game with nested lists, like OpenSpiel's example games, goes
every time. That is part of what is measured. Where C++ plays (`pyspiel.evaluate_bots`, whole games by its random bots)
both games go all the ways, and the advantage is smallest. Only playouts have a limit to keep. Time is that of this
thread, so other work does not count.
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

#: Our playouts must be this many times as fast with four players.
AT_LEAST = 3.0

_REGISTERED = (benchmarks.nested_lists, game.spiel)


def deal(state: Any, random: Random) -> None:
    """Let chance act until players can."""
    while state.is_chance_node():
        roll = random.random()
        for outcome, chance in state.chance_outcomes():
            action = outcome
            roll -= chance
            if roll < 0:
                break
        state.apply_action(action)


def play_on(state: Any, random: Random) -> list[float]:
    """Play at random to the end."""
    players = range(state.num_players())
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    returns: list[float] = state.returns()
    return returns


def playouts(game: Any, count: int, seed: int) -> float:
    """Seconds a playout; each starts from another deal, for some deals ask for many rows and others for none."""
    random = Random(seed)
    positions = [game.new_initial_state() for _ in range(count)]
    for position in positions:
        deal(position, random)
    started = time.thread_time()
    for position in positions:
        play_on(position.clone(), random)
    return (time.thread_time() - started) / count


def whole_games(game: Any, count: int, seed: int) -> float:
    """Seconds a game with its deal."""
    random = Random(seed)
    started = time.thread_time()
    for _ in range(count):
        state = game.new_initial_state()
        deal(state, random)
        play_on(state, random)
    return (time.thread_time() - started) / count


def games_in_cpp(game: Any, count: int, seed: int) -> float:
    """Seconds a game with its deal, played by OpenSpiel's random bots in C++."""
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]
    started = time.thread_time()
    for number in range(count):
        pyspiel.evaluate_bots(game.new_initial_state(), bots, count * seed + number)
    return (time.thread_time() - started) / count


def measure(players: int, count: int, repeats: int) -> dict[str, dict[str, float]]:
    """Seconds for both games, the best of several interleaved runs, and the median of the ratios of these runs."""
    ours = pyspiel.load_game(f"six_nimmt(players={players})")
    lists = pyspiel.load_game(f"nested_lists_nimmt(players={players})")
    answer = {}
    for what, time_of in (("playout", playouts), ("whole game", whole_games), ("by C++ bots", games_in_cpp)):
        for each in (ours, lists):
            time_of(each, count, repeats)  # what is made once and kept is made now
        runs = [(time_of(ours, count, seed), time_of(lists, count, seed)) for seed in range(repeats)]
        answer[what] = {
            "ours": min(one for one, _ in runs),
            "nested_lists": min(other for _, other in runs),
            "ratio": statistics.median(other / one for one, other in runs),
        }
    return answer


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
        for players, measured in answer.items():
            for what, each in measured.items():
                print(
                    f"{players:2} players  {what:11} {1e6 * each['ours']:6.0f} µs, with nested lists "
                    f"{1e6 * each['nested_lists']:6.0f} µs: {each['ratio']:.2f} × as fast"
                )
    if 4 in answer and answer[4]["playout"]["ratio"] < AT_LEAST:
        sys.exit(f"with 4 players playouts are less than {AT_LEAST} times as fast")


if __name__ == "__main__":
    main()
