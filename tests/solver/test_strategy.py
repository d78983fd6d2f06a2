"""Strategy files: what goes in comes out, OpenSpiel plays by it, and broken files are told apart."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as some
from open_spiel.python.algorithms import exploitability

from game.rules import Rules
from solver.measures import best_response, expected_values
from solver.policy import StrategyPolicy, decisions, turn_based
from solver.spiel_games import load_game
from solver.strategies.file_format import write_file
from solver.strategy import Metadata, SolvedStrategy, StrategyError, Table, load_strategy, name_key, save_strategy
from solver.tree.flat_tree import FlatTree
from solver.tree.names import name_of, name_of_text
from tests.solver.trees import plain_tree, random_strategies

SMALL = "six_nimmt(players=2,hand=2,rows=1,capacity=2,deck=6)"
OPEN = "six_nimmt(players=2,hand=2,rows=2,capacity=2,deck=6,setup=fixed,deal=2.6/1.3/4.5)"
GAMES = [
    "kuhn_poker",
    "leduc_poker",
    SMALL,
    OPEN,
    "six_nimmt(players=3,hand=2,rows=2,capacity=1,deck=12,payoff=penalty,setup=fixed,deal=1.5/2.9/3.7/4.6)",
    "six_nimmt(players=2,hand=2,rows=1,capacity=2,setup=draft)",
    "six_nimmt_number(players=2,hand=2,rows=1,capacity=2/,deck=0,rounds=1)",
    "six_nimmt_anniversary(players=2,hand=2,rows=1,capacity=1,deck=6,rounds=1,specials=0/0/0/0/0/2/1,specials_dealt=1,"
    "setup=fixed,deal=1.5/3.4/2;specials:fifth-row/seven)",
]
_trees: dict[str, FlatTree] = {}


def tree_of(game: str) -> FlatTree:
    if game not in _trees:
        _trees[game] = plain_tree(game)
    return _trees[game]


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_in_comes_out(game: str, tmp_path: Path) -> None:
    tree = tree_of(game)
    strategies = random_strategies(tree)
    metadata = Metadata(
        game,
        "made up",
        tree.players,
        iterations=7,
        seed=3,
        values=tuple(expected_values(tree, strategies).tolist()),
        exploitability=0.25,
        gains=(0.5,) * tree.players,
        seconds=1.5,
        command="nimmt solve cfr --game …",
        notes="two\nlines, “quoted” }",
    )
    file = tmp_path / "a.strategy"
    saved = save_strategy(file, tree, strategies, None, metadata)
    loaded = load_strategy(file)
    assert loaded.metadata == saved.metadata
    assert loaded.metadata == replace(metadata, histories=tree.histories, infosets=tree.infosets)
    for one, other in zip(saved.tables, loaded.tables, strict=True):
        for part in ("names", "first", "actions", "probabilities", "values"):
            np.testing.assert_array_equal(getattr(one, part), getattr(other, part))
    back, unknown = loaded.on_tree(tree)
    assert unknown == 0
    for given_one, back_one in zip(strategies, back, strict=True):
        np.testing.assert_allclose(given_one, back_one, atol=1e-6)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("game", GAMES)
def test_open_spiels_policy_plays_the_same(game: str, tmp_path: Path) -> None:
    tree = tree_of(game)
    strategies = random_strategies(tree, 1)
    save_strategy(tmp_path / "a", tree, strategies)
    policy = StrategyPolicy(tmp_path / "a")
    spiel = turn_based(load_game(game))
    expected = expected_values(tree, strategies)
    found = np.zeros(tree.players)
    stack = [(spiel.new_initial_state(), 1.0)]
    while stack:
        state, weight = stack.pop()
        if state.is_terminal():
            found += weight * np.array(state.returns())
            continue
        mix = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
        stack += [(state.child(action), weight * chance) for action, chance in mix if chance]
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert policy.guesses == 0


@pytest.mark.parametrize("game", ["kuhn_poker", "leduc_poker", OPEN])
def test_open_spiel_measures_a_loaded_file_as_the_tree_does(game: str, tmp_path: Path) -> None:
    tree = tree_of(game)
    save_strategy(tmp_path / "a", tree, random_strategies(tree, 2))
    loaded = load_strategy(tmp_path / "a")
    strategies, _ = loaded.on_tree(tree)
    best = [best_response(tree, strategies, player)[0] for player in range(tree.players)]
    expected = sum(best) - sum(expected_values(tree, strategies))
    policy = StrategyPolicy(loaded)
    spiel = turn_based(policy.game)
    assert pyspiel.exploitability(spiel, policy.to_pyspiel()) == pytest.approx(expected / 2, abs=1e-9)
    if game == "leduc_poker":  # the same in Python takes long
        return
    assert exploitability.nash_conv(spiel, StrategyPolicy(loaded, spiel)) == pytest.approx(expected, abs=1e-9)
    assert exploitability.nash_conv(spiel, policy.to_tabular()) == pytest.approx(expected, abs=1e-9)


def test_a_policy_answers_at_simultaneous_nodes(tmp_path: Path) -> None:
    tree = tree_of(OPEN)
    save_strategy(tmp_path / "a", tree, random_strategies(tree))
    policy = StrategyPolicy(tmp_path / "a")
    state = policy.game.new_initial_state()
    for player in (0, 1):
        mix = policy.action_probabilities(state, player)
        assert set(mix) == set(state.legal_actions(player))
        assert sum(mix.values()) == pytest.approx(1)
    with pytest.raises(ValueError, match="at once"):
        policy.action_probabilities(state)


@pytest.mark.parametrize("game", GAMES)
def test_values_of_actions(game: str) -> None:
    """Against what comes of playing each action, computed state by state."""
    tree = tree_of(game)
    strategies = random_strategies(tree, 3)
    strategy = SolvedStrategy.of_tree(tree, strategies)
    policy = StrategyPolicy(strategy)
    spiel = turn_based(load_game(game))

    def value(state: Any) -> Any:
        if state.is_terminal():
            return np.array(state.returns())
        mix = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
        return sum((chance * value(state.child(action)) for action, chance in mix if chance), np.zeros(tree.players))

    # all states of some information sets, with how likely chance and the others make them
    wanted = {(player, place) for player, own in enumerate(tree.choices) for place in range(0, own.infosets, 7)}
    places = {
        (player, name_key(own.name[place])): place
        for player, own in enumerate(tree.choices)
        for place in range(own.infosets)
    }
    sums: dict[tuple[int, int, int], Any] = {}
    weights: dict[tuple[int, int], float] = {}

    def walk(state: Any, others: Any) -> None:
        if state.is_terminal():
            return
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                walk(state.child(action), others * chance)
            return
        player = state.current_player()
        place = places.get((player, name_key(name_of(state, player))))
        if place is not None and (player, place) in wanted and others[player]:
            weights[player, place] = weights.get((player, place), 0) + others[player]
            for action in state.legal_actions():
                more = others[player] * value(state.child(action))[player]
                sums[player, place, action] = sums.get((player, place, action), 0) + more
        for action, chance in policy.action_probabilities(state).items():
            after = others * chance
            after[player] = others[player]
            walk(state.child(action), after)

    walk(spiel.new_initial_state(), np.ones(tree.players))
    assert weights
    values = {}
    for player, place in wanted:
        mix = strategy.mix(player, tree.choices[player].name[place])
        assert mix is not None
        values[player, place] = {action: value for action, (_, value) in mix.items()}
    for (player, place), weight in weights.items():
        own = tree.choices[player]
        for sequence in range(own.first[place], own.first[place + 1]):
            expected = sums[player, place, int(own.action[sequence])] / weight
            assert values[player, place][int(own.action[sequence])] == pytest.approx(expected, abs=1e-5)
    for player, place in wanted - set(weights):
        assert all(map(math.isnan, values[player, place].values()))


# Without a tree


def test_mixes_of_plain_dicts(tmp_path: Path) -> None:
    mixes: list[Any] = [
        {
            name_key(name_of_text("0")): {0: 0.25, 1: 0.75},
            name_key(name_of_text("0pb")): {0: (1.0, -1.0), 1: (0.0, -2.0)},
        },
        {name_key(name_of_text("1p")): {1: 1.0}},
    ]
    strategy = SolvedStrategy.of_mixes(Metadata("kuhn_poker", "by hand"), mixes)
    strategy.save(tmp_path / "kuhn")
    loaded = load_strategy(tmp_path / "kuhn")
    mix = loaded.mix_of_text(0, "0")
    assert mix is not None
    assert [chance for chance, _ in mix.values()] == [0.25, 0.75]
    assert all(math.isnan(value) for _, value in mix.values())
    assert loaded.mix_of_text(0, "0pb") == {0: (1.0, -1.0), 1: (0.0, -2.0)}
    assert loaded.mix_of_text(1, "1p") is None, "one action is nothing to decide"
    assert loaded.mix_of_text(1, "0") is None
    policy = StrategyPolicy(loaded)
    state = next(state for state, _ in decisions(policy.game) if state.information_state_string() == "1")
    assert policy.action_probabilities(state) == {0: 0.5, 1: 0.5}
    assert policy.guesses == 1


def test_names_that_share_their_first_word() -> None:
    mixes = {(7, second): {0: second / 10, 1: 1 - second / 10} for second in (9, 2, 5)}
    table = Table.of_mixes({**mixes, (3, 2): {0: 1.0, 4: 0.0}})
    for name, mix in mixes.items():
        found = table.mix(name)
        assert found is not None
        assert {action: chance for action, (chance, _) in found.items()} == pytest.approx(mix)
    assert table.mix((7, 3)) is None
    assert table.mix((8, 2)) is None
    assert Table.of_mixes({}).mix((1, 1)) is None


@pytest.mark.parametrize(
    ("mixes", "words"),
    [
        ({(1, 1): {0: 0.5, 1: 0.6}}, "add up"),
        ({(1, 1): {0: 1.5, 1: -0.5}}, "below 0"),
        ({(1, 1): {0: math.nan, 1: 0.5}}, "no probability"),
        ({(1, 1): {-3: 0.5, 1: 0.5}}, "order"),
    ],
)
def test_mixes_that_are_none(mixes: dict[tuple[int, int], dict[int, float]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Table.of_mixes(mixes)


def test_unknown_sets_are_played_evenly_and_counted() -> None:
    tree = tree_of("kuhn_poker")
    known = SolvedStrategy.of_tree(tree, random_strategies(tree))
    part = SolvedStrategy.of_mixes(known.metadata, [dict(list(table.mixes())[:2]) for table in known.tables])
    strategies, unknown = part.on_tree(tree)
    assert unknown == 12 - 4
    assert (strategies[0] == 0.5).sum() == 2 * 4


# What it is for


def test_rules_are_checked() -> None:
    tree = tree_of(SMALL)
    strategy = SolvedStrategy.of_tree(tree, random_strategies(tree))
    assert strategy.metadata.rules == "base(players=2,hand=2,rows=1,capacity=2,deck=6,rounds=1)"
    strategy.check_rules(Rules.parse("base(players=2,hand=2,rows=1,capacity=2,deck=6)"))
    strategy.check_game("six_nimmt(rows=1,hand=2,players=2,deck=6,capacity=2,payoff=difference)")
    strategy.check_game(f"turn_based_simultaneous_game(game={SMALL})")
    with pytest.raises(StrategyError, match=r"made for base\(players=2,hand=2,rows=1.*, not for base\(players=4\)"):
        strategy.check_rules(Rules())
    with pytest.raises(StrategyError, match="not for leduc_poker"):
        strategy.check_game("leduc_poker")
    with pytest.raises(StrategyError, match="payoff=win"):
        strategy.check_game(SMALL.replace(")", ",payoff=win)"))
    with pytest.raises(StrategyError, match="was made for six_nimmt"):
        strategy.on_tree(tree_of("kuhn_poker"))
    with pytest.raises(StrategyError, match="not for 6 nimmt!"):
        SolvedStrategy.of_mixes(Metadata("kuhn_poker", "x"), [{}, {}]).check_rules(Rules())


def test_a_deck_of_0_is_the_deck_that_is_needed() -> None:
    strategy = SolvedStrategy.of_mixes(Metadata("six_nimmt(players=2,hand=2,rows=1,deck=0)", "x"), [{}, {}])
    strategy.check_game("six_nimmt(players=2,hand=2,rows=1,deck=5)")


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ({"game": "no_such_game"}, "no game 'no_such_game'"),
        ({"iterations": -1}, "iterations"),
        ({"values": (1.0,)}, "2 players, but 1 values"),
        ({"values": (1.0, math.inf)}, "values"),
        ({"exploitability": "small"}, "exploitability"),
        ({"rules": "base(players=4)"}, "has the rules"),
        ({"players": 0}, "0"),
    ],
)
def test_metadata_that_cannot_be(numbers: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Metadata(**{"game": "kuhn_poker", "algorithm": "x", **numbers})  # type: ignore[arg-type]


# Files that are not in order


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("good") / "kuhn.strategy"
    tree = tree_of("kuhn_poker")
    save_strategy(file, tree, random_strategies(tree))
    return file


def test_the_head_of_a_file_can_be_read(good: Path) -> None:
    content = good.read_bytes()
    lines = content.split(b"\n")
    assert lines[0] == b"nimmt strategy 1, %010d bytes" % len(content)
    header = json.loads(b"\n".join(lines[1 : lines.index(b"}") + 1]))
    assert header["game"] == "kuhn_poker"
    assert header["tables"][0]["infosets"] == 6


def broken(good: Path, content: bytes) -> str:
    """The sentence about a broken file."""
    file = good.with_name("broken")
    file.write_bytes(content)
    with pytest.raises(StrategyError) as error:
        load_strategy(file)
    sentence = str(error.value)
    assert str(file) in sentence
    assert "\n" not in sentence
    return sentence.replace(str(file), "F")


def test_files_of_other_kinds(good: Path) -> None:
    content = good.read_bytes()
    assert broken(good, b"").startswith("F is empty, so it is no strategy file")
    assert broken(good, b"nimmt game 1\nrules base(players=2)\n").startswith("F is no strategy file")
    assert broken(good, b"\x00" * 500).startswith("F is no strategy file")
    newer = content.replace(b"strategy 1,", b"strategy 2,", 1)
    assert "version 2, and this nimmt reads versions up to 1: take a newer nimmt" in broken(good, newer)
    assert "version 7" in broken(good, b"nimmt strategy 7: all is different now\n\x00\x01")
    assert "goes on after its end" in broken(good, content + b"x")
    assert "its checksum is wrong" in broken(good, content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(FileNotFoundError):
        load_strategy(good.with_name("missing"))


def test_cuts_are_found(good: Path) -> None:
    content = good.read_bytes()
    for length in (*range(1, 60), *range(60, len(content), 7), len(content) - 1):
        assert "ends too early" in broken(good, content[:length]), length


def test_changed_bytes_are_found(good: Path) -> None:
    content = good.read_bytes()
    for place in (*range(60), *range(60, len(content), 5), len(content) - 1):
        changed = bytearray(content)
        changed[place] ^= 1 << (place % 8)
        broken(good, bytes(changed))


@given(some.binary(max_size=300), some.integers(0, 2000), some.integers(0, 300))
def test_any_other_content(tmp_path_factory: pytest.TempPathFactory, more: bytes, place: int, cut: int) -> None:
    file = tmp_path_factory.getbasetemp() / "kuhn.strategy"
    if not file.exists():
        tree = tree_of("kuhn_poker")
        save_strategy(file, tree, random_strategies(tree))
    content = file.read_bytes()
    changed = content[:place] + more + content[place + cut :]
    if changed != content:
        broken(file, changed)
    broken(file, more)


def reseal(content: bytes, old: bytes, new: bytes) -> bytes:
    """A change with the right length and checksum, as somebody might make on purpose."""
    from hashlib import blake2b

    assert old in content
    body = content[:-32].replace(old, new)
    rest = body[body.index(b"\n") :]
    body = b"nimmt strategy 1, %010d bytes" % (len(body) + 32) + rest
    return body + blake2b(body, digest_size=32).digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"kuhn_poker"', b'"no_such_game"'),
        (b'"kuhn_poker"', b"7"),
        (b'"players": 2', b'"players": 3'),
        (b'"players": 2', b'"players": "2"'),
        (b'"infosets": 6', b'"infosets": 7'),
        (b'"infosets": 6', b'"infosets": -1'),
        (b'"infosets": 6', b'"infosets": 900000000000'),
        (b'"infosets": 6,', b'"infosets": null,'),
        (b'"tables"', b'"chairs"'),
        (b'"values"', b'"gains"'),
        (b'"algorithm"', b'"other"'),
        (b"\n}\n", b"\n]\n"),
        (b'"game"', b"game"),
    ],
)
def test_files_made_wrong_on_purpose(good: Path, old: bytes, new: bytes) -> None:
    sentence = broken(good, reseal(good.read_bytes(), old, new))
    assert sentence.startswith("F is no strategy file in good order")


def test_tables_made_wrong_on_purpose(good: Path) -> None:
    strategy = load_strategy(good)
    table = strategy.tables[0]
    for wrong in (
        replace(table, names=table.names[::-1].copy()),
        replace(table, probabilities=table.probabilities * 2),
        replace(table, probabilities=-table.probabilities),
        replace(table, actions=table.actions[::-1].copy()),
    ):
        write_file(good.with_name("wrong"), strategy.metadata, (wrong, strategy.tables[1]))
        assert "in good order" in broken(good, good.with_name("wrong").read_bytes())


def test_a_failed_save_leaves_the_old_file(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = good.read_bytes()
    strategy = load_strategy(good)

    def fail(_: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        strategy.save(good)
    assert good.read_bytes() == before
    assert not list(good.parent.glob("*.part"))
