"""Positions as one line of text, read and written.

    base(players=2,hand=3,rows=2,deck=8) rows=4/5 hands=2,7,8/1,3,6

The rules come first, then fields in any order; what is left out is as at the start of a round. People count rounds,
turns, seats and rows from 1, and groups stand in the order of seats or rows, with a stroke between. A card that is
nowhere is out of the round.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.cards import total_bullheads
from game.decision import Kind, seat_name
from game.engine import layout as at
from game.flat import read_set
from game.position_reader import FIELDS, PositionReader
from game.rules import Rules, RulesError
from game.state import State, prepare_engine
from game.text import NotationError, write_cards, write_groups, write_specials


def write_position(state: State) -> str:
    """The whole truth about a position in one line."""
    fields = {"turn": str(state.turn + 1)}
    if state.round:
        fields["round"] = str(state.round + 1)
    if state.kind is not Kind.CARD:
        fields["phase"] = "over" if state.kind is None else state.kind
    fields |= _cards(state) | _turn(state) | _numbers(state)
    if state.rules.game == "take-a-number":
        fields |= _take_a_number(state)
    if state.rules.game == "anniversary":
        fields |= _anniversary(state)
    return " ".join([str(state.rules), *(f"{name}={fields[name]}" for name in FIELDS if name in fields)])


def parse_position(text: str) -> State:
    """Read what `write_position` writes, or what a person wrote in its manner."""
    words = text.split()
    if not words:
        raise NotationError("an empty position: start with rules such as base(players=2)")
    try:
        rules = Rules.parse(words[0])
    except RulesError as error:
        raise NotationError(str(error)) from None
    fields: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if name not in FIELDS or not equals:
            raise NotationError(f"a position has no field {word!r}: it has {', '.join(FIELDS)}, each like rows=12/37")
        if name in fields:
            raise NotationError(f"the field {name} appears twice")
        fields[name] = value
    prepare_engine(rules)
    state = State(rules, PositionReader(rules, fields).read())
    for seat in state.to_act:
        decision = state.decision(seat)
        if decision is None or not decision.actions:
            raise NotationError(f"{seat_name(seat)} has no choice in phase {state.kind} here")
    return state


def _cards(state: State) -> dict[str, str]:
    fields = {"hands": write_groups(state.hands)}
    if state.kind is Kind.DRAFT:
        fields["pool"] = write_cards(read_set(state.flat, at.POOL))
    else:
        fields["rows"] = write_groups(state.rows)
    if any(state.piles):
        fields["piles"] = write_groups(state.piles)
    if state.rules.setup == "deal" and any(shown := state.view(0).shown):
        fields["shown"] = write_groups(shown)
    return fields


def _turn(state: State) -> dict[str, str]:
    """Cards of this turn that lie face down or are being placed."""
    flat, players = state.flat, state.rules.players
    chosen = flat[at.CHOSEN : at.CHOSEN + players].tolist()
    fields = {}
    if any(chosen):
        fields["chosen"] = write_groups([card] if card else [] for card in chosen)
    if flat[at.PLACED]:
        fields["placed"] = str(flat[at.PLACED])
    order = flat[at.ORDER : at.ORDER + players].tolist()
    if any(order) and order != sorted(range(players), key=chosen.__getitem__):  # after Replace (A6)
        fields["order"] = ",".join(str(seat + 1) for seat in order)
    return fields


def _numbers(state: State) -> dict[str, str]:
    fields = {}
    if any(state.scores):
        fields["scores"] = _slashed(state.scores)
    if state.rules.game == "anniversary" and state.penalties != tuple(map(total_bullheads, state.piles)):
        fields["penalties"] = _slashed(state.penalties)
    return fields


def _take_a_number(state: State) -> dict[str, str]:
    fields = {}
    if any(state.number_rows):
        fields["numbers"] = write_groups(state.number_rows)
    if taken := read_set(state.flat, at.TAKEN):
        fields["taken"] = write_cards(taken)
    return fields


def _anniversary(state: State) -> dict[str, str]:
    view = state.view(0)
    fields = {"specials": "/".join(write_specials(_expand(counts)) for counts in state.specials)}
    if any(state.discards):
        fields["discards"] = write_specials(_expand(state.discards))
    for name, marks in (("stops", view.stopped), ("sevens", view.sevens)):
        if any(marks):
            fields[name] = ",".join(str(row + 1) for row, mark in enumerate(marks) if mark)
    return fields


def _expand(counts: Iterable[int]) -> list[int]:
    """Counts by kind as a list of kinds."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def _slashed(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))
