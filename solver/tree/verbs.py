"""The engine's verbs for any rule set, told apart by the type of an argument: no rule is written here.

Kernels that take such an argument along are compiled once for each rule set, so that nobody who plays the base game has
to wait until the special cards of the anniversary variant are compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from numba.extending import overload

from game.engine import anniversary, base, joint, number


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
# Each of these names the functions themselves: what numba compiles must not hold on to anything, or it is not kept.
_LEGAL: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, seat, out: base.legal(flat, seat, out),
    NumberGame: lambda game, flat, seat, out: number.legal(flat, seat, out),
    AnniversaryGame: lambda game, flat, seat, out: anniversary.legal(flat, seat, out),
}
_APPLY: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, seat, action: base.apply(flat, seat, action, None),
    NumberGame: lambda game, flat, seat, action: number.apply(flat, seat, action, None),
    AnniversaryGame: lambda game, flat, seat, action: anniversary.apply(flat, seat, action, None),
}
_START: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, cards: base.start_round(flat, cards),
    NumberGame: lambda game, flat, cards: number.start_round(flat, cards),
    AnniversaryGame: lambda game, flat, cards: anniversary.start_round(flat, cards),
}
_STEP: Final[dict[type, Callable[..., Any]]] = {
    BaseGame: lambda game, flat, seat, action, place: joint.base_step(flat, seat, action, place),
    NumberGame: lambda game, flat, seat, action, place: joint.number_step(flat, seat, action, place),
    AnniversaryGame: lambda game, flat, seat, action, place: joint.anniversary_step(flat, seat, action, place),
}


def legal(game, flat, seat, out):
    """Write a seat's legal actions to `out`, ascending; how many there are."""
    return _LEGAL[type(game)](game, flat, seat, out)


def apply(game, flat, seat, action):
    """Let a seat, or chance, act, and play on to the next decision."""
    _APPLY[type(game)](game, flat, seat, action)


def start_round(game, flat, cards):
    """Set up the next round with a deal."""
    _START[type(game)](game, flat, cards)


def step(game, flat, seat, action, place):
    """Let a seat, or all of them, act, and write down what can be done then (see game.engine.joint)."""
    return _STEP[type(game)](game, flat, seat, action, place)


@overload(legal)
def _compiled_legal(game, flat, seat, out):
    return _LEGAL[game.instance_class]


@overload(apply)
def _compiled_apply(game, flat, seat, action):
    return _APPLY[game.instance_class]


@overload(start_round)
def _compiled_start_round(game, flat, cards):
    return _START[game.instance_class]


@overload(step)
def _compiled_step(game, flat, seat, action, place):
    return _STEP[game.instance_class]
