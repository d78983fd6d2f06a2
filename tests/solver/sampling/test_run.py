"""A run gives the same bits for a seed, goes on after a stop as if nothing had been, and keeps to its memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from solver.measures import nash_conv
from solver.sampling.run import Progress, SamplingRun, TableFull
from solver.strategies.metadata import Metadata
from solver.strategy import SolvedStrategy, load_strategy
from tests.solver.sampling.games import ANNIVERSARY, DEALT, NUMBER, THREE, tree_of

ROOT = Path(__file__).parents[3]
LARGE = "six_nimmt(players=2,hand=4,rows=2,deck=20)"
RUNS: list[tuple[str, dict[str, Any]]] = [
    (DEALT, {}),
    (THREE, {"linear": True, "plus": True, "averaging": "walks"}),
    (NUMBER, {"algorithm": "outcome"}),
    (ANNIVERSARY, {"algorithm": "outcome", "baseline": True}),
    ("kuhn_poker", {"algorithm": "outcome"}),
    ("leduc_poker", {}),
]


def saved(run: SamplingRun, path: Path) -> bytes:
    run.save(path)
    return path.read_bytes()


@pytest.mark.parametrize(("game", "options"), RUNS)
def test_steps_and_stops_do_not_change_a_bit(game: str, options: dict[str, Any], tmp_path: Path) -> None:
    whole = SamplingRun(game, seed=8, memory=1 << 22, **options)
    whole.step(500)
    parts = SamplingRun(game, seed=8, memory=1 << 22, **options)
    parts.step(7)
    parts.step(0)
    parts.save(tmp_path / "run")
    again = SamplingRun.load(tmp_path / "run")
    assert (again.game, again.options, again.seed, again.iteration) == (game, whole.options, 8, 7)
    again.step(493)
    assert saved(again, tmp_path / "a") == saved(whole, tmp_path / "b")
    other = SamplingRun(game, seed=9, memory=1 << 22, **options)
    other.step(500)
    assert saved(other, tmp_path / "c") != saved(whole, tmp_path / "b")


GO_ON = """
import sys
from pathlib import Path
from solver.sampling.run import SamplingRun
path, target = Path(sys.argv[1]), int(sys.argv[2])
run = SamplingRun.load(path) if path.exists() else SamplingRun(sys.argv[3], seed=4, memory=1 << 26)
while run.iteration < target:
    run.step(min(20, target - run.iteration))
    run.save(path)
    print(run.iteration, flush=True)
"""


def test_a_killed_process_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    path, target = tmp_path / "run", 400
    command = [sys.executable, "-c", GO_ON, str(path), str(target), LARGE]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert running.stdout is not None
    with running.stdout:
        for _ in range(3):
            assert running.stdout.readline()
        running.send_signal(signal.SIGKILL)
        running.wait(60)
    middle = SamplingRun.load(path).iteration
    assert 0 < middle < target
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    whole = SamplingRun(LARGE, seed=4, memory=1 << 26)
    whole.step(target)
    assert path.read_bytes() == saved(whole, tmp_path / "whole")


def test_ctrl_c_leaves_a_run_between_two_iterations(tmp_path: Path) -> None:
    run = SamplingRun(LARGE, seed=4, memory=1 << 28)

    def interrupt(progress: Progress) -> None:
        if progress.iteration > 5:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    with pytest.raises(KeyboardInterrupt):
        run.step(10**9, interrupt)
    straight = SamplingRun(LARGE, seed=4, memory=1 << 28)
    straight.step(run.iteration)
    assert saved(run, tmp_path / "a") == saved(straight, tmp_path / "b")


def test_plain_python_gives_the_same_bits(tmp_path: Path) -> None:
    code = "import sys; from solver.sampling.run import SamplingRun\n" + "\n".join(
        f"run = SamplingRun({game!r}, seed=8, memory=1 << 20, **{options!r}); run.step(3); "
        f"run.save(sys.argv[1] + '/{number}')"
        for number, (game, options) in enumerate(RUNS[:5])
    )
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, env=plain, check=True, timeout=300)
    for number, (game, options) in enumerate(RUNS[:5]):
        run = SamplingRun(game, seed=8, memory=1 << 20, **options)
        run.step(3)
        assert saved(run, tmp_path / "compiled") == (tmp_path / str(number)).read_bytes()


def test_memory_is_kept_to_and_a_full_table_stops_the_run(tmp_path: Path) -> None:
    memory = 8000
    run = SamplingRun(DEALT, seed=4, memory=memory)
    with pytest.raises(TableFull, match=f"is full after .* of {memory} bytes; give it more memory"):
        run.step(100_000)
    assert 0.5 * memory < run.bytes <= memory
    assert 0 < run.iteration < 100_000
    assert sum(array.nbytes for array in run._table) < 4 * memory
    full, learnt = run.iteration, run._table.regret.copy()
    with pytest.raises(TableFull):
        run.step(1)
    assert run.iteration == full
    run.step(10, when_full="go on")
    assert run.iteration == full + 10
    assert (run._table.regret != learnt).any()
    infosets = run.infosets
    run.save(tmp_path / "run")
    more = SamplingRun.load(tmp_path / "run", memory=1 << 22)
    more.step(5)
    assert more.infosets > infosets


def test_a_table_grows_without_losing_anything() -> None:
    run = SamplingRun(LARGE, seed=4, memory=1 << 26)
    run.step(30)
    table = run.table()
    before = {name.tobytes(): place for place, name in enumerate(table.name)}
    assert len(before) == table.infosets > 1 << 10
    run.step(300)
    later = run.table()
    assert later.infosets > 2 * table.infosets
    for name, place in before.items():
        assert later.name[place].tobytes() == name
        assert later.player[place] == table.player[place]


def test_progress_tells_how_far_a_run_is() -> None:
    run = SamplingRun(DEALT, memory=1 << 22)
    seen: list[Progress] = []
    run.step(3000, seen.append)
    assert seen[-1].iteration == 3000
    assert seen[-1].infosets == run.infosets > 0
    assert seen[-1].bytes == run.bytes
    assert seen[-1].rate > 0
    assert [each.iteration for each in seen] == sorted({each.iteration for each in seen})


def test_the_table_goes_into_a_strategy_file(tmp_path: Path) -> None:
    tree = tree_of(DEALT)
    run = SamplingRun(DEALT, seed=1, memory=1 << 22)
    run.step(5000)
    table = run.table()
    SolvedStrategy(Metadata(DEALT, "external", 2), table.tables(2)).save(tmp_path / "file")
    strategies, unknown = load_strategy(tmp_path / "file").on_tree(tree)
    assert unknown == 0
    assert nash_conv(tree, strategies) == pytest.approx(nash_conv(tree, table.over(tree.choices)), abs=1e-5)


def test_wrong_files_and_options_are_told(tmp_path: Path) -> None:
    path = tmp_path / "run"
    run = SamplingRun("kuhn_poker")
    run.step(5)
    whole = saved(run, path)
    for content, sentence in (
        (b"", "no checkpoint of sampling"),
        (b"[1]\n", "no checkpoint of sampling"),
        (whole[: len(whole) // 2], "was cut"),
        (whole[:-1], "changed or cut"),
        (whole[:-40] + bytes([whole[-40] ^ 1]) + whole[-39:], "changed or cut"),
        (whole.replace(b'"version": 1', b'"version": 9'), "version 9, and this is version 1"),
    ):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=sentence):
            SamplingRun.load(path)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"algorithm": "inner"}, "choose external or outcome"),
        ({"epsilon": 0.0}, "epsilon must be above 0"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"memory": 10}, "a table needs"),
        ({"averaging": "none"}, "visits or walks"),
        ({"baseline_rate": 2.0}, "baseline_rate"),
    ]
    for options, sentence in wrong:
        with pytest.raises(ValueError, match=sentence):
            SamplingRun("kuhn_poker", **options)
    with pytest.raises(ValueError, match='"stop" or "go on"'):
        run.step(1, when_full="burn")
