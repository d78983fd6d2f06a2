"""Everything that happens in a few games, as lines of text: to compare compiled kernels with plain Python."""

from __future__ import annotations

import sys
from random import Random

import numpy as np

from game.determinize import sample_state
from game.engine import layout as at
from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.position import write_position
from game.rules import Rules
from game.state import State

GAMES = (
    "base(players=2)",
    "base(players=4,rounds=1)",
    "base(players=10,rounds=1)",
    "base(players=2,hand=3,rows=2,deck=8,rounds=3)",
    "pro(players=2,rounds=2)",
    "pro(players=3,hand=3,rows=2,capacity=2,rounds=4)",
)


def transcript(game: str) -> list[str]:
    """One match at random, position by position, with samples on the way; then rounds inside the engine."""
    rules = Rules.parse(game)
    random = Random(game)
    state = State.deal(rules, seed=2**63 - 1, index=2**40)
    lines = [write_position(state)]
    while not state.match_over:
        if state.round_over:
            state.next_round()
        seat = random.choice(state.to_act)
        decision = state.decision(seat)
        assert decision is not None
        if random.random() < 0.2:
            lines.append(f"sample {write_position(sample_state(state.view(seat), seed=3, index=len(lines)))}")
        lines.append(str(state.act(seat, random.choice(decision.actions))))
        lines.append(f"{write_position(state)} {state.flat.sum()}")
    if rules.setup == "deal":
        flat = new_flat(rules)
        penalties = np.zeros(at.MAX_PLAYERS, dtype=np.int64)
        random_rounds(flat, 5, 0, 5, penalties)
        lines.append(f"{flat.tolist()} {penalties.tolist()}")
    return lines


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print("\n".join(transcript(name)))
