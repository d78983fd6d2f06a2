"""An exactly solved deal as a strategy: the mix of every position that can come of it, to keep in a file."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from game.deal import Deal
from game.engine import layout as at
from game.rules import Rules
from game.spiel.moment import TERMINAL, Moment
from game.spiel.parameters import write_deal
from game.state import State
from game.text import parse_cards
from solver.exact.position import OpenPosition
from solver.exact.solver import USUAL_TOLERANCE, Solution
from solver.measures import gains
from solver.spiel_games import load_game
from solver.strategy import Metadata, Mix, Name, SolvedStrategy, name_key
from solver.tree.build import build_tree
from solver.tree.names import event_words, name_of_words

#: A deal of 4 cards a hand and 4 rows has some 60,000 histories, which take seconds; with 5 it would be millions.
MOST_CARDS: Final = 4
#: How many information sets are noted between two words about it.
_SAY_EVERY: Final = 100


class Solves(Protocol):
    """What solves positions: the exact solver, or it with interrupts that count."""

    def solve(self, position: OpenPosition, tolerance: float = ..., /) -> Solution: ...


def strategy_of_deal(
    solver: Solves, text: str, capacity: int, tolerance: float, command: str, say: Callable[[str], None]
) -> SolvedStrategy:
    """The solution of a deal like `1,3,9/4,7,8/2,5,6`, with what either player could gain against it."""
    check_size(text)
    hand, _, row_cards = (parse_cards(part) for part in text.split("/"))
    rules = Rules(players=2, hand=len(hand), rows=len(row_cards), capacity=capacity, deck=0)
    found = exact_strategy(solver, Deal.parse(text, rules), rules, tolerance, command, say)
    say("measuring the strategy on the tree of the deal")
    tree = build_tree(found.metadata.game)
    gain = gains(tree, found.on_tree(tree)[0])
    metadata = replace(
        found.metadata,
        gains=tuple(gain.tolist()),
        exploitability=float(gain.mean()),
        histories=tree.histories,
        infosets=tree.infosets,
    )
    return replace(found, metadata=metadata)


def check_size(text: str) -> None:
    """Raise ValueError for a deal with too many cards to visit every position after it."""
    cards = len(parse_cards(text.split("/")[0]))
    if cards > MOST_CARDS:
        raise ValueError(
            f"a strategy holds every position after a deal, which are too many with {cards} cards a hand: "
            f"deal at most {MOST_CARDS}, or leave out --strategy"
        )


def exact_strategy(
    solver: Solves,
    deal: Deal,
    rules: Rules,
    tolerance: float = USUAL_TOLERANCE,
    command: str | None = None,
    say: Callable[[str], None] | None = None,
) -> SolvedStrategy:
    """Solve a deal of two players with open hands, and every position after it; for hands of four cards or so.

    `say` hears now and then how many positions were visited.
    """
    if rules.game != "base" or rules.players != 2:
        raise ValueError("the exact solver is for two players and the base game")
    game = (
        f"six_nimmt(players=2,hand={rules.hand},rows={rules.rows},capacity={rules.capacity},deck={rules.deck},"
        f"setup=fixed,deal={write_deal(deal)})"
    )
    started = time.perf_counter()
    walk = _Walk(solver, tolerance, say)
    value = walk.value(Moment.of_deal(load_game(game).settings, deal))
    metadata = Metadata(
        game, "exact", values=(value, -value), seconds=time.perf_counter() - started, command=command,
        notes=f"Bounds of every position are at most {tolerance:g} apart.",
    )  # fmt: skip
    return SolvedStrategy.of_mixes(metadata, walk.mixes)


class _Walk:
    """Visits every position after a deal, and notes what both players do there."""

    def __init__(self, solver: Solves, tolerance: float, say: Callable[[str], None] | None) -> None:
        self.solver = solver
        self.say = say
        self.tolerance = tolerance
        self.mixes: tuple[dict[Name, Mix], dict[Name, Mix]] = ({}, {})

    def value(self, moment: Moment) -> float:
        """What player 0 gets in the end."""
        if moment.player == TERMINAL:
            return moment.returns()[0]
        if moment.phase == at.CARD:
            return self._cards(moment)
        return self._rows(moment)

    def _cards(self, moment: Moment) -> float:
        state = State(moment.settings.rules, moment.flat)
        capacity = moment.settings.rules.capacities[0]
        solution = self.solver.solve(OpenPosition.of(state.hands, state.rows, capacity), self.tolerance)
        mine, yours = solution.strategies
        worth = {(one, other): self.value(moment.joint((one, other))) for one in mine for other in yours}
        for player, (own, others) in enumerate(((mine, yours), (yours, mine))):
            sign = 1 - 2 * player
            mix = {}
            for card, chance in own.items():
                pairs = {other: (card, other) if player == 0 else (other, card) for other in others}
                mix[card] = (chance, sign * sum(others[other] * worth[pair] for other, pair in pairs.items()))
            self._note(moment, player, mix)
        return sum(mine[one] * yours[other] * gain for (one, other), gain in worth.items())

    def _rows(self, moment: Moment) -> float:
        """A low card takes the row that is best for its player (B5)."""
        player = moment.player
        sign = 1 - 2 * player
        worth = {row: self.value(moment.act(row)) for row in moment.legal(player)}
        best = max(worth, key=lambda row: sign * worth[row])
        self._note(moment, player, {row: (float(row == best), sign * gain) for row, gain in worth.items()})
        return worth[best]

    def _note(self, moment: Moment, player: int, mix: Mix) -> None:
        name = name_of_words(player, event_words(moment, player))
        self.mixes[player][name_key(name)] = mix
        noted = sum(map(len, self.mixes))
        if self.say is not None and noted % _SAY_EVERY == 0:
            self.say(f"information sets of the strategy so far: {noted:,}")
