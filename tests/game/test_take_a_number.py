"""Take a Number, clause by clause (N1 to N13): the worked examples of 002 first, then what the clauses add."""

from __future__ import annotations

import pytest

from game.cards import total_bullheads
from game.deal import Deal
from game.decision import Decision, IllegalAction, Kind
from game.position import parse_position
from game.records import Kept, MatchEnded, Placed, Revealed, RoundEnded
from game.rules import Rules, RulesError
from game.state import State
from game.text import NotationError
from tests.game.new_games import NUMBER_FULL, decision_of, number_table, say, texts

# The three rows of the book's pictures; spare cards keep everybody in play.
START = "98/12/50"
HANDS = "18,43,59,99/22,66,81,97/60,89,94,96"


# Worked examples.


def test_n9_first_picture_18_and_22_go_to_the_middle_row_and_60_to_the_bottom_row() -> None:
    """N3: ascending order and least difference, over three rows."""
    state = number_table(START, HANDS)
    happened = state.play(18, 22, 60)
    assert happened == (
        Revealed((18, 22, 60)),
        Placed(0, 18, 1, (), 0, low=False),
        Placed(1, 22, 1, (), 0, low=False),
        Placed(2, 60, 2, (), 0, low=False),
    )
    assert state.rows == ((98,), (12, 18, 22), (50, 60))
    assert (state.kind, state.turn) == (Kind.CARD, 1)


def test_n9_second_picture_the_59_takes_the_three_cards_of_row_4() -> None:
    """N4: the 59 would be the fourth card there. N6: one of the three goes to the #-row, two to the hand."""
    state = number_table("98/12,18,22/50,60", "43,59,99/66,81,97/89,94,96")
    happened = state.play(59, 81, 94)
    assert happened[1] == Placed(0, 59, 1, (12, 18, 22), 7, low=False)
    assert state.rows == ((98,), (59,), (50, 60))
    assert state.decision(0) == Decision(Kind.KEEP, 0, (12, 18, 22))
    happened = say(state, "keep 18")
    assert happened[0] == Kept(0, 18, ())
    assert state.hands[0] == (12, 22, 43, 99)
    assert state.number_rows == ((18,), (), ())
    assert list(state.rows) == [(98,), (59,), (50, 60, 81, 94)]


def test_n9_third_picture_the_43_takes_the_middle_row_which_is_only_the_59() -> None:
    """N5: too low for every row, so any one is taken. N6: a single card goes to the #-row unasked."""
    state = number_table("98/59/50,60,81,94", "12,22,43,99/66,97/89,96", "numbers=18/-/-")
    state.play(43, 66, 89)
    assert state.decision(0) == Decision(Kind.ROW, 0, (0, 1, 2))
    happened = say(state, "row 2")
    assert happened[:2] == (Placed(0, 43, 1, (59,), 1, low=True), Kept(0, 59, ()))
    assert state.number_rows[0] == (18, 59)
    assert state.hands[0] == (12, 22, 99)
    assert state.rows == ((98,), (43, 66, 89), (50, 60, 81, 94))


def test_n9_the_three_pictures_in_one_game() -> None:
    state = number_table(START, HANDS)
    state.play(18, 22, 60)
    state.play(59, 81, 94)
    say(state, "keep 18")
    state.play(43, 66, 89)
    say(state, "row 2")
    assert state.rows == ((98,), (43, 66, 89), (50, 60, 81, 94))
    assert state.hands == ((12, 22, 99), (97,), (96,))
    assert state.number_rows == ((18, 59), (), ())
    assert (state.turn, state.piles, state.penalties) == (3, ((), (), ()), (0, 0, 0))


@pytest.mark.parametrize(("kept", "to_hand"), [(12, 18), (18, 12)])
def test_n9_picture_of_a_number_row_that_goes_to_the_pile(kept: int, to_hand: int) -> None:
    """N7: two cards are taken, both lower than the end of the #-row; it goes, one starts it, one goes to the hand."""
    state = number_table("12,18/60/70", "20,99/61,98", "numbers=40,77/-")
    state.play(20, 61)
    happened = say(state, f"keep {kept}")
    assert happened[0] == Kept(0, kept, (40, 77))
    assert state.piles == ((40, 77), ())
    assert state.number_rows == ((kept,), ())
    assert state.hands[0] == (to_hand, 99)


def test_n9_the_score_of_23() -> None:
    """N8: five bullheads in the hand and nine in the #-pile make 5 + 2 · 9, whatever is in the #-row."""
    hand, pile, row = (1, 2, 10), (3, 11, 30), (50, 55)
    assert (total_bullheads(hand), total_bullheads(pile), total_bullheads(row)) == (5, 9, 10)
    state = number_table("60/70/80", "1,2,10,61/71", "piles=3,11,30/- numbers=50,55/-")
    happened = state.play(61, 71)
    assert state.penalties == (23, 0)
    assert happened[-1] == RoundEnded(0, (23, 0))


# Set-up.


def test_n1_three_rows_eight_cards_each_and_empty_number_rows() -> None:
    state = State.deal(NUMBER_FULL[2], seed=5)
    assert [len(row) for row in state.rows] == [1, 1, 1]
    assert [len(hand) for hand in state.hands] == [8] * 4
    assert state.number_rows == ((),) * 4
    assert state.rules.deck == 100  # C2
    assert state.view(0).capacities == (2, 3, 4)


def test_n1_the_option_deals_a_starter_to_each_number_row() -> None:
    rules = Rules.preset("take-a-number", players=4, starters=True)
    state = State.deal(rules, seed=5)
    assert [len(row) for row in state.number_rows] == [1] * 4
    dealt = [card for cards in (*state.hands, *state.rows, *state.number_rows) for card in cards]
    assert len(set(dealt)) == len(dealt) == rules.cards_dealt == 39
    assert state.view(3).number_rows == state.number_rows  # face up
    with pytest.raises(NotationError, match="0 starters, not 4"):
        State.start(rules, Deal.make(NUMBER_FULL[2]))


@pytest.mark.parametrize("players", range(2, 11))
def test_n2_two_to_ten_players(players: int) -> None:
    state = State.deal(Rules.preset("take-a-number", players=players), seed=1)
    assert state.to_act == tuple(range(players))


@pytest.mark.parametrize("players", [1, 11])
def test_n2_not_fewer_and_not_more_players(players: int) -> None:
    with pytest.raises(RulesError, match="2 to 10 players"):
        Rules.preset("take-a-number", players=players)


# A turn.


def test_n3_lowest_card_first_whoever_played_it() -> None:
    state = number_table(START, "60,99/22,97/18,96")
    happened = state.play(60, 22, 18)
    assert [(record.seat, record.card) for record in happened if isinstance(record, Placed)] == [
        (2, 18),
        (1, 22),
        (0, 60),
    ]
    assert state.rows == ((98,), (12, 18, 22), (50, 60))


@pytest.mark.parametrize(
    ("rows", "card", "row", "taken"),
    [("10,11/60/70", 12, 0, (10, 11)), ("60/10,11,12/70", 13, 1, (10, 11, 12)), ("60/70/1,2,3,4", 5, 2, (1, 2, 3, 4))],
)
def test_n4_the_kth_card_of_row_k_takes_the_cards_before_it(
    rows: str, card: int, row: int, taken: tuple[int, ...]
) -> None:
    state = number_table(rows, f"{card},99/98,100")
    happened = state.play(card, 98)
    assert happened[1] == Placed(0, card, row, taken, total_bullheads(taken), low=False)
    assert state.rows[row] == (card,)


@pytest.mark.parametrize("rows", ["10/60/70", "60/10,11/70", "60/70/1,2,3"])
def test_n4_one_card_fewer_and_nothing_is_taken(rows: str) -> None:
    state = number_table(rows, "13,99/98,100")
    state.play(13, 98)
    assert any(13 in row and len(row) > 1 for row in state.rows)
    assert (state.kind, state.number_rows) == (Kind.CARD, ((), ()))


def test_n4_a_row_never_holds_as_many_cards_as_its_name_says() -> None:
    for rows in ("10,11,12/60/70", "60/10,11,12,13/70", "60/70/1,2,3,4,5"):
        with pytest.raises(NotationError, match="holds at most"):
            number_table(rows, "14,99/98,100")


@pytest.mark.parametrize("row", range(3))
def test_n5_a_low_card_takes_any_row_of_choice(row: int) -> None:
    state = number_table("10,11/20,22/30,33,40", "5,99/98,100")
    state.play(5, 98)
    assert texts(state) == ["row 1", "row 2", "row 3"]
    taken = state.rows[row]
    happened = say(state, f"row {row + 1}")
    assert happened == (Placed(0, 5, row, taken, total_bullheads(taken), low=True),)
    assert state.rows[row] == (5,)
    assert state.decision(0) == Decision(Kind.KEEP, 0, taken)


@pytest.mark.parametrize("kept", [30, 33, 40])
def test_n6_any_of_the_taken_cards_may_be_kept_and_the_others_are_playable_from_the_next_turn_on(kept: int) -> None:
    state = number_table("60/70/28,30,33,40", "45,99/98,100")
    state.play(45, 98)
    assert state.hands[0] == (99,)  # not before the choice
    say(state, f"keep {kept}")
    others = {28, 30, 33, 40} - {kept}
    assert state.number_rows[0] == (kept,)
    assert set(state.hands[0]) == others | {99}
    assert all(state.can_act(0, card) for card in others)
    assert not state.can_act(0, kept)


def test_n6_a_card_that_was_not_taken_cannot_be_kept() -> None:
    state = number_table("60/70/28,30,33,40", "45,99/98,100", "numbers=50/-")
    state.play(45, 98)
    for card in (45, 50, 60, 99):
        with pytest.raises(IllegalAction, match="it has keep 28, keep 30, keep 33, keep 40"):
            say(state, f"keep {card}")


def test_n6_a_single_card_goes_to_the_number_row_and_nothing_is_asked() -> None:
    state = number_table("60/70/80", "5,99/98,100", "numbers=10/-")
    state.play(5, 98)
    say(state, "row 1")
    assert state.kind is Kind.CARD
    assert state.number_rows[0] == (10, 60)
    assert state.hands[0] == (99,)


def test_n7_a_higher_card_is_added_and_a_lower_one_sends_the_number_row_away() -> None:
    state = number_table("60/70/80", "5,6,7,99/97,98,100,96", "numbers=65/-")
    state.play(5, 96)
    assert say(state, "row 2")[1] == Kept(0, 70, ())
    assert (state.number_rows[0], state.piles[0]) == ((65, 70), ())
    assert state.rows == ((60,), (5,), (80, 96))
    state.play(6, 97)
    assert list(state.rows) == [(60,), (5, 6), (80, 96, 97)]
    state.play(7, 98)
    state.play(99, 100)
    assert state.decision(0) == Decision(Kind.KEEP, 0, (80, 96, 97, 98))
    low = number_table("60/70/80", "5,99/98,100", "numbers=65,75/- piles=3,4/-")
    low.play(5, 98)
    assert say(low, "row 2")[1] == Kept(0, 70, (65, 75))
    assert (low.number_rows[0], low.piles[0]) == ((70,), (3, 4, 65, 75))


def test_n10_the_choice_comes_at_once_before_another_card_is_placed() -> None:
    state = number_table("98/12,18,22/50,60", "43,59,99/66,81,97/89,94,96")
    state.play(59, 81, 94)
    assert state.to_act == (0,)
    assert state.rows[2] == (50, 60)  # 81 and 94 have to wait
    view = state.view(2)
    assert (view.taken, view.placed, view.decision) == ((12, 18, 22), 0, None)


def test_n10_what_goes_to_the_hand_is_known_to_all_until_it_is_played() -> None:
    state = number_table("98/12,18,22/50,60", "43,59,99/66,81,97/89,94,96")
    state.play(59, 81, 94)
    say(state, "keep 18")
    for seat in range(3):
        assert state.view(seat).shown == ((12, 22), (), ())
        assert {12, 22}.isdisjoint(state.view(seat).unseen)
    state.act(0, 22)
    assert state.view(1).shown == ((12, 22), (), ())  # face down: nobody knows which card it is
    state.act(1, 97)
    state.act(2, 96)
    assert state.view(1).shown == ((12,), (), ())


def test_n13_the_number_card_starts_the_row_before_the_choice_and_taken_cards_are_in_no_hand() -> None:
    state = number_table("98/12,18,22/50,60", "43,59,99/66,81,97/89,94,96")
    state.play(59, 81, 94)
    assert state.rows[1] == (59,)
    assert state.hands[0] == (43, 99)
    assert state.number_rows == ((), (), ())
    assert state.view(0).hand_sizes == (2, 2, 2)
    text = "phase=keep rows=98/59/50,60 hands=43,99/66,97/89,96 chosen=59/81/94 taken=12,18,22"
    assert parse_position(f"take-a-number(players=3) {text}") == state


# The end of a round and of a match.


def test_n8_the_round_ends_after_a_turn_that_leaves_a_hand_empty() -> None:
    state = number_table("98/12/50", "18,30/60/70,90")
    state.play(18, 60, 70)
    assert state.round_over
    assert not state.match_over
    assert state.hands == ((30,), (), (90,))
    assert state.penalties == (3, 0, 3)
    assert state.scores == (3, 0, 3)
    with pytest.raises(IllegalAction, match="nobody"):
        state.act(0, 30)


def test_n8_hand_once_pile_twice_number_row_nothing_for_everybody() -> None:
    state = number_table("98/12/50", "18,55/60", "piles=1,2/66 numbers=11,33/22,44")
    state.play(18, 60)
    assert state.penalties == (7 + 2 * 2, 2 * 5)


def test_n8_nothing_counts_before_the_end_of_the_round() -> None:
    state = number_table("98/12/50", "18,55,77/60,61", "piles=1,2/66")
    state.play(18, 60)
    assert state.penalties == (0, 0)


def test_n8_two_rounds_and_the_lowest_sum_wins() -> None:
    state = number_table("98/12/50", "18,30/60", "round=2 scores=4/20")
    happened = state.play(18, 60)
    assert happened[-2:] == (RoundEnded(1, (3, 0)), MatchEnded((7, 20), (0,)))
    assert state.match_over
    with pytest.raises(IllegalAction, match="the match is over"):
        state.next_round()


def test_n8_equal_sums_share_the_win() -> None:
    state = number_table("98/12/50", "18,30/60/70,41", "round=2 scores=4/7/9")
    state.play(18, 60, 70)
    assert (state.scores, state.winners) == ((7, 7, 10), (0, 1))


def test_n8_the_second_round_begins_with_new_cards_and_empty_number_rows_and_piles() -> None:
    state = State.deal(Rules.preset("take-a-number", players=2, hand=1, rows=1, capacity=1, deck=5), seed=3)
    while not state.round_over:
        seat = state.to_act[0]
        state.act(seat, decision_of(state, seat).actions[0])
    assert any(state.number_rows)
    scores = state.scores
    state.next_round()
    assert (state.round, state.turn, state.scores) == (1, 0, scores)
    assert (state.number_rows, state.piles, state.penalties) == (((), ()), ((), ()), (0, 0))
    assert (state.hands, state.rows) == (state.deals[1].hands, (state.deals[1].rows,))


def test_n11_who_plays_the_last_card_but_takes_some_back_is_still_in_play() -> None:
    state = number_table("98/12,18,22/70", "59/60,61")
    state.play(59, 60)
    assert not state.round_over  # the hand is empty just now, but the turn is not over
    say(state, "keep 12")
    assert state.kind is Kind.CARD
    assert state.hands == ((18, 22), (61,))


def test_n11_who_takes_a_single_card_with_the_last_one_has_an_empty_hand() -> None:
    state = number_table("98/12/50", "5/60,61")
    state.play(5, 60)
    say(state, "row 2")
    assert state.round_over
    assert (state.hands, state.number_rows) == (((), (61,)), ((12,), ()))


def test_n11_hands_are_looked_at_once_a_turn_after_the_last_choice() -> None:
    """Seat 0 is out of cards at once, yet the turn goes on, and the cards that seat 1 takes still count."""
    state = number_table("98/12/50,51,52,53", "13/60,99")
    state.play(13, 60)
    assert state.decision(1) == Decision(Kind.KEEP, 1, (50, 51, 52, 53))
    say(state, "keep 51")
    assert state.round_over
    assert state.penalties == (0, total_bullheads((50, 52, 53, 99)))


def test_n12_a_starter_is_an_ordinary_first_card_of_the_number_row() -> None:
    rules = Rules.preset("take-a-number", players=2, hand=2, starters=True)
    deal = Deal(hands=((3, 99), (5, 100)), rows=(60, 70, 80), starters=(65, 1))
    for row, number_row, pile in ((1, (60,), (65,)), (2, (65, 70), ())):
        state = State.start(rules, deal)
        state.play(3, 100)
        say(state, f"row {row}")
        assert state.number_rows == (number_row, (1,))  # N7 holds for it
        assert state.piles == (pile, ())


def test_n12_a_starter_that_was_sent_away_counts_twice_and_one_that_stays_counts_nothing() -> None:
    rules = Rules.preset("take-a-number", players=2, hand=1, starters=True)
    state = State.start(rules, Deal(hands=((3,), (100,)), rows=(60, 70, 80), starters=(66, 55)))
    state.play(3, 100)
    say(state, "row 1")
    assert state.penalties == (2 * 5, 0)
