"""Games by their text: from `leduc_poker` to OpenSpiel's game, and to our rules where it is one of ours."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

import pyspiel

import game.spiel  # noqa: F401  (registers our games)
from game.spiel.games import SixNimmtGame
from game.spiel.parameters import Settings

#: How OpenSpiel writes a game whose players act at once, made turn-based.
_TURN_BASED: Final = re.compile(r"turn_based_simultaneous_game\(game=(.*)\)")


class UnknownGame(ValueError):
    """A text that OpenSpiel cannot load; the message says why."""


def load_game(text: str) -> Any:
    """OpenSpiel's game of a text such as `leduc_poker`; players who act at once do so in it."""
    return _load(inner_text(text))


@lru_cache(maxsize=64)
def _load(text: str) -> Any:
    name = text.partition("(")[0].strip()
    known = pyspiel.registered_names()
    if name not in known:  # OpenSpiel would list a hundred games
        close = get_close_matches(name, known)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        raise UnknownGame(f"OpenSpiel knows no game {name[:40]!r}{hint}")
    try:
        with _hushed():
            return pyspiel.load_game(text)
    except pyspiel.SpielError as error:
        raise UnknownGame(f"OpenSpiel cannot load {text[:200]!r}: {' '.join(str(error).split())[:300]}") from None


@contextmanager
def _hushed() -> Iterator[None]:
    """OpenSpiel writes its exceptions to standard error, beside raising them; once is enough."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def inner_text(text: str) -> str:
    """The game inside a turn-based one; any other text as it is."""
    match = _TURN_BASED.fullmatch(text.strip())
    return match[1] if match else text.strip()


def full_text(text: str) -> str:
    """The text that OpenSpiel gives a game, the same for all that mean the same parameters."""
    loaded = load_game(text)
    if isinstance(loaded, SixNimmtGame):
        # OpenSpiel keeps parameters as they were given: deck=0, or a number that is the usual one
        settings = loaded.settings
        return f"{settings.name} {settings.rules} {settings.payoff} {settings.fixed or ''}".strip()
    return str(loaded)


def settings_of(text: str) -> Settings | None:
    """The settings of one of our games; None where it is another."""
    loaded = load_game(text)
    return loaded.settings if isinstance(loaded, SixNimmtGame) else None
