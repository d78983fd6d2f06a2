"""`nimmt place`: the worked examples of docs/rules.md, B, and the JSON that other programs read."""

from __future__ import annotations

import json

import pytest

from tests.nimmt.conftest import Call


def test_json_is_as_promised(call: Call) -> None:
    answer = call("place", "--rows", "12/37/43/58", "--cards", "14,15,44,61", "--json")
    assert answer.json == {
        "placements": [
            {"card": 14, "row": 1, "taken": [], "bullheads": 0},
            {"card": 15, "row": 1, "taken": [], "bullheads": 0},
            {"card": 44, "row": 3, "taken": [], "bullheads": 0},
            {"card": 61, "row": 4, "taken": [], "bullheads": 0},
        ],
        "rows": [[12, 14, 15], [37], [43, 44], [58, 61]],
        "pending": None,
    }
    assert answer.err == ""


def test_full_row_b4(call: Call) -> None:
    answer = call("place", "--rows", "12,14,15/37/43,44/58,61", "--cards", "36,30,26,21", "--json").json
    assert [placed["card"] for placed in answer["placements"]] == [21, 26, 30, 36]
    assert answer["placements"][2] == {"card": 30, "row": 1, "taken": [12, 14, 15, 21, 26], "bullheads": 6}
    assert answer["rows"] == [[30, 36], [37], [43, 44], [58, 61]]


def test_low_card_waits_for_a_choice_b5(call: Call) -> None:
    answer = call("place", "--rows", "30,36/37/43,44/58,61", "--cards", "3,9,68,93", "--json").json
    assert answer == {
        "placements": [],
        "rows": [[30, 36], [37], [43, 44], [58, 61]],
        "pending": {
            "card": 3,
            "rows": [
                {"row": 1, "cards": [30, 36], "bullheads": 4},
                {"row": 2, "cards": [37], "bullheads": 1},
                {"row": 3, "cards": [43, 44], "bullheads": 6},
                {"row": 4, "cards": [58, 61], "bullheads": 2},
            ],
        },
    }


def test_low_card_takes_the_row_of_its_choice_b5(call: Call) -> None:
    answer = call("place", "--rows", "30,36/37/43,44/58,61", "--cards", "3,9,68,93", "--choose", "3:2", "--json").json
    assert answer["placements"][0] == {"card": 3, "row": 2, "taken": [37], "bullheads": 1}
    assert answer["rows"] == [[30, 36], [3, 9], [43, 44], [58, 61, 68, 93]]
    assert answer["pending"] is None


def test_a_turn_has_one_low_card_at_most(call: Call) -> None:
    """What is placed after a low card finds it below; so a choice for the 9 is one too many."""
    low = ["place", "--rows", "50/60", "--cards", "9,7", "--choose", "7:2"]
    assert call(*low, "--json").json["rows"] == [[50], [7, 9]]
    answer = call(*low, "--choose", "9:1")
    assert answer.code == 2
    assert "card 9 is no low card" in answer.err


def test_capacity(call: Call) -> None:
    answer = call("place", "--rows", "1,2/50", "--cards", "3", "--capacity", "2", "--json").json
    assert answer["placements"] == [{"card": 3, "row": 1, "taken": [1, 2], "bullheads": 2}]


def test_words_for_people(call: Call) -> None:
    answer = call("place", "--rows", "30,36/37/43,44/58,61", "--cards", "3,9,68,93", "--choose", "3:2")
    assert answer.code == 0
    assert "low, takes row 2: 37" in answer.out
    assert "+1" in answer.out
    waiting = call("place", "--rows", "30,36/37/43,44/58,61", "--cards", "3,9")
    assert "--choose 3:ROW" in waiting.out
    assert "row 3" in waiting.out


@pytest.mark.parametrize("spacing", ["12/37/43/58", " 12 / 37 / 43 / 58 "])
def test_spaces_do_not_matter(call: Call, spacing: str) -> None:
    answer = call("place", "--rows", spacing, "--cards", " 14, 15", "--json")
    assert json.loads(answer.out)["rows"][0] == [12, 14, 15]
