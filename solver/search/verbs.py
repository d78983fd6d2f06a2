"""The engine's verbs for any rule set, told apart by the type of an argument: no rule is written here.

Every kernel of this folder takes such an argument along and is compiled once for each rule set, so that a search of the
base game does not have to wait until the special cards of the anniversary variant are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from numba.extending import overload

from game.engine.anniversary import apply as anniversary_apply
from game.engine.anniversary import legal as anniversary_legal
from game.engine.base import apply as base_apply
from game.engine.base import legal as base_legal
from game.engine.number import apply as number_apply
from game.engine.number import legal as number_legal


class BaseGame(NamedTuple):
    """Says that the base game is played (B, P)."""

    unused: int = 0


class NumberGame(NamedTuple):
    """Says that Take a Number is played (N)."""

    unused: int = 0


class AnniversaryGame(NamedTuple):
    """Says that the anniversary variant is played (A)."""

    unused: int = 0


AnyGame = BaseGame | NumberGame | AnniversaryGame

#: By the names that Rules have for rule sets.
GAMES: Final[dict[str, AnyGame]] = {
    "base": BaseGame(),
    "take-a-number": NumberGame(),
    "anniversary": AnniversaryGame(),
}

_LEGAL: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, seat, out: base_legal(flat, seat, out),
    NumberGame: lambda game, flat, seat, out: number_legal(flat, seat, out),
    AnniversaryGame: lambda game, flat, seat, out: anniversary_legal(flat, seat, out),
}
_APPLY: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, seat, action: base_apply(flat, seat, action, None),
    NumberGame: lambda game, flat, seat, action: number_apply(flat, seat, action, None),
    AnniversaryGame: lambda game, flat, seat, action: anniversary_apply(flat, seat, action, None),
}


def legal(game, flat, seat, out):
    """Write a seat's legal actions to `out`, ascending; how many there are."""
    return _LEGAL[type(game)](game, flat, seat, out)


def apply(game, flat, seat, action):
    """Let a seat, or chance, act, and play on to the next decision."""
    _APPLY[type(game)](game, flat, seat, action)


@overload(legal)
def _compiled_legal(game, flat, seat, out):
    return _LEGAL[game.instance_class]


@overload(apply)
def _compiled_apply(game, flat, seat, action):
    return _APPLY[game.instance_class]
