"""A few searches of every game, printed: run as plain Python, they say the same as compiled.

python -m tests.solver.search.plain_search
"""

from __future__ import annotations

from game.rules import Rules
from game.state import State
from solver.search.searcher import SearchSettings, search

GAMES = (
    Rules(players=3, hand=3, rows=2, deck=20),
    Rules.preset("pro", players=2, hand=2, rows=2),
    Rules.preset("take-a-number", players=2, hand=2, rows=2, deck=12),
    Rules.preset("anniversary", players=2, hand=2, rows=2, deck=12, specials_dealt=2),
)
SETTINGS = (SearchSettings(), SearchSettings(selection="rm", opponents="hands"), SearchSettings(selection="exp3"))


def searches() -> list[str]:
    lines = []
    for rules in GAMES:
        view = State.deal(rules, seed=1).view(0)
        for each in SETTINGS:
            answer = search(
                view, method=each.method, selection=each.selection, opponents=each.opponents, simulations=12, seed=3
            )
            mix = {action: round(share, 9) for action, share in answer.mix.items()}
            lines.append(f"{rules} {each.selection} {mix} {answer.visits} {answer.nodes}")
    return lines


if __name__ == "__main__":
    print("\n".join(searches()))
