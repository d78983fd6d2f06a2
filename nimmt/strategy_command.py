"""The commands `nimmt strategy …`: reads their arguments, looks strategies up, prints the answer."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TextIO

import typer

from nimmt.options import AsJson, parse_memory
from nimmt.outputs import check_writable

if TYPE_CHECKING:
    from bots.advice import Advice
    from nimmt.progress import Talker
    from solver.strategy import SolvedStrategy
    from solver.tree.flat_tree import FlatTree

#: Trees with more histories than this are not grown only to compare two strategies, unless memory is given for it.
MOST_HISTORIES: Final = 20_000_000
USUAL_MEMORY: Final = "1G"
_PLACE: Final = "Where to look"

strategy = typer.Typer(rich_markup_mode="rich")

File = Annotated[Path, typer.Argument(metavar="FILE", help="A strategy file, as `nimmt solve … --out` writes it.")]


@strategy.callback(invoke_without_command=True)
def strategy_door(context: typer.Context) -> None:
    """Look into strategy files: what to play where, how good it is, and how two of them differ.

    Examples:
      nimmt strategy show small.strategy
      nimmt strategy compare cfr.strategy lp.strategy
      nimmt strategy export small.strategy --csv small.csv
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


@strategy.command()
def show(
    file: File,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="POSITION",
            help="The start of a round in our notation (docs/notation.md), rules left out if you like; ? for a hand "
            "that is not known, hand= for the own one only. Or an information state as OpenSpiel writes it.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            metavar="MOVES",
            help="What happened since, with semicolons: the cards of a turn by seat, the picks of a draft, or one "
            "decision such as 'row 2'.",
            rich_help_panel=_PLACE,
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="GAME", help="A game record instead: look where it ends.", rich_help_panel=_PLACE),
    ] = None,
    turn: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="With --record: look before this turn.", rich_help_panel=_PLACE),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only this seat, from 1.", rich_help_panel=_PLACE),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What a strategy plays, each action with its probability and its value.

    Without a place to look at: what the file is, and its first decisions.
    A value is what the seat gets on average if it plays that, once it is there.

    Examples:
      nimmt strategy show small.strategy
      nimmt strategy show small.strategy --at "rows=3/4 hands=1,5/?" --seat 1
      nimmt strategy show small.strategy --at "rows=3/4 hand=1,5" --seat 1 --moves "5 2; row 2"
      nimmt strategy show draft.strategy --moves "3 5 1 2; 3 5"
      nimmt strategy show small.strategy --record game.txt --turn 2 --json
      nimmt strategy show kuhn.strategy --at 0pb
    """
    from solver.strategy import load_strategy

    loaded = load_strategy(file)
    found = _look(loaded, at, moves, record, turn, None if seat is None else seat - 1)
    asked = not (at is None and moves is None and record is None)
    if as_json:
        from nimmt.strategy_answers import advice_json, strategy_json

        print(json.dumps({**strategy_json(loaded), "decisions": [advice_json(each) for each in found]}))
        return
    from nimmt.draw import console_for
    from nimmt.draw_strategy import draw_advice, draw_strategy

    console = console_for()
    if not asked:
        draw_strategy(console, loaded)
    for each in found:
        draw_advice(console, each)


@strategy.command()
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="A strategy file.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another one, for the same game.")],
    most: Annotated[int, typer.Option(min=0, metavar="N", help="Show so many of the largest differences.")] = 5,
    memory: Annotated[
        str | None,
        typer.Option(metavar="SIZE", help="Memory for the tree of the game, like 2G.", show_default=USUAL_MEMORY),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Two strategies for one game: what they are worth, also against each other, and where they differ.

    For head-to-head values the tree of the game is grown; a game that is too large for it goes without.

    Examples:
      nimmt strategy compare cfr.strategy lp.strategy
      nimmt strategy compare cfr.strategy dcfr.strategy --most 20 --json
    """
    from nimmt.progress import Talker
    from solver.strategies.compare import compare as compare_strategies
    from solver.strategies.texts import set_texts
    from solver.strategy import load_strategy

    one, other = load_strategy(first), load_strategy(second)
    other.check_game(one.metadata.game)
    with Talker() as talker:
        answer = compare_strategies(one, other, _tree(one, memory, talker), most, talker.say)
        wanted = {(each.player, each.name) for each in answer.differences}
        texts = set_texts(one.metadata.game, one.metadata.histories, wanted, talker.say)
    if as_json:
        from nimmt.strategy_answers import comparison_json

        print(json.dumps(comparison_json(one, other, answer, texts)))
        return
    from nimmt.draw import console_for
    from nimmt.draw_strategy import draw_comparison

    draw_comparison(console_for(), one, other, answer, texts)


@strategy.command()
def export(
    file: File,
    out: Annotated[
        Path | None, typer.Argument(metavar="[OUT]", help="Where to write it; without, to standard output.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV, which is the only form so far.")] = True,
) -> None:
    """Write a whole strategy as a table: a line for each action of each information set.

    Columns: seat, name (of the information set, hexadecimal), information_state (in small games), action (its
    number), action_text (in small games), probability, value (empty where it is not known).

    Examples:
      nimmt strategy export small.strategy --csv
      nimmt strategy export small.strategy --csv small.csv
    """
    from nimmt.progress import Talker
    from nimmt.strategy_answers import write_csv
    from solver.strategies.texts import set_texts
    from solver.strategy import load_strategy

    if out is not None:
        if out.exists() and file.exists() and out.samefile(file):
            raise ValueError(f"{out} is the strategy itself: give the table another file, or it would take its place")
        check_writable(out)
    loaded = load_strategy(file)
    with Talker() as talker:
        # a table on the screen shows by itself how far it is
        say = None if out is None and sys.stdout.isatty() else talker.say
        texts = set_texts(loaded.metadata.game, loaded.metadata.histories, say=say)
        if out is None:
            write_csv(loaded, texts, sys.stdout, say)
            return
        with _whole_text(out) as target:
            write_csv(loaded, texts, target, say)
    print(f"nimmt: wrote {out}", file=sys.stderr)


# Help for the commands above


def _look(
    loaded: SolvedStrategy, at: str | None, moves: str | None, record: Path | None, turn: int | None, seat: int | None
) -> list[Advice]:
    """What the strategy says where the options point to."""
    if turn is not None and record is None:
        raise ValueError("--turn goes with --record: with --at, --moves says how far to go")
    if seat is not None and seat >= loaded.players:
        raise ValueError(f"there is no seat {seat + 1}: there are {loaded.players}")
    settings = loaded.settings
    several = settings is not None and settings.rules.rounds != 1
    if settings is None or several or (at is not None and re.match(r"p[0-9]+;", at)):
        if moves is not None or record is not None:
            if several:
                raise ValueError(
                    f"{loaded.title} was made for more rounds than one: say where to look with --at and an information "
                    "state, like the column information_state of `nimmt strategy export`"
                )
            raise ValueError(
                "--moves and --record go with games of ours and the start of a round, not with an information state"
            )
        return _foreign(loaded, at, seat)
    from bots.advice import Follower, cards_played
    from bots.start_text import parse_start
    from game.deal import Deal

    if record is not None:
        if at is not None or moves is not None:
            raise ValueError("a record says it all: leave --at and --moves out")
        from game.game_record import GameRecord

        game = GameRecord.parse(_read(record))
        return Follower.of_record(loaded, game, turn).advice(seat)
    if at is not None:
        played = cards_played(moves or "", settings.players)
        deal = parse_start(loaded, at, seat or 0, played)
    elif settings.fixed is not None:
        deal = settings.fixed
    elif settings.drafts or moves is None:
        deal = Deal.make(settings.rules)
    else:
        raise ValueError("--moves needs the start of the round: say it with --at, like --at 'rows=3/4 hand=1,5'")
    follower = Follower.of_deal(loaded, deal)
    follower.moves(moves or "")
    return follower.advice(seat)


def _foreign(loaded: SolvedStrategy, at: str | None, seat: int | None) -> list[Advice]:
    """What the strategy says in a game that is not one round of ours: at an information state, or at the start."""
    from bots.foreign_advice import advice_of_text, first_advice

    return first_advice(loaded, seat) if at is None else advice_of_text(loaded, at, seat)


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{file} is not a text file, so it is no game record") from None


@contextmanager
def _whole_text(path: Path) -> Iterator[TextIO]:
    """A text file that is whole or not there; what is no file, such as a pipe, is written to as it is."""
    if path.exists() and not path.is_file():
        with path.open("w", encoding="utf-8", newline="") as target:
            yield target
        return
    from solver.whole_file import whole_file

    with whole_file(path.resolve()) as file:
        words = TextIOWrapper(file, encoding="utf-8", newline="")
        yield words
        words.detach()  # flushes, and leaves it to `whole_file` to close


def _tree(loaded: SolvedStrategy, memory: str | None, talker: Talker) -> FlatTree | None:
    """The tree of a game, if it is not too large; a word about it if it is."""
    from solver.spiel_games import load_game
    from solver.tree.build import build_tree

    metadata = loaded.metadata
    if memory is None and metadata.histories is not None and metadata.histories > MOST_HISTORIES:
        print(
            f"nimmt: no head-to-head values: the tree has {metadata.histories:,} histories; --memory lets it grow",
            file=sys.stderr,
        )
        return None
    most_bytes = parse_memory(memory or USUAL_MEMORY)
    try:
        return build_tree(load_game(metadata.game), most_bytes, talker.growing)
    except ValueError as error:
        print(f"nimmt: no head-to-head values: {error}", file=sys.stderr)
        return None
