"""What docs/exact.md and results/exact say is what the command and the files say."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.nimmt.conftest import Call
from tests.nimmt.test_readme import blocks

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "exact.md").read_text(encoding="utf-8")
RESULTS = ROOT / "results" / "exact"


def test_every_command_of_the_page_runs(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    assert len(commands) >= 4
    for line in commands:
        answer = call(*shlex.split(line)[1:])
        assert answer.code == 0, f"{line}: {answer.err}"
        assert answer.out


def test_the_python_example_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(PAGE, "python")
    exec(compile(example, "docs/exact.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", example, flags=re.MULTILINE)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "docs" / "exact.md", RESULTS / "README.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), target


def test_the_tables_are_those_of_the_files(tmp_path: Path) -> None:
    tables = runpy.run_path(str(RESULTS / "tables.py"))
    assert tables["page"]() == (RESULTS / "README.md").read_text(encoding="utf-8")


def published() -> list[dict[str, Any]]:
    """Every answer that holds bounds and the command that made it."""
    answers = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("*.json"))]
    return [answer for answer in answers if "low" in answer]


def test_published_bounds_are_bounds() -> None:
    assert len(published()) >= 25
    for answer in published():
        assert answer["low"] <= answer["high"] + 1e-9
        assert answer["command"].startswith("nimmt solve exact ")
        assert all(abs(sum(mix.values()) - 1) < 1e-6 for mix in answer["strategies"] if mix)


@pytest.mark.parametrize("number", range(4))
def test_a_published_value_can_be_made_again(call: Call, number: int) -> None:
    small = sorted((answer for answer in published() if "deals" in answer), key=lambda answer: int(answer["deals"]))
    answer = small[3 * number]
    arguments = shlex.split(answer["command"])[1:]
    place = arguments.index("--out")
    del arguments[place : place + 2]
    again = call(*arguments).json
    assert again["value"] == pytest.approx(answer["value"], abs=1e-5)
    assert again["best_picks"] == answer["best_picks"]
