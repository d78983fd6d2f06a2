"""Threads on one table, checkpoints, and the first guess."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from solver.exact import fit
from solver.exact.checkpoint import VERSION
from solver.exact.estimate import LEVELS, estimate, load_weights
from solver.exact.habits import habits
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Progress

SEVEN = OpenPosition.deal("1,4,5,7,8,10,17/2,3,9,13,14,15,16/6,11,12,18")  # 0.3887017


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_on_one_table_find_the_same_value(threads: int) -> None:
    solver = ExactSolver(memory=1 << 24, threads=threads)
    solution = solver.solve(SEVEN, tolerance=1e-5)
    assert solution.closed
    assert solution.value == pytest.approx(0.3887017, abs=1e-5)
    assert all(work.counters[0] > 0 for work in solver.works)


def test_a_checkpoint_holds_all_that_was_learnt(tmp_path: Path) -> None:
    first = ExactSolver(memory=1 << 24)
    learnt = first.solve(SEVEN, tolerance=1e-4)
    first.save(tmp_path / "table")
    second = ExactSolver.load(tmp_path / "table")
    assert (second.table == first.table).all()
    again = second.solve(SEVEN, tolerance=1e-4)
    assert again.low == pytest.approx(learnt.low, abs=1e-6)
    assert again.high == pytest.approx(learnt.high, abs=1e-6)
    assert again.nodes < learnt.nodes / 100
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_a_solve_that_was_stopped_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    whole = ExactSolver(memory=1 << 24).solve(SEVEN, tolerance=1e-4)
    stopped = ExactSolver(memory=1 << 24)
    part = stopped.solve(SEVEN, tolerance=1e-4, time_limit=0.02)
    assert not part.closed
    assert part.low <= whole.value <= part.high
    stopped.save(tmp_path / "table")
    rest = ExactSolver.load(tmp_path / "table").solve(SEVEN, tolerance=1e-4)
    assert rest.closed
    assert rest.value == pytest.approx(whole.value, abs=1e-4)


def head(version: object = VERSION, entries: object = 1024) -> bytes:
    return json.dumps({"format": "nimmt exact table", "version": version, "entries": entries}).encode() + b"\n"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no checkpoint"),
        (b"\x00\xff" * 300, "no checkpoint"),
        (b"[1, 2]\n", "no checkpoint"),
        (head(version=VERSION + 1, entries=4), "version"),
        (head(version="1", entries=1024), "no checkpoint"),
        (head(entries=1024), "cut"),
        (head(entries=1 << 20), "cut"),
        (head(entries=0) + b"\0" * 4096, "no table has 0 entries"),
        (head(entries=3) + b"\0" * 4096, "no table has 3 entries"),
        (head(entries=512) + b"\0" * 4096, "no table has 512 entries"),
        (head(entries=-1) + b"\0" * 4096, "no table has -1 entries"),
        (head(entries=1536) + b"\0" * 4096, "no table has 1536 entries"),
        (head(entries=1e15) + b"\0" * 4096, "no checkpoint"),
        (head(entries=1 << 50) + b"\0" * 4096, "this machine has"),
        (head(entries=True) + b"\0" * 4096, "no checkpoint"),
    ],
)
def test_files_that_are_no_checkpoints(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "table").write_bytes(content)
    with pytest.raises(ValueError, match=sentence):
        ExactSolver.load(tmp_path / "table")


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = ExactSolver(memory=1 << 16)
    solver.save(tmp_path / "table")
    before = (tmp_path / "table").read_bytes()

    def disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)
    solver.solve(OpenPosition.deal("1,2,6,9/3,4,8,10/5,7,11,12"))
    with pytest.raises(OSError, match="No space"):
        solver.save(tmp_path / "table")
    assert (tmp_path / "table").read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["table"]


def test_progress_is_told_every_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.exact.threads.PULSE", 0.001)
    told: list[Progress] = []
    solution = ExactSolver(memory=1 << 24).solve(SEVEN, progress=told.append)
    assert len(told) > 3
    assert told[-1].nodes <= solution.nodes
    assert all(one.low <= solution.value <= one.high for one in told)


@pytest.mark.parametrize("cards", [2, *LEVELS])
def test_the_guess_is_what_was_fitted(cards: int) -> None:
    chance = random.Random(3)
    weights = load_weights()
    for _ in range(20):
        where = fit.position(cards, chance)
        compact = where.compact()
        fitted = float(fit.features(where) @ weights[max(cards - LEVELS[0], 0)].ravel())
        guess = compact.sign * estimate(compact.owner, compact.table, cards, len(where.rows), weights)
        assert guess == pytest.approx(fitted, abs=1e-9)


def test_the_guess_is_worth_something() -> None:
    solver, chance, weights = ExactSolver(memory=1 << 24), random.Random(4), load_weights()
    positions = [fit.position(4, chance) for _ in range(200)]
    values = np.array([solver.solve(where).value for where in positions])
    guesses = np.array([fit.features(where) @ weights[1].ravel() for where in positions])
    assert np.corrcoef(values, guesses)[0, 1] > 0.7


def test_habits_count_every_turn() -> None:
    turns = habits(hand=4, deals=5, seed=1)["turns"]
    assert [line["turn"] for line in turns] == [1, 2, 3, 4]
    assert all(0 <= line["mixed_share"] <= 1 <= line["cards_in_a_mix"] for line in turns)
    assert turns[-1]["mixed_share"] == 0
    assert turns[-1]["cards_in_a_mix"] == 1
