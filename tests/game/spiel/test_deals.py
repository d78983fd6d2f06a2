"""Deals by chance: every deal once, with the right probability, whether in one node, by groups or card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from game.rules import Rules
from game.spiel import dealing
from game.spiel.dealing import Dealer, Step, rank_of, special_hands, unrank

RULES = (
    Rules(players=2, hand=2, rows=1, deck=6),
    Rules(players=3, hand=1, rows=2, deck=6),
    Rules(players=2, hand=2, rows=2, deck=0),
    Rules.preset("take-a-number", players=2, hand=1, rows=2, deck=6, starters=True),
    Rules.preset("take-a-number", players=2, hand=1, rows=3, capacity=(2, 3, 2), deck=6),
    Rules.preset("anniversary", players=2, hand=1, rows=1, deck=4, specials=(2, 1, 0, 0, 0, 0, 1), specials_dealt=2),
    Rules.preset("anniversary", players=2, hand=1, rows=1, deck=4, specials=(4, 0, 0, 0, 0, 0, 0), specials_dealt=2),
)


def paths(step: Step, chance: Fraction, places: tuple[int, ...]) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    if not step.offers:
        yield chance, places
        return
    assert len(step.offers) > 1, "what leaves nothing to chance is no node"
    for place, share in step.offers:
        exact = Fraction(share).limit_denominator(100_000)
        yield from paths(step.after(place), chance * exact, (*places, place))


@pytest.mark.parametrize("most", [10_000, 20, 2])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_deal_is_reached_by_one_path(rules: Rules, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Set-ups B1, N1 and A1, dealt at once, by groups (at most 20 outcomes) and card by card."""
    monkeypatch.setattr(dealing, "MOST_OUTCOMES", most)
    dealer = Dealer(rules)
    found = [
        (dealer.deal(places, rules.specials), chance, places)
        for chance, places in paths(dealer.start(rules.specials), Fraction(1), ())
    ]
    assert sum(chance for _, chance, _ in found) == 1
    assert max(Counter(deal for deal, _, _ in found).values()) == 1
    cards = comb(rules.deck, rules.hand) * comb(rules.deck - rules.hand, rules.hand)
    assert len(found) >= cards
    for deal, chance, places in found:
        deal.check(rules)
        assert tuple(dealer.path(deal, rules.specials)) == places
        assert len(places) <= dealer.most_nodes()
        assert max(places, default=0) < dealer.most_outcomes()
        if not rules.specials_dealt:
            assert chance == Fraction(1, len(found))


def test_special_cards_come_as_from_a_shuffled_deck() -> None:
    """A1: the probability of a hand is that of its cards, each of which is one of several of its kind."""
    stock = (2, 1, 0, 3, 0, 0, 1)
    each_card = [kind for kind, count in enumerate(stock) for _ in range(count)]
    hands = Counter(tuple(sorted(hand)) for hand in combinations(each_card, 3))
    every = sum(hands.values())
    assert dict(special_hands(stock, 3)) == pytest.approx({hand: ways / every for hand, ways in hands.items()})


def test_ranks() -> None:
    for count, size in ((6, 3), (7, 1), (5, 5), (8, 2)):
        for rank, places in enumerate(combinations(range(count), size)):
            assert unrank(count, size, rank) == list(places)
            assert rank_of(places, count) == rank


def test_real_deals_have_small_nodes() -> None:
    for players in range(2, 11):
        dealer = Dealer(Rules(players=players))
        assert dealer.most_outcomes() <= 1001
        assert dealer.most_nodes() <= players * 10 + 4
