"""What `nimmt solve cfr` calls for sampling algorithms, which hold no tree: run, measure as well as possible, keep."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.spiel.games import SixNimmtGame
from nimmt.progress import Talker
from solver.cfr.plot import Curve, plot_curves
from solver.cfr.solve import Measurement, next_check
from solver.measures import expected_values, gains
from solver.sampling.exploit import exploiter, self_play
from solver.sampling.run import SamplingRun, TableFull
from solver.strategies.metadata import Metadata
from solver.strategy import SolvedStrategy
from solver.tree.build import build_tree
from solver.tree.estimate import estimate_tree
from solver.tree.flat_tree import FlatTree
from solver.tree.from_engine import can_grow

#: Up to so many histories the tree is grown all the same, to measure on it.
MEASURED_HISTORIES: Final = 3_000_000
#: Of larger games: how long an exploiter learns, as a share of the iterations, and how many deals it plays then.
EXPLOITER_SHARE: Final = 1.0
EXPLOITER_DEALS: Final = 20_000


@dataclass
class SamplingJob:
    """One call of `nimmt solve cfr --algorithm external` or `outcome`."""

    loaded: Any
    algorithm: Any
    iterations: int
    target: float | None = None
    time_limit: float | None = None
    seed: int | None = None
    memory: int | None = None
    checkpoint: Path | None = None
    command: str = ""
    #: The tree to measure on, where it is there already.
    measured_on: FlatTree | None = None
    interrupted: bool = False
    history: list[Measurement] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tree = self.measured_on or self._measuring_tree()
        if self.target is not None and self.tree is None:
            raise ValueError(
                "a target needs exploitability, and this tree is too large to measure it: give --iterations"
            )

    def _measuring_tree(self) -> FlatTree | None:
        """The tree to measure on, where it is small enough."""
        ours = isinstance(self.loaded, SixNimmtGame) and can_grow(self.loaded.settings)
        if ours and estimate_tree(self.loaded.settings).histories > MEASURED_HISTORIES:
            return None
        with Talker() as talker:
            return build_tree(self.loaded, self.memory, talker.growing)

    def run(self) -> dict[str, Any]:
        """Sample until it is enough; the figures."""
        self.sampling = self._begin()
        started = time.perf_counter()
        with Talker() as talker:
            try:
                self._sample(talker, started)
            except KeyboardInterrupt:
                self.interrupted = True
            except TableFull as full:
                print(f"nimmt: {full}", file=sys.stderr)
        self.seconds = time.perf_counter() - started
        if self.checkpoint is not None:
            self.sampling.save(self.checkpoint)
        self.average = self.sampling.table()
        return self._answer()

    def _begin(self) -> SamplingRun:
        memory = {} if self.memory is None else {"memory": self.memory}
        if self.checkpoint is None or not self.checkpoint.exists():
            return SamplingRun(str(self.loaded), self.algorithm, self.seed or 0, **memory)
        run = SamplingRun.load(self.checkpoint, **memory)
        wanted = (str(self.loaded), self.algorithm, self.seed or 0)
        if (run.game, run.options.algorithm, run.seed) != wanted:
            raise ValueError(
                f"{self.checkpoint} holds {run.options.algorithm} sampling of {run.game} with seed {run.seed}: "
                "give the same again, or another file"
            )
        return run

    def _sample(self, talker: Talker, started: float) -> None:
        run = self.sampling
        chunk = 16
        while run.iteration < self.iterations:
            due = min(next_check(run.iteration, None), self.iterations)
            while run.iteration < due:
                before = time.perf_counter()
                run.step(min(chunk, due - run.iteration))
                passed = time.perf_counter() - before
                chunk = max(1, min(2 * chunk, int(chunk * 0.5 / max(passed, 1e-9))))
                if self.time_limit is not None and time.perf_counter() - started > self.time_limit:
                    return
                if self.tree is None:
                    talker.say(f"iteration {run.iteration:,}: {run.infosets:,} information sets")
            if self.tree is not None:
                measured = float(gains(self.tree, run.table().over(self.tree.choices)).mean())
                self.history.append(Measurement(run.iteration, time.perf_counter() - started, measured))
                talker.iterating(run.iteration, measured, time.perf_counter() - started)
                if self.target is not None and measured <= self.target:
                    return

    def _answer(self) -> dict[str, Any]:
        run, tree = self.sampling, self.tree
        answer: dict[str, Any] = {
            "value": None,
            "exploitability": None,
            "iterations": run.iteration,
            "infosets": run.infosets,
            "histories": None,
            "seconds": round(self.seconds, 6),
            "algorithm": self.algorithm,
            "game": run.game,
            "players": run.players,
            "seed": run.seed,
        }
        if tree is not None:
            strategies = self.average.over(tree.choices)
            values, gained = expected_values(tree, strategies), gains(tree, strategies)
            return answer | {
                "value": float(values[0]),
                "exploitability": float(gained.mean()),
                "infosets": tree.infosets,
                "histories": tree.histories,
                "values": [float(value) for value in values],
                "gains": [float(gain) for gain in gained],
                "history": [list(each) for each in self.history],
            }
        if self.interrupted:
            return answer
        print("nimmt: the tree is too large to measure on; training an exploiter for each seat …", file=sys.stderr)
        value = self_play(self.average, 0, EXPLOITER_DEALS)
        trained = max(int(run.iteration * EXPLOITER_SHARE), 1)
        exploiters = [exploiter(self.average, seat, trained, EXPLOITER_DEALS, seed=1) for seat in range(run.players)]
        return answer | {
            "value": value.gain,
            "value_interval": [value.low, value.high],
            "exploited_at_least": [each.gain for each in exploiters],
            "exploited_intervals": [[each.low, each.high] for each in exploiters],
        }

    def save(self, out: Path) -> None:
        """Write the average strategy."""
        answer = self._answer() if self.tree is not None else {}
        metadata = Metadata(
            self.sampling.game,
            self.algorithm,
            self.sampling.players,
            iterations=self.sampling.iteration,
            seed=self.sampling.seed,
            values=tuple(answer["values"]) if answer else None,
            exploitability=answer.get("exploitability"),
            gains=tuple(answer["gains"]) if answer else None,
            seconds=self.seconds,
            histories=answer.get("histories"),
            infosets=self.sampling.infosets,
            command=self.command,
            notes="" if answer else "Sampled without a tree: exploitability was not measured.",
        )
        SolvedStrategy(metadata, self.average.tables(self.sampling.players)).save(out)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)

    def draw(self, plot: Path) -> None:
        """Draw how exploitability fell."""
        if self.tree is None:
            raise ValueError("there is nothing to draw: the tree is too large to measure exploitability on")
        plot_curves([Curve(self.algorithm, self.history)], plot, self.sampling.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)
