"""How large a tree of our own games will be, before it is grown.

Random ways through the game, each counted as often as there are others like it (Knuth, "Estimating the efficiency of
backtrack programs", 1975): the mean is right whatever the tree looks like. An information set of a dealt base game is
met by every deal that fits it; how many do follows from the number of cards that its player has not seen.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import comb, perm
from typing import Final

from game.deal import Deal
from game.spiel.moment import CHANCE, SIMULTANEOUS, TERMINAL, Moment
from game.spiel.parameters import Settings
from solver.tree.deals import chance_nodes, deal_count

#: Random ways through the game.
WALKS: Final = 400
#: Bytes of an information set and of a sequence, solver's arrays included, and of an end beside those of its players.
_INFOSET_BYTES: Final = 64
_SEQUENCE_BYTES: Final = 64
_END_BYTES: Final = 16


@dataclass(frozen=True)
class TreeSize:
    """About how large a tree is; `bytes` is what it takes to grow it and to solve it."""

    histories: float
    infosets: float  # with a choice
    sequences: float
    ends: float
    bytes: float


def estimate_tree(settings: Settings, walks: int = WALKS, seed: int = 0) -> TreeSize:
    """The size of a game's tree, from random ways through it."""
    chance = random.Random(seed)
    totals = _Totals()
    for index in range(walks):
        _Way(settings, chance, index).walk(totals)
    players = settings.rules.players
    ends = totals.ends / walks
    infosets = min(totals.infosets, totals.histories) / walks
    sequences = min(totals.sequences, 2 * totals.histories) / walks
    an_end = _END_BYTES + players * (12 + 8 + 4 * (players - 1)) + 12 * players  # grown, sorted for everybody, copied
    return TreeSize(
        histories=totals.histories / walks + chance_nodes(settings),
        infosets=infosets,
        sequences=sequences,
        ends=ends,
        bytes=ends * an_end + infosets * _INFOSET_BYTES + sequences * _SEQUENCE_BYTES,
    )


@dataclass
class _Totals:
    histories: float = 0.0
    infosets: float = 0.0
    sequences: float = 0.0
    ends: float = 0.0


class _Way:
    """One random way, and how many ways it stands for: for the game, and for what each player sees of it."""

    def __init__(self, settings: Settings, chance: random.Random, index: int) -> None:
        rules = settings.rules
        self.chance = chance
        self.players = rules.players
        if settings.drafts or settings.fixed is not None:
            self.moment = Moment.first(settings)
        else:
            deal = Deal.make(rules, seed=chance.getrandbits(62), index=index)
            self.moment = Moment.of_deal(settings, deal)
        self.stands_for = float(deal_count(settings))
        self.seen_as = [self.stands_for] * rules.players
        #: Dealt hands that are hidden: cards that a player has not seen. 0 where everything is seen, or where special
        #: cards and taken ones make it hard to say; then information sets are counted too often.
        self.unseen = 0
        if rules.game == "base" and not settings.is_open:
            self.unseen = rules.deck - rules.hand - rules.rows
            own = float(comb(rules.deck, rules.hand) * comb(rules.deck - rules.hand, rules.rows))
            self.seen_as = [own] * rules.players

    def walk(self, totals: _Totals) -> None:
        """Go to the end."""
        while self.moment.player != TERMINAL:
            if self.moment.player == SIMULTANEOUS:
                self._turn(totals)
            else:
                self._choice(totals)
        totals.histories += self.stands_for
        totals.ends += self.stands_for

    def _turn(self, totals: _Totals) -> None:
        cards = [self.moment.legal(seat) for seat in range(self.players)]
        nodes = self.stands_for
        for seat, own in enumerate(cards):
            totals.histories += nodes
            nodes *= len(own)
            self._meet(totals, seat, len(own))
        for seat, own in enumerate(cards):
            others = perm(self.unseen, self.players - 1) if self.unseen else nodes / self.stands_for / len(own)
            self.seen_as[seat] *= len(own) * others
        self.unseen = max(self.unseen - self.players + 1, 0)
        self.stands_for = nodes
        self.moment = self.moment.joint([self.chance.choice(own) for own in cards])

    def _choice(self, totals: _Totals) -> None:
        player = self.moment.player
        if player == CHANCE:
            actions = [outcome for outcome, _ in self.moment.outcomes()]
        else:
            actions = self.moment.legal(player)
            self._meet(totals, player, len(actions))
        totals.histories += self.stands_for
        self.stands_for *= len(actions)
        self.seen_as = [each * len(actions) for each in self.seen_as]
        self.moment = self.moment.act(self.chance.choice(actions))

    def _meet(self, totals: _Totals, seat: int, actions: int) -> None:
        if actions > 1:
            totals.infosets += self.seen_as[seat]
            totals.sequences += self.seen_as[seat] * actions
