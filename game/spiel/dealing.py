"""Deals by chance nodes: every deal is reached by exactly one path, and every node is small enough to list.

A deal is a row of groups of cards: everybody's hand, then the rows, then what starts the #-rows (N1). Order inside a
group means nothing, so it is never part of the game tree. Where all deals together are few, one node picks the whole
deal; else a node picks a whole group, and where even that is too much, a group comes card by card, lowest first.
What a node offers is numbered from 0 in ascending order, so an action of chance is a place in its list.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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


class Dealing(NamedTuple):
    """A deal that is under way."""

    #: Groups that are dealt, and the cards of the one being dealt.
    groups: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]
    #: The cards not dealt yet, ascending, and the place from which the next one may come: a group ascends.
    left: tuple[int, ...]
    start: int
    #: Special cards: how many everybody gets, what there is by kind, and who has got which (A1, A11).
    each: int
    stock: tuple[int, ...]
    specials: tuple[tuple[int, ...], ...]


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
        return self._settle(Dealing((), (), tuple(range(1, self.rules.deck + 1)), 0, each, tuple(stock), ()))

    def is_over(self, dealing: Dealing) -> bool:
        """Whether everybody has everything."""
        return self._cards_are_dealt(dealing) and (not dealing.each or len(dealing.specials) == self.rules.players)

    def outcomes(self, dealing: Dealing) -> Outcomes:
        """What chance may do now, as (place, probability)."""
        if self._cards_are_dealt(dealing):
            return tuple(
                (place, chance) for place, (_, chance) in enumerate(special_hands(dealing.stock, dealing.each))
            )
        if self.at_once:
            return _equal(prod(self.ways))
        group = len(dealing.groups)
        if self.ways[group] <= MOST_OUTCOMES:
            return _equal(self.ways[group])
        return _lowest_first(len(dealing.left) - dealing.start, self.sizes[group] - len(dealing.chosen))

    def apply(self, dealing: Dealing, place: int) -> Dealing:
        """The deal after chance has taken a place of `outcomes`; what leaves nothing to chance follows by itself."""
        return self._settle(self._apply(dealing, place))

    def deal(self, dealing: Dealing) -> Deal:
        """What came out. Rows that hold equally many cards lie in ascending order, as after a draft (P6)."""
        players, rows = self.rules.players, [0] * self.rules.rows
        after_rows = players + len(self.row_groups)
        for places, cards in zip(self.row_groups, dealing.groups[players:after_rows], strict=True):
            for place, card in zip(places, cards, strict=True):
                rows[place] = card
        starters = tuple(card for group in dealing.groups[after_rows:] for card in group)
        specials = dealing.specials
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
        while not self.is_over(dealing):
            place = self._place_of(dealing, groups, deal.specials)
            places.append(place)
            dealing = self.apply(dealing, place)
        return places

    def text(self, dealing: Dealing, place: int) -> str:
        """What an outcome means, in words."""
        after = self._apply(dealing, place)
        if len(after.specials) > len(dealing.specials):
            return f"specials {write_specials(after.specials[-1])} to p{len(dealing.specials)}"
        if self.at_once:
            return "deal " + "/".join(map(write_cards, after.groups))
        group = len(dealing.groups)
        card = after.groups[-1] if len(after.groups) > group else after.chosen
        shown = write_cards(card[len(dealing.chosen) :])
        if group < self.rules.players:
            return f"{shown} to p{group}"
        if group < self.rules.players + len(self.row_groups):
            return f"{shown} to the rows"
        return f"{shown} to the #-row of p{group - self.rules.players - len(self.row_groups)}"

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

    def _cards_are_dealt(self, dealing: Dealing) -> bool:
        return len(dealing.groups) == len(self.sizes)

    def _settle(self, dealing: Dealing) -> Dealing:
        while not self.is_over(dealing) and len(self.outcomes(dealing)) == 1:
            dealing = self._apply(dealing, 0)
        return dealing

    def _apply(self, dealing: Dealing, place: int) -> Dealing:
        if self._cards_are_dealt(dealing):
            hand, _ = special_hands(dealing.stock, dealing.each)[place]
            stock = tuple(count - hand.count(kind) for kind, count in enumerate(dealing.stock))
            return dealing._replace(stock=stock, specials=(*dealing.specials, hand))
        if self.at_once:
            for group, ways in enumerate(self.ways):
                place, rank = divmod(place, ways) if group < len(self.ways) - 1 else (0, place)
                dealing = self._give_group(dealing, rank)
            return dealing
        group = len(dealing.groups)
        if self.ways[group] <= MOST_OUTCOMES:
            return self._give_group(dealing, place)
        left, spot = dealing.left, dealing.start + place
        chosen = (*dealing.chosen, left[spot])
        left = left[:spot] + left[spot + 1 :]
        if len(chosen) < self.sizes[group]:
            return dealing._replace(chosen=chosen, left=left, start=spot)
        return dealing._replace(groups=(*dealing.groups, chosen), chosen=(), left=left, start=0)

    def _give_group(self, dealing: Dealing, rank: int) -> Dealing:
        size = self.sizes[len(dealing.groups)]
        cards = tuple(dealing.left[spot] for spot in unrank(len(dealing.left), size, rank))
        left = tuple(card for card in dealing.left if card not in cards)
        return dealing._replace(groups=(*dealing.groups, cards), left=left)

    def _place_of(
        self, dealing: Dealing, groups: Sequence[tuple[int, ...]], specials: Sequence[tuple[int, ...]]
    ) -> int:
        if self._cards_are_dealt(dealing):
            hands = [hand for hand, _ in special_hands(dealing.stock, dealing.each)]
            return hands.index(tuple(sorted(specials[len(dealing.specials)])))
        group = len(dealing.groups)
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


@cache
def special_hands(stock: tuple[int, ...], size: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every hand of so many special cards out of a stock, as ascending kinds, with its probability."""
    every = comb(sum(stock), size)
    hands = []
    for kinds in combinations_with_replacement(range(KINDS), size):
        ways = prod(comb(stock[kind], kinds.count(kind)) for kind in set(kinds))
        if ways:
            hands.append((kinds, ways / every))
    return tuple(hands)


def _alike(capacities: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The rows that hold equally many cards, together: which of them a card starts makes no difference."""
    return tuple(
        tuple(row for row, other in enumerate(capacities) if other == capacity)
        for capacity in dict.fromkeys(capacities)
    )


@cache
def _equal(count: int) -> Outcomes:
    return tuple((place, 1 / count) for place in range(count))


@cache
def _lowest_first(count: int, missing: int) -> Outcomes:
    """The lowest of `missing` cards out of `count`: how likely each place is."""
    every = comb(count, missing)
    return tuple((place, comb(count - place - 1, missing - 1) / every) for place in range(count - missing + 1))
