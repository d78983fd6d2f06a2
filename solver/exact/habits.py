"""What perfect players do: equilibrium play of random deals, counted turn by turn.

    python -m solver.exact.habits --hand 7 --deals 200 --seed 1 --json
    python -m solver.exact.habits --hand 7 --deals 200 --seed 1 --plot habits.png

Both players draw their cards from the equilibrium mixes, a low card takes the row that is worth most to its owner, and
every position on the way is solved.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.deal import Deal
from game.decision import Kind
from game.rules import Rules
from game.state import State
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver

TOLERANCE: Final = 1e-4
#: A card with less weight than this in a mix is not part of it.
LEAST_WEIGHT: Final = 1e-3


@dataclass
class Turn:
    """What was seen at one turn, over all deals."""

    positions: int = 0
    mixed: int = 0  # positions where some mix has several cards (a single card may do, too)
    spread: int = 0  # cards in all mixes
    ranks: list[float] = field(default_factory=list)  # of the cards played, in what is left of the hand: 0 to 1
    taken: int = 0  # bullheads


def play_deal(solver: ExactSolver, rules: Rules, index: int, chance: random.Random, turns: Sequence[Turn]) -> float:
    """Play one deal and add what happens to the turns; its value to player 0."""
    state = State.start(rules, Deal.make(rules, chance.getrandbits(60), index))
    value = None
    while not state.round_over:
        here = OpenPosition.of_state(state)
        solution = solver.solve(here, TOLERANCE)
        value = solution.value if value is None else value
        turn = turns[state.turn]
        turn.positions += 1
        supports = [[card for card, weight in mix.items() if weight > LEAST_WEIGHT] for mix in solution.strategies]
        turn.mixed += any(len(support) > 1 for support in supports)
        turn.spread += sum(map(len, supports))
        before = sum(state.penalties)
        cards = [chance.choices(list(mix), list(mix.values()))[0] for mix in solution.strategies]
        for hand, card in zip(state.hands, cards, strict=True):
            if len(hand) > 1:
                turn.ranks.append(hand.index(card) / (len(hand) - 1))
        state.play(*cards)
        if state.kind is Kind.ROW:
            choose_row(solver, state)
        turn.taken += sum(state.penalties) - before
    assert value is not None
    return value


def choose_row(solver: ExactSolver, state: State) -> None:
    """Let a low card take the row that is worth most to its owner (B5)."""
    (seat,) = state.to_act
    decision = state.decision(seat)
    assert decision is not None

    def worth(row: int) -> float:
        after = state.copy()
        after.act(seat, row)
        value = float(after.penalties[1] - after.penalties[0])
        if not after.round_over:
            value += solver.solve(OpenPosition.of_state(after), TOLERANCE).value
        return value if seat == 0 else -value

    state.act(seat, max(decision.actions, key=worth))


def habits(hand: int, deals: int, seed: int) -> dict[str, Any]:
    """Counts by turn over so many deals."""
    rules = Rules(players=2, hand=hand, deck=0, rounds=1)
    solver, chance = ExactSolver(), random.Random(seed)
    turns = [Turn() for _ in range(hand)]
    for index in range(deals):
        play_deal(solver, rules, index, chance, turns)
        if sys.stderr.isatty():
            print(f"\r{index + 1} of {deals} deals", end="", file=sys.stderr, flush=True)
    return {
        "hand": hand,
        "deals": deals,
        "seed": seed,
        "turns": [
            {
                "turn": number,
                "mixed_share": turn.mixed / turn.positions,
                "cards_in_a_mix": turn.spread / turn.positions / 2,
                "mean_rank": sum(turn.ranks) / len(turn.ranks) if turn.ranks else None,
                "bullheads_taken": turn.taken / turn.positions,
            }
            for number, turn in enumerate(turns, start=1)
        ],
    }


def draw(answer: dict[str, Any], file: Path) -> None:
    """How high the cards are that are played, and how often somebody mixes, by turn."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    turns = answer["turns"]
    numbers = [line["turn"] for line in turns]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.bar(numbers[:-1], [line["mean_rank"] for line in turns[:-1]], color="#4477aa")
    left.axhline(0.5, color="grey", linewidth=1, linestyle=":")
    left.set(xlabel="turn", ylabel="0: lowest card of the hand, 1: highest", ylim=(0, 1), title="Which card is played")
    right.bar(numbers, [100 * line["mixed_share"] for line in turns], color="#cc6677")
    right.set(xlabel="turn", ylabel="% of positions", ylim=(0, 100), title="Where somebody mixes")
    figure.suptitle(f"Perfect play of {answer['deals']} random deals with hands of {answer['hand']}")
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hand", type=int, default=7)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    answer = habits(options.hand, options.deals, options.seed)
    if options.plot:
        draw(answer, options.plot)
    if options.json:
        print(json.dumps(answer | {"command": shlex.join(["python", "-m", "solver.exact.habits", *sys.argv[1:]])}))
        return
    for line in answer["turns"]:
        rank = "  –" if line["mean_rank"] is None else f"{line['mean_rank']:.2f}"
        print(
            f"turn {line['turn']}: plays rank {rank}, somebody mixes in {line['mixed_share']:.0%}, "
            f"{line['cards_in_a_mix']:.2f} cards in a mix, {line['bullheads_taken']:.2f} bullheads taken"
        )


if __name__ == "__main__":
    main()
