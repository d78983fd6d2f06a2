"""B7: the end of a match."""

from __future__ import annotations

from random import Random

import pytest

from game.deal import Deal
from game.decision import IllegalAction
from game.position import parse_position
from game.records import MatchEnded, RoundEnded
from game.rules import Rules
from game.state import State
from game.text import NotationError
from tests.game.play import play_round

#: In the last turn of this round the 56 takes 50, 51, 52, 53 and 55: thirteen bullheads for seat 1.
LAST_TURN = "rows=50,51,52,53,55 hands=56/57"


def after(options: str, scores: str) -> State:
    """The state after a round in which seat 1 takes thirteen."""
    state = parse_position(f"base(players=2,hand=1,rows=1{options}) {LAST_TURN} scores={scores}")
    state.play(56, 57)
    assert state.penalties == (13, 0)
    return state


def test_b7_by_default_exactly_66_is_not_the_end() -> None:
    state = after("", "53/0")
    assert (state.scores, state.round_over, state.match_over) == ((66, 0), True, False)


def test_b7_by_default_more_than_66_is_the_end() -> None:
    state = after("", "54/0")
    assert (state.scores, state.match_over, state.winners) == ((67, 0), True, (1,))


def test_b7_with_at_least_66_is_the_end() -> None:
    assert after(",at_least=1", "53/0").match_over
    assert not after(",at_least=1", "52/0").match_over


@pytest.mark.parametrize(("target", "scores", "over"), [(20, "7/0", False), (20, "8/0", True), (200, "8/0", False)])
def test_b7_another_target(target: int, scores: str, over: bool) -> None:
    assert after(f",target={target}", scores).match_over == over


def test_b7_the_target_counts_for_whoever_reaches_it() -> None:
    for scores, over in (("0/53", False), ("0/54", True)):  # the other way round: seat 2 takes thirteen
        turned = LAST_TURN.replace("hands=56/57", "hands=57/56")
        state = parse_position(f"base(players=2,hand=1,rows=1) {turned} scores={scores}")
        state.play(57, 56)
        assert state.penalties == (0, 13)
        assert state.match_over is over


def test_b7_nobody_plays_on_after_the_end() -> None:
    with pytest.raises(NotationError, match="with a score of 67 the match is over"):
        after("", "0/67")


def test_b7_a_set_number_of_rounds_whatever_the_score() -> None:
    state = State.deal(Rules(players=2, rounds=3), seed=1)
    for number in range(3):
        assert (state.round, state.match_over) == (number, False)
        play_round(state, Random(number))
        if number < 2:
            assert not state.match_over
            state.next_round()
    assert state.match_over


def test_b7_a_number_of_rounds_goes_on_beyond_66() -> None:
    state = after(",rounds=2", "90/0")
    assert (state.scores, state.match_over) == ((103, 0), False)


def test_b7_target_and_rounds_together_whichever_comes_first() -> None:
    assert after(",target=50,rounds=9", "40/0").match_over
    assert not after(",target=60,rounds=9", "40/0").match_over
    assert after(",target=60,rounds=1", "40/0").match_over


def test_b7_scores_add_up_over_the_rounds() -> None:
    state = State.deal(Rules(players=4), seed=5)
    sums = [0] * 4
    rounds = 0
    while True:
        play_round(state, Random(rounds))
        rounds += 1
        sums = [total + penalty for total, penalty in zip(sums, state.penalties, strict=True)]
        assert list(state.scores) == sums
        assert state.match_over == (max(sums) > 66)
        if state.match_over:
            break
        before = state.scores
        state.next_round()
        assert (state.scores, state.penalties) == (before, (0, 0, 0, 0))
    assert rounds > 1
    assert state.winners == tuple(seat for seat in range(4) if sums[seat] == min(sums))


def test_b7_fewest_points_win_and_ties_share() -> None:
    state = parse_position(f"base(players=4,hand=1,rows=1) {LAST_TURN}/58/59 scores=60/5/4/5")
    happened = state.play(56, 57, 58, 59)
    assert state.winners == (2,)
    state = parse_position(f"base(players=4,hand=1,rows=1) {LAST_TURN}/58/59 scores=60/5/6/5")
    happened = state.play(56, 57, 58, 59)
    assert state.winners == (1, 3)
    assert happened[-2:] == (RoundEnded(0, (13, 0, 0, 0)), MatchEnded((73, 5, 6, 5), (1, 3)))


def test_b7_all_may_share_the_win() -> None:
    state = parse_position("base(players=2,hand=1,rows=1,rounds=1) rows=50 hands=56/57")
    state.play(56, 57)
    assert (state.scores, state.winners) == ((0, 0), (0, 1))


def test_after_the_match_nothing_goes_on() -> None:
    state = after("", "60/0")
    with pytest.raises(IllegalAction, match="the match is over"):
        state.next_round(Deal(((1,), (2,)), (3,)))
    with pytest.raises(IllegalAction, match="but for nobody"):
        state.act(0, 1)


def test_a_round_must_be_over_before_the_next() -> None:
    state = State.deal(Rules(players=2), seed=1)
    with pytest.raises(IllegalAction, match="this round is not over yet"):
        state.next_round()


def test_without_a_seed_the_next_deal_must_be_given() -> None:
    state = after("", "0/0")
    with pytest.raises(IllegalAction, match="no seed, so its next deal must be given"):
        state.next_round()
    state.next_round(Deal(((1,), (2,)), (3,)))
    assert (state.round, state.hands, state.scores) == (1, ((1,), (2,)), (13, 0))


def test_every_round_of_a_seed_has_its_own_deal() -> None:
    rules = Rules(players=3, rounds=3)
    state = State.deal(rules, seed=8, index=2)
    for number in range(3):
        assert state.deals[number] == Deal.make(rules, 8, 2, number)
        play_round(state, Random(number))
        if not state.match_over:
            state.next_round()
    assert len(set(state.deals)) == 3
