"""B: the base game, clause by clause."""

from __future__ import annotations

import pytest

from game.deal import Deal
from game.decision import Decision, IllegalAction, Kind
from game.position import parse_position
from game.records import MatchEnded, Placed, Revealed, RoundEnded
from game.rules import Rules
from game.state import State


@pytest.mark.parametrize("players", range(2, 11))
def test_b1_ten_cards_each_and_four_rows_of_one_card(players: int) -> None:
    state = State.deal(Rules(players=players), seed=1)
    assert [len(hand) for hand in state.hands] == [10] * players
    assert [len(row) for row in state.rows] == [1] * 4
    cards = [card for group in (*state.hands, *state.rows) for card in group]
    assert len(set(cards)) == 10 * players + 4
    assert all(1 <= card <= 104 for card in cards)
    assert state.piles == ((),) * players


def test_b1_the_rest_of_the_deck_is_out_of_the_round() -> None:
    state = State.deal(Rules(players=2), seed=1)
    dealt = {card for group in (*state.hands, *state.rows) for card in group}
    while not state.round_over:
        for seat in state.to_act:
            decision = state.decision(seat)
            assert decision is not None
            state.act(seat, decision.actions[0])
    assert {card for group in (*state.rows, *state.piles) for card in group} == dealt


def test_b2_everybody_chooses_before_anything_is_revealed() -> None:
    state = parse_position("base(players=3,hand=2,rows=1) rows=50 hands=61,71/62,72/63,73")
    assert list(state.to_act) == [0, 1, 2]
    assert state.act(2, 63) == ()
    assert state.act(0, 61) == ()
    assert (list(state.rows), list(state.to_act)) == ([(50,)], [1])
    happened = state.act(1, 72)
    assert happened[0] == Revealed((61, 72, 63))
    assert list(state.to_act) == [0, 1, 2]


def test_b2_a_chosen_card_cannot_be_changed() -> None:
    state = parse_position("base(players=2,hand=2,rows=1) rows=50 hands=61,71/62,72")
    state.act(0, 61)
    assert state.decision(0) is None
    with pytest.raises(IllegalAction, match="not for seat 1 to act now, but for seat 2"):
        state.act(0, 71)


def test_b2_the_lowest_card_is_placed_first() -> None:
    state = parse_position("base(players=4,hand=1,rows=1) rows=50 hands=90/70/60/80")
    happened = state.play(90, 70, 60, 80)
    assert [(one.seat, one.card) for one in happened if isinstance(one, Placed)] == [(2, 60), (1, 70), (3, 80), (0, 90)]
    assert state.rows == ((50, 60, 70, 80, 90),)


@pytest.mark.parametrize(("card", "row"), [(13, 0), (36, 0), (38, 1), (44, 2), (57, 2), (59, 3), (104, 3)])
def test_b3_a_card_goes_to_the_highest_last_card_below_it(card: int, row: int) -> None:
    state = parse_position(f"base(players=2,hand=1) rows=12/37/43/58 hands={card}/103")
    happened = state.play(card, 103)
    assert Placed(0, card, row, (), 0, low=False) in happened


def test_b3_rows_need_not_be_in_order() -> None:
    state = parse_position("base(players=2,hand=1) rows=58/12/43/37 hands=40/13")
    state.play(40, 13)
    assert state.rows == ((58,), (12, 13), (43,), (37, 40))


def test_b4_the_fifth_card_is_safe() -> None:
    state = parse_position("base(players=2,hand=1,rows=1) rows=1,2,3 hands=4/5")
    state.play(4, 5)
    assert (state.rows, state.penalties) == (((1, 2, 3, 4, 5),), (0, 0))


def test_b4_the_sixth_card_takes_five_and_starts_the_row() -> None:
    state = parse_position("base(players=2,hand=1,rows=1) rows=10,11,12,13 hands=14/55")
    happened = state.play(14, 55)
    assert Placed(1, 55, 0, (10, 11, 12, 13, 14), 11, low=False) in happened
    assert state.rows == ((55,),)
    assert state.piles == ((), (10, 11, 12, 13, 14))
    assert state.penalties == (0, 11)


def test_b4_two_may_take_the_same_row_in_one_turn() -> None:
    state = parse_position("base(players=3,hand=1,rows=1,capacity=1) rows=10 hands=11/55/60")
    state.play(11, 55, 60)
    assert state.piles == ((10,), (11,), (55,))
    assert state.penalties == (3, 5, 7)


def test_b4_rows_may_have_capacities_of_their_own() -> None:
    state = parse_position("base(players=2,hand=1,rows=2,capacity=2-1) rows=10/50 hands=11/51")
    state.play(11, 51)
    assert (state.rows, state.piles) == (((10, 11), (51,)), ((), (50,)))


@pytest.mark.parametrize("row", range(4))
def test_b5_low_card_takes_any_row(row: int) -> None:
    state = parse_position("base(players=2,hand=2) rows=12,14/37/43,44/55,61 hands=3,104/70,103")
    happened = state.play(3, 70)
    assert happened == (Revealed((3, 70)),)
    assert (state.kind, state.to_act) == (Kind.ROW, (0,))
    assert state.decision(0) == Decision(Kind.ROW, 0, (0, 1, 2, 3))
    assert state.decision(1) is None
    taken = state.rows[row]
    happened = state.act(0, row)
    assert isinstance(happened[0], Placed)
    assert (happened[0].row, happened[0].taken, happened[0].low) == (row, taken, True)
    assert state.rows[row][0] == 3
    assert state.piles[0] == taken


def test_b5_the_choice_is_made_when_all_cards_are_revealed_and_none_after_it_is_placed() -> None:
    state = parse_position("base(players=3,hand=1,rows=2) rows=40/50 hands=60/3/41")
    state.play(60, 3, 41)
    assert state.view(1).revealed == (60, 3, 41)
    assert list(state.rows) == [(40,), (50,)]
    happened = state.act(1, 0)
    assert [one.card for one in happened if isinstance(one, Placed)] == [3, 41, 60]
    assert state.rows == ((3, 41), (50, 60))


def test_b5_a_low_card_may_take_a_full_row() -> None:
    state = parse_position("base(players=2,hand=1,rows=2) rows=40,41,42,43,44/50 hands=3/60")
    state.play(3, 60)
    state.act(0, 0)
    assert state.rows == ((3,), (50, 60))
    assert state.penalties == (3 + 1 + 1 + 1 + 5, 0)


def test_b5_the_choice_is_never_made_for_the_player_however_dear() -> None:
    state = parse_position("base(players=2,hand=1,rows=2) rows=54,55/50 hands=3/60")
    state.play(3, 60)
    assert state.kind is Kind.ROW
    state.act(0, 0)
    assert state.penalties[0] == 8


def test_b6_taken_cards_never_return_to_the_hand() -> None:
    state = parse_position("base(players=2,hand=2,rows=1,capacity=1) rows=10 hands=11,20/30,40")
    state.play(11, 30)
    assert state.hands == ((20,), (40,))
    assert state.piles == ((10,), (11,))


@pytest.mark.parametrize("players", [2, 10])
def test_b6_ten_turns_make_a_round(players: int) -> None:
    state = State.deal(Rules(players=players), seed=3)
    turns = 0
    happened: tuple[object, ...] = ()
    while not state.round_over:
        assert (state.turn, state.kind) == (turns, Kind.CARD)
        happened = state.play(*(hand[0] for hand in state.hands))
        while state.kind is Kind.ROW:
            happened = state.act(state.to_act[0], 0)
        turns += 1
    assert turns == 10
    assert RoundEnded(0, state.penalties) in happened
    assert (state.kind, state.to_act, state.decision(0)) == (None, (), None)


def test_b6_bullheads_in_the_pile_are_penalty_points() -> None:
    state = parse_position("base(players=2,hand=1,rows=1) rows=11,22,33,44,55 hands=66/77")
    state.play(66, 77)
    assert (state.piles[0], state.penalties[0]) == ((11, 22, 33, 44, 55), 5 + 5 + 5 + 5 + 7)
    assert state.scores == state.penalties


def test_b9_a_taken_row_begins_again_in_the_same_place() -> None:
    state = parse_position("base(players=2,hand=1) rows=12/37/43/58 hands=3/4")
    state.play(3, 4)
    state.act(0, 2)
    assert state.rows == ((12,), (37,), (3, 4), (58,))


def test_b11_the_last_card_of_a_hand_is_asked_for() -> None:
    state = parse_position("base(players=2,hand=2,rows=1) rows=50 hands=61,71/62,72")
    state.play(61, 62)
    assert state.to_act == (0, 1)
    assert state.decision(0) == Decision(Kind.CARD, 0, (71,))


def test_b11_a_single_row_is_asked_for() -> None:
    state = parse_position("base(players=2,hand=1,rows=1) rows=50 hands=3/62")
    state.play(3, 62)
    assert state.decision(0) == Decision(Kind.ROW, 0, (0,))


def test_a_round_starts_with_a_given_deal() -> None:
    deal = Deal(((2, 7, 8), (1, 3, 6)), (5, 4))
    state = State.start(Rules(players=2, hand=3, rows=2, deck=8, rounds=1), deal)
    assert (state.hands, state.rows) == (deal.hands, ((5,), (4,)))
    assert state.deals == [deal]
    state.play(8, 6)
    state.play(7, 3)
    state.act(1, 0)
    happened = (*state.play(2, 1), *state.act(1, 1))
    # The 3 took 5 6 8 (2 + 1 + 1), the 7 followed the 4, and the 1 took 4 7 (1 + 1).
    assert state.penalties == (0, 6)
    assert happened[-2:] == (RoundEnded(0, (0, 6)), MatchEnded((0, 6), (0,)))
    assert state.actions == [[(0, 8), (1, 6), (0, 7), (1, 3), (1, 0), (0, 2), (1, 1), (1, 1)]]
