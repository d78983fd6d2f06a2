"""Compiled code is kept: the first process compiles and says so, the next one loads what the first one left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import kernels

ROOT = Path(__file__).parents[2]

# Plays a little and tells how the code that it ran came about.
PLAY = """
import json
from game.engine import base
from game.kernels import cache_folder
from game.rules import Rules
from game.state import State
state = State.deal(Rules(players=2), seed=1)
state.play(*(hand[0] for hand in state.hands))
stats = [verb.stats for verb in (base.start_round, base.legal, base.apply)]
print(json.dumps({
    "folder": str(cache_folder()),
    "hits": [sum(each.cache_hits.values()) for each in stats],
    "misses": [sum(each.cache_misses.values()) for each in stats],
    "rows": state.rows,
}))
"""

# The same with the smallest kernel, which is compiled in no time.
ROLL = """
import json
import numpy as np
from game.engine.chance import philox
from game.kernels import cache_folder, prepare
prepare("little", lambda: philox(*[np.uint64(0)] * 6))
print(json.dumps({
    "folder": str(cache_folder()),
    "hits": sum(philox.stats.cache_hits.values()),
    "misses": sum(philox.stats.cache_misses.values()),
}))
"""


def run(code: str, cache: Path, **more: str) -> tuple[dict[str, object], str]:
    """Run code in a process of its own; what it printed, and what it said on standard error."""
    environment = {**os.environ, "NIMMT_CACHE_DIR": str(cache), **more}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer, done.stderr


def test_the_first_process_compiles_with_a_message_and_the_second_loads(tmp_path: Path) -> None:
    first, said = run(PLAY, tmp_path)
    assert "nimmt: compiling the base engine for this machine" in said
    assert "nimmt: compiled in" in said
    assert first["misses"] == [1, 1, 1]
    assert Path(str(first["folder"])).parent == tmp_path
    second, said = run(PLAY, tmp_path)
    assert said == ""
    assert second["hits"] == [1, 1, 1]
    assert second["misses"] == [0, 0, 0]
    assert second["rows"] == first["rows"]


def test_a_cache_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    """Not even root can make a folder below a file."""
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "elsewhere").mkdir()
    answer, _ = run(ROLL, tmp_path / "file", TMPDIR=str(tmp_path / "elsewhere"))
    assert Path(str(answer["folder"])).is_relative_to(tmp_path / "elsewhere")
    assert [answer["hits"], answer["misses"]] == [0, 1]
    assert list((tmp_path / "elsewhere").iterdir()) == []  # a folder for one process, gone with it


def test_a_changed_source_is_compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """numba looks at the file of one function only; the digest in the folder's name covers them all."""
    room = tmp_path / "game"
    shutil.copytree(ROOT / "game", room, ignore=shutil.ignore_patterns("__pycache__"))
    digest = kernels.sources_digest.__wrapped__
    assert kernels.sources_digest() in kernels.cache_folder().name
    monkeypatch.setattr(kernels, "_ROOM", room)
    seen = {digest()}
    assert digest() in seen
    for source in ("engine/table.py", "engine/chance.py", "engine/layout.py", "cards.py", "kernels.py"):
        path = room / source
        path.write_text(path.read_text() + "# changed\n")
        seen.add(digest())
    (room / "engine" / "new.py").write_text("")
    seen.add(digest())
    assert len(seen) == 7


def test_what_the_kernels_import_is_part_of_the_digest() -> None:
    """Every module of this room that a kernel file imports values from is one that the digest reads."""
    covered = {"game.cards", "game.kernels", "game.engine"}
    for source in (ROOT / "game" / "engine").glob("*.py"):
        for line in source.read_text().splitlines():
            if line.startswith(("from game", "import game")):
                module = line.split()[1]
                assert module in covered or module.startswith("game.engine."), f"{source.name}: {line}"


def test_old_versions_are_forgotten_and_recent_ones_kept(tmp_path: Path) -> None:
    ages = {"kernels-old": 40, "kernels-recent": 2, "kernels-now": 40, "other-old": 40}
    for name, days in ages.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        moment = (tmp_path / name).stat().st_mtime - days * 86_400
        os.utime(tmp_path / name, (moment, moment))
    kernels._forget_old_versions(tmp_path / "kernels-now")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-now", "kernels-recent", "other-old"]
