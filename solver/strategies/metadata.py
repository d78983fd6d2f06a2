"""What a strategy file says about itself: the game, how the strategy was made, and how good it is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from math import isfinite
from typing import Any, Self

from solver.spiel_games import settings_of


def nimmt_version() -> str:
    """The version of this package."""
    try:
        return version("nimmt")
    except PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True)
class Metadata:
    """All that can be said about a strategy in a few lines. None stands where something was not measured."""

    #: As OpenSpiel loads it.
    game: str
    #: What made it, like `cfr+`, `dcfr`, `lp`, `exact`.
    algorithm: str
    players: int = 2
    #: Our rules, where it is our game; filled in by itself.
    rules: str | None = None
    iterations: int | None = None
    seed: int | None = None
    #: What every player gets when all play by this strategy.
    values: tuple[float, ...] | None = None
    #: What a player could gain by deviating, on average over the players (NashConv by their number, as in OpenSpiel).
    #: Measured on 64-bit numbers; a file holds 32-bit ones, on which it differs by less than 1e-6.
    exploitability: float | None = None
    #: What each player alone could gain by deviating; for more than two players this is the measure (ε-Nash).
    gains: tuple[float, ...] | None = None
    seconds: float | None = None
    #: Size of the game, counted as OpenSpiel does on the turn-based game.
    histories: int | None = None
    infosets: int | None = None
    #: The command that made it.
    command: str | None = None
    version: str = ""
    notes: str = ""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not _fits(field.name, value):
                raise ValueError(f"the {field.name} of a strategy cannot be {value!r}")
        if self.players < 1:
            raise ValueError(f"a strategy is for 1 or more players, not for {self.players}")
        for name in ("values", "gains"):
            numbers = getattr(self, name)
            if numbers is not None and len(numbers) != self.players:
                raise ValueError(f"there are {self.players} players, but {len(numbers)} {name}")
        settings = settings_of(self.game)
        rules = None if settings is None else str(settings.rules)
        if self.rules not in (None, rules):
            raise ValueError(f"{self.game} has the rules {rules}, not {self.rules}")
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "version", self.version or nimmt_version())

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, answer: dict[str, Any]) -> Self:
        """Read what `to_json` gives; names that a later version may have added are left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: _as_tuple(value) for name, value in answer.items() if name in known})


_NUMBERS = ("seconds", "exploitability")
_COUNTS = ("iterations", "seed", "histories", "infosets")
_TEXTS = ("game", "algorithm", "version", "notes")


def _fits(name: str, value: Any) -> bool:
    """Whether a value may stand in a field."""
    if name in _TEXTS:
        return isinstance(value, str)
    if name == "players":
        return type(value) is int
    if value is None:
        return True
    if name in ("rules", "command"):
        return isinstance(value, str)
    if name in _COUNTS:
        return type(value) is int and value >= 0
    if name in _NUMBERS:
        return _is_number(value)
    return isinstance(value, tuple) and all(map(_is_number, value))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
