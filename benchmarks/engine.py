"""The base engine against a bare loop of the same arithmetic and against plain Python, as ratios in one run.

    python -m benchmarks.engine
    python -m benchmarks.engine --players 4 --rounds 500000 --json

All three deal the same cards and play the same game: hands front to back, the cheapest row for a low card. Their
penalties are compared first. Then they are measured in turns, so that a busy moment of the machine hits all of them,
and the best time of each counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from typing import Final

import numpy as np

from benchmarks.bare_loop import bare_rounds
from game.engine.chance import deal_cards
from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.rules import Rules
from tests.yardstick.base import BaseYardstick
from tests.yardstick.common import total_bullheads

SEED: Final = 1
#: Plain Python is so slow that one round out of this many has to do.
SLOWER: Final = 2_000

Contender = Callable[[int], list[int]]  # plays so many rounds; everybody's penalties


def contenders(players: int) -> dict[str, Contender]:
    """The three that play the same rounds."""
    rules = Rules(players=players)

    def engine(rounds: int) -> list[int]:
        penalties = np.zeros(players, dtype=np.int64)
        random_rounds(new_flat(rules), SEED, 0, rounds, penalties)
        return [int(penalty) for penalty in penalties]

    def bare(rounds: int) -> list[int]:
        penalties = np.zeros(players, dtype=np.int64)
        bare_rounds(players, SEED, rounds, penalties)
        return [int(penalty) for penalty in penalties]

    def plain(rounds: int) -> list[int]:
        penalties = [0] * players
        deck = np.empty(rules.deck, dtype=np.int64)
        for index in range(rounds):
            deal_cards(deck, rules.cards_dealt, SEED, index, 0)
            for seat, penalty in enumerate(_plain_round(rules, deck.tolist())):
                penalties[seat] += penalty
        return penalties

    return {"engine": engine, "bare loop": bare, "plain Python": plain}


def _plain_round(rules: Rules, cards: list[int]) -> list[int]:
    """One round by the yardstick of the tests."""
    hands = [cards[seat * rules.hand : (seat + 1) * rules.hand] for seat in range(rules.players)]
    rows = cards[rules.players * rules.hand : rules.cards_dealt]
    game = BaseYardstick(
        players=rules.players,
        hand=rules.hand,
        capacities=list(rules.capacities),
        hands=[set(hand) for hand in hands],
        rows=rows,
    )
    for turn in range(rules.hand):
        for seat, hand in enumerate(hands):
            game.act(seat, hand[turn])
        while game.kind() == "row":
            costs = [total_bullheads(row) for row in game.rows]
            game.act(game.to_act()[0], costs.index(min(costs)))
    return game.penalties


def measure(players: int, rounds: int, repeats: int) -> dict[str, float]:
    """Seconds a round of each contender."""
    games = contenders(players)
    few = max(2, rounds // SLOWER)
    answers = {name: play(few) for name, play in games.items()}  # also compiles
    if len({tuple(answer) for answer in answers.values()}) > 1:
        sys.exit(f"the contenders disagree about the penalties of {few} rounds with {players} players: {answers}")
    many = {name: few if name == "plain Python" else rounds for name in games}
    if games["engine"](rounds) != games["bare loop"](rounds):
        sys.exit(f"engine and bare loop disagree about the penalties of {rounds} rounds with {players} players")
    best = dict.fromkeys(games, float("inf"))
    for _ in range(repeats):
        for name, play in games.items():
            started = time.perf_counter()
            play(many[name])
            best[name] = min(best[name], (time.perf_counter() - started) / many[name])
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 10], choices=range(2, 11), metavar="N")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds a repeat (default: %(default)s)")
    parser.add_argument("--repeats", type=int, default=7, help="the best of so many counts (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON alone")
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.repeats < 1:
        parser.error("rounds and repeats must be 1 or more")
    answer = {}
    if not arguments.json:
        print("players   engine rounds/s   engine / bare loop   plain Python / engine")
    for players in arguments.players:
        seconds = measure(players, arguments.rounds, arguments.repeats)
        answer[players] = {
            "rounds_per_second": 1 / seconds["engine"],
            "engine_to_bare_loop": seconds["engine"] / seconds["bare loop"],
            "plain_python_to_engine": seconds["plain Python"] / seconds["engine"],
        }
        if not arguments.json:
            speed, bare, plain = answer[players].values()
            print(f"{players:7}   {speed:15,.0f}   {bare:18.2f}   {plain:21,.0f}")
    if arguments.json:
        print(json.dumps(answer))


if __name__ == "__main__":
    main()
