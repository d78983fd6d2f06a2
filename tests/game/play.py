"""Games to test with: a choice of rules, random play, and rules from hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from hypothesis import strategies as st

from game.rules import SPECIAL_NAMES, Rules, RulesError
from game.state import State

#: Small instances, from the smallest one on: little room, many low cards, full rows at every turn (C3, P4, P5).
SMALL_DEALT: Final = (
    Rules(players=2, hand=1, rows=1, capacity=1, deck=0),
    Rules(players=2, hand=3, rows=2, deck=0),
    Rules(players=2, hand=2, rows=2, capacity=(1, 3), deck=9, rounds=2),
    Rules(players=3, hand=4, rows=3, capacity=2, deck=20, target=10, at_least=True),
    Rules(players=2, hand=5, rows=8, capacity=3, deck=0, rounds=2),
    Rules(players=4, hand=3, rows=1, capacity=2, deck=104, target=30),
    Rules(players=10, hand=2, rows=2, capacity=2, deck=30, rounds=3),
)
SMALL_DRAFTED: Final = (
    Rules.preset("pro", players=2, hand=1, rows=1, capacity=1, rounds=2),
    Rules.preset("pro", players=2, hand=3, rows=2, rounds=3),
    Rules.preset("pro", players=3, hand=2, rows=2, capacity=(2, 1), rounds=4),
    Rules.preset("pro", players=4, hand=3, rows=3, capacity=2, target=12),
)
FULL_DEALT: Final = tuple(Rules(players=players) for players in range(2, 11))
FULL_DRAFTED: Final = tuple(Rules.preset("pro", players=players) for players in range(2, 7))
SMALL: Final = SMALL_DEALT + SMALL_DRAFTED
FULL: Final = FULL_DEALT + FULL_DRAFTED


def any_action(state: State, random: Random) -> tuple[int, int]:
    """A random seat of those to act, and a random legal action of it."""
    seat = random.choice(state.to_act)
    decision = state.decision(seat)
    assert decision is not None
    return seat, random.choice(decision.actions)


def moments(rules: Rules, seed: int, rounds: int = 2) -> Iterator[State]:
    """One state that plays at random: after each deal and after every action, for at most so many rounds."""
    random = Random(seed)
    state = State.deal(rules, seed)
    yield state
    while True:
        while not state.round_over:
            state.act(*any_action(state, random))
            yield state
        if state.match_over or state.round + 1 == rounds:
            return
        state.next_round()
        yield state


def play_round(state: State, random: Random) -> None:
    """Play at random to the end of the round."""
    while not state.round_over:
        state.act(*any_action(state, random))


@st.composite
def any_rules(draw: st.DrawFn, games: tuple[str, ...] = ("base", "pro", "take-a-number", "anniversary")) -> Rules:
    """Rules of any game, with every number that may be changed."""
    variant = draw(st.sampled_from(games))
    numbers: dict[str, int | bool | tuple[int, ...]] = {"players": draw(st.integers(2, 10))}

    def perhaps(name: str, values: st.SearchStrategy[int] | st.SearchStrategy[bool]) -> None:
        if draw(st.booleans()):
            numbers[name] = draw(values)

    perhaps("hand", st.integers(1, 12))
    perhaps("rows", st.integers(1, 8))
    perhaps("deck", st.integers(0, 104))
    perhaps("target", st.sampled_from((0, 1, 20, 66, 100)))
    perhaps("at_least", st.booleans())
    perhaps("rounds", st.integers(0, 4))
    perhaps("capacity", st.integers(1, 6))
    if variant in ("base", "pro", "take-a-number") and draw(st.booleans()):
        capacity = tuple(draw(st.lists(st.integers(1, 6), min_size=1, max_size=8)))
        numbers |= {"capacity": capacity, "rows": len(capacity)}
    if variant == "take-a-number":
        perhaps("starters", st.booleans())
    if variant == "anniversary":
        perhaps("insert_end", st.booleans())
        perhaps("specials_dealt", st.integers(0, 3))
        if draw(st.booleans()):
            numbers["specials"] = tuple(draw(st.lists(st.integers(0, 5), min_size=7, max_size=len(SPECIAL_NAMES))))
    try:
        return Rules.preset(variant, **numbers)
    except RulesError:
        # Too much was asked for: keep what never collides with anything.
        kept = {name: value for name, value in numbers.items() if name in ("at_least", "capacity", "rows")}
        if variant == "anniversary":
            kept = {"rows": min(7, int(str(kept.get("rows", 4))))}
        if not ("target" in kept or variant in ("base", "pro")):
            kept.pop("at_least", None)
        return Rules.preset(variant, players=2 + int(str(numbers["players"])) % 5, hand=3, **kept)
