"""`nimmt deal`."""

from __future__ import annotations

from nimmt import Deal, Rules
from tests.nimmt.conftest import Call


def test_json(call: Call) -> None:
    answer = call("deal", "--variant", "base", "--players", "4", "--seed", "7", "--index", "0", "--json").json
    deal = Deal.make(Rules(players=4), seed=7, index=0)
    assert answer == {
        "rules": "base(players=4)",
        "seed": 7,
        "index": 0,
        "hands": [list(hand) for hand in deal.hands],
        "rows": [[card] for card in deal.rows],
    }
    cards = [card for group in (*answer["hands"], *answer["rows"]) for card in group]
    assert len(cards) == len(set(cards)) == 44


def test_another_index_is_another_deal(call: Call) -> None:
    first, second = (call("deal", "--seed", "7", "--index", index, "--json").json for index in ("0", "1"))
    assert first["hands"] != second["hands"]


def test_small_instance(call: Call) -> None:
    small = ["--players", "2", "--hand", "3", "--rows", "2", "--capacity", "3", "--deck", "0"]
    answer = call("deal", *small, "--json").json
    assert answer["rules"] == "base(players=2,hand=3,rows=2,capacity=3,deck=8)"
    assert sorted(card for group in (*answer["hands"], *answer["rows"]) for card in group) == list(range(1, 9))


def test_a_draft_has_a_pool_instead_p2(call: Call) -> None:
    answer = call("deal", "--variant", "pro", "--players", "2", "--json").json
    assert answer["pool"] == list(range(1, 25))
    assert answer["first_picker"] == 1
    assert "hands" not in answer
    words = call("deal", "--variant", "pro", "--players", "2").out
    assert "drafted" in words
    assert "seat 1 picks first" in words


def test_words_show_bullheads(call: Call) -> None:
    out = call("deal", "--players", "10", "--seed", "3").out
    assert "55⁷" in out  # with ten players all 104 cards are dealt
    assert "seat 10" in out
