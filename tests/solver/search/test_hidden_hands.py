"""Search with hidden hands: what it may know, what it must find, and what it promises."""

from __future__ import annotations

from random import Random

import pytest

from game.deal import Deal
from game.decision import Kind
from game.determinize import sample_state
from game.rules import Rules
from game.state import State
from solver.search.searcher import Searcher, SearchResult, SearchSettings, search
from tests.game.new_games import lively_action
from tests.game.play import any_action

SELECTIONS = ("uct", "rm", "exp3")
OPPONENTS = ("hands", "moves")
VARIANTS = {"base": range(2, 11), "pro": range(2, 7), "take-a-number": range(2, 11), "anniversary": range(2, 9)}


def same(one: SearchResult, other: SearchResult) -> bool:
    return (one.mix, one.values, one.visits) == (other.mix, other.values, other.visits)


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("selection", SELECTIONS)
def test_every_rule_takes_the_cheap_row(selection: str, opponents: str) -> None:
    """B5: the last card is low; the 55 costs seven bullheads and the 56 one, and nothing else can happen."""
    rules = Rules(players=2, hand=1, rows=2, deck=60)
    state = State.start(rules, Deal.parse("3/50/55,56", rules))
    state.play(3, 50)
    answer = search(state.view(0), selection=selection, opponents=opponents, simulations=2000, objective="penalty")
    assert answer.mix[1] > 0.9
    assert answer.values == pytest.approx({0: -7, 1: -1})


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("selection", SELECTIONS)
@pytest.mark.parametrize("game", ["base", "take-a-number", "anniversary"])
def test_nothing_hidden_changes_the_answer(game: str, selection: str, opponents: str) -> None:
    """Other hidden cards, and cards that others have laid face down already: the same View, the same answer."""
    random = Random(1)
    state = State.deal(Rules.preset(game, players=4), seed=3)
    for _ in range(6):
        state.act(*lively_action(state, random))
    while state.kind is not Kind.CARD or len(state.to_act) < 4:
        state.act(*lively_action(state, random))
    settings = SearchSettings(selection=selection, opponents=opponents)
    seat = 2
    expected = Searcher(settings).search(state.view(seat), simulations=100, seed=7)
    for index in range(3):
        other = sample_state(state.view(seat), seed=5, index=index)
        assert other.hands != state.hands
        for each in (0, 1, 3)[: index + 1]:
            other.act(each, random.choice(other.hands[each]))
        assert same(expected, Searcher(settings).search(other.view(seat), simulations=100, seed=7))


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_in_every_game_for_every_number_of_players(variant: str) -> None:
    """At every kind of decision of a random match, with every rule of selection in turn."""
    searchers = [
        Searcher(SearchSettings(selection=selection, opponents=opponents, rollout=rollout), memory=1 << 22)
        for selection in SELECTIONS
        for opponents, rollout in zip(OPPONENTS, ("light", "random"), strict=True)
    ]
    searched = 0
    kinds = set()
    for players in VARIANTS[variant]:
        random = Random(players)
        state = State.deal(Rules.preset(variant, players=players), seed=players)
        times: dict[Kind, int] = {}
        while not state.round_over:
            seat, action = lively_action(state, random)
            view = state.view(seat)
            assert view.decision is not None
            kind = view.decision.kind
            times[kind] = times.get(kind, 0) + 1
            last = kind is Kind.CARD and len(view.hand) == 2
            if times[kind] <= 3 or last:
                answer = searchers[searched % len(searchers)].search(view, simulations=15, seed=searched)
                searched += 1
                assert tuple(answer.mix) == view.decision.actions == tuple(answer.visits)
                assert sum(answer.mix.values()) == pytest.approx(1)
                assert min(answer.mix.values()) >= 0
                assert answer.simulations == (15 if len(answer.mix) > 1 else 0) == sum(answer.visits.values())
                kinds.add(kind)
            state.act(seat, action)
    expected = {
        "base": {Kind.CARD, Kind.ROW},
        "pro": {Kind.CARD, Kind.ROW, Kind.DRAFT},
        "take-a-number": {Kind.CARD, Kind.ROW, Kind.KEEP},
        "anniversary": {Kind.CARD, Kind.ROW, Kind.SPECIAL, Kind.SWAP},
    }
    assert kinds == expected[variant]


@pytest.mark.parametrize("objective", ["difference", "penalty", "win"])
def test_payoffs_of_a_last_turn(objective: str) -> None:
    """What is certain has its exact value: as game.spiel pays it, from the scores of all rounds (B7)."""
    rules = Rules(players=3, hand=1, rows=2, deck=60)
    state = State.start(rules, Deal.parse("3/50/52/55,56", rules))
    state.play(3, 50, 52)
    expected = {
        "difference": {0: -7.0, 1: -1.0},
        "penalty": {0: -7.0, 1: -1.0},
        "win": {0: 0.0, 1: 0.0},
    }
    assert search(state.view(0), simulations=50, objective=objective).values == pytest.approx(expected[objective])


def test_the_budget_of_simulations_and_the_seed_fix_the_answer() -> None:
    view = State.deal(Rules(players=5), seed=2).view(3)
    searcher = Searcher()
    first = searcher.search(view, simulations=700, seed=4)
    other = searcher.search(view, simulations=700, seed=5)
    assert same(first, searcher.search(view, simulations=700, seed=4))
    assert same(first, search(view, simulations=700, seed=4))
    assert not same(first, other)


@pytest.mark.parametrize("seconds", [0.0, 0.002, 0.05])
def test_a_budget_of_time(seconds: float) -> None:
    view = State.deal(Rules(players=4), seed=2).view(0)
    answer = search(view, seconds=seconds)
    assert answer.simulations == sum(answer.visits.values()) >= 1
    assert answer.seconds >= seconds
    both = search(view, seconds=60.0, simulations=30)
    assert both.simulations == 30


def test_a_full_tree_goes_on_without_new_nodes() -> None:
    view = State.deal(Rules(players=10), seed=2).view(0)
    searcher = Searcher(SearchSettings(opponents="hands"), memory=0)
    small = searcher.search(view, simulations=3000)
    assert small.nodes == 4096
    assert sum(small.visits.values()) == 3000


def test_one_legal_action_needs_no_search() -> None:
    rules = Rules(players=2, hand=1, rows=2, deck=60)
    answer = search(State.deal(rules).view(0), simulations=50)
    assert list(answer.mix.values()) == [1.0]
    assert answer.simulations == 0


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"simulations": 0}, "at least 1 simulation"),
        ({"seconds": -1.0}, "0 or more"),
        ({"seed": -1}, "seed must be"),
        ({"selection": "greedy"}, "choose one of uct, exp3, rm"),
        ({"method": "mcts"}, "choose one of ismcts, smmcts"),
        ({"rollout": "x"}, "choose one of random, light"),
        ({"objective": "x"}, "choose one of difference, penalty, win"),
        ({"selection": "rm", "exploration": 0.0}, "above 0"),
    ],
)
def test_mistakes_are_told(wrong: dict[str, object], words: str) -> None:
    view = State.deal(Rules(players=3)).view(0)
    with pytest.raises(ValueError, match=words):
        search(view, **wrong)  # type: ignore[arg-type]


def test_nothing_to_decide() -> None:
    state = State.deal(Rules(players=3))
    state.act(0, state.hands[0][0])
    with pytest.raises(ValueError, match="nothing to decide"):
        search(state.view(0))


def test_it_beats_random_play_by_far() -> None:
    """Sixteen rounds of the real game in all seats, the search against three who play at random."""
    searcher = Searcher()
    random = Random(1)
    own = others = 0
    for index in range(16):
        state = State.deal(Rules(players=4), seed=9, index=index)
        while not state.round_over:
            seat, action = any_action(state, random)
            if seat == index % 4:
                action = searcher.search(state.view(seat), simulations=300, seed=index).best
            state.act(seat, action)
        own += state.penalties[index % 4]
        others += sum(state.penalties) - state.penalties[index % 4]
    assert own < 0.7 * others / 3
