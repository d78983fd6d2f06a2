"""A bot that plays by a strategy file, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from random import Random

from bots.witness import Witness
from game.records import Record
from game.view import View
from solver.strategy import Mix, SolvedStrategy, StrategyError, load_strategy
from solver.tree.flat_tree import WordArray


class StrategyBot:
    """Plays each action as often as a strategy says, and all equally often where the strategy says nothing.

    Besides `act` it must be told of the start of each round, `start_round(view)`, and of everything that happens,
    `observe(records)` with what State.act returns. It plays the rules that its file was made for, round by round; how
    the match ends does not matter.
    """

    def __init__(self, strategy: SolvedStrategy | str | PathLike[str], seed: int = 0) -> None:
        self.strategy = strategy if isinstance(strategy, SolvedStrategy) else load_strategy(strategy)
        #: How many decisions it found nothing about in its strategy.
        self.guesses = 0
        self._random = Random(seed)
        self._witness: Witness | None = None
        self._round = -1
        settings = self.strategy.settings
        if settings is None:
            raise StrategyError(
                f"{self.strategy.title} was made for {self.strategy.metadata.game}: a bot plays only 6 nimmt!"
            )
        if settings.rules.rounds != 1:
            raise StrategyError(
                f"{self.strategy.title} was made for {settings.rules.rounds} rounds: a bot plays those of one round"
            )
        self._settings = settings

    def start_round(self, view: View) -> None:
        """What the seat of this bot sees before the first turn, or before the first pick of a draft."""
        self.strategy.check_rules(view.rules)
        if view.round and view.rules.game == "anniversary":
            raise StrategyError(f"{self.strategy.title} is for the first round: special cards are kept after it (A11)")
        try:
            self._witness = Witness(self._settings, view)
        except ValueError as error:
            raise StrategyError(f"{self.strategy.title} cannot be played here: {error}") from None
        self._round = view.round

    def observe(self, records: Iterable[Record]) -> None:
        """What has happened at the table, in order."""
        if self._witness is not None:
            self._witness.observe(records)

    def name(self, view: View) -> WordArray:
        """The name of this bot's information set, at a decision of its own."""
        return self._ready(view).name(view)

    def mix(self, view: View) -> Mix | None:
        """{action: (probability, value)} for the open decision; None where the strategy says nothing about it."""
        witness = self._ready(view)
        decision = view.decision
        assert decision is not None
        name = witness.name(view)
        if len(decision.actions) == 1:
            return {decision.actions[0]: (1.0, float("nan"))}
        found = self.strategy.mix(witness.player, name)
        if found is None:
            return None
        mix = {witness.to_table(decision.kind, action): what for action, what in found.items()}
        if set(mix) != set(decision.actions):
            raise StrategyError(f"{self.strategy.title} has other actions than the rules allow here")
        return dict(sorted(mix.items()))

    def act(self, view: View) -> int:
        """An action of the open decision, drawn from the mix."""
        witness = self._ready(view)
        decision = view.decision
        assert decision is not None
        mix = self.mix(view)
        if mix is None:
            self.guesses += 1
            action = self._random.choice(decision.actions)
        else:
            (action,) = self._random.choices(list(mix), [chance for chance, _ in mix.values()])
        witness.decided(decision, action)
        return action

    def _ready(self, view: View) -> Witness:
        """The witness of this round; a round that only begins may begin without `start_round`."""
        if view.decision is None:
            raise ValueError(f"seat {view.seat + 1} has nothing to decide now")
        if self._witness is None or view.round != self._round:
            self.start_round(view)
        assert self._witness is not None
        return self._witness
