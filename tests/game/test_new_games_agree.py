"""Engine and yardstick play the same matches of the two new games and must agree after every single action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from game.decision import Kind
from game.engine import layout as at
from game.flat import read_set
from game.rules import SPECIAL_NAMES, Rules
from game.state import State
from tests.game.new_games import (
    ALL,
    ANNIVERSARY_FULL,
    ANNIVERSARY_SMALL,
    FULL,
    NUMBER_FULL,
    NUMBER_SMALL,
    NUMBER_STARTERS,
    go_on,
    lively_action,
    start,
)
from tests.yardstick.anniversary import AnniversaryYardstick
from tests.yardstick.number import NumberYardstick

Yardstick = NumberYardstick | AnniversaryYardstick


def yardstick_of(state: State) -> Yardstick:
    """The yardstick at the start of the round that the state is in."""
    rules, deal = state.rules, state.deals[-1]
    hands = [set(hand) for hand in deal.hands]
    if rules.game == "take-a-number":
        return NumberYardstick(
            players=rules.players,
            hand=rules.hand,
            capacities=list(rules.capacities),
            hands=hands,
            rows=list(deal.rows),
            starters=list(deal.starters) if rules.starters else None,
        )
    return AnniversaryYardstick(
        players=rules.players,
        hand=rules.hand,
        capacities=list(rules.capacities),
        hands=hands,
        rows=list(deal.rows),
        specials=[list(counts) for counts in state.specials],
        special_deck=list(state.special_deck),
        discards=list(state.discards),
        insert_end=rules.insert_end,
    )


def assert_same(state: State, yardstick: Yardstick) -> None:
    """Everything that both of them know is equal."""
    assert state.kind == yardstick.kind()
    assert list(state.to_act) == yardstick.to_act()
    for seat in state.to_act:
        decision = state.decision(seat)
        assert decision is not None
        assert (decision.kind, decision.seat) == (state.kind, seat)
        assert list(decision.actions) == yardstick.legal(seat)
    rows = [list(row) for row in state.rows]
    assert rows == yardstick.rows
    assert [set(hand) for hand in state.hands] == yardstick.hands
    assert [set(pile) for pile in state.piles] == yardstick.piles
    assert list(state.penalties) == yardstick.penalties
    flat = state.flat
    assert flat[at.CAPACITY : at.CAPACITY + len(rows)].tolist() == yardstick.capacities
    if isinstance(yardstick, NumberYardstick):
        assert [list(row) for row in state.number_rows] == yardstick.number_rows
        assert list(read_set(flat, at.TAKEN)) == yardstick.taken
    else:
        assert [list(counts) for counts in state.specials] == yardstick.specials
        assert list(state.special_deck) == yardstick.special_deck
        assert list(state.discards) == yardstick.discards
        assert list(map(bool, flat[at.HAS_STOP : at.HAS_STOP + len(rows)])) == yardstick.stopped
        assert list(map(bool, flat[at.HAS_SEVEN : at.HAS_SEVEN + len(rows)])) == yardstick.seven


def check_next_round(state: State, kept: list[list[int]], stock: list[int]) -> None:
    """A11, A20: special cards in hand are kept, and all get as many new ones from deck and discards as are enough."""
    rules = state.rules
    each = max(count for count in range(rules.specials_dealt + 1) if count * rules.players <= sum(stock))
    for before, now in zip(kept, state.specials, strict=True):
        assert all(old <= new for old, new in zip(before, now, strict=True))
        assert sum(now) == sum(before) + each
    assert state.discards == (0,) * len(SPECIAL_NAMES)
    for kind, deck in enumerate(state.special_deck):
        held = sum(counts[kind] for counts in state.specials)
        assert deck + held == rules.specials[kind] == stock[kind] + sum(counts[kind] for counts in kept)


def play_both(rules: Rules, seed: int) -> Counter[str]:
    """Play a whole match, comparing all the way; how often each kind of decision and of special card came."""
    random = Random(f"{rules} {seed}")
    state = start(rules, seed, seeded=seed % 2 == 1)
    seen: Counter[str] = Counter()
    sums = [0] * rules.players
    while True:
        yardstick = yardstick_of(state)
        assert_same(state, yardstick)
        while not state.round_over:
            seat, action = lively_action(state, random)
            assert state.kind is not None
            seen[state.kind] += 1
            if state.kind is Kind.SPECIAL:
                decision = state.decision(seat)
                assert decision is not None
                seen[decision.text(action).split()[0]] += 1
            done = len(state.actions[-1])
            state.act(seat, action)
            for both in state.actions[-1][done:]:  # with a seed, the draw of chance follows at once
                yardstick.act(*both)
            assert_same(state, yardstick)
        seen["rounds"] += 1
        sums = [before + penalty for before, penalty in zip(sums, yardstick.penalties, strict=True)]
        assert list(state.scores) == sums
        ended = bool(rules.target) and max(sums) > rules.target
        assert state.match_over == (ended or state.round + 1 == rules.rounds)
        if state.match_over:
            assert list(state.winners) == [seat for seat, score in enumerate(sums) if score == min(sums)]
            return seen
        go_on(state, seed)
        if isinstance(yardstick, AnniversaryYardstick):
            stock = [deck + left for deck, left in zip(yardstick.special_deck, yardstick.discards, strict=True)]
            check_next_round(state, yardstick.specials, stock)


def short() -> Iterator[tuple[Rules, int]]:
    """How many matches of each game are played every time: thousands in all."""
    yield from ((rules, 240) for rules in NUMBER_SMALL)
    yield from ((rules, 120) for rules in ANNIVERSARY_SMALL)
    yield from ((rules, 140 // rules.players) for rules in NUMBER_STARTERS + NUMBER_FULL + ANNIVERSARY_FULL)


def expected(rules: Rules) -> set[str]:
    """What must have come up in enough matches, or the comparison would prove little."""
    if rules.game == "take-a-number":
        return {"card", "row", "keep"} if max(rules.capacities) > 1 else {"card", "row"}
    if not rules.specials_dealt:
        return {"card", "row"}
    return {name for name, count in zip(SPECIAL_NAMES, rules.specials, strict=True) if count} | {"swap", "draw", "none"}


def impossible(rules: Rules) -> set[str]:
    """Replace needs another hand card (A6), and Shift a row with room (A7)."""
    return ({"replace"} if rules.hand == 1 else set()) | ({"shift"} if rules.capacity == 1 else set())


@pytest.mark.parametrize(("rules", "matches"), list(short()), ids=str)
def test_engine_and_yardstick_agree(rules: Rules, matches: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(matches):
        seen += play_both(rules, seed)
    assert seen["rounds"] >= matches
    assert expected(rules) - impossible(rules) <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "part"), list(product(ALL, range(4))), ids=str)
def test_engine_and_yardstick_agree_for_long(rules: Rules, part: int) -> None:
    size = 100 if rules in FULL else 1000
    for seed in range(1_000_000 + size * part, 1_000_000 + size * (part + 1)):
        play_both(rules, seed)
