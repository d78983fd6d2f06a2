"""A bot that plays by a strategy file: it names its information sets as solvers do, and plays what the file says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bots.strategy_bot import StrategyBot
from game.deal import Deal
from game.decision import CHANCE, Kind
from game.engine import specials as special
from game.rules import Rules
from game.spiel import SixNimmtState
from game.spiel.moment import Moment
from game.spiel.parameters import Settings
from game.state import State
from solver.measures import expected_values
from solver.spiel_games import load_game
from solver.strategy import Metadata, SolvedStrategy, StrategyError, name_key
from solver.tree.names import name_of
from tests.solver.trees import plain_tree, random_strategies

GAMES = [
    "six_nimmt(players=2,hand=4,rows=3,capacity=2,deck=0)",
    "six_nimmt(players=2,hand=4,rows=3,capacity=3,deck=15)",
    "six_nimmt(players=3,hand=3,rows=3,capacity=2,deck=20)",
    "six_nimmt(players=2,hand=3,rows=2,capacity=2,setup=draft)",
    "six_nimmt(players=3,hand=2,rows=2,setup=draft)",
    "six_nimmt(players=2,hand=3,rows=3,capacity=2,deck=9,setup=fixed,deal=1.5.9/2.3.7/8.4.6)",
    "six_nimmt(players=3,hand=2,rows=1,capacity=2,deck=12,setup=fixed,deal=1.5/2.3/4.7/6)",
    "six_nimmt_number(players=2,hand=3,rounds=1,rows=2,deck=0)",
    "six_nimmt_number(players=3,hand=3,rounds=1,rows=3,capacity=2/3/2,deck=25,starters=True)",
    "six_nimmt_anniversary(players=2,hand=5,rounds=1,rows=2,capacity=2,deck=16)",
    "six_nimmt_anniversary(players=3,hand=4,rounds=1,rows=3,capacity=2,deck=24,specials_dealt=4,insert_end=True)",
    "six_nimmt_anniversary(players=2,hand=4,rounds=1,rows=2,capacity=2,deck=12,specials=0/0/0/0/0/4/0,specials_dealt=1)",
    "six_nimmt_anniversary(players=2,hand=6,rounds=1,rows=1,capacity=1,deck=0,specials=0/0/0/9/0/0/0,specials_dealt=3)",
    "six_nimmt_anniversary(players=2,hand=4,rounds=1,rows=2,capacity=1,deck=0,specials=6/0/0/0/0/0/0,specials_dealt=3)",
    "six_nimmt_anniversary(players=2,hand=5,rounds=1,rows=3,capacity=2,deck=0,specials=0/0/5/0/0/0/0,specials_dealt=2)",
    "six_nimmt_anniversary(players=2,hand=5,rounds=1,rows=2,capacity=1,deck=0,specials=0/0/0/0/6/0/0,specials_dealt=3)",
]

FIXED = GAMES[5]


def settings_of(game: str) -> Settings:
    settings: Settings = load_game(game).settings
    return settings


def empty(game: str) -> SolvedStrategy:
    """A strategy that knows nothing."""
    players = load_game(game).num_players()
    return SolvedStrategy.of_mixes(Metadata(game, "nothing", players), [{} for _ in range(players)])


def lively(decision: Any, random: Random) -> int:
    """Any action, but kinds of special cards, and none, equally often."""
    kinds: dict[str, list[int]] = {}
    for action in decision.actions:
        kinds.setdefault(decision.text(action).split()[0] if decision.kind is Kind.SPECIAL else "", []).append(action)
    return random.choice(kinds[random.choice(sorted(kinds))])


class Parallel:
    """The same round in OpenSpiel, with its rows in the order in which chance deals them there."""

    def __init__(self, game: str, deal: Deal, turned: int = 0) -> None:
        self.game = load_game(game)
        settings = self.game.settings
        self.turned = turned
        capacities = settings.rules.capacities
        rows = list(deal.rows)
        if settings.fixed is not None:
            rows = list(settings.fixed.rows)
        elif rows:
            for capacity in set(capacities):
                alike = [row for row in range(len(rows)) if capacities[row] == capacity]
                for row, card in zip(alike, sorted(deal.rows[row] for row in alike), strict=True):
                    rows[row] = card
        self.deal = Deal(deal.hands, tuple(rows), deal.starters, deal.specials)
        self.state = SixNimmtState(self.game, Moment.of_deal(settings, self.deal))

    def row(self, cards: tuple[int, ...]) -> int:
        rows = State(self.game.settings.rules, self.state.moment.flat).rows
        return rows.index(cards)

    def translate(self, kind: Kind, action: int, rows: tuple[tuple[int, ...], ...]) -> int:
        if kind is Kind.ROW:
            return self.row(rows[action])
        if kind is Kind.SPECIAL:
            for first in (special.PLAY_STOP, special.PLAY_INSERT):
                if first <= action < first + 8:
                    return first + self.row(rows[action - first])
            if action >= special.PLAY_SHIFT:
                return action - (action - special.PLAY_SHIFT) % 8 + self.row(rows[(action - special.PLAY_SHIFT) % 8])
        return action


def play_round(game: str, state: State, seed: int, seen: Counter[str]) -> None:
    """Play the open round with bots and OpenSpiel side by side, comparing at each decision."""
    random = Random(seed)
    rules = settings_of(game).rules
    turned = state.round if rules.setup == "draft" else 0
    parallel = Parallel(game, state.deals[-1], turned)
    bots = [StrategyBot(empty(game), seed) for _ in range(rules.players)]
    for seat, bot in enumerate(bots):
        bot.start_round(state.view(seat))
    cards: dict[int, int] = {}
    while not state.round_over:
        seat = random.choice(state.to_act)
        decision = state.decision(seat)
        assert decision is not None
        player = (seat - turned) % rules.players
        if seat == CHANCE:
            action = random.choice(decision.actions)
        else:
            view = state.view(seat)
            assert name_key(bots[seat].name(view)) == name_key(name_of(parallel.state, player)), decision
            action = lively(decision, random)
            witness = bots[seat]._witness
            assert witness is not None
            there = parallel.translate(decision.kind, action, state.rows)
            assert witness.to_file(decision.kind, action) == there
            assert witness.to_table(decision.kind, there) == action
            witness.decided(decision, action)
            seen[f"{decision.kind} {decision.text(action)}".rstrip("0123456789 ")] += 1
        if decision.kind is Kind.CARD:
            cards[player] = action
            if len(cards) == rules.players:
                parallel.state.apply_actions([cards.pop(each) for each in range(rules.players)])
        else:
            parallel.state.apply_action(parallel.translate(decision.kind, action, state.rows))
        records = state.act(seat, action)
        for bot in bots:
            bot.observe(records)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_names_what_it_knows_as_solvers_do(game: str) -> None:
    settings = settings_of(game)
    seen: Counter[str] = Counter()
    for seed in range(12):
        rules = settings.rules
        deal = Deal.make(rules, seed)
        if settings.fixed is not None:  # the rows of a table may lie in another order than in the file
            deal = settings.fixed
            if seed % 2 and len(set(rules.capacities)) == 1:
                deal = Deal(deal.hands, deal.rows[::-1])
        play_round(game, State.start(rules, deal), seed, seen)
    if settings.swaps:
        assert any(key.startswith("swap swap") for key in seen)
        assert seen["swap none"]
        assert seen["special none"]
    if settings.rules.game == "base" and settings.rules.rows > 1:
        assert seen["row row"]


def test_every_special_card_was_seen() -> None:
    seen: Counter[str] = Counter()
    game = GAMES[10]
    for seed in range(30):
        play_round(
            game, State.start(settings_of(game).rules, Deal.make(settings_of(game).rules, 100 + seed)), seed, seen
        )
    kinds = {key.split()[1] for key in seen if key.startswith("special")}
    assert kinds == {"none", "fifth-row", "seven", "stop", "insert", "replace", "negative", "shift"}


@pytest.mark.parametrize("game", [GAMES[1], GAMES[3], GAMES[4], GAMES[7]])
def test_every_round_of_a_match_is_a_round(game: str) -> None:
    """How a match ends is not part of a strategy; the first picker of a draft moves on (P3)."""
    rules = replace(settings_of(game).rules, rounds=4)
    state = State.deal(rules, seed=5)
    for round_number in range(4):
        play_round(game, state, round_number, Counter())
        if not state.match_over:
            state.next_round()
    assert state.match_over


# Playing by a file


def random_strategy(game: str, seed: int = 0) -> SolvedStrategy:
    tree = plain_tree(game)
    return SolvedStrategy.of_tree(tree, random_strategies(tree, seed))


def play(game: str, bots: list[StrategyBot], deal: Deal) -> list[float]:
    """A round between bots that are told what they may know; what everybody gets."""
    state = State.start(settings_of(game).rules, deal)
    for seat, bot in enumerate(bots):
        bot.start_round(state.view(seat))
    while not state.round_over:
        seat = state.to_act[0]
        records = state.act(seat, bots[seat].act(state.view(seat)))
        for bot in bots:
            bot.observe(records)
    first, second = state.penalties
    return [second - first, first - second]


def test_bots_get_what_the_file_says_they_get(tmp_path: Path) -> None:
    """Six hundred rounds of an open deal against the expected value of the mixes."""
    strategy = random_strategy(FIXED, 4)
    strategy.save(tmp_path / "mixes")
    settings = settings_of(FIXED)
    assert settings.fixed is not None
    tree = plain_tree(FIXED)
    bots = [StrategyBot(tmp_path / "mixes", seed) for seed in (1, 2)]
    gains = [play(FIXED, bots, settings.fixed)[0] for _ in range(600)]
    expected = expected_values(tree, strategy.on_tree(tree)[0])[0]
    error = float(np.std(gains)) / len(gains) ** 0.5
    assert error > 0
    assert abs(float(np.mean(gains)) - expected) < 4 * error
    assert [bot.guesses for bot in bots] == [0, 0]


def test_equal_seeds_play_equal_games() -> None:
    strategy = random_strategy(FIXED)
    settings = settings_of(FIXED)
    assert settings.fixed is not None
    games = [
        [
            play(FIXED, [StrategyBot(strategy, seed), StrategyBot(strategy, seed + 1)], settings.fixed)
            for seed in range(20)
        ]
        for _ in range(2)
    ]
    assert games[0] == games[1]
    assert len(set(map(tuple, games[0]))) > 1


def test_rows_in_any_order_are_the_same_game() -> None:
    """A table lays its rows as they come; solvers know them in ascending order only."""
    game = "six_nimmt(players=2,hand=2,rows=3,capacity=1,deck=0)"
    tree = plain_tree(game)
    strategy = SolvedStrategy.of_tree(tree, random_strategies(tree, 6))
    rules = settings_of(game).rules
    cards = {}
    for rows in ((2, 4, 6), (6, 2, 4)):
        state = State.start(rules, Deal(((1, 5), (3, 7)), rows))
        bot = StrategyBot(strategy)
        bot.start_round(state.view(0))
        first = bot.mix(state.view(0))
        bot.observe(state.play(1, 7))
        view = state.view(0)
        assert view.decision is not None
        assert view.decision.kind is Kind.ROW
        mix = bot.mix(view)
        assert first is not None
        assert mix is not None
        cards[rows] = first, {view.rows[row]: what for row, what in mix.items()}
    assert cards[2, 4, 6] == cards[6, 2, 4]
    assert len(set(cards[2, 4, 6][1].values())) > 1


def test_what_a_file_does_not_know_is_played_evenly() -> None:
    bots = [StrategyBot(empty(GAMES[1]), seed) for seed in (1, 2)]
    state = State.deal(settings_of(GAMES[1]).rules, seed=3)
    assert bots[0].mix(state.view(0)) is None
    first = Counter(bots[0].act(state.view(0)) for _ in range(400))
    assert set(first) == set(state.hands[0])
    assert bots[0].guesses == 400


def test_a_lone_action_is_played() -> None:
    game = "six_nimmt(players=2,hand=1,rows=1,deck=0)"
    state = State.deal(settings_of(game).rules)
    bot = StrategyBot(empty(game))
    assert bot.act(state.view(0)) == state.hands[0][0]
    assert bot.guesses == 0


def test_what_a_bot_refuses(tmp_path: Path) -> None:
    bot = StrategyBot(empty(GAMES[1]))
    with pytest.raises(StrategyError, match=r"made for base\(players=2,hand=4.*not for base\(players=2\)"):
        bot.start_round(State.deal(Rules(players=2)).view(0))
    with pytest.raises(StrategyError, match="a bot plays only 6 nimmt!"):
        StrategyBot(SolvedStrategy.of_mixes(Metadata("kuhn_poker", "x"), [{}, {}]))
    with pytest.raises(StrategyError, match="2 rounds: a bot plays those of one round"):
        StrategyBot(empty("six_nimmt_number(players=2,hand=2,deck=10)"))
    late = State.deal(settings_of(GAMES[1]).rules)
    late.play(late.hands[0][0], late.hands[1][0])
    while late.kind is Kind.ROW:
        late.act(late.to_act[0], 0)
    with pytest.raises(StrategyError, match="from the start"):
        bot.act(late.view(0))
    with pytest.raises(StrategyError, match=r"for the deal 1,5,9/2,3,7/8,4,6 alone, and here the rows are 8,5,6"):
        StrategyBot(empty(FIXED)).start_round(
            State.start(settings_of(FIXED).rules, Deal(((1, 4, 9), (2, 3, 7)), (8, 5, 6))).view(0)
        )


def test_a_second_round_with_kept_special_cards_is_refused() -> None:
    game = GAMES[9]
    state = State.deal(replace(settings_of(game).rules, rounds=2))
    while not state.round_over:
        state.act(state.to_act[0], state.decision(state.to_act[0]).actions[0])  # type: ignore[union-attr]
    state.next_round()
    with pytest.raises(StrategyError, match="first round"):
        StrategyBot(empty(game)).start_round(state.view(0))


def test_a_bot_asks_for_nothing_but_what_its_seat_sees() -> None:
    """Two deals that one seat cannot tell apart have one name to it."""
    rules = settings_of(GAMES[1]).rules
    names = []
    for other in ((5, 6, 7, 8), (11, 12, 13, 14)):
        state = State.start(rules, Deal(((1, 2, 3, 4), other), (9, 10, 15)))
        bot = StrategyBot(empty(GAMES[1]))
        names.append(name_key(bot.name(state.view(0))))
    assert names[0] == names[1]
