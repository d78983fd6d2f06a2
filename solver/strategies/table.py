"""One player's part of a strategy: a mix for every information set, found by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, isnan, nan
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.tree.flat_tree import Choices, Strategy, WordArray

#: The two words of a name as plain numbers, which can be a key of a dict.
Name = tuple[int, int]
#: What is played with which probability, and what it is worth to the player (nan: unknown).
Mix = dict[int, tuple[float, float]]

#: How many information sets `mixes` takes out of the arrays at once.
_PIECE: Final = 10_000

SmallFloats = npt.NDArray[np.float32]


def name_key(name: WordArray | Name) -> Name:
    """A name as a key of a dict."""
    return int(name[0]), int(name[1])


def name_hex(name: WordArray | Name) -> str:
    """A name as 32 hexadecimal digits."""
    return f"{int(name[0]):016x}{int(name[1]):016x}"


@dataclass(frozen=True, eq=False)
class Table:
    """Information sets in ascending order of their names, with at least two actions each.

    Set i has the actions first[i] to first[i + 1] − 1, in ascending order.
    """

    names: WordArray  # (infosets, 2)
    first: npt.NDArray[np.int64]  # (infosets + 1,)
    actions: npt.NDArray[np.int32]
    probabilities: SmallFloats
    #: What an action is worth to the player, where its information set is reached; nan where nobody found out.
    values: SmallFloats

    @classmethod
    def of_choices(cls, choices: Choices, strategy: Strategy, values: Strategy | None = None) -> Table:
        """The strategy of one player on a flat tree; `values` has one for each sequence, too."""
        if len(strategy) != choices.sequences or (values is not None and len(values) != choices.sequences):
            raise ValueError(f"a strategy here has {choices.sequences} numbers, one for each sequence")
        order = np.lexsort((choices.name[:, 1], choices.name[:, 0]))
        sizes = np.diff(choices.first)[order]
        first = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)])
        # the sequences of every set in the new order: its own first one, and so on
        take = np.arange(first[-1]) + np.repeat(choices.first[:-1][order] - first[:-1], sizes)
        shown = np.full(len(take), nan) if values is None else values[take]
        return cls(
            np.ascontiguousarray(choices.name[order]),
            first,
            choices.action[take].astype(np.int32),
            strategy[take].astype(np.float32),
            shown.astype(np.float32),
        ).checked()

    @classmethod
    def of_mixes(cls, mixes: Mapping[Name, Mapping[int, float] | Mix]) -> Table:
        """A table from plain dicts, with probabilities or (probability, value). Sets with one action are left out."""
        several = sorted((name, mix) for name, mix in mixes.items() if len(mix) > 1)
        rows = [(action, _pair(what)) for _, mix in several for action, what in sorted(mix.items())]
        return cls(
            np.array([name for name, _ in several], dtype=np.uint64).reshape(-1, 2),
            np.concatenate([[0], np.cumsum([len(mix) for _, mix in several])]).astype(np.int64),
            np.array([action for action, _ in rows], dtype=np.int32),
            np.array([what[0] for _, what in rows], dtype=np.float32),
            np.array([what[1] for _, what in rows], dtype=np.float32),
        ).checked()

    def checked(self) -> Table:
        """This table, if it is in order; a ValueError says what is not."""
        sizes = np.diff(self.first)
        if len(self.first) != len(self.names) + 1 or self.first[0] != 0 or (sizes < 2).any():
            raise ValueError("an information set has fewer than two actions")
        if not (len(self.actions) == len(self.probabilities) == len(self.values) == self.first[-1]):
            raise ValueError("actions, probabilities and values differ in number")
        a, b = self.names[:, 0], self.names[:, 1]
        if not ((a[:-1] < a[1:]) | ((a[:-1] == a[1:]) & (b[:-1] < b[1:]))).all():
            raise ValueError("an information set stands in it twice, or its names are not in order")
        if (self._same_set & (self.actions[:-1] >= self.actions[1:])).any() or (self.actions < 0).any():
            raise ValueError("the actions of an information set are not in order")
        if not (self.probabilities >= 0).all() or np.isinf(self.values).any():
            raise ValueError("a probability is below 0, or a value is no number")
        if len(sizes) and (abs(np.add.reduceat(self.probabilities, self.first[:-1], dtype=float) - 1) > 1e-3).any():
            raise ValueError("probabilities do not add up to 1")
        return self

    @property
    def infosets(self) -> int:
        return len(self.names)

    @cached_property
    def owner(self) -> npt.NDArray[np.int64]:
        """The information set of every action."""
        return np.repeat(np.arange(self.infosets), np.diff(self.first))

    @property
    def _same_set(self) -> npt.NDArray[np.bool_]:
        same: npt.NDArray[np.bool_] = self.owner[:-1] == self.owner[1:]
        return same

    @cached_property
    def _first_words(self) -> WordArray:
        """The first word of every name side by side, as a binary search wants them."""
        return np.ascontiguousarray(self.names[:, 0])

    @cached_property
    def _longest_run(self) -> int:
        """How many names share their first word at most; more than 1 only by a rare chance."""
        _, counts = np.unique(self._first_words, return_counts=True)
        return int(counts.max(initial=0))

    def find(self, names: WordArray) -> npt.NDArray[np.int64]:
        """Where each of many names (n, 2) stands; -1 for those that are not here."""
        found = np.full(len(names), -1, dtype=np.int64)
        begin = np.searchsorted(self._first_words, names[:, 0])
        for step in range(self._longest_run):
            place = begin + step
            inside = np.minimum(place, self.infosets - 1)
            hit = (place < self.infosets) & (self.names[inside] == names).all(axis=1)
            found[hit] = place[hit]
        return found

    def mix(self, name: WordArray | Name) -> Mix | None:
        """What to play in an information set; None where it is not in the table."""
        first, second = name_key(name)
        place = int(self._first_words.searchsorted(np.uint64(first)))
        while place < self.infosets and self._first_words[place] == first:
            if self.names[place, 1] == second:
                return self.mix_at(place)
            place += 1
        return None

    def mix_at(self, place: int) -> Mix:
        """The mix of the set at a place; its probabilities add up to 1."""
        start, end = int(self.first[place]), int(self.first[place + 1])
        chances = self.probabilities[start:end].tolist()
        total = sum(chances)
        pairs = zip(chances, self.values[start:end].tolist(), strict=True)
        return {
            action: (chance / total, value)
            for action, (chance, value) in zip(self.actions[start:end].tolist(), pairs, strict=True)
        }

    def mixes(self) -> Iterator[tuple[Name, Mix]]:
        """All information sets, in ascending order of their names."""
        # Plain lists, made in pieces: numbers taken from arrays one by one take several times as long.
        for start in range(0, self.infosets, _PIECE):
            end = min(start + _PIECE, self.infosets)
            first = self.first[start : end + 1].tolist()
            here = slice(first[0], first[-1])
            totals = np.add.reduceat(self.probabilities[here], self.first[start:end] - first[0], dtype=float)
            chances = (self.probabilities[here] / np.repeat(totals, np.diff(first))).tolist()
            rows = list(
                zip(self.actions[here].tolist(), zip(chances, self.values[here].tolist(), strict=True), strict=True)
            )
            for place, (one, other) in enumerate(self.names[start:end].tolist()):
                yield (one, other), dict(rows[first[place] - first[0] : first[place + 1] - first[0]])

    def on_choices(self, choices: Choices) -> tuple[Strategy, int]:
        """The strategy of one player on a flat tree, and how many of its sets are not here and so are uniform."""
        place = self.find(choices.name)
        known = place >= 0
        sizes = np.diff(choices.first)
        if (np.diff(self.first)[place[known]] != sizes[known]).any():
            raise ValueError("an information set of the game has other actions than in the strategy")
        strategy = choices.uniform()
        owner = choices.infoset_of[1:]
        at_known = np.flatnonzero(known[owner])
        take = (at_known + 1 - choices.first[owner[at_known]]) + self.first[place[owner[at_known]]]
        if (self.actions[take] != choices.action[1:][at_known]).any():
            raise ValueError("an information set of the game has other actions than in the strategy")
        strategy[1:][at_known] = self.probabilities[take]
        return choices.normalized(strategy), int((~known).sum())


def _pair(what: Any) -> tuple[float, float]:
    """Probability and value, the latter nan where it is not given."""
    chance, value = what if isinstance(what, tuple) else (what, nan)
    if not isfinite(chance) or not (isfinite(value) or isnan(value)):
        raise ValueError(f"{what!r} is no probability with its value")
    return float(chance), float(value)
