"""Take a Number and the anniversary variant to test with: rules, lively random play, and tables laid by hand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from game.deal import Deal
from game.decision import Decision, Kind
from game.position import parse_position, write_position
from game.records import Record
from game.rules import Rules
from game.state import State


def _number(**numbers: int | bool | tuple[int, ...]) -> Rules:
    return Rules.preset("take-a-number", **numbers)


def _anniversary(**numbers: int | bool | tuple[int, ...]) -> Rules:
    return Rules.preset("anniversary", **numbers)


NUMBER_FULL: Final = tuple(_number(players=players) for players in range(2, 11))
#: Little room, starters, other numbers of rounds, from the smallest game on.
NUMBER_SMALL: Final = (
    _number(players=2, hand=1, rows=1, capacity=1, deck=0),
    _number(players=2, hand=3, rows=2, deck=0),
    _number(players=3, hand=3, rows=2, capacity=(1, 3), deck=15, starters=True),
    _number(players=4, hand=2, rows=1, capacity=3, deck=20, rounds=3),
    _number(players=2, hand=5, rows=8, capacity=1, deck=40, starters=True, rounds=3),
    _number(players=10, hand=2, rows=3, deck=0),
    _number(players=3, hand=4, rows=3, capacity=2, deck=0, target=15, rounds=5),
)
NUMBER_STARTERS: Final = tuple(_number(players=players, starters=True) for players in (2, 4, 10))

ANNIVERSARY_FULL: Final = tuple(_anniversary(players=players) for players in range(2, 9))
#: Few rows, rows that are full at once, odd numbers of special cards, Insert at the end, none dealt, all dealt.
ANNIVERSARY_SMALL: Final = (
    _anniversary(players=2, hand=1, rows=1, capacity=1, deck=0),
    _anniversary(players=2, hand=4, rows=1, capacity=2, deck=12, rounds=3),
    _anniversary(players=3, hand=5, rows=2, capacity=3, deck=20, specials=(1, 2, 1, 2, 1, 1, 1), insert_end=True),
    _anniversary(players=2, hand=10, rows=7, capacity=3, deck=40, specials=(0, 0, 0, 0, 6, 6, 6), rounds=3),
    _anniversary(players=4, hand=4, rows=3, capacity=2, deck=24, specials=(3, 1, 2, 1, 2, 1, 3), rounds=3),
    _anniversary(players=8, hand=3, rows=2, capacity=1, deck=0, insert_end=True),
    _anniversary(players=3, hand=6, rows=4, capacity=3, deck=30, specials_dealt=0),
    _anniversary(players=2, hand=6, rows=2, capacity=2, deck=16, specials=(6, 0, 0, 0, 0, 6, 0), specials_dealt=6),
    _anniversary(
        players=2, hand=8, rows=3, capacity=2, deck=20, specials=(2, 8, 8, 8, 8, 2, 8), specials_dealt=9, rounds=3
    ),
)
NUMBER: Final = NUMBER_SMALL + NUMBER_STARTERS + NUMBER_FULL
ANNIVERSARY: Final = ANNIVERSARY_SMALL + ANNIVERSARY_FULL
SMALL: Final = NUMBER_SMALL + ANNIVERSARY_SMALL
FULL: Final = NUMBER_STARTERS + NUMBER_FULL + ANNIVERSARY_FULL
ALL: Final = SMALL + FULL


def decision_of(state: State, seat: int) -> Decision:
    """The open decision of a seat that has one."""
    decision = state.decision(seat)
    assert decision is not None
    return decision


def lively_action(state: State, random: Random) -> tuple[int, int]:
    """A random seat to act and a random action of it, each kind of special card as likely as any other.

    Without this nearly all special cards would be Shifts, which have most of the legal actions.
    """
    seat = random.choice(state.to_act)
    decision = decision_of(state, seat)
    if decision.kind is not Kind.SPECIAL:
        return seat, random.choice(decision.actions)
    kinds: dict[str, list[int]] = {}
    for action in decision.actions:
        kinds.setdefault(decision.text(action).split()[0], []).append(action)
    return seat, random.choice(kinds[random.choice(sorted(kinds))])


def start(rules: Rules, seed: int, seeded: bool) -> State:
    """A match of a seed, or the same first deal without one, so that somebody has to act for chance."""
    return State.deal(rules, seed) if seeded else State.start(rules, Deal.make(rules, seed))


def go_on(state: State, seed: int) -> None:
    """The next round, as `start` began."""
    state.next_round(None if state.seed is not None else state.deal_from(seed, 0))


def match_moments(rules: Rules, seed: int) -> Iterator[tuple[State, tuple[Record, ...]]]:
    """One state that plays a whole match at random: after each deal and each action, with what happened.

    Odd seeds draw special cards by the seed, even ones by actions of chance.
    """
    random = Random(f"{rules} {seed}")
    state = start(rules, seed, seeded=seed % 2 == 1)
    yield state, ()
    while not state.match_over:
        if state.round_over:
            go_on(state, seed)
            yield state, ()
        else:
            happened = state.act(*lively_action(state, random))
            yield state, happened


def story(rules: str, seed: int) -> list[str]:
    """Every position and every record of a match, as text."""
    lines = []
    for state, happened in match_moments(Rules.parse(rules), seed):
        lines += [*map(repr, happened), write_position(state)]
    return lines


def table(rows: str, hands: str, specials: str = "", options: str = "", fields: str = "") -> State:
    """A table of the anniversary variant, laid by hand: `table("12/37/43/58", "14,101/15,102", "stop/-")`."""
    players = hands.count("/") + 1
    size = hands.split("/")[0].count(",") + 1
    count = min(4, rows.count("/") + 1)
    rules = f"anniversary(players={players},hand={size},rows={count}{',' + options if options else ''})"
    held = specials or "/".join("-" * players)
    return parse_position(f"{rules} rows={rows} hands={hands} specials={held} {fields}")


def number_table(rows: str, hands: str, fields: str = "") -> State:
    """A table of Take a Number, laid by hand."""
    return parse_position(f"take-a-number(players={hands.count('/') + 1}) rows={rows} hands={hands} {fields}")


def texts(state: State) -> list[str]:
    """What the one seat that has to decide may do, in words."""
    (seat,) = state.to_act
    decision = decision_of(state, seat)
    return [decision.text(action) for action in decision.actions]


def say(state: State, *words: str) -> tuple[Record, ...]:
    """Let the one seat that has to decide, or chance, do something in words, then the next one."""
    happened: tuple[Record, ...] = ()
    for text in words:
        (seat,) = state.to_act
        happened += state.act(seat, decision_of(state, seat).parse(text))
    return happened


def counted(*names: str) -> tuple[int, ...]:
    """Special cards by name, as they are counted by kind."""
    known = ("stop", "shift", "insert", "replace", "negative", "fifth-row", "seven")
    assert set(names) <= set(known)
    return tuple(names.count(name) for name in known)
