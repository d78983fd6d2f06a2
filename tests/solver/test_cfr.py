"""The CFR family: the same iterations as OpenSpiel's, known values, every algorithm, more than two players."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import discounted_cfr

from solver import measures
from solver.cfr import run as run_module
from solver.cfr.algorithms import ALGORITHMS
from solver.cfr.run import CfrRun
from solver.cfr.solve import next_check, solve
from solver.tree.flat_tree import FlatTree
from solver.tree.from_spiel import tree_from_spiel
from tests.solver.flat_trees import Asked, histories, tree_of, turn_based

ROOT = Path(__file__).parents[2]
LEDUC_VALUE = -0.085606424078


def assert_same_policy(tree: FlatTree, run: CfrRun, loaded: Any, policy: Any) -> None:
    """What OpenSpiel's average policy says in every state is what our average says, to rounding."""
    asked = Asked(tree, run.average())
    for state in histories(loaded.new_initial_state()):
        if state.is_player_node():
            told = policy(state)
            for action, probability in asked.probabilities(state).items():
                assert told[action] == pytest.approx(probability, abs=1e-9)


@pytest.mark.parametrize(
    "name", ["kuhn_poker", "leduc_poker", "kuhn_poker(players=3)", "six_nimmt(players=2,hand=2,rows=1,deck=0)"]
)
@pytest.mark.parametrize(("algorithm", "theirs"), [("cfr", pyspiel.CFRSolver), ("cfr+", pyspiel.CFRPlusSolver)])
def test_ten_iterations_are_those_of_openspiel(name: str, algorithm: str, theirs: Any) -> None:
    tree, loaded = tree_of(name), turn_based(name)
    solver = theirs(loaded)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    run = CfrRun(tree, algorithm)
    run.step(10)
    average = solver.average_policy()
    assert_same_policy(tree, run, loaded, lambda state: dict(average.get_state_policy(state)))


@pytest.mark.parametrize(
    ("algorithm", "theirs"), [("lcfr", discounted_cfr.LCFRSolver), ("dcfr", discounted_cfr.DCFRSolver)]
)
def test_discounted_iterations_are_those_of_openspiel(algorithm: str, theirs: Any) -> None:
    tree, loaded = tree_of("kuhn_poker"), turn_based("kuhn_poker")
    solver = theirs(loaded)
    for _ in range(12):
        solver.evaluate_and_update_policy()
    run = CfrRun(tree, algorithm)
    run.step(12)
    average = solver.average_policy()
    assert_same_policy(tree, run, loaded, average.action_probabilities)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_converges_on_kuhn(algorithm: str) -> None:
    result = solve(tree_of("kuhn_poker"), algorithm, 3000)
    early = result.history[3].exploitability
    assert result.exploitability < min(2e-3, early / 20)
    assert result.values[0] == pytest.approx(-1 / 18, abs=2e-3)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_converges_with_simultaneous_updates(algorithm: str) -> None:
    result = solve(tree_of("kuhn_poker"), algorithm, 5000, alternating=False)
    assert result.exploitability < min(5e-3, result.history[3].exploitability / 10)


def test_known_values() -> None:
    kuhn = solve(tree_of("kuhn_poker"), "cfr+", 10_000, target=2e-5)
    assert kuhn.exploitability <= 1e-4
    assert kuhn.values[0] == pytest.approx(-1 / 18, abs=1e-4)
    leduc = solve(tree_of("leduc_poker"), "cfr+", 5000, target=5e-5)
    assert leduc.stopped == "target"
    assert leduc.values[0] == pytest.approx(LEDUC_VALUE, abs=1e-4)


def test_the_uniform_start_is_the_first_average() -> None:
    tree = tree_of("leduc_poker")
    run = CfrRun(tree)
    run.step(1)
    for own, average in zip(tree.choices, run.average(), strict=True):
        assert average == pytest.approx(own.uniform())


def test_steps_may_be_cut_as_one_likes() -> None:
    tree = tree_of("leduc_poker")
    one, other = CfrRun(tree, "dcfr"), CfrRun(tree, "dcfr")
    one.step(30)
    for count in (1, 9, 20):
        other.step(count)
    assert one.regret.tobytes() == other.regret.tobytes()
    assert one.average_sums.tobytes() == other.average_sums.tobytes()


@pytest.mark.parametrize("name", ["leduc_poker", "kuhn_poker(players=3)"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_threads_change_no_bit(name: str, algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "FEWEST_ENDS_A_THREAD", 1)
    tree = tree_of(name)
    alone, many = (CfrRun(tree, algorithm, threads=threads, keep_joint=False) for threads in (1, 3))
    for run in (alone, many):
        run.step(15)
    assert many.iteration == 15
    assert many._threads is not None
    for array in ("regret", "average_sums", "strategy"):
        assert getattr(alone, array).tobytes() == getattr(many, array).tobytes()


def test_plain_python_gives_the_same_bits(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom solver.cfr.run import CfrRun\n"
        "from solver.tree.from_spiel import tree_from_spiel\n"
        "run = CfrRun(tree_from_spiel('kuhn_poker(players=3)'), 'pcfr+', seed=1)\n"
        "run.step(3)\nrun.save(Path(sys.argv[1]))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "plain")], cwd=ROOT, env=environment, check=True)
    run = CfrRun(tree_of("kuhn_poker(players=3)"), "pcfr+", seed=1)
    run.step(3)
    run.save(tmp_path / "compiled")
    assert (tmp_path / "plain").read_bytes() == (tmp_path / "compiled").read_bytes()


# More than two players


@pytest.mark.parametrize("seed", [None, 1, 2])
def test_three_players_at_kuhn(seed: int | None) -> None:
    """No theorem, but at this small game all gains become small."""
    result = solve(tree_of("kuhn_poker(players=3)"), "cfr+", 2000, seed=seed)
    assert (result.gains >= -1e-12).all()
    assert result.nash_conv < 0.02
    assert result.values.sum() == pytest.approx(0.0, abs=1e-12)
    assert result.nash_conv == pytest.approx(measures.nash_conv(result.tree, result.strategies))


def test_seeds_start_differently_and_repeat() -> None:
    tree = tree_of("kuhn_poker(players=3)")
    first, again, other = (CfrRun(tree, seed=seed) for seed in (1, 1, 2))
    assert first.strategy.tobytes() == again.strategy.tobytes()
    assert first.strategy.tobytes() != other.strategy.tobytes()
    for run in (first, again, other):
        run.step(50)
    assert first.regret.tobytes() == again.regret.tobytes()
    assert abs(np.concatenate(first.average()) - np.concatenate(other.average())).max() > 1e-3


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+"])
def test_the_gap_of_the_joint_average_falls(algorithm: str) -> None:
    tree = tree_of("kuhn_poker(players=3)")
    run = CfrRun(tree, algorithm, seed=3, alternating=False)
    gaps = []
    for count in (10, 90, 900):
        run.step(count)
        gaps.append(measures.cce_gap(tree, run.joint()))
    assert gaps[0] > 3 * gaps[1] > 9 * gaps[2] > 0


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_joint_average_is_that_of_all_that_was_played(algorithm: str, alternating: bool) -> None:
    """Three players with two actions each: every deviation can be tried against every iteration."""
    payoffs = np.random.default_rng(9).integers(-3, 4, (3, 2, 2, 2)).astype(float)
    tree = tree_from_spiel(pyspiel.create_tensor_game(list(payoffs)))
    run = CfrRun(tree, algorithm, seed=4, alternating=alternating)
    deviations = np.zeros((3, 2))
    values = np.zeros(3)
    weight = 0.0
    for t in range(1, 8):
        mixes = [strategy[1:] for strategy in run.current()]
        now = t**run.algorithm.gamma
        weight += now
        values += now * np.einsum("pabc,a,b,c->p", payoffs, *mixes)
        deviations[0] += now * np.einsum("abc,b,c->a", payoffs[0], mixes[1], mixes[2])
        deviations[1] += now * np.einsum("abc,a,c->b", payoffs[1], mixes[0], mixes[2])
        deviations[2] += now * np.einsum("abc,a,b->c", payoffs[2], mixes[0], mixes[1])
        run.step(1)
    expected = (deviations.max(axis=1) - values) / weight
    assert measures.joint_gains(tree, run.joint()) == pytest.approx(expected, abs=1e-12)
    assert measures.cce_gap(tree, run.joint()) == pytest.approx(expected.max(), abs=1e-12)


# The loop around it


def test_measurements_come_in_growing_steps_and_at_the_end() -> None:
    seen: list[tuple[int, float, float]] = []
    result = solve(tree_of("kuhn_poker"), "cfr", 40, progress=lambda *each: seen.append(each))
    assert [each.iteration for each in result.history] == [1, 2, 3, 5, 8, 12, 18, 27, 40]
    assert [(m.iteration, m.exploitability, m.seconds) for m in result.history] == seen
    assert result.stopped == "iterations"
    assert result.exploitability == result.history[-1].exploitability
    every = solve(tree_of("kuhn_poker"), "cfr", 40, check_every=15)
    assert [each.iteration for each in every.history] == [15, 30, 40]
    assert next_check(7, None) == next_check(5, None) == 8


def test_a_time_limit_and_a_target_stop_a_run() -> None:
    tree = tree_of("kuhn_poker")
    assert solve(tree, "cfr+", 10**9, target=1e-2).stopped == "target"
    late = solve(tree, "cfr+", 10**9, time_limit=0.05)
    assert late.stopped == "time"
    assert 0 < late.iterations < 10**9


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"algorithm": "cfr++"}, "choose one of cfr, cfr\\+"),
        ({"iterations": 0}, "one iteration at least"),
        ({"check_every": 0}, "1 at least"),
        ({"threads": 0}, "one thread at least"),
    ],
)
def test_mistakes_are_told(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        solve(tree_of("kuhn_poker"), **options)


def test_two_players_keep_no_joint_average_unless_asked() -> None:
    run = CfrRun(tree_of("kuhn_poker"))
    with pytest.raises(ValueError, match="keep_joint"):
        run.joint()
