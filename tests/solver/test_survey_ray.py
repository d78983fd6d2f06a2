"""Surveys on a real Ray: the same bytes as serially, whoever is killed on the way."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.exact.fleet import Fleet
from solver.exact.survey import Survey
from solver.exact.survey_run import Batch, SurveyWorker, batches, run_survey, solve_with
from solver.exact.survey_store import CSV_NAME, STORE_NAME, SurveyStore, csv_bytes

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def ray_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of our own for Ray, with a short name because sockets have to fit in."""
    folder = tempfile.mkdtemp(prefix="nr")
    monkeypatch.setenv("RAY_TMPDIR", folder)
    yield
    shutil.rmtree(folder, ignore_errors=True)


def serial_bytes(folder: Path, survey: Survey) -> bytes:
    with SurveyStore.open(folder, survey) as store:
        run_survey(store)
        return store.export().read_bytes()


def test_a_killed_worker_is_replaced_and_the_bytes_stay_the_same(tmp_path: Path) -> None:
    survey = Survey.make(3, 4, deals=60, seed=4)
    work: list[Batch] = [(index, index + 1, index + 2) for index in range(0, 60, 3)]
    with Fleet(SurveyWorker, (survey,), workers=2) as fleet:
        victim = fleet.pids()[0]
        answers = solve_with(fleet, work)
        rows = list(next(answers))
        os.kill(victim, signal.SIGKILL)
        for more in answers:
            rows += more
        assert fleet.replaced >= 1
        assert victim not in fleet.pids()
    assert csv_bytes(survey, rows) == serial_bytes(tmp_path, survey)


def start_survey(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "nimmt", "solve", "survey", *arguments, "--out", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
    )


def wait_for_deals(folder: Path, process: subprocess.Popen[str]) -> None:
    """Until the first deals are in the store."""
    for _ in range(9000):  # minutes on a busy machine
        assert process.poll() is None, process.communicate()
        try:
            connection = sqlite3.connect(f"file:{folder / STORE_NAME}?mode=ro", uri=True)
            (count,) = connection.execute("SELECT count(*) FROM deal").fetchone()
            connection.close()
            if count:
                return
        except sqlite3.OperationalError:
            pass
        time.sleep(0.02)
    pytest.fail("no deal was solved in time")


def test_a_killed_driver_leaves_a_store_that_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    survey = Survey.make(5, 4, deals=3000, seed=2)
    process = start_survey(
        tmp_path / "killed", "--hand", "5", "--deals", "3000", "--seed", "2", "--executor", "ray", "--workers", "2"
    )
    wait_for_deals(tmp_path / "killed", process)
    process.kill()
    process.communicate()
    with SurveyStore.open(tmp_path / "killed", survey) as store:
        assert 0 < len(store.missing()) < survey.deals
        run_survey(store)
        resumed = store.export().read_bytes()
    assert resumed == serial_bytes(tmp_path / "serial", survey)


@pytest.mark.parametrize("hand", ["5", "7"])  # without threads and with them
def test_an_interrupted_survey_says_how_to_go_on(tmp_path: Path, hand: str) -> None:
    arguments = ["--hand", hand, "--deals", "20000", "--seed", "2"]
    process = start_survey(tmp_path / "survey", *arguments)
    wait_for_deals(tmp_path / "survey", process)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=100)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == ""
    said, _, command = err.strip().splitlines()[-1].partition("to go on: ")
    assert "of 20,000 deals solved" in said
    assert shlex.split(command) == ["nimmt", "solve", "survey", *arguments, "--out", str(tmp_path / "survey")]
    assert "Traceback" not in err
    assert not (tmp_path / "survey" / CSV_NAME).exists()


@pytest.mark.slow
def test_ray_through_the_command_gives_the_same_bytes(tmp_path: Path) -> None:
    for executor in (["serial"], ["ray", "--workers", "2"]):
        process = start_survey(
            tmp_path / executor[0], "--hand", "6", "--deals", "300", "--seed", "5", "--executor", *executor
        )
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert "300 random deals" in out
    assert (tmp_path / "ray" / CSV_NAME).read_bytes() == (tmp_path / "serial" / CSV_NAME).read_bytes()


@pytest.mark.slow
def test_an_interrupt_ends_ray_too(tmp_path: Path) -> None:
    process = start_survey(tmp_path / "survey", "--hand", "6", "--deals", "20000", "--executor", "ray")
    wait_for_deals(tmp_path / "survey", process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "to go on: nimmt solve survey" in err
    assert "Traceback" not in err


def test_batches_of_large_hands_are_single_deals() -> None:
    assert batches(8, [3, 4]) == [(3,), (4,)]
