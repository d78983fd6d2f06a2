"""The command as a process of its own: what only shows from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NIMMT = [sys.executable, "-m", "nimmt"]


def start(*arguments: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*NIMMT, *arguments], input=stdin, capture_output=True, encoding="utf-8", cwd=ROOT, timeout=120, check=False
    )


def test_json_stands_alone_on_standard_output() -> None:
    done = start("place", "--rows", "12/37/43/58", "--cards", "14,15,44,61", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["rows"] == [[12, 14, 15], [37], [43, 44], [58, 61]]


def test_a_mistake_ends_with_code_2() -> None:
    done = start("place", "--rows", "12/37", "--cards", "105")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "nimmt: there is no card 105: cards go from 1 to 104\n"


def test_help_does_not_load_the_engine() -> None:
    code = (
        "import sys; from nimmt.command import run; run(['--help']); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'game')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=False).returncode == 0


def test_standard_input() -> None:
    done = start("replay", "-", stdin="nimmt game 1\nnonsense\n")
    assert done.returncode == 2
    assert "line 2" in done.stderr


@pytest.mark.parametrize("arguments", [["demo", "--match"], ["deal", "--json"], ["--help"]])
def test_a_reader_that_leaves_is_no_mistake(arguments: list[str]) -> None:
    process = subprocess.Popen(
        [*NIMMT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=120) == 0
    assert "Broken" not in complaints
    assert "Traceback" not in complaints
