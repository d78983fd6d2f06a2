"""The command `nimmt solve mcts`: what tree search plays, at one position or in all of a small game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from nimmt import game_options as which
from nimmt.options import AsJson, parse_memory
from nimmt.outputs import check_picture, check_writable, command_line
from nimmt.solve_command import INTERRUPTED, solve

if TYPE_CHECKING:
    from game.view import View
    from solver.search.searcher import SearchResult

_WORK: Final = "How to search"
_OUT: Final = "What to keep"
USUAL_SIMULATIONS: Final = 1000


@solve.command()
def mcts(
    context: typer.Context,
    game: which.GameText = None,
    variant: which.Variant = None,
    players: which.Players = None,
    hand: which.Hand = None,
    rows: which.Rows = None,
    capacity: which.Capacity = None,
    deck: which.Deck = None,
    setup: which.SetupChoice = None,
    deal: which.DealText = None,
    payoff: which.PayoffChoice = None,
    extra: which.Extra = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Search one position of any size (docs/notation.md) instead of a whole small game.",
            rich_help_panel="Which game",
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(min=1, max=10, metavar="N", help="Whose choice, with --position.", rich_help_panel="Which game"),
    ] = None,
    selection: Annotated[
        str,
        typer.Option(
            metavar="NAME[,…]",
            help="How seats choose: uct (upper confidence bounds), rm (regret matching), exp3.",
            rich_help_panel=_WORK,
        ),
    ] = "uct",
    opponents: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Hidden hands: what others are taken to know, their hands or just moves.",
            show_default="hands; with --position moves",
            rich_help_panel=_WORK,
        ),
    ] = None,
    simulations: Annotated[
        str | None,
        typer.Option(
            metavar="N[,N…]",
            help="Simulations for each decision; several budgets.",
            show_default=f"{USUAL_SIMULATIONS}; none with --time",
            rich_help_panel=_WORK,
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", metavar="S", help="With --position: stop after so many seconds.", rich_help_panel=_WORK),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, metavar="N", help="The first seed of the simulations.", rich_help_panel=_WORK)
    ] = 0,
    seeds: Annotated[
        int, typer.Option(min=1, max=100, metavar="N", help="Repeat with so many seeds.", rich_help_panel=_WORK)
    ] = 1,
    memory: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Memory for the tree to measure on.", rich_help_panel=_WORK)
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what the largest budget plays, as a strategy.", rich_help_panel=_OUT),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw exploitability against simulations.", rich_help_panel=_OUT),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search by simulation, and measure what comes out.

    Open hands are searched with simultaneous-move MCTS, hidden ones with information-set
    MCTS, in which every seat has a tree of its own. In a small game a search is made for
    every information set, and the strategy that this makes is measured on the whole tree.
    Ctrl-C ends the work; the answer is then what was measured so far.

    Examples:
      nimmt solve mcts --hand 2 --rows 2 --deck 7 --simulations 10,100,1000 --plot mcts.png
      nimmt solve mcts --deal "2,7,8/1,3,6/4,5" --capacity 3 --selection uct,rm --simulations 500
      nimmt solve mcts --position "base(players=2,hand=2,rows=2,deck=20) rows=3/9 hands=1,15/2,16" --seat 1 --time 0.5
    """
    budgets = None if simulations is None else _budgets(simulations)
    selections = list(dict.fromkeys(name.strip().lower() for name in selection.split(",")))
    _check_seeds(seed, seeds)
    check_picture(plot)
    check_writable(out, plot)
    if position is not None:
        given = {
            "--game": game,
            "--variant": variant,
            "--players": players,
            "--hand": hand,
            "--rows": rows,
            "--capacity": capacity,
            "--deck": deck,
            "--setup": setup,
            "--deal": deal,
            "--set": extra or None,
            "--seeds": None if seeds == 1 else seeds,
            "--memory": memory,
            "--out": out,
            "--plot": plot,
        }
        _check_position_options([name for name, value in given.items() if value is not None])
        if len(selections) > 1 or (budgets is not None and len(budgets) > 1):
            raise ValueError("one --position is searched once: give one --selection and one number of --simulations")
        usual = USUAL_SIMULATIONS if seconds is None else None
        answer = _search(
            position,
            seat,
            selections[0],
            (opponents or "moves").lower(),
            str(payoff or which.Payoff.DIFFERENCE),
            budgets[0] if budgets is not None else usual,
            seconds,
            seed,
            as_json,
        )
        if as_json:
            print(json.dumps(answer))
        return
    if seconds is not None or seat is not None:
        raise ValueError("--time and --seat are for one --position: a whole game is searched by --simulations")
    try:  # around loading, too, which takes a second or two
        from nimmt.mcts_job import MctsJob

        loaded = which.load_game(game, variant, players, hand, rows, capacity, deck, setup, deal, payoff, extra)
        job = MctsJob(
            loaded,
            selections,
            (opponents or "hands").lower(),
            budgets or [USUAL_SIMULATIONS],
            range(seed, seed + seeds),
            parse_memory(memory),
            command_line(context),
        )
        found = job.run()
    except KeyboardInterrupt:
        found = None
    if found is None:
        print("nimmt: interrupted before anything was measured", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if out is not None:
        job.save(out, found)
    if plot is not None:
        job.draw(plot)
    _print(found, as_json)
    if job.interrupted:
        print(f"nimmt: interrupted with {len(job.points)} of {job.wanted} budgets and seeds measured", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _print(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(answer))
        return
    from nimmt.draw import console_for
    from nimmt.draw_strategies import draw_answer, draw_budgets

    draw_answer(console_for(), answer)
    draw_budgets(console_for(), answer)


def _check_seeds(seed: int, seeds: int) -> None:
    """All seeds must be ones that a search takes, and that is known before the work."""
    from game.deal import HIGHEST_SEED

    if seed + seeds - 1 > HIGHEST_SEED:
        raise ValueError("the last seed, --seed and --seeds together, must be at most 2^63 - 1")


def _check_position_options(given: list[str]) -> None:
    """A position says what game it is, and one search of it is neither kept nor measured."""
    if given:
        *some, last = given
        names = f"{', '.join(some)} and {last}" if some else last
        raise ValueError(
            f"a position says which game it is, and is searched once, without a tree of the whole game: "
            f"leave {names} out with --position"
        )


def _budgets(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and 0 < int(part) <= 10**9 for part in parts):
        raise ValueError(f"cannot read --simulations {text}: write a number, or several like 10,100,1000")
    return sorted({int(part) for part in parts})


def _search(
    position: str,
    seat: int | None,
    selection: str,
    opponents: str,
    objective: str,
    simulations: int | None,
    seconds: float | None,
    seed: int,
    as_json: bool,
) -> dict[str, Any]:
    """Search one position, and draw the answer unless it is to be JSON."""
    from game.position import parse_position
    from solver.search.searcher import ISMCTS, SMMCTS, Searcher, SearchSettings, is_open

    if seconds is not None and not 0 < seconds <= 1e6:
        raise ValueError(f"--time must be a number of seconds above 0, not {seconds:g}")
    state = parse_position(position)
    acting = [number for number in state.to_act if number >= 0]
    if not acting:
        raise ValueError("nobody has anything to decide in this position")
    chosen = acting[0] if seat is None else seat - 1
    if chosen not in acting:
        names = ", ".join(str(number + 1) for number in acting)
        raise ValueError(f"seat {chosen + 1} has nothing to decide in this position: take one of {names}")
    view = state.view(chosen)
    settings = SearchSettings(SMMCTS if is_open(view) else ISMCTS, selection, objective=objective, opponents=opponents)
    found = Searcher(settings).search(view, simulations=simulations, seconds=seconds, seed=seed)
    if not as_json:
        _draw(view, found)
    return {
        "seat": chosen + 1,
        "method": settings.method,
        "selection": settings.selection,
        "payoff": settings.objective,
        "mix": {str(action): chance for action, chance in found.mix.items()},
        "values": {str(action): value for action, value in found.values.items()},
        "visits": {str(action): visits for action, visits in found.visits.items()},
        "simulations": found.simulations,
        "seconds": round(found.seconds, 6),
    }


def _draw(view: View, found: SearchResult) -> None:
    from math import nan

    from bots.advice import Advice, Option
    from nimmt.draw import console_for
    from nimmt.draw_strategy import draw_advice

    assert view.decision is not None
    options = tuple(
        Option(action, view.decision.text(action), chance, found.values.get(action, nan))
        for action, chance in found.mix.items()
    )
    console = console_for()
    draw_advice(console, Advice(view.seat, "", options, known=True, view=view))
    console.print(f"{found.simulations:,} simulations in {found.seconds:.3f} s")
