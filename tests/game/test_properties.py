"""What holds in every game, whoever plays: no card is lost, rows ascend, piles are paid for, replay equals play."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import total_bullheads
from game.deal import Deal
from game.decision import IllegalAction, Kind
from game.game_record import GameRecord
from game.position import parse_position, write_position
from game.records import Drafted, MatchEnded, Placed, Record, Revealed, RoundEnded
from game.rules import Rules
from game.state import State
from tests.game.play import FULL, FULL_DEALT, FULL_DRAFTED, SMALL, SMALL_DEALT, any_action, any_rules, moments

EVERY = SMALL + FULL
ours = any_rules(games=("base", "pro"))
seeds = st.integers(0, 2**63 - 1)


def games(rules: Rules, small: int, full: int) -> range:
    """Seeds: more of them for small instances, which are over soon."""
    return range(full if rules in FULL else small)


def cards_on_the_table(state: State) -> list[int]:
    """Every card in rows, hands, piles, the pool, and those chosen but not yet placed."""
    fields = dict(word.split("=", 1) for word in write_position(state).split()[1:])
    cards = [card for group in (*state.rows, *state.hands, *state.piles) for card in group]
    cards += state.view(0).pool
    if "chosen" in fields:
        chosen = sorted(int(card) for card in fields["chosen"].split("/") if card != "-")
        cards += chosen[int(fields.get("placed", "0")) :]
    return cards


def check_table(state: State) -> None:
    """No card is lost or doubled, rows ascend within their capacity, and piles are paid for."""
    rules = state.rules
    cards = cards_on_the_table(state)
    assert len(set(cards)) == len(cards) == rules.cards_dealt
    deal = state.deals[-1]
    dealt = {card for group in (*deal.hands, deal.rows) for card in group} or set(range(1, rules.deck + 1))
    assert set(cards) == dealt
    for row, capacity in zip(state.rows, rules.capacities, strict=False):
        assert list(row) == sorted(row)
        assert 1 <= len(row) <= capacity
    assert len(state.rows) == (0 if state.kind is Kind.DRAFT else rules.rows)
    assert list(state.penalties) == [total_bullheads(pile) for pile in state.piles]


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_no_card_is_lost_rows_ascend_and_penalties_are_what_the_piles_hold(rules: Rules) -> None:
    for seed in games(rules, small=60, full=6):
        for state in moments(rules, seed):
            check_table(state)


@given(rules=ours, seed=seeds)
@settings(max_examples=60)
def test_the_same_in_any_small_instance(rules: Rules, seed: int) -> None:
    for state in moments(rules, seed, rounds=2):
        check_table(state)


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_a_round_takes_every_hand_card_once(rules: Rules) -> None:
    """B6: as many turns as cards in a hand; every one is revealed and placed once."""
    for seed in games(rules, small=20, full=3):
        random = Random(seed)
        state = State.deal(rules, seed)
        happened: list[Record] = []
        while not state.round_over:
            happened += state.act(*any_action(state, random))
        revealed = [card for record in happened if isinstance(record, Revealed) for card in record.cards]
        placed = [record.card for record in happened if isinstance(record, Placed)]
        assert sorted(revealed) == sorted(placed)
        assert len(set(placed)) == rules.players * rules.hand
        assert sum(isinstance(record, Revealed) for record in happened) == rules.hand
        assert sum(isinstance(record, Drafted) for record in happened) in (0, rules.players * rules.hand)
        taken = [0] * rules.players
        for record in happened:
            if isinstance(record, Placed):
                assert record.bullheads == total_bullheads(record.taken)
                taken[record.seat] += record.bullheads
        assert tuple(taken) == state.penalties
        assert happened[-1 - state.match_over] == RoundEnded(0, state.penalties)
        if state.match_over:
            assert happened[-1] == MatchEnded(state.scores, state.winners)


# Replay.


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_replay_equals_play(rules: Rules) -> None:
    """A record, as text and back, leads to the same position: at the end and from any moment in the middle."""
    for seed in games(rules, small=8, full=1):
        random = Random(seed)
        for state in moments(rules, seed, rounds=2):
            if rules in FULL and random.random() < 0.9 and not state.round_over:
                continue
            record = GameRecord.of(state)
            again = GameRecord.parse(str(record))
            replayed = again.final_state()
            assert replayed == state
            assert str(again) == str(record)
            assert (again.rules, again.seed, again.index) == (rules, seed, 0)
            assert [played.deal for played in again.rounds] == state.deals
            assert replayed.seed == state.seed
            assert GameRecord.of(replayed) == GameRecord.of(again.final_state())


def test_replay_shows_every_state_on_the_way() -> None:
    for rules in (Rules(players=3, rounds=2), Rules.preset("pro", players=2, rounds=2)):
        positions = []
        actions = []
        random = Random(1)
        state = State.deal(rules, 1)
        for _ in range(2):
            while not state.round_over:
                positions.append(write_position(state))
                actions.append(any_action(state, random))
                state.act(*actions[-1])
            if not state.match_over:
                state.next_round()
        replay = [(write_position(before), action) for before, action in GameRecord.of(state).states() if action]
        assert replay == list(zip(positions, actions, strict=True))


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_a_position_as_text_and_back_is_the_same_position(rules: Rules) -> None:
    for seed in games(rules, small=10, full=2):
        for state in moments(rules, seed):
            text = write_position(state)
            assert "\n" not in text
            again = parse_position(text)
            assert again == state
            assert write_position(again) == text


@given(rules=ours, seed=seeds)
@settings(max_examples=40)
def test_texts_of_any_small_instance_read_back(rules: Rules, seed: int) -> None:
    for state in moments(rules, seed, rounds=2):
        assert parse_position(write_position(state)) == state
    assert GameRecord.parse(str(GameRecord.of(state))).final_state() == state


# Copies, and actions that are refused.


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_copies_are_independent(rules: Rules) -> None:
    random = Random(7)
    for state in moments(rules, 7):
        if not state.to_act or (rules in FULL and random.random() < 0.7):
            continue
        before = (write_position(state), [list(actions) for actions in state.actions], list(state.deals))
        twin = state.copy()
        assert twin == state
        assert (twin.seed, twin.index, twin.rules) == (state.seed, state.index, state.rules)
        twin.act(*any_action(twin, random))
        assert twin != state
        assert (write_position(state), state.actions, state.deals) == before
        assert len(twin.actions[-1]) == len(state.actions[-1]) + 1


def test_a_copy_that_starts_another_round_leaves_the_first_alone() -> None:
    *_, state = moments(Rules(players=2, rounds=2), 1, rounds=1)
    twin = state.copy()
    twin.next_round()
    assert (len(state.deals), len(state.actions), state.round) == (1, 1, 0)
    assert (len(twin.deals), len(twin.actions), twin.round) == (2, 2, 1)


@pytest.mark.parametrize("rules", [*SMALL, FULL_DEALT[0], FULL_DEALT[2], FULL_DRAFTED[1]], ids=str)
def test_can_act_and_act_never_disagree(rules: Rules) -> None:
    """Every seat and every number, also such as make no sense; a refused action changes nothing."""
    random = Random(3)
    for state in moments(rules, 3):
        before = write_position(state)
        actions = [list(done) for done in state.actions]
        for seat in range(-2, rules.players + 2):
            for action in (*range(-2, 12), *random.sample(range(12, 120), 4), *(state.hands[seat % rules.players])):
                twin = state.copy()
                if state.can_act(seat, action):
                    twin.act(seat, action)
                    assert twin != state
                else:
                    with pytest.raises(IllegalAction):
                        twin.act(seat, action)
                    assert write_position(twin) == before
                    assert twin.actions == actions
        assert write_position(state) == before


def test_a_refusal_says_what_is_allowed() -> None:
    state = State.start(Rules(players=2, hand=2, rows=2, deck=0), Deal(((1, 4), (3, 6)), (2, 5)))
    with pytest.raises(IllegalAction, match="seat 1 cannot play '3': it has 1, 4"):
        state.act(0, 3)
    with pytest.raises(IllegalAction, match="not for seat 3 to act now, but for seat 1 and seat 2"):
        state.act(2, 3)
    state.act(0, 1)
    with pytest.raises(IllegalAction, match="not for seat 1 to act now, but for seat 2"):
        state.act(0, 4)
    state.act(1, 3)
    with pytest.raises(IllegalAction, match="seat 1 cannot take 'row 3': it has row 1, row 2"):
        state.act(0, 2)


def test_a_turn_played_at_once_is_all_or_nothing() -> None:
    state = State.start(Rules(players=2, hand=2, rows=2, deck=0), Deal(((1, 4), (3, 6)), (2, 5)))
    before = write_position(state)
    for cards in ((4,), (4, 3, 6), (4, 1), (3, 4)):
        with pytest.raises(IllegalAction):
            state.play(*cards)
        assert write_position(state) == before
    state.play(4, 3)
    assert state.turn == 1
    state.act(0, 1)
    with pytest.raises(IllegalAction, match="at the start of a turn"):
        state.play(1, 6)


# Seats.


@pytest.mark.parametrize("rules", SMALL_DEALT + FULL_DEALT, ids=str)
def test_seats_are_symmetric(rules: Rules) -> None:
    """Whoever sits where: the same cards in other seats give the same rows, and everybody's penalties move along.

    No two cards are equal, so the order of placing (B2) never depends on seats. A row choice goes with its card.
    """
    for seed in games(rules, small=20, full=3):
        random = Random(seed)
        new_seat = random.sample(range(rules.players), rules.players)
        here = State.deal(rules, seed)
        deal = here.deals[0]
        hands: list[tuple[int, ...]] = [()] * rules.players
        for seat, hand in enumerate(deal.hands):
            hands[new_seat[seat]] = hand
        there = State.start(rules, Deal(tuple(hands), deal.rows))
        while not here.round_over:
            assert {new_seat[seat] for seat in here.to_act} == set(there.to_act)
            seat, action = any_action(here, random)
            here.act(seat, action)
            there.act(new_seat[seat], action)
            assert here.rows == there.rows
            for seat in range(rules.players):
                assert here.penalties[seat] == there.penalties[new_seat[seat]]
                assert here.piles[seat] == there.piles[new_seat[seat]]
                assert here.hands[seat] == there.hands[new_seat[seat]]
        assert {new_seat[seat] for seat in here.winners} == set(there.winners)


@pytest.mark.parametrize("rules", [rules for rules in EVERY if rules.setup == "draft"], ids=str)
def test_p3_seats_of_a_draft_are_symmetric_when_the_first_picker_moves_along(rules: Rules) -> None:
    """Round k + 1 is round k with everybody one seat further, as long as the match goes on."""
    pool = ",".join(str(card) for card in range(1, rules.deck + 1))
    for seed in range(5):
        random = Random(seed)
        here = parse_position(f"{rules} round=1 phase=draft pool={pool}")
        there = parse_position(f"{rules} round=2 phase=draft pool={pool}")
        while not here.round_over:
            seat, action = any_action(here, random)
            here.act(seat, action)
            there.act((seat + 1) % rules.players, action)
            assert here.rows == there.rows
            for seat in range(rules.players):
                assert here.penalties[seat] == there.penalties[(seat + 1) % rules.players]
                assert here.hands[seat] == there.hands[(seat + 1) % rules.players]


@pytest.mark.parametrize("rules", [*SMALL, FULL[2], FULL[8], FULL[10]], ids=str)
def test_the_order_in_which_seats_choose_does_not_matter(rules: Rules) -> None:
    """B2: the choice is simultaneous."""
    random = Random(11)
    one = State.deal(rules, 11)
    two = one.copy()
    while not one.round_over:
        chosen = []
        for seat in one.to_act:
            decision = one.decision(seat)
            assert decision is not None
            chosen.append((seat, random.choice(decision.actions)))
        for seat, action in chosen:
            one.act(seat, action)
        for seat, action in reversed(chosen):
            two.act(seat, action)
        assert one == two
