"""Compact positions play as the engine does, turn by turn, and forget only what does not matter."""

from __future__ import annotations

import random

import pytest

from game.decision import Kind
from game.rules import Rules
from game.state import State
from solver.exact.compact import BELOWS, LANE, is_low, play
from solver.exact.position import OpenPosition
from tests.yardstick.common import total_bullheads

GAMES = 30  # of each shape


def rows_by_lane(position: OpenPosition) -> list[int]:
    """The engine's rows in the order of a compact table: by last card, and those above all hands by bullheads."""
    cards = [card for hand in position.hands for card in hand]

    def order(row: int) -> tuple[bool, int]:
        last = position.rows[row][-1]
        above_all = last > max(cards)
        return above_all, total_bullheads(list(position.rows[row])) if above_all else last

    return sorted(range(len(position.rows)), key=order)


def play_side_by_side(state: State, chance: random.Random) -> tuple[int, int]:
    """Play a round on the engine and in numbers; how many turns it had, and how many low cards."""
    turns = low_cards = 0
    while state.kind is not None:
        position = OpenPosition.of_state(state)
        compact = position.compact()
        hands = state.hands
        cards = tuple(map(chance.choice, hands))
        ranks = {card: rank for rank, card in enumerate(sorted(hands[0] + hands[1]))}
        mine, theirs = (ranks[card] for card in (cards if compact.sign > 0 else cards[::-1]))
        lane = chance.randrange(len(position.rows))
        before = state.penalties
        state.play(*cards)
        assert (state.kind is Kind.ROW) == is_low(compact.table, mine, theirs)
        if state.kind is Kind.ROW:
            low_cards += 1
            state.act(state.to_act[0], rows_by_lane(position)[lane])
        owner, bulls, table, gain, sign = play(
            compact.owner,
            compact.bulls,
            compact.table,
            compact.cards,
            len(position.rows),
            position.capacity,
            mine,
            theirs,
            lane,
        )
        mine_taken, theirs_taken = (after - so_far for after, so_far in zip(state.penalties, before, strict=True))
        assert compact.sign * gain == theirs_taken - mine_taken
        if state.kind is not None:
            after = OpenPosition.of_state(state).compact()
            assert (after.owner, after.bulls, after.table, after.cards) == (owner, bulls, table, compact.cards - 1)
            assert after.sign == compact.sign * sign
        turns += 1
    return turns, low_cards


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
@pytest.mark.parametrize("capacity", [1, 2, 3, 4, 5, 6])
def test_a_turn_in_numbers_is_a_turn_of_the_engine(rows: int, capacity: int) -> None:
    """B2 to B6, B9: where cards go, what they take, and the numbers of the position after it."""
    chance = random.Random(100 * rows + capacity)
    turns = low_cards = 0
    for game in range(GAMES):
        hand = chance.randint(1, 10)
        deck = (0, 60, 104)[game % 3]
        rules = Rules(players=2, hand=hand, rows=rows, capacity=capacity, deck=deck, rounds=1)
        new_turns, new_low_cards = play_side_by_side(State.deal(rules, seed=rows, index=game), chance)
        turns += new_turns
        low_cards += new_low_cards
    assert turns > 3 * GAMES
    assert low_cards > 5


def test_swapped_players_have_the_same_numbers_and_the_other_sign() -> None:
    position = OpenPosition.of(([3, 55, 70], [4, 60, 71]), [(1, 2), (50,), (61, 66), (80,)])
    mirrored = OpenPosition.of(position.hands[::-1], position.rows)
    one, other = position.compact(), mirrored.compact()
    assert (one.owner, one.bulls, one.table) == (other.owner, other.bulls, other.table)
    assert one.sign == -other.sign


def test_the_order_of_rows_and_the_distance_of_cards_do_not_matter() -> None:
    near = OpenPosition.of(([3, 6], [4, 8]), [(1, 2), (7,)])
    far = OpenPosition.of(([23, 56], [51, 98]), [(57,), (1, 2)])
    assert near.compact() == far.compact()


def test_bullheads_and_free_places_that_matter_are_kept() -> None:
    positions = [
        OpenPosition.of(([23, 56], [51, 98]), [(57,), (31, 32)]),
        OpenPosition.of(([23, 56], [51, 98]), [(57,), (30, 32)]),  # three bullheads for the low card to take (B5)
        OpenPosition.of(([23, 55], [51, 98]), [(57,), (31, 32)]),  # seven bullheads in a hand (C1)
        OpenPosition.of(
            ([23, 56], [51, 98]), [(57,), (31, 32)], capacity=3
        ),  # the next card but one takes two rows (B4)
    ]
    assert len({position.compact() for position in positions}) == len(positions)


def test_lanes_without_a_row_are_marked() -> None:
    table = OpenPosition.of(([3], [4]), [(1,), (2,)]).compact().table
    assert table >> 2 * LANE == BELOWS >> 2 * LANE
