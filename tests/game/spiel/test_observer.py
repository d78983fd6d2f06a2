"""Observers that show a part: only what is public, or only what is one's own."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import game.spiel
from game.engine import layout as at
from game.flat import read_set
from game.spiel import resample_state
from game.spiel.moment import Moment
from game.text import write_cards
from tests.game.spiel.sets import SMALL
from tests.game.spiel.walk import all_states, random_step

assert game.spiel

NOBODY, ONESELF, EVERYBODY = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
HIDDEN = (
    "six_nimmt(players=3,hand=3,rows=2,deck=14,rounds=2)",
    "six_nimmt_number(players=3,hand=3,rows=2,deck=14,starters=True)",
    "six_nimmt_anniversary(players=3,hand=3,rows=2,deck=14,specials=1/1/1/1/1/1/1,specials_dealt=2,insert_end=True)",
)


def observer(spiel_game: Any, *, recalls: bool, public: bool, private: Any) -> Any:
    kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=public, private_info=private)
    return make_observation(spiel_game, kind)


def seen(eye: Any, state: Any, player: int) -> tuple[str, bytes]:
    eye.set_from(state, player)
    return eye.string_from(state, player), eye.tensor.tobytes()


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_public_is_the_same_in_all_worlds(name: str) -> None:
    """Nobody's hidden cards may shine through, not even one's own: in these worlds all but one player's differ."""
    spiel_game = pyspiel.load_game(name)
    eyes = [observer(spiel_game, recalls=recalls, public=True, private=NOBODY) for recalls in (False, True)]
    whole = observer(spiel_game, recalls=False, public=True, private=EVERYBODY)
    state = pyspiel.convert_to_turn_based(spiel_game).new_initial_state()
    random = Random(3)
    differ = 0
    while not state.is_terminal():
        if state.current_player() >= 0:
            world = resample_state(state, state.current_player(), random)
            true, other = state.simultaneous_game_state(), world.simultaneous_game_state()
            for eye, player in product(eyes, range(3)):
                assert seen(eye, other, player) == seen(eye, true, player)
            differ += seen(whole, other, 0) != seen(whole, true, 0)
        random_step(state, random)
    assert differ > 5


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_private_is_ones_own_hand(name: str) -> None:
    spiel_game = pyspiel.load_game(name)
    eye = observer(spiel_game, recalls=False, public=False, private=ONESELF)
    memory = observer(spiel_game, recalls=True, public=False, private=ONESELF)
    state = spiel_game.new_initial_state()
    random = Random(7)
    dealt: list[str] = []
    while not state.is_terminal():
        was_dealt = not state.is_chance_node()
        random_step(state, random)
        moment: Moment = state.moment
        if moment.dealing is None and not was_dealt and state.is_simultaneous_node():
            dealt.append(f"p1 hand {hand_of(moment, 1)}")
        if not state.is_simultaneous_node():
            continue
        own, *more = eye.string_from(state, 1).removeprefix("p1; ").split("; ")
        assert own == f"p1 hand {hand_of(moment, 1)}"
        remembered = memory.string_from(state, 1).removeprefix("p1; ").split("; ")
        assert [part for part in remembered if " hand " in part] == dealt
        if "anniversary" in name:
            assert [part[:11] for part in more] == ["p1 specials"]
            assert all(part.startswith(("p1 hand", "p1 specials", "p1 draw", "p1 none")) for part in remembered)
        else:
            assert more == []
            assert remembered == dealt
    assert len(dealt) == 2
    for secret in ("p1 draw", "p1 none"):  # A27, A13
        assert (secret in memory.string_from(state, 1)) == ("anniversary" in name)


def hand_of(moment: Moment, seat: int) -> str:
    return write_cards(read_set(moment.flat, at.HANDS + 2 * seat))


@pytest.mark.parametrize("private", [NOBODY, ONESELF, EVERYBODY])
@pytest.mark.parametrize("public", [False, True])
def test_tensors_of_what_is_remembered_say_what_the_text_says(public: bool, private: Any) -> None:
    """Secret events too: a special card drawn (A27), or not played (A13)."""
    (name,) = (name for name in SMALL if "specials=1/0/1/0/1/0/1" in name)
    spiel_game = pyspiel.load_game(name)
    eye = observer(spiel_game, recalls=True, public=public, private=private)
    tensors: dict[str, set[bytes]] = defaultdict(set)
    for state in all_states(spiel_game):
        if not state.is_chance_node():
            text, tensor = seen(eye, state, 0)
            tensors[text].add(tensor)
    assert {len(each) for each in tensors.values()} == {1}
    assert len({tensor for each in tensors.values() for tensor in each}) == len(tensors)
    assert (len(tensors) > 1) == (public or private != NOBODY)
