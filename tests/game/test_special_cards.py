"""The seven special cards, one by one (A3 to A9 with A14 to A17, A19 and A22): the examples of 003 first."""

from __future__ import annotations

import pytest

from game.cards import total_bullheads
from game.decision import Decision, IllegalAction, Kind
from game.engine.specials import MOST_ACTIONS
from game.position import parse_position
from game.records import Placed, SpecialPlayed
from game.state import State
from game.text import NotationError
from tests.game.new_games import counted, say, table, texts

# The full row of several examples: ten bullheads.
FULL_ROW = (3, 5, 11, 13, 17)


def plays(state: State, word: str) -> list[str]:
    """The ways to play one kind of special card that are open now."""
    return [text for text in texts(state) if text.split()[0] == word]


def asked(state: State, *cards: int) -> State:
    """Play the turn up to the first question."""
    state.play(*cards)
    assert state.kind is Kind.SPECIAL
    return state


# 5th Row.


def alex() -> State:
    """A 23 that would have to take row 4."""
    return table("30/45/60/2,7,9,16,21", "23,103/101,104", "fifth-row/-")


def test_a12_the_23_starts_a_fifth_row() -> None:
    """A3: instead of taking row 4, Alex starts a row with it."""
    state = asked(alex(), 23, 101)
    assert texts(state) == ["none", "fifth-row"]
    records = say(state, "fifth-row")
    assert records[:2] == (SpecialPlayed(0, 23, "fifth-row"), Placed(0, 23, 4, (), 0, low=False))
    assert state.rows == ((30,), (45,), (60, 101), (2, 7, 9, 16, 21), (23,))
    assert (state.piles, state.penalties) == (((), ()), (0, 0))
    assert state.specials == (counted(), counted())
    assert state.discards == counted()  # it lies beside the row


def test_a12_without_the_fifth_row_the_23_takes_row_four() -> None:
    state = asked(alex(), 23, 101)
    say(state, "none", "none")  # it is kept, and not swapped either
    assert state.piles[0] == (2, 7, 9, 16, 21)
    assert state.rows[3] == (23,)


def test_a3_the_next_row_taken_goes_with_the_number_card_and_four_rows_are_left() -> None:
    state = table("30/45/96,97,98,99,100/60/23", "101,103/46,104")
    assert state.special_deck == (4, 4, 4, 4, 4, 3, 4)  # one 5th Row is on the table
    happened = state.play(101, 46)
    assert happened[-1] == Placed(0, 101, 2, (96, 97, 98, 99, 100, 101), 12, low=False)
    assert state.piles[0] == (96, 97, 98, 99, 100, 101)
    assert state.penalties == (total_bullheads((96, 97, 98, 99, 100, 101)), 0)
    assert state.rows == ((30,), (45, 46), (60,), (23,))
    assert state.discards == counted("fifth-row")


def test_a3_a_low_card_too_goes_to_the_pile_with_the_row_of_choice() -> None:
    state = table("30/45/50/60/23", "5,103/46,104")
    state.play(5, 46)
    assert texts(state) == ["row 1", "row 2", "row 3", "row 4", "row 5"]
    say(state, "row 5")
    assert state.piles[0] == (5, 23)
    assert state.rows == ((30,), (45, 46), (50,), (60,))


def test_a3_after_that_a_row_is_taken_as_usual_again() -> None:
    state = table("30/45/50/60/23", "5,7,103/6,46,104")
    state.play(5, 6)
    say(state, "row 5")
    assert state.piles == ((5, 23), ())
    say(state, "row 1")
    assert list(state.piles) == [(5, 23), (30,)]
    assert state.rows == ((6,), (45,), (50,), (60,))


def test_a3_no_second_one_while_five_rows_are_out() -> None:
    state = table("30/45/50/60/23", "24,103/46,104", "fifth-row/-")
    state.play(24, 46)
    assert state.kind is Kind.CARD  # nobody was asked
    again = table("30/45/50/60", "24,103/46,104", "fifth-row,fifth-row/fifth-row")
    asked(again, 24, 46)
    say(again, "fifth-row")
    assert again.kind is Kind.CARD
    assert again.rows == ((30,), (45, 46), (50,), (60,), (24,))


def test_a3_once_four_rows_are_left_another_one_may_be_played() -> None:
    state = table("30/45/50/60/23", "5,103/46,104", "-/fifth-row")
    state.play(5, 46)
    say(state, "row 1")
    assert texts(state) == ["none", "fifth-row"]


# 7 nimmt!.


def test_a12_the_20_becomes_the_sixth_card_and_the_22_takes_six() -> None:
    """A4: Bernd does not have to take the row; whoever adds the seventh card does."""
    state = asked(table("3,5,11,13,17/40/50/60", "20,103/22,104", "seven/-"), 20, 22)
    happened = say(state, "seven")
    assert happened[:2] == (SpecialPlayed(0, 20, "seven"), Placed(0, 20, 0, (), 0, low=False))
    assert happened[2] == Placed(1, 22, 0, (*FULL_ROW, 20), 13, low=False)
    assert state.rows[0] == (22,)
    assert state.penalties == (0, 13)
    assert state.discards == counted("seven")
    assert state.view(0).capacities == (5, 5, 5, 5)


def test_a4_a_row_with_seven_holds_six() -> None:
    state = asked(table("3,5,11,13,17/40/50/60", "20,103/41,104", "seven/-"), 20, 41)
    say(state, "seven")
    view = state.view(1)
    assert state.rows[0] == (*FULL_ROW, 20)
    assert (view.capacities, view.sevens) == ((6, 5, 5, 5), (True, False, False, False))
    assert state.discards == counted()


def test_a4_it_may_go_to_a_row_that_is_not_full() -> None:
    state = asked(table("3/40/50/60", "20,21,22,23/24,25,26,27", "seven/-"), 20, 24)
    say(state, "seven")
    assert state.rows[0] == (3, 20, 24)
    state.play(21, 25)
    say(state, "row 1")  # the 21 is a low card now: 24 is the lowest end
    assert state.discards == counted("seven")


def test_a4_six_cards_lie_there_and_only_the_seventh_takes_them() -> None:
    state = table("3,5,11,13/40/50/60", "20,24,103/22,25,104", fields="sevens=1")
    state.play(20, 22)
    assert state.rows[0] == (3, 5, 11, 13, 20, 22)
    state.play(24, 25)
    assert state.piles == ((3, 5, 11, 13, 20, 22), ())
    assert list(state.rows[0]) == [24, 25]
    assert state.view(0).sevens == (False,) * 4


def test_a4_one_per_row_at_most() -> None:
    state = table("3,5,11,13,17/40/50/60", "20,103/41,104", "seven/seven", fields="sevens=1")
    state.play(20, 41)
    assert state.to_act == (1,)  # seat 0 was not asked; the 41 goes to another row
    assert texts(state) == ["none", "seven"]


def test_a14_not_with_a_low_card() -> None:
    state = table("30/40/50/60", "20,103/41,104", "seven/-")
    state.play(20, 41)
    assert state.kind is Kind.ROW


def test_a14_only_on_the_open_row_that_b3_sends_the_card_to() -> None:
    state = asked(table("15/18/50/60", "20,103/51,104", "seven/-", fields="stops=2"), 20, 51)
    say(state, "seven")
    assert state.rows[:2] == ((15, 20), (18,))
    assert state.view(0).sevens == (True, False, False, False)


def test_a14_it_adds_one_place_whatever_a_row_holds() -> None:
    state = table("10,12/40/50/60", "20,103/21,104", "seven/-", "capacity=2")
    asked(state, 20, 21)
    say(state, "seven")
    assert state.piles == ((), (10, 12, 20))


# Insert.


def test_a12_the_10_is_inserted_between_the_5_and_the_11() -> None:
    """A5: it is a low card, yet Christian takes nothing."""
    state = asked(table("5,11/22/33/44", "10,103/45,104", "insert/-"), 10, 45)
    assert texts(state) == ["none", "insert row 1", "insert row 2", "insert row 3", "insert row 4"]
    happened = say(state, "insert row 1")
    assert happened[:2] == (SpecialPlayed(0, 10, "insert row 1"), Placed(0, 10, 0, (), 0, low=False))
    assert state.rows[0] == (5, 10, 11)
    assert state.penalties == (0, 0)
    assert state.discards == counted("insert")


def test_a5_at_the_start_of_a_row() -> None:
    state = asked(table("5,11/22/33/44", "10,103/45,104", "insert/-"), 10, 45)
    say(state, "insert row 3")
    assert state.rows[2] == (10, 33)


def test_a5_into_a_full_row_all_but_the_highest_card_are_taken() -> None:
    state = asked(table("5,11,14,16,18/22/33/44", "10,103/45,104", "insert/-"), 10, 45)
    happened = say(state, "insert row 1")
    assert happened[1] == Placed(0, 10, 0, (5, 10, 11, 14, 16), 12, low=False)
    assert state.rows[0] == (18,)
    assert state.penalties[0] == total_bullheads((5, 10, 11, 14, 16))


def test_a17_a_card_must_be_lower_than_the_end_of_the_row_and_the_row_open() -> None:
    state = asked(table("5,11/22/33/44", "25,103/45,104", "insert/-", fields="stops=3"), 25, 45)
    assert texts(state) == ["none", "insert row 4"]


def test_a5_the_option_allows_the_end_of_any_open_row() -> None:
    """A17: rows under a Stop are still left out."""
    state = asked(table("5,11/22/33/44", "25,103/45,104", "insert/-", "insert_end=1", "stops=3"), 25, 45)
    assert texts(state) == ["none", "insert row 1", "insert row 2", "insert row 4"]
    say(state, "insert row 1")  # 22 would be closer
    assert state.rows[0] == (5, 11, 25)


def test_a17_at_the_end_of_a_full_row_the_card_is_the_highest_and_stays() -> None:
    state = asked(table("3,5,11,13,17/22/33/44", "25,103/45,104", "insert/-", "insert_end=1"), 25, 45)
    say(state, "insert row 1")
    assert (state.piles[0], state.rows[0]) == (FULL_ROW, (25,))


def test_a17_into_a_full_row_while_five_rows_are_out_everything_goes() -> None:
    state = asked(table("5,11,14,16,18/22/33/44/60", "10,103/45,104", "insert/-"), 10, 45)
    say(state, "insert row 1")
    assert state.piles[0] == (5, 10, 11, 14, 16, 18)
    assert state.rows == ((22,), (33,), (44, 45), (60,))
    assert state.discards == counted("insert", "fifth-row")


def test_a5_a_row_with_seven_is_full_with_six() -> None:
    state = asked(table("5,11,14,16,18/22/33/44", "10,103/45,104", "insert/-", fields="sevens=1"), 10, 45)
    say(state, "insert row 1")
    assert state.rows[0] == (5, 10, 11, 14, 16, 18)
    assert state.penalties == (0, 0)


# Replace.


def david() -> State:
    """A 25 that would follow the 17 and take the row; a 15 would follow the 10."""
    return table("3,5,11,13,17/10/40/50", "15,25/60,104", "replace/-")


def test_a12_the_25_is_taken_back_and_a_15_follows_the_10() -> None:
    """A6: David takes nothing."""
    state = asked(david(), 25, 60)
    assert texts(state) == ["none", "replace 15"]
    happened = say(state, "replace 15")
    assert happened[:2] == (SpecialPlayed(0, 25, "replace 15"), Placed(0, 15, 1, (), 0, low=False))
    assert state.rows[:2] == (FULL_ROW, (10, 15))
    assert state.hands[0] == (25,)
    assert state.discards == counted("replace")


def test_a6_the_new_card_follows_the_ordinary_rules() -> None:
    full = asked(table("3,5,11,13,17/10/40/50", "18,41/60,104", "replace/-"), 41, 60)
    say(full, "replace 18")
    assert full.piles[0] == FULL_ROW
    low = asked(table("3,5,11,13,17/10/40/50", "2,41/60,104", "replace/-"), 41, 60)
    say(low, "replace 2")
    assert low.decision(0) == Decision(Kind.ROW, 0, (0, 1, 2, 3))
    assert low.view(1).revealed == (2, 60)
    say(low, "row 2")
    assert low.piles[0] == (10,)


def test_a6_the_order_of_the_others_does_not_change() -> None:
    """Seat 0 was second with its 25 and stays second, though its 90 is the highest card now."""
    state = table("10/20/40/50", "25,90,101/11,102,99/51,103,104", "replace/-/-")
    asked(state, 25, 11, 51)
    assert (state.view(0).order, state.view(0).placed) == ((1, 0, 2), 1)
    happened = say(state, "replace 90")
    assert [record.card for record in happened if isinstance(record, Placed)] == [90, 51]
    assert state.rows == ((10, 11), (20,), (40, 51), (50, 90))  # the 90 came first, so the 51 finds no 50


def test_a6_not_with_an_empty_hand() -> None:
    state = table("3,5,11,13,17/10/40/50", "25/60", "replace/-")
    state.play(25, 60)
    assert state.kind is Kind.SWAP  # the row is taken without a question before it


def test_a22_the_card_brought_back_is_known_to_all() -> None:
    state = asked(david(), 25, 60)
    say(state, "replace 15")
    for seat in range(2):
        assert state.view(seat).shown == ((25,), ())
        assert 25 not in state.view(seat).unseen
    assert state.can_act(0, 25)


def test_a22_no_other_special_card_goes_with_the_card_placed_instead() -> None:
    """The 18 has to take the full row, though 5th Row, 7 nimmt! and Negative=Positive would all have helped."""
    state = table("3,5,11,13,17/10/40/50", "18,41/60,104", "replace,fifth-row,seven,negative/-")
    asked(state, 41, 60)
    say(state, "replace 18")
    assert state.piles[0] == FULL_ROW
    assert state.penalties[0] == 10
    assert state.kind is Kind.SWAP


# Shift.


def ekaterina() -> State:
    """A 24 that would follow the 22 and take the row."""
    return table("3,5,13,19,22/10,17/12/60", "24,103/61,104", "shift/-")


def test_a12_the_13_moves_between_the_10_and_the_17_and_the_24_follows_the_22() -> None:
    """A7: there is room then, and nothing is taken."""
    state = asked(ekaterina(), 24, 61)
    happened = say(state, "shift 13 to row 2")
    assert happened[:2] == (SpecialPlayed(0, 24, "shift 13 to row 2"), Placed(0, 24, 0, (), 0, low=False))
    assert state.rows[:2] == ((3, 5, 19, 22, 24), (10, 13, 17))
    assert state.penalties == (0, 0)
    assert state.discards == counted("shift")


def test_a12_the_only_card_of_a_row_moves_and_the_24_starts_the_row() -> None:
    """A7, second example: though the 22 would be closest."""
    state = asked(ekaterina(), 24, 61)
    say(state, "shift 12 to row 2")
    assert state.rows[:3] == ((3, 5, 13, 19, 22), (10, 12, 17), (24,))
    assert state.penalties == (0, 0)


def test_a7_every_card_to_every_other_row_that_is_not_full() -> None:
    state = asked(ekaterina(), 24, 61)
    rows = {3: 1, 5: 1, 13: 1, 19: 1, 22: 1, 10: 2, 17: 2, 12: 3, 60: 4}
    assert plays(state, "shift") == [
        f"shift {card} to row {row}" for card in sorted(rows) for row in (2, 3, 4) if row != rows[card]
    ]


def test_a7_not_from_or_to_a_row_with_stop() -> None:
    state = asked(table("3,5/10,17/12/60", "24,103/61,104", "shift/-", fields="stops=2,4"), 24, 61)
    assert plays(state, "shift") == ["shift 3 to row 3", "shift 5 to row 3", "shift 12 to row 1"]


def test_a7_a_row_with_seven_has_room_for_a_sixth_card() -> None:
    state = asked(table("3,5,13,19,22/10,17/12/60", "24,103/61,104", "shift/-", fields="sevens=1"), 24, 61)
    say(state, "shift 12 to row 1")
    assert state.rows[0] == (3, 5, 12, 13, 19, 22)
    assert state.rows[2] == (24,)


def test_a15_a_card_of_a_full_row_may_move_and_goes_where_ascending_order_says() -> None:
    for card, row in ((3, (3, 10, 17)), (13, (10, 13, 17)), (19, (10, 17, 19))):
        state = asked(ekaterina(), 24, 61)
        say(state, f"shift {card} to row 2")
        assert state.rows[1] == row


def test_a15_the_number_card_is_placed_on_the_rows_as_they_are_after_the_shift() -> None:
    state = asked(table("3,22/10/40/60", "24,103/61,104", "shift/-"), 24, 61)
    say(state, "shift 22 to row 3")
    assert state.rows[:3] == ((3,), (10, 24), (22, 40))
    low = asked(table("3,22/26/40/60", "12,103/61,104", "shift/-"), 12, 61)
    say(low, "shift 3 to row 2")
    assert low.decision(0) == Decision(Kind.ROW, 0, (0, 1, 2, 3))


def test_a15_an_emptied_row_keeps_its_seven() -> None:
    state = asked(table("3,5/10,17/12/60", "24,103/61,104", "shift/-", fields="sevens=3"), 24, 61)
    say(state, "shift 12 to row 2")
    view = state.view(0)
    assert (state.rows[2], view.sevens[2], view.capacities[2]) == ((24,), True, 6)


# Stop.


def frauke() -> State:
    """A 22 that would take the top row; the row below ends with 19."""
    return table("2,4,8,16,21/19/40/50", "22,103/60,104", "stop/-")


def test_a12_stop_on_the_top_row_and_the_22_goes_to_the_row_below() -> None:
    """A8: Frauke takes nothing."""
    state = asked(frauke(), 22, 60)
    assert texts(state) == ["none", "stop row 1", "stop row 2", "stop row 3", "stop row 4"]
    happened = say(state, "stop row 1")
    assert happened[:2] == (SpecialPlayed(0, 22, "stop row 1"), Placed(0, 22, 1, (), 0, low=False))
    assert state.rows[:2] == ((2, 4, 8, 16, 21), (19, 22))
    assert state.view(1).stopped == (True, False, False, False)
    assert state.discards == counted()


def test_a8_nothing_is_added_to_a_blocked_row() -> None:
    state = table("10/20/40/50", "21,103/60,104", fields="stops=2")
    state.play(21, 60)
    assert state.rows == ((10, 21), (20,), (40,), (50, 60))


def test_a8_a_card_below_all_open_ends_is_low_and_takes_an_open_row() -> None:
    state = table("10/20/40/50", "21,103/60,104", fields="stops=1,2")
    state.play(21, 60)
    assert texts(state) == ["row 3", "row 4"]


def test_a8_at_most_two_at_once() -> None:
    state = table("10/20/40/50", "21,103/60,104", "stop/-", fields="stops=1,3")
    state.play(21, 60)
    assert state.kind is Kind.CARD  # nobody was asked
    with pytest.raises(NotationError, match="at most two Stops"):
        table("10/20/40/50", "21,103/60,104", fields="stops=1,2,3")
    one = asked(table("10/20/40/50", "21,103/60,104", "stop/-", fields="stops=1"), 21, 60)
    assert texts(one) == ["none", "stop row 2", "stop row 3", "stop row 4"]


def test_a8_all_go_when_a_row_is_next_taken() -> None:
    state = table("10/20/40/50", "5,103/6,104", fields="stops=1,2")
    state.play(5, 6)
    assert texts(state) == ["row 3", "row 4"]
    say(state, "row 3")
    assert state.rows == ((10,), (20,), (5, 6), (50,))
    assert state.view(0).stopped == (False,) * 4
    assert state.discards == counted("stop", "stop")


def test_a8_stop_beside_seven() -> None:
    state = asked(table("2,4/19/40/50", "22,103/60,104", "stop/-", fields="sevens=2"), 22, 60)
    say(state, "stop row 2")
    view = state.view(0)
    assert (view.stopped[1], view.sevens[1]) == (True, True)
    assert state.rows[0] == (2, 4, 22)


def test_a16_one_row_must_be_open_afterwards() -> None:
    two = asked(table("10/50", "21,103/60,104", "stop/stop"), 21, 60)
    say(two, "stop row 2")
    assert two.kind is Kind.CARD  # seat 1 was not asked: only row 1 is open
    assert two.rows == ((10, 21, 60), (50,))
    one = table("10", "21,103/60,104", "stop/-")
    one.play(21, 60)
    assert one.kind is Kind.CARD


def test_a16_a_row_that_is_blocked_already_gets_no_second_stop() -> None:
    state = asked(table("10/20/40/50", "21,103/60,104", "stop/-", fields="stops=4"), 21, 60)
    assert plays(state, "stop") == ["stop row 1", "stop row 2", "stop row 3"]


# Negative=Positive.


def test_a12_the_20_takes_ten_bullheads_and_the_11_cancels_the_other_five() -> None:
    """A9: Gabi's full row. 3, 5, 13 and 17 have five bullheads, as many as the 11."""
    state = asked(table("3,5,11,13,17/40/50/60", "20,103/41,104", "negative/-", fields="piles=1,2/-"), 20, 41)
    assert plays(state, "negative") == [f"negative {card}" for card in FULL_ROW]
    happened = say(state, "negative 11")
    assert happened[:2] == (SpecialPlayed(0, 20, "negative 11"), Placed(0, 20, 0, FULL_ROW, 10, low=False))
    assert state.penalties == (2, 0)  # as before
    assert state.rows[0] == (20,)
    assert state.discards == counted("negative")


@pytest.mark.parametrize(
    ("pile", "before", "after"), [("1,2,4,6,7,8,9,12", 8, 4), ("1,2,4,6", 4, 0), ("1,2", 2, 0), ("-", 0, 0)]
)
def test_a12_the_3_takes_the_11_and_the_13_and_up_to_four_more_are_cancelled(
    pile: str, before: int, after: int
) -> None:
    """A9: Holger's low card. 13 has one bullhead, so four of the 11's five are left; what is too much is lost."""
    state = table("11,13/40/50/60", "3,103/41,104", "negative/-", fields=f"piles={pile}/-")
    assert state.penalties == (before, 0)
    asked(state, 3, 41)
    happened = say(state, "negative 11")
    assert happened[1] == Placed(0, 3, 0, (11, 13), 6, low=True)
    assert state.penalties == (after, 0)
    assert state.rows[0] == (3,)


def test_a9_only_when_about_to_take_a_row() -> None:
    state = table("3,5,11,13/40/50/60", "20,103/41,104", "negative/-")
    state.play(20, 41)
    assert state.kind is Kind.CARD  # nobody was asked


def test_a9_the_card_of_one_bullhead_still_counts_double() -> None:
    state = asked(table("3,5,11,13,17/40/50/60", "20,103/41,104", "negative/-"), 20, 41)
    say(state, "negative 3")
    assert state.penalties == (10 - 2, 0)


def test_a19_with_a_low_card_the_named_card_says_which_row() -> None:
    state = asked(table("11,13/40/50/60", "3,103/41,104", "negative/-", fields="stops=3"), 3, 41)
    assert plays(state, "negative") == ["negative 11", "negative 13", "negative 40", "negative 60"]
    say(state, "negative 40")
    assert state.piles[0] == (40,)
    assert state.rows == ((11, 13, 41), (3,), (50,), (60,))


def test_a19_the_number_card_can_never_be_named_and_counts_with_five_rows_out() -> None:
    state = table("3,5,11,13,17/40/50/60/70", "22,103/41,104", "negative/-")
    asked(state, 22, 41)
    assert "negative 22" not in texts(state)
    with pytest.raises(IllegalAction, match="cannot play 'negative 22'"):
        say(state, "negative 22")
    say(state, "negative 11")
    assert state.piles[0] == (*FULL_ROW, 22)
    assert state.penalties == (10 + 5 - 2 * 5, 0)


def test_a19_what_would_go_below_zero_is_not_saved_for_later() -> None:
    state = asked(table("11/40/50/60", "3,4,103/41,5,104", "negative/-"), 3, 41)
    say(state, "negative 11")
    assert state.penalties == (0, 0)  # 5 - 10 is not kept as -5
    state.play(4, 5)
    assert state.rows[0] == (3, 4, 5)
    later = table("11/40/50/60", "3,103/41,104", fields="piles=22/- penalties=0/0")
    later.play(3, 41)
    say(later, "row 1")
    assert later.penalties == (5, 0)


# Everything at once.


def test_actions_of_the_largest_table_fit() -> None:
    """A7: seven rows of fourteen cards, each of which may shift to six other rows."""
    rows = "/".join(",".join(str(7 * place + row) for place in range(14)) for row in range(1, 8))
    text = f"anniversary(players=2,hand=2,rows=7,capacity=30) rows={rows} hands=99,100/101,102 specials=shift/-"
    state = parse_position(text)
    state.play(99, 101)
    assert MOST_ACTIONS >= 1 + 98 * 6  # first, for nothing guards what is written beyond
    assert len(texts(state)) == 1 + 98 * 6
