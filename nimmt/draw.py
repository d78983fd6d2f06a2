"""Drawing in the terminal: cards, rows, turns, results.

Everything is drawn with rich, which leaves colours out where they cannot be shown. So nothing is told by colour alone:
a card carries its bullheads as a raised digit, and cards that are new in a row have a mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from game.cards import bullheads, total_bullheads
from game.deal import Deal
from game.placing import Placing
from game.records import Kept, Placed, Record, SpecialPlayed, Swapped
from game.rules import SPECIAL_NAMES, Rules
from nimmt.rule_sheets import OPTIONS, SHEETS, Sheet
from nimmt.story import SEVEN_MARK, STOP_MARK, RoundStory, Story, Turn

#: Ink and paper of a card by its bullheads.
_CARD_STYLES: Final = {
    1: "#202020 on #d9d9d9",
    2: "#ffffff on #1f5fbf",
    3: "#202020 on #f2b632",
    5: "#ffffff on #c62828",
    7: "bold #ffffff on #7d2f91",
}
_RAISED: Final = {1: "¹", 2: "²", 3: "³", 5: "⁵", 7: "⁷"}
_QUIET: Final = "bright_black"
_BAD: Final = "bold red"
_GOOD: Final = "bold green"
_TITLE: Final = "bold cyan"
_NEW: Final = "›"  # stands before a card that was placed this turn

_CARD_WIDTH: Final = 6  # a card and the space before it
_MARKS_WIDTH: Final = 3
_GAP: Final = 2
_NARROWEST_PLAYS: Final = 42  # with less room than this beside the rows, they go below instead
_WIDEST_PLAYS: Final = 60
_WIDEST: Final = 120
_LONGEST_BAR: Final = 40
_LONGEST_NAME: Final = 12


def console_for() -> Console:
    """A console for standard output that prints text as it is."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, _WIDEST)
    return console


# Cards and rows


def card_text(card: int) -> Text:
    """One card: its number, its bullheads raised, coloured by them."""
    return Text(f"{card:>3}{_RAISED[bullheads(card)]} ", style=_CARD_STYLES[bullheads(card)])


def cards_text(cards: Iterable[int], new: Iterable[int] = ()) -> Text:
    """Several cards side by side; those that are new get a mark."""
    marked = set(new)
    line = Text()
    for card in cards:
        line.append(_NEW if card in marked else " ", style=_GOOD).append_text(card_text(card))
    return line


def rows_table(rows: Sequence[Sequence[int]], new: Iterable[int] = (), marks: Sequence[str] = ()) -> Table:
    """Rows with their numbers, from 1, and what special cards lie on them."""
    table = Table.grid()
    marked = set(new)
    for number, row in enumerate(rows, start=1):
        label = Text(f"{number} ", style=_QUIET)
        if marks:
            label.append(f"{marks[number - 1]:<{_MARKS_WIDTH}}", style=_BAD)
        table.add_row(label, cards_text(row, marked))
    return table


def _legend(rules: Rules) -> Text:
    legend = Text("The raised digit on a card is its bullheads:", style=_QUIET)
    legend.append_text(cards_text((1, 5, 10, 11, 55)))
    if rules.game == "anniversary":
        legend.append(f"\nRows: {STOP_MARK} under a Stop, {SEVEN_MARK} with a 7 nimmt!", style=_QUIET)
    return legend


# Turns


def _fate(placed: Placed) -> Text:
    """Where a card went, and what it took."""
    if not placed.taken:
        return Text(f"row {placed.row + 1}")
    low = "low, " if placed.low else ""
    return Text(f"{low}takes row {placed.row + 1}: {' '.join(map(str, placed.taken))}", style="bold")


def _cost(points: int) -> Text:
    return Text(f"{points:+}", style=_BAD if points > 0 else _GOOD)


def plays_table(events: Sequence[Record], costs: Mapping[int, int] | None = None, names: Sequence[str] = ()) -> Table:
    """Who placed what where and did what else, in order; what it cost, where costs by seat are given."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(no_wrap=True)
    if names:
        table.add_column(no_wrap=True, max_width=_LONGEST_NAME)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for event in events:
        match event:
            case Placed(seat, card):
                cells = [card_text(card), _fate(event), _cost(costs[seat]) if costs and event.taken else Text()]
            case Kept(seat, card, piled):
                gone = f", to the #-pile: {' '.join(map(str, piled))}" if piled else ""
                cells = [card_text(card), Text(f"goes to the #-row{gone}"), Text()]
            case SpecialPlayed(seat, card, special):
                cells = [card_text(card), Text(f"plays {special}"), Text()]
            case Swapped(seat, special):
                cells = [Text(), Text(f"swaps {special}"), Text()]
            case _:
                continue
        who = [Text(names[seat])] if names else []
        table.add_row(cells[0], *who, *cells[1:])
    return table


def _beside(
    console: Console, plays: RenderableType, rows: RenderableType, longest: int, label: int = 2
) -> RenderableType:
    """The plays and the rows after them, side by side where there is room."""
    rows_width = label + _CARD_WIDTH * longest
    plays_width = min(_WIDEST_PLAYS, console.width - rows_width - _GAP)
    if plays_width < _NARROWEST_PLAYS:
        return Group(plays, Padding(rows, (0, 0, 0, 1)))
    table = Table.grid()
    table.add_column(width=plays_width)
    table.add_column(width=_GAP)
    table.add_column(width=rows_width, no_wrap=True)
    table.add_row(plays, "", rows)
    return table


def _draw_turn(console: Console, turn: Turn, names: Sequence[str], capacity: int) -> None:
    console.print(Rule(Text(f"Turn {turn.number}", style="bold"), align="left", style=_QUIET))
    rows = rows_table(turn.rows, [placed.card for placed in turn.placements], turn.marks)
    longest = max(capacity, *map(len, turn.rows))
    plays = plays_table(turn.events, dict(enumerate(turn.costs)), names)
    console.print(_beside(console, plays, rows, longest, label=2 + _MARKS_WIDTH * bool(turn.marks)))
    waiting = len(turn.cards) - len(turn.placements)
    if waiting:
        console.print(Text(f"The record ends here, with {waiting} of the cards not yet placed.", style=_QUIET))


# Rounds and games


def draw_story(console: Console, story: Story, turns: int | None = None) -> None:
    """A whole game, or the first turns of each round and the results."""
    record = story.record
    names = record.players
    title = f"6 nimmt! · {record.rules}"
    if record.seed is not None:
        title += f" · seed {record.seed}" + (f", index {record.index}" if record.index else "")
    console.print(Rule(Text(title, style=_TITLE), style=_TITLE, characters="━"))
    console.print(_legend(record.rules))
    for told in story.rounds:
        _draw_round(console, told, names, record.rules, turns)
    if len(story.rounds) > 1 or story.winners:
        console.print(Rule(Text("Match", style=_TITLE), align="left", style=_TITLE, characters="━"))
        console.print(results_table(console, names, story.scores, best=story.winners))
        ending = "wins the match" if len(story.winners) == 1 else "share the win"
        who = ", ".join(names[seat] for seat in story.winners)
        console.print(Text(f"{who} {ending}." if who else "The match is not over yet.", style="bold"))


def _draw_round(console: Console, told: RoundStory, names: Sequence[str], rules: Rules, turns: int | None) -> None:
    if told.number > 1:
        console.print(Rule(Text(f"Round {told.number}", style=_TITLE), align="left", style=_TITLE, characters="━"))
    _draw_start(console, told, names)
    shown = told.turns if turns is None else told.turns[:turns]
    for turn in shown:
        _draw_turn(console, turn, names, max(rules.capacities))
    left = len(told.turns) - len(shown)
    if left:
        console.print(Rule(Text(f"… {left} more turn{'s' * (left > 1)} …", style=_QUIET), style=_QUIET))
    heading = f"Penalties of round {told.number}" if told.over else "The record ends before the round does; so far"
    console.print(Rule(Text(heading, style="bold"), align="left", style=_QUIET))
    fewest = min(told.penalties)
    best = [seat for seat, points in enumerate(told.penalties) if points == fewest] if told.over else []
    console.print(results_table(console, names, told.penalties, best))


def _draw_start(console: Console, told: RoundStory, names: Sequence[str]) -> None:
    """The hands, in the order of picking if they were drafted, and the first card of every row."""
    drafted = bool(told.picks)
    if drafted:
        heading = f"The draft: each player's cards in the order of picking, {names[told.picks[0].seat]} first"
    else:
        heading = "The deal: hands, and the first card of each row"
    console.print(Rule(Text(heading, style="bold"), align="left", style=_QUIET))
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, max_width=_LONGEST_NAME)
    for seat, name in enumerate(names):
        cards = [pick.card for pick in told.picks if pick.seat == seat] if drafted else told.hands[seat]
        table.add_row(Text(name), cards_text(cards))
        if any(told.specials):
            table.add_row("", Text("  " + ", ".join(told.specials[seat])))
        if any(told.number_rows):
            table.add_row("", Text("  #-row").append_text(cards_text(told.number_rows[seat])))
    if told.rows:
        table.add_row(Text("rows", style=_QUIET), cards_text(card for row in told.rows for card in row))
    console.print(table)


def results_table(console: Console, names: Sequence[str], points: Sequence[int], best: Sequence[int]) -> Table:
    """Points with bars, fewest first."""
    longest = max(5, min(_LONGEST_BAR, console.width - _LONGEST_NAME - 12))
    unit = min(1.0, longest / max(*points, 1))
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True, max_width=_LONGEST_NAME)
    table.add_column(justify="right")
    for seat in sorted(range(len(points)), key=lambda seat: points[seat]):
        wins = seat in best
        bar = Text("█" * round(points[seat] * unit), style="green" if wins else "red")
        if wins:
            bar.append(" ★ fewest" if bar else "★ fewest", style=_GOOD)
        table.add_row(Text(names[seat]), Text(str(points[seat]), style="bold"), bar)
    return table


# Answers of the smaller commands


def draw_placing(console: Console, placing: Placing, capacity: int) -> None:
    """Where cards went, the rows after that, and the choice that is open."""
    rows = rows_table(placing.rows, new=[placed.card for placed in placing.placements])
    if placing.placements:
        costs = {placed.seat: placed.bullheads for placed in placing.placements}
        console.print(_beside(console, plays_table(placing.placements, costs), rows, capacity))
    pending = placing.pending
    if pending is None:
        return
    card = pending.card
    console.print(
        Text(f"{card} is below every row and takes one of them; choose with --choose {card}:ROW"), soft_wrap=True
    )
    table = Table.grid(padding=(0, 1))
    for number, row in enumerate(pending.rows, start=1):
        cost = total_bullheads(row)
        table.add_row(Text(f"row {number}"), cards_text(row), Text(f"+{cost}", style=_BAD))
    console.print(table)


def draw_deal(console: Console, rules: Rules, deal: Deal) -> None:
    """Hands and rows, or in words what a draft begins with."""
    if not deal.hands:
        console.print(
            f"{rules} is drafted, not dealt (P2), so a seed changes nothing: "
            f"cards 1 to {rules.deck} lie open, and seat 1 picks first.",
            soft_wrap=True,
        )
        return
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    for seat, hand in enumerate(deal.hands):
        table.add_row(Text(f"seat {seat + 1}"), cards_text(hand))
        if deal.specials:
            table.add_row("", Text(" " + ", ".join(SPECIAL_NAMES[kind] for kind in deal.specials[seat])))
    table.add_row(Text("rows", style=_QUIET), cards_text(deal.rows))
    if deal.starters:
        table.add_row(Text("#-rows", style=_QUIET), cards_text(deal.starters))
    console.print(table)


def draw_variants(console: Console) -> None:
    """All variants, a line each."""
    table = Table.grid(padding=(0, 2))
    for name, sheet in SHEETS.items():
        table.add_row(Text(name, style=_TITLE), Text(sheet.summary))
    console.print(table)
    console.print(Text("nimmt rules --variant NAME prints a rule sheet; docs/rules.md has every clause.", style=_QUIET))


def draw_sheet(console: Console, name: str, sheet: Sheet, numbers: Sequence[tuple[str, str]]) -> None:
    """A rule sheet."""
    console.print(Rule(Text(f"{sheet.title} ({name})", style=_TITLE), align="left", style=_TITLE, characters="━"))
    console.print(Text(sheet.summary))
    table = Table.grid(padding=(0, 2))
    for what, number in numbers:
        table.add_row(Text(what, style=_QUIET), Text(number))
    console.print(Padding(table, (1, 0)))
    clauses = Table.grid(padding=(0, 2))
    for clause, words in sheet.rules:
        clauses.add_row(Text(clause, style=_QUIET), Text(words))
    console.print(clauses)
    console.print(Padding(Text(f'Numbers and options, as in --rules "{name}(players=3,hand=5)":'), (1, 0, 0, 0)))
    table = Table.grid(padding=(0, 2))
    for example, words in OPTIONS[name]:
        table.add_row(Text(example, style=_QUIET), Text(words))
    console.print(table)


#: As rich draws it, but with the reader's own fonts: a picture should not call for files from elsewhere.
_SVG_FORMAT: Final = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
 font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-family: sans-serif; font-size: 18px; font-weight: bold; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix" xml:space="preserve">
{matrix}
</g>
</g>
</svg>
"""


def story_svg(story: Story, turns: int | None = None, width: int = 80) -> str:
    """The same drawing as an SVG picture."""
    console = Console(
        file=StringIO(), record=True, width=width, force_terminal=True, color_system="truecolor", legacy_windows=False
    )
    draw_story(console, story, turns)
    return console.export_svg(title="nimmt demo", code_format=_SVG_FORMAT, unique_id="nimmt")
