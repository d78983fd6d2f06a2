"""Every mistake of a user ends with code 2 and one sentence, and prints nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nimmt.conftest import Call

ROWS = ["place", "--rows", "12/37/43/58"]
EXACT = ["solve", "exact"]
DEAL = [*EXACT, "--deal", "1,3,9/4,7,8/2,5,6"]
POSITION = ["--position", "base(players=2,hand=2,rows=2,deck=6) rows=3/4 hands=1,5/2,6"]
SURVEY = ["solve", "survey", "--out", "no/such/survey"]
ELEVEN = "/".join(",".join(map(str, range(start, start + size))) for start, size in ((1, 11), (12, 11), (23, 4)))
CFR = ["solve", "cfr", "--hand", "2", "--rows", "1", "--deck", "6"]
MCTS = ["solve", "mcts", "--hand", "2", "--rows", "1", "--deck", "6"]
MISTAKES = {
    "unknown algorithm": [*CFR, "--algorithm", "magic"],
    "unknown algorithm to compare": ["solve", "compare", *CFR[2:], "--algorithms", "cfr,magic"],
    "no iterations": [*CFR, "--iterations", "0"],
    "a negative target": [*CFR, "--target-exploitability", "-1"],
    "no time for cfr": [*CFR, "--time-limit", "0"],
    "a game and its numbers": [*CFR, "--game", "kuhn_poker"],
    "an unknown game": ["solve", "cfr", "--game", "no_such_game"],
    "an unknown parameter": [*CFR, "--set", "colour=1"],
    "a setting without a value": [*CFR, "--set", "rounds"],
    "a deck too small to solve": ["solve", "cfr", "--hand", "9", "--rows", "4", "--deck", "10"],
    "a pro game that is dealt": ["solve", "cfr", "--variant", "pro", "--hand", "2", "--setup", "deal"],
    "a deal and a set-up": ["solve", "cfr", "--deal", "3,5/2,4/1,6", "--setup", "draft"],
    "half a deal to solve": ["solve", "cfr", "--deal", "3,5"],
    "a deal for two and three players": ["solve", "cfr", "--deal", "3,5/2,4/1,6", "--players", "3"],
    "workers of sampling": [*CFR, "--algorithm", "external", "--workers", "2"],
    "a plot of what cannot be measured": [
        *("solve", "cfr", "--hand", "4", "--rows", "2", "--deck", "30"),
        *("--algorithm", "external", "--plot", "x.png"),
    ],
    "seeds with two players": [*CFR, "--seeds", "3"],
    "seeds of sampling": [*CFR, "--algorithm", "external", "--seeds", "3"],
    "a strategy in no folder": [*CFR, "--out", "no/such/folder/s.nimmt"],
    "a plot that is no picture": [*CFR, "--plot", "cfr.txt"],
    "two files in one": [*CFR, "--out", "same.png", "--plot", "same.png"],
    "a linear program for three": ["solve", "lp", "--players", "3", "--hand", "1", "--rows", "1", "--deck", "5"],
    "simulations in letters": [*MCTS, "--simulations", "many"],
    "an unknown selection": [*MCTS, "--selection", "luck"],
    "unknown opponents": [*MCTS, "--opponents", "ghosts"],
    "a search of poker": ["solve", "mcts", "--game", "kuhn_poker"],
    "time for a whole game": [*MCTS, "--time", "1"],
    "a seat that has nothing to decide": ["solve", "mcts", *POSITION, "--seat", "3"],
    "a plot of one position": ["solve", "mcts", *POSITION, "--plot", "x.png"],
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
    "a deal with a card twice": [*EXACT, "--deal", "1,3,9/4,7,9/2,5,6"],
    "a deal with unequal hands": [*EXACT, "--deal", "1,3/4,7,8/2,5,6"],
    "a deal with a card out of the deck": [*EXACT, "--deal", "1,3,9/4,7,10/2,5,6"],
    "a deal with card 105": [*EXACT, "--deal", "1,3,9/4,7,105/2,5,6"],
    "a deal with card 0": [*EXACT, "--deal", "1,3,9/4,7,0/2,5,6"],
    "a deal with letters": [*EXACT, "--deal", "1,3,x/4,7,8/2,5,6"],
    "a deal without row cards": [*EXACT, "--deal", "1,3,9/4,7,8"],
    "a deal of four groups": [*EXACT, "--deal", "1,3/4,7/2,5/6"],
    "a deal with an empty hand": [*EXACT, "--deal", "-/-/1,2"],
    "a deal with no row": [*EXACT, "--deal", "1/2/-"],
    "an empty deal": [*EXACT, "--deal", ""],
    "a deal with 5 rows": [*EXACT, "--deal", "1/2/3,4,5,6,7"],
    "a deal with 11 cards a hand": [*EXACT, "--deal", ELEVEN],
    "a deal and a position": [*DEAL, *POSITION],
    "a deal and a draft": [*DEAL, "--draft"],
    "a deal and a hand": [*DEAL, "--hand", "3"],
    "nothing to solve": EXACT,
    "only half a draft": [*EXACT, "--draft", "--hand", "3"],
    "a draft in letters": [*EXACT, "--draft", "--hand", "three", "--rows", "4"],
    "capacity 0 in a solve": [*DEAL, "--capacity", "0"],
    "capacity 99 in a solve": [*DEAL, "--capacity", "99"],
    "a position and a capacity": [*EXACT, *POSITION, "--capacity", "5"],
    "a position that is none": [*EXACT, "--position", "rubbish"],
    "a position of three": [*EXACT, "--position", "base(players=3,hand=1,rows=1,deck=4) rows=1 hands=2/3/4"],
    "a position of a draft": [*EXACT, "--position", "pro(players=2,hand=2,rows=2)"],
    "memory in words": [*DEAL, "--memory", "lots"],
    "negative memory": [*DEAL, "--memory", "-2G"],
    "too little memory": [*DEAL, "--memory", "3"],
    "more memory than there is": [*DEAL, "--memory", "900T"],
    "tolerance 0": [*DEAL, "--tolerance", "0"],
    "tolerance 2000": [*DEAL, "--tolerance", "2000"],
    "tolerance nan": [*DEAL, "--tolerance", "nan"],
    "tolerance in letters": [*DEAL, "--tolerance", "small"],
    "no time to solve": [*DEAL, "--time-limit", "0"],
    "no workers": [*DEAL, "--workers", "0"],
    "unknown executor": [*DEAL, "--executor", "dask"],
    "an address without Ray": [*DEAL, "--address", "10.0.0.1:6379"],
    "an address that is none": [*DEAL, "--executor", "ray", "--address", "auto"],
    "an address where nobody is": [*DEAL, "--executor", "ray", "--address", "127.0.0.1:1"],
    "a checkpoint on Ray": [*DEAL, "--executor", "ray", "--checkpoint", "solve.bin"],
    "one file for the answer and the checkpoint": [*DEAL, "--checkpoint", "one.bin", "--out", "./one.bin"],
    "a draft on Ray": [*EXACT, "--draft", "--hand", "3", "--rows", "4", "--executor", "ray"],
    "a checkpoint in no folder": [*DEAL, "--checkpoint", "no/such/folder/solve.bin"],
    "unknown solve": ["solve", "guess"],
    "a survey of no folder": ["solve", "survey", "--hand", "3", "--deals", "5"],
    "a survey of a folder without a name": ["solve", "survey", "--hand", "3", "--deals", "5", "--out", ""],
    "a survey of how many": [*SURVEY, "--hand", "3"],
    "a survey of all and some": [*SURVEY, "--hand", "3", "--all", "--deals", "5"],
    "a survey of 0 deals": [*SURVEY, "--hand", "3", "--deals", "0"],
    "a survey of 11 cards": [*SURVEY, "--hand", "11", "--deals", "5"],
    "a survey of 5 rows": [*SURVEY, "--hand", "3", "--rows", "5", "--deals", "5"],
    "a survey of too many deals": [*SURVEY, "--hand", "9", "--all"],
    "a survey with tolerance 0": [*SURVEY, "--hand", "3", "--deals", "5", "--tolerance", "0"],
    "a survey with workers in series": [*SURVEY, "--hand", "3", "--deals", "5", "--workers", "2"],
    "a survey in a file": ["solve", "survey", "--out", "pyproject.toml", "--hand", "3", "--deals", "5"],
    "an unwritable plot": [*SURVEY, "--hand", "3", "--deals", "5", "--plot", "no/such/folder/plot.png"],
    "a plot that cannot be made": [*SURVEY, "--hand", "3", "--deals", "5", "--plot", "/sys/plot.png"],
    "a plot of another kind": [*SURVEY, "--hand", "3", "--deals", "5", "--plot", "plot.xyz"],
    "unwritable answer": [*DEAL, "--json", "--out", "no/such/folder/answer.json"],
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
    assert "demo, place, deal, replay, rules, solve, strategy and bench" in call("plaice").err
    assert "2 to 10 players" in call("deal", "--players", "11").err
    assert "cards go from 1 to 104" in call(*ROWS, "--cards", "105").err
    assert "no/such/file.txt" in call("replay", "no/such/file.txt").err
    assert "appears twice" in call(*EXACT, "--deal", "1,3,9/4,7,9/2,5,6").err
    assert "both need as many" in call(*EXACT, "--deal", "1,3/4,7,8/2,5,6").err
    assert "these 9 cards must be 1 to 9" in call(*EXACT, "--deal", "1,3,9/4,7,10/2,5,6").err
    assert "not above 1000" in call(*DEAL, "--tolerance", "2000").err
    assert "give two files" in call(*DEAL, "--checkpoint", "one.bin", "--out", "./one.bin").err
    assert "the name of a folder" in call("solve", "survey", "--hand", "3", "--deals", "5", "--out", "").err
    assert "like 2G or 500M" in call(*DEAL, "--memory", "lots").err
    assert "--deal, or --position, or --draft" in call(*EXACT).err
    assert "like 3:2" in call(*ROWS, "--cards", "3", "--choose", "3").err
