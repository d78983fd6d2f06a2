"""Self-checks of the yardstick: the books' worked examples, then random rounds that must lose no card."""

import random
from collections.abc import Callable

import pytest

from .anniversary import (
    FIFTH,
    FIFTH_CODE,
    INSERT,
    INSERT_CODE,
    NEGATIVE,
    NEGATIVE_CODE,
    NO_SPECIAL,
    REPLACE,
    REPLACE_CODE,
    SEVEN,
    SEVEN_CODE,
    SHIFT_CODE,
    SHIFT_ROWS,
    STOP,
    STOP_CODE,
    AnniversaryYardstick,
)
from .base import BaseYardstick
from .common import CHANCE, Round, bullheads, find_row, total_bullheads
from .number import NumberYardstick

KINDS = 7
ROUNDS = 150  # random rounds of each game


def play(game: Round, *cards: int) -> None:
    """Let seat 0, 1, ... choose these cards."""
    for seat, card in enumerate(cards):
        game.act(seat, card)


# C: bullheads.


def test_bullheads_of_the_whole_deck() -> None:
    assert sum(bullheads(card) for card in range(1, 105)) == 171  # C1
    some = {55: 7, 11: 5, 99: 5, 10: 3, 100: 3, 5: 2, 95: 2, 1: 1, 51: 1, 59: 1, 104: 1}
    assert {card: bullheads(card) for card in some} == some


# B: base game.


def book_round(last: int) -> BaseYardstick:
    """Deal the books' example: four players, rows 12, 37, 43, 58 and the cards of three turns."""
    hands = [{14, 21, 3, 101}, {15, 26, 9, 102}, {44, 30, 68, 103}, {61, 36, last, 104}]
    return BaseYardstick(players=4, hand=4, capacities=[5] * 4, hands=hands, rows=[12, 37, 43, 58])


@pytest.mark.parametrize("last", [93, 83])  # 83 in 003
def test_three_turns_of_the_books(last: int) -> None:
    game = book_round(last)
    play(game, 14, 15, 44, 61)
    assert game.rows == [[12, 14, 15], [37], [43, 44], [58, 61]]
    play(game, 21, 26, 30, 36)
    assert game.rows == [[30, 36], [37], [43, 44], [58, 61]]
    assert game.piles[2] == {12, 14, 15, 21, 26}
    assert game.penalties == [0, 0, 6, 0]
    play(game, 3, 9, 68, last)
    assert (game.kind(), game.to_act(), game.legal(0)) == ("row", [0], [0, 1, 2, 3])
    game.act(0, 1)
    # 000 errs here: the 37 is gone, so the 68 follows the 61 (B8).
    assert game.rows == [[30, 36], [3, 9], [43, 44], [58, 61, 68, last]]
    assert game.piles[0] == {37}
    assert game.penalties == [1, 0, 6, 0]
    assert game.hands == [{101}, {102}, {103}, {104}]


def small_base(hands: list[set[int]], rows: list[list[int]]) -> BaseYardstick:
    """Lay out rows of any length."""
    game = BaseYardstick(
        players=len(hands), hand=len(hands[0]), capacities=[5] * len(rows), hands=hands, rows=[row[0] for row in rows]
    )
    game.rows = [list(row) for row in rows]
    return game


def test_first_tip_the_45_goes_to_the_42() -> None:
    game = small_base([{45}, {100}], [[60, 61], [70], [40, 41], [34, 35, 36, 39, 42]])
    play(game, 45, 100)
    assert game.rows == [[60, 61], [70, 100], [40, 41], [45]]
    assert game.piles[0] == {34, 35, 36, 39, 42}


def test_second_tip_the_29_spoils_the_62() -> None:
    game = small_base([{62}, {29}], [[61], [65], [40, 41], [34, 35, 36, 39, 42]])
    play(game, 62, 29)
    assert game.to_act() == [1]
    game.act(1, 0)
    assert game.rows == [[29], [65], [40, 41], [62]]
    assert game.piles == [{34, 35, 36, 39, 42}, {61}]
    assert game.kind() is None


def test_three_pictures_of_002() -> None:
    rows = [[12], [37], [43], [45]]
    assert find_row(rows, 44, [0, 1, 2, 3]) == 2
    game = small_base([{9}, {44}], rows)
    play(game, 9, 44)
    game.act(0, 1)
    assert game.rows == [[12], [9], [43, 44], [45]]
    assert game.penalties == [1, 0]
    game = small_base([{79}, {1}], [[12], [37], [70, 71, 73, 76, 77], [90]])
    play(game, 79, 1)
    game.act(1, 0)
    assert game.rows == [[1], [37], [79], [90]]
    assert game.piles[0] == {70, 71, 73, 76, 77}


# P: pro variant.


def test_draft_goes_round_the_table_and_leaves_ascending_rows() -> None:
    game = BaseYardstick(
        players=2, hand=2, capacities=[3, 3], hands=[set(), set()], rows=[], draft=True, first_picker=1, deck=6
    )
    pickers = []
    for card in (6, 1, 3, 5):
        pickers += game.to_act()
        assert game.kind() == "draft"
        game.act(game.to_act()[0], card)
    assert pickers == [1, 0, 1, 0]  # P2: not snaking
    assert game.hands == [{1, 5}, {3, 6}]
    assert game.rows == [[2], [4]]  # P6
    assert (game.kind(), game.to_act()) == ("card", [0, 1])


# N: Take a Number.


def test_three_turns_of_take_a_number() -> None:
    hands = [{18, 59, 43, 1}, {22, 81, 66, 2}, {60, 94, 89, 3}]
    game = NumberYardstick(players=3, hand=4, capacities=[2, 3, 4], hands=hands, rows=[98, 12, 50])
    play(game, 18, 22, 60)
    assert game.rows == [[98], [12, 18, 22], [50, 60]]
    play(game, 59, 81, 94)
    # The 59 fills row "4": three cards are taken, one of them goes to the #-row, two to the hand.
    assert (game.kind(), game.to_act(), game.legal(0)) == ("keep", [0], [12, 18, 22])
    assert game.rows == [[98], [59], [50, 60]]  # N13
    game.act(0, 18)
    assert game.number_rows[0] == [18]
    assert game.hands[0] == {43, 1, 12, 22}
    assert game.rows == [[98], [59], [50, 60, 81, 94]]
    play(game, 43, 66, 89)
    assert (game.kind(), game.legal(0)) == ("row", [0, 1, 2])
    game.act(0, 1)
    assert game.rows == [[98], [43, 66, 89], [50, 60, 81, 94]]
    assert game.number_rows[0] == [18, 59]  # a single card goes to the #-row, nothing to choose
    assert game.hands[0] == {1, 12, 22}


def test_a_lower_card_sends_the_number_row_to_the_pile() -> None:
    game = NumberYardstick(
        players=2, hand=2, capacities=[2, 3, 4], hands=[{30, 31}, {70, 71}], rows=[20, 40, 60], starters=[25, 26]
    )
    game.rows[0] = [20, 21]
    play(game, 30, 70)
    game.act(0, 21)
    assert game.number_rows == [[21], [26]]
    assert game.piles == [{25}, set()]
    assert game.hands[0] == {20, 31}


def test_score_of_23() -> None:
    game = NumberYardstick(players=2, hand=1, capacities=[2, 3, 4], hands=[{50}, {99}], rows=[40, 97, 98])
    game.hands[1] |= {11}  # five bullheads in the hand
    game.piles[1] = {55, 1, 2}  # nine in the #-pile
    game.number_rows[1] = [33, 44]  # safe
    play(game, 50, 99)
    assert game.kind() is None
    assert game.penalties == [0, 23]


def test_the_round_goes_on_when_the_last_card_brings_new_ones() -> None:
    game = NumberYardstick(players=2, hand=1, capacities=[2, 3, 4], hands=[{60}, {98}], rows=[40, 97, 99])
    game.rows[0] = [40, 41]
    game.hands[1] |= {11}
    play(game, 60, 98)
    game.act(0, 40)
    assert game.kind() == "card"  # N11: seat 0 has the 41 again
    assert game.hands == [{41}, {11}]


# A: anniversary variant.


def counts(*kinds: int) -> list[int]:
    """Count special cards by kind."""
    return [kinds.count(kind) for kind in range(KINDS)]


def lay(rows: list[list[int]], *hands: set[int], specials: list[list[int]] | None = None) -> AnniversaryYardstick:
    """Lay out rows of any length; without `specials` only seat 0 has some, one of each kind."""
    game = AnniversaryYardstick(
        players=len(hands),
        hand=len(hands[0]),
        capacities=[5] * len(rows),
        hands=list(hands),
        rows=[row[0] for row in rows],
        specials=specials or [[1] * KINDS] + [[0] * KINDS] * (len(hands) - 1),
        special_deck=[1] * KINDS,
        discards=[0] * KINDS,
    )
    game.rows = [list(row) for row in rows]
    return game


def shift(card: int, row: int) -> int:
    return SHIFT_CODE + SHIFT_ROWS * card + row


def test_example_fifth_row() -> None:
    full = [2, 7, 9, 16, 21]
    game = lay([[30], [40], [50], full], {23, 101}, {102, 104})
    play(game, 23, 102)
    game.act(0, FIFTH_CODE)
    assert game.rows == [[30], [40], [50, 102], full, [23]]
    assert game.fifth
    assert game.piles == [set(), set()]
    # The next row taken goes for good, and the number card with it (A3).
    game.rows[0] = [96, 97, 98, 99, 100]
    play(game, 101, 104)
    assert FIFTH_CODE not in game.legal(0)
    game.act(0, NO_SPECIAL)
    assert game.kind() == "swap"
    assert game.rows == [[40], [50, 102], full, [23]]  # A23
    assert game.piles[0] == {96, 97, 98, 99, 100, 101}
    assert not game.fifth
    assert game.discards[FIFTH] == 1


def test_example_seven() -> None:
    game = lay([[3, 5, 11, 13, 17], [40], [50], [60]], {20, 21}, {22, 23})
    play(game, 20, 22)
    game.act(0, SEVEN_CODE)
    # The 22 is the seventh card and takes the six.
    assert game.piles[1] == {3, 5, 11, 13, 17, 20}
    assert game.rows[0] == [22]
    assert game.capacities == [5] * 4
    assert game.seven == [False] * 4
    assert game.discards == counts(SEVEN)
    play(game, 21, 23)
    assert SEVEN_CODE not in game.legal(0)  # A14: the 21 is a low card now


def test_example_insert() -> None:
    game = lay([[5, 11], [22], [33], [44]], {10, 101}, {100, 102})
    play(game, 10, 100)
    assert game.kind() == "special"
    game.act(0, INSERT_CODE + 0)
    assert game.rows == [[5, 10, 11], [22], [33], [44, 100]]
    assert game.penalties == [0, 0]
    assert game.discards == counts(INSERT)


def test_insert_into_a_full_row_leaves_the_highest_card() -> None:
    rows = [[5, 11, 14, 16, 18], [22], [33], [44]]
    game = lay(rows, {10, 101}, {100, 102})
    play(game, 10, 100)
    game.act(0, INSERT_CODE + 0)
    assert game.piles[0] == {5, 10, 11, 14, 16}
    assert game.rows[0] == [18]
    assert game.kind() == "swap"
    # A17: with five rows out everything goes.
    game = lay([*rows, [60]], {10, 101}, {100, 102})
    game.fifth = True
    play(game, 10, 100)
    game.act(0, INSERT_CODE + 0)
    assert game.piles[0] == {5, 10, 11, 14, 16, 18}
    assert game.rows == [[22], [33], [44], [60]]


def test_insert_at_the_end_only_with_the_option() -> None:
    game = lay([[5], [90]], {10, 11}, {100, 102})
    play(game, 10, 100)
    assert INSERT_CODE + 0 not in game.legal(0)
    assert INSERT_CODE + 1 in game.legal(0)
    game = lay([[5], [90]], {10, 11}, {100, 102})
    game.insert_end = True
    play(game, 10, 100)
    assert INSERT_CODE + 0 in game.legal(0)


def test_example_replace() -> None:
    game = lay([[3, 5, 11, 13, 17], [10], [50], [60]], {25, 15}, {26, 70})
    play(game, 25, 26)
    game.act(0, REPLACE_CODE + 15)
    assert game.rows[1] == [10, 15]
    assert game.hands[0] == {25}
    assert game.rows[0] == [26]  # the 26 takes the row that the 25 would have taken


def test_replace_keeps_the_order_of_the_others() -> None:
    game = lay([[50], [60]], {10, 70}, {55, 80})
    play(game, 10, 55)
    game.act(0, REPLACE_CODE + 70)
    assert game.rows == [[50, 55], [60, 70]]
    play(game, 10, 80)
    assert not any(REPLACE_CODE <= code < NEGATIVE_CODE for code in game.legal(0))  # A6: empty hand


def test_examples_shift() -> None:
    game = lay([[3, 5, 13, 19, 22], [10, 17], [50], [60]], {24, 101}, {70, 102})
    play(game, 24, 70)
    game.act(0, shift(13, 1))
    assert game.rows == [[3, 5, 19, 22, 24], [10, 13, 17], [50], [60, 70]]
    # The second: a row of one card is emptied and started by the number card.
    game = lay([[3, 5, 13, 19, 22], [10, 17], [50], [60]], {24, 101}, {70, 102})
    game.seven[2] = True
    game.capacities[2] = 6
    play(game, 24, 70)
    game.act(0, shift(50, 3))
    assert game.rows == [[3, 5, 13, 19, 22], [10, 17], [24], [50, 60, 70]]
    assert game.seven[2]
    assert game.capacities[2] == 6


def test_shift_not_into_a_full_or_stopped_row() -> None:
    game = lay([[3, 5, 13, 19, 22], [10, 17], [50]], {24, 101}, {70, 102})
    game.stopped[2] = True
    play(game, 24, 70)
    shifts = [code for code in game.legal(0) if code >= SHIFT_CODE]
    assert shifts == [shift(card, 1) for card in (3, 5, 13, 19, 22)]


def test_example_stop() -> None:
    game = lay([[3, 5, 13, 17, 21], [19], [50], [60]], {22, 101}, {23, 2})
    play(game, 22, 23)
    game.act(0, STOP_CODE + 0)
    assert game.rows[:2] == [[3, 5, 13, 17, 21], [19, 22, 23]]
    assert game.stopped == [True, False, False, False]
    play(game, 101, 2)
    assert game.legal(1) == [1, 2, 3]  # A24: the blocked row cannot be taken
    game.act(1, 1)
    assert game.stopped == [False] * 4
    assert game.discards == counts(STOP)


def test_stop_must_leave_an_open_row() -> None:
    game = lay([[3], [50]], {22, 101}, {23, 2})
    game.stopped[0] = True
    play(game, 22, 23)
    assert STOP_CODE + 1 not in game.legal(0)  # A16
    game = lay([[3], [50], [60], [70]], {22, 101}, {23, 2})
    game.stopped = [True, True, False, False]
    play(game, 22, 23)
    assert not any(STOP_CODE <= code < INSERT_CODE for code in game.legal(0))  # A8


def test_examples_negative() -> None:
    game = lay([[3, 5, 11, 13, 17], [40], [50], [60]], {20, 101}, {70, 102})
    play(game, 20, 70)
    negatives = [code for code in game.legal(0) if NEGATIVE_CODE <= code < SHIFT_CODE]
    assert negatives == [NEGATIVE_CODE + card for card in (3, 5, 11, 13, 17)]
    game.act(0, NEGATIVE_CODE + 11)
    assert game.penalties[0] == 0
    assert game.rows[0] == [20]
    # The second: 11 and 13 are six bullheads, so four points of earlier cards go.
    game = lay([[11, 13], [40], [50], [60]], {3, 101}, {70, 102})
    game.penalties[0] = 6
    play(game, 3, 70)
    game.act(0, NEGATIVE_CODE + 11)
    assert game.penalties[0] == 2
    assert game.rows[0] == [3]
    assert game.piles[0] == {11, 13}


def test_negative_is_cut_off_at_zero_and_counts_the_number_card_with_five_rows() -> None:
    game = lay([[11, 13], [40], [50], [60]], {3, 101}, {70, 102})
    game.penalties[0] = 1
    play(game, 3, 70)
    game.act(0, NEGATIVE_CODE + 11)
    assert game.penalties[0] == 0
    game = lay([[11, 13], [40], [50], [60], [80]], {10, 101}, {90, 102})
    game.fifth = True
    game.penalties[0] = 6
    play(game, 10, 90)
    assert NEGATIVE_CODE + 10 not in game.legal(0)
    game.act(0, NEGATIVE_CODE + 11)
    assert game.penalties[0] == 6 + (5 + 1 + 3) - 2 * 5  # A19


def test_negative_only_when_a_row_is_taken() -> None:
    game = lay([[11, 13], [40]], {20, 101}, {90, 102}, specials=[counts(NEGATIVE), counts()])
    play(game, 20, 90)
    assert game.kind() == "card"  # nobody was asked (A13)
    assert game.rows == [[11, 13, 20], [40, 90]]


def test_swap_from_an_empty_deck_may_bring_the_same_card() -> None:
    game = lay([[11, 13], [40]], {3, 101}, {90, 102}, specials=[counts(NEGATIVE, REPLACE), counts()])
    game.special_deck = counts()
    play(game, 3, 90)
    game.act(0, NO_SPECIAL)
    game.act(0, 0)  # the row
    assert (game.kind(), game.legal(0)) == ("swap", [0, 1 + REPLACE, 1 + NEGATIVE])
    game.act(0, 1 + REPLACE)
    assert (game.kind(), game.to_act(), game.legal(CHANCE)) == ("draw", [CHANCE], [1 + REPLACE])  # A21
    game.act(CHANCE, 1 + REPLACE)
    assert game.specials[0] == counts(NEGATIVE, REPLACE)
    assert game.special_deck == game.discards == counts()
    assert game.kind() == "card"


def test_table_specials_are_discarded_at_the_end() -> None:
    game = lay([[11], [40]], {12}, {90}, specials=[counts(SEVEN), counts(FIFTH)])
    play(game, 12, 90)
    game.act(0, SEVEN_CODE)
    game.act(1, FIFTH_CODE)
    assert game.kind() is None
    assert game.discards == counts(SEVEN, FIFTH)  # A20
    assert game.rows == [[11, 12], [40], [90]]
    assert not game.fifth
    assert game.seven == [False] * 3


# Random rounds.


def play_out(game: Round, chooser: random.Random, check: Callable[[], None]) -> None:
    """Play a random round, checking at every decision; it must end before long."""
    for _ in range(2000):
        check()
        if game.kind() is None:
            return
        seat = chooser.choice(game.to_act())
        game.act(seat, chooser.choice(game.legal(seat)))
    pytest.fail("The round does not end.")


def deal(chooser: random.Random, deck: int, players: int, hand: int, rows: int) -> tuple[list[set[int]], list[int]]:
    """Deal hands and the first cards of rows."""
    cards = chooser.sample(range(1, deck + 1), players * hand + rows)
    return [{cards.pop() for _ in range(hand)} for _ in range(players)], cards


def assert_all_there(everything: set[int], *places: list[int] | set[int]) -> None:
    """No card is lost or in two places."""
    cards = [card for place in places for card in place]
    assert len(cards) == len(everything)
    assert set(cards) == everything


def assert_rows_in_order(game: Round) -> None:
    for row, capacity in zip(game.rows, game.capacities, strict=True):
        assert row == sorted(row)
        # A20: when the round is over a row may be longer by the place of a 7 nimmt! that is discarded.
        assert 1 <= len(row) <= capacity + (game.kind() is None)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_base_and_pro_rounds(seed: int) -> None:
    chooser = random.Random(seed)
    players, hand, rows = chooser.randint(2, 6), chooser.randint(1, 10), chooser.randint(1, 4)
    capacities = [chooser.randint(1, 5) for _ in range(rows)]
    deck = players * hand + rows
    if seed % 2:
        no_hands: list[set[int]] = [set() for _ in range(players)]
        game = BaseYardstick(
            players=players, hand=hand, capacities=capacities, hands=no_hands, rows=[], draft=True, deck=deck
        )
    else:
        hands, firsts = deal(chooser, deck, players, hand, rows)
        game = BaseYardstick(players=players, hand=hand, capacities=capacities, hands=hands, rows=firsts)

    def check() -> None:
        assert_all_there(
            set(range(1, deck + 1)), *game.hands, *game.rows, *game.piles, list(game.chosen.values()), game.pool
        )
        assert game.penalties == [total_bullheads(pile) for pile in game.piles]
        if game.kind() != "draft":
            assert_rows_in_order(game)

    play_out(game, chooser, check)
    assert not any(game.hands)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_take_a_number_rounds(seed: int) -> None:
    chooser = random.Random(seed)
    players, hand, rows = chooser.randint(2, 10), chooser.randint(1, 8), chooser.randint(1, 3)
    hands, firsts = deal(chooser, 100, players, hand, rows + players)
    starters = firsts[rows:] if seed % 2 else None
    everything = set().union(*hands) | set(firsts if seed % 2 else firsts[:rows])
    game = NumberYardstick(
        players=players, hand=hand, capacities=[2, 3, 4][:rows], hands=hands, rows=firsts[:rows], starters=starters
    )

    def check() -> None:
        assert_all_there(
            everything,
            *game.hands,
            *game.rows,
            *game.piles,
            *game.number_rows,
            list(game.chosen.values()),
            game.taken,
        )
        assert_rows_in_order(game)
        assert all(row == sorted(row) for row in game.number_rows)

    play_out(game, chooser, check)
    assert any(not cards for cards in game.hands)
    assert game.penalties == [
        total_bullheads(game.hands[s]) + 2 * total_bullheads(game.piles[s]) for s in range(players)
    ]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_random_anniversary_rounds(seed: int) -> None:
    chooser = random.Random(seed)
    players, hand, rows = chooser.randint(2, 8), chooser.randint(1, 12), chooser.randint(1, 4)
    hands, firsts = deal(chooser, 104, players, hand, rows)
    everything = set().union(*hands) | set(firsts)
    pack = chooser.sample([kind for kind in range(KINDS) for _ in range(4)], 28)
    specials = [counts(*(pack.pop() for _ in range(3))) for _ in range(players)]
    game = AnniversaryYardstick(
        players=players,
        hand=hand,
        capacities=[chooser.choice([1, 2, 3, 5, 5])] * rows,
        hands=hands,
        rows=firsts,
        specials=specials,
        special_deck=counts(*pack),
        discards=counts(),
        insert_end=seed % 2 == 1,
    )

    def check() -> None:
        assert_all_there(everything, *game.hands, *game.rows, *game.piles, list(game.chosen.values()))
        assert_rows_in_order(game)
        assert sum(game.stopped) <= 2
        assert not all(game.stopped)
        if game.kind() is not None:
            assert len(game.rows) == rows + game.fifth
        assert len(game.rows) <= rows + 1
        assert len(game.rows) == len(game.stopped) == len(game.seven)
        assert all(
            0 <= points <= total_bullheads(pile) for points, pile in zip(game.penalties, game.piles, strict=True)
        )
        held = [sum(owned[kind] for owned in game.specials) for kind in range(KINDS)]
        on_table = [0] * KINDS
        on_table[STOP], on_table[SEVEN], on_table[FIFTH] = sum(game.stopped), sum(game.seven), int(game.fifth)
        for kind in range(KINDS):
            assert held[kind] + on_table[kind] + game.special_deck[kind] + game.discards[kind] == 4

    play_out(game, chooser, check)
    assert not any(game.hands)
