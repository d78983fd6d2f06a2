"""Whole games as text: a file that people can read and edit, and that replays to the same game.

    nimmt game 1
    rules base(players=2,hand=3,rows=2,deck=8)
    seed 7
    index 0
    players Ada, Bob
    round 1
    deal 2,7,8/1,3,6/4,5
    turn 1: 2 1
      seat 2: row 1
      seat 1: row 2
    …
    penalties 3/1
    result 3/1

The first line gives the format and its version. `seed` and `index` say where the deals come from and are checked
where they are given. Under each turn stand the decisions that followed the reveal, in order; a draft is one line of
picks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

from game.deal import HIGHEST_SEED, Deal
from game.decision import CHANCE, Decision, IllegalAction, Kind, seat_name
from game.rules import Rules, RulesError
from game.state import State
from game.text import NotationError

VERSION: Final = 1
_HEADER: Final = f"nimmt game {VERSION}"
_HEAD: Final = ("rules", "seed", "index", "players")  # lines that come once, before the first round


@dataclass(frozen=True, slots=True)
class Round:
    """A deal, and every action in it as (seat, action)."""

    deal: Deal
    actions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A match, or the part of it that was played."""

    rules: Rules
    players: tuple[str, ...]
    rounds: tuple[Round, ...]
    seed: int | None = None
    index: int = 0

    def __post_init__(self) -> None:
        if len(self.players) != self.rules.players:
            raise NotationError(f"there are {len(self.players)} names for {self.rules.players} players")
        for name in self.players:
            if not name or name != name.strip() or "," in name or not name.isprintable():
                raise NotationError(f"{name!r} cannot be a name: it needs a printable character and no comma")

    @classmethod
    def of(cls, state: State, players: tuple[str, ...] = ()) -> Self:
        """The record of a match from its first deal on."""
        if not state.deals:
            raise ValueError("this state came from a position, so nothing is known of the game before it")
        names = players or tuple(f"seat {seat + 1}" for seat in range(state.rules.players))
        rounds = tuple(Round(deal, tuple(actions)) for deal, actions in zip(state.deals, state.actions, strict=True))
        return cls(state.rules, names, rounds, state.seed, state.index)

    def states(self) -> Iterator[tuple[State, tuple[int, int] | None]]:
        """Replay: the state before each action with that action, and at the end of each round with None.

        It is one state that moves on; copy what you keep.
        """
        state: State | None = None
        for played in self.rounds:
            if state is None:
                state = State.start(self.rules, played.deal)
            else:
                state.next_round(played.deal)
            for seat, action in played.actions:
                yield state, (seat, action)
                state.act(seat, action)
            yield state, None

    def final_state(self) -> State:
        """The state after the last action."""
        if not self.rounds:
            raise ValueError("a record without rounds has no state")
        *_, (state, _last) = self.states()
        state.seed, state.index = self.seed, self.index
        return state

    def __str__(self) -> str:
        lines = [_HEADER, f"rules {self.rules}"]
        if self.seed is not None:
            lines += [f"seed {self.seed}", f"index {self.index}"]
        lines.append(f"players {', '.join(self.players)}")
        turn: dict[int, int] = {}  # cards of the turn being written, by seat
        picks: list[int] = []
        state = None
        for state, action in self.states():
            if not state.actions[-1]:
                lines += [f"round {state.round + 1}", f"deal {state.deals[-1]}"]
            if action is None:
                lines += _unfinished(state, picks, turn)
                if state.round_over:
                    lines.append(f"penalties {'/'.join(map(str, state.penalties))}")
                continue
            seat, number = action
            if state.kind is Kind.DRAFT:
                picks.append(number)
            elif state.kind is Kind.CARD:
                turn[seat] = number
            else:
                decision = state.decision(seat)
                assert decision is not None
                lines.append(f"  {seat_name(seat)}: {decision.text(number)}")
            if len(picks) == self.rules.players * self.rules.hand or len(turn) == self.rules.players:
                lines += _unfinished(state, picks, turn)
        if state is not None and state.match_over:
            lines.append(f"result {'/'.join(map(str, state.scores))}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a record and replay it; an error names its line."""
        return cls(*_Parser(text).parse())


class _Parser:
    """Reads a record line by line, playing along, so that every error has a line."""

    def __init__(self, text: str) -> None:
        self.lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
        self.state: State | None = None
        self.seed: int | None = None
        self.index = 0
        self.players: tuple[str, ...] = ()
        self.rules: Rules | None = None
        self.deal_due = False
        self.result_seen = False
        self.head_seen: set[str] = set()

    def parse(self) -> tuple[Rules, tuple[str, ...], tuple[Round, ...], int | None, int]:
        if not self.lines or self.lines[0][1].strip() != _HEADER:
            found = self.lines[0][1].strip()[:40] if self.lines else "nothing"
            raise NotationError(f"line 1: a game starts with {_HEADER!r}, not with {found!r}")
        for number, line in self.lines[1:]:
            try:
                self.line(line.strip())
            except (NotationError, IllegalAction, RulesError) as error:
                raise NotationError(f"line {number}: {error}") from None
        if self.rules is None or self.state is None or self.deal_due:
            raise NotationError(f"line {self.lines[-1][0]}: the game ends before its first deal")
        if self.state.match_over and not self.result_seen:
            raise NotationError(f"line {self.lines[-1][0]}: the match is over, but its result is missing")
        rounds = tuple(
            Round(deal, tuple(actions)) for deal, actions in zip(self.state.deals, self.state.actions, strict=True)
        )
        return self.rules, self.players, rounds, self.seed, self.index

    def line(self, line: str) -> None:
        if self.result_seen:
            raise NotationError("nothing can follow the result")
        word, _, rest = line.partition(" ")
        readers = {
            "rules": self.read_rules,
            "seed": self.read_seed,
            "index": self.read_index,
            "players": self.read_players,
            "round": self.read_round,
            "deal": self.read_deal,
            "draft": self.read_draft,
            "turn": self.read_turn,
            "seat": self.read_decision,
            "chance:": self.read_chance,
            "penalties": self.read_penalties,
            "result": self.read_result,
        }
        if word not in readers:
            raise NotationError(f"cannot read {line[:40]!r}: a line starts with one of {', '.join(readers)}")
        if word in _HEAD:
            if word in self.head_seen or self.state is not None or self.deal_due:
                raise NotationError(f"the line {word!r} comes once, before the first round")
            self.head_seen.add(word)
        readers[word](rest.strip())

    def read_rules(self, text: str) -> None:
        self.rules = Rules.parse(text)

    def read_seed(self, text: str) -> None:
        self.seed = _number(text)

    def read_index(self, text: str) -> None:
        self.index = _number(text)

    def read_players(self, text: str) -> None:
        self.players = tuple(name.strip() for name in text.split(","))

    def read_round(self, text: str) -> None:
        due = 1 if self.state is None else self.state.round + 2
        if self.rules is None or not self.players:
            raise NotationError("rules and players come before the first round")
        if "index" in self.head_seen and self.seed is None:
            raise NotationError("an index says nothing without a seed")
        GameRecord(self.rules, self.players, ())  # checks the names
        if self.deal_due:
            raise NotationError("a deal comes next, not another round")
        if _number(text) != due:
            raise NotationError(f"round {due} comes next, not {text}")
        if self.state is not None and (self.state.match_over or not self.state.round_over):
            raise NotationError(
                f"round {due} cannot start: the {'match is' if self.state.match_over else 'round before is not'} over"
            )
        self.deal_due = True

    def read_deal(self, text: str) -> None:
        if not self.deal_due or self.rules is None:
            raise NotationError("a deal comes once, right after its round line")
        self.deal_due = False
        deal = Deal.parse(text, self.rules, None if self.state is None else self.state.stock)
        number = 0 if self.state is None else self.state.round + 1
        if self.seed is not None and deal != self.dealt():
            raise NotationError(f"this is not what seed {self.seed} and index {self.index} deal in round {number + 1}")
        if self.state is None:
            self.state = State.start(self.rules, deal)
        else:
            self.state.next_round(deal)

    def dealt(self) -> Deal:
        """What the seed deals in the next round."""
        assert self.rules is not None
        assert self.seed is not None
        if self.state is None:
            return Deal.make(self.rules, self.seed, self.index)
        return self.state.deal_from(self.seed, self.index)

    def running(self) -> State:
        if self.state is None or self.deal_due:
            raise NotationError("a deal must come first")
        return self.state

    def read_draft(self, text: str) -> None:
        state = self.running()
        for word in text.split():
            if state.kind is not Kind.DRAFT:
                raise NotationError("there is nothing to draft now")
            seat = state.to_act[0]
            state.act(seat, _open(state, seat).parse(word))

    def read_turn(self, text: str) -> None:
        state = self.running()
        match = re.fullmatch(r"([0-9]{1,6})\s*:\s*(.*)", text)
        if match is None:
            raise NotationError("write a turn like 'turn 1: 14 15 44 61'")
        cards = match[2].split()
        if state.kind is not Kind.CARD:
            waiting = (
                "the round is over"
                if state.kind is None
                else f"{seat_name(state.to_act[0])} must decide on a {state.kind}"
            )
            raise NotationError(f"no turn can be played now: {waiting}")
        if int(match[1]) != state.turn + 1 or len(cards) != state.rules.players:
            raise NotationError(f"turn {state.turn + 1} comes next, with {state.rules.players} cards")
        for seat, card in enumerate(cards):
            if card != "-":
                state.act(seat, _open(state, seat).parse(card))

    def read_decision(self, text: str) -> None:
        state = self.running()
        match = re.fullmatch(r"([0-9]{1,6})\s*:\s*(.*)", text)
        if match is None or not int(match[1]):
            raise NotationError("write a decision like 'seat 2: row 1'")
        if state.kind in (None, Kind.CARD, Kind.DRAFT):
            raise NotationError("there is nothing for a single seat to decide now")
        seat = int(match[1]) - 1
        state.act(seat, _open(state, seat).parse(match[2]))

    def read_chance(self, text: str) -> None:
        state = self.running()
        drawn = _open(state, CHANCE).parse(text)
        if self.seed is not None and drawn != state.draw_from(self.seed, self.index):
            raise NotationError(f"this is not what seed {self.seed} and index {self.index} draw here")
        state.act(CHANCE, drawn)

    def read_penalties(self, text: str) -> None:
        state = self.running()
        if not state.round_over:
            raise NotationError("the penalties come at the end of a round, and this round is not over")
        _compare("penalties", text, state.penalties)

    def read_result(self, text: str) -> None:
        state = self.running()
        if not state.match_over:
            raise NotationError("the result comes at the end of a match, and this match is not over")
        _compare("scores", text, state.scores)
        self.result_seen = True


def _unfinished(state: State, picks: list[int], turn: dict[int, int]) -> list[str]:
    """The lines for the picks and the cards gathered so far, which are forgotten then."""
    lines = []
    if picks:
        lines.append(f"draft {' '.join(map(str, picks))}")
    if turn:
        cards = (str(turn.get(seat, "-")) for seat in range(state.rules.players))
        lines.append(f"turn {state.turn + 1}: {' '.join(cards)}")
    picks.clear()
    turn.clear()
    return lines


def _open(state: State, seat: int) -> Decision:
    decision = state.decision(seat)
    if decision is None:
        raise NotationError(f"{seat_name(seat)} has nothing to decide now")
    return decision


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) > HIGHEST_SEED:
        raise NotationError(f"{text[:30]!r} is not a whole number from 0 to 2^63 - 1")
    return int(text)


def _compare(name: str, text: str, played: tuple[int, ...]) -> None:
    right = "/".join(map(str, played))
    if text != right:
        raise NotationError(f"the {name} are {right} after these actions, not {text}")
