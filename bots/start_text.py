"""The start of a round in words, as a person knows it: without the cards that the person cannot see.

    rows=3/4 hands=1,5/?

It is our notation of positions (docs/notation.md). Rules may be left out, since a strategy has its own; `?` stands for
a hand that is not known, and `hand=1,5` for one's own hand, with all others unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.deal import Deal
from game.decision import Kind
from game.position import parse_position
from game.rules import Rules
from game.text import NotationError, parse_cards, parse_specials, write_cards, write_specials
from solver.strategy import SolvedStrategy

UNKNOWN = "?"


def parse_start(strategy: SolvedStrategy, text: str, seat: int = 0, played: Sequence[Sequence[int]] = ()) -> Deal:
    """The deal of a round that a strategy is asked about; hands that are not known are filled up.

    `seat` is the one whose hand `hand=` gives, and `played` has the cards that each seat plays later, which it must
    hold. What else an unknown hand holds is no matter to the others.
    """
    assert strategy.settings is not None
    rules = strategy.settings.rules
    words = text.split()
    if words and re.match(r"[a-z-]+(\(|$)", words[0]):
        given = Rules.parse(words.pop(0))
        strategy.check_rules(given)
    fields = dict(word.partition("=")[::2] for word in words)
    if len(fields) != len(words):
        raise NotationError(f"a field appears twice in {text!r}")
    if rules.setup == "draft":
        if set(fields) - {"phase", "pool"}:
            raise NotationError(
                "a draft is remembered pick by pick: leave --at out, and let --moves start with the picks"
            )
        return Deal()
    if "hand" in fields:
        if "hands" in fields:
            raise NotationError("write hand= for one's own hand, or hands= for all, not both")
        fields["hands"] = _alone(fields.pop("hand"), seat, rules.players)
        if "specials" in fields and "/" not in fields["specials"]:
            fields["specials"] = _alone(fields["specials"], seat, rules.players)
    if UNKNOWN in fields.get("hands", ""):
        fields["hands"] = _fill_hands(rules, fields, played)
    if UNKNOWN in fields.get("specials", ""):
        fields["specials"] = _fill_specials(rules, fields["specials"])
    state = parse_position(" ".join([str(rules), *(f"{name}={value}" for name, value in fields.items())]))
    view = state.view(0)
    if state.turn or state.kind is not Kind.CARD or len(state.to_act) < rules.players or any(state.piles):
        raise NotationError("--at takes the start of a round: what came after it goes into --moves")
    if any(len(row) != 1 for row in state.rows) or any(map(any, (view.stopped, view.sevens, view.discards))):
        raise NotationError("at the start of a round every row has one card: what came after it goes into --moves")
    kinds = [tuple(kind for kind, count in enumerate(counts) for _ in range(count)) for counts in state.specials]
    starters = tuple(card for row in state.number_rows for card in row)
    deal = Deal(state.hands, tuple(row[0] for row in state.rows), starters, tuple(kinds))
    deal.check(rules)
    return deal


def _alone(own: str, seat: int, players: int) -> str:
    """One seat's group, with those of all others unknown."""
    if not 0 <= seat < players:
        raise NotationError(f"there is no seat {seat + 1}: there are {players}")
    return "/".join(own if each == seat else UNKNOWN for each in range(players))


def _fill_hands(rules: Rules, fields: dict[str, str], played: Sequence[Sequence[int]]) -> str:
    """Give every unknown hand the cards that it plays later, and others that nobody has."""
    groups = fields["hands"].split("/")
    if len(groups) != rules.players:
        raise NotationError(f"hands= has {len(groups)} groups, but there are {rules.players} players")
    known = [parse_cards(group) for group in groups if group != UNKNOWN]
    for name in ("rows", "numbers"):
        if name in fields:
            known += [parse_cards(group) for group in fields[name].split("/")]
    seen = {card for cards in known for card in cards}
    hands: dict[int, list[int]] = {seat: [] for seat, group in enumerate(groups) if group == UNKNOWN}
    for seat, hand in hands.items():
        for card in played[seat] if seat < len(played) else ():
            if card not in seen and 1 <= card <= rules.deck and len(hand) < rules.hand:
                seen.add(card)
                hand.append(card)
    left = [card for card in range(1, rules.deck + 1) if card not in seen]
    for seat, hand in hands.items():
        while len(hand) < rules.hand and left:
            hand.append(left.pop(0))
        groups[seat] = write_cards(sorted(hand))
    return "/".join(groups)


def _fill_specials(rules: Rules, text: str) -> str:
    """Give every seat whose special cards are not known some that nobody has."""
    groups = text.split("/")
    left = list(rules.specials)
    for group in groups:
        for kind in parse_specials(group) if group != UNKNOWN else ():
            left[kind] -= 1
    stock = [kind for kind, count in enumerate(left) for _ in range(count)]
    return "/".join(
        write_specials(stock.pop(0) for _ in range(min(rules.specials_dealt, len(stock))))
        if group == UNKNOWN
        else group
        for group in groups
    )
