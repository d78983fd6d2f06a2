"""The examples in docstrings of this room are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import game

MODULES = [module.name for module in pkgutil.walk_packages(game.__path__, "game.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples_at_all() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) >= 5
