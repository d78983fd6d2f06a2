"""Drawing the answers of `nimmt solve`: mixes with the value of every card, lines, rows, drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from nimmt.draw import card_text, cards_text, rows_table
from solver.exact.draft import DraftSolution
from solver.exact.explain import NEVER, Bounds, Line, RowAnswer
from solver.exact.solver import Solution
from solver.exact.survey import Survey
from solver.exact.survey_report import Summary

_QUIET: Final = "bright_black"
_TITLE: Final = "bold cyan"
_BAR: Final = 20
#: A lower bound that is further than this below both 0 and the upper one says nothing: no proof needed it.
_FAR: Final = 5.0
#: Bounds that are closer than this are shown as one number.
_ONE: Final = 5e-4


def draw_solution(
    console: Console, solution: Solution, values: tuple[dict[int, Bounds], dict[int, Bounds]], line: Line | None
) -> None:
    """Value, rows, both mixes, and the line most likely played; of open bounds, the mixes that are believed in."""
    console.print(Rule(Text("Perfect play with open hands", style=_TITLE), style=_TITLE, characters="━"))
    console.print(_headline(solution.low, solution.high))
    mixes = solution.strategies
    if not solution.closed:
        mixes = solution.estimated_strategies
        console.print(Text(f"Believed, not proved: a value of {_zero(solution.estimate):+.4f}, and the mixes below."))
    console.print(Padding(rows_table(solution.position.rows), (1, 0)))
    for seat in (0, 1):
        draw_mix(console, seat, mixes[seat], values[seat])
    console.print(
        Text(
            "A card's value: how far its seat ends up ahead when it plays the card against the other's mix.",
            style=_QUIET,
        )
    )
    if line is not None:
        draw_line(console, line)
    words = f"{_doubt(solution.closed)}{solution.states:,} states in {solution.seconds:.3g} s"
    console.print(Text(words, style=_QUIET))


def _doubt(closed: bool) -> str:
    return "" if closed else "The bounds are still open. "


def _headline(low: float, high: float) -> Text:
    """Who is ahead, in words."""
    if high - low > _ONE:
        return Text(f"Seat 1 ends up ahead by {low:+.4f} to {high:+.4f} bullheads.", style="bold")
    value = _zero((low + high) / 2)
    if value == 0:
        return Text("Nobody is ahead: the value is 0.", style="bold")
    ahead, behind = (1, 2) if value > 0 else (2, 1)
    number = _number(abs(value))
    words = f"Seat {ahead} ends up ahead of seat {behind} by {number} bullhead{'s' * (number != '1')}"
    return Text(f"{words} (value {_number(value)}).", style="bold")


def draw_mix(console: Console, seat: int, mix: dict[int, float], values: dict[int, Bounds]) -> None:
    """A hand with the probability and the value of each card."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"seat {seat + 1}", justify="center")
    table.add_column("plays it", justify="right")
    table.add_column("", width=_BAR)
    table.add_column("value", justify="right")
    for card, chance in mix.items():
        low, high = values[card] if seat == 0 else (-values[card][1], -values[card][0])
        played = chance > NEVER
        table.add_row(
            card_text(card),
            Text(f"{chance:.2%}" if played else "–"),
            Text("█" * max(round(chance * _BAR), int(played)), style="green"),
            _range_text(low, high),
        )
    console.print(Padding(table, (0, 0, 1, 0)))


def _range_text(low: float, high: float) -> Text:
    if high - low <= _ONE:
        return Text(f"{_zero((low + high) / 2):+.4f}")
    if high - low > _FAR and low < -_FAR and high < _FAR:
        return Text(f"at most {_zero(high):+.4f}", style=_QUIET)
    return Text(f"{low:+.4f} to {high:+.4f}", style=_QUIET)


def draw_line(console: Console, line: Line) -> None:
    """Turn by turn: the cards, how probable they were, where they went and what they took."""
    console.print(Rule(Text("The line most likely played", style="bold"), align="left", style=_QUIET))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("", "seat 1", "", "seat 2", "", "what happens"):
        table.add_column(heading, no_wrap=heading != "what happens")
    for number, turn in enumerate(line.turns, start=1):
        events = []
        for placed in turn.placements:
            if placed.taken:
                low = "low, " if placed.low else ""
                events.append(f"{placed.card}: {low}takes row {placed.row + 1} (+{placed.bullheads})")
            else:
                events.append(f"{placed.card}: row {placed.row + 1}")
        table.add_row(
            Text(str(number), style=_QUIET),
            card_text(turn.cards[0]),
            Text(f"{turn.chances[0]:.0%}", style=_QUIET),
            card_text(turn.cards[1]),
            Text(f"{turn.chances[1]:.0%}", style=_QUIET),
            Text("; ".join(events)),
        )
    console.print(table)
    doubt = "" if line.settled else " It breaks off here: there was no time to solve what follows."
    console.print(Text(f"Penalties: seat 1 takes {line.penalties[0]}, seat 2 takes {line.penalties[1]}.{doubt}"))


def draw_row_answer(console: Console, rows: Sequence[Sequence[int]], answer: RowAnswer) -> None:
    """The rows that a low card can take, with what they are worth to its player."""
    seat = answer.seat + 1
    console.print(Text(f"Seat {seat} does best to take row {answer.best + 1}.", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("row")
    table.add_column("")
    table.add_column(f"value to seat {seat}", justify="right")
    for number, (cards, (low, high)) in enumerate(zip(rows, answer.rows, strict=True)):
        bounds = (low, high) if answer.seat == 0 else (-high, -low)
        best = number == answer.best
        table.add_row(
            Text(f"{number + 1}{' ★' * best}"), cards_text(cards), _range_text(*bounds), style="bold" if best else ""
        )
    console.print(table)
    words = f"{_doubt(answer.closed)}{answer.states:,} states in {answer.seconds:.3g} s"
    console.print(Text(words, style=_QUIET))


def draw_draft(console: Console, hand: int, rows: int, solution: DraftSolution) -> None:
    """The value of a whole game with its draft, what each first pick is worth, and the best picks to the end."""
    title = f"Draft and play: {hand} card{'s' * (hand != 1)} each, {rows} row{'s' * (rows != 1)}"
    console.print(Rule(Text(title, style=_TITLE), style=_TITLE, characters="━"))
    console.print(_headline(solution.low, solution.high))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("first pick", justify="center")
    table.add_column("value to who picks", justify="right")
    for card, (low, high) in sorted(solution.picks.items()):
        best = card in solution.best_picks
        table.add_row(card_text(card), _range_text(low, high).append(" ★" if best else "  "))
    console.print(Padding(table, (1, 0)))
    if solution.line:
        console.print(Text("Best picks, in turn:").append_text(cards_text(solution.line)))
    words = f"{_doubt(solution.closed)}{solution.deals:,} deals, {solution.states:,} states in {solution.seconds:.3g} s"
    console.print(Text(words, style=_QUIET))


def draw_summary(console: Console, survey: Survey, summary: Summary) -> None:
    """What a survey says."""
    title = survey.title.capitalize()
    console.print(Rule(Text(title, style=_TITLE), style=_TITLE, characters="━"))
    table = Table.grid(padding=(0, 2))
    table.add_column(style=_QUIET)
    table.add_column(justify="right")
    table.add_column()

    def plus_minus(error: float) -> str:
        return "" if survey.every else f"± {error:.4f} (standard error)"

    table.add_row("mean value to seat 1", f"{_zero(summary.mean):+.4f}", plus_minus(summary.mean_error))
    table.add_row("mean size of the value", f"{summary.size:.4f}", plus_minus(summary.size_error))
    table.add_row("draws (value 0)", f"{summary.draws:.1%}")
    table.add_row("somebody must mix at the first turn", f"{summary.mixed:.1%}", f"both: {summary.both_mixed:.1%}")
    for place, value in summary.quantiles.items():
        name = {0: "lowest value", 50: "median", 100: "highest value"}.get(place, f"{place} % are at most")
        table.add_row(name, f"{_zero(value):+.4f}")
    if summary.first_pick is not None:
        low, high = summary.first_pick
        table.add_row("first pick, if drafted", f"{_zero_between(low, high):+.4f}", "to seat 1, of the same cards")
    table.add_row("bounds apart at most", f"{summary.widest:.2g}")
    table.add_row("states a deal", f"{summary.states:,.0f}")
    table.add_row("seconds a deal", f"{summary.seconds:.3g}", f"median {summary.median_seconds:.3g}")
    console.print(table)


def _zero(value: float) -> float:
    """A value that is 0 but for rounding is 0."""
    return 0.0 if abs(value) < 1e-6 else value


def _zero_between(low: float, high: float) -> float:
    """The middle of bounds, or 0 where it lies between them."""
    return 0.0 if low <= 0 <= high else (low + high) / 2


def _number(value: float) -> str:
    """As short as four places allow."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
