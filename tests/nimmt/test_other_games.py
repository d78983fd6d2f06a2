"""Take a Number and the anniversary variant through the commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.game_record import GameRecord
from game.rules import SPECIAL_NAMES, VARIANTS, Rules
from nimmt.rule_sheets import OPTIONS, SHEETS
from tests.nimmt.conftest import Call

OTHERS = ("take-a-number", "anniversary")


def test_every_variant_has_a_sheet_and_options() -> None:
    assert list(SHEETS) == list(OPTIONS) == list(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_option_of_a_sheet_can_be_written(variant: str) -> None:
    for example, _ in OPTIONS[variant]:
        name = example.partition("=")[0]
        needs = "target=30," if name == "at_least" else ""
        rules = Rules.parse(f"{variant}({needs}{example})")
        assert rules.variant == variant
        assert hasattr(rules, name)


@pytest.mark.parametrize("variant", OTHERS)
def test_a_rule_sheet_names_its_clauses(call: Call, variant: str) -> None:
    answer = call("rules", "--variant", variant)
    assert answer.code == 0
    letter = "N" if variant == "take-a-number" else "A"
    for number in (1, 4, 6, 7, 8):
        assert f"{letter}{number}" in answer.out


@pytest.mark.parametrize("variant", OTHERS)
def test_a_match_is_shown_written_and_replayed(call: Call, tmp_path: Path, variant: str) -> None:
    file = tmp_path / "game.txt"
    shown = call("demo", "--variant", variant, "--players", "3", "--match", "--record", str(file))
    assert shown.code == 0
    assert "Round 2" in shown.out
    replayed = call("replay", str(file))
    assert replayed.out == shown.out
    told = json.loads(call("replay", str(file), "--json").out)
    state = GameRecord.parse(file.read_text(encoding="utf-8")).final_state()
    assert told["scores"] == list(state.scores)
    assert len(told["rounds"]) == 2
    assert [told["rounds"][number]["over"] for number in (0, 1)] == [True, True]


def test_costs_of_turns_add_up_to_the_penalties_even_with_negative_cards(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    call("demo", "--rules", "anniversary(players=4,specials=0-0-0-0-28-0-0)", "--record", str(file))
    assert "negative" in file.read_text(encoding="utf-8")
    told = json.loads(call("replay", str(file), "--json").out)["rounds"][0]
    for seat in range(4):
        assert sum(turn["costs"][seat] for turn in told["turns"]) == told["penalties"][seat]


def test_markers_on_rows_are_drawn(call: Call) -> None:
    answer = call("demo", "--rules", "anniversary(players=4,specials=14-0-0-0-0-0-14)")
    assert "2 ■" in answer.out or "3 ■" in answer.out or "1 ■" in answer.out or "4 ■" in answer.out
    assert any(f"{row} +" in answer.out for row in range(1, 5))


def test_deals_show_special_cards_and_starters(call: Call) -> None:
    special = json.loads(call("deal", "--variant", "anniversary", "--players", "2", "--json").out)
    assert [len(names) for names in special["specials"]] == [3, 3]
    assert all(name in SPECIAL_NAMES for names in special["specials"] for name in names)
    number = json.loads(call("deal", "--rules", "take-a-number(players=3,starters=1)", "--json").out)
    assert len(number["starters"]) == 3
    assert "#-row" in call("demo", "--rules", "take-a-number(players=3,starters=1)", "--turns", "0").out
