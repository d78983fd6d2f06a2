"""The command `nimmt`: reads its arguments, calls the rooms, prints the answer.

The rooms are imported inside the commands, so that the help comes at once. A mistake in the call ends with one
sentence on standard error and exit code 2.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, Final, NoReturn

import typer

import nimmt.cfr_command
import nimmt.mcts_command  # noqa: F401  (both add their commands to `solve`)
from nimmt.options import (
    USUAL_PLAYERS,
    AsJson,
    Capacity,
    Deck,
    Hand,
    Index,
    Players,
    Rows,
    RulesText,
    Seed,
    Variant,
    make_rules,
)
from nimmt.solve_command import solve
from nimmt.strategy_command import strategy

OK: Final = 0
UNPROVED: Final = 1
MISTAKE: Final = 2
INTERRUPTED: Final = 130

_EPILOGUE: Final = f"""\
Exit codes: {OK} all is well; {UNPROVED} a certificate that does not hold; \
{MISTAKE} a mistake in the call or in its input; {INTERRUPTED} interrupted.

Answers go to standard output, messages and progress to standard error."""

app = typer.Typer(
    name="nimmt", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich", epilog=_EPILOGUE
)
bench = typer.Typer(rich_markup_mode="rich")
app.add_typer(solve, name="solve")
app.add_typer(strategy, name="strategy")
app.add_typer(bench, name="bench")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"nimmt {version('nimmt')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def front_door(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """A laboratory for the card game 6 nimmt!

    Start with: nimmt demo
    """
    _help_without_command(context)


@app.command()
def demo(
    variant: Variant = None,
    players: Players = None,
    seed: Seed = 29,
    turns: Annotated[int | None, typer.Option(min=0, metavar="N", help="Show only the first N turns.")] = None,
    match: Annotated[
        bool, typer.Option("--match", help="Play on to the end of the match, not just one round.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the drawing as an SVG picture, too.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game, to replay it later.")] = None,
    hand: Hand = None,
    rows: Rows = None,
    capacity: Capacity = None,
    deck: Deck = None,
    rules_text: RulesText = None,
) -> None:
    """Play a round with random bots and show it turn by turn.

    Examples:
      nimmt demo
      nimmt demo --variant pro --players 3 --seed 1
      nimmt demo --players 2 --hand 3 --rows 2 --deck 0
      nimmt demo --variant anniversary --match
      nimmt demo --rules "take-a-number(players=3,starters=1)"
      nimmt demo --record game.txt
    """
    rules = make_rules(variant, players, hand, rows, capacity, deck, rules_text)
    from nimmt.demo import play
    from nimmt.draw import console_for, draw_story, story_svg
    from nimmt.story import tell

    game = play(rules, seed, whole_match=match)
    story = tell(game)
    draw_story(console_for(), story, turns)
    if record is not None:
        _write(record, str(game))
    if svg is not None:
        _write(svg, story_svg(story, turns))


@app.command()
def place(
    rows: Annotated[str, typer.Option(metavar="ROWS", help="The rows: cards with commas, rows with strokes between.")],
    cards: Annotated[str, typer.Option(metavar="CARDS", help="The cards to place, in any order.")],
    choose: Annotated[
        list[str] | None, typer.Option(metavar="CARD:ROW", help="The row that a low card takes; may be repeated.")
    ] = None,
    capacity: Annotated[int, typer.Option(min=1, metavar="C", help="How many cards a row holds.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Place cards on rows, lowest first, and show what they take.

    Rows count from 1. A card below every row needs a choice; without one
    the answer lists the rows to choose from, and the placing stops there.

    Examples:
      nimmt place --rows 12/37/43/58 --cards 14,15,44,61
      nimmt place --rows 30,36/37/43,44/58,61 --cards 3,9,68,93 --choose 3:2
    """
    from game.placing import place_cards
    from game.text import parse_cards, parse_groups

    placing = place_cards(parse_groups(rows), parse_cards(cards), _choices(choose or ()), capacity)
    if as_json:
        from nimmt.answers import placing_json

        _print_json(placing_json(placing))
    else:
        from nimmt.draw import console_for, draw_placing

        draw_placing(console_for(), placing, capacity)


@app.command()
def deal(
    variant: Variant = None,
    players: Players = None,
    seed: Seed = 0,
    index: Index = 0,
    as_json: AsJson = False,
    hand: Hand = None,
    rows: Rows = None,
    capacity: Capacity = None,
    deck: Deck = None,
    rules_text: RulesText = None,
) -> None:
    """Show a deal: it follows from the rules, the seed and its index alone.

    Examples:
      nimmt deal --players 4 --seed 7
      nimmt deal --players 2 --hand 3 --rows 2 --deck 0 --seed 7 --index 5 --json
    """
    rules = make_rules(variant, players, hand, rows, capacity, deck, rules_text)
    from game.deal import Deal

    dealt = Deal.make(rules, seed, index)
    if as_json:
        from nimmt.answers import deal_json

        _print_json(deal_json(rules, seed, index, dealt))
    else:
        from nimmt.draw import console_for, draw_deal

        draw_deal(console_for(), rules, dealt)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A game record, or - for standard input.")],
    as_json: AsJson = False,
) -> None:
    """Show a recorded game turn by turn.

    Examples:
      nimmt demo --record game.txt
      nimmt replay game.txt
      nimmt replay - --json < game.txt
    """
    text = _read(file)
    from game.game_record import GameRecord
    from nimmt.story import story_json, tell

    story = tell(GameRecord.parse(text))
    if as_json:
        _print_json(story_json(story))
    else:
        from nimmt.draw import console_for, draw_story

        draw_story(console_for(), story)


@app.command()
def rules(
    variant: Annotated[str | None, typer.Option(metavar="NAME", help="Print the rule sheet of this game.")] = None,
) -> None:
    """List the games that can be played, or print the rule sheet of one.

    Examples:
      nimmt rules
      nimmt rules --variant pro
    """
    from nimmt.draw import console_for, draw_sheet, draw_variants
    from nimmt.rule_sheets import SHEETS, check_variant, numbers

    if variant is None:
        draw_variants(console_for())
        return
    check_variant(variant)
    draw_sheet(console_for(), variant, SHEETS[variant], numbers(variant))


@bench.callback(invoke_without_command=True)
def bench_door(context: typer.Context) -> None:
    """Measure speed on this machine.

    Example:
      nimmt bench engine --players 4
    """
    _help_without_command(context)


@bench.command()
def engine(
    players: Players = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=600, metavar="S", help="How long to measure.")] = 2.0,
    as_json: AsJson = False,
) -> None:
    """Play whole random rounds of the base game on one core and count them.

    Examples:
      nimmt bench engine --players 4
      nimmt bench engine --players 10 --seconds 5 --json
    """
    from nimmt.speed import measure_engine

    measured = measure_engine(USUAL_PLAYERS if players is None else players, seconds)
    if as_json:
        _print_json(measured)
    else:
        print(
            f"{measured['rounds_per_second']:,} random rounds a second at best with {measured['players']} players "
            f"on one core ({measured['mean_rounds_per_second']:,} on average of {measured['rounds']:,} rounds)"
        )


# Help for the commands above


def _help_without_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


def _choices(texts: Sequence[str]) -> dict[int, int]:
    """Cards and the rows that they choose, from `3:2`; rows count from 0 in the answer."""
    choices: dict[int, int] = {}
    for text in texts:
        card, colon, row = text.partition(":")
        if not (colon and _is_number(card) and _is_number(row)):
            raise ValueError(f"{text!r} is not a choice: write card and row with a colon between, like 3:2")
        if int(card) in choices:
            raise ValueError(f"card {int(card)} chooses a row twice")
        choices[int(card)] = int(row) - 1
    return choices


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer))


def _read(file: str) -> str:
    name = "standard input" if file == "-" else file
    content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{name} is not a text file, so it is no game record") from None


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    print(f"nimmt: wrote {file}", file=sys.stderr)


# Running


def run(arguments: Sequence[str]) -> int:
    """Run the command with these arguments; the exit code."""
    try:
        # the call itself goes along, for commands that say how to go on with their work
        code = app(list(arguments), prog_name="nimmt", standalone_mode=False, obj=tuple(arguments))
        sys.stdout.flush()
        return int(code or OK)
    except typer.TyperException as error:
        return _mistake(f"{error.format_message()} {_right_commands(error)}")
    except (BrokenPipeError, SystemExit):  # typer and rich turn the one into the other
        return _reader_left()
    except OSError as error:
        what = f"{error.filename}: " if error.filename is not None else ""
        return _mistake(f"{what}{error.strerror or error}")
    except ValueError as error:
        return _mistake(str(error))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED


def _right_commands(error: Exception) -> str:
    """The commands that there are, for somebody who asked for another one."""
    if "No such command" not in str(error):
        return ""
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    return f"There are {', '.join(names)}, solve, strategy and bench."


def _mistake(sentence: str) -> int:
    print(f"nimmt: {' '.join(sentence.split())}", file=sys.stderr)
    return MISTAKE


def _reader_left() -> int:
    """Whoever read our output has seen enough (`nimmt demo | head`): end quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


def main() -> NoReturn:
    """The entry point of `nimmt` and `python -m nimmt`."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # rather a question mark than no answer
    sys.exit(run(sys.argv[1:]))
