"""The bottom rung: any legal action, all equally likely."""

from __future__ import annotations

from random import Random

from game.view import View


class RandomBot:
    """Plays legal actions at random."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def act(self, view: View) -> int:
        """Any legal action of the open decision."""
        if view.decision is None:
            raise ValueError(f"seat {view.seat + 1} has nothing to decide now")
        return self._random.choice(view.decision.actions)
