"""Rules: the four games by name, other numbers, and the sentence for what cannot be."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings

from game.rules import VARIANTS, Rules, RulesError
from tests.game.play import any_rules


def test_b1_the_base_game() -> None:
    rules = Rules.preset("base")
    assert rules == Rules()
    assert (rules.players, rules.hand, rules.rows, rules.deck, rules.setup) == (4, 10, 4, 104, "deal")
    assert rules.capacities == (5, 5, 5, 5)  # B4
    assert rules.cards_dealt == 44
    for players in range(2, 11):
        assert Rules(players=players).players == players


@pytest.mark.parametrize("players", range(2, 7))
def test_p1_pro_uses_ten_cards_a_player_and_four(players: int) -> None:
    rules = Rules.preset("pro", players=players)
    assert (rules.game, rules.variant, rules.setup) == ("base", "pro", "draft")
    assert rules.deck == rules.cards_dealt == 10 * players + 4


def test_p4_a_small_pro_instance_uses_just_the_cards_it_needs() -> None:
    rules = Rules.preset("pro", players=3, hand=4, rows=2, capacity=3)
    assert (rules.deck, rules.capacities) == (14, (3, 3))


def test_p5_a_dealt_instance_has_the_same_cards() -> None:
    drafted = Rules.preset("pro", players=3, hand=4, rows=2)
    dealt = Rules(players=3, hand=4, rows=2, deck=0)
    assert (dealt.deck, dealt.setup) == (drafted.deck, "deal")


def test_n1_take_a_number() -> None:
    rules = Rules.preset("take-a-number")
    assert (rules.hand, rules.rows, rules.deck, rules.target, rules.rounds) == (8, 3, 100, 0, 2)
    assert rules.capacities == (2, 3, 4)  # N4
    assert Rules.preset("take-a-number", starters=True).cards_dealt == 4 * 9 + 3


def test_a1_the_anniversary_variant() -> None:
    rules = Rules.preset("anniversary")
    assert (rules.hand, rules.rows, rules.deck, rules.target, rules.rounds) == (12, 4, 104, 0, 2)
    assert (sum(rules.specials), rules.specials_dealt) == (28, 3)


def test_b7_ends_of_a_match() -> None:
    assert (Rules().target, Rules().at_least, Rules().rounds) == (66, False, 0)
    assert Rules().limit == 67
    assert Rules(at_least=True).limit == 66
    assert Rules(target=100).limit == 101
    assert (Rules(rounds=3).target, Rules(rounds=3).rounds, Rules(rounds=3).limit) == (0, 3, 0)
    both = Rules(target=66, rounds=3)
    assert (both.target, both.rounds, both.limit) == (66, 3, 67)


def test_rules_are_frozen_and_can_be_keys() -> None:
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.players = 5  # type: ignore[misc]
    assert {rules: 1}[Rules(players=4)] == 1
    assert Rules() != Rules(players=5)


def test_equal_rules_are_equal_however_they_are_given() -> None:
    assert Rules(rows=3, capacity=(4, 4, 4)) == Rules(rows=3, capacity=4) == Rules(capacity=(4, 4, 4))
    assert Rules(players=2, hand=3, rows=2, deck=0) == Rules(players=2, hand=3, rows=2, deck=8)
    assert Rules.preset("base", setup="draft") == Rules.preset("pro")


REFUSED: list[tuple[dict[str, object], str]] = [
    ({"game": "chess"}, "there is no game 'chess': choose one of base, take-a-number, anniversary"),
    ({"setup": "auction"}, "there is no set-up 'auction': choose deal or draft"),
    ({"game": "take-a-number", "setup": "draft"}, "only the base game can be drafted (P2); take-a-number is dealt"),
    ({"players": 1}, "base is for 2 to 10 players (B1), not 1"),
    ({"players": 11}, "base is for 2 to 10 players (B1), not 11"),
    ({"players": 1, "setup": "draft"}, "pro is for 2 to 6 players (P1), not 1"),
    ({"players": 7, "setup": "draft"}, "pro is for 2 to 6 players (P1), not 7"),
    ({"game": "take-a-number", "players": 11}, "take-a-number is for 2 to 10 players (N2), not 11"),
    ({"game": "anniversary", "players": 9}, "anniversary is for 2 to 8 players (A1), not 9"),
    ({"hand": 0}, "hand must be 1 or more cards, not 0"),
    ({"rows": 0}, "rows must be 1 to 8, not 0"),
    ({"rows": 9}, "rows must be 1 to 8, not 9"),
    ({"game": "anniversary", "rows": 8}, "rows must be 1 to 7, not 8"),
    ({"capacity": 0}, "capacity must be 1 or more cards a row, not 0"),
    ({"capacity": (5, 5, 0, 5)}, "capacity must be 1 or more cards a row, not 0"),
    ({"rows": 4, "capacity": (5, 4)}, "capacity names 2 rows, but there are 4: give one for each"),
    ({"starters": True}, "starters belong to take-a-number (N1), not to base"),
    ({"deck": 105}, "the deck of base has 1 to 104 cards, not 105: 4 players with 10 cards each and 4 rows need 44"),
    ({"deck": 43}, "a deck of 43 is too small: 4 players with 10 cards each and 4 rows need 44 cards"),
    ({"players": 10, "hand": 11}, "a deck of 104 is too small: 10 players with 11 cards each and 4 rows need 114"),
    ({"players": 10, "hand": 11, "deck": 0}, "the deck of base has 1 to 104 cards, not 114"),
    ({"game": "take-a-number", "deck": 104}, "the deck of take-a-number has 1 to 100 cards, not 104"),
    (
        {"game": "take-a-number", "starters": True, "deck": 30},
        "4 players with 8 cards each and as many starters and 3 rows need 39 cards",
    ),
    ({"setup": "draft", "deck": 104}, "a draft leaves no card over (P7), so the deck cannot be 104"),
    ({"setup": "draft", "deck": 40}, "a deck of 40 is too small"),
    ({"target": -2}, "target and rounds must be 0 (none) or more"),
    ({"rounds": -2}, "target and rounds must be 0 (none) or more"),
    ({"target": 0}, "a match must end: give a target or a number of rounds, or both (B7)"),
    ({"rounds": 3, "at_least": True}, "at_least needs a target to reach (B7)"),
    ({"players": 4.0}, "players must be a whole number, not 4.0"),
    ({"players": True}, "players must be a whole number, not True"),
    ({"hand": "10"}, "hand must be a whole number, not '10'"),
    ({"capacity": (5, 5.0, 5, 5)}, "capacity must be a tuple of whole numbers"),
    ({"at_least": 1}, "at_least must be True or False, not 1"),
    ({"specials": (4,) * 7}, "special cards belong to the anniversary variant (A1), not to base"),
    ({"insert_end": True}, "special cards belong to the anniversary variant (A1), not to base"),
    ({"game": "anniversary", "specials": (4,) * 6}, "specials must be 7 counts: stop, shift, insert"),
    ({"game": "anniversary", "specials": (4, 4, 4, 4, 4, 4, -1)}, "specials must be 7 counts"),
    ({"game": "anniversary", "capacity": (5, 5, 5, 6)}, "all rows hold the same number of cards"),
    (
        {"game": "anniversary", "players": 8, "specials_dealt": 4},
        "8 players with 4 special cards each need 32, and there are 28",
    ),
]


@pytest.mark.parametrize(("numbers", "sentence"), REFUSED, ids=[sentence for _, sentence in REFUSED])
def test_what_cannot_be_is_refused_with_what_would_be_right(numbers: dict[str, object], sentence: str) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        Rules(**numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["target", "rounds", "capacity"])
@pytest.mark.parametrize("number", [2**63, 10**30])
def test_numbers_that_the_engine_cannot_hold_are_refused(name: str, number: int) -> None:
    with pytest.raises(RulesError, match=name):
        Rules.preset("base", **{name: number})


@pytest.mark.parametrize(
    ("variant", "numbers", "sentence"),
    [
        ("bass", {}, "there is no variant 'bass': choose one of base, pro, take-a-number, anniversary"),
        ("base", {"cards": 3}, "rules have no number 'cards': they have players, hand, rows"),
        ("base", {"game": 3}, "rules have no number 'game'"),
        ("pro", {"players": 7}, "pro is for 2 to 6 players (P1), not 7"),
    ],
)
def test_presets_that_cannot_be_are_refused(variant: str, numbers: dict[str, int], sentence: str) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        Rules.preset(variant, **numbers)


# Rules as text.


@pytest.mark.parametrize(
    "text",
    [
        "base(players=4)",
        "base(players=2,hand=3,rows=2,deck=8)",
        "base(players=2,rounds=1)",
        "base(players=2,rows=2,capacity=3-4,target=100,at_least=1)",
        "pro(players=2)",
        "pro(players=3,hand=2,rows=2,capacity=2)",
        "take-a-number(players=4,starters=1)",
        "anniversary(players=8,specials=4-4-4-4-4-4-0,insert_end=1)",
    ],
)
def test_texts_of_rules_are_as_short_as_they_can_be(text: str) -> None:
    rules = Rules.parse(text)
    assert str(rules) == text
    assert repr(rules) == f"Rules('{text}')"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_name_alone_is_enough(variant: str) -> None:
    assert Rules.parse(variant) == Rules.parse(f" {variant} ( ) ") == Rules.preset(variant)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "cannot read the rules ''"),
        ("base(", "cannot read the rules 'base('"),
        ("base(players=4) x", "cannot read the rules"),
        ("Base", "cannot read the rules 'Base'"),
        ("bass", "there is no variant 'bass'"),
        ("base(players)", "cannot read 'players' in the rules 'base(players)': write each number once, like hand=3"),
        ("base(players=four)", "cannot read 'players=four'"),
        ("base(players=-4)", "cannot read 'players=-4'"),
        ("base(players=4,players=4)", "write each number once"),
        ("base(cards=3)", "rules have no number 'cards'"),
        ("base(at_least=2)", "at_least is a yes or no: write at_least=1 or at_least=0, not at_least=2"),
        ("base(hand=3-4)", "hand must be a whole number, not (3, 4)"),
        ("base(players=deal)", "players must be a whole number, not 'deal'"),
        ("base(setup=3)", "there is no set-up 3: choose deal or draft"),
        ("base(players=11)", "base is for 2 to 10 players (B1), not 11"),
    ],
)
def test_texts_that_are_no_rules_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=re.escape(sentence)):
        Rules.parse(text)


@given(any_rules())
@settings(max_examples=1000)
def test_rules_as_text_and_back_are_the_same(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules


def test_b7_no_set_number_of_rounds_is_what_the_base_game_usually_has() -> None:
    assert Rules(rounds=0) == Rules()


def test_b7_a_target_and_a_number_of_rounds_together_read_back() -> None:
    for rules in (Rules(target=66, rounds=3), Rules(target=50, rounds=3), Rules.preset("take-a-number", target=66)):
        assert Rules.parse(str(rules)) == rules


@pytest.mark.parametrize("number", [99_999, 999_999, 1_000_000, 9_999_999])
def test_the_highest_numbers_are_refused_or_read_back(number: int) -> None:
    for name in ("target", "rounds", "capacity"):
        try:
            rules = Rules.preset("base", **{name: number})
        except RulesError:
            continue
        assert Rules.parse(str(rules)) == rules
