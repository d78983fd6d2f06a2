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
from solver.cfr.solve import CHECKPOINT_SECONDS, Measurement, next_check
from solver.measures import expected_values, gains
from solver.sampling.exploit import exploiter, self_play
from solver.sampling.run import SamplingRun, TableFull
from solver.strategies.metadata import Metadata
from solver.strategy import SolvedStrategy
from solver.tree.build import build_tree
from solver.tree.estimate import estimate_tree
from solver.tree.flat_tree import FlatTree
from solver.tree.from_engine import TooLarge, can_grow

#: Up to so many histories the tree is grown all the same, to measure on it.
MEASURED_HISTORIES: Final = 3_000_000
#: Of larger games: an exploiter learns as long as the strategy did, and so long at least; then it plays so many deals.
LEAST_TRAINING: Final = 1000
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
    stopped: str = "iterations"
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
        try:
            with Talker() as talker:
                return build_tree(self.loaded, self.memory, talker.growing)
        except TooLarge:
            return None

    def check_plot(self) -> None:
        """Better now than after the work."""
        if self.tree is None:
            raise ValueError("there will be nothing to draw: this tree is too large to measure exploitability on")

    # The work

    def run(self) -> None:
        """Sample until it is enough."""
        self.sampling = self._begin()
        self.history = [Measurement(*each) for each in self.sampling.more.get("history", [])]
        #: Seconds of sampling, over all calls; what measuring takes does not count.
        self.seconds = float(self.sampling.more.get("seconds", 0.0))
        with Talker() as talker:
            try:
                self._sample(talker)
            except KeyboardInterrupt:
                self.interrupted, self.stopped = True, "interrupted"
            except TableFull as full:
                self.stopped = "memory"
                print(f"nimmt: {full}", file=sys.stderr)
        self._keep()
        self.average = self.sampling.table()

    def _begin(self) -> SamplingRun:
        memory = {} if self.memory is None else {"memory": self.memory}
        if self.checkpoint is None or not self.checkpoint.exists() or not self.checkpoint.stat().st_size:
            return SamplingRun(str(self.loaded), self.algorithm, self.seed or 0, **memory)
        try:
            run = SamplingRun.load(self.checkpoint, **memory)
        except MemoryError as error:
            raise ValueError(f"{self.checkpoint} does not fit into --memory: {error}") from None
        wanted = (str(self.loaded), self.algorithm, self.seed or 0)
        if (run.game, run.options.algorithm, run.seed) != wanted:
            raise ValueError(
                f"{self.checkpoint} holds {run.options.algorithm} sampling of {run.game} with seed {run.seed}: "
                "give the same again, or another file"
            )
        return run

    def _keep(self) -> None:
        """Write the checkpoint; a full disk must not cost the work that is done."""
        if self.checkpoint is None:
            return
        self.sampling.more = {"history": [list(each) for each in self.history], "seconds": self.seconds}
        try:
            self.sampling.save(self.checkpoint)
        except OSError as error:
            print(f"nimmt: the checkpoint {self.checkpoint} could not be written: {error.strerror}", file=sys.stderr)

    def _sample(self, talker: Talker) -> None:
        run = self.sampling
        chunk, here, kept = 16, 0.0, time.perf_counter()
        while run.iteration < self.iterations:
            due = min(next_check(run.iteration, None), self.iterations)
            while run.iteration < due:
                started = time.perf_counter()
                try:
                    run.step(min(chunk, due - run.iteration))
                finally:
                    passed = time.perf_counter() - started
                    here += passed
                    self.seconds += passed
                chunk = max(1, min(2 * chunk, int(chunk * 0.5 / max(passed, 1e-9))))
                if time.perf_counter() - kept > CHECKPOINT_SECONDS:
                    self._keep()
                    kept = time.perf_counter()
                if self.tree is None:
                    talker.say(f"iteration {run.iteration:,}: {run.infosets:,} information sets")
                if self.time_limit is not None and here > self.time_limit:
                    self.stopped = "time"
                    return
            if self.tree is not None:
                gained = gains(self.tree, run.table().over(self.tree.choices))
                self.history.append(Measurement(run.iteration, self.seconds, float(gained.mean())))
                talker.iterating(run.iteration, float(gained.mean()), self.seconds)
                if self.target is not None and (gained.mean() if self.tree.zero_sum else gained.max()) <= self.target:
                    self.stopped = "target"
                    return

    # What came out

    def answer(self) -> dict[str, Any]:
        """The figures, measured on the tree if there is one, else by exploiters."""
        run = self.sampling
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
            "stopped": self.stopped,
        }
        if self.tree is not None:
            return answer | self._measured(self.tree)
        return answer if self.interrupted else answer | self._exploited()

    def _measured(self, tree: FlatTree) -> dict[str, Any]:
        strategies = self.average.over(tree.choices)
        values, gained = expected_values(tree, strategies), gains(tree, strategies)
        found = {
            "value": float(values[0]),
            "exploitability": float(gained.mean()),
            "infosets": tree.infosets,
            "histories": tree.histories,
            "values": [float(value) for value in values],
            "gains": [float(gain) for gain in gained],
            "history": [list(each) for each in self.history],
        }
        return found if tree.zero_sum else found | {"epsilon": float(gained.max())}

    def _exploited(self) -> dict[str, Any]:
        """What is known without a tree: the value by playing, and what trained exploiters gain."""
        print("nimmt: the tree is too large to measure on; training an exploiter for each seat …", file=sys.stderr)
        trained = max(self.sampling.iteration, LEAST_TRAINING)
        memory = {} if self.memory is None else {"memory": self.memory}
        found = []
        with Talker() as talker:
            value = self_play(self.average, 0, EXPLOITER_DEALS)
            for seat in range(self.sampling.players):

                def tell(done: int, seat: int = seat) -> None:
                    talker.say(f"exploiter of seat {seat + 1}: {done:,} of {trained:,} iterations")

                try:
                    found.append(
                        exploiter(self.average, seat, trained, EXPLOITER_DEALS, seed=1, progress=tell, **memory)
                    )
                except (KeyboardInterrupt, TableFull) as stop:
                    print(f"nimmt: no exploiter of seat {seat + 1}: {stop or 'interrupted'}", file=sys.stderr)
                    self.interrupted |= isinstance(stop, KeyboardInterrupt)
                    break
        return {
            "value": value.gain,
            "value_interval": [value.low, value.high],
            "exploited_at_least": [max(0.0, each.low) for each in found],
            "exploiter_gains": [each.gain for each in found],
            "exploited_intervals": [[each.low, each.high] for each in found],
        }

    def save(self, out: Path) -> None:
        """Write the average strategy."""
        measured = self._measured(self.tree) if self.tree is not None else {}
        metadata = Metadata(
            self.sampling.game,
            self.algorithm,
            self.sampling.players,
            iterations=self.sampling.iteration,
            seed=self.sampling.seed,
            values=tuple(measured["values"]) if measured else None,
            exploitability=measured.get("exploitability"),
            gains=tuple(measured["gains"]) if measured else None,
            seconds=self.seconds,
            histories=measured.get("histories"),
            infosets=measured.get("infosets"),
            command=self.command,
            notes="" if measured else "Sampled without a tree: exploitability was not measured.",
        )
        SolvedStrategy(metadata, self.average.tables(self.sampling.players)).save(out)
        print(f"nimmt: wrote {out}; look into it with: nimmt strategy show {out}", file=sys.stderr)

    def draw(self, plot: Path) -> None:
        """Draw how exploitability fell."""
        plot_curves([Curve(self.algorithm, self.history)], plot, self.sampling.game)
        print(f"nimmt: wrote {plot}", file=sys.stderr)
