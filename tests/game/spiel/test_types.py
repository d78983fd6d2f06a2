"""What games tell of themselves: flags, limits, parameters, and what they say to wrong ones."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pyspiel
import pytest

import game.spiel
from game.deal import Deal
from game.rules import Rules
from game.spiel import bounds
from game.spiel.moment import CHANCE, SIMULTANEOUS, TERMINAL
from tests.game.spiel.sets import MIDDLE, REAL, SMALL
from tests.game.spiel.walk import all_states, random_states

assert game.spiel

EVERY = (*REAL, *MIDDLE, *SMALL)
KIND = pyspiel.GameType
OPEN, HIDDEN = KIND.Information.PERFECT_INFORMATION, KIND.Information.IMPERFECT_INFORMATION
SURE, CHANCY = KIND.ChanceMode.DETERMINISTIC, KIND.ChanceMode.EXPLICIT_STOCHASTIC


@pytest.mark.parametrize(
    ("name", "information", "chance_mode"),
    [
        ("six_nimmt", HIDDEN, CHANCY),
        ("six_nimmt(setup=draft)", OPEN, SURE),
        ("six_nimmt(setup=draft,rounds=2)", OPEN, SURE),
        ("six_nimmt(players=2,deck=0)", OPEN, CHANCY),  # the other hand is what one does not see
        ("six_nimmt(players=2,deck=25)", HIDDEN, CHANCY),
        ("six_nimmt(players=3,deck=0)", HIDDEN, CHANCY),
        ("six_nimmt(players=3,hand=1,rows=1,setup=fixed,deal=1/2/3/4)", OPEN, SURE),
        ("six_nimmt(players=3,hand=1,rows=1,setup=fixed,deal=1/2/3/4,rounds=2)", HIDDEN, CHANCY),
        ("six_nimmt_number(players=2,deck=0)", OPEN, CHANCY),
        ("six_nimmt_number", HIDDEN, CHANCY),
        ("six_nimmt_number(players=2,hand=1,rows=1,rounds=1,setup=fixed,deal=1/2/4)", OPEN, SURE),
        ("six_nimmt_anniversary(players=2,deck=0)", HIDDEN, CHANCY),  # A27
        ("six_nimmt_anniversary(players=2,deck=0,specials_dealt=0)", OPEN, CHANCY),
        (
            "six_nimmt_anniversary(players=2,hand=1,rows=1,rounds=1,specials_dealt=1,setup=fixed,"
            "deal=1/2/3;specials:stop/stop)",
            HIDDEN,
            CHANCY,
        ),
    ],
)
def test_flags(name: str, information: Any, chance_mode: Any) -> None:
    found = pyspiel.load_game(name).get_type()
    assert found.dynamics == KIND.Dynamics.SIMULTANEOUS
    assert found.reward_model == KIND.RewardModel.TERMINAL
    assert (found.information, found.chance_mode) == (information, chance_mode)
    assert (pyspiel.load_game(name).max_chance_outcomes() > 0) == (chance_mode == CHANCY)


@pytest.mark.parametrize(
    ("payoff", "utility", "total"),
    [
        ("difference", KIND.Utility.ZERO_SUM, 0),
        ("penalty", KIND.Utility.GENERAL_SUM, None),
        ("win", KIND.Utility.CONSTANT_SUM, 1),
    ],
)
@pytest.mark.parametrize("name", ["six_nimmt", "six_nimmt_number", "six_nimmt_anniversary"])
def test_payoffs(name: str, payoff: str, utility: Any, total: int | None) -> None:
    """B7, N8, A11: what a game is worth follows from the penalties in one of three ways."""
    spiel_game = pyspiel.load_game(f"{name}(players=4,hand=3,rows=2,payoff={payoff})")
    assert spiel_game.get_type().utility == utility
    assert spiel_game.utility_sum() == total
    ends = [state.clone() for state in random_states(spiel_game, 5, games=6) if state.is_terminal()]
    assert len(ends) == 6
    for state in ends:
        scores = [int(score) for score in str(state).split("scores=")[1].split()[0].split("/")]
        if payoff == "penalty":
            expected = [-float(score) for score in scores]
        elif payoff == "win":
            winners = [score == min(scores) for score in scores]
            expected = [won / sum(winners) for won in winners]
        else:
            expected = [sum(scores[:seat] + scores[seat + 1 :]) / 3 - score for seat, score in enumerate(scores)]
        assert state.returns() == pytest.approx(expected)
        if total is not None:
            assert sum(state.returns()) == pytest.approx(total)


def test_two_players_get_the_difference() -> None:
    spiel_game = pyspiel.load_game("six_nimmt(players=2,hand=1,rows=2,deck=0,setup=fixed,deal=3/1/2.4)")
    state = spiel_game.new_initial_state()
    state.apply_actions([3, 1])
    state.apply_action(1)
    assert state.returns() == [1.0, -1.0]  # the 1 took the row with the 4


@pytest.mark.parametrize("name", EVERY)
def test_no_game_passes_its_limits(name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    lengths = []
    for state in random_states(spiel_game, 11, games=3):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert 0 <= min(outcomes)[0] <= max(outcomes)[0] < spiel_game.max_chance_outcomes()
            assert all(chance > 0 for _, chance in outcomes)
            assert len({state.action_to_string(CHANCE, outcome) for outcome, _ in outcomes[:50]}) == len(outcomes[:50])
        elif state.is_terminal():
            assert state.move_number() - decisions(state) <= spiel_game.max_chance_nodes_in_history()
            lengths.append(decisions(state))
            assert all(spiel_game.min_utility() <= value <= spiel_game.max_utility() for value in state.returns())
        else:
            players = range(spiel_game.num_players()) if state.is_simultaneous_node() else [state.current_player()]
            for player in players:
                assert min(state.legal_actions(player)) >= 0
                assert max(state.legal_actions(player)) < spiel_game.num_distinct_actions()
    assert len(lengths) == 3
    assert max(lengths) <= spiel_game.max_game_length()


@pytest.mark.parametrize("name", SMALL)
def test_limits_hold_in_whole_trees(name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    longest, values = 0, set()
    for state in all_states(spiel_game):
        if state.is_terminal():
            values.update(state.returns())
            longest = max(longest, decisions(state))
            assert len(state.full_history()) <= spiel_game.max_history_length()
    assert spiel_game.min_utility() <= min(values) < max(values) <= spiel_game.max_utility()
    assert longest <= spiel_game.max_game_length()


def decisions(state: Any) -> int:
    """How often players were asked on the way to a state; a turn in which all choose a card counts as one."""
    chances = [step for step in state.full_history() if step.player == CHANCE]
    return int(state.move_number()) - len(chances)


@pytest.mark.parametrize(
    ("name", "spare"),
    [
        ("six_nimmt(players=2,hand=2,rows=1,capacity=1,deck=0)", 0),
        ("six_nimmt(players=2,hand=2,rows=1,capacity=1,setup=draft)", 0),
        ("six_nimmt_number(players=2,hand=2,rows=1,capacity=1/,deck=0,rounds=1)", 0),
        ("six_nimmt_anniversary(players=2,hand=1,rows=1,deck=0,rounds=1,specials_dealt=0)", 0),
        # Only one of the two can have a low card, so one question for a row (B5) is never asked.
        (
            "six_nimmt_anniversary(players=2,hand=1,rows=1,capacity=1,deck=0,rounds=1,specials=2/0/3/0/0/0/2,"
            "specials_dealt=1)",
            1,
        ),
    ],
)
def test_the_longest_games_reach_the_limit(name: str, spare: int) -> None:
    spiel_game = pyspiel.load_game(name)
    longest = max(decisions(state) for state in all_states(spiel_game) if state.is_terminal())
    assert longest + spare == spiel_game.max_game_length()


def test_the_worst_penalty_is_reached() -> None:
    """With one row of one card every card takes the one before it."""
    spiel_game = pyspiel.load_game("six_nimmt(players=2,hand=2,rows=1,capacity=1,deck=0,payoff=penalty)")
    ends = [state for state in all_states(spiel_game) if state.is_terminal()]
    assert min(min(state.returns()) for state in ends) == spiel_game.min_utility() == -3  # the 5 and another card
    assert bounds.highest_bullheads(104, 104) == 171  # C1


def test_the_numbers_of_pseudo_players() -> None:
    ids = pyspiel.PlayerId
    assert (int(ids.CHANCE), int(ids.SIMULTANEOUS), int(ids.TERMINAL)) == (CHANCE, SIMULTANEOUS, TERMINAL)


@pytest.mark.parametrize("name", EVERY)
def test_games_and_states_travel(name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    assert str(pyspiel.load_game(str(spiel_game))) == str(spiel_game)
    assert str(pickle.loads(pickle.dumps(spiel_game))) == str(spiel_game)
    for number, state in enumerate(random_states(spiel_game, 7)):
        if number % 7 and not state.is_terminal():
            continue
        twins = [
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel_game, state))[1],
            state.clone(),
        ]
        for twin in twins:
            assert str(twin) == str(state)
            assert twin.history() == state.history()
            if state.is_chance_node():
                assert twin.chance_outcomes() == state.chance_outcomes()
            else:
                for player in range(spiel_game.num_players()):
                    assert twin.legal_actions(player) == state.legal_actions(player)
                    assert twin.information_state_string(player) == state.information_state_string(player)


def test_clones_share_the_moment() -> None:
    """Cloning copies no cards: what a state holds never changes."""
    for state in random_states(pyspiel.load_game("six_nimmt"), 1):
        assert state.clone().moment is state.moment is copy.deepcopy(state.moment)
        assert list(vars(state)) == ["moment"]
        assert str(pickle.loads(pickle.dumps(state.moment))) == str(state)


def test_a_fixed_deal_is_written_in_our_notation() -> None:
    rules = Rules.preset("take-a-number", players=2, hand=2, rows=2, deck=20, starters=True)
    deal = Deal.make(rules, 3)
    written = game.spiel.write_deal(deal)
    numbers = {"players": 2, "hand": 2, "rows": 2, "deck": 20, "starters": True, "rounds": 1, "setup": "fixed"}
    for text in (written, str(deal)):
        spiel_game = pyspiel.load_game("six_nimmt_number", {**numbers, "deal": text})
        assert f"deal={written}" in str(spiel_game)
        assert str(pyspiel.load_game(str(spiel_game))) == str(spiel_game)
        state = spiel_game.new_initial_state()
        assert [tuple(state.legal_actions(seat)) for seat in range(2)] == list(deal.hands)


WRONG = (
    ("six_nimmt(players=1)", "2 to 10 players"),
    ("six_nimmt(players=11)", "2 to 10 players"),
    ("six_nimmt(players=7,setup=draft)", "2 to 6 players"),
    ("six_nimmt(hand=0)", "hand must be 1 or more"),
    ("six_nimmt(hand=30)", "too small"),
    ("six_nimmt(rows=9)", "rows must be 1 to 8"),
    ("six_nimmt(capacity=0)", "capacity must be 1 or more"),
    ("six_nimmt(deck=105)", "1 to 104 cards"),
    ("six_nimmt(setup=draft,deck=50)", "leaves no card over"),
    ("six_nimmt(setup=snake)", "choose deal, draft or fixed"),
    ("six_nimmt(payoff=money)", "difference, penalty, win"),
    ("six_nimmt(rounds=0)", "rounds must be 1 to 10"),
    ("six_nimmt(rounds=99)", "rounds must be 1 to 10"),
    ("six_nimmt(setup=fixed)", "belong together"),
    ("six_nimmt(deal=1/2/3)", "belong together"),
    ("six_nimmt(players=2,hand=1,rows=1,setup=fixed,deal=1/1/3)", "appears twice"),
    ("six_nimmt(players=2,hand=1,rows=1,setup=fixed,deal=1/x/3)", "is not a card"),
    ("six_nimmt(players=2,hand=2,rows=1,setup=fixed,deal=1.2/3.x/5)", "with dots between, like 12.14.15"),
    (
        "six_nimmt(players=2,hand=1,rows=1,setup=fixed,deal=1/2/3;starts:4)",
        "come starters: and specials: (in deal=1/2/3",
    ),
    ("six_nimmt(players=2,hand=1,rows=1,setup=fixed,deal=1/3)", "hands"),
    ("six_nimmt(players=2,hand=1,rows=1,deck=3,setup=fixed,deal=1/2/4)", "cards go from 1 to 3"),
    ("six_nimmt(players=many)", "players"),
    ("six_nimmt(colour=3)", "colour"),
    ("six_nimmt_number(setup=draft)", "only the base game can be drafted"),
    ("six_nimmt_number(capacity=2/x/3)", "like capacity=2/3/4"),
    ("six_nimmt_number(capacity=2/3)", "names 2 rows"),
    ("six_nimmt_anniversary(players=9)", "2 to 8 players"),
    ("six_nimmt_anniversary(specials=stop)", "like specials=4/4/4/4/4/4/4"),
    ("six_nimmt_anniversary(specials=1/1/1)", "specials must be 7 counts"),
    ("six_nimmt_anniversary(specials_dealt=8)", "special cards each need"),
    ("six_nimmt_anniversary(players=2,specials=9/9/9/9/9/9/9,specials_dealt=11)", "at most 10"),
)


#: These OpenSpiel refuses before anybody else can say something; the page names them.
WRONG_FOR_OPENSPIEL = (
    "six_nimmt(capacity=2-3-4)",
    "six_nimmt(setup=fixed,deal=-)",
    "six_nimmt(players=99999999999)",
    "six_nimmt_number(capacity=3)",
)


@pytest.mark.parametrize("name", WRONG_FOR_OPENSPIEL)
def test_what_openspiel_cannot_read_raises_too(name: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=r"game_parameters|Wrong type for parameter"):
        pyspiel.load_game(name)


@pytest.mark.parametrize(("name", "sentence"), WRONG)
def test_wrong_parameters_raise_with_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises((ValueError, pyspiel.SpielError)) as caught:
        pyspiel.load_game(name)
    assert sentence in str(caught.value)


def test_wrong_actions_raise_and_change_nothing() -> None:
    spiel_game = pyspiel.load_game("six_nimmt(players=2,hand=2,rows=1,deck=0)")
    state = spiel_game.new_initial_state()
    for action in (-2, spiel_game.max_chance_outcomes(), 10**9):
        with pytest.raises(ValueError, match="it has numbers from 0 to"):
            state.apply_action(action)
    state.apply_action(0)
    before = str(state), state.history()
    for actions in ([1, 1], [1], [1, 2, 3], [0, 0], [10**9, -5]):
        with pytest.raises(ValueError, match=r"does not hold card|one card from each"):
            state.apply_actions(actions)
        assert (str(state), state.history()) == before
    with pytest.raises(ValueError, match="all players"):
        state.legal_actions()
    with pytest.raises(ValueError, match="nothing is left to chance"):
        state.chance_outcomes()
    assert state.legal_actions(99) == []
    state.apply_actions([low_card(state, 0), max(state.legal_actions(1))])
    assert state.current_player() == 0
    with pytest.raises(ValueError, match="no player -1: it is the turn of player 0"):
        state.legal_actions(-1)


def low_card(state: Any, player: int) -> int:
    """A card below the only row (B5)."""
    card = int(min(state.legal_actions(player)))
    assert card < int(str(state).split(" rows=")[1].split()[0])
    return card


CRASHERS = """
import pyspiel, game.spiel
game = pyspiel.load_game("six_nimmt(players=2,hand=2,rows=1,deck=0)")
turns = pyspiel.convert_to_turn_based(game)
def tries():
    for name in {names!r}:
        yield lambda: pyspiel.load_game(name)
        yield lambda: pyspiel.load_game_as_turn_based(name)
    for start in (game, turns):
        state = start.new_initial_state()
        yield lambda: state.apply_action(10**9)
        yield lambda: state.apply_action(-7)
        yield lambda: state.apply_actions([1, 2])
        yield lambda: state.information_state_string()
        yield lambda: state.information_state_tensor(5)
        yield lambda: state.observation_string(-2)
        yield lambda: start.deserialize_state("nonsense")
        state.apply_action(3)
        yield lambda: state.apply_actions([10**9, 1])
        yield lambda: state.child(10**6)
        yield lambda: state.legal_actions_mask(17)
        yield lambda: state.action_to_string(0, 10**12)
        yield lambda: pyspiel.CFRSolver(start).evaluate_and_update_policy() if start is game else 1 / 0
raised = 0
for each in tries():
    try:
        each()
    except Exception:
        raised += 1
print("alive", raised)
"""


def test_nothing_crashes_the_process() -> None:
    """Python errors go through OpenSpiel's C++ in both directions; none of them may end the process."""
    script = CRASHERS.format(names=[name for name, _ in WRONG])
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False)
    assert answer.returncode == 0, answer.stderr[-2000:]
    alive, raised = answer.stdout.split()[-2:]
    assert alive == "alive"
    assert int(raised) >= 2 * len(WRONG) + 10
