"""What a strategy says at a moment of a round that is told move by move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from bots.strategy_bot import StrategyBot
from game.deal import Deal
from game.decision import CHANCE, IllegalAction, Kind, seat_name
from game.game_record import GameRecord
from game.state import State
from game.view import View
from solver.strategy import SolvedStrategy, StrategyError, name_hex


@dataclass(frozen=True)
class Option:
    """One action: how often it is played, and what it is worth to its player (nan: unknown)."""

    action: int
    text: str
    probability: float
    value: float


@dataclass(frozen=True)
class Advice:
    """What to do in an information set."""

    seat: int
    #: The name of the information set, in hexadecimal digits.
    name: str
    options: tuple[Option, ...]
    #: Whether the strategy knows this information set; if not, all options are equally likely.
    known: bool
    #: The information state in words, where it is at hand.
    text: str = ""
    #: What the seat sees, in our own games.
    view: View | None = None


class Follower:
    """Follows a round with a bot in every seat, each told only what its seat may know."""

    def __init__(self, strategy: SolvedStrategy, state: State) -> None:
        self.state = state
        self.bots = [StrategyBot(strategy) for _ in range(state.rules.players)]
        for seat, bot in enumerate(self.bots):
            bot.start_round(state.view(seat))

    @classmethod
    def of_deal(cls, strategy: SolvedStrategy, deal: Deal) -> Follower:
        """The start of a round with a given deal."""
        assert strategy.settings is not None
        return cls(strategy, State.start(strategy.settings.rules, deal))

    @classmethod
    def of_record(cls, strategy: SolvedStrategy, record: GameRecord, turn: int | None = None) -> Follower:
        """The last round of a recorded game, as far as it was played, or up to the start of a turn, from 1 on."""
        strategy.check_rules(record.rules)
        state = State.start(record.rules, record.rounds[0].deal)
        for number, played in enumerate(record.rounds[1:]):
            for seat, action in record.rounds[number].actions:
                state.act(seat, action)
            state.next_round(played.deal)
        follower = cls(strategy, state)
        for seat, action in record.rounds[-1].actions:
            at_start = state.kind is Kind.CARD and len(state.to_act) == state.rules.players
            if turn is not None and at_start and state.turn + 1 == turn:
                break
            follower.play(seat, action)
        if turn is not None and (state.kind is None or state.turn + 1 != turn):
            raise StrategyError(f"the record has no turn {turn} to stop at: its round goes to turn {state.turn}")
        return follower

    def play(self, seat: int, action: int) -> None:
        """Somebody, or chance, acts."""
        if seat != CHANCE:
            self.bots[seat].decided(self.state.view(seat), action)
        records = self.state.act(seat, action)
        for bot in self.bots:
            bot.observe(records)

    def moves(self, text: str) -> None:
        """Moves with semicolons between: cards of a turn by seat, picks of a draft, or one decision: `5 3; row 2`."""
        for piece in filter(None, map(str.strip, text.split(";"))):
            try:
                self._move(piece)
            except IllegalAction as error:
                raise IllegalAction(f"the move {piece!r} cannot be made: {error}") from None

    def _move(self, piece: str) -> None:
        state = self.state
        if state.kind is None:
            raise IllegalAction("the round is over before it")
        if state.kind is Kind.DRAFT:
            for word in piece.split():
                if state.kind is not Kind.DRAFT:
                    raise IllegalAction("the draft is over: put a semicolon before the first turn")
                self._decide(state.to_act[0], word)
        elif state.kind is Kind.CARD:
            words = piece.split()
            if len(words) != state.rules.players:
                raise IllegalAction(f"a turn has {state.rules.players} cards, one for each seat, like 'turn 1: 5 3'")
            for seat, word in enumerate(words):
                self._decide(seat, word)
        else:
            match = re.fullmatch(r"(?:(seat [0-9]{1,3}|chance)\s*:)?\s*(.*)", piece)
            assert match is not None
            (seat,) = state.to_act
            if match[1] is not None and match[1] != seat_name(seat):
                raise IllegalAction(f"it is {seat_name(seat)} that decides now")
            self._decide(seat, match[2])

    def _decide(self, seat: int, text: str) -> None:
        decision = self.state.decision(seat)
        assert decision is not None
        self.play(seat, decision.parse(text))

    def advice(self, seat: int | None = None) -> list[Advice]:
        """What the strategy says to the seats that are to act now, or to one of them."""
        players = self.state.rules.players
        if seat is not None and not 0 <= seat < players:
            raise StrategyError(f"there is no seat {seat + 1}: there are {players}")
        if self.state.kind is None:
            raise StrategyError("the round is over here: there is nothing to decide")
        if self.state.kind is Kind.DRAW:
            raise StrategyError("a special card is drawn here: say which one in --moves, like 'draw stop'")
        seats = [each for each in self.state.to_act if seat in (None, each)]
        if not seats:
            raise StrategyError(f"seat {(seat or 0) + 1} has nothing to decide here, but {self._who()}")
        return [self._of(each) for each in seats]

    def _who(self) -> str:
        return " and ".join(map(seat_name, self.state.to_act))

    def _of(self, seat: int) -> Advice:
        view = self.state.view(seat)
        decision = view.decision
        assert decision is not None
        bot = self.bots[seat]
        found = bot.mix(view)
        mix = found or {action: (1 / len(decision.actions), nan) for action in decision.actions}
        options = tuple(Option(action, decision.text(action), *what) for action, what in mix.items())
        return Advice(seat, name_hex(bot.name(view)), options, found is not None, view=view)


def cards_played(text: str, players: int) -> Sequence[Sequence[int]]:
    """The cards that every seat plays in moves that look like turns."""
    turns = [piece.split() for piece in text.split(";")]
    cards = [list(map(int, turn)) for turn in turns if len(turn) == players and all(word.isdecimal() for word in turn)]
    return [[turn[seat] for turn in cards] for seat in range(players)]
