"""What `nimmt solve mcts` calls for whole games: a search for every information set, measured on the tree."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nimmt.cfr_job import build, numbers
from nimmt.progress import Talker
from solver.measures import expected_values, gains
from solver.search.curve_plot import plot_budgets
from solver.search.extract import CurvePoint, curve_points, decisions_of, fitting, our_game
from solver.search.searcher import SearchSettings, prepare_search
from solver.strategies.metadata import Metadata
from solver.strategy import save_strategy
from solver.tree.flat_tree import FlatTree, Strategy


@dataclass
class MctsJob:
    """One call of `nimmt solve mcts` for a whole game. Budgets ascend, and no way to select comes twice.

    What is reported and kept is the first way to select with the largest budget and the first seed. An interrupt ends
    the work; then it is the largest budget so far.
    """

    loaded: Any
    selections: Sequence[str]
    opponents: str
    budgets: Sequence[int]
    seeds: Sequence[int]
    memory: int | None = None
    command: str = ""
    interrupted: bool = False
    points: list[CurvePoint] = field(default_factory=list)
    tree: FlatTree | None = None
    reported: tuple[CurvePoint, list[Strategy]] | None = None

    @property
    def wanted(self) -> int:
        """How many points there are when all is done."""
        return len(self.selections) * len(self.budgets) * len(self.seeds)

    def run(self) -> dict[str, Any] | None:
        """Search and measure; the figures, or None if an interrupt came before the first of them."""
        game = our_game(self.loaded)
        ways = [fitting(SearchSettings(selection=name, opponents=self.opponents), game) for name in self.selections]
        try:
            self.tree = build(game, self.memory)
            prepare_search(game.settings.rules.game)  # so that compiling does not count as searching
            with Talker() as talker:
                self._search(game, ways, self.tree, talker)
        except KeyboardInterrupt:
            self.interrupted = True
        return self._answer()

    def _search(self, game: Any, ways: list[SearchSettings], tree: FlatTree, talker: Talker) -> None:
        decisions = decisions_of(
            game,
            lambda histories, found: talker.say(f"{found:,} information sets to search for in {histories:,} histories"),
        )
        searches = len(set(decisions.values())) * self.wanted
        done = 0

        def tell() -> None:
            nonlocal done
            done += 1
            latest = f"; {_words(self.points[-1])}" if self.points else ""
            talker.say(f"{done:,} of {searches:,} searches{latest}")

        for point, strategies in curve_points(game, ways, self.budgets, self.seeds, tree, decisions, tell):
            self.points.append(point)
            if (point.selection, point.seed) == (self.selections[0], self.seeds[0]):
                self.reported = point, strategies

    def _answer(self) -> dict[str, Any] | None:
        """The figures as JSON has them."""
        if self.tree is None or self.reported is None:
            return None
        point, strategies = self.reported
        values, gained = expected_values(self.tree, strategies), gains(self.tree, strategies)
        answer = numbers(_algorithm(point), values, gained, point.simulations, self.tree, point.seconds)
        answer["stopped"] = "interrupted" if self.interrupted else "simulations"
        if self.tree.players > 2:
            answer["epsilon"] = max(answer["gains"])
        answer["curve"] = [
            {
                "selection": each.selection,
                "simulations": each.simulations,
                "seed": each.seed,
                "exploitability": each.exploitability,
                "seconds": each.seconds,
            }
            for each in self.points
        ]
        return answer

    def save(self, out: Path, answer: dict[str, Any]) -> None:
        """Write the strategy that is reported."""
        assert self.tree is not None
        assert self.reported is not None
        point, strategies = self.reported
        metadata = Metadata(
            self.tree.game,
            _algorithm(point),
            self.tree.players,
            iterations=point.simulations,
            seed=point.seed,
            values=tuple(answer["values"]),
            exploitability=answer["exploitability"],
            gains=tuple(answer["gains"]),
            seconds=point.seconds,
            command=self.command,
        )
        save_strategy(out, self.tree, strategies, metadata=metadata)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)

    def draw(self, plot: Path) -> None:
        """Draw exploitability against simulations."""
        assert self.tree is not None
        plot_budgets(self.points, plot, self.tree.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)


def _algorithm(point: CurvePoint) -> str:
    return f"{point.method}-{point.selection}"


def _words(point: CurvePoint) -> str:
    return f"{point.selection} with {point.simulations:,} simulations: exploitability {point.exploitability:.4f}"
