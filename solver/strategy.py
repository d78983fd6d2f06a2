"""Strategies: what to play in every information set, how it was found, and how good it is.

    strategy = load_strategy("leduc.strategy")
    strategy.metadata.exploitability
    strategy.mix(0, name_of(state, 0))      # {action: (probability, value)}

Information sets with one legal action are not kept: there is nothing to decide. A set that a solver has never visited
is not kept either; whoever meets it plays all actions equally often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from os import PathLike
from pathlib import Path

from game.rules import Rules
from game.spiel.parameters import Settings
from solver.measures import action_values
from solver.spiel_games import full_text, inner_text, settings_of
from solver.strategies.file_format import StrategyError, read_file, write_file
from solver.strategies.metadata import Metadata
from solver.strategies.table import Mix, Name, Table, name_hex, name_key
from solver.tree.flat_tree import FlatTree, Strategy, WordArray
from solver.tree.names import name_of_text

__all__ = [
    "Metadata",
    "Mix",
    "Name",
    "SolvedStrategy",
    "StrategyError",
    "Table",
    "load_strategy",
    "name_hex",
    "name_key",
    "save_strategy",
]


@dataclass(frozen=True, eq=False)
class SolvedStrategy:
    """A table for every player, and what is known about them all."""

    metadata: Metadata
    tables: tuple[Table, ...]
    #: What to call it in messages: its file, if it has one.
    title: str = "this strategy"

    def __post_init__(self) -> None:
        if len(self.tables) != self.metadata.players:
            raise ValueError(f"there are {self.metadata.players} players, but {len(self.tables)} tables")

    @classmethod
    def of_tree(
        cls,
        tree: FlatTree,
        strategies: Sequence[Strategy],
        values: Sequence[Strategy] | None = None,
        metadata: Metadata | None = None,
    ) -> SolvedStrategy:
        """Everybody's strategy on a flat tree. Without values they are computed, where the tree knows chance."""
        metadata = metadata or Metadata(tree.game, "unknown", tree.players)
        if full_text(metadata.game) != full_text(tree.game):
            raise ValueError(f"the tree is of {tree.game}, and its metadata are for {metadata.game}")
        if len(strategies) != tree.players:
            raise ValueError(f"{tree.players} players need as many strategies, not {len(strategies)}")
        if values is None and tree.chance is not None:
            values = [action_values(tree, strategies, player) for player in range(tree.players)]
        metadata = replace(
            metadata,
            players=tree.players,
            histories=tree.histories if metadata.histories is None else metadata.histories,
            infosets=tree.infosets if metadata.infosets is None else metadata.infosets,
        )
        tables = tuple(
            Table.of_choices(own, strategies[player], None if values is None else values[player])
            for player, own in enumerate(tree.choices)
        )
        return cls(metadata, tables)

    @classmethod
    def of_mixes(cls, metadata: Metadata, mixes: Sequence[Mapping[Name, Mapping[int, float] | Mix]]) -> SolvedStrategy:
        """From plain dicts, one for each player: {name: {action: probability}}, or (probability, value) instead."""
        return cls(metadata, tuple(map(Table.of_mixes, mixes)))

    def save(self, path: str | PathLike[str]) -> None:
        """Write a strategy file."""
        write_file(Path(path), self.metadata, self.tables)

    # Looking up

    @property
    def players(self) -> int:
        return self.metadata.players

    def mix(self, player: int, name: WordArray | Name) -> Mix | None:
        """{action: (probability, value)} of an information set; None where the strategy does not know it."""
        return self.tables[player].mix(name)

    def mix_of_text(self, player: int, text: str) -> Mix | None:
        """The same for an information-state string of a game that is not ours."""
        return self.mix(player, name_of_text(text))

    def on_tree(self, tree: FlatTree) -> tuple[list[Strategy], int]:
        """Everybody's strategy on the flat tree of its game, and how many sets it does not know, which are uniform."""
        self.check_game(tree.game)
        found = [table.on_choices(own) for table, own in zip(self.tables, tree.choices, strict=True)]
        return [strategy for strategy, _ in found], sum(unknown for _, unknown in found)

    # What it is for

    @cached_property
    def settings(self) -> Settings | None:
        """The game with all its numbers, where it is one of ours."""
        return settings_of(self.metadata.game)

    def check_game(self, game: str) -> None:
        """Raise StrategyError unless this was made for an OpenSpiel game."""
        if full_text(game) != full_text(self.metadata.game):
            raise StrategyError(f"{self.title} was made for {inner_text(self.metadata.game)}, not for {game}")

    def check_rules(self, rules: Rules) -> None:
        """Raise StrategyError unless this was made for a round of these rules; how a match ends does not matter."""
        settings = self.settings
        if settings is None:
            raise StrategyError(f"{self.title} was made for {self.metadata.game}, not for 6 nimmt!")
        if one_round(settings.rules) != one_round(rules):
            raise StrategyError(f"{self.title} was made for {settings.rules}, not for {rules}")


@lru_cache(maxsize=64)
def one_round(rules: Rules) -> Rules:
    """The same rules for a single round."""
    return replace(rules, target=0, at_least=False, rounds=1)


def save_strategy(
    path: str | PathLike[str],
    tree: FlatTree,
    strategies: Sequence[Strategy],
    values: Sequence[Strategy] | None = None,
    metadata: Metadata | None = None,
) -> SolvedStrategy:
    """Write everybody's strategy on a flat tree to a file.

    `values` has what each sequence is worth to its player (nan: unknown); without them they are computed where the tree
    knows how likely chance makes its ends, and else unknown.
    """
    strategy = SolvedStrategy.of_tree(tree, strategies, values, metadata)
    strategy.save(path)
    return replace(strategy, title=str(path))


def load_strategy(path: str | PathLike[str]) -> SolvedStrategy:
    """Read a strategy file; a StrategyError says what is wrong with it."""
    metadata, tables = read_file(Path(path))
    return SolvedStrategy(metadata, tables, str(path))
