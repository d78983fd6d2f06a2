"""The three games as OpenSpiel knows them: their types, their states, and their registration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyspiel

from game.spiel import bounds
from game.spiel.dealing import Outcomes
from game.spiel.moment import CHANCE, SIMULTANEOUS, TERMINAL, Moment
from game.spiel.observer import Observer
from game.spiel.parameters import PARAMETERS, Parameter, Settings

_LONG_NAMES = {
    "six_nimmt": "6 nimmt!",
    "six_nimmt_number": "6 nimmt! Take a Number",
    "six_nimmt_anniversary": "6 nimmt! anniversary variant",
}
_PLAYERS = {"six_nimmt": (2, 10), "six_nimmt_number": (2, 10), "six_nimmt_anniversary": (2, 8)}
_UTILITIES = {
    "difference": pyspiel.GameType.Utility.ZERO_SUM,
    "penalty": pyspiel.GameType.Utility.GENERAL_SUM,
    "win": pyspiel.GameType.Utility.CONSTANT_SUM,
}
_SUMS = {"difference": 0.0, "penalty": None, "win": 1.0}


def game_type(name: str, settings: Settings | None = None) -> Any:
    """The type of a game: for its settings, or as it is registered, which promises no more than holds for all."""
    kind = pyspiel.GameType
    has_chance = settings is None or settings.has_chance
    is_open = settings is not None and settings.is_open
    low, high = _PLAYERS[name]
    return kind(
        short_name=name,
        long_name=_LONG_NAMES[name],
        dynamics=kind.Dynamics.SIMULTANEOUS,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION if is_open else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if settings is None else _UTILITIES[settings.payoff],
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=PARAMETERS[name],
    )


class SixNimmtGame(pyspiel.Game):  # type: ignore[misc]
    """What the three games share: rules become settings, settings become a type, limits and a first moment."""

    name = "six_nimmt"

    def __init__(self, params: Mapping[str, Parameter] | None = None) -> None:
        settings = Settings.of(self.name, params or {})
        self.settings = settings
        lowest, highest = bounds.utilities(settings)
        super().__init__(
            game_type(self.name, settings),
            pyspiel.GameInfo(
                num_distinct_actions=bounds.distinct_actions(settings),
                max_chance_outcomes=bounds.most_chance_outcomes(settings),
                num_players=settings.rules.players,
                min_utility=lowest,
                max_utility=highest,
                utility_sum=_SUMS[settings.payoff],
                max_game_length=bounds.most_decisions(settings),
            ),
            dict(settings.given),
        )
        self._first = Moment.first(settings)

    def new_initial_state(self) -> SixNimmtState:
        """The start of a game."""
        return SixNimmtState(self, self._first)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can act."""
        return bounds.most_chance_nodes(self.settings)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Something that looks at states; by default the table as one player sees it."""
        return Observer(self.settings, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class NumberGame(SixNimmtGame):
    """Take a Number (N)."""

    name = "six_nimmt_number"


class AnniversaryGame(SixNimmtGame):
    """The anniversary variant (A)."""

    name = "six_nimmt_anniversary"


class SixNimmtState(pyspiel.State):  # type: ignore[misc]
    """OpenSpiel's state around a moment, which is the only thing that it holds.

    OpenSpiel's C++ side calls the methods with an underscore and a few others; from Python the methods here answer
    directly, without the way through C++ and back.
    """

    def __init__(self, game: SixNimmtGame, moment: Moment) -> None:
        super().__init__(game)
        self.moment = moment

    # What OpenSpiel asks

    def current_player(self) -> int:
        return self.moment.player

    def is_terminal(self) -> bool:
        return self.moment.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal(player)

    def chance_outcomes(self) -> Outcomes:
        dealing = self.moment.dealing
        return self.moment.outcomes() if dealing is None else dealing.offers

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.act(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.moment = self.moment.joint(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.moment.text(action)

    def returns(self) -> list[float]:
        return self.moment.returns()

    def __str__(self) -> str:
        return str(self.moment)

    # What Python need not ask C++

    def is_chance_node(self) -> bool:
        return self.moment.player == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.moment.player == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.moment.player >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player may do; without one, what the one whose turn it is, or chance, may do."""
        moment = self.moment
        if player is None:
            player = moment.player
        if player >= 0:
            return moment.legal(player)
        if moment.player == CHANCE:
            return [outcome for outcome, _ in moment.outcomes()]
        if moment.player == TERMINAL:
            return []
        if moment.player == SIMULTANEOUS:
            raise ValueError("all players choose at once here: ask for the legal actions of one, from 0 on")
        raise ValueError(f"there is no player {player}: it is the turn of player {moment.player}")


GAMES: tuple[type[SixNimmtGame], ...] = (SixNimmtGame, NumberGame, AnniversaryGame)


def register() -> None:
    """Make the games known to `pyspiel.load_game`."""
    for game in GAMES:
        pyspiel.register_game(game_type(game.name), game)
