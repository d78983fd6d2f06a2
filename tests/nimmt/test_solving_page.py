"""What docs/solving.md and results/strategies say is what the command and the files say."""

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
PAGE = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8")
RESULTS = ROOT / "results" / "strategies"


def test_commands_run_and_the_python_example_prints_what_it_says(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one test, for the example plays a file that a command writes."""
    monkeypatch.chdir(tmp_path)
    commands = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    assert len(commands) >= 7
    for line in commands:
        answer = call(*shlex.split(line)[1:])
        assert answer.code == 0, f"{line}: {answer.err}"
    (example,) = blocks(PAGE, "python")
    capsys.readouterr()
    exec(compile(example, "docs/solving.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", example, flags=re.MULTILINE)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "docs" / "solving.md", RESULTS / "README.md"):
        targets = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        assert targets
        for target in targets:
            assert (page.parent / target).exists(), target


def test_the_tables_are_those_of_the_files() -> None:
    tables = runpy.run_path(str(RESULTS / "tables.py"))
    assert tables["page"]() == (RESULTS / "README.md").read_text(encoding="utf-8")


def published() -> dict[str, dict[str, Any]]:
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("*.json"))}


def test_everything_that_is_made_is_published_with_its_command() -> None:
    make = runpy.run_path(str(RESULTS / "make.py"))
    names = {*make["INSTANCES"], *make["SEARCH"], *make["COMPARE"], *(f"lp-{name}" for name in make["LP"])}
    found = published()
    assert set(found) == names
    assert all(answer["command"].startswith("nimmt solve ") for answer in found.values())


def test_regret_minimization_agrees_with_the_linear_program() -> None:
    found = published()
    both = [name for name in found if f"lp-{name}" in found]
    assert len(both) >= 10
    for name in both:
        answer, lp = found[name], found[f"lp-{name}"]
        # Nobody is further from the value of the game than what both players together could gain.
        assert abs(answer["value"] - lp["value"]) <= sum(answer["gains"]) + 1e-6, name
        assert (answer["histories"], answer["infosets"]) == (lp["histories"], lp["infosets"]), name


def test_a_hidden_instance_of_ten_million_histories_is_solved() -> None:
    large = [each for each in published().values() if (each.get("histories") or 0) >= 10_000_000]
    assert any(each["exploitability"] < 0.01 for each in large if "exploitability" in each)
