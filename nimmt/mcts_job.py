"""What `nimmt solve mcts` calls for whole games: a search for every information set, measured on the tree."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nimmt.cfr_job import build, numbers
from nimmt.progress import Talker
from solver.measures import expected_values, gains
from solver.search.curve_plot import plot_budgets
from solver.search.extract import CurvePoint, exploitability_curve, extract, fitting, our_game, strategies_of
from solver.search.searcher import SearchSettings, prepare_search
from solver.strategies.metadata import Metadata
from solver.strategy import save_strategy


def measure_search(
    loaded: Any,
    selections: Sequence[str],
    opponents: str,
    budgets: Sequence[int],
    seeds: Sequence[int],
    memory: int | None,
    out: Path | None,
    plot: Path | None,
    command: str,
) -> dict[str, Any]:
    """The figures of the first way to select with the largest budget and the first seed, and exploitability of all."""
    game = our_game(loaded)
    ways = [fitting(SearchSettings(selection=name, opponents=opponents), game) for name in selections]
    settings = ways[0]
    tree = build(game, memory)
    prepare_search(game.settings.rules.game)  # so that compiling does not count as searching
    done = 0
    with Talker() as talker:

        def tell(point: CurvePoint) -> None:
            nonlocal done
            done += 1
            talker.say(
                f"{done} of {len(ways) * len(budgets) * len(seeds)}: {point.selection} with {point.simulations:,} "
                f"simulations, exploitability {point.exploitability:.4f}"
            )

        points = exploitability_curve(game, ways, budgets, seeds, tree=tree, progress=tell)
    last = next(
        point
        for point in points
        if (point.selection, point.simulations, point.seed) == (settings.selection, budgets[-1], seeds[0])
    )
    strategies = strategies_of(tree, extract(game, settings, simulations=budgets[-1], seed=seeds[0]))
    values, gained = expected_values(tree, strategies), gains(tree, strategies)
    algorithm = f"{settings.method}-{settings.selection}"
    answer = numbers(algorithm, values, gained, budgets[-1], tree, last.seconds)
    answer["curve"] = [
        {
            "selection": each.selection,
            "simulations": each.simulations,
            "seed": each.seed,
            "exploitability": each.exploitability,
            "seconds": each.seconds,
        }
        for each in points
    ]
    if out is not None:
        metadata = Metadata(
            tree.game,
            algorithm,
            tree.players,
            iterations=budgets[-1],
            seed=seeds[0],
            values=tuple(answer["values"]),
            exploitability=answer["exploitability"],
            gains=tuple(answer["gains"]),
            seconds=last.seconds,
            command=command,
        )
        save_strategy(out, tree, strategies, metadata=metadata)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)
    if plot is not None:
        plot_budgets(points, plot, tree.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)
    return answer
