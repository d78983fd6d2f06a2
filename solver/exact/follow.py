"""What follows a pair of cards: the engine places them, once for every row that a low card may take (B5)."""

from __future__ import annotations

from dataclasses import dataclass

from game.decision import Kind
from game.placing import place_cards
from game.records import Placed
from game.state import State
from game.text import NotationError
from game.view import View
from solver.exact.position import OpenPosition, check_rules, open_hands


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which a turn can go on."""

    placements: tuple[Placed, ...]
    rows: tuple[tuple[int, ...], ...]
    #: What player 0 gains by it: the other's penalties less its own.
    gain: int
    #: The turn after it; None at the end of the round.
    child: OpenPosition | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything that can come of a pair of cards: a way for each row that the chooser may take, else a single one."""

    ways: tuple[Way, ...]
    #: The player whose low card takes a row of its choice; None where nobody has a choice.
    chooser: int | None


def follow(position: OpenPosition, cards: tuple[int, int]) -> Turn:
    """What comes of a pair of cards."""
    placing = place_cards(position.rows, cards, capacity=position.capacity)
    if placing.pending is None:
        return Turn((_way(position, cards, {}),), None)
    low = placing.pending.card
    ways = tuple(_way(position, cards, {low: row}) for row in range(len(position.rows)))
    return Turn(ways, cards.index(low))


def _way(position: OpenPosition, cards: tuple[int, int], choices: dict[int, int]) -> Way:
    placing = place_cards(position.rows, cards, choices, position.capacity)
    gain = sum(placed.bullheads if placed.seat else -placed.bullheads for placed in placing.placements)
    hands = [[card for card in hand if card != played] for hand, played in zip(position.hands, cards, strict=True)]
    child = OpenPosition.of(hands, placing.rows, position.capacity) if hands[0] else None
    return Way(placing.placements, placing.rows, gain, child)


def row_ways(state: State) -> Turn:
    """The ways out of a position in which a low card waits for its player to take a row."""
    check_rules(state.rules)
    if state.kind is not Kind.ROW:
        raise NotationError("nobody chooses a row here")
    (seat,) = state.to_act
    decision = state.decision(seat)
    assert decision is not None  # the seat is the one that acts
    before = state.penalties
    ways = []
    for row in decision.actions:
        twin = state.copy()
        placements = tuple(happened for happened in twin.act(seat, row) if isinstance(happened, Placed))
        own, other = (after - had for after, had in zip(twin.penalties, before, strict=True))
        child = None if twin.round_over else OpenPosition.of_state(twin)
        ways.append(Way(placements, twin.rows, other - own, child))
    return Turn(tuple(ways), seat)


def row_ways_seen(view: View) -> Turn:
    """The same as the seat sees it that has a row to take."""
    check_rules(view.rules)
    if view.decision is None or view.decision.kind is not Kind.ROW:
        raise NotationError(f"seat {view.seat + 1} has no row to choose here")
    # With two players the low card is placed first, so the rows are still those of the start of the turn.
    hands = [(*hand, card) for hand, card in zip(open_hands(view), view.revealed, strict=True)]
    start = OpenPosition.of(hands, view.rows, view.rules.capacities[0])
    return follow(start, (view.revealed[0], view.revealed[1]))
