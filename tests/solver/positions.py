"""Positions to solve: known values, and random positions of every shape."""

from __future__ import annotations

import random
from typing import Final

from solver.exact.position import OpenPosition

#: Capacity, deal, value to player 0: found by two programs that share nothing with this one.
CASES: Final = (
    (5, "3/1/2,4", 1.0),
    (2, "3,5/2,4/1,6", -3.0),
    (5, "3,5/1,2/4,6,7", 2.0),
    (3, "2,7,8/1,3,6/4,5", -0.5),
    (5, "1,3,9/4,7,8/2,5,6", -1.0),
    (5, "1,3,5,6/2,7,8,9/4,10", -4.0),
    (5, "1,2,6,11/4,7,8,12/3,5,9,10", -1.0),
    (5, "1,2,4,5,8/3,7,9,12,14/6,10,11,13", -3.0),
    (5, "1,2,10/3,5,8/4,6,7,9", -1.3333333),
    (5, "1,2,6,9/3,4,8,10/5,7,11,12", -1.4705882),
    (5, "2,3,6,12/1,4,7,8/5,9,10,11", 0.1),
    (5, "3,4,7,11,12/1,5,9,10,13/2,6,8,14", 0.5294118),
    (5, "2,4,6,8,12/5,7,9,11,13/1,3,10,14", -0.7964644),
    (5, "1,5,6,10,11,14/3,4,8,9,15,16/2,7,12,13", 0.0),
    (5, "1,4,5,7,8,10,17/2,3,9,13,14,15,16/6,11,12,18", 0.3887017),
    (5, "2,3,9,10,14,15,18,19/1,4,5,7,11,13,16,17/6,8,12,20", 0.6135832),
)
#: Half a unit of the last digit that these values are known to.
KNOWN_TO: Final = 5e-8


def small_cases(most: int = 5) -> list[tuple[int, str, float]]:
    """The cases with so many cards each at most."""
    return [case for case in CASES if OpenPosition.deal(case[1], case[0]).cards_left <= most]


def random_deal(chance: random.Random, hand: int, rows: int, capacity: int) -> OpenPosition:
    """A deal of exactly the cards that are needed, each row with one card."""
    deck = list(range(1, 2 * hand + rows + 1))
    chance.shuffle(deck)
    hands = deck[:hand], deck[hand : 2 * hand]
    return OpenPosition.of(hands, [(card,) for card in deck[2 * hand :]], capacity)


def random_position(chance: random.Random, hand: int, rows: int, capacity: int, deck: int = 104) -> OpenPosition:
    """A position of mid-round: rows of any length, cards of any number, the 55 among them where the deck has it."""
    lengths = [chance.randint(1, capacity) for _ in range(rows)]
    cards = chance.sample(range(1, deck + 1), 2 * hand + sum(lengths))
    if deck >= 55 and 55 not in cards:
        cards[chance.randrange(len(cards))] = 55
    held = []
    start = 2 * hand
    for length in lengths:
        held.append(sorted(cards[start : start + length]))
        start += length
    return OpenPosition.of((cards[:hand], cards[hand : 2 * hand]), held, capacity)


def random_small_positions() -> list[OpenPosition]:
    """A hundred and twenty small positions of every shape; most are deals, some come from mid-round."""
    chance = random.Random(6)
    found = []
    for number in range(120):
        hand = (1, 2, 3, 3, 4)[number % 5]
        rows = chance.randint(1, 4)
        capacity = chance.randint(1, 5)
        if number % 3 == 2:
            found.append(random_position(chance, hand, rows, capacity, deck=chance.choice((40, 60, 104))))
        else:
            found.append(random_deal(chance, hand, rows, capacity))
    return found
