"""What docs/exact.md and results/exact say is what the command and the files say."""

from __future__ import annotations

import csv
import itertools
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


@pytest.mark.parametrize("example", blocks(PAGE, "python"), ids=["solver", "bot"])
def test_the_python_examples_print_what_their_comments_say(capsys: pytest.CaptureFixture[str], example: str) -> None:
    exec(compile(example, "docs/exact.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", example, flags=re.MULTILINE)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "docs" / "exact.md", RESULTS / "README.md"):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), target


def test_the_tables_are_those_of_the_files(tmp_path: Path) -> None:
    tables = runpy.run_path(str(RESULTS / "tables.py"))
    assert tables["page"]() == (RESULTS / "README.md").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return answer


def table_below(heading: str) -> list[list[str]]:
    """The rows of the first table of the page after some words, cell by cell, without its heading."""
    lines = PAGE[PAGE.index(heading) :].splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("| --- "))
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[first + 1 :])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_the_page_tells_the_surveys_as_they_are() -> None:
    rows = table_below("**Random deals.**")
    assert [row[0] for row in rows] == [str(hand) for hand in range(2, 9)]
    for hand, *told in rows:
        answer = load(f"survey-{hand}")
        size = f"{answer['mean_size']:.2f} ± {answer['mean_size_standard_error']:.2f}"
        assert told == [f"{answer['draws']:.1%}", f"{answer['mixed']:.1%}", size], hand


def draft_cell(answer: dict[str, Any]) -> str:
    """A value with three decimals; 0 as closely as it was proved."""
    assert answer["closed"]
    furthest = max(-answer["low"], answer["high"])
    if furthest < 1e-4:
        return "0"
    return f"0 ± {furthest:.4f}" if answer["low"] <= 0 <= answer["high"] else f"{answer['value']:.3f}"


def test_the_page_tells_the_drafts_as_they_are() -> None:
    rows = table_below("**What the first pick is worth.**")
    assert [row[0] for row in rows[:6]] == [str(hand) for hand in range(1, 7)]
    for hand, *told in rows[:6]:
        assert told == [draft_cell(load(f"draft-{hand}-{number}")) for number in (1, 2, 3, 4)], hand


def test_the_page_tells_the_habits_as_they_are() -> None:
    turns = load("habits-7")["turns"]
    words = " ".join(PAGE.split())
    first, sixth = turns[0], turns[5]
    taken = [turn["bullheads_taken"] for turn in turns]
    for sentence in (
        f"at {first['mean_rank']:.2f} of the way from the lowest to the highest at the first turn",
        f"and at {sixth['mean_rank']:.2f} at the sixth",
        f"from {100 * first['mixed_share']:.0f} % of the positions at the first turn",
        f"to {100 * sixth['mixed_share']:.0f} % at the sixth",
        f"the last two of the seven turns take {100 * sum(taken[-2:]) / sum(taken):.0f} %",
    ):
        assert sentence in words, sentence


def test_bounds_in_the_tables_of_surveys_are_close_and_in_order() -> None:
    files = sorted(RESULTS.glob("survey-*.csv"))
    assert len(files) == 7
    for file in files:
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                low, value, high = (float(row[name]) for name in ("low", "value", "high"))
                assert low - 0.0005 <= value <= high + 0.0005, row  # a value has a decimal less
                assert 0 <= high - low <= 0.0012, row


def test_every_answer_holds_its_command() -> None:
    for file in RESULTS.glob("*.json"):
        assert " --" in load(file.stem)["command"], file


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
