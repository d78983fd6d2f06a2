"""C: the cards."""

from __future__ import annotations

import pytest

from game.cards import BULLHEADS, HIGHEST_CARD, bullheads, total_bullheads
from game.rules import Rules


def test_c1_there_are_104_cards_with_171_bullheads() -> None:
    assert HIGHEST_CARD == 104
    assert total_bullheads(range(1, 105)) == 171


def test_c1_the_55_has_seven() -> None:
    assert [card for card in range(1, 105) if bullheads(card) == 7] == [55]


def test_c1_other_multiples_of_eleven_have_five() -> None:
    assert [card for card in range(1, 105) if bullheads(card) == 5] == [11, 22, 33, 44, 66, 77, 88, 99]


def test_c1_multiples_of_ten_have_three() -> None:
    assert [card for card in range(1, 105) if bullheads(card) == 3] == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]


def test_c1_other_cards_ending_in_five_have_two() -> None:
    assert [card for card in range(1, 105) if bullheads(card) == 2] == [5, 15, 25, 35, 45, 65, 75, 85, 95]


def test_c1_all_others_have_one_those_with_a_five_in_front_too() -> None:
    assert sum(bullheads(card) == 1 for card in range(1, 105)) == 104 - 1 - 8 - 10 - 9
    assert [bullheads(card) for card in (51, 52, 53, 54, 56, 57, 58, 59)] == [1] * 8


def test_c2_take_a_number_has_100_cards() -> None:
    assert Rules.preset("take-a-number").deck == 100


@pytest.mark.parametrize("deck", [8, 24, 44, 104])
def test_c3_a_small_deck_has_the_same_bullheads(deck: int) -> None:
    rules = Rules(players=2, hand=3, rows=2, deck=deck)
    assert rules.deck == deck
    assert total_bullheads(range(1, deck + 1)) == BULLHEADS[: deck + 1].sum()


@pytest.mark.parametrize("card", [0, -1, 105])
def test_there_is_no_such_card(card: int) -> None:
    with pytest.raises(ValueError, match=f"there is no card {card}: cards go from 1 to 104"):
        bullheads(card)


def test_nobody_can_change_the_bullheads() -> None:
    with pytest.raises(ValueError, match="read-only"):
        BULLHEADS[55] = 1
