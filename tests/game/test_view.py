"""A View holds what its seat may know, and nothing more: the proof by twins.

Twins are states that differ only in what a seat cannot see: which hidden card is in which other hand or out of the
round, which card lies face down before somebody else, and whether anything lies there yet (B2). If a View held any
of that, it would differ between some twins.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from random import Random

import pytest

from game.deal import Deal
from game.decision import Decision, Kind
from game.determinize import sample_state
from game.position import parse_position, write_position
from game.rules import Rules
from game.state import State
from game.text import write_groups
from game.view import View
from tests.game.play import FULL, FULL_DEALT, SMALL, SMALL_DEALT, any_action, moments, play_round

DEALT = (*SMALL_DEALT, FULL_DEALT[0], FULL_DEALT[2], FULL_DEALT[8])
ALL = (*SMALL, FULL[0], FULL[2], FULL[8], FULL[9], FULL[13])


def face_down(state: State) -> list[int]:
    """The cards that lie face down, by seat, 0 for none."""
    fields = dict(word.split("=", 1) for word in write_position(state).split()[1:])
    if state.kind is not Kind.CARD or "chosen" not in fields:
        return [0] * state.rules.players
    return [0 if card == "-" else int(card) for card in fields["chosen"].split("/")]


def twin_of(state: State, seat: int, random: Random) -> State:
    """The same table with everything hidden from `seat` shuffled."""
    players = range(state.rules.players)
    down = face_down(state)
    held = [[*hand, *([card] if card else [])] for hand, card in zip(state.hands, down, strict=True)]
    others = [other for other in players if other != seat]
    if state.rules.setup == "deal":
        hidden = [card for other in others for card in held[other]] + out_of_round(state)
        random.shuffle(hidden)
        for other in others:
            held[other] = [hidden.pop() for _ in held[other]]
    if state.kind is Kind.CARD:
        waiting = [seat] if not down[seat] else [random.choice(others)]
        for other in others:
            random.shuffle(held[other])
            down[other] = 0 if other in waiting or random.random() < 0.5 else held[other][-1]
    hands = [[card for card in cards if card != down[who]] for who, cards in enumerate(held)]
    words = [word for word in write_position(state).split() if not word.startswith(("hands=", "chosen="))]
    words.append(f"hands={write_groups(hands)}")
    if state.kind is Kind.CARD:
        words.append(f"chosen={write_groups([card] if card else [] for card in down)}")
    elif state.kind is Kind.ROW:
        words += [word for word in write_position(state).split() if word.startswith("chosen=")]
    return parse_position(" ".join(words))


def out_of_round(state: State) -> list[int]:
    """The cards of the deck that were not dealt (B1)."""
    deal = state.deals[-1]
    dealt = {card for cards in (*deal.hands, deal.rows) for card in cards}
    return [card for card in range(1, state.rules.deck + 1) if card not in dealt] if deal.hands else []


def leaks(view_of: Callable[[State, int], View], rules: Rules, seed: int) -> tuple[int, int]:
    """How many of all twins, in a game, show a seat something else; and how many twins were other states."""
    random = Random(seed)
    seen = others = 0
    for state in moments(rules, seed):
        for seat in range(rules.players):
            twin = twin_of(state, seat, random)
            others += twin != state
            seen += view_of(twin, seat) != view_of(state, seat)
    return seen, others


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_views_of_twins_are_equal(rules: Rules) -> None:
    games = (6 if rules in FULL else 60) // rules.players
    for seed in range(max(1, games)):
        seen, others = leaks(lambda state, seat: state.view(seat), rules, seed)
        assert seen == 0
        assert others > 0  # or this would prove nothing


def with_hands_shown(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), shown=state.hands)


def with_hands_counted_without_face_down_cards(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), hand_sizes=tuple(map(len, state.hands)))


def with_cards_revealed_too_early(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), revealed=tuple(face_down(state)))


def with_whose_choice_is_open(state: State, seat: int) -> View:
    return dataclasses.replace(state.view(seat), order=state.to_act)


def with_the_decision_of_a_neighbour(state: State, seat: int) -> View:
    neighbour: Decision | None = state.decision((seat + 1) % state.rules.players)
    return dataclasses.replace(state.view(seat), decision=neighbour)


@pytest.mark.parametrize(
    "leaky",
    [
        with_hands_shown,
        with_hands_counted_without_face_down_cards,
        with_cards_revealed_too_early,
        with_whose_choice_is_open,
        with_the_decision_of_a_neighbour,
    ],
)
@pytest.mark.parametrize("rules", [SMALL_DEALT[1], SMALL_DEALT[3], FULL_DEALT[2]], ids=str)
def test_a_leaky_view_would_be_caught(leaky: Callable[[State, int], View], rules: Rules) -> None:
    seen, _ = leaks(leaky, rules, seed=1)
    assert seen > 0


@pytest.mark.parametrize("rules", DEALT, ids=str)
def test_views_along_two_games_stay_equal_until_a_difference_is_turned_over(rules: Rules) -> None:
    """Two deals that differ in cards which are never seen, played alike: every View on the way is equal."""
    for seed in range(4):
        random = Random(seed)
        first = State.deal(rules, seed)
        steps = random.randrange(rules.players * rules.hand)
        for _ in range(steps):
            if first.round_over:
                break
            first.act(*any_action(first, random))
        seat = random.randrange(rules.players)
        done = played_cards(first)
        others = [other for other in range(rules.players) if other != seat]
        deal = first.deals[0]
        hidden = [card for other in others for card in deal.hands[other] if card not in done] + out_of_round(first)
        random.shuffle(hidden)
        hands = [
            hand if who == seat else tuple(sorted(card if card in done else hidden.pop() for card in hand))
            for who, hand in enumerate(deal.hands)
        ]
        one = State.start(rules, deal)
        two = State.start(rules, Deal(tuple(hands), deal.rows))
        assert one.view(seat) == two.view(seat)
        for who, action in first.actions[0]:
            if one.kind is Kind.CARD and who != seat and action not in done:
                continue  # it is still face down, so it may be anything or nothing
            one.act(who, action)
            two.act(who, action)
            assert one.view(seat) == two.view(seat)


def played_cards(state: State) -> set[int]:
    """The cards of this round that have been turned over."""
    cards = {action for _, action in state.actions[-1]} - set(face_down(state))
    return cards & {card for hand in state.deals[-1].hands for card in hand}


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_a_view_holds_plain_values_only(rules: Rules) -> None:
    """Nothing in a View leads back to the State."""

    def check(value: object) -> None:
        if isinstance(value, tuple):
            for part in value:
                check(part)
        elif isinstance(value, Decision):
            check((value.seat, value.actions))
            assert type(value.kind) is Kind
        else:
            assert value is None or type(value) in (int, Rules)

    for state in moments(rules, 1, rounds=1):
        for seat in range(rules.players):
            view = state.view(seat)
            for field in dataclasses.fields(View):
                check(getattr(view, field.name))
            assert not hasattr(view, "__dict__")


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_a_view_is_true(rules: Rules) -> None:
    """What it does tell is what the State says."""
    for state in moments(rules, 2):
        down = face_down(state)
        for seat in range(rules.players):
            view = state.view(seat)
            assert view.seat == seat
            assert view.decision == state.decision(seat)
            assert (view.round, view.turn) == (state.round, state.turn)
            assert (view.hand, view.rows) == (state.hands[seat], state.rows)
            assert (view.piles, view.penalties, view.scores) == (state.piles, state.penalties, state.scores)
            assert view.capacities == rules.capacities
            assert view.chosen == down[seat]
            sizes = tuple(len(hand) + bool(card) for hand, card in zip(state.hands, down, strict=True))
            assert view.hand_sizes == sizes
            hidden = {card for other in range(rules.players) if other != seat for card in state.hands[other]}
            hidden |= {card for other, card in enumerate(down) if card and other != seat} | set(out_of_round(state))
            assert set(view.unseen) == (hidden if rules.setup == "deal" else set())


def test_b5_who_takes_a_row_sees_all_revealed_cards() -> None:
    state = parse_position("base(players=3,hand=2,rows=2) rows=50/60 hands=3,103/51,102/10,101")
    state.play(3, 51, 10)
    for seat in range(3):
        view = state.view(seat)
        assert view.decision == (Decision(Kind.ROW, 0, (0, 1)) if seat == 0 else None)
        assert (view.revealed, view.order, view.placed) == ((3, 51, 10), (0, 2, 1), 0)
        assert view.rows == ((50,), (60,))
    state.act(0, 1)
    for seat in range(3):
        view = state.view(seat)
        assert (view.revealed, view.order, view.placed) == ((), (), 0)
        assert view.rows == ((50, 51), (3, 10))


def test_p3_in_pro_everything_is_shown_but_the_cards_that_lie_face_down() -> None:
    for rules in (FULL[9], FULL[11], SMALL[-1]):
        for state in moments(rules, 3):
            down = face_down(state)
            for seat in range(rules.players):
                view = state.view(seat)
                held = [
                    tuple(sorted([*hand, card] if card else hand)) for hand, card in zip(state.hands, down, strict=True)
                ]
                assert view.shown == tuple(held)
                assert view.unseen == ()


def test_b1_in_the_base_game_no_hand_is_shown() -> None:
    for state in moments(Rules(players=4), 3, rounds=1):
        assert all(state.view(seat).shown == ((), (), (), ()) for seat in range(4))


def test_b10_piles_and_penalties_are_known_to_all() -> None:
    state = parse_position("base(players=2,hand=1,rows=1) rows=55 hands=1/60")
    state.play(1, 60)
    state.act(0, 0)
    assert state.view(1).piles == ((55,), ())
    assert state.view(1).penalties == (7, 0)


# Determinization.


@pytest.mark.parametrize("rules", ALL, ids=str)
def test_a_sampled_state_looks_the_same_and_can_be_played_to_the_end(rules: Rules) -> None:
    random = Random(5)
    for seed in range(2):
        for state in moments(rules, seed):
            if rules in FULL and random.random() < 0.8:
                continue
            for seat in state.to_act:
                view = state.view(seat)
                sample = sample_state(view, seed=seed, index=seat)
                assert sample.view(seat) == view
                assert sample.to_act == ((seat,) if state.kind is not Kind.CARD else tuple(range(rules.players)))
                play_round(sample, random)
                assert sum(map(len, sample.hands)) == 0
                used = [card for cards in (*sample.rows, *sample.piles) for card in cards]
                assert len(used) == len(set(used)) == rules.cards_dealt


def test_samples_give_every_unseen_card_to_every_other_hand() -> None:
    rules = Rules(players=3, hand=3, rows=2, deck=14)
    view = State.deal(rules, seed=4).view(1)
    samples = [sample_state(view, seed=9, index=index) for index in range(200)]
    for other in (0, 2):
        assert {card for sample in samples for card in sample.hands[other]} == set(view.unseen)
    assert sample_state(view, seed=9, index=5) == samples[5]
    assert len({write_position(sample) for sample in samples}) > 150


def test_in_pro_a_sample_is_the_truth() -> None:
    """P3: all hands are known, so only cards that lie face down go back to their hands."""
    for state in moments(Rules.preset("pro", players=3, hand=3), 1):
        for seat in state.to_act:
            sample = sample_state(state.view(seat), seed=seat)
            assert sample == state or any(face_down(state))


def test_a_seat_without_a_decision_has_nothing_to_sample() -> None:
    state = State.deal(Rules(players=2), seed=1)
    state.act(0, state.hands[0][0])
    with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
        sample_state(state.view(0))


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (2**63, 0), (0, 2**63)])
def test_samples_have_seeds_in_range(seed: int, index: int) -> None:
    with pytest.raises(ValueError, match="from 0 to"):
        sample_state(State.deal(Rules(players=2)).view(0), seed, index)


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_for_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match="seats go from 0 to 3"):
        State.deal(Rules(players=4)).view(seat)
