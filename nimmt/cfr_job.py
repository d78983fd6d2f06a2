"""What `nimmt solve cfr`, `lp` and `compare` call: build the tree, run, measure, keep."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pyspiel

from nimmt.progress import Talker
from nimmt.sampling_job import SamplingJob
from solver.cfr.algorithms import ALGORITHMS
from solver.cfr.plot import Curve, plot_curves
from solver.cfr.solve import CfrResult, solve
from solver.measures import expected_values, gains
from solver.sequence_lp import solve_lp
from solver.strategies.metadata import Metadata
from solver.strategy import SolvedStrategy, save_strategy
from solver.tree.build import build_tree
from solver.tree.flat_tree import FlatTree

SAMPLING: Final = ("external", "outcome")
#: Where algorithms are compared, one iteration over the whole tree stands against so many samples.
SAMPLES_AN_ITERATION: Final = 1000
#: Linear programs with more entries than this take seconds.
LARGE_PROGRAM: Final = 20_000
#: With more than two players, a run from each of so many starts, for no single one says much.
USUAL_SEEDS: Final = 3


def is_solvable(loaded: Any) -> bool:
    """Whether an equilibrium is a solution: two players, and what one wins the other loses, but for a constant."""
    utility = pyspiel.GameType.Utility
    adds_up = loaded.get_type().utility in (utility.ZERO_SUM, utility.CONSTANT_SUM)
    return loaded.num_players() == 2 and adds_up


def build(loaded: Any, memory: int | None) -> FlatTree:
    """The tree of a game, with words about how far it is."""
    with Talker() as talker:
        return build_tree(loaded, memory, talker.growing, talker.tree_size)


def numbers(
    algorithm: str, values: Any, gained: Any, iterations: int, tree: FlatTree, seconds: float
) -> dict[str, Any]:
    """The figures that every answer begins with. The value is that of the first player."""
    return {
        "value": float(values[0]),
        "exploitability": float(sum(gained)) / tree.players,
        "iterations": iterations,
        "infosets": tree.infosets,
        "histories": tree.histories,
        "seconds": round(seconds, 6),
        "algorithm": algorithm,
        "game": tree.game,
        "players": tree.players,
        "values": [float(value) for value in values],
        "gains": [float(gain) for gain in gained],
    }


@dataclass
class CfrJob:
    """One call of `nimmt solve cfr`."""

    loaded: Any
    algorithm: str
    iterations: int
    target: float | None = None
    time_limit: float | None = None
    seed: int | None = None
    seeds: int | None = None
    threads: int = 1
    memory: int | None = None
    checkpoint: Path | None = None
    command: str = ""
    interrupted: bool = False
    results: list[CfrResult] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            known = ", ".join((*ALGORITHMS, *SAMPLING))
            raise ValueError(f"there is no algorithm {self.algorithm!r}: choose one of {known}")
        many = not is_solvable(self.loaded)
        if self.seeds is not None and not many:
            raise ValueError("--seeds is for games where starts matter: here all lead to the same value")
        if self.seed is not None and not many:
            print(
                "nimmt: nothing is random here, where all starts lead to the same value: no seed needed",
                file=sys.stderr,
            )
        self.seeds = (USUAL_SEEDS if self.seeds is None else self.seeds) if many else 1
        if self.checkpoint is not None and self.seeds > 1:
            raise ValueError("a checkpoint holds one run: where starts matter, say --seeds 1 with it")

    @property
    def best(self) -> CfrResult:
        """The run that leaves least to gain."""
        return min(self.results, key=lambda result: result.exploitability)

    def run(self) -> None:
        """Run from every start."""
        tree = build(self.loaded, self.memory)
        many = not tree.zero_sum
        for number in range(self.seeds or 1):
            with Talker() as talker:
                result = solve(
                    tree,
                    self.algorithm,
                    self.iterations,
                    target=self.target,
                    seed=(self.seed or 0) + number if many else None,
                    progress=talker.iterating,
                    checkpoint=self.checkpoint,
                    time_limit=self.time_limit,
                    threads=self.threads,
                    keep_joint=many,
                )
            self.results.append(result)
            for words in dict.fromkeys(result.unsaved):
                print(f"nimmt: {words}", file=sys.stderr)
            if result.stopped == "interrupted":
                self.interrupted = True
                break

    def answer(self) -> dict[str, Any]:
        """The figures of the best run, and where starts matter, of all."""
        best = self.best
        answer = numbers(best.algorithm, best.values, best.gains, best.iterations, best.tree, best.seconds)
        answer["stopped"] = best.stopped
        answer["history"] = [list(each) for each in best.history]
        if not best.tree.zero_sum:
            answer["epsilon"] = max(answer["gains"])
            answer["cce_gap"] = best.cce_gap
            answer["runs"] = [
                {
                    "seed": run.seed,
                    "value": float(run.values[0]),
                    "exploitability": run.exploitability,
                    "gains": [float(gain) for gain in run.gains],
                    "cce_gap": run.cce_gap,
                    "iterations": run.iterations,
                    "seconds": round(run.seconds, 6),
                }
                for run in self.results
            ]
        return answer

    def save(self, out: Path) -> None:
        """Write the strategy of the best run."""
        best = self.best
        metadata = Metadata(
            best.tree.game,
            best.algorithm,
            best.tree.players,
            iterations=best.iterations,
            seed=best.seed,
            values=tuple(float(value) for value in best.values),
            exploitability=best.exploitability,
            gains=tuple(float(gain) for gain in best.gains),
            seconds=best.seconds,
            command=self.command,
        )
        save_strategy(out, best.tree, best.strategies, metadata=metadata)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)

    def draw(self, plot: Path) -> None:
        """Draw how exploitability fell."""
        curves = [
            Curve(f"{run.algorithm}" + (f", seed {run.seed}" if run.seed is not None else ""), list(run.history))
            for run in self.results
        ]
        plot_curves(curves, plot, self.best.tree.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)


def solve_lp_job(loaded: Any, memory: int | None, out: Path | None, command: str) -> dict[str, Any]:
    """Solve the linear program of a game, measure the answer, and keep it if wanted."""
    tree = build(loaded, memory)
    if tree.ends > LARGE_PROGRAM:
        print(
            f"nimmt: a linear program with {tree.ends:,} entries; HiGHS does not say how far it is …", file=sys.stderr
        )
    started = time.perf_counter()
    solution = solve_lp(tree)
    seconds = time.perf_counter() - started
    values, gained = expected_values(tree, solution.strategies), gains(tree, solution.strategies)
    answer = numbers("lp", values, gained, 1, tree, seconds)
    answer["value"] = solution.value
    if out is not None:
        metadata = Metadata(
            tree.game,
            "lp",
            values=tuple(answer["values"]),
            exploitability=answer["exploitability"],
            gains=tuple(answer["gains"]),
            seconds=seconds,
            command=command,
        )
        SolvedStrategy.of_tree(tree, solution.strategies, metadata=metadata).save(out)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)
    return answer


def compare_job(
    loaded: Any,
    algorithms: list[str],
    iterations: int,
    time_limit: float | None,
    memory: int | None,
    plot: Path | None,
    command: str,
) -> dict[str, Any]:
    """Run several algorithms on one tree."""
    for name in algorithms:
        if name not in (*ALGORITHMS, *SAMPLING):
            known = ", ".join((*ALGORITHMS, *SAMPLING))
            raise ValueError(f"there is no algorithm {name!r} to compare: choose from {known}")
    tree = build(loaded, memory)
    curves: list[Curve] = []
    runs: list[dict[str, Any]] = []
    stopped = False
    for name in algorithms:
        if name in SAMPLING:
            many = SAMPLES_AN_ITERATION * iterations
            job = SamplingJob(loaded, name, many, time_limit=time_limit, memory=memory, measured_on=tree)
            job.run()
            runs.append(job.answer())
            curves.append(Curve(name, job.history))
            stopped = job.interrupted
        else:
            with Talker() as talker:
                result = solve(
                    tree, name, iterations, progress=talker.iterating, time_limit=time_limit, keep_joint=False
                )
            curves.append(Curve(name, list(result.history)))
            answer = numbers(name, result.values, result.gains, result.iterations, tree, result.seconds)
            runs.append(answer | {"history": [list(each) for each in result.history]})
            stopped = result.stopped == "interrupted"
        if stopped:
            break
    if plot is not None:
        plot_curves(curves, plot, tree.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)
    return {
        "game": tree.game,
        "histories": tree.histories,
        "infosets": tree.infosets,
        "command": command,
        "stopped": "interrupted" if stopped else "iterations",
        "runs": runs,
    }
