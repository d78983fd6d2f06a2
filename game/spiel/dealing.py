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
from typing import Final, NamedTuple

from game.deal import Deal, new_specials
from game.engine.layout import KINDS
from game.rules import Rules
from game.text import write_cards, write_specials

#: A chance node never has more outcomes than this, unless there are more cards or kinds than that to choose from.
MOST_OUTCOMES: Final = 10_000
#: Larger hands of special cards would have too many kinds of hands to list in one node.
MOST_SPECIALS_DEALT: Final = 10

Outcomes = tuple[tuple[int, float], ...]

#: Makes a named tuple in half the time; for the step that a real deal takes dozens of times.
_new_tuple: Final = tuple.__new__


class Specials(NamedTuple):
    """Special cards being dealt: how many everybody gets, what there is by kind, who has got which (A1, A11)."""

    each: int
    stock: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] = ()


class Dealing(NamedTuple):
    """A deal that is under way."""

    #: Groups that are dealt, and the places in `left` of what has come of one that is dealt card by card.
    groups: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    #: The cards that were left when this group began, ascending, and the place from which the next may come.
    left: tuple[int, ...]
    start: int
    #: How many cards the group that is dealt card by card still lacks; 0 where a whole group is dealt.
    missing: int
    specials: Specials
    #: What chance may do now, as (place, probability); nothing when all is dealt.
    offers: Outcomes


class Dealer:
    """Deals one round of some rules by chance nodes."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.row_groups = _alike(rules.capacities)
        self.sizes = (
            *(rules.hand for _ in range(rules.players)),
            *(len(rows) for rows in self.row_groups),
            *(1 for _ in range(rules.players * rules.starters)),
        )
        left = rules.deck
        ways = []
        for size in self.sizes:
            ways.append(comb(left, size))
            left -= size
        #: How many ways there are to deal each group after those before it.
        self.ways = tuple(ways)
        self.at_once = prod(ways) <= MOST_OUTCOMES

    def start(self, stock: Sequence[int]) -> Dealing:
        """Nothing is dealt yet; `stock` counts the special cards that can be, by kind."""
        each = new_specials(self.rules, stock) if self.rules.game == "anniversary" else 0
        return self._offer((), tuple(range(1, self.rules.deck + 1)), Specials(each, tuple(stock)))

    def apply(self, dealing: Dealing, place: int) -> Dealing:
        """The deal after chance has taken a place of its offers; what leaves nothing to chance follows by itself."""
        groups, chosen, left, start, missing, specials, _ = dealing
        if missing:
            chosen = (*chosen, start + place)
            start += place + 1
            missing -= 1
            free = len(left) - start
            if free > missing > 0:
                offers = lowest_first(free, missing)
                return _new_tuple(Dealing, (groups, chosen, left, start, missing, specials, offers))
            if missing:  # just as many cards are left as are missing
                chosen = (*chosen, *range(start, len(left)))
            rest = list(left)
            for spot in reversed(chosen):
                del rest[spot]
            return self._offer((*groups, tuple([left[spot] for spot in chosen])), tuple(rest), specials)
        group = len(groups)
        if group == len(self.sizes):
            each, stock, hands = specials
            hand, _ = special_hands(stock, each)[place]
            stock = tuple(count - hand.count(kind) for kind, count in enumerate(stock))
            return self._offer(groups, left, Specials(each, stock, (*hands, hand)))
        if self.at_once:
            for ways in self.ways:
                place, rank = divmod(place, ways)
                cards, left = self._group(len(groups), left, rank)
                groups = (*groups, cards)
        else:
            cards, left = self._group(group, left, place)
            groups = (*groups, cards)
        return self._offer(groups, left, specials)

    def deal(self, dealing: Dealing) -> Deal:
        """What came out. Rows that hold equally many cards lie in ascending order, as after a draft (P6)."""
        players, rows = self.rules.players, [0] * self.rules.rows
        after_rows = players + len(self.row_groups)
        for places, cards in zip(self.row_groups, dealing.groups[players:after_rows], strict=True):
            for place, card in zip(places, cards, strict=True):
                rows[place] = card
        starters = tuple(card for group in dealing.groups[after_rows:] for card in group)
        specials = dealing.specials.hands
        if self.rules.game == "anniversary" and not specials:
            specials = ((),) * players
        return Deal(dealing.groups[:players], tuple(rows), starters, specials)

    def path(self, deal: Deal, stock: Sequence[int]) -> list[int]:
        """The places that lead to a deal; its rows count as `deal` would order them."""
        groups = [*deal.hands]
        groups += [tuple(sorted(deal.rows[place] for place in places)) for places in self.row_groups]
        groups += [(card,) for card in deal.starters]
        places = []
        dealing = self.start(stock)
        while dealing.offers:
            place = self._place_of(dealing, groups, deal.specials)
            places.append(place)
            dealing = self.apply(dealing, place)
        return places

    def text(self, dealing: Dealing, place: int) -> str:
        """What an outcome means, in words."""
        players, group = self.rules.players, len(dealing.groups)
        if group == len(self.sizes):
            each, stock, hands = dealing.specials
            return f"specials {write_specials(special_hands(stock, each)[place][0])} to p{len(hands)}"
        if self.at_once:
            return "deal " + "/".join(map(write_cards, self.apply(dealing, place).groups))
        if self.ways[group] <= MOST_OUTCOMES:
            shown = write_cards(self._group(group, dealing.left, place)[0])
        else:
            shown = str(dealing.left[dealing.start + place])
        if group < players:
            return f"{shown} to p{group}"
        if group < players + len(self.row_groups):
            return f"{shown} to the rows"
        return f"{shown} to the #-row of p{group - players - len(self.row_groups)}"

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

    # How it goes on

    def _offer(self, groups: tuple[tuple[int, ...], ...], left: tuple[int, ...], specials: Specials) -> Dealing:
        """What chance may do next. Where it has no choice the cards are given at once."""
        group = len(groups)
        while group < len(self.sizes) and self.ways[group] == 1 and not self.at_once:
            cards, left = self._group(group, left, 0)
            groups = (*groups, cards)
            group += 1
        offers: Outcomes = ()
        missing = 0
        if group < len(self.sizes):
            if self.at_once:
                offers = _equal(prod(self.ways))
            elif self.ways[group] <= MOST_OUTCOMES:
                offers = _equal(self.ways[group])
            else:
                missing = self.sizes[group]
                offers = lowest_first(len(left), missing)
        else:
            each, stock, hands = specials
            while each and len(hands) < self.rules.players and not offers:
                offers = _places(stock, each)
                if len(offers) == 1:
                    hand, _ = special_hands(stock, each)[0]
                    stock = tuple(count - hand.count(kind) for kind, count in enumerate(stock))
                    hands, offers = (*hands, hand), ()
            specials = Specials(each, stock, hands)
        return Dealing(groups, (), left, 0, missing, specials, offers)

    def _group(self, group: int, left: tuple[int, ...], rank: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cards of a group by rank, and what is left."""
        cards = tuple(left[spot] for spot in unrank(len(left), self.sizes[group], rank))
        return cards, tuple(card for card in left if card not in cards)

    def _place_of(
        self, dealing: Dealing, groups: Sequence[tuple[int, ...]], specials: Sequence[tuple[int, ...]]
    ) -> int:
        group = len(dealing.groups)
        if group == len(self.sizes):
            each, stock, hands = dealing.specials
            return [hand for hand, _ in special_hands(stock, each)].index(tuple(sorted(specials[len(hands)])))
        if self.at_once:
            place, factor = 0, 1
            left = dealing.left
            for cards, ways in zip(groups, self.ways, strict=True):
                place += factor * rank_of([left.index(card) for card in cards], len(left))
                factor *= ways
                left = tuple(card for card in left if card not in cards)
            return place
        if self.ways[group] <= MOST_OUTCOMES:
            return rank_of([dealing.left.index(card) for card in groups[group]], len(dealing.left))
        return dealing.left.index(groups[group][len(dealing.chosen)]) - dealing.start


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
