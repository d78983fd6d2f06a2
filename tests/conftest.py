"""What all tests share: steady hypothesis runs, and an engine that is compiled before the first clock starts."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from game.rules import Rules
from game.state import prepare_engine

# The same examples every time, so that a red test is red for everybody; `make test-slow` looks further.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(scope="session", autouse=True)
def _compiled_engine() -> None:
    prepare_engine(Rules())
