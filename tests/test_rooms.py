"""The house stands: arrows between rooms point one way, and every file can be read in one sitting."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST_LINES = 600

#: Which rooms a room may import besides itself.
MAY_IMPORT = {
    "game": set[str](),
    "solver": {"game"},
    "bots": {"game", "solver"},
    "tournament": {"game", "bots"},
    "nimmt": {"game", "solver", "bots", "tournament"},
}
#: No room imports from these.
OUTSIDE = {"tests", "benchmarks", "web", "configs", "results"}
#: What else the game may use: no I/O, no tools of the other rooms.
LIBRARIES_OF_GAME = {"numpy", "numba", "pyspiel", "open_spiel"}


def imported(source: str) -> set[str]:
    """The top-level names that a source imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names.add(node.module.split(".")[0])
    return names


def wrong_arrows(room: str, source: str) -> set[str]:
    """What a source in a room imports but may not."""
    rooms = set(MAY_IMPORT) | OUTSIDE
    return (imported(source) & rooms) - MAY_IMPORT[room] - {room}


def sources(*rooms: str) -> list[Path]:
    return [path for room in rooms for path in sorted((ROOT / room).rglob("*.py"))]


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_arrows_point_one_way(room: str) -> None:
    assert sources(room)
    for path in sources(room):
        assert not wrong_arrows(room, path.read_text(encoding="utf-8")), path.relative_to(ROOT)


@pytest.mark.parametrize(
    ("room", "source", "wrong"),
    [
        ("game", "import bots.random_bot", {"bots"}),
        ("game", "def late():\n    from nimmt.command import main", {"nimmt"}),
        ("solver", "from game.rules import Rules\nfrom bots import x", {"bots"}),
        ("bots", "import game, solver, tournament", {"tournament"}),
        ("tournament", "from solver.lp import solve", {"solver"}),
        ("nimmt", "from tests.game.play import moments", {"tests"}),
        ("nimmt", "import game, solver, bots, tournament, numpy", set()),
    ],
)
def test_a_wrong_arrow_would_be_found(room: str, source: str, wrong: set[str]) -> None:
    assert wrong_arrows(room, source) == wrong


def test_the_game_uses_few_libraries() -> None:
    for path in sources("game"):
        others = imported(path.read_text(encoding="utf-8")) - set(sys.stdlib_module_names) - LIBRARIES_OF_GAME
        assert others <= {"game"}, path.relative_to(ROOT)


def test_no_file_is_too_long_to_read() -> None:
    everything = sources(*MAY_IMPORT, "tests", "benchmarks")
    assert len(everything) > 40
    for path in everything:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines"
