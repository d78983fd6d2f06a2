"""Every deal of a game with its probability, and how many chance nodes lead to them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import prod

import numpy as np
import numpy.typing as npt

from game.deal import Deal, new_specials
from game.spiel.dealing import Dealer, Stock, special_hands
from game.spiel.parameters import Settings


def starting_stock(settings: Settings) -> Stock:
    """The special cards that the first round is dealt from, by kind."""
    return tuple(settings.rules.specials) if settings.rules.game == "anniversary" else ()


def deal_count(settings: Settings) -> int:
    """How many deals there are, hands of special cards included."""
    if settings.drafts or settings.fixed is not None:
        return 1
    dealer = settings.dealer
    return prod(dealer.ways) * _special_deals(settings)[0]


def chance_nodes(settings: Settings) -> int:
    """How many chance nodes stand before the first decisions, as OpenSpiel counts them."""
    if settings.drafts or settings.fixed is not None:
        return 0
    dealer = settings.dealer
    before = prod(dealer.ways)
    return _card_nodes(dealer) + before * _special_deals(settings)[1]


def every_deal(
    settings: Settings, chunk: int = 4096
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]]:
    """All deals as the engine takes them, a line each, with their probabilities, some thousand at a time."""
    lines: list[npt.NDArray[np.int64]] = []
    chances: list[float] = []
    for deal, probability in _deals(settings):
        lines.append(deal.array())
        chances.append(probability)
        if len(lines) == chunk:
            yield np.array(lines), np.array(chances)
            lines, chances = [], []
    if lines:
        yield np.array(lines), np.array(chances)


def _deals(settings: Settings) -> Iterator[tuple[Deal, float]]:
    if settings.drafts:
        yield Deal(), 1.0
        return
    if settings.fixed is not None:
        yield settings.fixed, 1.0
        return
    dealer, rules = settings.dealer, settings.rules
    share = 1 / prod(dealer.ways)
    order = [row for rows in dealer.row_groups for row in rows]
    place = [order.index(row) for row in range(rules.rows)]
    specials = list(_special_hands(settings))
    for groups in _groups(tuple(range(1, rules.deck + 1)), dealer.sizes):
        row_end = rules.players + len(dealer.row_groups)
        starting = [card for group in groups[rules.players : row_end] for card in group]
        rows = tuple(starting[number] for number in place)
        starters = tuple(card for (card,) in groups[row_end:])
        for hands, probability in specials:
            yield Deal(groups[: rules.players], rows, starters, hands), share * probability


def _groups(cards: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to take groups of these sizes out of the cards, one after the other."""
    if not sizes:
        yield ()
        return
    for group in combinations(cards, sizes[0]):
        left = tuple(card for card in cards if card not in group)
        for others in _groups(left, sizes[1:]):
            yield (group, *others)


def _special_hands(settings: Settings) -> Iterator[tuple[tuple[tuple[int, ...], ...], float]]:
    """Everybody's special cards, with probabilities."""
    stock = starting_stock(settings)
    each = new_specials(settings.rules, stock) if stock else 0

    def from_seat(seat: int, stock: Stock) -> Iterator[tuple[tuple[tuple[int, ...], ...], float]]:
        if seat == settings.rules.players:
            yield (), 1.0
            return
        for hand, probability in special_hands(stock, each):
            for others, chance in from_seat(seat + 1, _without(stock, hand)):
                yield (hand, *others), probability * chance

    return from_seat(0, stock) if stock else iter([((), 1.0)])


def _special_deals(settings: Settings) -> tuple[int, int]:
    """How many deals of special cards there are, and how many chance nodes deal them."""
    stock = starting_stock(settings)
    each = new_specials(settings.rules, stock) if stock else 0

    def from_seat(seat: int, stock: Stock) -> tuple[int, int]:
        if seat == settings.rules.players:
            return 1, 0
        hands = special_hands(stock, each)
        counts = [from_seat(seat + 1, _without(stock, hand)) for hand, _ in hands]
        return sum(deals for deals, _ in counts), sum(nodes for _, nodes in counts) + (len(hands) > 1)

    return from_seat(0, stock) if stock else (1, 0)


def _without(stock: Stock, hand: tuple[int, ...]) -> Stock:
    return tuple(count - hand.count(kind) for kind, count in enumerate(stock))


def _card_nodes(dealer: Dealer) -> int:
    """The chance nodes that deal number cards (see game.spiel.dealing)."""
    if dealer.at_once:
        return 1
    nodes, before = 0, 1
    for group, ways in enumerate(dealer.ways):
        if ways > 1:
            one_by_one = dealer.card_by_card(group)
            nodes += before * (_ascending_nodes(dealer.left[group], dealer.sizes[group]) if one_by_one else 1)
        before *= ways
    return nodes


@cache
def _ascending_nodes(free: int, missing: int) -> int:
    """The nodes that deal so many of the free cards one by one, lowest first, where there is a choice."""
    if not free > missing > 0:
        return 0
    return 1 + sum(_ascending_nodes(free - place - 1, missing - 1) for place in range(free - missing + 1))
