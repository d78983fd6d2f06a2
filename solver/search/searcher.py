"""Searcher: what to do with a View, by so many simulations or in so much time."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from game.deal import HIGHEST_SEED
from game.kernels import prepare
from game.rules import Rules
from game.state import State, prepare_engine
from game.view import View
from solver.search import simulate as kernels
from solver.search.determinize import hidden_from
from solver.search.kernels import FOLDERS
from solver.search.payoff import OBJECTIVES
from solver.search.rollout import POLICIES
from solver.search.selection import SELECTIONS, USUAL_EXPLORATION
from solver.search.simulate import Work, new_work
from solver.search.store import FIRST, NODES, REWARD, ROOT, SHARE, TRIES, new_tree
from solver.tree.verbs import GAMES

ISMCTS: Final = "ismcts"
SMMCTS: Final = "smmcts"
METHODS: Final = (ISMCTS, SMMCTS)
#: What tells the nodes of other seats apart in a search with hidden hands.
OPPONENTS: Final = ("hands", "moves")

#: Simulations, where neither their number nor a time is given.
USUAL_SIMULATIONS: Final = 2000
#: Bytes for a tree, if nothing else is said.
USUAL_MEMORY: Final = 1 << 27
#: A search by time looks at the clock after the first few simulations, then about this often.
FIRST_CHUNK: Final = 8
CHUNK_SECONDS: Final = 0.002
#: A search by simulations alone just comes up for air: compiled code does not hear an interrupt.
FIRST_LONG_CHUNK: Final = 256
LONG_CHUNK_SECONDS: Final = 0.1
#: The clock rests for at most so many times as many simulations as before.
MOST_GROWTH: Final = 4

_ready: set[str] = set()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How to search; everything but the budget and the seed. `exploration` is the usual one where it is None.

    `method`: "ismcts" deals hidden cards anew for every simulation, "smmcts" is for open hands. `selection`: "uct",
    "rm" or "exp3". `rollout`: "light" or "random". `objective`: "difference", "penalty" or "win". `opponents` says what
    tells the nodes of other seats apart in ismcts: "hands", so that a seat knows its hand, as it should, but is hardly
    ever seen twice with the same one where there are many cards; or "moves", so that what is learnt of a card is shared
    by all hands that hold it, as Cowling et al. do.
    """

    method: str = ISMCTS
    selection: str = "uct"
    exploration: float | None = None
    rollout: str = "light"
    objective: str = "difference"
    opponents: str = "moves"

    def __post_init__(self) -> None:
        for name, known in (
            ("method", METHODS),
            ("selection", tuple(SELECTIONS)),
            ("rollout", tuple(POLICIES)),
            ("objective", tuple(OBJECTIVES)),
            ("opponents", OPPONENTS),
        ):
            given = getattr(self, name)
            if given not in known:
                raise ValueError(f"there is no {name} {given!r} of a search: choose one of {', '.join(known)}")
        if not self.exploring >= 0 or (self.selection != "uct" and not 0 < self.exploring <= 1):
            raise ValueError(
                f"exploration of {self.selection} must be "
                f"{'0 or more' if self.selection == 'uct' else 'above 0 and at most 1'}, not {self.exploring}"
            )

    @property
    def exploring(self) -> float:
        return USUAL_EXPLORATION[self.selection] if self.exploration is None else self.exploration


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    `mix` has a probability for every legal action: the average of what was played for rm and exp3, without what was
    tried at random, and the shares of visits for uct. `values` has the mean payoff to this seat of each action that was
    tried, and `visits` how often that was. With one legal action there is nothing to search, and nothing is simulated.
    """

    mix: dict[int, float]
    values: dict[int, float]
    visits: dict[int, int]
    simulations: int
    seconds: float
    #: Nodes of all seats' trees.
    nodes: int = field(default=0, compare=False)

    @property
    def best(self) -> int:
        """The likeliest action, the lowest of several."""
        return max(self.mix, key=lambda action: (self.mix[action], -action))

    @property
    def value(self) -> float:
        """What the mix brings, as far as its actions were tried; nan where nothing was."""
        tried = sum(self.mix[action] for action in self.values)
        if not tried:
            return float("nan")
        return sum(self.mix[action] * value for action, value in self.values.items()) / tried


class Searcher:
    """Searches, and keeps its arrays for the next one; what it learnt is forgotten before every search."""

    def __init__(self, settings: SearchSettings | None = None, *, memory: int = USUAL_MEMORY) -> None:
        self.settings = settings or SearchSettings()
        self._tree = new_tree(memory)
        self._works: dict[int, Work] = {}

    def search(
        self, view: View, *, simulations: int | None = None, seconds: float | None = None, seed: int = 0
    ) -> SearchResult:
        """Look for what to do, with a budget of simulations or of seconds, or the sooner of both.

        With simulations alone the answer is a function of the View, the settings, their number and the seed. At least
        one is always made. The seconds begin when the compiled code is there.
        """
        _check_budget(simulations, seconds, seed)
        decision = view.decision
        if decision is None:
            raise ValueError(f"seat {view.seat + 1} has nothing to decide, so there is nothing to search for")
        if len(decision.actions) == 1:
            return SearchResult({decision.actions[0]: 1.0}, {}, {decision.actions[0]: 0}, 0, 0.0)
        settings = self.settings
        if settings.method == SMMCTS and not is_open(view):
            raise ValueError("smmcts needs a position in which all players know all hands: take ismcts for this one")
        prepare_search(view.rules.game)
        started = time.perf_counter()
        hidden = hidden_from(view)
        size = len(hidden.start)
        if size not in self._works:
            self._works[size] = new_work(size)
        work = self._works[size]
        numbers = np.zeros(kernels.SETTINGS, dtype=np.int64)
        numbers[kernels.ROOT_SEAT] = view.seat
        numbers[kernels.SELECTION] = SELECTIONS[settings.selection]
        numbers[kernels.ROLLOUT] = POLICIES[settings.rollout]
        numbers[kernels.OBJECTIVE] = OBJECTIVES[settings.objective]
        numbers[kernels.KNOW_HANDS] = settings.method == SMMCTS or settings.opponents == "hands"
        generator = np.array([seed], dtype=np.uint64)
        if simulations is None and seconds is None:
            simulations = USUAL_SIMULATIONS
        with np.errstate(over="ignore"):  # as plain Python, the generator's wrapping would be warned about
            done = 0
            least = FIRST_LONG_CHUNK if seconds is None else FIRST_CHUNK
            chunk = least
            while True:
                if simulations is not None:
                    chunk = min(chunk, simulations - done)
                began = time.perf_counter()
                kernels.simulate(
                    GAMES[view.rules.game],
                    self._tree,
                    work,
                    hidden,
                    numbers,
                    float(settings.exploring),
                    generator,
                    done == 0,
                    chunk,
                )
                done += chunk
                now = time.perf_counter()
                if done == simulations or (seconds is not None and now - started >= seconds):
                    break
                until = LONG_CHUNK_SECONDS if seconds is None else min(CHUNK_SECONDS, seconds - (now - started))
                chunk = min(max(int(chunk * until / max(now - began, 1e-9)), least), MOST_GROWTH * chunk)
        return self._result(view, work, decision.actions, done, time.perf_counter() - started)

    def _result(
        self, view: View, work: Work, actions: tuple[int, ...], simulations: int, seconds: float
    ) -> SearchResult:
        first = self._tree.nodes[self._tree.counters[ROOT], FIRST]
        lines = self._tree.lines[first : first + len(actions)]
        tries = lines[:, TRIES]
        weights = tries if self.settings.selection == "uct" else lines[:, SHARE]
        mix = weights / weights.sum()
        low, spread = work.lowest[view.seat], work.spread[view.seat]
        values = {
            action: float(low + spread * line[REWARD] / line[TRIES])
            for action, line in zip(actions, lines, strict=True)
            if line[TRIES]
        }
        return SearchResult(
            dict(zip(actions, mix.tolist(), strict=True)),
            values,
            {action: int(count) for action, count in zip(actions, tries, strict=True)},
            simulations,
            seconds,
            int(self._tree.counters[NODES]),
        )


def search(
    view: View,
    *,
    method: str = ISMCTS,
    selection: str = "uct",
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    exploration: float | None = None,
    rollout: str = "light",
    objective: str = "difference",
    opponents: str = "moves",
) -> SearchResult:
    """One search with a new Searcher; see SearchSettings for the choices.

    >>> state = State.deal(Rules(players=3), seed=1)
    >>> answer = search(state.view(0), simulations=500, seed=1)
    >>> answer.best in state.hands[0], round(sum(answer.mix.values()), 9), sum(answer.visits.values())
    (True, 1.0, 500)
    """
    settings = SearchSettings(method, selection, exploration, rollout, objective, opponents)
    return Searcher(settings).search(view, simulations=simulations, seconds=seconds, seed=seed)


def is_open(view: View) -> bool:
    """Whether all players know all hands, as far as cards on the table and counting tell (P3).

    Every card that is not shown is in the hands of two players at most, who then know each other's from their own; or
    nobody holds such a card. Special cards are secret unless there is only one kind or nobody holds any (A27).
    """
    not_shown = [size - len(shown) for size, shown in zip(view.hand_sizes, view.shown, strict=True)]
    own_secrets = len(set(view.hand) - set(view.shown[view.seat]))
    left_over = len(view.unseen) + own_secrets - sum(not_shown)
    holders = sum(count > 0 for count in not_shown)
    kinds = sum(count > 0 for count in view.rules.specials)
    return (holders == 0 or (holders <= 2 and left_over == 0)) and (kinds <= 1 or not any(view.special_sizes))


def _check_budget(simulations: int | None, seconds: float | None, seed: int) -> None:
    if simulations is not None and simulations < 1:
        raise ValueError(f"a search makes at least 1 simulation, not {simulations}")
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"seconds must be 0 or more, not {seconds}")
    if not 0 <= seed <= HIGHEST_SEED:
        raise ValueError("seed must be a whole number from 0 to 2^63 - 1")


def prepare_search(game: str) -> None:
    """Load the compiled search of a rule set before its first use in this process."""
    if game in _ready:
        return
    _ready.add(game)
    rules = Rules(game=game, players=2, hand=2, rows=2)
    prepare_engine(rules)

    def use() -> None:
        hidden = hidden_from(State.deal(rules).view(0))
        numbers = np.zeros(kernels.SETTINGS, dtype=np.int64)
        generator = np.zeros(1, dtype=np.uint64)
        work = new_work(len(hidden.start))
        with np.errstate(over="ignore"):
            kernels.simulate(GAMES[game], new_tree(0), work, hidden, numbers, 1.0, generator, True, 1)

    prepare(f"{game} search", use, *FOLDERS)
