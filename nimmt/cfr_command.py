"""The commands `nimmt solve cfr`, `lp` and `compare`: strategies for hidden hands, and how exploitable they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from nimmt import game_options as which
from nimmt.options import AsJson, parse_memory
from nimmt.outputs import check_picture, check_writable, command_line
from nimmt.solve_command import INTERRUPTED, solve

_WORK: Final = "How to solve it"
_OUT: Final = "What to keep"
USUAL_ITERATIONS: Final = 1000
#: With more than two players, a run from each of so many starts, for no single one says much.
USUAL_SEEDS: Final = 3

Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="Memory for tree or table, like 2G.",
        show_default="60 % of the machine's",
        rich_help_panel=_WORK,
    ),
]
Iterations = Annotated[int, typer.Option(min=1, metavar="N", help="Iterations at most.", rich_help_panel=_WORK)]
Target = Annotated[
    float | None,
    typer.Option(
        "--target-exploitability",
        metavar="E",
        help="Stop when nobody can gain more, on average.",
        rich_help_panel=_WORK,
    ),
]
TimeLimit = Annotated[
    float | None, typer.Option(metavar="S", help="Stop after so many seconds.", rich_help_panel=_WORK)
]
Threads = Annotated[
    int, typer.Option("--workers", min=1, max=256, metavar="N", help="Threads for large trees.", rich_help_panel=_WORK)
]
Out = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the strategy, for `nimmt strategy`.", rich_help_panel=_OUT)
]
Plot = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Draw exploitability, as PNG, SVG or PDF.", rich_help_panel=_OUT),
]


@solve.command()
def cfr(
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
    algorithm: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="cfr, cfr+, lcfr, dcfr, pcfr+ on the whole tree; external, outcome by sampling, without a tree.",
            rich_help_panel=_WORK,
        ),
    ] = "pcfr+",
    iterations: Iterations = USUAL_ITERATIONS,
    target: Target = None,
    time_limit: TimeLimit = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Where sampling, or a run with more than two players, starts.",
            show_default="0",
            rich_help_panel=_WORK,
        ),
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100,
            metavar="N",
            help="More than two players: runs from so many starts; the best one is kept.",
            show_default=str(USUAL_SEEDS),
            rich_help_panel=_WORK,
        ),
    ] = None,
    workers: Threads = 1,
    memory: Memory = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Keep the run here, and go on from it, to the same bits.", rich_help_panel=_OUT
        ),
    ] = None,
    out: Out = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Compute strategies by counterfactual regret minimization.

    Works on any OpenSpiel game. Exploitability is what a player gains on average by
    deviating: the distance from an equilibrium. With more than two players the answer is
    an ε-Nash equilibrium at best, never a solution.

    Examples:
      nimmt solve cfr --players 2 --hand 3 --rows 2 --deck 10 --algorithm dcfr --iterations 500 --out s.nimmt
      nimmt solve cfr --game leduc_poker --algorithm cfr+ --target-exploitability 0.001 --json
      nimmt solve cfr --players 3 --hand 2 --rows 2 --deck 9 --seeds 3
      nimmt solve cfr --hand 4 --rows 2 --deck 30 --algorithm external --iterations 200000
    """
    from nimmt.cfr_job import SAMPLING, CfrJob
    from nimmt.sampling_job import SamplingJob

    check_picture(plot)
    check_writable(out, plot, checkpoint)
    loaded = which.load_game(game, variant, players, hand, rows, capacity, deck, setup, deal, payoff, extra)
    if target is not None and not target > 0:
        raise ValueError(f"--target-exploitability must be above 0, not {target:g}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"--time-limit must be a number of seconds above 0, not {time_limit:g}")
    shared: dict[str, Any] = {
        "target": target,
        "time_limit": time_limit,
        "seed": seed,
        "memory": parse_memory(memory),
        "checkpoint": checkpoint,
        "command": command_line(context),
    }
    job: CfrJob | SamplingJob
    algorithm = algorithm.lower()
    if algorithm in SAMPLING:
        if seeds is not None or workers > 1:
            raise ValueError("--seeds and --workers are for runs on a whole tree: sample with one --seed at a time")
        job = SamplingJob(loaded, algorithm, iterations, **shared)
        if plot is not None:
            job.check_plot()
    else:
        job = CfrJob(loaded, algorithm, iterations, seeds=seeds, threads=workers, **shared)
    job.run()
    unwritten = [_try(job.save, out), _try(job.draw, plot)]
    answer = job.answer()
    _print(answer, as_json)
    if any(unwritten):
        raise ValueError("; ".join(filter(None, unwritten)) + "; the answer itself is complete")
    if job.interrupted:
        there = f"; to go on: {command_line(context)}" if checkpoint is not None else ""
        print(f"nimmt: interrupted after {answer['iterations']:,} iterations{there}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


@solve.command()
def lp(
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
    memory: Memory = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game of two players whose payoffs add up, as one linear program.

    The sequence form through HiGHS: exact up to rounding, for small trees. It is the
    truth that the other methods are measured against.

    Examples:
      nimmt solve lp --hand 2 --rows 2 --deck 7
      nimmt solve lp --game kuhn_poker --json
    """
    from nimmt.cfr_job import solve_lp_job

    check_writable(out)
    loaded = which.load_game(game, variant, players, hand, rows, capacity, deck, setup, deal, payoff, extra)
    _print(solve_lp_job(loaded, parse_memory(memory), out, command_line(context)), as_json)


@solve.command()
def compare(
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
    algorithms: Annotated[
        str, typer.Option(metavar="NAMES", help="What to set side by side.", rich_help_panel=_WORK)
    ] = "cfr,cfr+,lcfr,dcfr,pcfr+",
    iterations: Iterations = USUAL_ITERATIONS,
    time_limit: TimeLimit = None,
    memory: Memory = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Set algorithms side by side: exploitability against iterations and against time.

    Sampling algorithms (external, outcome) do a thousand of their iterations for one of
    the others', and are measured on the same tree.

    Examples:
      nimmt solve compare --hand 3 --rows 2 --deck 8 --plot compare.png
      nimmt solve compare --game leduc_poker --algorithms cfr+,dcfr,pcfr+,external --iterations 300 --json
    """
    from nimmt.cfr_job import compare_job

    check_picture(plot)
    check_writable(plot)
    loaded = which.load_game(game, variant, players, hand, rows, capacity, deck, setup, deal, payoff, extra)
    answer = compare_job(
        loaded,
        [name.strip() for name in algorithms.split(",")],
        iterations,
        time_limit,
        parse_memory(memory),
        plot,
        command_line(context),
    )
    if as_json:
        print(json.dumps(answer))
    else:
        from nimmt.draw import console_for
        from nimmt.draw_strategies import draw_comparison

        draw_comparison(console_for(), answer)
    if answer["stopped"] == "interrupted":
        print("nimmt: interrupted; not all algorithms came to their end", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def _try(write: Callable[[Path], None], path: Path | None) -> str:
    """Write a file if one is wanted; a full disk must not cost the answer. What went wrong, in words."""
    if path is None:
        return ""
    try:
        write(path)
    except OSError as error:
        return f"{path} could not be written: {error.strerror}"
    return ""


def _print(answer: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(answer))
        return
    from nimmt.draw import console_for
    from nimmt.draw_strategies import draw_answer

    draw_answer(console_for(), answer)
