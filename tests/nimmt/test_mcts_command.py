"""`nimmt solve mcts`: what an interrupt leaves, what one position takes, and that nothing is searched twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nimmt.solve_command import INTERRUPTED
from solver.search.extract import decisions_of
from solver.search.searcher import Searcher, SearchResult
from tests.nimmt.conftest import Call

DEAL = ["--deal", "3,5/2,4/1,6", "--capacity", "2"]
THE_SAME = "six_nimmt(players=2,hand=2,rows=2,deck=0,capacity=2,rounds=1,setup=fixed,deal=3.5/2.4/1.6)"
SEARCHES = len(set(decisions_of(THE_SAME).values()))
POSITION = ["--position", "base(players=3,hand=2,rows=2,deck=20) rows=3/9 hands=1,15/2,16/4,17"]

Asked = dict[str, Any]
Watch = Callable[[int | None], list[Asked]]


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Note what searches are asked for; the one with the given number is interrupted."""
    asked: list[Asked] = []
    search = Searcher.search

    def begin(interrupted: int | None) -> list[Asked]:
        def watched(self: Searcher, view: Any, **options: Any) -> SearchResult:
            if len(asked) == interrupted:
                raise KeyboardInterrupt
            asked.append({"selection": self.settings.selection, "objective": self.settings.objective} | options)
            return search(self, view, **options)

        monkeypatch.setattr(Searcher, "search", watched)
        return asked

    return begin


def test_nothing_is_searched_twice(call: Call, watch: Watch, tmp_path: Path) -> None:
    """Not the largest budget for the report, and no selection because it is named twice."""
    asked = watch(None)
    file = tmp_path / "mcts.nimmt"
    options = ["--selection", "UCT,uct, Uct", "--simulations", "5,20", "--out", str(file), "--json"]
    answer = call("solve", "mcts", *DEAL, *options).json
    assert [each["simulations"] for each in asked] == [5] * SEARCHES + [20] * SEARCHES
    assert {each["selection"] for each in asked} == {"uct"}
    assert answer["stopped"] == "simulations"
    assert answer["iterations"] == 20
    assert answer["exploitability"] == answer["curve"][1]["exploitability"] != answer["curve"][0]["exploitability"]
    assert call("strategy", "show", str(file), "--json").json["exploitability"] == answer["exploitability"]


def test_an_interrupt_leaves_what_was_measured(call: Call, watch: Watch, tmp_path: Path) -> None:
    """Here one search into the fourth of four points, so that the first selection has both budgets."""
    watch(3 * SEARCHES + 1)
    file, plot = tmp_path / "mcts.nimmt", tmp_path / "mcts.svg"
    options = ["--selection", "rm,uct", "--simulations", "5,20", "--out", str(file), "--plot", str(plot), "--json"]
    got = call("solve", "mcts", *DEAL, *options)
    assert got.code == INTERRUPTED
    answer = json.loads(got.out)
    assert answer["stopped"] == "interrupted"
    assert [(each["selection"], each["simulations"]) for each in answer["curve"]] == [
        ("rm", 5),
        ("rm", 20),
        ("uct", 5),
    ]
    assert (answer["algorithm"], answer["iterations"]) == ("smmcts-rm", 20)
    assert "interrupted with 3 of 4" in got.err
    assert call("strategy", "show", str(file), "--json").json["iterations"] == 20
    assert plot.exists()


def test_an_interrupt_reports_the_largest_budget_so_far(call: Call, watch: Watch) -> None:
    watch(SEARCHES)
    got = call("solve", "mcts", *DEAL, "--simulations", "5,20")
    assert got.code == INTERRUPTED
    assert "5 simulations a decision" in got.out


def test_an_early_interrupt_leaves_nothing(call: Call, watch: Watch, tmp_path: Path) -> None:
    watch(SEARCHES - 1)
    file = tmp_path / "mcts.nimmt"
    got = call("solve", "mcts", *DEAL, "--simulations", "5,20", "--out", str(file), "--json")
    assert (got.code, got.out) == (INTERRUPTED, "")
    assert "interrupted before anything was measured" in got.err
    assert not file.exists()


def test_every_search_is_told(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("nimmt.progress.Talker.say", lambda _, words: told.append(words))
    assert call("solve", "mcts", *DEAL, "--simulations", "5,20", "--json").code == 0
    searches = [words for words in told if " searches" in words]
    total = 2 * SEARCHES
    assert [words.split(";")[0] for words in searches] == [
        f"{done} of {total} searches" for done in range(1, total + 1)
    ]
    assert "uct with 5 simulations: exploitability" in searches[-1]
    assert any("information sets to search for in" in words for words in told[: told.index(searches[0])])


def test_three_players_get_an_epsilon(call: Call) -> None:
    deal = ["--deal", "5,50/7,60/9,70/30", "--deck", "104"]
    answer = call("solve", "mcts", *deal, "--simulations", "3", "--json").json
    assert answer["epsilon"] == max(answer["gains"])
    assert "epsilon" not in call("solve", "mcts", *DEAL, "--simulations", "3", "--json").json


def test_a_position_is_searched_for_a_payoff(call: Call, watch: Watch) -> None:
    asked = watch(None)
    one = ["solve", "mcts", *POSITION, "--simulations", "60", "--json"]
    values = {}
    for payoff in ("difference", "penalty", "win"):
        answer = call(*one, "--payoff", payoff).json
        assert answer["payoff"] == payoff
        values[payoff] = list(answer["values"].values())
    assert [each["objective"] for each in asked] == ["difference", "penalty", "win"]
    assert call(*one).json["payoff"] == "difference"
    assert max(values["penalty"]) <= 0
    assert all(0 <= value <= 1 for value in values["win"])


def test_budgets_of_a_position(call: Call, watch: Watch) -> None:
    """Both are passed on; without either it is the usual number, with --time alone no number."""
    asked = watch(None)
    for options in (["--simulations", "30", "--time", "60"], ["--time", "0.01"], [], ["--simulations", "30"]):
        assert call("solve", "mcts", *POSITION, *options, "--selection", "RM", "--opponents", "Hands").code == 0
    assert [(each["simulations"], each["seconds"]) for each in asked] == [
        (30, 60),
        (None, 0.01),
        (1000, None),
        (30, None),
    ]
    assert {each["selection"] for each in asked} == {"rm"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--game", "kuhn_poker"], "leave --game out"),
        (["--variant", "base"], "leave --variant out"),
        (["--players", "3", "--hand", "2", "--rows", "2"], "leave --players, --hand and --rows out"),
        (["--capacity", "5", "--deck", "20"], "leave --capacity and --deck out"),
        (["--setup", "deal", "--deal", "3,5/2,4/1,6"], "leave --setup and --deal out"),
        (["--set", "rounds=1"], "leave --set out"),
        (["--seeds", "2"], "leave --seeds out"),
        (["--memory", "1G"], "leave --memory out"),
        (["--simulations", "10,20"], "one number of --simulations"),
        (["--selection", "uct,rm"], "one --selection"),
        (["--seed", str(2**63)], "2^63 - 1"),
    ],
)
def test_what_one_position_does_not_take(call: Call, watch: Watch, options: list[str], words: str) -> None:
    asked = watch(None)
    got = call("solve", "mcts", *POSITION, *options)
    assert (got.code, got.out) == (2, "")
    assert words in got.err
    assert got.err.count("\n") == 1
    assert not asked


def test_the_last_seed_is_looked_at_first(call: Call, watch: Watch) -> None:
    asked = watch(None)
    highest = 2**63 - 1
    got = call("solve", "mcts", *DEAL, "--simulations", "2", "--seed", str(highest), "--seeds", "2")
    assert (got.code, got.out, asked) == (2, "", [])
    assert "2^63 - 1" in got.err
    answer = call("solve", "mcts", *DEAL, "--simulations", "2", "--seed", str(highest - 1), "--seeds", "2", "--json")
    assert [point["seed"] for point in answer.json["curve"]] == [highest - 1, highest]
