"""Every mistake of a user ends with code 2 and one sentence, and prints nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nimmt.conftest import Call

ROWS = ["place", "--rows", "12/37/43/58"]
MISTAKES = {
    "a card twice": [*ROWS, "--cards", "14,14"],
    "a card of the rows": [*ROWS, "--cards", "37"],
    "card 0": [*ROWS, "--cards", "0"],
    "card 105": [*ROWS, "--cards", "105"],
    "a negative card": [*ROWS, "--cards", "-3"],
    "letters": [*ROWS, "--cards", "abc"],
    "a fraction": [*ROWS, "--cards", "1.5"],
    "a long number": [*ROWS, "--cards", "9" * 5000],
    "other digits": [*ROWS, "--cards", "²"],
    "no cards": [*ROWS, "--cards", ""],
    "two commas": [*ROWS, "--cards", "1,,2"],
    "eleven cards": [*ROWS, "--cards", "1,2,3,4,5,6,7,8,9,10,11"],
    "rows not ascending": ["place", "--rows", "14,12/37", "--cards", "1"],
    "a row too long": ["place", "--rows", "1,2,3,4,5,6/37", "--cards", "7"],
    "an empty row": ["place", "--rows", "12//37", "--cards", "1"],
    "no rows": ["place", "--rows", "", "--cards", "1"],
    "letters in rows": ["place", "--rows", "12/x", "--cards", "1"],
    "too many rows": ["place", "--rows", "1/2/3/4/5/6/7/8/9/10/11/12", "--cards", "50"],
    "capacity 0": [*ROWS, "--cards", "1", "--capacity", "0"],
    "choice without a colon": [*ROWS, "--cards", "3", "--choose", "3"],
    "choice with letters": [*ROWS, "--cards", "3", "--choose", "x:y"],
    "choice of row 0": [*ROWS, "--cards", "3", "--choose", "3:0"],
    "choice of row 5": [*ROWS, "--cards", "3", "--choose", "3:5"],
    "choice of another card": [*ROWS, "--cards", "3", "--choose", "4:1"],
    "choice of a card that is not low": [*ROWS, "--cards", "14", "--choose", "14:1"],
    "choice made twice": [*ROWS, "--cards", "3", "--choose", "3:1", "--choose", "3:2"],
    "missing option": ["place", "--rows", "12"],
    "missing value": ["place", "--rows"],
    "unknown option": ["place", "--colour", "red"],
    "unknown command": ["plaice"],
    "unknown bench": ["bench", "solver"],
    "superfluous argument": ["deal", "7"],
    "rules that are none": ["demo", "--rules", "base(players=2"],
    "rules and numbers": ["deal", "--rules", "base(players=2)", "--hand", "3"],
    "rules and players": ["deal", "--rules", "base(players=2)", "--players", "2"],
    "rules and a variant": ["demo", "--rules", "base(players=2)", "--variant", "pro"],
    "9 players in anniversary": ["deal", "--variant", "anniversary", "--players", "9"],
    "unknown variant": ["deal", "--variant", "poker"],
    "unknown variant in demo": ["demo", "--variant", "poker"],
    "unknown variant in rules": ["rules", "--variant", "poker"],
    "11 players": ["deal", "--players", "11"],
    "11 players in demo": ["demo", "--players", "11"],
    "11 players in bench": ["bench", "engine", "--players", "11"],
    "1 player": ["deal", "--players", "1"],
    "7 players in pro": ["deal", "--variant", "pro", "--players", "7"],
    "players in letters": ["deal", "--players", "four"],
    "negative hand": ["deal", "--hand", "-1"],
    "hand 0": ["deal", "--hand", "0"],
    "rows 0": ["deal", "--rows", "0"],
    "capacity 0 in a deal": ["deal", "--capacity", "0"],
    "deck too small": ["deal", "--deck", "10"],
    "deck too large": ["deal", "--deck", "105"],
    "hand too large": ["deal", "--hand", "99"],
    "a draft with another deck": ["deal", "--variant", "pro", "--deck", "104"],
    "negative seed": ["deal", "--seed", "-1"],
    "seed too large": ["deal", "--seed", str(2**63)],
    "seed in letters": ["demo", "--seed", "seven"],
    "negative index": ["deal", "--index", "-1"],
    "negative turns": ["demo", "--turns", "-1"],
    "no time at all": ["bench", "engine", "--seconds", "0"],
    "missing file": ["replay", "no/such/file.txt"],
    "a folder": ["replay", "."],
    "no file": ["replay"],
    "an impossible file name": ["replay", "a\0b"],
    "unwritable picture": ["demo", "--turns", "0", "--svg", "no/such/folder/demo.svg"],
    "unwritable record": ["demo", "--turns", "0", "--record", "no/such/folder/game.txt"],
}


@pytest.mark.parametrize("arguments", MISTAKES.values(), ids=MISTAKES.keys())
def test_one_sentence_and_code_2(call: Call, arguments: list[str]) -> None:
    answer = call(*arguments)
    assert answer.code == 2
    assert answer.err.startswith("nimmt: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    if "demo" not in arguments:  # a demo is drawn before its files are written
        assert answer.out == ""


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe\x80", b"\x7fELF" + bytes(range(256)), b"nimmt game 1\n"])
def test_files_that_are_no_records(call: Call, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    answer = call("replay", str(file))
    assert answer.code == 2
    assert answer.err.count("\n") == 1


def test_sentences_say_what_would_be_right(call: Call) -> None:
    assert "base, pro, take-a-number, anniversary" in call("deal", "--variant", "poker").err
    assert "demo, place, deal, replay, rules and bench" in call("plaice").err
    assert "2 to 10 players" in call("deal", "--players", "11").err
    assert "cards go from 1 to 104" in call(*ROWS, "--cards", "105").err
    assert "no/such/file.txt" in call("replay", "no/such/file.txt").err
    assert "like 3:2" in call(*ROWS, "--cards", "3", "--choose", "3").err
