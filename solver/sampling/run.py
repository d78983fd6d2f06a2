"""A run of external or outcome sampling that can be stopped, saved and gone on with, to the same bits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, Self

from game.deal import HIGHEST_SEED
from solver.sampling.average import AverageTable, average_of, fill
from solver.sampling.checkpoint import Arrays, read_run, write_run
from solver.sampling.field import Field
from solver.sampling.learn import LEARN, How
from solver.sampling.table import (
    BYTES,
    CELLS,
    ENTRIES,
    IS_FULL,
    ITERATION,
    SLOTS,
    Table,
    new_table,
    used_bytes,
)

#: What a table may use when nothing is said.
USUAL_MEMORY: Final = 1 << 30
#: After about so many seconds a run can be interrupted, and tells how far it is.
_CHUNK_SECONDS: Final = 0.25

Algorithm = Literal["external", "outcome"]
Averaging = Literal["visits", "walks"]


class TableFull(MemoryError):
    """The memory that a run may use is used up; what it has learnt so far is there."""


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    iteration: int
    infosets: int
    bytes: int
    #: Iterations a second since `step` was called.
    rate: float


@dataclass(frozen=True)
class Options:
    """How a run samples."""

    algorithm: Algorithm = "external"
    #: Iteration t counts t times, in regrets and averages.
    linear: bool = False
    #: Regret matching+: regrets never fall below 0.
    plus: bool = False
    #: Averages are taken where other players' walks come by, which fills a large table sooner, or by walks of their
    #: own, which keeps third players' strategies out of it (see solver.sampling.learn). For two players both are right.
    averaging: Averaging = "visits"
    #: Outcome sampling: how often the traverser does just anything.
    epsilon: float = 0.6
    #: Outcome sampling: learn a baseline, which lets values vary less.
    baseline: bool = False
    #: How fast the baseline follows what is sampled.
    baseline_rate: float = 0.1

    def __post_init__(self) -> None:
        if self.algorithm not in ("external", "outcome"):
            raise ValueError(f"there is no sampling algorithm {self.algorithm!r}: choose external or outcome")
        if self.averaging not in ("visits", "walks"):
            raise ValueError(f"averages come from visits or walks, not from {self.averaging!r}")
        if not 0 < self.epsilon <= 1:
            raise ValueError(f"epsilon must be above 0 and at most 1, not {self.epsilon}")
        if not 0 < self.baseline_rate <= 1:
            raise ValueError(f"baseline_rate must be above 0 and at most 1, not {self.baseline_rate}")

    @property
    def how(self) -> How:
        return How(
            LEARN,
            self.algorithm == "outcome",
            self.linear,
            self.plus,
            self.averaging == "walks",
            float(self.epsilon),
            float(self.baseline_rate),
            0.0,
        )


class SamplingRun:
    """Sampling on one game, iteration by iteration: in each, every player learns from one walk.

    Our own games are played on the engine and need no tree; of any other OpenSpiel game all histories are held. The
    same game, options and seed give the same bits, whatever the steps and stops between.
    """

    def __init__(
        self,
        game: str,
        algorithm: Algorithm = "external",
        seed: int = 0,
        memory: int = USUAL_MEMORY,
        **more: Any,
    ) -> None:
        """`memory` bounds the table in bytes; `more` are the other fields of Options."""
        if type(seed) is not int or not 0 <= seed <= HIGHEST_SEED:
            raise ValueError(f"seed must be a whole number from 0 to 2^63 - 1, not {seed!r}")
        self._begin(game, Options(algorithm, **more), seed)
        self._table: Table = self._field.new_table(memory, self._has_baseline)

    def _begin(self, game: str, options: Options, seed: int) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        #: What a caller wants to find again in a checkpoint.
        self.more: dict[str, Any] = {}
        self._field = Field.of(game)
        self._room = self._field.room(seed)

    @property
    def _has_baseline(self) -> bool:
        return self.options.algorithm == "outcome" and self.options.baseline

    # How far it is

    @property
    def players(self) -> int:
        return self._field.players

    @property
    def iteration(self) -> int:
        """How many iterations are done."""
        return int(self._table.counts[ITERATION])

    @property
    def infosets(self) -> int:
        """How many information sets with something to decide are in the table."""
        return int(self._table.counts[ENTRIES])

    @property
    def bytes(self) -> int:
        """What the table uses."""
        counts = self._table.counts
        used: int = used_bytes(counts[ENTRIES], counts[CELLS], counts[SLOTS], len(self._table.baseline) > 0)
        return int(used)

    @property
    def is_full(self) -> bool:
        return bool(self._table.counts[IS_FULL])

    # What it does

    def step(
        self, iterations: int, progress: Callable[[Progress], None] | None = None, when_full: str = "stop"
    ) -> None:
        """Do so many iterations more.

        Ctrl-C interrupts between chunks of a fraction of a second, and leaves the run as it is after some iteration. In
        a full table nothing new is learnt of sets that are not in it. By default that ends the run with TableFull, as
        soon as the iteration is done; with when_full="go on" such sets are played uniformly.
        """
        if when_full not in ("stop", "go on"):
            raise ValueError(f'when_full must be "stop" or "go on", not {when_full!r}')
        target = self.iteration + iterations
        began, first = time.perf_counter(), self.iteration
        chunk = 1
        while self.iteration < target:
            if self.is_full and when_full == "stop":
                raise TableFull(self._full())
            started = time.perf_counter()
            chunk = min(chunk, target - self.iteration)
            self._field.iterate(self._table, self._table, self.options.how, self._room, range(self.players), chunk)
            seconds = time.perf_counter() - started
            chunk = max(1, min(2 * chunk, int(chunk * _CHUNK_SECONDS / max(seconds, 1e-9))))
            if progress is not None:
                rate = (self.iteration - first) / max(time.perf_counter() - began, 1e-9)
                progress(Progress(self.iteration, self.infosets, self.bytes, rate))
        if self.is_full and when_full == "stop":
            raise TableFull(self._full())

    def _full(self) -> str:
        return (
            f"the table is full after {self.iteration} iterations: {self.infosets} information sets use {self.bytes} "
            f"of {self._table.counts[BYTES]} bytes; give it more memory, or go on with the sets that it has"
        )

    def table(self) -> AverageTable:
        """The average strategies that have come out so far."""
        return average_of(self.game, self._table)

    # On disk

    def save(self, path: Path | str) -> None:
        """Write all that is needed to go on; a file that is there already is replaced at one stroke."""
        table, counts = self._table, self._table.counts
        entries, cells = counts[ENTRIES], counts[CELLS]
        arrays: Arrays = {
            "counts": counts,
            "generator": self._room.generator,
            "name": table.name[:entries],
            "player": table.player[:entries],
            "first": table.first[: entries + 1],
            "action": table.action[:cells],
            "regret": table.regret[:cells],
            "average": table.average[:cells],
            "baseline": table.baseline[:cells],
        }
        about = {"game": self.game, "seed": self.seed, "options": asdict(self.options), "more": self.more}
        write_run(Path(path), about, arrays)

    @classmethod
    def load(cls, path: Path | str, memory: int | None = None) -> Self:
        """A run as it was saved; with another bound on memory if one is given."""
        about, arrays = read_run(Path(path))
        run = cls.__new__(cls)
        bound = int(arrays["counts"][BYTES]) if memory is None else memory
        run._begin(about["game"], Options(**about["options"]), about["seed"])
        run.more = about.get("more", {})
        run._table = table = new_table(bound, run._has_baseline)
        fill(table, arrays["name"], arrays["player"], arrays["first"], arrays["action"])
        for name in ("regret", "average", "baseline"):
            getattr(table, name)[: len(arrays[name])] = arrays[name]
        table.counts[:] = arrays["counts"]
        table.counts[BYTES] = bound
        if memory is not None:
            table.counts[IS_FULL] = 0
        run._room.generator[:] = arrays["generator"]
        return run
