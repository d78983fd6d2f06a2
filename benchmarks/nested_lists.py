"""The yardstick of benchmarks.spiel: the base game for OpenSpiel, written the straightforward way with nested lists.

It is what one gets by following OpenSpiel's example games: lists for hands and rows, cards dealt one by one, every
question answered by looking at the lists. It plays right, and does not try to be fast.
"""

from __future__ import annotations

import pyspiel

_DEFAULTS = {"players": 4, "hand": 10, "rows": 4, "capacity": 5, "deck": 104}
_TYPE = pyspiel.GameType(
    short_name="nested_lists_nimmt",
    long_name="6 nimmt! with nested lists",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification=_DEFAULTS,
)


def bullheads(card: int) -> int:
    """How many bullheads a card has (C1)."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


class NestedListsGame(pyspiel.Game):  # type: ignore[misc]
    """The base game (B)."""

    def __init__(self, params: dict[str, int] | None = None) -> None:
        self.numbers = {**_DEFAULTS, **(params or {})}
        every = float(sum(map(bullheads, range(1, self.numbers["deck"] + 1))))
        super().__init__(
            _TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.numbers["deck"] + 1,
                max_chance_outcomes=self.numbers["deck"] + 1,
                num_players=self.numbers["players"],
                min_utility=-every,
                max_utility=every,
                utility_sum=0.0,
                max_game_length=2 * self.numbers["hand"],
            ),
            params or {},
        )

    def new_initial_state(self) -> NestedListsState:
        return NestedListsState(self)


class NestedListsState(pyspiel.State):  # type: ignore[misc]
    """A round: first the deal, then turns of one card from everybody."""

    def __init__(self, game: NestedListsGame) -> None:
        super().__init__(game)
        self.numbers = game.numbers
        self.deck = list(range(1, game.numbers["deck"] + 1))
        self.hands: list[list[int]] = [[] for _ in range(game.numbers["players"])]
        self.rows: list[list[int]] = []
        self.penalties = [0] * game.numbers["players"]
        self.waiting: list[tuple[int, int]] = []  # (card, player) of this turn that are not placed yet
        self.dealing = True

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.dealing:
            return int(pyspiel.PlayerId.CHANCE)
        if self.waiting:
            return self.waiting[0][1]
        return int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        return not self.dealing and not self.waiting and not any(self.hands)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chance = 1 / len(self.deck)
        return [(card, chance) for card in self.deck]

    def _legal_actions(self, player: int) -> list[int]:
        if self.waiting:
            return list(range(len(self.rows)))
        return sorted(self.hands[player])

    def _apply_action(self, action: int) -> None:
        if self.dealing:
            self._deal(action)
        else:
            card, player = self.waiting.pop(0)
            self._take(player, action, card)
            self._place_waiting()

    def _apply_actions(self, actions: list[int]) -> None:
        for player, card in enumerate(actions):
            self.hands[player].remove(card)
        self.waiting = sorted((card, player) for player, card in enumerate(actions))
        self._place_waiting()

    def _deal(self, card: int) -> None:
        self.deck.remove(card)
        for hand in self.hands:
            if len(hand) < self.numbers["hand"]:
                hand.append(card)
                return
        self.rows.append([card])
        self.dealing = len(self.rows) < self.numbers["rows"]

    def _place_waiting(self) -> None:
        """Place cards, lowest first, until one is below every row (B2 to B5)."""
        while self.waiting:
            card, player = self.waiting[0]
            lower = [row for row in self.rows if row[-1] < card]
            if not lower:
                return
            best = max(lower, key=lambda row: row[-1])
            self.waiting.pop(0)
            if len(best) == self.numbers["capacity"]:
                self._take(player, self.rows.index(best), card)
            else:
                best.append(card)

    def _take(self, player: int, row: int, card: int) -> None:
        self.penalties[player] += sum(map(bullheads, self.rows[row]))
        self.rows[row] = [card]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * len(self.hands)
        every = sum(self.penalties)
        others = len(self.hands) - 1
        return [(every - own) / others - own for own in self.penalties]

    def __str__(self) -> str:
        return f"{self.hands} {self.rows} {self.penalties} {self.waiting}"


pyspiel.register_game(_TYPE, NestedListsGame)
