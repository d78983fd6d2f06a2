"""`nimmt solve cfr`, `lp`, `mcts` and `compare`: strategies for hidden hands, from the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.nimmt.conftest import Call

SMALL = ["--players", "2", "--hand", "2", "--rows", "1", "--deck", "6"]
KEYS = {"value", "exploitability", "iterations", "infosets", "histories", "seconds", "algorithm"}


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"])
def test_kuhn_poker_comes_out_right(call: Call, algorithm: str) -> None:
    answer = call(
        "solve", "cfr", "--game", "kuhn_poker", "--algorithm", algorithm, "--iterations", "2000", "--json"
    ).json
    assert answer.keys() >= KEYS
    assert answer["value"] == pytest.approx(-1 / 18, abs=0.01)
    assert 0 <= answer["exploitability"] < 0.01
    assert (answer["infosets"], answer["histories"]) == (12, 58)


def test_the_linear_program_agrees(call: Call) -> None:
    lp = call("solve", "lp", *SMALL, "--json").json
    assert lp.keys() >= KEYS
    cfr = call("solve", "cfr", *SMALL, "--target-exploitability", "0.0005", "--iterations", "5000", "--json").json
    assert cfr["stopped"] == "target"
    assert cfr["exploitability"] <= 0.0005
    # In an equilibrium's neighbourhood nobody is further from the value than what both could gain.
    assert cfr["value"] == pytest.approx(lp["value"], abs=0.001)
    assert lp["exploitability"] == pytest.approx(0, abs=1e-7)
    assert lp["histories"] == cfr["histories"]


def test_a_strategy_is_kept_and_can_be_looked_into(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "small.nimmt"
    made = call("solve", "cfr", *SMALL, "--algorithm", "dcfr", "--iterations", "50", "--out", str(file))
    assert made.code == 0
    assert "exploitability" in made.out
    shown = call("strategy", "show", str(file), "--json").json
    assert shown["algorithm"] == "dcfr"
    assert shown["iterations"] == 50
    assert str(file) in shown["command"]


def test_more_than_two_players_are_never_called_solved(call: Call) -> None:
    three = ["--players", "3", "--hand", "1", "--rows", "2", "--deck", "6"]
    answer = call("solve", "cfr", *three, "--iterations", "50", "--seeds", "2", "--json").json
    assert [run["seed"] for run in answer["runs"]] == [0, 1]
    assert answer["epsilon"] == max(answer["gains"])
    assert len(answer["values"]) == 3
    words = call("solve", "cfr", *three, "--iterations", "50", "--seeds", "2").out
    assert "ε-Nash" in words
    assert "solved" not in words


def test_a_run_goes_on_from_its_checkpoint(call: Call, tmp_path: Path) -> None:
    checkpoint = ["--checkpoint", str(tmp_path / "run")]
    whole = call("solve", "cfr", *SMALL, "--iterations", "40", "--json").json
    call("solve", "cfr", *SMALL, "--iterations", "15", *checkpoint)
    rest = call("solve", "cfr", *SMALL, "--iterations", "40", *checkpoint, "--json").json
    assert (rest["value"], rest["exploitability"]) == (whole["value"], whole["exploitability"])


@pytest.mark.parametrize("algorithm", ["external", "outcome"])
def test_sampling_is_measured_where_the_tree_is_small(call: Call, tmp_path: Path, algorithm: str) -> None:
    file = tmp_path / "sampled.nimmt"
    few, many = (
        call(
            "solve", "cfr", *SMALL, "--algorithm", algorithm, "--iterations", str(n), "--out", str(file), "--json"
        ).json
        for n in (10, 20_000)
    )
    assert many.keys() >= KEYS
    assert many["exploitability"] < few["exploitability"]
    assert many["exploitability"] < 0.25
    assert call("strategy", "show", str(file), "--json").json["algorithm"] == algorithm


def test_sampling_of_a_tree_too_large_says_what_is_known(call: Call) -> None:
    large = ["--hand", "3", "--rows", "4", "--deck", "104", "--algorithm", "external"]
    answer = call("solve", "cfr", *large, "--iterations", "300", "--json").json
    assert answer["exploitability"] is None
    assert len(answer["exploited_at_least"]) == 2
    assert all(low <= high for low, high in answer["exploited_intervals"])


def test_a_tree_too_large_is_refused_with_its_size(call: Call) -> None:
    answer = call("solve", "cfr", "--hand", "5", "--rows", "2", "--deck", "30")
    assert answer.code == 2
    assert "histories" in answer.err
    assert "external" in answer.err


def test_algorithms_side_by_side(call: Call, tmp_path: Path) -> None:
    plot = tmp_path / "compare.png"
    names = "cfr,pcfr+,external"
    answer = call(
        "solve", "compare", *SMALL, "--algorithms", names, "--iterations", "20", "--plot", str(plot), "--json"
    )
    assert [run["algorithm"] for run in answer.json["runs"]] == names.split(",")
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert "pcfr+" in call("solve", "compare", *SMALL, "--algorithms", "pcfr+", "--iterations", "5").out


def test_search_is_measured_by_budget(call: Call, tmp_path: Path) -> None:
    plot, file = tmp_path / "mcts.svg", tmp_path / "mcts.nimmt"
    deal = ["--deal", "3,5/2,4/1,6", "--capacity", "2"]
    options = ["--selection", "rm,uct", "--simulations", "5,300", "--plot", str(plot), "--out", str(file), "--json"]
    answer = call("solve", "mcts", *deal, *options).json
    assert answer.keys() >= KEYS
    assert [(each["selection"], each["simulations"]) for each in answer["curve"]] == [
        ("rm", 5),
        ("rm", 300),
        ("uct", 5),
        ("uct", 300),
    ]
    assert answer["value"] == pytest.approx(-3, abs=1)  # the exact value is -3
    assert "<svg" in plot.read_text(encoding="utf-8")
    assert call("strategy", "show", str(file), "--json").json["algorithm"] == "smmcts-rm"


def test_search_of_one_position(call: Call) -> None:
    position = "base(players=2,hand=2,rows=2,deck=20) rows=3/9 hands=1,15/2,16"
    answer = call("solve", "mcts", "--position", position, "--seat", "2", "--simulations", "200", "--json").json
    assert (answer["seat"], answer["simulations"], answer["method"]) == (2, 200, "ismcts")
    assert sum(answer["mix"].values()) == pytest.approx(1)
    drawn = call("solve", "mcts", "--position", position, "--simulations", "50")
    assert "hand:" in drawn.out
    assert "50 simulations" in drawn.out


def test_two_players_whose_payoffs_do_not_add_up_are_not_called_solved(call: Call) -> None:
    answer = call("solve", "cfr", *SMALL, "--payoff", "penalty", "--iterations", "20", "--seeds", "2", "--json").json
    assert len(answer["runs"]) == 2
    assert answer["epsilon"] == max(answer["gains"])


def test_with_several_players_the_largest_gain_has_to_meet_the_target(call: Call) -> None:
    game = ["--game", "kuhn_poker(players=3)", "--seeds", "1"]
    answer = call("solve", "cfr", *game, "--iterations", "5000", "--target-exploitability", "0.01", "--json").json
    assert answer["stopped"] == "target"
    assert answer["epsilon"] <= 0.01


def test_a_full_disk_does_not_cost_the_answer(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def disk_full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)
    for algorithm in ("pcfr+", "external"):
        files = ["--out", str(tmp_path / "s.nimmt"), "--checkpoint", str(tmp_path / "run")]
        answer = call("solve", "cfr", *SMALL, "--algorithm", algorithm, "--iterations", "20", *files, "--json")
        assert answer.code == 2
        assert json.loads(answer.out)["iterations"] == 20
        assert "s.nimmt could not be written: No space left" in answer.err
        assert "run could not be written: No space left" in answer.err
    assert not list(tmp_path.iterdir())


def test_an_equilibrium_from_the_start_can_be_drawn(call: Call, tmp_path: Path) -> None:
    plot = tmp_path / "rps.png"
    assert call("solve", "compare", "--game", "matrix_rps", "--iterations", "5", "--plot", str(plot)).code == 0
    assert plot.exists()


def test_sampling_goes_on_from_its_checkpoint(call: Call, tmp_path: Path) -> None:
    sampled = [*SMALL, "--algorithm", "external"]
    checkpoint = ["--checkpoint", str(tmp_path / "run")]
    whole = call("solve", "cfr", *sampled, "--iterations", "400", "--json").json
    first = call("solve", "cfr", *sampled, "--iterations", "150", *checkpoint, "--json").json
    rest = call("solve", "cfr", *sampled, "--iterations", "400", *checkpoint, "--json").json
    assert rest["exploitability"] == whole["exploitability"]
    assert rest["seconds"] > first["seconds"]
    assert [each[0] for each in rest["history"]][:3] == [1, 2, 3]


def test_sampling_does_not_need_the_tree(call: Call) -> None:
    large = ["--hand", "3", "--rows", "2", "--deck", "9", "--algorithm", "external", "--iterations", "50"]
    answer = call("solve", "cfr", *large, "--memory", "20M", "--json").json
    assert answer["exploitability"] is None
    assert all(low >= 0 for low in answer["exploited_at_least"])
