"""A game record told turn by turn: what `demo` and `replay` draw, and the JSON of `replay`."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from game.decision import Kind
from game.game_record import GameRecord, Round
from game.records import Drafted, Drew, Kept, Placed, Record, Revealed, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES
from game.state import State

Cards = tuple[int, ...]

STOP_MARK: Final = "■"
SEVEN_MARK: Final = "+"
_OTHER_EVENTS = (Kept, SpecialPlayed, Swapped, Drew)  # what can happen between placements (N6, A2, A10)


@dataclass(frozen=True, slots=True)
class Turn:
    """Everybody's card by seat, what followed, and the rows after that."""

    number: int
    cards: Cards
    events: tuple[Record, ...]
    rows: tuple[Cards, ...]
    #: Special cards on each row: STOP_MARK, SEVEN_MARK (A4, A8).
    marks: tuple[str, ...]
    #: What the turn has cost each seat; () where nothing counts before the end of the round (N8).
    costs: Cards

    @property
    def placements(self) -> tuple[Placed, ...]:
        return tuple(event for event in self.events if isinstance(event, Placed))


@dataclass(frozen=True, slots=True)
class RoundStory:
    """One round: hands and rows before its first turn, and its turns. Rounds count from 1."""

    number: int
    hands: tuple[Cards, ...]
    rows: tuple[Cards, ...]
    picks: tuple[Drafted, ...]
    turns: tuple[Turn, ...]
    penalties: Cards
    over: bool
    #: Take a Number: the #-rows at the start (N1). Anniversary: everybody's special cards at the start, by name.
    number_rows: tuple[Cards, ...]
    specials: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Story:
    """A whole record. The winners are those of the match, and () while it is not over."""

    record: GameRecord
    rounds: tuple[RoundStory, ...]
    scores: Cards
    winners: Cards


def tell(record: GameRecord) -> Story:
    """Play a record through and gather what happened."""
    state = State.start(record.rules, record.rounds[0].deal)
    rounds = [_tell_round(state, record.rounds[0])]
    for played in record.rounds[1:]:
        state.next_round(played.deal)
        rounds.append(_tell_round(state, played))
    return Story(record, tuple(rounds), state.scores, state.winners if state.match_over else ())


def _tell_round(state: State, played: Round) -> RoundStory:
    picks: list[Drafted] = []
    turns: list[Turn] = []
    cards: Cards = ()
    events: list[Record] = []
    hands, rows = state.hands, state.rows
    penalties = state.penalties
    number_rows = state.number_rows
    specials = tuple(
        tuple(name for name, count in zip(SPECIAL_NAMES, counts, strict=True) for _ in range(count))
        for counts in state.specials
    )
    for seat, action in played.actions:
        drafting = state.kind is Kind.DRAFT
        for event in state.act(seat, action):
            match event:
                case Drafted():
                    picks.append(event)
                case Revealed():
                    cards = event.cards
                case _:
                    events.append(event)
        if drafting:
            hands, rows = state.hands, state.rows
        if cards and (state.round_over or state.turn > len(turns)):
            turns.append(_turn(len(turns) + 1, cards, events, state, penalties))
            cards, events, penalties = (), [], state.penalties
    if cards:  # the record ends in the middle of a turn
        turns.append(_turn(len(turns) + 1, cards, events, state, penalties))
    return RoundStory(
        number=state.round + 1,
        hands=hands,
        rows=rows,
        picks=tuple(picks),
        turns=tuple(turns),
        penalties=state.penalties,
        over=state.round_over,
        number_rows=number_rows,
        specials=specials,
    )


def _turn(number: int, cards: Cards, events: list[Record], state: State, before: Cards) -> Turn:
    view = state.view(0)
    marks = tuple(
        STOP_MARK * stopped + SEVEN_MARK * seven for stopped, seven in zip(view.stopped, view.sevens, strict=True)
    )
    costs = tuple(now - then for now, then in zip(state.penalties, before, strict=True))
    if state.rules.game == "take-a-number":
        costs = ()
    return Turn(number, cards, tuple(events), state.rows, marks, costs)


def placement_json(placed: Placed) -> dict[str, Any]:
    """A placement, its row counted from 1."""
    return {"card": placed.card, "row": placed.row + 1, "taken": list(placed.taken), "bullheads": placed.bullheads}


def _event_json(event: Kept | SpecialPlayed | Swapped | Drew) -> dict[str, Any]:
    """Anything but a placement, under its name, its seat counted from 1."""
    return {"event": type(event).__name__, **asdict(event), "seat": event.seat + 1}


def story_json(story: Story) -> dict[str, Any]:
    """The whole story; seats and rows count from 1."""
    record = story.record
    return {
        "rules": str(record.rules),
        "players": list(record.players),
        "seed": record.seed,
        "index": record.index if record.seed is not None else None,
        "rounds": [
            {
                "round": told.number,
                "draft": [{"seat": pick.seat + 1, "card": pick.card} for pick in told.picks],
                "hands": told.hands,
                "rows": told.rows,
                **({"number_rows": told.number_rows} if told.number_rows else {}),
                **({"specials": told.specials} if told.specials else {}),
                "turns": [
                    {
                        "turn": turn.number,
                        "cards": turn.cards,
                        "placements": [
                            {"seat": placed.seat + 1, **placement_json(placed)} for placed in turn.placements
                        ],
                        **({"costs": turn.costs} if turn.costs else {}),
                        "events": [_event_json(event) for event in turn.events if isinstance(event, _OTHER_EVENTS)],
                        "rows": turn.rows,
                    }
                    for turn in told.turns
                ],
                "penalties": told.penalties,
                "over": told.over,
            }
            for told in story.rounds
        ],
        "scores": story.scores,
        "winners": [seat + 1 for seat in story.winners],
    }
