"""Sampling: iterations a second, against OpenSpiel's own external and outcome sampling on Leduc poker, in one run.

    python -m benchmarks.sampling
    python -m benchmarks.sampling --seconds 5 --json

An iteration is one walk for every player, in all of them. OpenSpiel has no sampling that could play our game without
holding Python states, so there only our own figures are given. On the real game external sampling would try all 10!
orders of a hand in every walk, and all rows that can be taken, so only outcome sampling is measured. Time is that of
this thread, so other work does not count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import pyspiel
from open_spiel.python.algorithms import external_sampling_mccfr, outcome_sampling_mccfr

from solver.sampling.run import Algorithm, SamplingRun

#: Ours must be this many times as fast as OpenSpiel's in Python.
AT_LEAST = 50.0

GAMES: tuple[tuple[str, tuple[Algorithm, ...]], ...] = (
    ("six_nimmt(players=2,hand=4,rows=2,deck=20)", ("external", "outcome")),
    ("six_nimmt(players=3,hand=4,rows=2,deck=20)", ("external", "outcome")),
    ("six_nimmt(players=2)", ("outcome",)),
)


def rate(step: Callable[[int], object], seconds: float) -> float:
    """Iterations a second: more and more of them until the last batch took long enough."""
    batch = 1
    while True:
        started = time.thread_time()
        step(batch)
        spent = time.thread_time() - started
        if spent >= seconds / 2:
            return batch / spent
        batch *= 2


def _steps(iteration: Callable[[], object]) -> Callable[[int], object]:
    return lambda count: [iteration() for _ in range(count)]


def on_leduc(seconds: float, repeats: int) -> dict[str, dict[str, float]]:
    """Iterations a second of both programs, and the median of the ratios of interleaved runs."""
    leduc = pyspiel.load_game("leduc_poker")
    theirs: dict[Algorithm, Any] = {
        "external": external_sampling_mccfr.ExternalSamplingSolver(leduc),
        "outcome": outcome_sampling_mccfr.OutcomeSamplingSolver(leduc),
    }
    answer: dict[str, dict[str, float]] = {}
    for algorithm, solver in theirs.items():
        ours = SamplingRun("leduc_poker", algorithm)
        pairs = [(rate(ours.step, seconds), rate(_steps(solver.iteration), seconds)) for _ in range(repeats)]
        answer[algorithm] = {
            "ours": max(one for one, _ in pairs),
            "openspiel_python": max(other for _, other in pairs),
            "ratio": statistics.median(one / other for one, other in pairs),
        }
    return answer


def on_the_engine(seconds: float) -> dict[str, dict[str, float]]:
    """Iterations a second on our game, from an empty table on."""
    answer: dict[str, dict[str, float]] = {}
    for game, algorithms in GAMES:
        answer[game] = {}
        for algorithm in algorithms:
            answer[game][algorithm] = rate(SamplingRun(game, algorithm, memory=1 << 31).step, seconds)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    leduc = on_leduc(arguments.seconds, arguments.repeats)
    ours = on_the_engine(arguments.seconds)
    if arguments.json:
        print(json.dumps({"leduc_poker": leduc, **ours}))
    else:
        for algorithm, each in leduc.items():
            print(
                f"leduc_poker  {algorithm:8} {each['ours']:9,.0f} iterations a second, OpenSpiel in Python "
                f"{each['openspiel_python']:6,.0f}: {each['ratio']:.0f} × as fast"
            )
        for game, rates in ours.items():
            for kind, found in rates.items():
                print(f"{game}  {kind:8} {found:9,.0f} iterations a second")
    slow = [algorithm for algorithm, each in leduc.items() if each["ratio"] < AT_LEAST]
    if slow:
        sys.exit(f"less than {AT_LEAST} times as fast as OpenSpiel in Python: {', '.join(slow)}")


if __name__ == "__main__":
    main()
