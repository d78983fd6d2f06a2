"""What holds in every match of Take a Number and of the anniversary variant."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.cards import bullheads, total_bullheads
from game.deal import Deal
from game.decision import CHANCE, Kind
from game.determinize import sample_state
from game.engine import layout as at
from game.engine import random_play
from game.engine.chance import below
from game.engine.specials import MOST_ACTIONS
from game.flat import new_flat, read_set
from game.game_record import GameRecord
from game.position import parse_position, write_position
from game.records import Drew, Kept, MatchEnded, Placed, Record, Revealed, RoundEnded, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES, Rules
from game.state import State
from game.text import write_groups, write_specials
from game.view import View
from tests.game.new_games import (
    ALL,
    ANNIVERSARY,
    ANNIVERSARY_FULL,
    ANNIVERSARY_SMALL,
    FULL,
    NUMBER,
    NUMBER_FULL,
    NUMBER_SMALL,
    SMALL,
    decision_of,
    lively_action,
    match_moments,
    story,
)
from tests.game.play import any_rules, moments

ROOT = Path(__file__).parents[2]
SOME = (*SMALL, NUMBER_FULL[0], NUMBER_FULL[3], NUMBER_FULL[8], *ANNIVERSARY_FULL[::3])
GAMES = {"take-a-number", "anniversary"}


def seeds(rules: Rules, small: int, full: int) -> range:
    """More matches of small instances, which are over soon."""
    return range(max(2, full // rules.players) if rules in FULL else small)


# Cards.


def number_cards(state: State) -> list[int]:
    """Every number card of the round, wherever it is."""
    flat, players = state.flat, state.rules.players
    order = flat[at.ORDER : at.ORDER + players].tolist()
    waiting = flat[at.CHOSEN : at.CHOSEN + players].tolist()  # face down, or turned over and not placed yet
    if state.kind is not Kind.CARD:
        in_place = state.kind in (Kind.KEEP, Kind.SWAP, Kind.DRAW)
        waiting = [waiting[seat] for seat in order[int(flat[at.PLACED]) + in_place :]]
    taken = read_set(flat, at.TAKEN) if state.number_rows else ()
    groups = (*state.rows, *state.hands, *state.piles, *state.number_rows, taken, filter(None, waiting))
    return [card for group in groups for card in group]


def special_cards(state: State, view: View) -> list[int]:
    """Every special card of the match, wherever it is, counted by kind."""
    counts = [sum(group) for group in zip(*state.specials, state.special_deck, state.discards, strict=True)]
    counts[at.STOP] += sum(view.stopped)
    counts[at.SEVEN] += sum(view.sevens)
    counts[at.FIFTH_ROW] += len(state.rows) > state.rules.rows and not state.round_over  # A20
    return counts


def check_table(state: State) -> None:
    """No card is lost or doubled; rows ascend; at most two Stops and one more row."""
    rules = state.rules
    cards = number_cards(state)
    assert len(set(cards)) == len(cards) == rules.cards_dealt
    if state.deals:
        deal = state.deals[-1]
        assert set(cards) == {card for group in (*deal.hands, deal.rows, deal.starters) for card in group}
    view = state.view(0)
    for row, holds in zip(state.rows, view.capacities, strict=True):
        assert all(left < right for left, right in pairwise(row))
        assert 1 <= len(row) <= holds + state.round_over  # a 7 nimmt! may have been there until the end (A20)
    for own_row in state.number_rows:
        assert all(left < right for left, right in pairwise(own_row))  # N7
    if rules.game == "anniversary":
        assert special_cards(state, view) == list(rules.specials)
        assert min(min(counts) for counts in (*state.specials, state.special_deck, state.discards)) >= 0
        assert sum(view.stopped) <= min(2, len(state.rows) - 1)  # A8, A16
        assert len(state.rows) - rules.rows in (0, 1)  # A3
        assert [holds - rules.capacities[0] for holds in view.capacities] == list(map(int, view.sevens))  # A4, A14
    else:
        assert len(state.rows) == rules.rows


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_no_card_is_lost_or_doubled_and_rows_ascend(rules: Rules) -> None:
    """A3, A8: and never more than two Stops and one extra row."""
    for seed in seeds(rules, small=40, full=12):
        for state, _ in match_moments(rules, seed):
            check_table(state)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL, ids=str)
def test_no_card_is_lost_or_doubled_for_long(rules: Rules) -> None:
    for seed in seeds(rules, small=1000, full=400):
        for state, _ in match_moments(rules, 1_000_000 + seed):
            check_table(state)


@given(rules=any_rules(games=("take-a-number", "anniversary")), seed=st.integers(0, 2**63 - 1))
@settings(max_examples=40)
def test_the_same_in_any_small_instance(rules: Rules, seed: int) -> None:
    for state in moments(rules, seed, rounds=2):
        check_table(state)
        assert parse_position(write_position(state)) == state
    assert GameRecord.parse(str(GameRecord.of(state))).final_state() == state


# Scores and the length of rounds.


class Ledger:
    """Piles, #-rows and penalties of a round, kept from nothing but the records."""

    def __init__(self, state: State) -> None:
        self.piles: list[set[int]] = [set() for _ in state.hands]
        self.penalties = [0] * state.rules.players
        self.number_rows = [list(row) for row in state.number_rows]
        self.keeps_pile = state.rules.game == "anniversary"
        self.placed = 0

    def read(self, happened: tuple[Record, ...]) -> None:
        named = 0
        for record in happened:
            if isinstance(record, SpecialPlayed) and record.special.startswith("negative"):
                named = int(record.special.split()[1])
            elif isinstance(record, Kept):
                if record.piled:
                    assert list(record.piled) == self.number_rows[record.seat]
                    self.number_rows[record.seat] = []
                self.piles[record.seat] |= set(record.piled)
                self.number_rows[record.seat].append(record.card)
            elif isinstance(record, Placed):
                self.placed += 1
                assert record.bullheads == total_bullheads(record.taken)
                if self.keeps_pile:
                    self.piles[record.seat] |= set(record.taken)
                    off = 2 * bullheads(named) if named else 0
                    self.penalties[record.seat] = max(0, self.penalties[record.seat] + record.bullheads - off)
                named = 0


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_scores_match_the_piles_and_rounds_end(rules: Rules) -> None:
    """N8, and A9 with A19: penalties are the piles' bullheads but for what Negative=Positive took off.

    A round of the anniversary variant has as many turns as cards in a hand. In Take a Number every row taken sends a
    card out of play (N6), and only so many cards can be placed between.
    """
    cards, room = rules.cards_dealt, rules.capacities
    most_turns = rules.hand if rules in ANNIVERSARY else 1 + (max(room) * cards + sum(room)) // rules.players
    for seed in seeds(rules, small=80, full=60):
        scores = [0] * rules.players
        for state, happened in match_moments(rules, seed):
            if not state.actions[-1]:
                ledger = Ledger(state)
            ledger.read(happened)
            assert state.turn <= most_turns
            assert list(map(set, state.piles)) == ledger.piles
            if rules.game == "take-a-number":
                assert list(map(list, state.number_rows)) == ledger.number_rows
                hands = state.hands if state.round_over else [()] * rules.players
                piles = state.piles if state.round_over else [()] * rules.players
                ledger.penalties = [
                    total_bullheads(hand) + 2 * total_bullheads(pile) for hand, pile in zip(hands, piles, strict=True)
                ]
            assert list(state.penalties) == ledger.penalties
            assert state.round_over == any(isinstance(record, RoundEnded) for record in happened)
            assert state.match_over == any(isinstance(record, MatchEnded) for record in happened)
            if state.round_over:
                scores = [old + new for old, new in zip(scores, state.penalties, strict=True)]
                assert list(state.scores) == scores
                assert ledger.placed == rules.players * state.turn
                assert min(map(len, state.hands)) == 0
        assert state.round < max(rules.rounds, 1)


# Texts.


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_replay_equals_play(rules: Rules) -> None:
    """A record, as text and back, leads to the same position: in mid-game and at the end, with a seed and without."""
    for seed in seeds(rules, small=4, full=2):
        random = Random(seed)
        for state, _ in match_moments(rules, seed):
            if not state.match_over and random.random() < (0.98 if rules in FULL else 0.8):
                continue
            record = GameRecord.of(state)
            again = GameRecord.parse(str(record))
            assert [played.deal for played in again.rounds] == state.deals
            assert (again.rules, again.seed, again.index) == (rules, seed if seed % 2 else None, 0)
            assert again.final_state() == state
            assert str(again) == str(record)


@pytest.mark.parametrize("rules", [NUMBER_SMALL[2], NUMBER_FULL[2], ANNIVERSARY_SMALL[4], ANNIVERSARY_FULL[2]], ids=str)
def test_replay_shows_every_state_on_the_way(rules: Rules) -> None:
    for seed in (2, 4):  # without a seed, so that every draw is a step of its own
        positions = [write_position(state) for state, _ in match_moments(rules, seed)]
        *_, (state, _) = match_moments(rules, seed)
        assert [write_position(before) for before, _ in GameRecord.of(state).states()] == positions


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_a_position_as_text_and_back_is_the_same_position(rules: Rules) -> None:
    for seed in seeds(rules, small=6, full=2):
        random = Random(seed)
        for state, _ in match_moments(rules, seed):
            if rules in FULL and random.random() < 0.7:
                continue
            text = write_position(state)
            again = parse_position(text)
            assert again == state
            assert write_position(again) == text


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_legal_actions_ascend_and_their_texts_read_back(rules: Rules) -> None:
    for seed in seeds(rules, small=6, full=2):
        for state, _ in match_moments(rules, seed):
            for seat in state.to_act:
                decision = decision_of(state, seat)
                actions = decision.actions
                assert actions
                assert all(left < right for left, right in pairwise(actions))
                assert [decision.parse(decision.text(action)) for action in actions] == list(actions)


def test_records_are_frozen() -> None:
    seen: dict[type, Record] = {}
    for rules in (NUMBER_FULL[2], ANNIVERSARY_FULL[2]):
        for _, happened in match_moments(rules, 1):
            seen |= {type(record): record for record in happened}
    assert set(seen) == {Revealed, Placed, Kept, SpecialPlayed, Swapped, Drew, RoundEnded, MatchEnded}
    for record in seen.values():
        hash(record)
        for field in dataclasses.fields(record):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(record, field.name, 0)


# Views.


def twin_of(state: State, seat: int, random: Random) -> State:
    """The same table with everything hidden from `seat` shuffled: number cards, special cards, face-down choices."""
    rules = state.rules
    others = [other for other in range(rules.players) if other != seat]
    fields = dict(word.split("=", 1) for word in write_position(state).split()[1:])
    down = [0] * rules.players
    if state.kind is Kind.CARD:
        down = state.flat[at.CHOSEN : at.CHOSEN + rules.players].tolist()
    held = [[*hand, *([card] if card else [])] for hand, card in zip(state.hands, down, strict=True)]
    shown = [list(cards) for cards in state.view(seat).shown]
    hidden = [card for other in others for card in held[other] if card not in shown[other]]
    hidden += sorted(set(range(1, rules.deck + 1)) - set(number_cards(state)))  # out of the round
    random.shuffle(hidden)
    for other in others:
        held[other] = shown[other] + [hidden.pop() for _ in range(len(held[other]) - len(shown[other]))]
    if state.kind is Kind.CARD:
        open_choice = seat if not down[seat] else random.choice(others)
        for other in others:
            down[other] = 0 if other == open_choice or random.random() < 0.5 else random.choice(held[other])
        fields["chosen"] = write_groups([card] if card else [] for card in down)
    fields["hands"] = write_groups([card for card in cards if card != down[who]] for who, cards in enumerate(held))
    if rules.game == "anniversary":
        fields["specials"] = shuffled_specials(state, seat, random)
    return parse_position(" ".join([str(rules), *(f"{name}={value}" for name, value in fields.items())]))


def shuffled_specials(state: State, seat: int, random: Random) -> str:
    """Everybody's special cards as text; those of others are any that this seat has not seen."""
    groups = [[kind for kind in range(at.KINDS) for _ in range(counts[kind])] for counts in state.specials]
    hidden = [kind for kind in range(at.KINDS) for _ in range(state.special_deck[kind])]
    hidden += [kind for other, group in enumerate(groups) if other != seat for kind in group]
    random.shuffle(hidden)
    dealt = [group if other == seat else [hidden.pop() for _ in group] for other, group in enumerate(groups)]
    return "/".join(write_specials(sorted(group)) for group in dealt)


def leaks(view_of: Callable[[State, int], View], rules: Rules, seed: int) -> tuple[int, int]:
    """How many twins, in a match, show a seat something else; and how many twins were other states."""
    random = Random(seed)
    seen = others = 0
    for state, _ in match_moments(rules, seed):
        if state.round_over and rules.game == "take-a-number":
            continue  # hands are counted then (N8), so another hand would show in the penalties
        for seat in range(rules.players):
            if rules in FULL and random.random() < 0.7:
                continue
            twin = twin_of(state, seat, random)
            others += twin != state
            seen += view_of(twin, seat) != view_of(state, seat)
    return seen, others


@pytest.mark.parametrize("rules", SOME, ids=str)
def test_a27_views_of_twins_are_equal(rules: Rules) -> None:
    """N10 and A22 too: what went to a hand in full view stays known, everything else is hidden."""
    for seed in range(1 if rules in FULL or rules.players >= 8 else 2):
        seen, others = leaks(lambda state, seat: state.view(seat), rules, seed)
        assert seen == 0
        assert others > 0  # or this would prove nothing


@pytest.mark.parametrize("rules", SOME, ids=str)
def test_a_view_is_true(rules: Rules) -> None:
    """What it does tell is what the State says, and what is unseen is what is hidden, no more and no less."""
    for state, _ in match_moments(rules, 3):
        down = state.flat[at.CHOSEN : at.CHOSEN + rules.players].tolist()
        if state.kind is not Kind.CARD:
            down = [0] * rules.players
        held = [{*hand, card} - {0} for hand, card in zip(state.hands, down, strict=True)]
        rest = set(range(1, rules.deck + 1)) - set(number_cards(state))
        for seat in range(rules.players):
            view = state.view(seat)
            hidden = [held[other] - set(view.shown[other]) for other in range(rules.players) if other != seat]
            assert set(view.unseen) == rest.union(*hidden)
            assert (view.hand, view.chosen, view.decision) == (state.hands[seat], down[seat], state.decision(seat))
            assert (view.rows, view.number_rows, view.discards) == (state.rows, state.number_rows, state.discards)
            assert view.hand_sizes == tuple(map(len, held))
            assert view.special_sizes == tuple(map(sum, state.specials))
            assert view.deck_size == sum(state.special_deck)
            assert view.specials == (state.specials[seat] if state.specials else ())


def with_hands_shown(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), shown=state.hands)


def with_the_card_of_a_neighbour(state: State, seat: int) -> View:
    cards = state.flat[at.CHOSEN : at.CHOSEN + state.rules.players].tolist()
    return dataclasses.replace(state.view(seat), revealed=tuple(cards))


def with_the_special_cards_of_all(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), specials=tuple(map(sum, zip(*state.specials, strict=True))))


def with_the_special_deck(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), discards=state.special_deck)


@pytest.mark.parametrize(
    ("leaky", "rules"),
    [
        (with_hands_shown, NUMBER_SMALL[2]),
        (with_the_card_of_a_neighbour, NUMBER_SMALL[2]),
        (with_hands_shown, ANNIVERSARY_SMALL[4]),
        (with_the_card_of_a_neighbour, ANNIVERSARY_SMALL[4]),
        (with_the_special_cards_of_all, ANNIVERSARY_SMALL[4]),
        (with_the_special_deck, ANNIVERSARY_SMALL[4]),
    ],
)
def test_a_leaky_view_would_be_caught(leaky: Callable[[State, int], View], rules: Rules) -> None:
    assert leaks(leaky, rules, seed=1)[0] > 0


@pytest.mark.parametrize("rules", SOME, ids=str)
def test_a_sampled_state_looks_the_same_and_can_be_played_to_the_end(rules: Rules) -> None:
    random = Random(5)
    for seed in range(1 if rules in FULL else 3):
        for state, _ in match_moments(rules, seed):
            if rules in FULL and random.random() < 0.85:
                continue
            for seat in state.to_act:
                if seat == CHANCE:
                    continue
                view = state.view(seat)
                sample = sample_state(view, seed=seed, index=state.turn)
                assert sample.view(seat) == view
                check_table(sample)
                if random.random() < 0.2:
                    while not sample.round_over:
                        sample.act(*lively_action(sample, random))
                    check_table(sample)


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_seats_are_symmetric(rules: Rules) -> None:
    """Whoever sits where: the same cards in other seats give the same rows, and all that is theirs moves along."""
    for seed in range(10):
        random = Random(seed)
        new_seat = [*random.sample(range(rules.players), rules.players), CHANCE]  # place -1 is chance
        old_seat = [new_seat.index(seat) for seat in range(rules.players)]
        here = State.start(rules, Deal.make(rules, seed))
        deal = here.deals[0]
        there = State.start(
            rules,
            Deal(
                tuple(deal.hands[seat] for seat in old_seat),
                deal.rows,
                tuple(deal.starters[seat] for seat in old_seat) if deal.starters else (),
                tuple(deal.specials[seat] for seat in old_seat) if deal.specials else (),
            ),
        )
        while not here.round_over:
            seat, action = lively_action(here, random)
            here.act(seat, action)
            there.act(new_seat[seat], action)
            assert (here.rows, here.discards, here.special_deck) == (there.rows, there.discards, there.special_deck)
            for mine, theirs in (
                *((here.hands, there.hands), (here.piles, there.piles), (here.penalties, there.penalties)),
                *((here.number_rows, there.number_rows), (here.specials, there.specials)),
            ):
                assert not mine or [mine[old] for old in old_seat] == list(theirs)


# Other ways to run the engine.


def digest(rules: str, seed: int) -> str:
    return hashlib.sha256("\n".join(story(rules, seed)).encode()).hexdigest()


def test_plain_python_plays_the_same_matches() -> None:
    played = [(str(rules), seed) for rules in (*SMALL, NUMBER_FULL[2], ANNIVERSARY_FULL[2]) for seed in (1, 2)]
    script = (
        "import json, sys; from tests.game.test_new_games_properties import digest; "
        "print(json.dumps([digest(*one) for one in json.loads(sys.argv[1])]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, json.dumps(played)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [digest(*one) for one in played]


def generator(seed: int) -> npt.NDArray[np.uint64]:
    return np.array([seed], dtype=np.uint64)


def play_like_the_engine(state: State, chance: npt.NDArray[np.uint64]) -> None:
    """Random play through State with the choices that the engine's own random play makes."""
    while not state.round_over:
        seat = state.to_act[0]
        choices = decision_of(state, seat).actions
        if seat == CHANCE:  # every card of the deck is as likely as any other
            choices = tuple(1 + kind for kind, count in enumerate(state.special_deck) for _ in range(count))
        state.act(seat, choices[int(below(chance, len(choices)))])


@pytest.mark.parametrize("rules", SOME, ids=str)
def test_fast_random_play_ends_like_play_by_the_verbs(rules: Rules) -> None:
    to_end = random_play.number_to_end if rules in NUMBER else random_play.anniversary_to_end
    for seed in range(5):
        slow = State.start(rules, Deal.make(rules, seed))
        fast = State(rules, slow.flat.copy())
        to_end(fast.flat, generator(seed), np.empty(MOST_ACTIONS, dtype=np.int64))
        play_like_the_engine(slow, generator(seed))
        assert fast == slow
        assert fast.round_over
        check_table(fast)


@pytest.mark.parametrize("rules", SOME, ids=str)
def test_fast_rounds_add_up_to_rounds_by_the_verbs(rules: Rules) -> None:
    """number_rounds and anniversary_rounds: the deals of a seed, one index after the other."""
    rounds, first, seed = 6, 3, 11
    fast = np.zeros(rules.players, dtype=np.int64)
    if rules in NUMBER:
        placed = random_play.number_rounds(new_flat(rules), seed, first, rounds, generator(1), fast)
    else:
        each = rules.specials_dealt
        placed = random_play.anniversary_rounds(new_flat(rules), seed, first, rounds, each, generator(1), fast)
    slow = [0] * rules.players
    turns = 0
    chance = generator(1)
    for index in range(first, first + rounds):
        state = State.start(rules, Deal.make(rules, seed, index))
        play_like_the_engine(state, chance)
        slow = [old + new for old, new in zip(slow, state.penalties, strict=True)]
        turns += state.turn
    assert fast.tolist() == slow
    assert placed == turns * rules.players


def test_these_are_the_two_games() -> None:
    assert {rules.game for rules in ALL} == GAMES
    assert sorted({rules.players for rules in NUMBER_FULL}) == list(range(2, 11))
    assert sorted({rules.players for rules in ANNIVERSARY_FULL}) == list(range(2, 9))
    assert len(SPECIAL_NAMES) == at.KINDS
