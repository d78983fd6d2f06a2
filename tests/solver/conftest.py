"""One solver for all tests of a process: what it has compiled and learnt is there for the next one."""

from __future__ import annotations

import pytest

from solver.exact.solver import ExactSolver


@pytest.fixture(scope="session")
def solver() -> ExactSolver:
    return ExactSolver(memory=1 << 26)
