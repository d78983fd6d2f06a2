"""What a user may write in the brackets of a game: the parameters, and the settings that they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import Any, Final

import numpy as np

from game.deal import Deal
from game.engine import anniversary, base, joint, number
from game.engine.layout import MAX_ROWS
from game.engine.specials import MOST_ACTIONS
from game.flat import Flat, new_flat
from game.kernels import prepare
from game.rules import USUAL, Rules, RulesError
from game.spiel.dealing import MOST_SPECIALS_DEALT, Dealer
from game.state import prepare_engine
from game.text import NotationError

Parameter = int | bool | str

#: In OpenSpiel a text must not be empty, nor look like a number.
NONE: Final = "none"
AS_USUAL: Final = "usual"
PAYOFFS: Final = ("difference", "penalty", "win")
#: Information-state tensors remember everything, so the number of rounds must have a limit.
MOST_ROUNDS: Final = 10

_EVERY_GAME: Final[dict[str, Parameter]] = {"players": 4, "deck": USUAL, "setup": "deal", "payoff": "difference"}
#: The parameters of each registered game and their defaults, which are those of Rules; a base game is one round.
PARAMETERS: Final[dict[str, dict[str, Parameter]]] = {
    "six_nimmt": {**_EVERY_GAME, "hand": 10, "rows": 4, "capacity": 5, "rounds": 1, "deal": NONE},
    "six_nimmt_number": {
        **_EVERY_GAME,
        "hand": 8,
        "rows": 3,
        "capacity": AS_USUAL,
        "rounds": 2,
        "starters": False,
        "deal": NONE,
    },
    "six_nimmt_anniversary": {
        **_EVERY_GAME,
        "hand": 12,
        "rows": 4,
        "capacity": 5,
        "rounds": 2,
        "specials": AS_USUAL,
        "specials_dealt": 3,
        "insert_end": False,
        "deal": NONE,
    },
}
RULES_NAMES: Final = {
    "six_nimmt": "base",
    "six_nimmt_number": "take-a-number",
    "six_nimmt_anniversary": "anniversary",
}
_ENGINES: Final[dict[str, ModuleType]] = {"base": base, "take-a-number": number, "anniversary": anniversary}
_STEPS: Final[dict[str, Callable[..., int]]] = {
    "base": joint.base_step,
    "take-a-number": joint.number_step,
    "anniversary": joint.anniversary_step,
}

# OpenSpiel splits parameters at commas and equals signs, and a text of digits, dots and hyphens becomes a number.
_TO_PARAMETER: Final = str.maketrans({",": ".", " ": ";", "=": ":"})
_FROM_PARAMETER: Final = str.maketrans({".": ",", ";": " ", ":": "="})


#: How a parameter of several numbers looks.
_LIKE: Final = {"capacity": "2/3/4", "specials": "4/4/4/4/4/4/4"}


def write_deal(deal: Deal) -> str:
    """A deal as the parameter `deal` takes it: our notation with other signs, `2.7.8/1.3.6/4.5`."""
    return str(deal).translate(_TO_PARAMETER)


@dataclass(frozen=True)
class Settings:
    """One game with all its parameters, checked; `Settings.of` makes it."""

    name: str
    #: What differs from the defaults, in the order of names.
    given: tuple[tuple[str, Parameter], ...]
    rules: Rules
    payoff: str
    #: The deal of the first round where it is given, not dealt.
    fixed: Deal | None

    @staticmethod
    def of(name: str, parameters: Mapping[str, Parameter]) -> Settings:
        """Check parameters; a RulesError or NotationError says what would be right."""
        known = PARAMETERS[name]
        given = {key: value for key, value in parameters.items() if value != known.get(key) or key not in known}
        if isinstance(given.get("deal"), str):
            given["deal"] = str(given["deal"]).strip().translate(_TO_PARAMETER)
        return _settings(name, tuple(sorted(given.items())))

    @property
    def drafts(self) -> bool:
        return self.rules.setup == "draft"

    @property
    def swaps(self) -> bool:
        """Whether somebody may ever draw a special card (A10)."""
        return self.rules.specials_dealt > 0

    @property
    def has_chance(self) -> bool:
        """Whether anything at all is left to chance."""
        return self.swaps or (not self.drafts and (self.fixed is None or self.rules.rounds > 1))

    @property
    def is_open(self) -> bool:
        """Whether everybody knows everything before cards are chosen.

        So it is after a draft (P3) and with a deal that is part of the rules, and with two players and no card left
        over, when the other hand is what one does not see. Special cards are hidden, drawn ones at any rate (A27),
        unless all are of one kind.
        """
        kinds = sum(count > 0 for count in self.rules.specials)
        known_deal = self.fixed is not None and self.rules.rounds == 1
        nothing_left = self.rules.players == 2 and self.rules.deck == self.rules.cards_dealt
        return not (self.swaps and kinds > 1) and (self.drafts or known_deal or nothing_left)

    @cached_property
    def dealer(self) -> Dealer:
        return Dealer(self.rules)

    def new_flat(self) -> Flat:
        """The flat state before the first round, with room behind it for what `step` writes."""
        most = MOST_ACTIONS if self.swaps else self.rules.deck + MAX_ROWS
        return np.append(new_flat(self.rules), np.zeros(joint.STARTS + self.rules.players + 1 + most, dtype=np.int64))

    @cached_property
    def report(self) -> int:
        """Where in a flat state `step` writes what can be done."""
        return len(new_flat(self.rules))

    @cached_property
    def players(self) -> int:
        return self.rules.players

    @cached_property
    def step(self) -> Callable[..., int]:
        """The compiled step of this game, ready to use (see game.engine.joint)."""
        game = self.rules.game
        prepare_engine(self.rules)
        prepare(f"{game} OpenSpiel", lambda: _use(game))
        return _STEPS[game]

    def start_round(self, flat: Flat, deal: Deal) -> None:
        """Set up the next round in a flat state."""
        _ENGINES[self.rules.game].start_round(flat, deal.array())

    def __reduce__(self) -> tuple[Any, ...]:
        return _settings, (self.name, self.given)

    def __deepcopy__(self, memo: dict[int, Any]) -> Settings:
        return self


@lru_cache(maxsize=256)
def _settings(name: str, given: tuple[tuple[str, Parameter], ...]) -> Settings:
    values = {**PARAMETERS[name], **dict(given)}
    unknown = sorted(set(values) - set(PARAMETERS[name]))
    if unknown:
        raise RulesError(f"{name} has no parameter {unknown[0]!r}: it has {', '.join(sorted(PARAMETERS[name]))}")
    setup, deal, payoff = values.pop("setup"), values.pop("deal"), values.pop("payoff")
    if payoff not in PAYOFFS:
        raise RulesError(f"there is no payoff {payoff!r}: choose one of {', '.join(PAYOFFS)}")
    if setup not in ("deal", "draft", "fixed"):
        raise RulesError(f"there is no set-up {setup!r}: choose deal, draft or fixed")
    if (setup == "fixed") != (deal != NONE):
        raise RulesError("setup=fixed and deal=… belong together: a fixed deal is written like deal=2.7.8/1.3.6/4.5")
    rules = _rules(name, {**values, "setup": "deal" if setup == "fixed" else setup})
    fixed = _read_deal(str(deal), rules) if setup == "fixed" else None
    return Settings(name, given, rules, str(payoff), fixed)


def _read_deal(text: str, rules: Rules) -> Deal:
    """What `write_deal` writes; what an error shows of our notation is put into the signs of the parameter."""
    try:
        return Deal.parse(text.translate(_FROM_PARAMETER), rules)
    except NotationError as error:
        message = re.sub(r",(?=\S)", ".", str(error)).replace("=", ":").replace("commas", "dots")
        raise NotationError(f"{message} (in deal={text})") from error


def _rules(name: str, values: dict[str, Parameter]) -> Rules:
    rounds = values["rounds"]
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        raise RulesError(f"rounds must be 1 to {MOST_ROUNDS}, not {rounds}")
    numbers: dict[str, int | tuple[int, ...] | bool | str] = dict(values)
    for key in ("capacity", "specials"):
        if isinstance(values.get(key), str):
            numbers[key] = _several(key, str(values[key]))
    rules = Rules(game=RULES_NAMES[name], target=0, **numbers)  # type: ignore[arg-type]
    if rules.specials_dealt > MOST_SPECIALS_DEALT:
        raise RulesError(f"specials_dealt must be at most {MOST_SPECIALS_DEALT}, not {rules.specials_dealt}")
    return rules


def _several(key: str, text: str) -> int | tuple[int, ...]:
    if text == AS_USUAL:
        return USUAL if key == "capacity" else ()
    parts = text.removesuffix("/").split("/")  # a number alone must not look like one to OpenSpiel: capacity=2/
    if not all(part.isdecimal() and len(part) <= 6 for part in parts):
        raise RulesError(f"cannot read {key}={text}: write numbers with strokes between, like {key}={_LIKE[key]}")
    return tuple(map(int, parts))


def _use(game: str) -> None:
    """Take the first step of some round, so that it is compiled."""
    rules = Rules(game=game)
    flat, deal = new_flat(rules), Deal.make(rules)
    _ENGINES[game].start_round(flat, deal.array())
    flat = np.append(flat, np.zeros(joint.STARTS + rules.players + 1 + MOST_ACTIONS, dtype=np.int64))
    _STEPS[game](flat, joint.NO_SEAT, 0, len(new_flat(rules)))
