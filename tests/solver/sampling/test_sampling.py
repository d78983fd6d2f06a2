"""Sampled values are right on average, and average strategies come near an equilibrium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solver.measures import expected_values, gains, nash_conv
from solver.sampling.field import Field
from solver.sampling.histories import build_histories
from solver.sampling.run import Options, SamplingRun
from solver.sampling.table import CELLS
from tests.solver.sampling.games import ANNIVERSARY, DEALT, NUMBER, THREE, tree_of, uniform_regrets

OUTCOME: dict[str, Any] = {"algorithm": "outcome"}
BASELINE: dict[str, Any] = {"algorithm": "outcome", "baseline": True}


@pytest.mark.parametrize(
    "options", [{}, OUTCOME, {**OUTCOME, "epsilon": 0.2}], ids=["external", "outcome", "outcome 0.2"]
)
@pytest.mark.parametrize("game", ["kuhn_poker", "kuhn_poker(players=3)", DEALT, NUMBER, ANNIVERSARY])
def test_the_mean_of_sampled_regrets_is_the_exact_regret(game: str, options: dict[str, Any]) -> None:
    """Many first walks of the last player, while all play uniformly."""
    tree, field = tree_of(game), Field.of(game)
    player, walks = field.players - 1, 6000
    exact = uniform_regrets(tree, player)
    own = tree.choices[player]
    table, room = field.new_table(1 << 20), field.room(12)
    how = Options(**options).how
    sums = np.zeros((2, len(table.regret)))
    for _ in range(walks):
        field.iterate(table, table, how, room, range(player, player + 1), 1)
        cells = int(table.counts[CELLS])
        sums[0, :cells] += table.regret[:cells]
        sums[1, :cells] += table.regret[:cells] ** 2
        table.regret[:cells] = 0
    mean = sums[0] / walks
    error = np.sqrt((sums[1] / walks - mean**2) / walks)
    places = {name.tobytes(): place for place, name in enumerate(table.name)}
    compared = 0
    for infoset in range(own.infosets):
        first = table.first[places[own.name[infoset].tobytes()]]
        for number, sequence in enumerate(range(own.first[infoset], own.first[infoset + 1])):
            assert abs(mean[first + number] - exact[sequence]) <= 4.5 * error[first + number] + 1e-9
            compared += error[first + number] > 0
    assert compared > own.infosets // 2  # of some, all actions are worth the same


@pytest.mark.parametrize(
    ("game", "options", "iterations", "below"),
    [
        ("kuhn_poker", {}, 40_000, 0.02),
        ("kuhn_poker", {"linear": True, "plus": True}, 40_000, 0.04),
        ("kuhn_poker", OUTCOME, 100_000, 0.04),
        ("kuhn_poker", BASELINE, 100_000, 0.04),
        ("kuhn_poker", {"averaging": "walks"}, 40_000, 0.03),
        ("kuhn_poker(players=3)", {}, 60_000, 0.05),
        ("leduc_poker", {}, 60_000, 0.3),
        (DEALT, {}, 30_000, 0.03),
        (DEALT, {"linear": True}, 30_000, 0.03),
        (DEALT, OUTCOME, 100_000, 0.06),
        (DEALT, BASELINE, 100_000, 0.06),
        (THREE, {}, 20_000, 0.3),
        (THREE, {"averaging": "walks"}, 20_000, 0.3),
        (NUMBER, {}, 20_000, 0.05),
        (ANNIVERSARY, {}, 20_000, 0.05),
    ],
)
def test_averages_come_near_an_equilibrium(game: str, options: dict[str, Any], iterations: int, below: float) -> None:
    tree = tree_of(game)
    run = SamplingRun(game, seed=5, memory=1 << 25, **options)
    run.step(iterations // 50)
    early = nash_conv(tree, run.table().over(tree.choices))
    run.step(iterations - run.iteration)
    late = nash_conv(tree, run.table().over(tree.choices))
    assert late < below
    assert late < early or early < 1e-3


def test_a_wrong_baseline_does_no_harm_to_the_mean() -> None:
    tree, field = tree_of("kuhn_poker"), Field.of("kuhn_poker")
    table, room = field.new_table(1 << 20, has_baseline=True), field.room(3)
    how = Options(algorithm="outcome", baseline=True).how
    cells, walks = int(table.counts[CELLS]), 20_000
    samples = np.zeros((walks, cells))
    for walk in range(walks):
        table.baseline[:cells] = np.arange(cells) % 5 - 1.0
        field.iterate(table, table, how, room, range(1), 1)
        samples[walk] = table.regret[:cells]
        table.regret[:cells] = 0
    exact = np.zeros(cells)
    places = {name.tobytes(): place for place, name in enumerate(table.name)}
    regrets, own = uniform_regrets(tree, 0), tree.choices[0]
    for infoset in range(own.infosets):
        entry = places[own.name[infoset].tobytes()]
        exact[table.first[entry] : table.first[entry + 1]] = regrets[own.first[infoset] : own.first[infoset + 1]]
    error = samples.std(axis=0) / walks**0.5
    assert (abs(samples.mean(axis=0) - exact) <= 4.5 * error + 1e-9).all()
    assert (error > 0).sum() >= 12


def test_the_value_of_kuhn_poker_comes_out() -> None:
    tree = tree_of("kuhn_poker")
    run = SamplingRun("kuhn_poker", seed=1)
    run.step(200_000)
    assert expected_values(tree, run.table().over(tree.choices))[0] == pytest.approx(-1 / 18, abs=0.003)


def test_walks_of_their_own_keep_third_players_out_of_averages() -> None:
    """At its first decision a player has done nothing yet, so every iteration must count the same there.

    In poker for three the other two come to each of the third player's first decisions in one way. Where they do just
    anything, that has the chance 1/4, and 1/4 for the card. Averages by visits depend on what the others have learnt.
    """
    game = "kuhn_poker(players=3)"
    weights: dict[str, list[float]] = {}
    for averaging in ("walks", "visits"):
        run = SamplingRun(game, seed=2, averaging=averaging)
        run.step(40_000)
        table = run._table
        weights[averaging] = [
            float(table.average[table.first[entry] : table.first[entry + 1]].sum()) / run.iteration
            for entry in sorted(_first_decisions(build_histories(game)[0], player=2))
        ]
    assert len(weights["walks"]) == 16
    assert weights["walks"] == pytest.approx([1 / 16] * 16, rel=0.1)
    assert max(weights["visits"]) > 2 * min(weights["visits"])


def _first_decisions(histories: Any, player: int) -> set[int]:
    """The sets in which a player acts for the first time."""
    found: set[int] = set()
    lines = [(0, False)]
    while lines:
        history, acted = lines.pop()
        is_own = histories.kind[history] == 0 and histories.player[history] == player
        if is_own and not acted:
            found.add(int(histories.infoset[history]))
        first = int(histories.first[history])
        lines += [(child, acted or is_own) for child in range(first, first + int(histories.children[history]))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "below"), [("leduc_poker", 0.06), (THREE, 0.08)])
def test_long_runs_come_nearer(game: str, below: float) -> None:
    tree = tree_of(game)
    run = SamplingRun(game, seed=5, memory=1 << 27)
    run.step(600_000)
    assert float(gains(tree, run.table().over(tree.choices)).sum()) < below
