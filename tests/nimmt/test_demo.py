"""`nimmt demo` and `nimmt replay`: one drawing, from play or from a file."""

from __future__ import annotations

import io
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from nimmt import GameRecord
from nimmt.demo import NAMES
from tests.nimmt.conftest import Call

ESCAPE = "\x1b"


def turns(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"^Turn (\d+) ", text, flags=re.MULTILINE)]


@pytest.mark.parametrize("variant", ["base", "pro"])
def test_a_round_has_ten_turns_b6(call: Call, variant: str) -> None:
    answer = call("demo", "--variant", variant)
    assert answer.code == 0
    assert turns(answer.out) == list(range(1, 11))
    assert ESCAPE not in answer.out
    assert ("The draft" in answer.out) == (variant == "pro")
    assert all(len(line) <= 80 for line in answer.out.splitlines())


@pytest.mark.parametrize("columns", ["40", "80", "120"])
def test_it_fits_the_width(call: Call, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = call("demo", "--players", "10").out.splitlines()
    assert max(map(len, lines)) <= int(columns)


def test_same_seed_same_round(call: Call) -> None:
    assert call("demo", "--seed", "5").out == call("demo", "--seed", "5").out
    assert call("demo", "--seed", "5").out != call("demo", "--seed", "6").out


def test_only_some_turns(call: Call) -> None:
    out = call("demo", "--turns", "2").out
    assert turns(out) == [1, 2]
    assert "8 more turns" in out
    assert "Penalties of round 1" in out


def test_small_instance(call: Call) -> None:
    out = call("demo", "--players", "2", "--hand", "3", "--rows", "2", "--deck", "0").out
    assert turns(out) == [1, 2, 3]


def test_cards_are_placed_lowest_first_b2(call: Call) -> None:
    for block in re.split(r"^Turn \d+ .*$", call("demo").out, flags=re.MULTILINE)[1:]:
        cards = [int(card) for card in re.findall(r"^ *(\d+)[¹²³⁵⁷]  [A-Z]", block, flags=re.MULTILINE)]
        assert len(cards) == 4
        assert cards == sorted(cards)


def test_svg(call: Call, tmp_path: Path) -> None:
    picture = tmp_path / "demo.svg"
    answer = call("demo", "--turns", "3", "--svg", str(picture))
    assert "wrote" in answer.err
    text = picture.read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert len(text) < 150_000
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]


def test_the_picture_in_docs_is_what_the_command_draws(call: Call, tmp_path: Path) -> None:
    """If this fails, run: nimmt demo --turns 3 --svg docs/demo.svg"""
    picture = tmp_path / "demo.svg"
    call("demo", "--turns", "3", "--svg", str(picture))
    shown = Path(__file__).parents[2] / "docs" / "demo.svg"
    assert re.findall(r">([^<]+)</text>", shown.read_text(encoding="utf-8")) == re.findall(
        r">([^<]+)</text>", picture.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("options", [[], ["--variant", "pro"], ["--match"], ["--match", "--variant", "pro"]])
def test_replay_shows_what_demo_showed(call: Call, tmp_path: Path, options: list[str]) -> None:
    file = tmp_path / "game.txt"
    shown = call("demo", *options, "--seed", "11", "--record", str(file))
    replayed = call("replay", str(file))
    assert replayed.out == shown.out
    assert ("the match" in shown.out or "share the win" in shown.out) == ("--match" in options)


def test_replay_from_standard_input(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    shown = call("demo", "--record", str(file))
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(file.read_bytes())))
    assert call("replay", "-").out == shown.out


def test_replay_json(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    call("demo", "--match", "--seed", "2", "--record", str(file))
    answer = call("replay", str(file), "--json").json
    state = GameRecord.parse(file.read_text(encoding="utf-8")).final_state()
    assert answer["players"] == list(NAMES[:4])
    assert answer["scores"] == list(state.scores)
    assert answer["winners"] == [seat + 1 for seat in state.winners]
    for played in answer["rounds"]:
        assert [turn["turn"] for turn in played["turns"]] == list(range(1, 11))
        taken = [0] * 4
        for turn in played["turns"]:
            for placed in turn["placements"]:
                assert turn["cards"][placed["seat"] - 1] == placed["card"]
                taken[placed["seat"] - 1] += placed["bullheads"]
        assert taken == played["penalties"]


def test_replay_of_an_unfinished_game(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(
        "nimmt game 1\nrules base(players=2,hand=3,rows=2,deck=8)\nplayers Ada, Bob\nround 1\n"
        "deal 2,7,8/1,3,6/4,5\nturn 1: 2 1\n  seat 2: row 1\n",
        encoding="utf-8",
    )
    answer = call("replay", str(file))
    assert answer.code == 0
    assert "ends before the round does" in answer.out


def test_names_cannot_command_the_terminal(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    call("demo", "--players", "2", "--record", str(file))
    game = file.read_text(encoding="utf-8")
    file.write_text(game.replace("Ada", "[red]A"), encoding="utf-8")
    answer = call("replay", str(file))
    assert answer.code == 0
    assert "[red]" in answer.out
    file.write_text(game.replace("Ada", "\x1b[31mA"), encoding="utf-8")
    answer = call("replay", str(file))
    assert answer.code == 2
    assert ESCAPE not in answer.err
    assert "cannot be a name" in answer.err


@pytest.mark.parametrize(
    ("line", "damage"),
    [(1, "nimmt game 9"), (2, "rules base(players=11)"), (3, "seed x"), (6, "round 7"), (8, "turn 1: 1 2"), (9, "???")],
)
def test_a_damaged_file_names_its_line(call: Call, tmp_path: Path, line: int, damage: str) -> None:
    file = tmp_path / "game.txt"
    call("demo", "--record", str(file))
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = damage
    file.write_text("\n".join(lines), encoding="utf-8")
    answer = call("replay", str(file), "--json")
    assert answer.code == 2
    assert f"line {line}:" in answer.err
    assert answer.out == ""
    assert answer.err.count("\n") == 1
