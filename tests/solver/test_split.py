"""One position split over workers: the same answers as from one solver, whoever is killed on the way."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from typing import cast

import numpy as np
import pytest

from solver.exact.fleet import Fleet
from solver.exact.follow import follow
from solver.exact.position import OpenPosition
from solver.exact.solver import ExactSolver, Progress
from solver.exact.split import Child, Question, Reply, Root, Split, SplitWorker, ask, believe, solve_matrix
from solver.exact.survey import Survey

SIX = "1,5,6,10,11,14/3,4,8,9,15,16/2,7,12,13"
SEVEN = "1,4,5,7,8,10,17/2,3,9,13,14,15,16/6,11,12,18"


class HereAndNow:
    """A fleet without Ray: one worker, which answers last what was asked last."""

    workers = 2

    def __init__(self, memory: int = 1 << 24) -> None:
        self.worker = SplitWorker(memory)
        self.questions: list[Question] = []

    @property
    def room(self) -> int:
        return 3 - len(self.questions)

    @property
    def busy(self) -> int:
        return len(self.questions)

    def send(self, question: Question, worker: int) -> None:
        assert question.child not in [other.child for other in self.questions]
        assert worker in (0, 1)
        self.questions.append(question)

    def wait(self, _: float) -> list[tuple[Question, Reply]]:
        question = self.questions.pop(0)
        return [(question, self.worker.answer(question))]


def here() -> Fleet:
    return cast(Fleet, HereAndNow())


@pytest.mark.parametrize(
    ("deal", "value"),
    [
        ("3/1/2,4", 1.0),
        ("3,5/1,2/4,6,7", 2.0),
        ("1,2,10/3,5,8/4,6,7,9", -4 / 3),
        ("2,3,6,12/1,4,7,8/5,9,10,11", 0.1),
        ("2,4,6,8,12/5,7,9,11,13/1,3,10,14", -0.7964644),
        (SIX, 0.0),
    ],
)
def test_known_values(deal: str, value: float) -> None:
    solution = Split(here(), OpenPosition.deal(deal), 1e-6).run()
    assert solution.closed
    assert solution.value == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize("hand", [4, 5, 6])
def test_random_deals_agree_with_one_solver(hand: int) -> None:
    survey = Survey.make(hand, 4, deals=8, seed=11)
    for index in range(8):
        position = survey.deal(index)
        alone = ExactSolver(memory=1 << 24).solve(position)
        split = Split(here(), position, 1e-4).run()
        assert split.low - 1e-6 <= alone.value <= split.high + 1e-6
        assert split.high - split.low <= 1e-4
        # The mixes guarantee what they are said to.
        mine, theirs = split.strategies
        for other in theirs:
            assert sum(mine[card] * split.pairs[card, other][0] for card in mine) >= split.low - 1e-9
        for card in mine:
            assert sum(theirs[other] * split.pairs[card, other][1] for other in theirs) <= split.high + 1e-9


def test_equal_children_are_asked_once() -> None:
    position = OpenPosition.deal(SIX)
    pairs = [(card, other) for card in position.hands[0] for other in position.hands[1]]
    ways = [way for pair in pairs for way in follow(position, pair).ways]
    assert len(Root.of(position, 1e-6).children) < len(ways)


def test_no_time_leaves_bounds_that_hold() -> None:
    solution = Split(here(), OpenPosition.deal(SEVEN), 1e-6).run(time_limit=1e-9)
    assert not solution.closed
    assert solution.low < 0.3887 < solution.high


def test_a_reply_narrows_what_is_known_of_a_child() -> None:
    child = Child(OpenPosition.deal("1/2/3,4"), -10.0, 10.0, 0.0)
    child.take(Reply(-10.0, -0.5, -0.75, 0, 0.0))
    assert (child.low, child.high, child.guess) == (-10.0, -0.5, -0.75)
    child.take(Reply(-2.0, 3.0, 1.0, 0, 0.0))
    assert (child.low, child.high, child.guess) == (-2.0, -0.5, -0.5)


def test_one_card_is_believed_before_a_mix() -> None:
    guess = np.array([[2.0, 1.0], [0.0, 3.0]])  # worth 1.5 with mixes, 1 with one card
    upward, x, _ = believe(guess, 0.9)
    assert upward
    assert x.tolist() == [1.0, 0.0]
    upward, x, _ = believe(guess, 1.4)
    assert upward
    assert x.tolist() == pytest.approx([0.75, 0.25])
    assert not believe(guess, 1.6)[0]


def test_questions_are_answered_on_one_side() -> None:
    solver = ExactSolver(memory=1 << 22)
    position = OpenPosition.deal("2,4,6,8,12/5,7,9,11,13/1,3,10,14")
    for threshold in (-2.0, -0.8, -0.7964644, -0.79, 1.0):
        low, high, _, _ = ask(solver, position, threshold, 1e-6)
        assert low <= -0.7964644 + 1e-6
        assert high >= -0.7964644 - 1e-6
        assert low >= threshold - 1e-6 or high <= threshold + 1e-6


def test_matrix_games() -> None:
    value, x, y = solve_matrix(np.array([[1.0, -1.0], [-1.0, 1.0]]))
    assert value == pytest.approx(0.0)
    assert x == pytest.approx([0.5, 0.5])
    assert y == pytest.approx([0.5, 0.5])
    value, x, y = solve_matrix(np.array([[3.0, 2.0], [1.0, 0.0]]))
    assert (value, x.tolist(), y.tolist()) == (2.0, [1.0, 0.0], [0.0, 1.0])


@pytest.fixture
def ray_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of our own for Ray, with a short name because sockets have to fit in."""
    folder = tempfile.mkdtemp(prefix="nr")
    monkeypatch.setenv("RAY_TMPDIR", folder)
    yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.usefixtures("ray_folder")
def test_a_killed_worker_changes_nothing_but_the_time() -> None:
    seen: list[Progress] = []
    with Fleet(SplitWorker, (1 << 24,), workers=2, in_flight=1) as fleet:
        victim = fleet.pids()[0]
        split = Split(fleet, OpenPosition.deal(SEVEN), 1e-6)
        take = split.take

        def take_and_kill(question: Question, reply: Reply) -> None:
            take(question, reply)
            if split.answered == 5:
                os.kill(victim, signal.SIGKILL)

        split.take = take_and_kill  # type: ignore[method-assign]
        solution = split.run(progress=seen.append)
        assert fleet.replaced == 1
        assert victim not in fleet.pids()
    assert solution.closed
    assert solution.value == pytest.approx(0.3887017, abs=1e-5)
