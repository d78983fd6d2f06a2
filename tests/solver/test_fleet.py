"""A fleet and the Ray session that it runs in."""

from __future__ import annotations

import signal
import sys
from types import ModuleType
from typing import Any

import pytest

from solver.exact.fleet import Fleet


class FakeRay(ModuleType):
    """As much of Ray as a fleet without tasks needs; it takes SIGTERM for itself as the real one does."""

    def __init__(self, running: bool) -> None:
        super().__init__("ray")
        self.running = running
        self.exceptions = ModuleType("ray.exceptions")

    def is_initialized(self) -> bool:
        return self.running

    def init(self, **_: object) -> None:
        self.running = True
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    def shutdown(self) -> None:
        self.running = False

    def remote(self, **_: object) -> Any:
        class Remote:
            @staticmethod
            def remote(*_: object) -> object:
                return object()

        return lambda _: Remote

    def kill(self, _: object) -> None:
        pass


@pytest.mark.parametrize("running", [False, True], ids=["ours", "the caller's"])
def test_a_fleet_ends_only_a_ray_that_it_has_started(running: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(running)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray.exceptions)
    with Fleet(object, (), workers=2):
        assert ray.running
    assert ray.running == running


def test_whoever_listens_to_sigterm_still_does(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(running=False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", ray.exceptions)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with Fleet(object, (), workers=1):
            assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGTERM, before)
