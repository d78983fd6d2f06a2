"""Fit the weights of the first guess to exact values: `python -m solver.exact.fit` writes them anew.

Positions come from random play of real deals. The features of `estimate` are linear in the weights, so this is one
least-squares problem for each number of cards left.
"""

from __future__ import annotations

import random
import sys

import numpy as np
import numpy.typing as npt

from game.deal import Deal
from game.rules import Rules
from game.state import State
from solver.exact.estimate import KINDS, LEVELS, OTHER, OWN, SHAPE, TERMS, WEIGHTS_FILE, kind_of_place
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver

#: How many positions to solve for each number of cards left.
POSITIONS = {3: 20_000, 4: 20_000, 5: 10_000, 6: 4_000}
TOLERANCE = 0.02
#: Keeps weights of rare places small.
RIDGE = 5.0


def position(cards: int, rng: random.Random) -> OpenPosition:
    """A position of the real game with so many cards left, reached by random play."""
    rules = Rules(players=2, deck=0)
    state = State.start(rules, Deal.make(rules, seed=rng.getrandbits(60)))
    while len(state.hands[0]) > cards or state.kind != "card":
        for seat in state.to_act:
            decision = state.decision(seat)
            assert decision is not None
            state.act(seat, rng.choice(decision.actions))
    return OpenPosition.of_state(state)


def features(where: OpenPosition) -> npt.NDArray[np.float64]:
    """What `estimate` multiplies with its weights."""
    compact = where.compact()
    found = np.zeros((KINDS, OWN, OTHER, TERMS))
    for card in range(2 * compact.cards):
        kind, first, heads = kind_of_place(compact.table, card, len(where.rows))
        bits = compact.owner >> first & (1 << card - first) - 1
        theirs = bits.bit_count()
        mine = card - first - theirs
        if compact.owner >> card & 1:
            found[kind, min(theirs, OWN - 1), min(mine, OTHER - 1)] += 1, heads
        else:
            found[kind, min(mine, OWN - 1), min(theirs, OTHER - 1)] -= 1, heads
    return compact.sign * found.ravel()


def main() -> None:
    """Fit all weights and write them."""
    rng = random.Random(1)
    solver = ExactSolver()
    weights = np.zeros(SHAPE)
    for level, cards in enumerate(LEVELS):
        places = [position(cards, rng) for _ in range(POSITIONS[cards])]
        values = np.array([solver.solve(place, TOLERANCE).value for place in places])
        rows = np.array([features(place) for place in places])
        kept = len(rows) * 9 // 10
        square = rows[:kept].T @ rows[:kept] + RIDGE * np.eye(rows.shape[1])
        fitted = np.linalg.solve(square, rows[:kept].T @ values[:kept])
        rest = values[kept:] - rows[kept:] @ fitted
        share = 1 - rest.var() / values[kept:].var()
        print(f"{cards} cards: {share:.2f} of the variance explained on {len(rest)} other positions", file=sys.stderr)
        weights[level] = fitted.reshape(SHAPE[1:])
    np.savetxt(WEIGHTS_FILE, weights.reshape(-1, TERMS), fmt="%.4f")


if __name__ == "__main__":
    main()
