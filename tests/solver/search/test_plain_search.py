"""The compiled search is plain Python too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.solver.search.plain_search import searches


def test_plain_python_searches_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.solver.search.plain_search"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == searches()
