"""What a search plays, as a strategy of a small game: one search an information set, and how exploitable that is.

A search is asked as a bot is asked: it gets the View of the seat that has to decide and nothing else. A View forgets
how the table came about, so information sets that look alike get the same answer, and hidden cards are dealt as if
everybody had played at random so far. That is what the search does in a game, and so it is what is measured here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pyspiel

from game.spiel.games import SixNimmtGame
from game.spiel.moment import CHANCE, SIMULTANEOUS, TERMINAL, Moment
from game.state import State
from game.view import View
from solver.measures import exploitability
from solver.search.searcher import ISMCTS, SMMCTS, Searcher, SearchSettings
from solver.tree.flat_tree import FlatTree, Strategy
from solver.tree.fold import fold_words
from solver.tree.from_spiel import tree_from_spiel
from solver.tree.names import event_words

#: The two words of an information set's name (see solver.tree.names).
Name = tuple[int, int]
#: For information sets by name, the probability of each action.
Table = dict[Name, dict[int, float]]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How exploitable a search is with some budget and seed; `seconds` is the time of all its searches."""

    game: str
    method: str
    selection: str
    simulations: int
    seed: int
    exploitability: float
    information_sets: int
    seconds: float


def our_game(which: str | pyspiel.Game) -> SixNimmtGame:
    """A game of ours by its name with parameters; a ValueError for others, which our engine cannot play."""
    game = pyspiel.load_game(which) if isinstance(which, str) else which
    if not isinstance(game, SixNimmtGame):
        raise ValueError(f"{which} is not one of our games, so there is no engine to search it with")
    return game


def fitting(settings: SearchSettings, game: SixNimmtGame) -> SearchSettings:
    """These settings with the method that fits a game's hands, and with its payoff as the objective."""
    method = SMMCTS if game.settings.is_open else ISMCTS
    return replace(settings, method=method, objective=game.settings.payoff)


def moments(game: SixNimmtGame) -> Iterator[Moment]:
    """Every history of a game in which somebody has something to decide."""
    waiting = [Moment.first(game.settings)]
    while waiting:
        moment = waiting.pop()
        if moment.player == CHANCE:
            waiting += [moment.act(action) for action, _ in moment.outcomes()]
        elif moment.player == SIMULTANEOUS:
            yield moment
            hands = [moment.legal(seat) for seat in range(game.settings.players)]
            waiting += [moment.joint(cards) for cards in product(*hands)]
        elif moment.player != TERMINAL:
            yield moment
            waiting += [moment.act(action) for action in moment.legal(moment.player)]


def view_of(moment: Moment, seat: int) -> View:
    """What a seat sees in a moment; all hands, where everybody knows them."""
    settings = moment.settings
    state = State(settings.rules, moment.flat[: settings.report])
    view = state.view(seat)
    return replace(view, shown=state.hands) if settings.is_open else view


def decisions_of(which: str | pyspiel.Game, progress: Callable[[int, int], None] | None = None) -> dict[Name, View]:
    """The View of every information set of a game in which there is something to choose.

    `progress` is told how many histories were looked at, and how many information sets were found in them.
    """
    game = our_game(which)
    found: dict[Name, View] = {}
    with np.errstate(over="ignore"):  # names wrap around on purpose
        for looked_at, moment in enumerate(moments(game), 1):
            for seat in range(game.settings.players):
                if len(moment.legal(seat)) < 2:
                    continue
                words = np.array(event_words(moment, seat), dtype=np.int64)
                first, second = fold_words(seat, words).tolist()
                if (first, second) not in found:
                    found[first, second] = view_of(moment, seat)
            if progress is not None:
                progress(looked_at, len(found))
    return found


def extract(
    which: str | pyspiel.Game, settings: SearchSettings | None = None, *, simulations: int, seed: int = 0
) -> Table:
    """The mix of a search of so many simulations in every information set of a small game.

    Games with open hands are searched with smmcts, others with ismcts; the objective is the payoff of the game. Every
    search begins anew with the same seed. Unless settings say otherwise, other seats know their hands: in small games
    these come again often enough.
    """
    game = our_game(which)
    chosen = fitting(settings or SearchSettings(opponents="hands"), game)
    return _search_all(decisions_of(game), chosen, simulations, seed)


def _search_all(
    decisions: Mapping[Name, View],
    settings: SearchSettings,
    simulations: int,
    seed: int,
    progress: Callable[[], None] | None = None,
) -> Table:
    """One search for each View; `progress` is called after every search."""
    searcher = Searcher(settings)
    answers: dict[View, dict[int, float]] = {}
    for view in decisions.values():
        if view not in answers:
            answers[view] = searcher.search(view, simulations=simulations, seed=seed).mix
            if progress is not None:
                progress()
    return {name: answers[view] for name, view in decisions.items()}


def strategies_of(tree: FlatTree, table: Table) -> list[Strategy]:
    """A table as a strategy of each player of a tree; all actions equally likely in sets that are not in it."""
    strategies = []
    for own in tree.choices:
        strategy = own.uniform()
        for infoset, name in enumerate(own.name.tolist()):
            mix = table.get((name[0], name[1]))
            if mix is not None:
                sequences = range(own.first[infoset], own.first[infoset + 1])
                strategy[sequences.start : sequences.stop] = [mix[int(own.action[each])] for each in sequences]
        strategies.append(strategy)
    return strategies


def exploitability_curve(
    which: str | pyspiel.Game,
    settings: Iterable[SearchSettings],
    budgets: Sequence[int],
    seeds: Sequence[int],
    *,
    tree: FlatTree | None = None,
) -> list[CurvePoint]:
    """How exploitable searches are in a small game, for every budget of simulations and every seed.

    `tree` is the game's flat tree where there is one already.
    """
    game = our_game(which)
    tree = tree or tree_from_spiel(game)
    return [point for point, _ in curve_points(game, settings, budgets, seeds, tree, decisions_of(game))]


def curve_points(
    game: SixNimmtGame,
    settings: Iterable[SearchSettings],
    budgets: Sequence[int],
    seeds: Sequence[int],
    tree: FlatTree,
    decisions: Mapping[Name, View],
    progress: Callable[[], None] | None = None,
) -> Iterator[tuple[CurvePoint, list[Strategy]]]:
    """The points of `exploitability_curve` as they come, each with the strategies that were measured.

    `decisions` are those of `decisions_of`; `progress` is called after every search.
    """
    for each in settings:
        chosen = fitting(each, game)
        for simulations, seed in product(budgets, seeds):
            started = time.perf_counter()
            table = _search_all(decisions, chosen, simulations, seed, progress)
            seconds = time.perf_counter() - started
            strategies = strategies_of(tree, table)
            point = CurvePoint(
                str(game),
                chosen.method,
                chosen.selection,
                simulations,
                seed,
                exploitability(tree, strategies),
                len(decisions),
                seconds,
            )
            yield point, strategies
