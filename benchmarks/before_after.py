"""The base engine's speed at another commit and now, as a ratio in one run.

    python -m benchmarks.before_after e7c602e

Both trees are measured in turns, each in a process of its own, and the best of each counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_HERE = Path(__file__).parent.parent

# Uses only what the engine has had from its first commit on.
_MEASURE = """
import time
import numpy as np
from game.engine.rollout import random_rounds
from game.flat import new_flat
from game.rules import Rules
penalties = np.zeros(10, dtype=np.int64)
best = float("inf")
random_rounds(new_flat(Rules(players={players})), 1, 0, 10, penalties)
for _ in range(5):
    started = time.perf_counter()
    random_rounds(new_flat(Rules(players={players})), 1, 0, {rounds}, penalties)
    best = min(best, time.perf_counter() - started)
print(best / {rounds})
"""


def seconds_a_round(tree: Path, players: int, rounds: int) -> float:
    """Measure one tree in a process of its own."""
    code = _MEASURE.format(players=players, rounds=rounds)
    # Run in the tree, whose modules come first for `python -c`.
    done = subprocess.run([sys.executable, "-c", code], cwd=tree, env=os.environ, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"measuring {tree} failed:\n{done.stderr}")
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4, 10], metavar="N")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        git = ["git", "-C", str(_HERE)]
        subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(before), arguments.commit], check=True)
        try:
            for players in arguments.players:
                best = {before: float("inf"), _HERE: float("inf")}
                for _ in range(arguments.repeats):
                    for tree in best:
                        best[tree] = min(best[tree], seconds_a_round(tree, players, arguments.rounds))
                ratio = best[_HERE] / best[before]
                times = f"{1e6 * best[before]:.3f} µs a round before, {1e6 * best[_HERE]:.3f} now"
                print(f"{players:2} players: {times}, ratio {ratio:.3f}")
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", str(before)], check=True)


if __name__ == "__main__":
    main()
