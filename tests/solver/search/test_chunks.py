"""A search comes up for air: in how many calls its simulations are made does not change what it finds."""

from __future__ import annotations

import time
from typing import Any

import pytest

from game.rules import Rules
from game.state import State
from solver.search import searcher
from solver.search import simulate as kernels
from solver.search.searcher import Searcher, SearchSettings

VIEW = State.deal(Rules(players=3, hand=5), seed=4).view(1)


@pytest.fixture
def chunks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many simulations each call of the compiled code was asked for."""
    asked: list[int] = []
    simulate = kernels.simulate

    def counted(*arguments: Any) -> None:
        asked.append(arguments[-1])
        simulate(*arguments)

    searcher.prepare_search("base")
    monkeypatch.setattr(kernels, "simulate", counted)
    return asked


@pytest.mark.parametrize("selection", ["uct", "rm", "exp3"])
def test_chunks_do_not_change_the_answer(chunks: list[int], monkeypatch: pytest.MonkeyPatch, selection: str) -> None:
    settings = SearchSettings(selection=selection)
    monkeypatch.setattr(searcher, "FIRST_LONG_CHUNK", 600)
    at_once = Searcher(settings).search(VIEW, simulations=600, seed=7)
    assert chunks == [600]
    chunks.clear()
    monkeypatch.setattr(searcher, "FIRST_LONG_CHUNK", 7)
    monkeypatch.setattr(searcher, "MOST_GROWTH", 1)
    in_steps = Searcher(settings).search(VIEW, simulations=600, seed=7)
    assert chunks == [7] * 85 + [5]
    assert (in_steps.mix, in_steps.values, in_steps.visits) == (at_once.mix, at_once.values, at_once.visits)
    assert (in_steps.simulations, in_steps.nodes) == (at_once.simulations, at_once.nodes)


def test_no_call_takes_long(chunks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A long search is cut by the clock, and begins with few simulations."""
    monkeypatch.setattr(searcher, "LONG_CHUNK_SECONDS", 1e-9)
    Searcher().search(VIEW, simulations=1000)
    assert chunks == [256, 256, 256, 232]


def test_an_interrupt_is_heard_between_calls(chunks: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """And the next search of the same Searcher knows nothing of it."""
    one = Searcher()
    wanted = Searcher().search(VIEW, simulations=50).mix
    counted = kernels.simulate

    def interrupted(*arguments: Any) -> None:
        counted(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(kernels, "simulate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            one.search(VIEW, simulations=10**9)
    assert chunks[-1] == searcher.FIRST_LONG_CHUNK
    assert one.search(VIEW, simulations=50).mix == wanted


def test_compiling_does_not_eat_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    searcher.prepare_search("base")
    monkeypatch.setattr(searcher, "prepare_search", lambda _: time.sleep(0.3))
    found = Searcher().search(VIEW, seconds=0.1)
    assert found.simulations > searcher.FIRST_CHUNK
    assert 0.1 <= found.seconds < 0.3
