"""Tree counts in plain Python, on the yardsticks of the rules and without the engine."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations, product

from tests.yardstick.anniversary import AnniversaryYardstick
from tests.yardstick.base import BaseYardstick
from tests.yardstick.common import Round
from tests.yardstick.number import NumberYardstick

Log = tuple[tuple[object, ...], ...]
KINDS = 7


@dataclass
class Numbers:
    """A small game by its numbers."""

    game: str = "base"
    players: int = 2
    hand: int = 1
    capacities: tuple[int, ...] = (5, 5)
    deck: int = 4
    draft: bool = False
    deal: tuple[tuple[int, ...], ...] = ()
    rounds: int = 1
    starters: bool = False
    specials: tuple[int, ...] = (0,) * KINDS
    specials_dealt: int = 0
    fixed_specials: tuple[tuple[int, ...], ...] = ()


@dataclass
class Count:
    """Nodes by kind, and the information sets of each player."""

    chance: int = 0
    decisions: int = 0
    terminals: int = 0
    infosets: dict[int, set[Log]] = field(default_factory=dict)

    def row(self) -> tuple[int, ...]:
        return self.chance, self.decisions, self.terminals, *(len(each) for _, each in sorted(self.infosets.items()))


def count(numbers: Numbers) -> Count:
    """Walk every history of a game."""
    total = Count(infosets={player: set() for player in range(numbers.players)})
    _rounds(numbers, total, 0, ((),) * numbers.players)
    return total


def _rounds(numbers: Numbers, total: Count, played: int, logs: tuple[Log, ...]) -> None:
    if played == numbers.rounds:
        total.terminals += 1
        return
    deals = list(_deals(numbers))
    total.chance += len(deals) > 1
    for hands, rows, starters in deals:
        for special_hands in _special_hands(numbers, total):
            told = tuple(
                (*log, ("deal", hands[seat] if hands else (), rows, starters, special_hands[seat]))
                for seat, log in enumerate(logs)
            )
            _walk(numbers, total, played, _table(numbers, played, hands, rows, starters, special_hands), told)


def _deals(numbers: Numbers) -> Iterator[tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]]:
    """Every deal once; rows that hold equally many cards are alike, so they come in ascending order."""
    if numbers.draft:
        yield (), (), ()
        return
    if numbers.deal:
        yield numbers.deal[:-1], numbers.deal[-1], ()
        return
    cards = frozenset(range(1, numbers.deck + 1))
    for hands in _hands(cards, numbers.players, numbers.hand):
        left = sorted(cards.difference(*hands))
        for rows in permutations(left, len(numbers.capacities)):
            pairs = list(zip(numbers.capacities, rows, strict=True))
            if any(one[0] == two[0] and one[1] > two[1] for one, two in combinations(pairs, 2)):
                continue
            rest = [card for card in left if card not in rows]
            for starters in permutations(rest, numbers.players if numbers.starters else 0):
                yield hands, rows, starters


def _hands(cards: frozenset[int], players: int, size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not players:
        yield ()
        return
    for hand in combinations(sorted(cards), size):
        for others in _hands(cards.difference(hand), players - 1, size):
            yield hand, *others


def _special_hands(numbers: Numbers, total: Count) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Special cards seat by seat, a chance node for each that can get different ones."""
    if numbers.fixed_specials or not numbers.specials_dealt:
        yield numbers.fixed_specials or ((),) * numbers.players
        return
    waiting: list[tuple[tuple[int, ...], ...]] = [()]
    while waiting:
        dealt = waiting.pop()
        if len(dealt) == numbers.players:
            yield dealt
            continue
        gone = Counter(kind for hand in dealt for kind in hand)
        options = [
            hand
            for hand in combinations_with_replacement(range(KINDS), numbers.specials_dealt)
            if all(hand.count(kind) <= numbers.specials[kind] - gone[kind] for kind in hand)
        ]
        total.chance += len(options) > 1
        waiting += [(*dealt, hand) for hand in options]


def _table(
    numbers: Numbers,
    played: int,
    hands: tuple[tuple[int, ...], ...],
    rows: tuple[int, ...],
    starters: tuple[int, ...],
    special_hands: tuple[tuple[int, ...], ...],
) -> Round:
    sets = [set(hand) for hand in hands] or [set() for _ in range(numbers.players)]
    capacities = list(numbers.capacities)
    players, hand = numbers.players, numbers.hand
    if numbers.game == "base":
        return BaseYardstick(
            players=players,
            hand=hand,
            capacities=capacities,
            hands=sets,
            rows=list(rows),
            draft=numbers.draft,
            first_picker=played % players,
            deck=numbers.deck,
        )
    if numbers.game == "number":
        return NumberYardstick(
            players=players,
            hand=hand,
            capacities=capacities,
            hands=sets,
            rows=list(rows),
            starters=list(starters) or None,
        )
    counts = [[kinds.count(kind) for kind in range(KINDS)] for kinds in special_hands]
    deck = [every - sum(own[kind] for own in counts) for kind, every in enumerate(numbers.specials)]
    return AnniversaryYardstick(
        players=players,
        hand=hand,
        capacities=capacities,
        hands=sets,
        rows=list(rows),
        specials=counts,
        special_deck=deck,
        discards=[0] * KINDS,
    )


def _walk(numbers: Numbers, total: Count, played: int, table: Round, logs: tuple[Log, ...]) -> None:
    kind, seats = table.kind(), table.to_act()
    if kind is None:
        if numbers.game == "number":  # N8: hands are laid open to be counted
            logs = tuple((*log, ("left", tuple(map(tuple, map(sorted, table.hands))))) for log in logs)
        _rounds(numbers, total, played + 1, logs)
        return
    if kind == "draw":
        total.chance += 1
    else:
        total.decisions += 1
        for seat in seats:
            total.infosets[seat].add(logs[seat])
    frozen = pickle.dumps(table)
    for actions in product(*(table.legal(seat) for seat in seats)):
        after: Round = pickle.loads(frozen)
        for seat, action in zip(seats, actions, strict=True):
            after.act(seat, action)
        told = tuple(
            (*log, (kind, tuple(seats), actions)) if _is_told(kind, actions, seats, seat, table) else log
            for seat, log in enumerate(logs)
        )
        _walk(numbers, total, played, after, told)


def _is_told(kind: str, actions: tuple[int, ...], seats: list[int], seat: int, table: Round) -> bool:
    """Whether a seat sees it: others' draws (A27) and special cards that are not played (A13) are secret."""
    if kind == "draw":
        assert isinstance(table, AnniversaryYardstick)
        return seat == table._drawer
    return not (kind == "special" and actions == (0,) and seats != [seat])
