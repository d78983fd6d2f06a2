"""P: the pro variant, clause by clause."""

from __future__ import annotations

from random import Random

import pytest

from game.deal import Deal
from game.decision import Decision, IllegalAction, Kind
from game.records import Drafted
from game.rules import Rules
from game.state import State
from game.text import NotationError
from tests.game.play import play_round


def draft(state: State, *cards: int) -> list[int]:
    """Let these cards be picked, whoever's turn it is; who picked them."""
    pickers = []
    for card in cards:
        (seat,) = state.to_act
        assert state.act(seat, card) == (Drafted(seat, card),)
        pickers.append(seat)
    return pickers


@pytest.mark.parametrize(("players", "deck"), [(2, 24), (3, 34), (4, 44), (5, 54), (6, 64)])
def test_p1_the_cards_from_1_to_ten_times_the_players_plus_four(players: int, deck: int) -> None:
    state = State.deal(Rules.preset("pro", players=players), seed=1)
    assert state.view(0).pool == tuple(range(1, deck + 1))
    assert state.decision(0) == Decision(Kind.DRAFT, 0, tuple(range(1, deck + 1)))


def test_p2_a_draft_starts_without_hands_and_rows() -> None:
    state = State.deal(Rules.preset("pro", players=3), seed=1)
    assert (state.kind, state.hands, state.rows, state.deals) == (Kind.DRAFT, ((), (), ()), (), [Deal()])


@pytest.mark.parametrize("players", range(2, 7))
def test_p2_the_order_is_the_same_every_time_round_not_snaking(players: int) -> None:
    state = State.deal(Rules.preset("pro", players=players), seed=1)
    pickers = draft(state, *range(1, 10 * players + 1))
    assert pickers == list(range(players)) * 10
    assert [len(hand) for hand in state.hands] == [10] * players
    assert state.kind is Kind.CARD


def test_p2_a_picked_card_is_gone() -> None:
    state = State.deal(Rules.preset("pro", players=2, hand=2, rows=2), seed=1)
    draft(state, 6)
    decision = state.decision(1)
    assert decision is not None
    assert decision.actions == (1, 2, 3, 4, 5)
    with pytest.raises(IllegalAction, match="seat 2 cannot pick '6': it has 1, 2, 3, 4, 5"):
        state.act(1, 6)
    with pytest.raises(IllegalAction, match="not for seat 1 to act now, but for seat 2"):
        state.act(0, 1)


def test_p2_p6_the_cards_nobody_picked_start_the_rows_in_ascending_order() -> None:
    state = State.deal(Rules.preset("pro", players=2), seed=1)
    left = (5, 8, 13, 21)
    cards = [card for card in range(1, 25) if card not in left]
    Random(1).shuffle(cards)
    draft(state, *cards)
    assert state.rows == ((5,), (8,), (13,), (21,))
    assert state.view(0).pool == ()


def test_p2_worked_example_with_six_cards_and_seat_1_beginning() -> None:
    state = State.deal(Rules.preset("pro", players=2, hand=2, rows=2, rounds=2), seed=1)
    play_round(state, Random(1))
    state.next_round()
    assert draft(state, 6, 1, 3, 5) == [1, 0, 1, 0]
    assert state.hands == ((1, 5), (3, 6))
    assert state.rows == ((2,), (4,))


@pytest.mark.parametrize("players", range(2, 7))
def test_p3_the_first_picker_moves_on_one_seat_every_round(players: int) -> None:
    state = State.deal(Rules.preset("pro", players=players, hand=2, rounds=2 * players), seed=1)
    first: list[int] = []
    for _ in range(2 * players):
        assert state.kind is Kind.DRAFT
        first += state.to_act
        play_round(state, Random(1))
        if not state.match_over:
            state.next_round()
    assert first == list(range(players)) * 2
    assert state.match_over


def test_p3_after_the_draft_the_base_game_is_played() -> None:
    state = State.deal(Rules.preset("pro", players=2, hand=2, rows=2, rounds=1), seed=1)
    draft(state, 6, 1, 3, 5)
    assert (state.hands, state.rows, state.to_act) == (((3, 6), (1, 5)), ((2,), (4,)), (0, 1))
    state.play(6, 1)
    assert state.decision(1) == Decision(Kind.ROW, 1, (0, 1))
    state.act(1, 0)
    assert list(state.rows) == [(1,), (4, 6)]
    state.play(3, 5)
    assert state.rows == ((1, 3, 5), (4, 6))
    assert (state.match_over, state.scores, state.winners) == (True, (0, 1), (0,))


def test_p3_nothing_depends_on_the_seed() -> None:
    one = State.deal(Rules.preset("pro", players=3), seed=1)
    two = State.deal(Rules.preset("pro", players=3), seed=2, index=9)
    assert one == two


def test_p4_small_pro_instances() -> None:
    state = State.deal(Rules.preset("pro", players=3, hand=1, rows=3, capacity=2, rounds=1), seed=1)
    assert state.view(0).pool == (1, 2, 3, 4, 5, 6)
    assert draft(state, 6, 5, 4) == [0, 1, 2]
    assert list(state.rows) == [(1,), (2,), (3,)]
    state.play(6, 5, 4)
    assert state.rows == ((1,), (2,), (5, 6))  # 3 4 was full, so the 5 took it
    assert state.penalties == (0, 2, 0)


def test_p5_a_dealt_instance_uses_the_same_cards_but_hides_hands() -> None:
    state = State.deal(Rules(players=3, hand=2, rows=2, deck=0), seed=1)
    assert sorted(card for group in (*state.hands, *state.rows) for card in group) == list(range(1, 9))
    assert state.view(0).shown == ((), (), ())


def test_p7_a_draft_takes_no_deal() -> None:
    with pytest.raises(NotationError, match="a draft starts without a deal"):
        State.start(Rules.preset("pro", players=2, hand=1, rows=1), Deal(((1,), (2,)), (3,)))


def test_b11_the_last_pick_is_asked_for() -> None:
    state = State.deal(Rules.preset("pro", players=2, hand=1, rows=1), seed=1)
    draft(state, 3)
    assert state.decision(1) == Decision(Kind.DRAFT, 1, (1, 2))
