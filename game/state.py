"""State: the whole truth about a match, for people and programs that deal and play."""

from __future__ import annotations

from types import ModuleType
from typing import Self

import numpy as np

from game.cards import total_bullheads
from game.deal import Deal
from game.decision import CHANCE, KIND_OF_PHASE, Decision, IllegalAction, Kind, action_text, seat_name
from game.engine import anniversary, base, number
from game.engine import layout as at
from game.engine import log as events
from game.engine.chance import PURPOSE_DRAW, shuffle
from game.engine.specials import MOST_ACTIONS
from game.flat import Flat, cards_in, new_flat, read_set
from game.kernels import prepare
from game.records import Drafted, Drew, Kept, MatchEnded, Placed, Record, Revealed, RoundEnded, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES, Rules
from game.view import View

_ENGINES: dict[str, ModuleType] = {"base": base, "take-a-number": number, "anniversary": anniversary}
_ready: set[str] = set()

#: More draws than a round can have, so that no two draws of a match share their random words.
MOST_DRAWS = 1000


class State:
    """A match in progress.

    >>> state = State.deal(Rules(players=2), seed=7)
    >>> state.to_act
    (0, 1)
    >>> state.decision(0).actions == state.hands[0]
    True

    `act` plays a seat's action and returns what happened. At the end of a round `next_round` goes on, until
    `match_over`.
    """

    __slots__ = ("_flat", "actions", "deals", "index", "rules", "seed")

    def __init__(self, rules: Rules, flat: Flat, *, seed: int | None = None, index: int = 0) -> None:
        """For callers who have a flat state already; others use `deal` or `start`."""
        self.rules = rules
        self.seed = seed
        self.index = index
        #: The deals of all rounds so far, and every action as (seat, action), round by round.
        self.deals: list[Deal] = []
        self.actions: list[list[tuple[int, int]]] = []
        self._flat = flat

    @classmethod
    def deal(cls, rules: Rules, seed: int = 0, index: int = 0) -> Self:
        """A new match; `seed` and `index` fix all its deals."""
        prepare_engine(rules)
        state = cls(rules, new_flat(rules), seed=seed, index=index)
        state.next_round()
        return state

    @classmethod
    def start(cls, rules: Rules, deal: Deal) -> Self:
        """A new match whose first round has a given deal."""
        prepare_engine(rules)
        state = cls(rules, new_flat(rules))
        state.next_round(deal)
        return state

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)(self.rules, self._flat.copy(), seed=self.seed, index=self.index)
        twin.deals = self.deals.copy()
        twin.actions = [actions.copy() for actions in self.actions]
        return twin

    @property
    def _engine(self) -> ModuleType:
        return _ENGINES[self.rules.game]

    @property
    def flat(self) -> Flat:
        """The engine's own array (see game.engine.layout), for fast code. Copy it before changing it."""
        return self._flat

    # Playing

    @property
    def kind(self) -> Kind | None:
        """What is to be decided now; None between rounds and after the match."""
        return KIND_OF_PHASE.get(int(self._flat[at.PHASE]))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have a choice to make now, in any order that they like; CHANCE where something is drawn."""
        kind = self.kind
        if kind is None:
            return ()
        if kind is Kind.CARD:
            pending = int(self._flat[at.PENDING])
            return tuple(seat for seat in range(self.rules.players) if pending >> seat & 1)
        return (CHANCE if kind is Kind.DRAW else int(self._flat[at.SEAT]),)

    def decision(self, seat: int) -> Decision | None:
        """What a seat has to decide now, with its legal actions; None if nothing."""
        kind = self.kind
        if kind is None or seat not in self.to_act:
            return None
        out = np.empty(MOST_ACTIONS, dtype=np.int64)
        count = self._engine.legal(self._flat, seat, out)
        return Decision(kind, seat, tuple(out[:count].tolist()))

    def can_act(self, seat: int, action: int) -> bool:
        """Whether `act` would accept this."""
        decision = self.decision(seat)
        return decision is not None and action in decision.actions

    def act(self, seat: int, action: int) -> tuple[Record, ...]:
        """Let a seat act, play on to the next decision, and tell what happened.

        In a match with a seed, what chance draws follows from the seed; else somebody acts for CHANCE.
        """
        self._check(seat, action)
        happened = self._apply(seat, int(action))
        while self.seed is not None and self.kind is Kind.DRAW:
            happened += self._apply(CHANCE, self.draw_from(self.seed, self.index))
        return happened

    def _apply(self, seat: int, action: int) -> tuple[Record, ...]:
        before = self._flat[at.CHOSEN : at.CHOSEN + self.rules.players].tolist()
        if self.kind is Kind.CARD:
            before[seat] = action
        log = events.new_log()
        self._engine.apply(self._flat, seat, action, log)
        if self.actions:
            self.actions[-1].append((seat, action))
        return tuple(self._record(line, tuple(before)) for line in log[1 : log[0, 0] + 1].tolist())

    def play(self, *cards: int) -> tuple[Record, ...]:
        """Everybody's card of a turn at once, by seat."""
        if self.kind is not Kind.CARD or len(cards) != len(self.to_act) or len(cards) != self.rules.players:
            raise IllegalAction(
                f"a turn takes one card from each of {self.rules.players} seats, at the start of a turn"
            )
        for seat, card in enumerate(cards):
            self._check(seat, card)
        happened: tuple[Record, ...] = ()
        for seat, card in enumerate(cards):
            happened += self.act(seat, card)
        return happened

    def next_round(self, deal: Deal | None = None) -> None:
        """Start the next round, with the given deal or with the one that follows from the seed."""
        if self.match_over or not self.round_over:
            raise IllegalAction("the match is over" if self.match_over else "this round is not over yet")
        if deal is None:
            if self.seed is None:
                raise IllegalAction("this match has no seed, so its next deal must be given")
            deal = self.deal_from(self.seed, self.index)
        else:
            deal.check(self.rules, self.stock)
        self._engine.start_round(self._flat, deal.array())
        self.deals.append(deal)
        self.actions.append([])

    def deal_from(self, seed: int, index: int) -> Deal:
        """The deal of the next round in a match of this seed and index."""
        return Deal.make(self.rules, seed, index, self.round + 1, self.stock)

    def draw_from(self, seed: int, index: int) -> int:
        """What chance draws now in a match of this seed and index; the number of draws before it counts, too."""
        draws = sum(seat == CHANCE for seat, _ in self.actions[-1]) if self.actions else 0
        kinds = np.repeat(np.arange(1, at.KINDS + 1), self._flat[at.SPECIAL_DECK : at.SPECIAL_DECK + at.KINDS])
        shuffle(kinds, 1, seed, index, self.round * MOST_DRAWS + draws, PURPOSE_DRAW)
        return int(kinds[0])

    def _check(self, seat: int, action: int) -> None:
        decision = self.decision(seat)
        if decision is None:
            who = " and ".join(map(seat_name, self.to_act)) or "nobody"
            raise IllegalAction(f"it is not for {seat_name(seat)} to act now, but for {who}")
        if action not in decision.actions:
            raise IllegalAction(decision.refusal(action))

    def _record(self, line: list[int], revealed: tuple[int, ...]) -> Record:
        event, seat, card, row, low, high, extra = line
        if event == events.PLACED:
            taken = cards_in(low, high)
            return Placed(seat, card, row, taken, total_bullheads(taken), bool(extra))
        if event == events.KEPT:
            return Kept(seat, card, cards_in(low, high))
        if event == events.PLAYED_SPECIAL:
            return SpecialPlayed(seat, card, action_text(Kind.SPECIAL, extra))
        if event == events.SWAPPED:
            return Swapped(seat, SPECIAL_NAMES[extra])
        if event == events.DREW:
            return Drew(seat)
        if event == events.DRAFTED:
            return Drafted(seat, card)
        if event == events.REVEALED:
            return Revealed(revealed)
        if event == events.ROUND_ENDED:
            return RoundEnded(self.round, self.penalties)
        return MatchEnded(self.scores, self.winners)

    # Looking

    @property
    def round(self) -> int:
        """The number of this round, from 0."""
        return int(self._flat[at.ROUND])

    @property
    def turn(self) -> int:
        """How many turns of this round are over."""
        return int(self._flat[at.TURN])

    @property
    def round_over(self) -> bool:
        return bool(self._flat[at.PHASE] >= at.ROUND_OVER)

    @property
    def match_over(self) -> bool:
        return bool(self._flat[at.PHASE] == at.MATCH_OVER)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows on the table, in order; none during a draft."""
        rows = range(int(self._flat[at.LIVE_ROWS]))
        return tuple(read_set(self._flat, at.ROWS + 2 * row) for row in rows) if self.kind is not Kind.DRAFT else ()

    @property
    def hands(self) -> tuple[tuple[int, ...], ...]:
        """All hands, without cards that lie on the table."""
        return self._sets(at.HANDS)

    @property
    def piles(self) -> tuple[tuple[int, ...], ...]:
        """The cards that everybody has taken in this round."""
        return self._sets(at.PILES)

    @property
    def number_rows(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's #-row (N7); () in other games."""
        return self._sets(at.NUMBER_ROWS) if self.rules.game == "take-a-number" else ()

    @property
    def specials(self) -> tuple[tuple[int, ...], ...]:
        """Everybody's special cards, counted by kind (A1); () in other games."""
        if self.rules.game != "anniversary":
            return ()
        counts = self._flat[at.SPECIALS : at.SPECIALS + at.KINDS * self.rules.players].tolist()
        return tuple(tuple(counts[at.KINDS * seat : at.KINDS * (seat + 1)]) for seat in range(self.rules.players))

    @property
    def special_deck(self) -> tuple[int, ...]:
        """What is left in the special deck, counted by kind; () in other games."""
        return self._kinds(at.SPECIAL_DECK)

    @property
    def discards(self) -> tuple[int, ...]:
        """The special cards that were discarded, counted by kind; () in other games."""
        return self._kinds(at.DISCARDS)

    @property
    def stock(self) -> tuple[int, ...]:
        """The special cards in nobody's hand, out of which the next round's are dealt (A11)."""
        return tuple(map(sum, zip(self.special_deck, self.discards, strict=True)))

    @property
    def penalties(self) -> tuple[int, ...]:
        """Penalties of this round so far."""
        return self._numbers(at.PENALTY)

    @property
    def scores(self) -> tuple[int, ...]:
        """Penalties of all rounds that are over."""
        return self._numbers(at.SCORE)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest score (B7, N8, A11), of the rounds that are over."""
        scores = self.scores
        return tuple(seat for seat, score in enumerate(scores) if score == min(scores))

    def view(self, seat: int) -> View:
        """What a seat may see (B10, A27)."""
        if not 0 <= seat < self.rules.players:
            raise ValueError(f"there is no seat {seat}: seats go from 0 to {self.rules.players - 1}")
        flat = self._flat
        is_open = self.kind is not Kind.CARD  # the cards of this turn are turned over, or there are none
        chosen = self._numbers(at.CHOSEN)
        hands = self.hands
        facing_down = () if is_open else chosen
        revealed = chosen if is_open and any(chosen) else ()
        return View(
            rules=self.rules,
            seat=seat,
            decision=self.decision(seat),
            round=self.round,
            turn=self.turn,
            hand=hands[seat],
            rows=self.rows,
            capacities=tuple(flat[at.CAPACITY : at.CAPACITY + flat[at.LIVE_ROWS]].tolist()),
            chosen=facing_down[seat] if facing_down else 0,
            revealed=revealed,
            order=self._numbers(at.ORDER) if revealed else (),
            placed=int(flat[at.PLACED]),
            hand_sizes=tuple(len(hand) + bool(facing_down and facing_down[other]) for other, hand in enumerate(hands)),
            shown=self._sets(at.SHOWN),
            piles=self.piles,
            penalties=self.penalties,
            scores=self.scores,
            pool=read_set(flat, at.POOL),
            number_rows=self.number_rows,
            taken=read_set(flat, at.TAKEN) if self.rules.game == "take-a-number" else (),
            specials=self.specials[seat] if self.specials else (),
            discards=self.discards,
            special_sizes=tuple(map(sum, self.specials)),
            deck_size=sum(self.special_deck),
            stopped=self._marks(at.HAS_STOP),
            sevens=self._marks(at.HAS_SEVEN),
        )

    def _kinds(self, place: int) -> tuple[int, ...]:
        return tuple(self._flat[place : place + at.KINDS].tolist()) if self.rules.game == "anniversary" else ()

    def _marks(self, place: int) -> tuple[bool, ...]:
        if self.rules.game != "anniversary":
            return ()
        return tuple(map(bool, self._flat[place : place + self._flat[at.LIVE_ROWS]].tolist()))

    def _numbers(self, place: int) -> tuple[int, ...]:
        return tuple(self._flat[place : place + self.rules.players].tolist())

    def _sets(self, place: int) -> tuple[tuple[int, ...], ...]:
        return tuple(read_set(self._flat, place + 2 * seat) for seat in range(self.rules.players))

    def __eq__(self, other: object) -> bool:
        """Whether the position is the same; how it came about does not matter."""
        return isinstance(other, State) and self.rules == other.rules and bool((self._flat == other._flat).all())

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<State {self.rules} round {self.round + 1} turn {self.turn + 1}>"


def prepare_engine(rules: Rules) -> None:
    """Load the compiled engine before the first use in this process."""
    if rules.game in _ready:
        return
    _ready.add(rules.game)

    def use() -> None:
        sample = State(rules, new_flat(rules))
        sample.next_round(Deal.make(rules))
        for _ in range(rules.players):
            decision = sample.decision(sample.to_act[0])
            if decision is not None:
                sample.act(decision.seat, decision.actions[0])

    prepare(rules.game, use)
