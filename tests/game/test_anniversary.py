"""The course of the anniversary variant (A1, A2, A10, A11, A13, A18, A20 to A28); its cards have their own file."""

from __future__ import annotations

from collections import Counter

import pytest

from game.deal import Deal
from game.decision import CHANCE, Decision, IllegalAction, Kind
from game.position import parse_position
from game.records import Drew, MatchEnded, Placed, Revealed, RoundEnded, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES, Rules, RulesError
from game.state import State
from game.text import NotationError
from tests.game.new_games import counted, decision_of, match_moments, say, table, texts

STOP, SHIFT, INSERT, REPLACE, NEGATIVE, FIFTH_ROW, SEVEN = range(7)


# Set-up.


@pytest.mark.parametrize("players", range(2, 9))
def test_a1_twelve_number_cards_three_special_cards_and_four_rows(players: int) -> None:
    state = State.deal(Rules.preset("anniversary", players=players), seed=1)
    assert [len(hand) for hand in state.hands] == [12] * players
    assert [sum(counts) for counts in state.specials] == [3] * players
    assert [len(row) for row in state.rows] == [1] * 4
    assert sum(state.special_deck) == 28 - 3 * players
    assert (state.discards, state.rules.rounds, state.rules.deck) == (counted(), 2, 104)


def test_a1_four_special_cards_of_each_of_seven_kinds() -> None:
    rules = Rules.preset("anniversary", players=8)
    assert SPECIAL_NAMES == ("stop", "shift", "insert", "replace", "negative", "fifth-row", "seven")
    assert rules.specials == (4,) * 7
    state = State.deal(rules, seed=9)
    for kind in range(7):
        assert sum(counts[kind] for counts in state.specials) + state.special_deck[kind] == 4


@pytest.mark.parametrize("players", [1, 9])
def test_a1_not_fewer_than_two_and_not_more_than_eight_players(players: int) -> None:
    with pytest.raises(RulesError, match="2 to 8 players"):
        Rules.preset("anniversary", players=players)


def test_a1_small_instances_by_numbers() -> None:
    rules = Rules.parse(
        "anniversary(players=3,hand=5,rows=2,capacity=3,deck=20,specials=1-2-1-2-1-1-1,specials_dealt=2)"
    )
    state = State.deal(rules, seed=2)
    assert ([len(hand) for hand in state.hands], len(state.rows)) == ([5, 5, 5], 2)
    assert [sum(counts) for counts in state.specials] == [2, 2, 2]
    assert sum(state.special_deck) == 3
    with pytest.raises(RulesError, match="need 10, and there are 9"):
        Rules.preset("anniversary", players=2, specials=(1, 2, 1, 2, 1, 1, 1), specials_dealt=5)


# A turn.


def test_a2_one_special_card_with_each_number_card_and_the_base_rules_otherwise() -> None:
    """The base game's first turn, with an Insert in it and another one kept."""
    state = table("12/37/43/58", "14,100/15,101/44,102/61,103", "-/insert,insert/-/-")
    happened = state.play(14, 15, 44, 61)
    assert happened == (Revealed((14, 15, 44, 61)), Placed(0, 14, 0, (), 0, low=False))
    happened = say(state, "insert row 2")
    assert happened[:2] == (SpecialPlayed(1, 15, "insert row 2"), Placed(1, 15, 1, (), 0, low=False))
    assert state.rows == ((12, 14), (15, 37), (43, 44), (58, 61))
    assert state.kind is Kind.CARD  # not asked a second time
    assert state.specials[1] == counted("insert")


def test_a2_used_special_cards_are_discarded_face_up() -> None:
    state = table("12/37/43/58", "14,100/15,101", "-/insert")
    state.play(14, 15)
    say(state, "insert row 2")
    assert state.discards == counted("insert")
    assert state.view(0).discards == state.view(1).discards == counted("insert")


def test_a2_nobody_has_to_play_one() -> None:
    state = table("12/37/43/58", "14,100/15,101", "-/insert")
    state.play(14, 15)
    say(state, "none")
    assert state.rows == ((12, 14, 15), (37,), (43,), (58,))
    assert state.specials[1] == counted("insert")


def test_a13_each_is_asked_once_in_the_order_of_placing() -> None:
    state = table("12/37/43/58", "44,100/61,101/14,102", "stop/stop/stop")
    state.play(44, 61, 14)
    order: list[int] = []
    while state.kind is Kind.SPECIAL:
        order += state.to_act
        say(state, "none")
    assert order == [2, 0, 1]


def test_a13_who_has_none_that_could_be_played_is_not_asked() -> None:
    state = table("12/37/43/58", "14,100/15,101/61,102", "-/negative/seven")
    state.play(14, 15, 61)
    assert state.to_act == (2,)  # seat 0 has none, and seat 1 takes no row


def test_a13_declining_leaves_no_trace() -> None:
    asked = table("12/37/43/58", "14,100/15,101", "-/stop")
    asked.play(14, 15)
    assert say(asked, "none") == (Placed(1, 15, 0, (), 0, low=False),)
    silent = table("12/37/43/58", "14,100/15,101", "-/negative")
    silent.play(14, 15)
    assert asked.view(0) == silent.view(0)


def test_a13_the_question_comes_when_the_card_is_about_to_be_placed() -> None:
    """What was placed before in this turn counts: the 14 has just filled the row that the 15 belongs to."""
    state = table("2,4,8,12/37/43/58", "14,100/15,101", "-/negative")
    state.play(14, 15)
    assert texts(state) == ["none", "negative 2", "negative 4", "negative 8", "negative 12", "negative 14"]


# Taking a row, and the swap.


def test_a10_who_takes_a_row_may_swap_one_special_card() -> None:
    state = table("3,5,11,13,17/37/43/58", "18,100/60,101", "stop,seven/-", fields="discards=shift")
    state.play(18, 60)
    say(state, "none")
    assert state.decision(0) == Decision(Kind.SWAP, 0, (0, 1 + STOP, 1 + SEVEN))
    assert texts(state) == ["none", "swap stop", "swap seven"]
    assert say(state, "swap seven") == (Swapped(0, "seven"),)
    assert state.discards == counted("shift", "seven")
    assert state.to_act == (CHANCE,)
    assert texts(state) == [f"draw {name}" for name in SPECIAL_NAMES]
    happened = say(state, "draw insert")
    assert happened[0] == Drew(0)
    assert state.specials[0] == counted("stop", "insert")
    assert state.special_deck == (3, 3, 3, 4, 4, 4, 3)
    assert state.rows[3] == (58, 60)  # and on it goes


def test_a10_nobody_has_to_swap() -> None:
    state = table("3,5,11,13,17/37/43/58", "18,100/60,101", "negative/-")
    state.play(18, 60)
    say(state, "none", "none")
    assert (state.kind, state.specials[0], state.discards) == (Kind.CARD, counted("negative"), counted())


def test_a10_an_empty_deck_is_renewed_from_the_discards() -> None:
    """A21: the card just discarded is among them and may come back."""
    rules = "anniversary(players=2,hand=2,specials=1-1-1-0-0-0-0,specials_dealt=1)"
    text = f"{rules} rows=30/37/43/58 hands=18,100/60,101 specials=insert/- discards=stop,shift"
    for drawn in ("stop", "shift", "insert"):
        state = parse_position(text)
        state.play(18, 60)
        assert sum(state.special_deck) == 0
        say(state, "none", "row 1", "swap insert")
        assert state.special_deck == counted("stop", "shift", "insert")
        assert state.discards == counted()
        say(state, f"draw {drawn}")
        assert state.specials[0] == counted(drawn)
        assert sum(state.special_deck) == 2


def test_a21_the_discard_comes_before_the_draw_and_a_deck_that_is_not_empty_is_left_alone() -> None:
    rules = "anniversary(players=2,hand=2,specials=1-1-1-0-0-0-0,specials_dealt=1)"
    state = parse_position(f"{rules} rows=30/37/43/58 hands=18,100/60,101 specials=insert/- discards=stop")
    state.play(18, 60)
    say(state, "none", "row 1", "swap insert")
    assert texts(state) == ["draw shift"]  # neither the Stop nor the Insert
    assert state.discards == counted("stop", "insert")


def test_a10_in_a_match_with_a_seed_the_draw_follows_from_the_seed() -> None:
    """And each card that is left in the deck can come."""
    drawn: Counter[int] = Counter()
    for seed in range(60):
        states = []
        for _ in range(2):
            state = State.deal(Rules.preset("anniversary", players=2, hand=2, rows=1, capacity=1), seed)
            before = None
            while not state.round_over:
                seat = state.to_act[0]
                assert seat != CHANCE
                actions = decision_of(state, seat).actions
                if state.kind is Kind.SWAP:
                    before = (seat, state.specials[seat], actions[-1] - 1)
                state.act(seat, actions[-1] if state.kind is Kind.SWAP else actions[0])
                if before:
                    who, had, gone = before
                    got = [state.specials[who][kind] - had[kind] + (kind == gone) for kind in range(7)]
                    assert sorted(got) == [0] * 6 + [1]
                    drawn[got.index(1)] += 1
                    before = None
            states.append(state)
        assert states[0] == states[1]
        assert states[0].actions == states[1].actions
    assert set(drawn) == set(range(7))


def test_a10_without_a_seed_chance_has_to_act_and_nobody_else_can() -> None:
    state = table("30/37/43/58", "18,100/60,101", "negative/-")
    state.play(18, 60)
    say(state, "none", "row 1", "swap negative")
    assert (state.kind, state.to_act) == (Kind.DRAW, (CHANCE,))
    assert state.decision(0) is None
    with pytest.raises(IllegalAction):
        state.act(0, 1)
    with pytest.raises(IllegalAction, match="chance cannot do 'draw 8'"):
        state.act(CHANCE, 8)
    assert state.act(CHANCE, 1 + FIFTH_ROW)[0] == Drew(0)
    assert state.specials[0] == counted("fifth-row")


def test_a18_first_the_count_then_the_special_cards_on_the_table_then_the_swap() -> None:
    rows = "3,5,11,13,17,19/37/43/58/60"
    state = table(rows, "20,100/61,101", "stop/-", fields="sevens=1,2 stops=2,4 discards=shift")
    state.play(20, 61)
    assert state.kind is Kind.SWAP  # two Stops are out, so seat 0 had nothing to play before
    assert state.piles[0] == (3, 5, 11, 13, 17, 19, 20)
    assert state.penalties[0] == 1 + 2 + 5 + 1 + 1 + 1 + 3
    assert state.discards == counted("shift", "seven", "stop", "stop", "fifth-row")
    assert state.rows == ((37,), (43,), (58,), (60,))
    view = state.view(0)
    assert (view.sevens, view.stopped) == ((True, False, False, False), (False,) * 4)


@pytest.mark.parametrize(
    ("rows", "card", "specials", "words"),
    [
        ("3,5,11,13,17/37/43/58", 18, "shift", ["none"]),  # a full row
        ("20/37/43/58", 18, "shift", ["none", "row 1"]),  # a low card
        ("3,5,11,13,19/37/43/58", 18, "insert,shift", ["insert row 1"]),
        ("3,5,11,13,17/37/43/58", 18, "negative,shift", ["negative 3"]),
    ],
)
def test_a18_the_same_order_whatever_the_cause(rows: str, card: int, specials: str, words: list[str]) -> None:
    state = table(rows, f"{card},100/60,101", f"{specials}/-", fields="stops=3")
    state.play(card, 60)
    say(state, *words)
    assert state.kind is Kind.SWAP
    assert state.piles[0]
    assert state.discards[STOP] == 1
    assert state.view(0).stopped == (False,) * 4
    assert "swap shift" in texts(state)


def test_a28_the_number_card_lies_in_its_place_when_the_swap_is_offered() -> None:
    state = table("3,5,11,13,17/37/43/58", "18,100/60,101", "negative/-")
    state.play(18, 60)
    say(state, "none")
    assert (state.kind, state.rows) == (Kind.SWAP, ((18,), (37,), (43,), (58,)))  # and the 60 waits
    five = table("3,5,11,13,17/37/43/58/70", "18,100/60,101", "fifth-row/-")
    five.play(18, 60)
    assert (five.kind, five.rows) == (Kind.SWAP, ((37,), (43,), (58,), (70,)))
    assert 18 in five.piles[0]


def test_a28_the_offer_comes_in_the_last_turn_of_the_last_round_too() -> None:
    state = table("30/37/43/58", "18/60", "negative/-", fields="round=2")
    state.play(18, 60)
    say(state, "none", "row 1")
    assert texts(state) == ["none", "swap negative"]
    happened = say(state, "none")
    assert isinstance(happened[-1], MatchEnded)


def test_a28_who_has_no_special_card_is_not_asked() -> None:
    state = table("30/37/43/58", "18,100/60,101", "negative/stop")
    state.play(18, 60)
    say(state, "negative 30")  # the last one
    assert state.to_act == (1,)
    assert state.kind is Kind.SPECIAL


# Rows.


def test_a23_the_fifth_row_has_the_last_number_and_rows_behind_a_gone_one_move_up() -> None:
    state = table("30/37/43/58", "18,100/60,101", "fifth-row/-")
    state.play(18, 60)
    say(state, "fifth-row")
    assert state.rows == ((30,), (37,), (43,), (58, 60), (18,))
    marked = table("30/37/43/58/18", "5,100/60,101", fields="sevens=2,5 stops=4")
    marked.play(5, 60)
    say(marked, "row 2")
    assert marked.rows == ((30,), (43,), (58, 60), (18,))
    view = marked.view(0)
    assert (view.sevens, view.capacities) == ((False, False, False, True), (5, 5, 5, 6))
    assert marked.discards == counted("stop", "seven", "fifth-row")


def test_a23_special_cards_that_stay_move_up_with_their_rows() -> None:
    state = table("30/37/43/58/18", "5,100/60,101", fields="sevens=3,4")
    state.play(5, 60)
    say(state, "row 1")
    assert state.rows == ((37,), (43,), (58, 60), (18,))
    assert state.view(0).sevens == (False, True, True, False)


def test_a24_only_open_rows_tell_whether_a_card_is_low() -> None:
    state = table("10/37/43/58", "18,100/60,101", fields="stops=1")
    state.play(18, 60)
    assert state.decision(0) == Decision(Kind.ROW, 0, (1, 2, 3))
    happened = say(state, "row 3")
    assert happened[0] == Placed(0, 18, 2, (43,), 1, low=True)


def test_a25_the_fifth_row_holds_as_many_cards_as_the_others() -> None:
    for capacity in (1, 3, 5):
        state = table("30/37/43/58", "18,100/60,101", "fifth-row/-", f"capacity={capacity}")
        state.play(18, 60)
        say(state, "fifth-row")
        assert state.view(0).capacities == ((capacity,) * 5 if capacity > 1 else (1,) * 4)
    with pytest.raises(RulesError, match="all rows hold the same number of cards"):
        Rules.preset("anniversary", capacity=(5, 5, 5, 4))


def test_a25_five_rows_means_one_more_than_at_the_start() -> None:
    state = table("30/37", "18,19,100/60,61,101", "fifth-row,fifth-row/-")
    state.play(18, 60)
    say(state, "fifth-row")
    assert state.rows == ((30,), (37, 60), (18,))
    state.play(100, 61)
    assert list(state.rows[1]) == [37, 60, 61, 100]  # nobody was asked: the third row is out
    taken = parse_position("anniversary(players=2,hand=2,rows=2) rows=30/37/18 hands=5,100/60,101")
    taken.play(5, 60)
    say(taken, "row 3")
    assert (taken.rows, taken.piles[0]) == (((30,), (37, 60)), (5, 18))


def test_a26_what_negative_cancels_stays_in_the_pile() -> None:
    state = table("11,13/37/43/58", "3,100/60,101", "negative/-", fields="piles=1,2,4,6/-")
    state.play(3, 60)
    say(state, "negative 11")
    assert state.penalties == (0, 0)
    assert state.piles[0] == (1, 2, 4, 6, 11, 13)
    assert state.view(1).piles == state.piles


def test_a27_special_cards_in_a_hand_are_hidden_and_their_numbers_are_known() -> None:
    ours, theirs = "stop,stop,seven/insert,shift", "stop,stop,seven/negative,negative"
    one = table("30/37/43/58", "18,100/60,101", ours, fields="discards=replace")
    two = table("30/37/43/58", "18,100/60,101", theirs, fields="discards=replace")
    view = one.view(0)
    assert view == two.view(0)
    assert one.view(1) != two.view(1)
    assert view.specials == counted("stop", "stop", "seven")
    assert (view.special_sizes, view.deck_size, view.discards) == ((3, 2), 22, counted("replace"))


def test_a27_a_card_drawn_in_a_swap_is_hidden_from_the_others() -> None:
    views = []
    for drawn in ("stop", "seven"):
        state = table("30/37/43/58", "18,100/60,101", "negative/-")
        state.play(18, 60)
        happened = say(state, "none", "row 1", "swap negative", f"draw {drawn}")
        assert Drew(0) in happened
        assert drawn not in repr(happened)
        views.append([state.view(seat) for seat in range(2)])
    assert views[0][1] == views[1][1]
    assert views[0][0] != views[1][0]


# The end of a round and of a match.


def test_a20_what_lies_on_the_table_is_discarded_when_the_round_ends() -> None:
    state = table("30/37/43/58/18", "31/60", "stop/insert", fields="sevens=1,5 stops=3,4")
    happened = state.play(31, 60)
    assert happened[-1] == RoundEnded(0, (0, 0))
    assert state.discards == counted("seven", "seven", "stop", "stop", "fifth-row")
    assert state.specials == (counted("stop"), counted("insert"))
    assert (state.view(0).stopped, state.view(0).sevens) == ((False,) * 5, (False,) * 5)


def ended(specials: str, rules: str = "", discards: str = "-") -> State:
    """The end of a first round, with special cards left."""
    players = specials.count("/") + 1
    empty = "/".join("-" * players)
    return parse_position(
        f"anniversary(players={players},hand=1{rules}) phase=over rows=30/37/43/58 "
        f"hands={empty} specials={specials} discards={discards}"
    )


def deal_again(state: State) -> list[int]:
    """Deal the next round; how many new special cards everybody got."""
    before = state.specials
    stock = state.stock
    state.next_round(state.deal_from(3, 0))
    for had, has in zip(before, state.specials, strict=True):
        assert all(old <= new for old, new in zip(had, has, strict=True))
    for kind in range(7):
        dealt = sum(has[kind] - had[kind] for had, has in zip(before, state.specials, strict=True))
        assert state.special_deck[kind] == stock[kind] - dealt
    assert state.discards == counted()
    return [sum(has) - sum(had) for had, has in zip(before, state.specials, strict=True)]


SMALL_STOCK = ",specials=3-3-0-0-0-0-0,specials_dealt=3"


@pytest.mark.parametrize(
    ("held", "rules", "new"),
    [
        ("-/-", "", 3),
        ("stop,shift,seven/negative,negative,stop", "", 3),
        ("-/-", SMALL_STOCK, 3),
        ("stop/-", SMALL_STOCK, 2),
        ("stop/stop", SMALL_STOCK, 2),
        ("stop/stop,shift", SMALL_STOCK, 1),
        ("stop,stop/shift,shift", SMALL_STOCK, 1),
        ("stop,stop/shift,shift,shift", SMALL_STOCK, 0),
        ("stop,stop,stop/shift,shift,shift", SMALL_STOCK, 0),
    ],
)
def test_a11_special_cards_are_kept_and_all_get_three_more_or_two_or_one(held: str, rules: str, new: int) -> None:
    """A20: or none, if there are not enough for everybody."""
    state = ended(held, rules)
    assert deal_again(state) == [new, new]


def test_a11_the_new_ones_come_from_deck_and_discards_together() -> None:
    state = ended("stop/shift", SMALL_STOCK, discards="stop,stop")
    assert (state.special_deck, state.stock) == (counted("shift", "shift"), counted("stop", "stop", "shift", "shift"))
    assert deal_again(state) == [2, 2]
    assert sum(state.special_deck) == 0


def test_a20_as_many_as_the_rules_at_hand_deal() -> None:
    state = ended("-/-", ",specials_dealt=5")
    assert deal_again(state) == [5, 5]
    state = ended("-/-", ",specials_dealt=0")
    assert deal_again(state) == [0, 0]


def test_a11_with_eight_players_there_are_hardly_enough() -> None:
    """28 special cards; the four that are left make none for everybody when nobody has played one."""
    state = State.deal(Rules.preset("anniversary", players=8, hand=1), seed=2)
    while not state.round_over:
        seat = state.to_act[0]
        state.act(seat, decision_of(state, seat).actions[0])  # no special card, no swap
    before = state.specials
    state.next_round()
    assert state.specials == before
    assert sum(state.special_deck) == 4


def test_a11_number_cards_are_all_dealt_anew() -> None:
    *_, (final, _) = match_moments(Rules.preset("anniversary", players=8), 5)
    assert len(final.deals) == 2
    for deal in final.deals:
        cards = [card for hand in deal.hands for card in hand] + list(deal.rows)
        assert len(set(cards)) == 100
    assert final.deals[0].hands != final.deals[1].hands


def test_a11_the_second_round_starts_without_penalties_piles_or_a_fifth_row() -> None:
    state = parse_position(
        "anniversary(players=2,hand=1) phase=over rows=30/37/43/58/18 hands=-/- specials=stop/- "
        "piles=1,2/55 discards=fifth-row scores=2/7"
    )
    state.next_round(state.deal_from(1, 0))
    assert (state.round, state.scores, state.penalties, state.piles) == (1, (2, 7), (0, 0), ((), ()))
    assert [len(row) for row in state.rows] == [1] * 4
    assert state.view(0).capacities == (5,) * 4


def test_a11_the_lowest_sum_of_both_rounds_wins_and_left_special_cards_count_nothing() -> None:
    state = table("30/37/43/58", "31/60", "stop,stop,stop/-", fields="round=2 scores=9/12 piles=1,2/-")
    state.play(31, 60)
    happened = say(state, "none")
    assert happened[-2:] == (RoundEnded(1, (2, 0)), MatchEnded((11, 12), (0,)))


def test_a11_equal_sums_share_the_win() -> None:
    state = table("30/37/43/58", "31/60", fields="round=2 scores=9/11 piles=1,2/-")
    state.play(31, 60)
    assert (state.scores, state.winners) == ((11, 11), (0, 1))


def test_a11_a_deal_with_another_number_of_special_cards_is_refused() -> None:
    rules = Rules.preset("anniversary", players=2, hand=1)
    good = Deal(((1,), (2,)), (30, 37, 43, 58), specials=((0, 0, 0), (0, 1, 1)))
    State.start(rules, good)
    for specials in (((0, 0), (1, 1)), ((0, 0, 0),), ((0, 0, 0), (0, 0, 1))):
        with pytest.raises(NotationError, match=r"\(A11\)|only 4 are there"):
            State.start(rules, Deal(good.hands, good.rows, specials=specials))
