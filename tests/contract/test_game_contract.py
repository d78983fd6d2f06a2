"""One contract for all games: the same verbs with the same meaning, whatever the rules."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Iterator
from itertools import chain
from random import Random

import numpy as np
import pytest

from game.decision import CHANCE, Decision, IllegalAction, Kind
from game.determinize import sample_state
from game.game_record import GameRecord
from game.position import parse_position, write_position
from game.records import MatchEnded, Record, RoundEnded
from game.rules import VARIANTS, Rules
from game.state import State
from tests.game.play import any_action, moments

GAMES = (
    *(Rules.preset(variant, players=players) for variant in VARIANTS for players in (2, 5)),
    Rules(players=2, hand=2, rows=1, capacity=1, deck=0, rounds=3),
    Rules.preset("pro", players=3, hand=2, rows=2, rounds=3),
    Rules.preset("take-a-number", players=3, hand=3, rows=2, deck=20, starters=True),
    Rules.preset("anniversary", players=3, hand=4, rows=2, capacity=2, deck=30, insert_end=True),
)
every_game = pytest.mark.parametrize("rules", GAMES, ids=str)


def without_seed(rules: Rules, seed: int) -> Iterator[State]:
    """A match in which chance is somebody's to play: the state before every action."""
    random = Random(seed)
    state = State.start(rules, State.deal(rules, seed).deals[0])
    while not state.round_over:
        yield state
        state.act(*any_action(state, random))


def some(states: Iterator[State], share: float = 0.25) -> Iterator[State]:
    """A part of the moments of a game, its first one always."""
    random = Random(1)
    for number, state in enumerate(states):
        if number == 0 or random.random() < share:
            yield state


def test_all_variants_are_here() -> None:
    assert {rules.variant for rules in GAMES} == set(VARIANTS)


@every_game
def test_states_travel_between_processes(rules: Rules) -> None:
    for state in some(moments(rules, 3), share=0.05):
        for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
            assert twin == state
            assert (twin.deals, twin.actions, twin.seed) == (state.deals, state.actions, state.seed)
            assert not np.shares_memory(twin.flat, state.flat)


@every_game
def test_to_act_and_decision_agree(rules: Rules) -> None:
    for state in chain(some(moments(rules, 1)), some(without_seed(rules, 1))):
        assert (state.kind is None) == (state.to_act == ()) == state.round_over
        assert list(state.to_act) == sorted(set(state.to_act))
        assert len(state.to_act) <= 1 or state.kind is Kind.CARD
        for seat in range(CHANCE, rules.players + 1):
            decision = state.decision(seat)
            if seat not in state.to_act:
                assert decision is None
                continue
            assert decision is not None
            assert (decision.kind, decision.seat) == (state.kind, seat)
            assert decision.actions
            assert list(decision.actions) == sorted(set(decision.actions))
            assert (seat == CHANCE) == (decision.kind is Kind.DRAW)


@every_game
def test_every_legal_action_can_be_played_and_nothing_else(rules: Rules) -> None:
    for state in some(without_seed(rules, 2), 0.1):
        before = state.copy()
        highest = max(len(state.hands) + 200, *(max(_open(state, seat).actions) for seat in state.to_act)) + 2
        for seat in range(CHANCE - 1, rules.players + 1):
            legal = set(_open(state, seat).actions) if seat in state.to_act else set()
            for action in (*sorted(legal)[:30], *Random(seat).sample(range(-3, highest), 10)):
                twin = state.copy()
                assert state.can_act(seat, action) == (action in legal)
                if action in legal:
                    twin.act(seat, action)
                    assert twin != state
                else:
                    with pytest.raises(IllegalAction):
                        twin.act(seat, action)
                    assert twin == state
                    assert twin.actions == state.actions
        assert state == before


def _open(state: State, seat: int) -> Decision:
    decision = state.decision(seat)
    assert decision is not None
    return decision


@every_game
def test_texts_of_legal_actions_read_back(rules: Rules) -> None:
    kinds = set()
    for seed in (1, 2):
        for state in without_seed(rules, seed):
            for seat in state.to_act:
                decision = _open(state, seat)
                texts = [decision.text(action) for action in decision.actions]
                assert len(set(texts)) == len(texts)
                assert tuple(map(decision.parse, texts)) == decision.actions
                kinds.add(decision.kind)
    assert {Kind.CARD, Kind.ROW} <= kinds


@every_game
def test_what_happened_is_told_in_frozen_records(rules: Rules) -> None:
    random = Random(3)
    state = State.deal(rules, 3)
    kinds = set()
    while not state.round_over:
        for record in state.act(*any_action(state, random)):
            kinds.add(type(record))
            hash(record)
            for field in dataclasses.fields(record):
                with pytest.raises(dataclasses.FrozenInstanceError):
                    setattr(record, field.name, None)
    assert len(kinds) >= 3


@every_game
def test_rounds_and_matches_end(rules: Rules) -> None:
    random = Random(4)
    state = State.deal(rules, 4)
    scores = (0,) * rules.players
    for number in range(100):
        assert (state.round, state.round_over, state.match_over) == (number, False, False)
        happened: tuple[Record, ...] = ()
        while not state.round_over:
            assert len(state.actions[-1]) < 5_000
            happened = state.act(*any_action(state, random))
        assert [record for record in happened if isinstance(record, RoundEnded)] == [
            RoundEnded(number, state.penalties)
        ]
        scores = tuple(score + penalty for score, penalty in zip(scores, state.penalties, strict=True))
        assert state.scores == scores
        if state.match_over:
            assert happened[-1] == MatchEnded(scores, state.winners)
            break
        assert not isinstance(happened[-1], MatchEnded)
        state.next_round()
    assert state.match_over
    assert state.winners == tuple(seat for seat, score in enumerate(scores) if score == min(scores))
    assert state.round + 1 == rules.rounds or max(scores) >= rules.limit > 0
    with pytest.raises(IllegalAction, match="the match is over"):
        state.next_round()


@every_game
def test_a_seed_fixes_everything(rules: Rules) -> None:
    one, two = State.deal(rules, 5, 6), State.deal(rules, 5, 6)
    random = Random(5)
    while not one.round_over:
        action = any_action(one, random)
        assert one.act(*action) == two.act(*action)
        assert one == two
    if rules.setup == "deal":
        assert State.deal(rules, 5, 7).deals != State.deal(rules, 5, 6).deals


@every_game
def test_copies_are_independent(rules: Rules) -> None:
    random = Random(6)
    for state in some(moments(rules, 6)):
        if state.round_over:
            continue
        before = write_position(state)
        twin = state.copy()
        assert twin == state
        twin.act(*any_action(twin, random))
        assert twin != state
        assert write_position(state) == before


@every_game
def test_the_flat_array_is_the_whole_state(rules: Rules) -> None:
    """One array copy is a copy of the position, and plays on in the same way."""
    for state in some(without_seed(rules, 7)):
        assert state.flat.dtype == np.int64
        assert state.flat.ndim == 1
        twin = State(rules, state.flat.copy())
        action = any_action(state, Random(7))
        assert twin == state
        assert twin.act(*action) == state.copy().act(*action)


@every_game
def test_views_are_for_one_seat(rules: Rules) -> None:
    for state in some(moments(rules, 8)):
        for seat in range(rules.players):
            view = state.view(seat)
            assert (view.seat, view.rules, view.decision) == (seat, rules, state.decision(seat))
            assert (view.hand, view.rows, view.scores) == (state.hands[seat], state.rows, state.scores)
            with pytest.raises(dataclasses.FrozenInstanceError):
                view.seat = 0  # type: ignore[misc]
            hidden = set(view.unseen)
            assert not hidden & {*view.hand, *(card for row in view.rows for card in row)}
            for other in range(rules.players):
                assert set(state.hands[other]) <= hidden | set(view.shown[other]) | set(view.hand)


@every_game
def test_a_sample_of_hidden_cards_looks_the_same_and_plays_to_the_end(rules: Rules) -> None:
    random = Random(9)
    for state in some(without_seed(rules, 9), 0.15):
        for seat in state.to_act:
            if seat == CHANCE:
                continue
            view = state.view(seat)
            sample = sample_state(view, seed=9)
            assert sample.view(seat) == view
            while not sample.round_over:
                sample.act(*any_action(sample, random))


@every_game
def test_positions_as_text_read_back(rules: Rules) -> None:
    for state in chain(some(moments(rules, 10)), some(without_seed(rules, 10))):
        text = write_position(state)
        assert parse_position(text) == state
        assert write_position(parse_position(text)) == text


@every_game
def test_records_as_text_replay(rules: Rules) -> None:
    for state in some(moments(rules, 11), 0.05):
        text = str(GameRecord.of(state))
        record = GameRecord.parse(text)
        assert record.final_state() == state
        assert str(record) == text


@every_game
def test_a_refusal_is_one_short_sentence(rules: Rules) -> None:
    for state in some(without_seed(rules, 12), 0.1):
        for seat in state.to_act:
            with pytest.raises(IllegalAction) as caught:
                state.act(seat, 10**6)
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 900
