"""`nimmt strategy`: showing, comparing and exporting strategy files."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TextIO

import pytest

from game.deal import Deal
from game.game_record import GameRecord
from game.rules import Rules
from game.state import State
from solver.measures import expected_values
from solver.policy import StrategyPolicy
from solver.spiel_games import load_game
from solver.strategy import Metadata, SolvedStrategy, load_strategy, name_hex
from solver.tree.build import build_tree
from solver.tree.names import name_of
from tests.nimmt.conftest import Call
from tests.solver.trees import random_strategies

SMALL = "six_nimmt(players=2,hand=2,rows=2,capacity=2,deck=7)"
DRAFT = "six_nimmt(players=2,hand=2,rows=1,setup=draft)"
FIXED = "six_nimmt(players=2,hand=2,rows=2,capacity=2,deck=6,setup=fixed,deal=2.6/1.3/4.5)"
NUMBER = "six_nimmt_number(players=2,hand=2,rows=1,capacity=2/,deck=0,rounds=1)"
SPECIAL = (
    "six_nimmt_anniversary(players=2,hand=2,rows=2,capacity=2,deck=8,rounds=1,specials=0/0/0/0/0/2/1,specials_dealt=1)"
)
GAMES = {"kuhn": "kuhn_poker", "small": SMALL, "draft": DRAFT, "fixed": FIXED, "number": NUMBER}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Strategies kuhn0, kuhn1, small0 and so on, drawn at random."""
    folder = tmp_path_factory.mktemp("strategies")
    for name, game in GAMES.items():
        tree = build_tree(game)
        for seed in (0, 1):
            strategies = random_strategies(tree, seed)
            values = tuple(expected_values(tree, strategies).tolist())
            metadata = Metadata(
                game, "dcfr", iterations=1234, seed=seed, values=values, exploitability=0.125, command="nimmt solve …"
            )
            SolvedStrategy.of_tree(tree, strategies, None, metadata).save(folder / f"{name}{seed}")
    SolvedStrategy.of_mixes(Metadata(SPECIAL, "nothing"), [{}, {}]).save(folder / "special")
    return folder


def test_a_file_in_a_few_lines(call: Call, files: Path) -> None:
    answer = call("strategy", "show", str(files / "small0"))
    assert answer.code == 0, answer.err
    for words in ("dcfr, 1,234 iterations, seed 0", "0.125", "base(players=2,hand=2,", "18,467 histories", "Seat 2"):
        assert words in answer.out
    assert "█" in answer.out
    assert "\x1b" not in answer.out
    assert answer.err == ""


def test_the_same_as_json(call: Call, files: Path) -> None:
    answer = call("strategy", "show", str(files / "kuhn0"), "--json").json
    assert answer["game"] == "kuhn_poker"
    assert answer["exploitability"] == 0.125
    assert answer["known_infosets"] == [6, 6]
    assert len(answer["decisions"]) == 3


def shown(call: Call, *arguments: str) -> dict[str, tuple[float, float | None]]:
    """The only decision of an answer: probability and value by the words of the action."""
    answer = call("strategy", "show", *arguments, "--json").json
    (decision,) = answer["decisions"]
    assert decision["known"]
    return {each["text"]: (each["probability"], each["value"]) for each in decision["actions"]}


def expected(file: Path, deal: Deal, player: int, *actions: int | tuple[int, ...]) -> dict[str, float]:
    """What OpenSpiel's policy plays after a deal and some actions."""
    from game.spiel import SixNimmtState
    from game.spiel.moment import Moment

    policy = StrategyPolicy(file)
    state = SixNimmtState(policy.game, Moment.of_deal(policy.game.settings, deal))
    for action in actions:
        if isinstance(action, tuple):
            state.apply_actions(list(action))
        else:
            state.apply_action(action)
    return {
        state.action_to_string(player, action): chance
        for action, chance in policy.action_probabilities(state, player).items()
    }


def chances(mix: dict[str, tuple[float, float | None]]) -> dict[str, float]:
    return {text: chance for text, (chance, _) in mix.items()}


@pytest.mark.parametrize(
    "at",
    [
        "base(players=2,hand=2,rows=2,capacity=2,deck=7) rows=3/6 hands=1,5/2,7",
        "rows=3/6 hands=1,5/2,7",
        "rows=3/6 hands=1,5/?",
        "rows=3/6 hand=1,5",
        "hand=5,1 rows=6/3",
    ],
)
def test_a_position_in_many_words(call: Call, files: Path, at: str) -> None:
    """Rules can be left out, and cards that one does not see; the order of rows does not matter."""
    file = files / "small0"
    found = shown(call, str(file), "--at", at, "--seat", "1")
    assert chances(found) == pytest.approx(expected(file, Deal(((1, 5), (2, 7)), (3, 6)), 0))
    assert all(value is not None for _, value in found.values())


def test_later_decisions(call: Call, files: Path) -> None:
    file = files / "small0"
    at = ["--at", "rows=6/3 hand=1,5", "--seat", "1", "--moves"]
    deal = Deal(((1, 5), (2, 7)), (3, 6))
    mix = chances(shown(call, str(file), *at, "1 7"))
    there = expected(file, deal, 0, (1, 7))
    assert mix == pytest.approx({"row 1": there["row 2"], "row 2": there["row 1"]})
    assert shown(call, str(file), *at, "1 7; row 2") == {"5": (1.0, None)}
    assert shown(call, str(file), *at, "1 7; seat 1: row 2") == {"5": (1.0, None)}


def test_drafts_go_by_their_picks(call: Call, files: Path) -> None:
    file = files / "draft0"
    picks = (3, 5, 1, 2)
    for count in range(3):
        moves = ["--moves", " ".join(map(str, picks[:count]))]
        assert chances(shown(call, str(file), *moves)) == pytest.approx(
            expected(file, Deal(), count % 2, *picks[:count])
        )
    mix = shown(call, str(file), "--moves", "3 5 1 2", "--seat", "2")
    assert chances(mix) == pytest.approx(expected(file, Deal(), 1, *picks))


def test_other_games_of_ours(call: Call, files: Path) -> None:
    fixed = files / "fixed0"
    deal = Deal(((2, 6), (1, 3)), (4, 5))
    assert chances(shown(call, str(fixed), "--seat", "2")) == pytest.approx(expected(fixed, deal, 1))
    mix = chances(shown(call, str(fixed), "--moves", "2 3", "--seat", "1"))
    assert mix == pytest.approx(expected(fixed, deal, 0, (2, 3)))
    number = files / "number0"
    deal = Deal(((1, 4), (2, 5)), (3,))
    at = ["--at", "rows=3 hands=1,4/2,5", "--moves"]
    assert chances(shown(call, str(number), "--at", "rows=3 hand=2,5", "--seat", "2")) == pytest.approx(
        expected(number, deal, 1)
    )
    assert chances(shown(call, str(number), *at, "4 5")) == pytest.approx(expected(number, deal, 1, (4, 5)))
    special = ["strategy", "show", str(files / "special"), "--json"]
    answer = call(*special, "--at", "rows=3/6 hand=1,5 specials=seven", "--seat", "2").json
    assert [each["known"] for each in answer["decisions"]] == [False]
    at = ["--at", "rows=3/6 hands=1,5/? specials=fifth-row/?", "--moves"]
    (first,) = call(*special, *at, "5 8").json["decisions"]
    assert (first["seat"], [each["text"] for each in first["actions"]]) == (1, ["none", "fifth-row"])
    (second,) = call(*special, *at, "1 8; none").json["decisions"]
    assert (second["seat"], [each["text"] for each in second["actions"]]) == (1, ["row 1", "row 2"])
    (swap,) = call(*special, *at, "1 8; none; row 2").json["decisions"]
    assert (swap["seat"], [each["text"] for each in swap["actions"]]) == (1, ["none", "swap fifth-row"])
    drawn = call("strategy", "show", str(files / "special"), *at, "1 8; none; row 2; swap fifth-row")
    assert "draw stop" in drawn.err
    assert call(*special, *at, "1 8; none; row 2; swap fifth-row; draw seven").json["decisions"]


def test_a_game_record(call: Call, files: Path, tmp_path: Path) -> None:
    state = State.start(Rules.parse("base(players=2,hand=2,rows=2,capacity=2,deck=7)"), Deal(((1, 5), (2, 7)), (6, 3)))
    state.play(5, 2)
    record = tmp_path / "game.txt"
    record.write_text(str(GameRecord.of(state)))
    file = files / "small0"
    found = chances(shown(call, str(file), "--record", str(record)))
    there = expected(file, Deal(((1, 5), (2, 7)), (3, 6)), 1, (5, 2))
    assert found == pytest.approx({"row 1": there["row 2"], "row 2": there["row 1"]})
    first = chances(shown(call, str(file), "--record", str(record), "--turn", "1", "--seat", "1"))
    assert first == pytest.approx(expected(file, Deal(((1, 5), (2, 7)), (3, 6)), 0))


def test_information_states(call: Call, files: Path) -> None:
    mix = shown(call, str(files / "kuhn0"), "--at", "0pb")
    known = load_strategy(files / "kuhn0").mix_of_text(0, "0pb")
    assert known is not None
    assert list(mix) == ["Pass", "Bet"]
    assert list(mix.values()) == list(known.values())
    out = call("strategy", "show", str(files / "kuhn0"), "--at", "0pb").out
    assert "Pass" in out
    state = load_game(FIXED).new_initial_state()
    answer = call("strategy", "show", str(files / "fixed0"), "--at", state.information_state_string(1), "--json").json
    assert answer["decisions"][0]["name"] == name_hex(name_of(state, 1))


def test_several_rounds_go_by_information_states(call: Call, tmp_path: Path) -> None:
    """Where a round is only a part of the game, the decisions are those that OpenSpiel walks into first."""
    file = str(tmp_path / "rounds")
    game = "six_nimmt(players=2,hand=2,rows=1,deck=5,rounds=2)"
    SolvedStrategy.of_mixes(Metadata(game, "nothing"), [{}, {}]).save(file)
    answer = call("strategy", "show", file, "--json").json
    assert answer["rules"].endswith("rounds=2)")
    texts = [each["information_state"] for each in answer["decisions"]]
    assert len(texts) == 3
    assert all(len(each["actions"]) == 2 for each in answer["decisions"])
    out = call("strategy", "show", file).out
    assert "rounds=2" in out
    assert "of deal 0" not in out
    (one,) = call("strategy", "show", file, "--at", texts[0], "--json").json["decisions"]
    assert one == answer["decisions"][0]
    assert "more rounds than one" in mistake(call, "show", file, "--moves", "1 2")


def test_what_was_never_met_is_said(call: Call, files: Path) -> None:
    answer = call("strategy", "show", str(files / "special"), "--at", "rows=3/6 hand=1,5 specials=seven")
    assert answer.code == 0, answer.err
    assert "never met" in answer.out
    assert "50.00%" in answer.out


# Two files


def test_two_files_side_by_side(call: Call, files: Path) -> None:
    one, other = (str(files / name) for name in ("small0", "small1"))
    answer = call("strategy", "compare", one, other, "--json").json
    assert answer["exploitability"] == [0.125, 0.125]
    metadata = [load_strategy(file).metadata for file in (one, other)]
    for found, known in zip(answer["values"], metadata, strict=True):
        assert found == pytest.approx(known.values, abs=1e-5)
    duel, back = answer["head_to_head"]
    assert duel["mean"] == pytest.approx(-back["mean"])
    assert duel["seats"][0] == pytest.approx(-back["seats"][1])
    assert answer["only_infosets"] == [0, 0]
    assert answer["common_infosets"] == 2 * 1519
    weights = [each["distance"] * each["reach"] for each in answer["differences"]]
    assert len(weights) == 5
    assert weights == sorted(weights, reverse=True)
    first = answer["differences"][0]
    assert first["information_state"].startswith(f"p{first['seat'] - 1}; ")
    half = sum(abs(first["mixes"][0][key] - first["mixes"][1][key]) for key in first["mixes"][0]) / 2
    assert half == pytest.approx(first["distance"], abs=1e-6)
    out = call("strategy", "compare", str(files / "kuhn0"), str(files / "kuhn1")).out
    assert "alone among the other's" in out
    assert "apart" in out


def test_a_file_and_itself(call: Call, files: Path) -> None:
    answer = call("strategy", "compare", str(files / "kuhn0"), str(files / "kuhn0"), "--json").json
    assert answer["differences"] == []
    assert answer["mean_distance"] == 0
    assert answer["head_to_head"][0]["seats"] == pytest.approx(answer["values"][0])


def test_a_tree_that_does_not_fit(call: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "large")
    large = "six_nimmt(players=2,hand=4,rows=4,deck=20)"
    SolvedStrategy.of_mixes(Metadata(large, "nothing", histories=10**12), [{}, {}]).save(file)
    for more in ([], ["--memory", "2M"]):
        answer = call("strategy", "compare", file, file, *more, "--json")
        assert answer.json["head_to_head"] is None
        assert answer.err.startswith("nimmt: no head-to-head values: the tree")


# A whole file as a table


def test_a_table_of_everything(call: Call, files: Path, tmp_path: Path) -> None:
    file = files / "kuhn0"
    answer = call("strategy", "export", str(file), "--csv")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert len(rows) == 24
    strategy = load_strategy(file)
    for row in rows:
        mix = strategy.mix_of_text(int(row["seat"]) - 1, row["information_state"])
        assert mix is not None
        chance, value = mix[int(row["action"])]
        assert float(row["probability"]) == pytest.approx(chance)
        assert float(row["value"]) == pytest.approx(value)
        assert row["action_text"] == ("Pass", "Bet")[int(row["action"])]
        assert len(row["name"]) == 32
    out = tmp_path / "kuhn.csv"
    written = call("strategy", "export", str(file), "--csv", str(out))
    assert (written.code, written.out) == (0, "")
    assert out.read_text() == answer.out


def test_a_table_never_takes_the_place_of_its_strategy(call: Call, files: Path, tmp_path: Path) -> None:
    file = tmp_path / "kuhn"
    file.write_bytes((files / "kuhn0").read_bytes())
    other = tmp_path / "link"
    other.symlink_to(file)
    for out in (file, other):
        assert "is the strategy itself" in mistake(call, "export", str(file), "--csv", str(out))
    assert file.read_bytes() == (files / "kuhn0").read_bytes()


def test_a_table_is_whole_or_not_there(
    call: Call, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong while it is written, the table that was there before stays."""
    from nimmt import strategy_answers

    def full(strategy: SolvedStrategy, texts: object, target: TextIO, say: object = None) -> None:
        target.write("seat,")
        target.flush()
        raise OSError("no space left on device")

    out = tmp_path / "kuhn.csv"
    out.write_text("before")
    monkeypatch.setattr(strategy_answers, "write_csv", full)
    assert "no space left" in mistake(call, "export", str(files / "kuhn0"), "--csv", str(out))
    assert out.read_text() == "before"
    assert [each.name for each in tmp_path.iterdir()] == ["kuhn.csv"]


def test_long_work_says_how_far_it_is(call: Call, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from nimmt import progress

    monkeypatch.setattr(progress, "FIRST_INTERVAL", 0.0)
    monkeypatch.setattr(progress, "LONGEST_INTERVAL", 0.0)
    one, other = str(files / "small0"), str(files / "small1")
    err = call("strategy", "compare", one, other).err
    for words in ("histories", "against each other", "differences"):
        assert words in err
    err = call("strategy", "export", one, "--csv", str(tmp_path / "small.csv")).err
    assert "1,000 of 3,038 information sets written" in err
    assert "decisions seen" in err


# An exactly solved deal


def test_a_solved_deal_as_a_file(call: Call, tmp_path: Path) -> None:
    file = str(tmp_path / "exact")
    solved = call("solve", "exact", "--deal", "2,7,8/1,3,6/4,5", "--capacity", "3", "--strategy", file, "--json")
    value = solved.json["value"]
    answer = call("strategy", "show", file, "--json").json
    assert answer["algorithm"] == "exact"
    assert answer["values"] == pytest.approx([value, -value], abs=1e-5)
    assert answer["gains"] == pytest.approx([0, 0], abs=1e-5)
    assert answer["exploitability"] == pytest.approx(0, abs=1e-5)
    assert [each["known"] for each in answer["decisions"]] == [True, True]
    assert [each["action"] for each in answer["decisions"][0]["actions"]] == [2, 7, 8]
    for player, decision in enumerate(answer["decisions"]):
        assert sum(each["probability"] * each["value"] for each in decision["actions"]) == pytest.approx(
            (value, -value)[player], abs=1e-5
        )


def test_no_file_without_a_solution(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals as small as these are solved before anybody looks at the clock, so the open bounds are made up."""
    from nimmt import solve_command

    monkeypatch.setattr(solve_command._Job, "solve", lambda *_: {"closed": False})
    file = tmp_path / "exact"
    answer = call("solve", "exact", "--deal", "2,6/1,3/4,5", "--strategy", str(file), "--json")
    assert answer.code == 0
    assert "was not written" in answer.err
    assert not file.exists()


def test_deals_that_cannot_be_a_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "exact"
    large = "1,2,3,4,5/6,7,8,9,10/11,12"
    for arguments, words in (
        (["--deal", large], "at most 4"),
        (["--deal", "2,6/1,3/4,5", "--executor", "ray"], "--executor ray"),
        (["--deal", "2,6/1,3/4,5", "--out", str(file)], "cannot hold two things"),
        (["--deal", "2,6/1,3/4,5", "--checkpoint", str(file)], "give two files"),
        (["--draft", "--hand", "2", "--rows", "2"], "--strategy goes with --deal"),
    ):
        answer = call("solve", "exact", *arguments, "--strategy", str(file))
        assert answer.code == 2
        assert words in answer.err
        assert answer.err.count("\n") == 1
        assert not file.exists()


# Mistakes


def mistake(call: Call, *arguments: str) -> str:
    answer = call("strategy", *arguments)
    assert answer.code == 2, answer
    assert answer.out == ""
    assert answer.err.startswith("nimmt: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    return answer.err


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("small0", ["--at", "base(players=2) rows=3/6 hands=1,5/2,7"], "was made for base(players=2,hand=2"),
        ("small0", ["--at", "rows=3/6 hands=1,5/2,8"], "there is no card 8"),
        ("small0", ["--at", "rows=3/6 hands=1,5/2,5"], "twice"),
        ("small0", ["--at", "rows=3/6 hands=1,5,4/?"], ""),
        ("small0", ["--at", "rows=3/6 hands=1,5"], ""),
        ("small0", ["--at", "rows=3/6 hands=?/?/?"], "3 groups"),
        ("small0", ["--at", "rows=3,6/7 hands=1/2 turn=2 piles=4/-"], "--moves"),
        ("small0", ["--at", "rows=3/6 hand=1,5 hands=1,5/2,7"], "not both"),
        ("small0", ["--at", "rows=3/6 hand=1,5 hand=1,5"], "twice"),
        ("small0", ["--at", "nonsense"], ""),
        ("small0", ["--at", ""], ""),
        ("small0", ["--at", "rows=3/6 hand=1,5", "--seat", "3"], "no seat 3"),
        ("small0", ["--at", "rows=3/6 hand=1,5", "--moves", "5"], "one for each seat"),
        ("small0", ["--at", "rows=3/6 hand=1,5", "--moves", "4 7"], "cannot play '4'"),
        ("small0", ["--at", "rows=3/6 hand=1,5", "--moves", "1 7; row 9"], "row 9"),
        ("small0", ["--at", "rows=3/6 hand=1,5", "--moves", "1 7; seat 2: row 1"], "seat 1"),
        ("small0", ["--at", "rows=3/6 hands=1,5/2,7", "--moves", "1 7", "--seat", "2"], "nothing to decide"),
        ("small0", ["--at", "rows=3/6 hands=4,5/1,7", "--moves", "4 7; 5 1; row 1"], "over"),
        ("small0", ["--at", "rows=3/6 hands=4,5/1,7", "--moves", "4 7; 5 1; row 1; 2 3"], "over"),
        ("small0", ["--moves", "1 7"], "--at"),
        ("small0", ["--turn", "1"], "--record"),
        ("small0", ["--record", "no/such/file"], "no/such/file"),
        ("small0", ["--at", "p0; nonsense"], "knows no information state"),
        ("draft0", ["--at", "rows=3 hands=1,5/2,4"], "pick by pick"),
        ("draft0", ["--moves", "9"], "cannot pick"),
        ("draft0", ["--moves", "1 2 3 4 5"], "semicolon"),
        ("fixed0", ["--at", "rows=1/2 hands=3,4/5,6"], "for the deal 2,6/1,3/4,5 alone"),
        ("kuhn0", ["--at", "nonsense"], "knows no information state"),
        ("kuhn0", ["--moves", "1"], "not with an information state"),
        ("kuhn0", ["--seat", "3"], "no seat 3"),
        ("special", ["--at", "rows=3/6 hand=1,5 specials=stop"], ""),
    ],
)
def test_mistakes_in_places(call: Call, files: Path, name: str, arguments: list[str], words: str) -> None:
    assert words in mistake(call, "show", str(files / name), *arguments)


def test_mistakes_in_files(call: Call, files: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    cut.write_bytes((files / "kuhn0").read_bytes()[:-7])
    good = str(files / "kuhn0")
    for arguments in (
        ["show", str(cut)],
        ["export", str(cut)],
        ["compare", good, str(cut)],
        ["compare", str(cut), good],
    ):
        assert "ends too early" in mistake(call, *arguments)
    assert "not for kuhn_poker" in mistake(call, "compare", good, str(files / "small0"))
    assert "no/such" in mistake(call, "show", "no/such/file")
    mistake(call, "show", str(tmp_path))
    mistake(call, "show")
    mistake(call, "export", good, "--csv", str(tmp_path / "no" / "such.csv"))
    mistake(call, "compare", good, good, "--memory", "much")
    mistake(call, "nonsense")
    record = tmp_path / "record"
    record.write_bytes(b"\xff\xfe\x00")
    assert "no game record" in mistake(call, "show", str(files / "small0"), "--record", str(record))
    record.write_text(str(GameRecord.of(State.deal(Rules(players=2)))))
    assert "was made for" in mistake(call, "show", str(files / "small0"), "--record", str(record))
    state = State.deal(Rules.parse("base(players=2,hand=2,rows=2,capacity=2,deck=7)"))
    record.write_text(str(GameRecord.of(state)))
    assert "no turn 2" in mistake(call, "show", str(files / "small0"), "--record", str(record), "--turn", "2")
