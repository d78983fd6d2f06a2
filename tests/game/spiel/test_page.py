"""Every example of docs/openspiel.md, and that of the README, runs and prints what its comments say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from game.spiel.parameters import PARAMETERS

ROOT: Final = Path(__file__).parents[3]
PAGE: Final = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
EXAMPLES: Final = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
#: The example in the README is marked `py`, for its only `python` one is the first thing that a reader sees.
IN_README: Final = re.findall(
    r"^```py\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
)


@pytest.mark.parametrize("example", [*EXAMPLES, *IN_README], ids=range(len(EXAMPLES) + 1))
def test_examples(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "docs/openspiel.md", "exec"), {})
    expected = re.findall(r"^# (.*)$", example, re.MULTILINE)
    assert expected
    assert capsys.readouterr().out.splitlines() == expected


def test_the_usual_tools_are_shown() -> None:
    for tool in ("CFRSolver", "CFRPlusSolver", "ExternalSamplingSolver", "exploitability", "BestResponse", "ISMCTSBot"):
        assert any(tool in example for example in EXAMPLES), tool


def test_every_parameter_is_explained() -> None:
    table = " ".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`(\w+)`", table)) == {name for each in PARAMETERS.values() for name in each}


SCRIPT: Final = """
import pyspiel, open_spiel.python.games
game = pyspiel.load_game({start!r})
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
bot = {bot}
print("made", flush=True)
try:
    bot.step(state)
except Exception as error:
    print(repr(error))
print("alive")
"""


@pytest.mark.parametrize(
    ("bot", "start"),
    [
        (
            "pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 5, 1, True, 1, False)",
            "python_tic_tac_toe",
        ),
        (
            "pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 5, -1, "
            "pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)",
            "python_kuhn_poker",
        ),
    ],
)
def test_the_warning_about_bots_in_c_plus_plus_is_true(bot: str, start: str) -> None:
    """Games that come with OpenSpiel end the process in the same way. When this fails, the page can be kinder."""
    script = SCRIPT.format(start=start, bot=bot)
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False)
    assert answer.stdout.split() == ["made"], answer.stdout + answer.stderr[-1000:]
    assert answer.returncode != 0
