"""Drawing the answers of `nimmt strategy`: mixes as bars, files in a few lines, two files side by side."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Final

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from bots.advice import Advice, Option
from game.decision import Kind
from nimmt.draw import card_text, cards_text, rows_table
from nimmt.strategy_answers import Texts
from solver.strategies.compare import Comparison, Difference
from solver.strategy import Metadata, SolvedStrategy, name_hex

_QUIET: Final = "bright_black"
_TITLE: Final = "bold cyan"
_BAR: Final = 30
_SHORT_BAR: Final = 16
#: Played less often than this is not played.
_NEVER: Final = 5e-5
_CARDS: Final = (Kind.CARD, Kind.DRAFT, Kind.KEEP)
_TASKS: Final = {
    Kind.DRAFT: "picks",
    Kind.CARD: "plays",
    Kind.ROW: "takes",
    Kind.KEEP: "keeps",
    Kind.SPECIAL: "plays",
    Kind.SWAP: "does",
}


def draw_strategy(console: Console, strategy: SolvedStrategy) -> None:
    """What a file is."""
    metadata = strategy.metadata
    console.print(Rule(Text(strategy.title, style=_TITLE), style=_TITLE, characters="━"))
    table = _two_columns()
    table.add_row("game", metadata.game)
    if metadata.rules is not None:
        table.add_row("rules", metadata.rules)
    table.add_row("made by", _made_by(metadata))
    table.add_row("value by seat", _numbers(metadata.values))
    table.add_row("exploitability", _quality(metadata))
    if metadata.players > 2 or metadata.gains is not None:
        table.add_row("gain from deviating by seat", _numbers(metadata.gains))
    table.add_row("size of the game", _size(metadata))
    table.add_row("decisions in the file", " / ".join(f"{own.infosets:,}" for own in strategy.tables) + " by seat")
    if metadata.command:
        table.add_row("command", metadata.command)
    table.add_row("version", f"nimmt {metadata.version}")
    if metadata.notes:
        table.add_row("notes", metadata.notes)
    console.print(Padding(table, (0, 0, 1, 0)))
    settings = strategy.settings
    if settings is not None and settings.rules.rounds == 1 and settings.fixed is None and not settings.drafts:
        console.print(Text("For example, the first decisions of deal 0 of seed 0; --at shows others.", style=_QUIET))


def _two_columns() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style=_QUIET, no_wrap=True)
    table.add_column()
    return table


def _made_by(metadata: Metadata) -> str:
    parts = [metadata.algorithm]
    if metadata.iterations is not None:
        parts.append(f"{metadata.iterations:,} iterations")
    if metadata.seed is not None:
        parts.append(f"seed {metadata.seed}")
    if metadata.seconds is not None:
        parts.append(f"{metadata.seconds:.3g} s")
    return ", ".join(parts)


def _quality(metadata: Metadata) -> str:
    if metadata.exploitability is None:
        return "not measured"
    more = " (more than two players: an ε-Nash profile, not a solution)" if metadata.players > 2 else ""
    return f"{metadata.exploitability:.6g}{more}"


def _size(metadata: Metadata) -> str:
    if metadata.histories is None and metadata.infosets is None:
        return "not counted"
    parts = [(metadata.histories, "histories"), (metadata.infosets, "information sets")]
    return ", ".join(f"{count:,} {what}" for count, what in parts if count is not None)


def _numbers(numbers: Sequence[float] | None) -> str:
    return "not measured" if numbers is None else " / ".join(f"{number:+.6f}" for number in numbers)


def draw_advice(console: Console, advice: Advice) -> None:
    """A decision: what the seat sees, and each action with its probability, as a bar, and its value."""
    view = advice.view
    decision = view.decision if view is not None else None
    kind = decision.kind if decision is not None else None
    console.print(Rule(Text(f"Seat {advice.seat + 1}", style="bold"), align="left", style=_QUIET))
    if advice.text:
        console.print(Text(advice.text))
    if view is not None:
        if view.rows:
            console.print(rows_table(view.rows))
        if view.revealed:
            console.print(Text("turned over:").append_text(cards_text(view.revealed)))
        if view.hand:
            console.print(Text("hand:").append_text(cards_text(view.hand)))
        if view.pool:
            console.print(Text("pool:").append_text(cards_text(view.pool)))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"seat {advice.seat + 1} {'does' if kind is None else _TASKS[kind]}")
    table.add_column("how often", justify="right")
    table.add_column("", width=_BAR)
    table.add_column("value", justify="right")
    for option in advice.options:
        table.add_row(_what(option, kind), *_bar(option.probability), _value_text(option.value))
    console.print(Padding(table, (0, 0, 1, 0)))
    if not advice.known and len(advice.options) > 1:
        console.print(
            Text("The strategy has never met this decision, so all actions are equally likely.", style="bold")
        )


def _what(option: Option, kind: Kind | None) -> Text:
    return card_text(option.action) if kind in _CARDS else Text(option.text)


def _bar(chance: float, longest: int = _BAR) -> tuple[Text, Text]:
    played = chance > _NEVER
    length = max(round(chance * longest), int(played))
    return Text(f"{chance:.2%}" if played else "–"), Text("█" * length, style="green")


def _value_text(value: float) -> Text:
    return Text("?" if isnan(value) else f"{0.0 if abs(value) < 5e-5 else value:+.4f}")


def draw_comparison(
    console: Console, one: SolvedStrategy, other: SolvedStrategy, found: Comparison, texts: Texts
) -> None:
    """Two files side by side, then against each other, then where they differ most."""
    console.print(Rule(Text(f"A {one.title}  –  B {other.title}", style=_TITLE), style=_TITLE, characters="━"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", style=_QUIET)
    table.add_column("A")
    table.add_column("B")
    both = (one.metadata, other.metadata)
    table.add_row("made by", *map(_made_by, both))
    values = [each.values for each in both] if found.values is None else [each.tolist() for each in found.values]
    table.add_row("value by seat", *map(_numbers, values))
    table.add_row("exploitability", *map(_quality, both))
    if found.head_to_head is not None:
        table.add_row(
            "alone among the other's", *(f"{duel.mean:+.6f} (mean over seats)" for duel in found.head_to_head)
        )
        table.add_row("  in each seat", *(_numbers(duel.seats.tolist()) for duel in found.head_to_head))
    table.add_row("decisions only it has", *(f"{count:,}" for count in found.only))
    console.print(table)
    console.print(
        Padding(
            Text(
                f"{found.common:,} decisions in both, {found.mean_distance:.4f} apart on average "
                "(0: the same mix, 1: nothing in common)."
            ),
            (1, 0),
        )
    )
    for difference in found.differences:
        _draw_difference(console, difference, texts)


def _draw_difference(console: Console, difference: Difference, texts: Texts) -> None:
    words = texts.get((difference.player, difference.name))
    title = f"Seat {difference.player + 1}: {difference.distance:.4f} apart"
    if difference.reach < 1:
        title += f", reached with {difference.reach:.2%} of its own choices"
    console.print(Rule(Text(title, style="bold"), align="left", style=_QUIET))
    console.print(Text(words.text if words else name_hex(difference.name)))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("action", "A", "", "B", ""):
        table.add_column(heading, justify="right" if heading in ("A", "B") else "left")
    mine, yours = difference.mixes
    for action in mine:
        text = words.actions.get(action, str(action)) if words else str(action)
        table.add_row(Text(text), *_bar(mine[action][0], _SHORT_BAR), *_bar(yours[action][0], _SHORT_BAR))
    console.print(Padding(table, (0, 0, 1, 0)))
