"""`nimmt solve exact`: known values, JSON as promised, words for people, positions, files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nimmt.draw_solution import _range_text
from solver.exact.solver import ExactSolver, Solution
from tests.nimmt.conftest import Call

DEAL = "1,3,9/4,7,8/2,5,6"
MIXED = "2,4,6,8,12/5,7,9,11,13/1,3,10,14"


def test_json_is_as_promised(call: Call) -> None:
    answer = call("solve", "exact", "--deal", DEAL, "--capacity", "5", "--json").json
    assert list(answer)[:6] == ["value", "low", "high", "strategies", "states", "seconds"]
    assert answer["value"] == answer["low"] == answer["high"] == -1.0
    assert [sorted(mix) for mix in answer["strategies"]] == [["1", "3", "9"], ["4", "7", "8"]]
    assert [sum(mix.values()) for mix in answer["strategies"]] == pytest.approx([1.0, 1.0])


@pytest.mark.parametrize(
    ("capacity", "deal", "value"),
    [
        ("5", "3/1/2,4", 1.0),
        ("2", "3,5/2,4/1,6", -3.0),
        ("5", "3,5/1,2/4,6,7", 2.0),
        ("3", "2,7,8/1,3,6/4,5", -0.5),
        ("5", "1,2,10/3,5,8/4,6,7,9", -4 / 3),
        ("5", "2,3,6,12/1,4,7,8/5,9,10,11", 0.1),
        ("5", MIXED, -0.7964644),
        ("5", "1,5,6,10,11,14/3,4,8,9,15,16/2,7,12,13", 0.0),
    ],
)
def test_known_values(call: Call, capacity: str, deal: str, value: float) -> None:
    answer = call("solve", "exact", "--deal", deal, "--capacity", capacity, "--memory", "16M", "--json").json
    assert answer["value"] == pytest.approx(value, abs=1e-6)
    assert answer["high"] - answer["low"] <= 1e-6


def test_no_card_is_worth_more_than_the_value_against_the_mix_of_the_other(call: Call) -> None:
    answer = call("solve", "exact", "--deal", MIXED, "--json").json
    mine, theirs = answer["card_values"]
    first, second = answer["strategies"]
    assert 0.1 < first["2"] < 0.13  # it takes a mix
    for card, (low, high) in mine.items():
        assert high <= answer["high"] + 1e-6
        if first[card] > 0:
            assert low == pytest.approx(answer["value"], abs=1e-5)
    for card, (low, high) in theirs.items():
        assert low >= answer["low"] - 1e-6
        if second[card] > 0:
            assert high == pytest.approx(answer["value"], abs=1e-5)


def test_the_line_plays_every_card_once_and_adds_up(call: Call) -> None:
    answer = call("solve", "exact", "--deal", MIXED, "--json").json
    turns = answer["line"]["turns"]
    assert sorted(turn["cards"][0] for turn in turns) == answer["hands"][0]
    assert sorted(turn["cards"][1] for turn in turns) == answer["hands"][1]
    for seat in (0, 1):
        assert sum(turn["penalties"][seat] for turn in turns) == answer["line"]["penalties"][seat]
    taken = sum(placed["bullheads"] for turn in turns for placed in turn["placements"])
    assert taken == sum(answer["line"]["penalties"])


def test_pure_lines_end_with_the_value(call: Call) -> None:
    """Where nobody mixes, penalties of the line are the value."""
    answer = call("solve", "exact", "--deal", DEAL, "--json").json
    assert {chance for turn in answer["line"]["turns"] for chance in turn["chances"]} == {1.0}
    mine, theirs = answer["line"]["penalties"]
    assert theirs - mine == answer["value"]


def test_words_for_people(call: Call) -> None:
    answer = call("solve", "exact", "--deal", MIXED)
    assert answer.code == 0
    assert "Seat 2 ends up ahead of seat 1 by 0.7965 bullheads" in answer.out
    assert "88.61%" in answer.out
    assert "The line most likely played" in answer.out
    assert "low, takes row 4 (+1)" in answer.out
    assert "Nobody is ahead" in call("solve", "exact", "--deal", "3/4/1,2").out


POSITION = "base(players=2,hand=3,rows=2,capacity=3,deck=8) rows=4/5 hands=2,7,8/1,3,6"


def test_a_position_is_the_deal_that_it_came_from(call: Call) -> None:
    assert call("solve", "exact", "--position", POSITION, "--json").json["value"] == pytest.approx(-0.5, abs=1e-6)


def test_a_choice_of_row(call: Call) -> None:
    """Seat 2's 1 lies below all rows: it takes a row, and what follows is worth what the solver says of it."""
    position = "base(players=2,hand=2,rows=2,deck=8) turn=1 phase=row hands=8/7 rows=3/4,5 chosen=6/1"
    answer = call("solve", "exact", "--position", position, "--json").json
    assert list(answer)[:6] == ["value", "low", "high", "strategies", "states", "seconds"]
    assert answer["seat"] == 2
    assert answer["best_row"] == 1
    assert answer["strategies"] == [{}, {"row 1": 1.0}]
    # It takes 1 or 3 bullheads, and nothing is left to take: 6, 7 and 8 find room.
    assert [row["value"] for row in answer["rows"]] == [1.0, 3.0]
    assert answer["value"] == 1.0
    assert "Seat 2 does best to take row 1." in call("solve", "exact", "--position", position).out


def test_the_answer_goes_to_a_file_with_its_command(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    arguments = ["solve", "exact", "--deal", DEAL, "--out", str(file), "--json"]
    printed = call(*arguments)
    written = json.loads(file.read_text(encoding="utf-8"))
    assert {key: written[key] for key in printed.json} == printed.json
    assert written["command"] == f"nimmt solve exact --deal {DEAL} --out {file} --json"
    assert {"nimmt", "python", "numba"} <= set(written["versions"])


def test_a_time_limit_leaves_bounds(call: Call) -> None:
    deal = "2,3,9,10,14,15,18,19/1,4,5,7,11,13,16,17/6,8,12,20"
    answer = call("solve", "exact", "--deal", deal, "--time-limit", "0.01", "--memory", "64M", "--json").json
    assert answer["low"] < 0.6135 < 0.6136 < answer["high"]
    assert not answer["closed"]
    words = call("solve", "exact", "--deal", deal, "--time-limit", "0.01", "--memory", "64M")
    assert "The bounds are still open." in words.out


def test_open_bounds_come_with_what_is_believed(call: Call) -> None:
    deal = "2,3,9,10,14,15,18,19/1,4,5,7,11,13,16,17/6,8,12,20"
    arguments = ["solve", "exact", "--deal", deal, "--time-limit", "0.01", "--memory", "64M"]
    answer = call(*arguments, "--json").json
    assert list(answer)[6:8] == ["estimate", "estimated_strategies"]
    assert answer["value"] == answer["estimate"]
    assert [sum(mix.values()) for mix in answer["estimated_strategies"]] == pytest.approx([1.0, 1.0])
    assert "Believed, not proved: a value of +" in call(*arguments).out
    closed = call("solve", "exact", "--deal", DEAL, "--json").json
    assert "estimate" not in closed
    assert "Believed" not in call("solve", "exact", "--deal", DEAL).out


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.5, 0.5, "+0.5000"),
        (-30.0, 0.5, "at most +0.5000"),
        (-0.3, 8.0, "-0.3000 to +8.0000"),
        (-28.0, 30.0, "-28.0000 to +30.0000"),
    ],
)
def test_a_lower_bound_is_shown_where_it_says_something(low: float, high: float, words: str) -> None:
    assert _range_text(low, high).plain == words


ROW = (
    "base(players=2,hand=7,rows=2,deck=20) turn=1 phase=row "
    "hands=8,10,12,14,16,18/7,9,11,13,15,17 rows=3/4,5 chosen=6/1"
)


def test_a_row_that_is_settled_is_closed_whatever_the_tolerance(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "solve.bin"
    arguments = ["solve", "exact", "--position", ROW, "--tolerance", "1e-9", "--memory", "1M", "--json"]
    answer = call(*arguments, "--checkpoint", str(file)).json
    assert answer["closed"]
    assert file.stat().st_size > 0
    again = call(*arguments, "--checkpoint", str(file)).json
    assert again["value"] == pytest.approx(answer["value"], abs=1e-6)
    assert again["states"] < answer["states"] / 2


def test_a_certificate(call: Call) -> None:
    deal = ["solve", "exact", "--deal", DEAL, "--certify", "5"]
    certificate = call(*deal, "--json").json["certificate"]
    assert certificate["holds"]
    assert certificate["exhaustive"]
    assert certificate["guarantees"] == pytest.approx([-1.0, -1.0], abs=1e-6)
    assert "Certificate for 1,3,9/4,7,8|2/5/6 (rows of 5)" in call(*deal).out
    sampled = call("solve", "exact", "--deal", MIXED, "--certify", "7", "--json").json["certificate"]
    assert (sampled["holds"], sampled["exhaustive"], sampled["positions"]) == (True, False, 7)
    assert call("solve", "exact", "--position", POSITION, "--certify", "5", "--json").json["certificate"]["holds"]


def test_a_certificate_that_does_not_hold(call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    solve = ExactSolver.solve

    def wrong(self: ExactSolver, *arguments: Any, **more: Any) -> Solution:
        solution = solve(self, *arguments, **more)
        return replace(solution, low=solution.low + 0.5, high=solution.high + 0.5)

    monkeypatch.setattr(ExactSolver, "solve", wrong)
    file = tmp_path / "answer.json"
    answer = call("solve", "exact", "--deal", DEAL, "--certify", "5", "--out", str(file))
    assert answer.code == 1
    assert "NO certificate for" in answer.out
    assert not json.loads(file.read_text(encoding="utf-8"))["certificate"]["holds"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--position", ROW],
        ["--draft", "--hand", "2", "--rows", "1"],
        ["--deal", DEAL, "--executor", "ray"],
    ],
    ids=["row", "draft", "ray"],
)
def test_what_gets_no_certificate(call: Call, arguments: list[str]) -> None:
    answer = call("solve", "exact", *arguments, "--certify", "5")
    assert answer.code == 2
    assert "leave out --certify" in answer.err


def test_other_games_are_refused(call: Call) -> None:
    position = "take-a-number(players=2,hand=1,rows=1) rows=1 hands=2/3"
    answer = call("solve", "exact", "--position", position)
    assert answer.code == 2
    assert answer.err.splitlines()[-1] == (
        "nimmt: the exact solver knows the base game and the pro variant, not take-a-number"
    )
