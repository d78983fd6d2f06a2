"""Checkpoints of CFR runs: the same bits after a stop, a kill or Ctrl-C, and clear words about wrong files."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from solver.cfr.algorithms import ALGORITHMS
from solver.cfr.checkpoint import VERSION
from solver.cfr.run import CfrRun
from solver.cfr.solve import solve
from solver.tree.from_spiel import tree_from_spiel
from tests.solver.flat_trees import tree_of

ROOT = Path(__file__).parents[2]

# Runs for ever and writes a checkpoint after every moment.
ENDLESS = """
import sys
from pathlib import Path
from solver.cfr.solve import solve
from solver.tree.from_spiel import tree_from_spiel
said = []
def say(*_):
    if not said:
        said.append(print("measured", flush=True))
result = solve(tree_from_spiel("leduc_poker"), "dcfr", 10**9, check_every=10, progress=say,
               checkpoint=Path(sys.argv[1]), checkpoint_seconds=float(sys.argv[2]))
print(result.stopped, result.iterations)
"""


def iteration_in(path: Path) -> int:
    with path.open("rb") as file:
        return int(json.loads(file.readline())["iteration"])


def start(path: Path, checkpoint_seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(path), str(checkpoint_seconds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ,
    )


def wait_for(path: Path, process: subprocess.Popen[str], iteration: int) -> None:
    for _ in range(6000):
        assert process.poll() is None
        if path.exists() and iteration_in(path) >= iteration:
            return
        time.sleep(0.01)
    raise AssertionError("no checkpoint came within a minute")


def straight(algorithm: str, iterations: int, path: Path) -> bytes:
    """The file of a run that nobody interrupted."""
    run = CfrRun(tree_of("leduc_poker"), algorithm)
    run.step(iterations)
    run.save(path)
    return path.read_bytes()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", ["leduc_poker", "kuhn_poker(players=3)"])
def test_a_run_goes_on_to_the_same_bits(algorithm: str, name: str, tmp_path: Path) -> None:
    tree = tree_of(name)
    whole = CfrRun(tree, algorithm, seed=5)
    whole.step(37)
    whole.save(tmp_path / "whole")
    part = CfrRun(tree, algorithm, seed=5)
    for step in (3, 11, 23):
        part.step(step)
        part.save(tmp_path / "part")
        part, _ = CfrRun.load(tmp_path / "part", tree_from_spiel(name))
    part.save(tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()
    assert np.concatenate(part.average()).tobytes() == np.concatenate(whole.average()).tobytes()


def test_a_killed_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    path = tmp_path / "run"
    process = start(path, 0.0)
    try:
        wait_for(path, process, 20)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    iterations = iteration_in(path) + 33
    result = solve(tree_of("leduc_poker"), "dcfr", iterations, check_every=10, checkpoint=path)
    assert result.iterations == iterations
    assert [each.iteration for each in result.history] == [*range(10, iterations, 10), iterations]
    run, kept = CfrRun.load(path, tree_of("leduc_poker"))
    assert kept["seconds"] == result.seconds
    run.save(path)
    assert path.read_bytes() == straight("dcfr", iterations, tmp_path / "straight")


def test_ctrl_c_leaves_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "run"
    first = solve(tree_of("leduc_poker"), "dcfr", 10, check_every=10, checkpoint=path)
    assert first.iterations == iteration_in(path) == 10
    process = start(path, 3600.0)
    assert process.stdout is not None
    assert process.stdout.readline() == "measured\n"  # it is at work, and writes nothing until it is told to stop
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 0
    assert out.split() == ["interrupted", str(iteration_in(path))]
    run, _ = CfrRun.load(path, tree_of("leduc_poker"))
    assert run.iteration > 10
    run.save(path)
    assert path.read_bytes() == straight("dcfr", run.iteration, tmp_path / "straight")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["run", "straight"]


def test_a_finished_run_is_not_run_again(tmp_path: Path) -> None:
    tree = tree_of("kuhn_poker")
    first = solve(tree, "cfr+", 10_000, target=1e-2, checkpoint=tmp_path / "run")
    again = solve(tree, "cfr+", 10_000, target=1e-2, checkpoint=tmp_path / "run")
    assert again.iterations == first.iterations
    assert again.stopped == "target"
    assert again.history == first.history
    assert again.seconds == first.seconds


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    solve(tree_of("kuhn_poker"), "cfr+", 10, checkpoint=path)
    with pytest.raises(ValueError, match=r"is a checkpoint of kuhn_poker\(\), not of leduc_poker\(\)"):
        solve(tree_of("leduc_poker"), "cfr+", 10, checkpoint=path)
    with pytest.raises(ValueError, match=r"a run with algorithm cfr\+, not dcfr"):
        solve(tree_of("kuhn_poker"), "dcfr", 10, checkpoint=path)
    with pytest.raises(ValueError, match="a run with seed None, not 3"):
        solve(tree_of("kuhn_poker"), "cfr+", 10, seed=3, checkpoint=path)


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    tree, path = tree_of("kuhn_poker"), tmp_path / "run"
    run = CfrRun(tree)
    run.step(5)
    run.save(path)
    whole = path.read_bytes()
    head = json.loads(whole.split(b"\n")[0])
    rest = whole[whole.index(b"\n") + 1 :]

    def with_head(**changed: object) -> bytes:
        return json.dumps({**head, **changed}).encode() + b"\n" + rest

    for content, sentence in (
        (b"", "no checkpoint of a CFR run"),
        (b"\x00\xff" * 100, "no checkpoint of a CFR run"),
        (b"[1, 2]\n", "no checkpoint of a CFR run"),
        (whole[:-1], "was cut"),
        (whole[: len(whole) // 2], "was cut|no checkpoint"),
        (whole + b"!", "wrong length"),
        (whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:], "damaged"),
        (with_head(iteration=6), "damaged"),
        (with_head(version=VERSION + 1), "version 2, and this program reads up to version 1"),
        (json.dumps({"format": head["format"], "version": VERSION}).encode() + b"\n", "lacks a part"),
    ):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=sentence):
            CfrRun.load(path, tree)


def test_a_tree_that_changed_is_refused(tmp_path: Path) -> None:
    tree = tree_from_spiel("kuhn_poker")
    run = CfrRun(tree)
    run.save(tmp_path / "run")
    changed = tree_from_spiel("kuhn_poker")
    changed.payoff[0, 0] += 1.0
    with pytest.raises(ValueError, match="another tree of kuhn_poker"):
        CfrRun.load(tmp_path / "run", changed)


def test_a_checkpoint_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CfrRun(tree_of("kuhn_poker"))
    run.save(tmp_path / "run")
    before = (tmp_path / "run").read_bytes()

    def disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)
    run.step(3)
    with pytest.raises(OSError, match="No space left"):
        run.save(tmp_path / "run")
    assert [file.name for file in tmp_path.iterdir()] == ["run"]
    assert (tmp_path / "run").read_bytes() == before
