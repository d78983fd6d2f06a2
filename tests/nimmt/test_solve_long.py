"""Long solves through the command: interrupts, checkpoints, drafts, Ray."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from solver.exact import explain, long_solve
from solver.exact.draft import solve_draft
from solver.exact.long_solve import LongSolve
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Progress, Solution
from tests.nimmt.conftest import Call

ROOT = Path(__file__).parents[2]
TEN = "1,2,4,7,8,9,13,16,20,22/3,5,6,10,12,14,17,18,23,24/11,15,19,21"
DEAL = "1,2,6,9/3,4,8,10/5,7,11,12"


def check_interrupt(*options: str, by: signal.Signals = signal.SIGINT) -> str:
    """Ctrl-C after the first words of progress: the bounds so far are the answer. What it says then."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nimmt", "solve", "exact", "--deal", TEN, "--memory", "64M", "--json", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("nimmt: value from"):
            break
    process.send_signal(by)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    answer = json.loads(out)
    assert answer["low"] < answer["high"]
    assert not answer["closed"]
    assert "interrupted" in err
    assert "Traceback" not in err
    return err


def test_an_interrupt_gives_the_bounds_so_far() -> None:
    check_interrupt()


def test_sigterm_keeps_a_checkpoint(tmp_path: Path) -> None:
    file = tmp_path / "solve.bin"
    said = check_interrupt("--checkpoint", str(file), by=signal.SIGTERM)
    assert f"to go on: nimmt solve exact --deal {TEN}" in said
    assert ExactSolver.load(file).filled > 0


class FullDisk:
    """A disk that is full from some save on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.saves = 0

        def save(_: ExactSolver, __: Path) -> None:
            self.saves += 1
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(ExactSolver, "save", save)


def test_a_full_disk_does_not_cost_the_answer(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    disk = FullDisk(monkeypatch)
    monkeypatch.setattr(long_solve, "CHECKPOINT_SECONDS", 0.0)
    monkeypatch.setattr("solver.exact.threads.PULSE", 0.001)
    deal = "1,4,5,7,8,10,17/2,3,9,13,14,15,16/6,11,12,18"
    file = tmp_path / "solve.bin"
    answer = call("solve", "exact", "--deal", deal, "--checkpoint", str(file), "--memory", "16M", "--json")
    assert answer.json["value"] == pytest.approx(0.3887017, abs=1e-3)
    assert disk.saves > 1  # on the way and at the end
    assert f"nimmt: no checkpoint was written to {file}: No space left on device" in answer.err


def test_nobody_is_told_to_go_on_from_a_checkpoint_that_is_not_there(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    FullDisk(monkeypatch)
    solve = ExactSolver.solve

    def short(self: ExactSolver, position: OpenPosition, tolerance: float, *_: Any) -> Any:
        return solve(self, position, tolerance, 0.01)

    monkeypatch.setattr(ExactSolver, "solve", short)
    answer = call("solve", "exact", "--deal", TEN, "--memory", "1M", "--checkpoint", str(tmp_path / "solve.bin"))
    assert answer.code == 130
    assert answer.err.splitlines()[-1] == "nimmt: interrupted; these are the bounds so far"


@pytest.mark.parametrize("option", ["--checkpoint", "--out"])
def test_files_that_cannot_be_written_are_told_before_the_work(
    call: Call, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    monkeypatch.setattr(ExactSolver, "solve", lambda *_: pytest.fail("this is work"))
    answer = call("solve", "exact", "--deal", DEAL, option, "/sys/nimmt.bin")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("nimmt: /sys/nimmt.bin: ")


def test_an_answer_that_is_not_reached_leaves_no_file(call: Call, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    old.write_text("from before")
    for file in (old, tmp_path / "new.json"):
        assert call("solve", "exact", "--deal", "1,2/3", "--out", str(file)).code == 2
    assert old.read_text() == "from before"
    assert list(tmp_path.iterdir()) == [old]


class Files:
    """Stands in for the checkpoints of a solver: notes what was saved and loaded."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.saved: list[Path] = []
        self.loaded: list[Path] = []
        files = self

        def save(_: ExactSolver, path: Path) -> None:
            files.saved.append(path)
            path.write_text("a checkpoint")

        def load(path: Path, _: int = 1) -> ExactSolver:
            files.loaded.append(path)
            return ExactSolver(memory=1 << 20)

        monkeypatch.setattr(ExactSolver, "save", save)
        monkeypatch.setattr(ExactSolver, "load", load)


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> Files:
    return Files(monkeypatch)


def test_a_real_checkpoint_spares_the_work(call: Call, tmp_path: Path) -> None:
    deal = "1,5,6,10,11,14/3,4,8,9,15,16/2,7,12,13"
    arguments = ["solve", "exact", "--deal", deal, "--checkpoint", str(tmp_path / "solve.bin"), "--memory", "1M"]
    first = call(*arguments, "--json").json
    again = call(*arguments, "--json").json
    assert again["value"] == first["value"]
    assert again["states"] == 0 < first["states"]


def test_a_solve_is_saved_and_gone_on_with(call: Call, files: Files, tmp_path: Path) -> None:
    file = tmp_path / "solve.bin"
    arguments = ["solve", "exact", "--deal", DEAL, "--checkpoint", str(file), "--memory", "1M", "--json"]
    assert call(*arguments).json["closed"]
    assert (files.saved, files.loaded) == ([file], [])
    assert call(*arguments).json["value"] == pytest.approx(-1.4705882, abs=1e-6)
    assert (files.saved, files.loaded) == ([file, file], [file])


def test_a_bad_checkpoint_is_one_sentence(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def load(path: Path, _: int = 1) -> ExactSolver:
        raise ValueError(f"{path} is no checkpoint")

    monkeypatch.setattr(ExactSolver, "load", load)
    (tmp_path / "solve.bin").write_text("rubbish")
    answer = call("solve", "exact", "--deal", DEAL, "--checkpoint", str(tmp_path / "solve.bin"))
    assert answer.code == 2
    assert answer.err == f"nimmt: {tmp_path / 'solve.bin'} is no checkpoint\n"


def test_an_interrupted_solve_with_a_checkpoint_prints_the_command(
    call: Call, files: Files, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A time limit inside the solver stands in for Ctrl-C."""
    solve = ExactSolver.solve

    def short(self: ExactSolver, position: OpenPosition, tolerance: float, *_: Any) -> Any:
        return solve(self, position, tolerance, 0.01)

    monkeypatch.setattr(ExactSolver, "solve", short)
    file = tmp_path / "solve.bin"
    arguments = ["solve", "exact", "--deal", TEN, "--memory", "1M", "--checkpoint", str(file)]
    answer = call(*arguments)
    assert answer.code == 130
    assert answer.err == f"nimmt: interrupted; to go on: nimmt {' '.join(arguments)}\n"
    assert files.saved == [file]


def test_an_interrupted_draft_is_kept_in_a_checkpoint(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A time limit inside the solver stands in for Ctrl-C."""
    solve = solve_draft

    def short(*arguments: Any, **more: Any) -> Any:
        return solve(*arguments, **(more | {"time_limit": 0.3}))

    monkeypatch.setattr(long_solve, "solve_draft", short)
    arguments = ["solve", "exact", "--draft", "--hand", "8", "--rows", "4", "--memory", "1M"]
    answer = call(*arguments)
    assert answer.code == 130
    assert answer.err.splitlines()[-1] == (
        "nimmt: interrupted; these are the bounds so far (--checkpoint FILE keeps the work)"
    )
    assert "The bounds are still open." in answer.out
    assert "Best picks" not in answer.out
    arguments += ["--checkpoint", str(tmp_path / "draft.bin"), "--json"]
    answer = call(*arguments)
    assert answer.err.splitlines()[-1] == f"nimmt: interrupted; to go on: nimmt {' '.join(arguments)}"
    assert json.loads(answer.out)["value"] is None
    assert ExactSolver.load(tmp_path / "draft.bin").filled > 0


def test_explaining_has_one_clock_of_ten_seconds_at_most(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    solve, limits = ExactSolver.solve, list[Any]()

    def hours(self: ExactSolver, *arguments: Any) -> Solution:
        return replace(solve(self, *arguments), seconds=10000.0)

    def line(_: ExactSolver, __: Solution, limit: float) -> None:
        limits.append(limit)
        time.sleep(0.05)

    def values(_: ExactSolver, solution: Solution, __: float, limit: float) -> tuple[dict[int, Any], ...]:
        limits.append(limit)
        return {}, {}

    monkeypatch.setattr(ExactSolver, "solve", hours)
    monkeypatch.setattr(explain, "likely_line", line)
    monkeypatch.setattr(explain, "card_values", values)
    assert call("solve", "exact", "--deal", DEAL, "--memory", "1M", "--json").json["closed"]
    assert 9.5 < limits[1] <= limits[0] - 0.05 <= 9.95


def test_the_table_of_a_checkpoint_keeps_its_size(call: Call, tmp_path: Path) -> None:
    arguments = ["solve", "exact", "--deal", DEAL, "--checkpoint", str(tmp_path / "solve.bin"), "--json"]
    assert "--memory" not in call(*arguments, "--memory", "1M").err
    for same in (["--memory", "1M"], ["--memory", "1.9M"], []):
        assert "--memory" not in call(*arguments, *same).err
    answer = call(*arguments, "--memory", "4M")
    assert answer.code == 0
    assert answer.err == (
        f"nimmt: --memory does not count here: the table in {tmp_path / 'solve.bin'} keeps its size, 1M\n"
    )


def test_a_checkpoint_is_a_file(call: Call, tmp_path: Path) -> None:
    answer = call("solve", "exact", "--deal", DEAL, "--checkpoint", str(tmp_path))
    assert answer.code == 2
    assert answer.err == (
        f"nimmt: {tmp_path} is a folder: give a file for the checkpoint, like {tmp_path / 'solve.bin'}\n"
    )


def test_an_interrupt_ends_a_certificate(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is there, and what was asked for more is not."""
    solve, asked = ExactSolver.solve, list[OpenPosition]()

    def short(self: ExactSolver, position: OpenPosition, tolerance: float, limit: Any = None, *_: Any) -> Any:
        asked.append(position)
        solution = solve(self, position, tolerance, limit)
        return replace(solution, closed=len(asked) == 1)

    monkeypatch.setattr(ExactSolver, "solve", short)
    monkeypatch.setattr(explain, "likely_line", lambda *_: None)
    monkeypatch.setattr(explain, "card_values", lambda *_: ({}, {}))
    answer = call("solve", "exact", "--deal", DEAL, "--memory", "1M", "--certify", "5", "--json")
    assert answer.code == 130
    assert json.loads(answer.out)["certificate"] is None
    assert len(asked) == 2


def test_checkpoints_come_at_intervals(files: Files, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def busy(_: ExactSolver, position: OpenPosition, tolerance: float, limit: float | None, progress: Any) -> str:
        for second in range(3):
            progress(Progress(-1.0, 1.0, 10, 10, float(second), 0.1))
        return "done"

    monkeypatch.setattr(ExactSolver, "solve", busy)
    monkeypatch.setattr(long_solve, "CHECKPOINT_SECONDS", 0.0)
    seen: list[Progress] = []
    long = LongSolve(ExactSolver(memory=1 << 20), tmp_path / "solve.bin")
    assert str(long.solve(OpenPosition.deal(DEAL), 1e-6, None, seen.append)) == "done"
    assert len(seen) == 3
    assert len(files.saved) == 4


def test_a_whole_game_with_its_draft(call: Call) -> None:
    answer = call("solve", "exact", "--hand", "2", "--rows", "4", "--draft", "--memory", "16M", "--json").json
    assert list(answer)[:6] == ["value", "low", "high", "strategies", "states", "seconds"]
    assert answer["value"] == pytest.approx(0.0, abs=1e-3)
    assert answer["line"][0] in answer["best_picks"]
    assert len(answer["line"]) == len(set(answer["line"])) >= 4
    assert set(answer["picks"]) == {str(card) for card in range(1, 9)}
    shown = call("solve", "exact", "--hand", "2", "--rows", "4", "--draft", "--memory", "16M").out
    assert "Draft and play: 2 cards each, 4 rows" in shown
    assert "Nobody is ahead: the value is 0." in shown
    assert "Best picks, in turn:" in shown
    single = call("solve", "exact", "--hand", "1", "--rows", "1", "--draft", "--memory", "1M").out
    assert "Draft and play: 1 card each, 1 row " in single


@pytest.fixture
def ray_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of our own for Ray, with a short name because sockets have to fit in."""
    folder = tempfile.mkdtemp(prefix="nr")
    monkeypatch.setenv("RAY_TMPDIR", folder)
    yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
@pytest.mark.usefixtures("ray_folder")
def test_ray_gives_the_local_answer(call: Call) -> None:
    deal = "1,4,5,7,8,10,17/2,3,9,13,14,15,16/6,11,12,18"
    arguments = ["solve", "exact", "--deal", deal, "--memory", "64M", "--tolerance", "1e-5"]
    local = call(*arguments, "--json").json
    split = call(*arguments, "--executor", "ray", "--workers", "2", "--json").json
    assert split["value"] == pytest.approx(local["value"], abs=1e-5)
    assert split["high"] - split["low"] <= 1e-5
    assert list(split) == list(local)


@pytest.mark.slow
@pytest.mark.usefixtures("ray_folder")
def test_an_interrupt_on_ray_gives_the_bounds_so_far() -> None:
    check_interrupt("--executor", "ray", "--workers", "2")
