"""Other worlds for searches: the player cannot tell them from the true one, and the search learns nothing more."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import game.spiel
from game.decision import IllegalAction
from game.spiel import resample_state, resampler
from game.spiel.moment import DEALT
from tests.game.spiel.walk import all_states, random_step

assert game.spiel

GAMES = (
    "six_nimmt(players=4)",
    "six_nimmt(players=3,hand=3,rows=2,deck=14,rounds=2)",
    "six_nimmt(players=2,hand=4,rows=2,deck=0)",
    "six_nimmt(players=3,hand=3,rows=2,setup=draft,rounds=2)",
    "six_nimmt(players=3,hand=2,rows=1,setup=fixed,deal=2.9/3.8/4.7/5,rounds=2)",
    "six_nimmt_number(players=3)",
    "six_nimmt_number(players=2,hand=3,rows=2,deck=0,starters=True)",
    "six_nimmt_anniversary(players=3)",
    "six_nimmt_anniversary(players=2,hand=4,rows=2,deck=12,specials=1/1/1/1/1/1/1,specials_dealt=2,insert_end=True)",
)


@pytest.mark.parametrize("name", GAMES)
def test_the_player_sees_the_same(name: str) -> None:
    """From a world that is drawn come the same worlds as from the true one, and it differs in what is hidden."""
    turns = pyspiel.load_game_as_turn_based(name)
    is_open = pyspiel.load_game(name).get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    random = Random(4)
    checked, other_hands, other_specials = 0, 0, 0
    for _ in range(3):
        state = turns.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0 and random.random() < 0.4:
                other = resample_state(state, player, random)
                assert other.current_player() == player
                assert other.legal_actions() == state.legal_actions()
                assert other.information_state_string(player) == state.information_state_string(player)
                assert list(other.information_state_tensor(player)) == list(state.information_state_tensor(player))
                if checked % 3 == 0:
                    from_both = [resample_state(each, player, Random(5)).history() for each in (state, other)]
                    assert from_both[0] == from_both[1]
                if not is_open:
                    (hands, specials), (true_hands, true_specials) = last_deal(other), last_deal(state)
                    other_hands += hands != true_hands
                    other_specials += specials != true_specials
                while not other.is_terminal():
                    random_step(other, random)
                checked += 1
            random_step(state, random)
    assert checked > 5
    assert is_open or other_hands > checked / 3
    assert (other_specials > checked / 3) == ("anniversary" in name)


def last_deal(state: Any) -> tuple[Any, Any]:
    """The hands of cards and of special cards that were dealt in this round, hidden ones too."""
    deals = [event for event in state.simultaneous_game_state().moment.seen if event[0] == DEALT]
    _, hands, _, _, specials = deals[-1]
    return hands, specials


@pytest.mark.parametrize(
    "name",
    [
        "six_nimmt(players=3,hand=1,rows=2,deck=0)",
        "six_nimmt(players=2,hand=3,rows=2,capacity=3,deck=0,setup=fixed,deal=2.7.8/1.3.6/4.5)",
        "six_nimmt_number(players=2,hand=1,rows=2,deck=5,rounds=1)",
        "six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials=1/0/1/0/1/0/1,specials_dealt=1)",
    ],
)
def test_all_that_a_player_cannot_tell_apart_gives_the_same_worlds(name: str) -> None:
    """Every history of an information set, found by walking the tree: nothing that the player did not see counts."""
    alike: dict[tuple[int, str], list[Any]] = {}
    for state in all_states(pyspiel.load_game_as_turn_based(name)):
        player = state.current_player()
        if player >= 0:
            alike.setdefault((player, state.information_state_string()), []).append(state)
    several = {key: states for key, states in alike.items() if len(states) > 1}
    assert len(several) > 3
    for (player, _), states in several.items():
        found = {tuple(resample_state(state, player, Random(5)).history()) for state in states[:: len(states) - 1]}
        assert len(found) == 1


def worlds(state: Any, count: int) -> list[Any]:
    draw = resampler(seed=5)
    return [draw(state, state.current_player()) for _ in range(count)]


def test_the_pending_card_does_not_leak() -> None:
    """B2: player 0 has chosen, player 1 must not know what, not even when it looks many times."""
    turns = pyspiel.load_game_as_turn_based(
        "six_nimmt(players=2,hand=4,rows=1,deck=0,setup=fixed,deal=2.4.6.8/1.3.7.9/5)"
    )
    for chosen in (2, 8):
        state = turns.new_initial_state()
        state.apply_action(chosen)
        assert state.current_player() == 1
        cards = Counter(world.history()[-1] for world in worlds(state, 800))
        assert set(cards) == {2, 4, 6, 8}
        assert all(130 < count < 270 for count in cards.values()), cards  # 200 each, give or take five deviations
        assert Counter(str(world) for world in worlds(state, 50)) == Counter(
            str(world) for world in worlds(other_choice(turns, chosen), 50)
        )


def other_choice(turns: Any, chosen: int) -> Any:
    state = turns.new_initial_state()
    state.apply_action(10 - chosen)
    return state


def test_hidden_hands_are_drawn_evenly() -> None:
    """Every hand that the other may have is as likely as any other, whatever it really has."""
    turns = pyspiel.load_game_as_turn_based("six_nimmt(players=2,hand=2,rows=1,deck=7)")
    state = turns.new_initial_state()
    while state.is_chance_node():
        state.apply_action(len(state.legal_actions()) // 2)
    inner = state.simultaneous_game_state()
    own, other = inner.legal_actions(0), inner.legal_actions(1)
    seen = Counter(tuple(world.simultaneous_game_state().legal_actions(1)) for world in worlds(state, 1200))
    row = int(str(inner).split(" rows=")[1].split()[0])
    possible = set(combinations([card for card in range(1, 8) if card not in own and card != row], 2))
    assert len(possible) == 6
    assert set(seen) == possible
    assert tuple(other) in possible
    assert all(130 < count < 270 for count in seen.values()), seen


def test_a_played_card_stays_where_it_was() -> None:
    turns = pyspiel.load_game_as_turn_based("six_nimmt(players=3,hand=3,rows=2,deck=14)")
    random = Random(8)
    state = turns.new_initial_state()
    while len(str(state).split("turn=2")) < 2:
        random_step(state, random)
    while state.current_player() < 0:
        random_step(state, random)
    truth = [item for item in state.full_history() if item.player >= 0]
    for world in worlds(state, 30):
        again = [item for item in world.full_history() if item.player >= 0]
        assert [(item.player, item.action) for item in again[: len(truth)]] == [
            (item.player, item.action) for item in truth
        ]


def test_ismcts_plays_whole_games() -> None:
    for name in ("six_nimmt(players=3,hand=3,rows=2,deck=14)", "six_nimmt(players=2,hand=3,rows=2,setup=draft)"):
        turns = pyspiel.load_game_as_turn_based(name)
        bot = ismcts.ISMCTSBot(
            turns,
            mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
            uct_c=2,
            max_simulations=20,
            random_state=np.random.RandomState(1),
        )
        bot.set_resampler(resampler(seed=1))
        state = turns.new_initial_state()
        random = Random(2)
        while not state.is_terminal():
            if state.is_chance_node():
                random_step(state, random)
            else:
                state.apply_action(bot.step(state))
        assert sum(state.returns()) == pytest.approx(0)


def test_who_has_nothing_to_decide_is_refused() -> None:
    state = pyspiel.load_game_as_turn_based("six_nimmt(players=2,hand=2,rows=1,deck=0)").new_initial_state()
    with pytest.raises(ValueError, match="nothing to decide"):
        resample_state(state, 0, Random(1))
    with pytest.raises(ValueError, match="load_game_as_turn_based"):
        resample_state(pyspiel.load_game("six_nimmt(setup=draft)").new_initial_state(), 0, Random(1))


def test_when_no_guess_fits_the_error_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """A27: hidden special cards are guessed, and a guess may fail; here all of them do."""

    def fails(self: Any) -> None:
        raise IllegalAction

    monkeypatch.setattr("game.spiel.resample._Guess.play", fails)
    monkeypatch.setattr("game.spiel.resample.MOST_GUESSES", 3)
    state = pyspiel.load_game_as_turn_based("six_nimmt(players=2,hand=1,rows=1,setup=draft)").new_initial_state()
    with pytest.raises(RuntimeError, match=r"none of 3 guesses .* fewer players or rounds"):
        resample_state(state, 0, Random(1))
