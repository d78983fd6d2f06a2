"""B8: every worked example of the rulebooks, asked of `place_cards` and played by State."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from game.decision import Decision, Kind
from game.placing import Pending, Placing, place_cards
from game.position import parse_position
from game.records import Placed, Record, Revealed
from game.state import State
from game.text import NotationError, write_groups

Rows = tuple[tuple[int, ...], ...]

START: Rows = ((12,), (37,), (43,), (58,))
AFTER_FIRST: Rows = ((12, 14, 15), (37,), (43, 44), (58, 61))
AFTER_SECOND: Rows = ((30, 36), (37,), (43, 44), (58, 61))


def table(rows: Rows, cards: Sequence[int]) -> State:
    """Everybody has one of the cards, in this order, and another one for later."""
    spare = [card for card in range(104, 0, -1) if card not in cards and all(card not in row for row in rows)]
    hands = [(card, spare[seat]) for seat, card in enumerate(cards)]
    return parse_position(
        f"base(players={len(cards)},hand=2,rows={len(rows)}) rows={write_groups(rows)} hands={write_groups(hands)}"
    )


def placings(records: tuple[Record, ...]) -> tuple[Placed, ...]:
    return tuple(record for record in records if isinstance(record, Placed))


def same_both_ways(rows: Rows, cards: tuple[int, ...], choices: dict[int, int] | None = None) -> Placing:
    """Place the cards and play them; both must tell the same story."""
    choices = choices or {}
    placing = place_cards(rows, cards, choices)
    state = table(rows, cards)
    records = state.play(*cards)
    assert records[0] == Revealed(cards)
    while state.kind is Kind.ROW:
        seat = state.to_act[0]
        records += state.act(seat, choices[cards[seat]])
    assert placings(records) == placing.placements
    assert state.rows == placing.rows
    assert placing.pending is None
    for seat in range(len(cards)):
        assert state.penalties[seat] == sum(placed.bullheads for placed in placing.placements if placed.seat == seat)
    return placing


def test_b3_first_turn_14_15_44_and_61_find_the_closest_card() -> None:
    placing = same_both_ways(START, (14, 15, 44, 61))
    assert placing.rows == AFTER_FIRST
    assert [(placed.card, placed.row) for placed in placing.placements] == [(14, 0), (15, 0), (44, 2), (61, 3)]
    assert all(placed.taken == () and placed.bullheads == 0 and not placed.low for placed in placing.placements)


def test_b4_second_turn_the_30_takes_five_cards_with_six_bullheads() -> None:
    placing = same_both_ways(AFTER_FIRST, (21, 26, 30, 36))
    assert placing.rows == AFTER_SECOND
    assert placing.placements[2] == Placed(2, 30, 0, (12, 14, 15, 21, 26), 6, low=False)
    assert placing.placements[3] == Placed(3, 36, 0, (), 0, low=False)


@pytest.mark.parametrize("last", [93, 83])
def test_b5_third_turn_the_3_takes_the_37(last: int) -> None:
    """The last card is the 93 in 000, 001 and the English part of 004, the 83 in 003 and the Chinese part."""
    placing = same_both_ways(AFTER_SECOND, (3, 9, 68, last), {3: 1})
    assert placing.placements[0] == Placed(0, 3, 1, (37,), 1, low=True)
    assert placing.placements[1] == Placed(1, 9, 1, (), 0, low=False)
    assert placing.rows == ((30, 36), (3, 9), (43, 44), (58, 61, 68, last))


def test_b8_the_misprint_of_000_the_68_cannot_follow_the_37_which_is_gone() -> None:
    placing = same_both_ways(AFTER_SECOND, (3, 9, 68, 93), {3: 1})
    rows = {placed.card: placed.row for placed in placing.placements}
    assert rows[68] == rows[93] == 3
    assert placing.rows[3] == (58, 61, 68, 93)
    assert placing.rows[1] == (3, 9)


def test_b8_all_three_turns_in_one_game_by_four_players() -> None:
    state = parse_position(
        "base(players=4) turn=7 rows=12/37/43/58 hands=14,21,3,101/15,26,9,102/44,30,68,103/61,36,93,104 scores=0/0/0/0"
    )
    state.play(14, 15, 44, 61)
    assert state.rows == AFTER_FIRST
    state.play(21, 26, 30, 36)
    assert state.rows == AFTER_SECOND
    assert (state.penalties, state.piles[2]) == ((0, 0, 6, 0), (12, 14, 15, 21, 26))
    state.play(3, 9, 68, 93)
    assert state.decision(0) == Decision(Kind.ROW, 0, (0, 1, 2, 3))
    assert state.rows == AFTER_SECOND  # nothing is placed before the choice
    state.act(0, 1)
    assert state.rows == ((30, 36), (3, 9), (43, 44), (58, 61, 68, 93))
    assert (state.penalties, state.turn) == ((1, 0, 6, 0), 9)
    assert state.hands == ((101,), (102,), (103,), (104,))


def test_b8_tip_one_the_45_does_not_get_to_follow_the_41() -> None:
    """Row 4 is full and ends with 42, which is closer."""
    rows = ((12, 16), (20,), (40, 41), (34, 35, 36, 39, 42))
    placing = same_both_ways(rows, (45, 100))
    assert placing.placements[0] == Placed(0, 45, 3, (34, 35, 36, 39, 42), 6, low=False)
    assert placing.rows == ((12, 16), (20,), (40, 41), (45, 100))


def test_b8_tip_two_the_29_takes_the_row_that_the_62_was_meant_for() -> None:
    rows = ((60, 61), (70,), (40, 41), (34, 35, 36, 39, 42))
    alone = same_both_ways(rows, (62, 71))
    assert alone.placements[0] == Placed(0, 62, 0, (), 0, low=False)
    spoilt = same_both_ways(rows, (62, 29), {29: 0})
    assert spoilt.placements == (
        Placed(1, 29, 0, (60, 61), 4, low=True),
        Placed(0, 62, 3, (34, 35, 36, 39, 42), 6, low=False),
    )
    assert spoilt.rows == ((29,), (70,), (40, 41), (62,))


def test_b8_first_picture_of_002_the_44_goes_to_the_43() -> None:
    placing = same_both_ways(((12,), (37,), (43,), (45,)), (44, 46))
    assert placing.rows == ((12,), (37,), (43, 44), (45, 46))


def test_b8_second_picture_of_002_the_9_takes_the_37_for_one_bullhead() -> None:
    placing = same_both_ways(((12,), (37,), (43,), (45,)), (9, 46), {9: 1})
    assert placing.placements[0] == Placed(0, 9, 1, (37,), 1, low=True)
    assert placing.rows == ((12,), (9,), (43,), (45, 46))


def test_b8_third_picture_of_002_the_79_takes_the_full_row_that_ends_with_77() -> None:
    placing = same_both_ways(((12,), (37,), (70, 71, 73, 76, 77), (90,)), (79, 91))
    assert placing.placements[0] == Placed(0, 79, 2, (70, 71, 73, 76, 77), 11, low=False)
    assert placing.rows == ((12,), (37,), (79,), (90, 91))


# place_cards on its own.


def test_b2_cards_are_placed_lowest_first_in_whatever_order_they_are_given() -> None:
    placing = place_cards(START, (61, 44, 15, 14))
    assert [(placed.seat, placed.card) for placed in placing.placements] == [(3, 14), (2, 15), (1, 44), (0, 61)]
    assert placing.rows == AFTER_FIRST


def test_b5_without_a_choice_the_placing_stops_and_shows_the_rows() -> None:
    placing = place_cards(AFTER_SECOND, (3, 9, 68, 93))
    assert placing == Placing((), AFTER_SECOND, Pending(3, AFTER_SECOND))


@pytest.mark.parametrize("row", range(4))
def test_b5_any_row_may_be_chosen(row: int) -> None:
    placing = place_cards(AFTER_SECOND, (3,), {3: row})
    assert placing.placements[0].taken == AFTER_SECOND[row]
    assert placing.rows[row] == (3,)


def test_b4_rows_of_another_capacity() -> None:
    placing = place_cards(((12, 14), (37,)), (15,), capacity=2)
    assert placing.placements == (Placed(0, 15, 0, (12, 14), 2, low=False),)


def test_one_card_on_one_row_and_ten_cards_on_eight_rows() -> None:
    assert place_cards(((50,),), (60,)).rows == ((50, 60),)
    eight = tuple((card,) for card in range(10, 90, 10))
    placing = place_cards(eight, tuple(range(91, 101)))
    assert [placed.row for placed in placing.placements] == [7] * 10
    assert [placed.taken for placed in placing.placements if placed.taken] == [
        (80, 91, 92, 93, 94),
        (95, 96, 97, 98, 99),
    ]
    assert placing.rows == (*eight[:7], (100,))


DAMAGED: list[tuple[Rows, tuple[int, ...], dict[int, int], int, str]] = [
    ((), (1,), {}, 5, "there can be 1 to 8 rows, not 0"),
    (((1,),) * 9, (10,), {}, 5, "there can be 1 to 8 rows, not 9"),
    (START, (), {}, 5, "1 to 10 cards can be placed in a turn, not 0"),
    (START, tuple(range(60, 71)), {}, 5, "1 to 10 cards can be placed in a turn, not 11"),
    (START, (0,), {}, 5, "there is no card 0: cards go from 1 to 104"),
    (START, (105,), {}, 5, "there is no card 105: cards go from 1 to 104"),
    (START, (14, 14), {}, 5, "card 14 appears twice"),
    (START, (12,), {}, 5, "card 12 appears twice"),
    (((12,), (12,)), (14,), {}, 5, "card 12 appears twice"),
    (((12,), ()), (14,), {}, 5, "row 2 must hold ascending cards, not none (B3)"),
    (((12, 11),), (14,), {}, 5, "row 1 must hold ascending cards, not 12,11 (B3)"),
    (((1, 2, 3, 4, 5, 6),), (14,), {}, 5, "row 1 holds at most 5 cards, not 6 (B4)"),
    (((1, 2),), (14,), {}, 1, "row 1 holds at most 1 cards, not 2 (B4)"),
    (START, (3,), {4: 1}, 5, "card 4 chooses a row but is not among the cards to place"),
    (START, (3,), {3: 4}, 5, "there is no row 5 to choose: rows go from 1 to 4"),
    (START, (3,), {3: -1}, 5, "there is no row 0 to choose: rows go from 1 to 4"),
    (START, (14,), {14: 1}, 5, "card 14 is no low card here, so it cannot choose a row (B5)"),
]


@pytest.mark.parametrize(
    ("rows", "cards", "choices", "capacity", "sentence"), DAMAGED, ids=[row[-1] for row in DAMAGED]
)
def test_what_cannot_be_placed_is_refused(
    rows: Rows, cards: tuple[int, ...], choices: dict[int, int], capacity: int, sentence: str
) -> None:
    with pytest.raises(NotationError, match=re.escape(sentence)):
        place_cards(rows, cards, choices, capacity)
