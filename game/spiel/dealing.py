"""Deals by chance nodes: every deal is reached by exactly one path, and every node is small enough to list.

A deal is a row of groups of cards: everybody's hand, then the rows, then what starts the #-rows (N1). Order inside a
group means nothing, so it is never part of the game tree. Where all deals together are few, one node picks the whole
deal; else a node picks a whole group, and where even that is too much, a group comes card by card, lowest first.
What a node offers is numbered from 0 in ascending order, so an action of chance is a place in its list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

from game.deal import Deal, new_specials
from game.decision import IllegalAction
from game.engine.layout import KINDS
from game.rules import Rules
from game.text import write_cards, write_specials

#: A chance node never has more outcomes than this, unless there are more cards or kinds than that to choose from.
MOST_OUTCOMES: Final = 10_000
#: Larger hands of special cards would have too many kinds of hands to list in one node.
MOST_SPECIALS_DEALT: Final = 10

Outcomes = tuple[tuple[int, float], ...]
Stock = tuple[int, ...]


class Step:
    """A chance node, so far as it does not matter which cards came before. Deals share their steps."""

    __slots__ = ("_after", "_count", "dealer", "each", "free", "group", "missing", "offers", "seat", "stock")

    def __init__(
        self, dealer: Dealer, group: int, free: int, missing: int, each: int, stock: Stock, seat: int = 0
    ) -> None:
        self.dealer = dealer
        #: How many groups are dealt, and how many cards there are from which the next may come.
        self.group = group
        self.free = free
        #: How many cards the group that is dealt card by card still lacks; 0 where a whole group is dealt.
        self.missing = missing
        #: How many special cards everybody gets, what there is by kind, and who gets the next (A1, A11).
        self.each = each
        self.stock = stock
        self.seat = seat
        #: What chance may do now, as (place, probability); nothing when all is dealt.
        self.offers = dealer.offers(self)
        self._count = len(self.offers)
        self._after = dealer.known(self)

    def after(self, place: int) -> Step:
        """The step after chance has taken a place."""
        if not 0 <= place < self._count:
            raise IllegalAction(f"chance cannot deal {place} here: it has numbers from 0 to {self._count - 1}")
        if self._after is None:
            return self.dealer.after(self, place)
        free = self.free - place - 1
        step = self._after[free]
        if step is None:
            step = self._after[free] = self.dealer.after(self, place)
        return step

    def __reduce__(self) -> tuple[Any, ...]:
        return Step, (self.dealer, self.group, self.free, self.missing, self.each, self.stock, self.seat)


class Dealt(NamedTuple):
    """What has come so far: whole groups, cards of a group that is dealt card by card, and hands of special cards."""

    groups: tuple[tuple[int, ...], ...]
    begun: tuple[int, ...] = ()
    specials: tuple[tuple[int, ...], ...] = ()


class Dealer:
    """Deals one round of some rules by chance nodes.

    A deal that is under way is a step, and the places that chance has taken. Which cards these are is found out in the
    end, for a real deal has dozens of steps and one end.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.row_groups = _alike(rules.capacities)
        self.sizes = (
            *(rules.hand for _ in range(rules.players)),
            *(len(rows) for rows in self.row_groups),
            *(1 for _ in range(rules.players * rules.starters)),
        )
        order = [row for rows in self.row_groups for row in rows]
        self._row_order = tuple(order.index(row) for row in range(rules.rows))
        #: How many cards are left before each group, and how many ways there are to deal it.
        self.left = tuple(rules.deck - sum(self.sizes[:group]) for group in range(len(self.sizes)))
        self.ways = tuple(map(comb, self.left, self.sizes))
        self.at_once = prod(self.ways) <= MOST_OUTCOMES
        self._deck = list(range(1, rules.deck + 1))
        self._known: dict[tuple[int, int], list[Step | None]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Dealer, (self.rules,)

    # Step by step

    def start(self, stock: Stock) -> Step:
        """Nothing is dealt yet; `stock` counts the special cards that can be, by kind."""
        return self._begin_group(0, self._each(stock), stock)

    def offers(self, step: Step) -> Outcomes:
        """What chance may do in a step."""
        if step.missing:
            return lowest_first(step.free, step.missing)
        if step.group < len(self.sizes):
            return _equal(prod(self.ways) if self.at_once else self.ways[step.group])
        return _places(step.stock, step.each) if step.seat < self.rules.players else ()

    def after(self, step: Step, place: int) -> Step:
        """The step after chance has taken a place; what leaves nothing to chance follows by itself."""
        if step.missing:
            free, missing = step.free - place - 1, step.missing - 1
            if free > missing > 0:
                return Step(self, step.group, free, missing, step.each, step.stock)
            return self._begin_group(step.group + 1, step.each, step.stock)
        if step.group < len(self.sizes):
            return self._begin_group(len(self.sizes) if self.at_once else step.group + 1, step.each, step.stock)
        hand, _ = special_hands(step.stock, step.each)[place]
        return self._begin_specials(step.each, _without(step.stock, hand), step.seat + 1)

    def known(self, step: Step) -> list[Step | None] | None:
        """Where the steps after some that are dealt card by card are kept, by the number of free cards.

        With special cards none are, for stocks differ from game to game: there would be too many.
        """
        if not step.missing or step.each:
            return None
        key = (step.group, step.missing)
        if key not in self._known:
            self._known[key] = [None] * self.left[step.group]
        return self._known[key]

    def _begin_group(self, group: int, each: int, stock: Stock) -> Step:
        while group < len(self.sizes) and self.ways[group] == 1 and not self.at_once:
            group += 1
        if group == len(self.sizes):
            return self._begin_specials(each, stock, 0)
        missing = self.sizes[group] if self.card_by_card(group) else 0
        return Step(self, group, self.left[group], missing, each, stock)

    def _begin_specials(self, each: int, stock: Stock, seat: int) -> Step:
        while seat < self.rules.players and len(hands := special_hands(stock, each)) == 1:
            stock = _without(stock, hands[0][0])
            seat += 1
        return Step(self, len(self.sizes), 0, 0, each, stock, seat)

    def card_by_card(self, group: int) -> bool:
        return self.ways[group] > MOST_OUTCOMES and not self.at_once

    def _each(self, stock: Stock) -> int:
        return new_specials(self.rules, stock) if self.rules.game == "anniversary" else 0

    # Places and cards

    def dealt(self, places: Sequence[int], stock: Stock) -> Dealt:
        """The cards that places stand for, so far as they go."""
        groups: list[tuple[int, ...]] = []
        left = self._deck[:]
        at, rank = 0, 0
        if self.at_once:
            if not places:
                return Dealt(())
            at, rank = 1, places[0]
        for size, ways in zip(self.sizes, self.ways, strict=True):
            if ways > MOST_OUTCOMES and not self.at_once:
                cards = []
                spot, last = 0, len(left) - size
                for place in places[at : at + size]:
                    spot += place
                    cards.append(left.pop(spot))
                    if spot == last:
                        break
                at += len(cards)
                if spot == last:  # just as many cards are left as are missing
                    cards += left[last:]
                    del left[last:]
                if len(cards) < size:
                    return Dealt(tuple(groups), tuple(cards))
            else:
                if self.at_once:
                    rank, place = divmod(rank, ways)
                elif ways == 1:
                    place = 0
                elif at < len(places):
                    place = places[at]
                    at += 1
                else:
                    return Dealt(tuple(groups))
                cards = [left.pop(spot - gone) for gone, spot in enumerate(unrank(len(left), size, place))]
            groups.append(tuple(cards))
        return Dealt(tuple(groups), (), self._special_hands(places[at:], stock))

    def _special_hands(self, places: Sequence[int], stock: Stock) -> tuple[tuple[int, ...], ...]:
        dealt: list[tuple[int, ...]] = []
        if self.rules.game == "anniversary":
            each = self._each(stock)
            at = 0
            while len(dealt) < self.rules.players:
                hands = special_hands(stock, each)
                if len(hands) > 1 and at == len(places):
                    break
                dealt.append(hands[places[at] if len(hands) > 1 else 0][0])
                at += len(hands) > 1
                stock = _without(stock, dealt[-1])
        return tuple(dealt)

    def deal(self, places: Sequence[int], stock: Stock) -> Deal:
        """What came out. Rows that hold equally many cards lie in ascending order, as after a draft (P6)."""
        groups, _, specials = self.dealt(places, stock)
        hands, starters = groups[: self.rules.players], groups[self.rules.players + len(self.row_groups) :]
        starting = [card for group in groups[len(hands) : len(groups) - len(starters)] for card in group]
        rows = tuple([starting[number] for number in self._row_order])
        return Deal(hands, rows, tuple([card for (card,) in starters]), specials)

    def path(self, deal: Deal, stock: Stock) -> list[int]:
        """The places that lead to a deal; its rows count as `deal` would order them."""
        groups = [*deal.hands]
        groups += [tuple(sorted(deal.rows[row] for row in rows)) for rows in self.row_groups]
        groups += [(card,) for card in deal.starters]
        places: list[int] = []
        left = self._deck[:]
        whole, factor = 0, 1
        for group, cards in enumerate(groups):
            spots = [left.index(card) for card in cards]
            if self.at_once:
                whole += factor * rank_of(spots, len(left))
                factor *= self.ways[group]
            elif self.card_by_card(group):
                start = 0
                for number, spot in enumerate(spots):
                    if len(left) - start > len(spots) - number:
                        places.append(spot - start)
                    start = spot + 1
            elif self.ways[group] > 1:
                places.append(rank_of(spots, len(left)))
            left = [card for card in left if card not in cards]
        if self.at_once:
            places.append(whole)
        each = self._each(stock)
        for hand in deal.specials:
            hands = [kinds for kinds, _ in special_hands(stock, each)]
            if len(hands) > 1:
                places.append(hands.index(hand))
            stock = _without(stock, hand)
        return places

    def text(self, step: Step, places: Sequence[int], stock: Stock, place: int) -> str:
        """What an outcome of a step means, in words, after the places that were taken before it."""
        if step.group == len(self.sizes):
            return f"specials {write_specials(special_hands(step.stock, step.each)[place][0])} to p{step.seat}"
        groups, begun, _ = self.dealt((*places, place), stock)
        if self.at_once:
            return "deal " + "/".join(map(write_cards, groups))
        players, group = self.rules.players, step.group
        if step.missing:
            cards = (groups[group] if len(groups) > group else begun)[self.sizes[group] - step.missing :][:1]
        else:
            cards = groups[group]
        if group < players:
            return f"{write_cards(cards)} to p{group}"
        if group < players + len(self.row_groups):
            return f"{write_cards(cards)} to the rows"
        return f"{write_cards(cards)} to the #-row of p{group - players - len(self.row_groups)}"

    # Limits

    def most_outcomes(self) -> int:
        """No node has more outcomes than this."""
        if self.at_once:
            most = prod(self.ways)
        else:
            most = 1
            left = self.rules.deck
            for size, ways in zip(self.sizes, self.ways, strict=True):
                most = max(most, ways if ways <= MOST_OUTCOMES else left - size + 1)
                left -= size
        each = self.rules.specials_dealt
        return max([most, *(len(special_hands(self.rules.specials, fewer)) for fewer in range(1, each + 1))])

    def most_nodes(self) -> int:
        """No deal of one round takes more chance nodes than this."""
        specials = self.rules.players * (self.rules.specials_dealt > 0)
        if self.at_once:
            return 1 + specials
        nodes = sum(1 if ways <= MOST_OUTCOMES else size for size, ways in zip(self.sizes, self.ways, strict=True))
        return nodes + specials


def unrank(count: int, size: int, rank: int) -> list[int]:
    """The combination of so many out of `count` places that has `rank` lower ones, in the order of its places."""
    places = []
    place = 0
    for missing in range(size, 0, -1):
        while rank >= (with_this := comb(count - place - 1, missing - 1)):
            rank -= with_this
            place += 1
        places.append(place)
        place += 1
    return places


def rank_of(places: Sequence[int], count: int) -> int:
    """How many combinations are lower than this one: `unrank` backwards."""
    rank, before = 0, 0
    for number, place in enumerate(places):
        missing = len(places) - number
        rank += sum(comb(count - other - 1, missing - 1) for other in range(before, place))
        before = place + 1
    return rank


@lru_cache(maxsize=4096)
def special_hands(stock: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every hand of so many special cards out of a stock, as ascending kinds, with its probability."""
    every = comb(sum(stock), size)
    hands = []
    for kinds in combinations_with_replacement(range(KINDS), size):
        ways = prod(comb(stock[kind], kinds.count(kind)) for kind in set(kinds))
        if ways:
            hands.append((kinds, ways / every))
    return tuple(hands)


@lru_cache(maxsize=4096)
def _places(stock: tuple[int, ...], size: int) -> Outcomes:
    return tuple((place, chance) for place, (_, chance) in enumerate(special_hands(stock, size)))


def _without(stock: Stock, hand: Sequence[int]) -> Stock:
    return tuple(count - hand.count(kind) for kind, count in enumerate(stock))


def _alike(capacities: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The rows that hold equally many cards, together: which of them a card starts makes no difference."""
    return tuple(
        tuple(row for row, other in enumerate(capacities) if other == capacity)
        for capacity in dict.fromkeys(capacities)
    )


@lru_cache(maxsize=256)
def _equal(count: int) -> Outcomes:
    return tuple((place, 1 / count) for place in range(count))


@cache
def lowest_first(count: int, missing: int) -> Outcomes:
    """The lowest of `missing` cards out of `count`: how likely each place is."""
    every = comb(count, missing)
    return tuple((place, comb(count - place - 1, missing - 1) / every) for place in range(count - missing + 1))
