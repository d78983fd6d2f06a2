"""The commands `nimmt solve …`: reads their arguments, calls the exact solver, prints the answer."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from nimmt.options import AsJson, Seed, parse_memory
from nimmt.outputs import check_picture, check_writable, command_line

if TYPE_CHECKING:
    from game.state import State
    from solver.certificate import Certificate
    from solver.exact.long_solve import LongSolve
    from solver.exact.position import OpenPosition
    from solver.exact.solver import ExactSolver

UNPROVED: Final = 1
INTERRUPTED: Final = 130
USUAL_CAPACITY: Final = 5
MOST_TOLERANCE: Final = 1000
#: Explaining an answer may take this many seconds, or this part of the time that the answer took up to a limit.
EXPLAIN_SECONDS: Final = 2.0
EXPLAIN_SHARE: Final = 0.2
EXPLAIN_MOST: Final = 10.0
#: Up to this many cards a hand, a certificate visits every position.
EXHAUSTIVE_CARDS: Final = 4

_GAME: Final = "What to solve"
_WORK: Final = "How to solve it"

solve = typer.Typer(rich_markup_mode="rich")


class Executor(StrEnum):
    """Where one position is solved."""

    LOCAL = "local"
    RAY = "ray"


class SurveyExecutor(StrEnum):
    """Where the deals of a survey are solved."""

    SERIAL = "serial"
    RAY = "ray"


Capacity = Annotated[
    int | None,
    typer.Option(min=0, metavar="C", help="Cards that a row holds.", show_default=str(USUAL_CAPACITY)),
]
Tolerance = Annotated[
    float | None,
    typer.Option(
        metavar="T",
        help="How far apart the bounds of a value may be.",
        show_default="1e-6; 0.001 for hands above 6 and drafts",
        rich_help_panel=_WORK,
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(
        metavar="SIZE",
        help="Memory for the table, like 2G or 500M; in a survey, of each worker.",
        rich_help_panel=_WORK,
    ),
]
Workers = Annotated[int, typer.Option(min=1, max=1024, metavar="N", help="How many work at it.", rich_help_panel=_WORK)]
Address = Annotated[
    str | None,
    typer.Option(
        metavar="HOST:PORT",
        help="A Ray cluster that runs already.",
        show_default="one on this machine, for the time of the call",
        rich_help_panel=_WORK,
    ),
]


@solve.callback(invoke_without_command=True)
def solve_door(context: typer.Context) -> None:
    """Compute strategies: exactly with open hands, nearly with hidden ones.

    exact and survey are for two players with open hands; cfr, lp, mcts and compare for any
    small game, with a measure of how exploitable the answer is (docs/solving.md).

    Examples:
      nimmt solve exact --deal "1,3,9/4,7,8/2,5,6"
      nimmt solve survey --hand 3 --rows 4 --deals 100 --out survey-3
      nimmt solve cfr --players 2 --hand 3 --rows 2 --deck 9 --target-exploitability 0.001
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


@solve.command()
def exact(
    context: typer.Context,
    deal: Annotated[
        str | None,
        typer.Option(metavar="CARDS", help="Both hands and the row cards: 1,3,9/4,7,8/2,5,6.", rich_help_panel=_GAME),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="A position in our notation (docs/notation.md).", rich_help_panel=_GAME),
    ] = None,
    draft: Annotated[
        bool,
        typer.Option("--draft", help="The whole game: draft --hand cards each, then play.", rich_help_panel=_GAME),
    ] = False,
    hand: Annotated[
        int | None, typer.Option(min=0, metavar="H", help="Cards in each hand, with --draft.", rich_help_panel=_GAME)
    ] = None,
    rows: Annotated[
        int | None, typer.Option(min=0, metavar="R", help="How many rows, with --draft.", rich_help_panel=_GAME)
    ] = None,
    every_pick: Annotated[
        bool,
        typer.Option(
            "--every-pick", help="Decide of every first pick whether it is a best one.", rich_help_panel=_GAME
        ),
    ] = False,
    capacity: Capacity = None,
    tolerance: Tolerance = None,
    memory: Memory = None,
    time_limit: Annotated[
        float | None,
        typer.Option(metavar="S", help="After so many seconds the bounds are the answer.", rich_help_panel=_WORK),
    ] = None,
    workers: Workers = 1,
    executor: Annotated[
        Executor, typer.Option(help="Threads of this process, or processes on Ray.", rich_help_panel=_WORK)
    ] = Executor.LOCAL,
    address: Address = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what was learnt here, and go on from it.", rich_help_panel=_WORK),
    ] = None,
    certify: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Check the answer: all positions up to 4 cards a hand, else a sample of N.",
            rich_help_panel=_WORK,
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the answer as JSON, too.")] = None,
    strategy: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --deal of up to 4 cards a hand: write what to play in every position, for nimmt strategy.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The exact value of a position with open hands, and the mixes that reach it.

    The value is what player 0 (seat 1) ends up ahead, in bullheads still to be taken.
    Ctrl-C ends the work; the answer is then the bounds so far. Bounds closer than about
    5e-7 for 3 cards a hand, and twice that for each card more, cannot be asked for.

    Examples:
      nimmt solve exact --deal "1,3,9/4,7,8/2,5,6" --capacity 5 --json
      nimmt solve exact --position "base(players=2,hand=2,rows=2,deck=6) rows=3/4 hands=1,5/2,6"
      nimmt solve exact --deal "2,3,6,12/1,4,7,8/5,9,10,11" --certify 100
      nimmt solve exact --deal "1,3,9/4,7,8/2,5,6" --strategy deal.strategy
      nimmt solve exact --hand 4 --rows 4 --draft
      nimmt solve exact --deal "2,3,9,10,14,15,18,19/1,4,5,7,11,13,16,17/6,8,12,20" --workers 2 --memory 2G
    """
    context.with_resource(_terminating_like_an_interrupt())
    job = _Job(context, tolerance, parse_memory(memory), time_limit, workers, executor, address, checkpoint, certify)
    if out is not None and checkpoint is not None and out.resolve() == checkpoint.resolve():
        raise ValueError(f"--out and --checkpoint cannot both be {out}: give two files")
    check_writable(out, strategy)
    if strategy is not None:
        _check_strategy(strategy, deal, executor, checkpoint)
    if sum((deal is not None, position is not None, draft)) != 1:
        raise ValueError("say what to solve: either --deal, or --position, or --draft with --hand and --rows")
    if not draft and (hand is not None or rows is not None or every_pick):
        raise ValueError(
            "--hand, --rows and --every-pick belong to --draft: hands and rows of a deal or a position speak for "
            "themselves"
        )
    if deal is not None:
        from solver.exact.position import OpenPosition

        capacity = USUAL_CAPACITY if capacity is None else capacity
        answer = job.solve(OpenPosition.deal(deal, capacity), as_json)
        if strategy is not None and answer["closed"]:
            job.write_strategy(strategy, deal, capacity)
        elif strategy is not None:
            print(f"nimmt: {strategy} was not written: there is no solution yet", file=sys.stderr)
    elif position is not None:
        if capacity is not None:
            raise ValueError("the rules of a position say how many cards a row holds: leave --capacity out")
        from game.position import parse_position

        answer = job.solve_state(parse_position(position), as_json)
    else:
        if hand is None or rows is None:
            raise ValueError("--draft needs --hand and --rows, like --hand 4 --rows 4 --draft")
        answer = job.solve_draft(hand, rows, USUAL_CAPACITY if capacity is None else capacity, every_pick, as_json)
    _finish(context, answer, out, as_json)
    if job.interrupted:
        job.say_how_to_resume()
        raise typer.Exit(INTERRUPTED)
    if job.certificate is not None and not job.certificate.holds:
        raise typer.Exit(UNPROVED)


@solve.command()
def survey(
    context: typer.Context,
    hand: Annotated[int, typer.Option(min=0, metavar="H", help="Cards in each hand.", rich_help_panel=_GAME)],
    out: Annotated[str, typer.Option(metavar="FOLDER", help="Where the survey is kept; an unfinished one goes on.")],
    rows: Annotated[int, typer.Option(min=0, metavar="R", help="How many rows.", rich_help_panel=_GAME)] = 4,
    capacity: Annotated[
        int, typer.Option(min=0, metavar="C", help="Cards that a row holds.", rich_help_panel=_GAME)
    ] = USUAL_CAPACITY,
    deals: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Solve N random deals.", rich_help_panel=_GAME)
    ] = None,
    seed: Seed = 0,
    every: Annotated[
        bool, typer.Option("--all", help="Solve all deals that there are.", rich_help_panel=_GAME)
    ] = False,
    tolerance: Tolerance = None,
    memory: Memory = None,
    executor: Annotated[
        SurveyExecutor, typer.Option(help="In this process, or in processes on Ray.", rich_help_panel=_WORK)
    ] = SurveyExecutor.SERIAL,
    workers: Workers = 1,
    address: Address = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the values, as PNG, SVG or PDF.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve many deals, and say how their values are spread.

    The folder gets survey.sqlite (what was found), survey.csv (the same bytes from
    every executor) and survey.json (the answer). Call it again to go on after an interrupt.
    Dealt hands have no first pick; for hands up to 4 the answer adds what the first pick
    of a draft of the same cards is worth, beyond that see nimmt solve exact --draft.

    Examples:
      nimmt solve survey --hand 3 --deals 200 --seed 1 --out survey-3
      nimmt solve survey --hand 3 --rows 2 --all --out survey-3-2 --json
      nimmt solve survey --hand 7 --deals 1000 --executor ray --workers 2 --out survey-7 --plot survey-7.png
    """
    context.with_resource(_terminating_like_an_interrupt())
    _check_tolerance(tolerance)
    if not out.strip():
        raise ValueError("--out needs the name of a folder, like survey-3")
    check_picture(plot)
    check_writable(plot)
    if executor is SurveyExecutor.SERIAL and (workers > 1 or address is not None):
        raise ValueError("--workers and --address are for --executor ray")
    size = parse_memory(memory)
    from nimmt.progress import Talker
    from solver.exact.survey import Survey
    from solver.exact.survey_report import Summary, first_pick, plot_survey
    from solver.exact.survey_run import run_survey
    from solver.exact.survey_store import SurveyStore

    wanted = Survey.make(hand, rows, capacity, deals, seed, every, tolerance, size)
    folder = Path(out)
    with SurveyStore.open(folder, wanted) as store:
        try:
            with Talker() as talker:
                run_survey(store, executor, workers, address, talker.surveying)
                picked = first_pick(wanted)
        except KeyboardInterrupt:
            there = wanted.deals - len(store.missing())
            print(
                f"nimmt: interrupted with {there:,} of {wanted.deals:,} deals solved; "
                f"to go on: {command_line(context)}",
                file=sys.stderr,
            )
            raise typer.Exit(INTERRUPTED) from None
        store.export()
        found = store.rows()
    summary = Summary.of(wanted, found, picked)
    if plot is not None:
        plot_survey(wanted, found, plot)
        print(f"nimmt: wrote {plot}", file=sys.stderr)
    if not as_json:
        from nimmt.draw import console_for
        from nimmt.draw_solution import draw_summary

        draw_summary(console_for(), wanted, summary)
    _finish(context, summary.json(wanted), folder / "survey.json", as_json)


class _Job:
    """One call of `nimmt solve exact`: the options that say how, and what became of it."""

    def __init__(
        self,
        context: typer.Context,
        tolerance: float | None,
        memory: int | None,
        time_limit: float | None,
        workers: int,
        executor: Executor,
        address: str | None,
        checkpoint: Path | None,
        certify: int | None,
    ) -> None:
        _check_tolerance(tolerance)
        if time_limit is not None and not time_limit > 0:
            raise ValueError(f"--time-limit must be a number of seconds above 0, not {time_limit:g}")
        if executor is Executor.RAY and checkpoint is not None:
            raise ValueError("a checkpoint holds the table of one process: leave out --checkpoint or --executor ray")
        if executor is not Executor.RAY and address is not None:
            raise ValueError("--address is for --executor ray")
        if executor is Executor.RAY and certify is not None:
            raise ValueError("a certificate needs the table of one process: leave out --certify or --executor ray")
        self.context = context
        self.tolerance = tolerance
        self.memory = memory
        self.time_limit = time_limit
        self.workers = workers
        self.executor = executor
        self.address = address
        self.checkpoint = checkpoint
        self.long: LongSolve | None = None
        #: Whether the work could be kept in a checkpoint.
        self.keeps = executor is Executor.LOCAL
        self.certify = certify
        self.certificate: Certificate | None = None
        self.interrupted = False

    def solve(self, position: OpenPosition, as_json: bool) -> dict[str, Any]:
        """Solve a position and draw it, unless it is to be JSON; the JSON in any case."""
        from nimmt.progress import Talker
        from nimmt.solve_answers import solution_json
        from solver.exact.explain import Clock, card_values, likely_line
        from solver.exact.long_solve import LongSolve, usual_tolerance

        tolerance = usual_tolerance(position.cards_left) if self.tolerance is None else self.tolerance
        with Talker() as talker:
            if self.executor is Executor.RAY:
                from solver.exact.split import solve_split

                solution = solve_split(
                    position,
                    workers=self.workers,
                    memory=self.memory,
                    tolerance=tolerance,
                    time_limit=self.time_limit,
                    progress=talker.solving,
                    address=self.address,
                )
                solver = LongSolve.open(self.memory, 1).solver
            else:
                long = self.open(talker.warn)
                solution = long.solve(position, tolerance, self.time_limit, talker.solving)
                solver = long.solver
        self.note(solution.closed, solution.seconds)
        # Open bounds have no line to speak of, and whoever was in a hurry still is.
        patience = min(max(EXPLAIN_SECONDS, EXPLAIN_SHARE * solution.seconds), EXPLAIN_MOST) if solution.closed else 0.0
        clock = Clock(patience)
        line = likely_line(solver, solution, clock.left) if solution.closed else None
        values = card_values(solver, solution, tolerance, clock.left)
        if not as_json:
            from nimmt.draw import console_for
            from nimmt.draw_solution import draw_solution

            believed = solution.strategies if solution.closed else solution.estimated_strategies
            shown = values if solution.closed else card_values(solver, solution, tolerance, 0.0, believed)
            draw_solution(console_for(), solution, shown, line)
        answer = solution_json(solution, values, line)
        if self.certify is not None and not self.interrupted:
            from nimmt.solve_answers import certificate_json

            self.certificate = self.check(solver, position, tolerance)
            answer["certificate"] = self.certificate and certificate_json(self.certificate)
            if self.certificate is not None and not as_json:
                print(f"\n{self.certificate}")
        return answer

    def solve_state(self, state: State, as_json: bool) -> dict[str, Any]:
        """Solve a position of a match: the start of a turn, or a row that is to be chosen."""
        from game.decision import Kind
        from solver.exact.position import OpenPosition

        if state.kind is not Kind.ROW:
            return self.solve(OpenPosition.of_state(state), as_json)
        from nimmt.progress import Talker
        from nimmt.solve_answers import row_json
        from solver.exact.long_solve import usual_tolerance

        if self.executor is Executor.RAY:
            raise ValueError("a choice of a row is solved by --executor local")
        if self.certify is not None:
            raise ValueError("a certificate is for a deal or a position at the start of a turn: leave out --certify")
        tolerance = usual_tolerance(len(state.hands[0])) if self.tolerance is None else self.tolerance
        with Talker() as talker:
            answer = self.open(talker.warn).solve_row(state, tolerance, self.time_limit, talker.solving)
        self.note(answer.closed, answer.seconds)
        if not as_json:
            from nimmt.draw import console_for
            from nimmt.draw_solution import draw_row_answer

            draw_row_answer(console_for(), state.rows, answer)
        return row_json(answer)

    def solve_draft(self, hand: int, rows: int, capacity: int, every_pick: bool, as_json: bool) -> dict[str, Any]:
        """Solve a whole game, draft and all."""
        from nimmt.progress import Talker
        from nimmt.solve_answers import draft_json
        from solver.exact.draft import USUAL_TOLERANCE, draft_rules

        if self.executor is Executor.RAY:
            raise ValueError("a draft is solved by --executor local")
        if self.certify is not None:
            raise ValueError("a certificate is for a deal or a position at the start of a turn: leave out --certify")
        draft_rules(hand, rows, capacity)  # says what is wrong with the numbers
        tolerance = USUAL_TOLERANCE if self.tolerance is None else self.tolerance
        with Talker() as talker:
            solution = self.open(talker.warn).solve_draft(
                hand, rows, capacity, tolerance, self.time_limit, talker.solving, every_pick
            )
        self.note(solution.closed, solution.seconds)
        if not as_json:
            from nimmt.draw import console_for
            from nimmt.draw_solution import draw_draft

            draw_draft(console_for(), hand, rows, solution)
        return draft_json(solution)

    def check(self, solver: ExactSolver, position: OpenPosition, tolerance: float) -> Certificate | None:
        """The certificate of what a solver claims; None if the user interrupts it."""
        from nimmt.progress import Talker
        from solver.certificate import USUAL_SAMPLES, USUAL_SLACK, certify
        from solver.exact.long_solve import Interruptible

        samples = USUAL_SAMPLES if self.certify is None else self.certify
        wanted = None if position.cards_left <= EXHAUSTIVE_CARDS else samples
        checked = 0
        with Talker() as talker:

            def count(positions: int) -> None:
                nonlocal checked
                checked = positions
                talker.certifying(checked, wanted)

            try:
                return certify(
                    Interruptible(solver, lambda _: talker.certifying(checked, wanted)),
                    position,
                    exhaustive_up_to=EXHAUSTIVE_CARDS,
                    samples=samples,
                    tolerance=tolerance,
                    time_limit=self.time_limit,
                    slack=max(USUAL_SLACK, tolerance),  # mixes prove the bounds as nearly as these have to meet
                    progress=count,
                )
            except KeyboardInterrupt:
                self.interrupted = True
                return None

    def write_strategy(self, path: Path, deal: str, capacity: int) -> None:
        """Write the solution of a deal as a strategy file, unless the user interrupts it."""
        from nimmt.progress import Talker
        from solver.exact.as_strategy import strategy_of_deal
        from solver.exact.long_solve import Interruptible, usual_tolerance

        assert self.long is not None
        fine = usual_tolerance(1) if self.tolerance is None else self.tolerance
        with Talker() as talker:
            solver = Interruptible(self.long.solver)
            try:
                found = strategy_of_deal(solver, deal, capacity, fine, command_line(self.context), talker.say)
            except KeyboardInterrupt:
                self.interrupted = True
                talker.warn(f"{path} was not written")
                return
            found.save(path)
        print(f"nimmt: wrote {path}; look into it with: nimmt strategy show {path}", file=sys.stderr)

    def open(self, warn: Callable[[str], None]) -> LongSolve:
        """The solver of this process, with what the checkpoint knows."""
        from solver.exact.long_solve import LongSolve

        self.long = long = LongSolve.open(self.memory, self.workers, self.checkpoint, warn)
        if self.memory is not None and long.differs(self.memory):
            size = long.solver.table.nbytes / (1 << 20)
            warn(f"--memory does not count here: the table in {self.checkpoint} keeps its size, {size:,.0f}M")
        return long

    def note(self, closed: bool, seconds: float) -> None:
        """A solve that ends open before its time was interrupted."""
        self.interrupted = not closed and (self.time_limit is None or seconds < self.time_limit)

    def say_how_to_resume(self) -> None:
        if self.long is not None and self.long.kept:
            print(f"nimmt: interrupted; to go on: {command_line(self.context)}", file=sys.stderr)
        else:
            hint = " (--checkpoint FILE keeps the work)" * (self.keeps and self.checkpoint is None)
            print(f"nimmt: interrupted; these are the bounds so far{hint}", file=sys.stderr)


def _check_tolerance(tolerance: float | None) -> None:
    if tolerance is not None and not 0 < tolerance <= MOST_TOLERANCE:
        raise ValueError(
            f"--tolerance must be a number above 0 and not above {MOST_TOLERANCE}, like 0.001, not {tolerance:g}"
        )


def _check_strategy(path: Path, deal: str | None, executor: Executor, checkpoint: Path | None) -> None:
    """Whether the solution of this can be a strategy file."""
    from solver.exact.as_strategy import check_size

    if deal is None:
        raise ValueError("--strategy goes with --deal: a strategy file is for a game that starts with a deal")
    if executor is Executor.RAY:
        raise ValueError("a strategy needs the table of one process: leave out --strategy or --executor ray")
    if checkpoint is not None and path.resolve() == checkpoint.resolve():
        raise ValueError(f"--strategy and --checkpoint cannot both be {path}: give two files")
    check_size(deal)


@contextmanager
def _terminating_like_an_interrupt() -> Iterator[None]:
    """Whoever ends us with SIGTERM, as a system that shuts down does, wants the work kept as after Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _finish(context: typer.Context, answer: dict[str, Any], out: Path | None, as_json: bool) -> None:
    """Print JSON if it is wanted, and write the answer with the command and the versions that made it."""
    if as_json:
        print(json.dumps(answer))
    if out is not None:
        from nimmt.solve_answers import versions

        whole = answer | {"command": command_line(context), "versions": versions()}
        out.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        print(f"nimmt: wrote {out}", file=sys.stderr)
