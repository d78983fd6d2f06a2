"""What the README and CONTRIBUTING promise is true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from nimmt import Rules, State
from tests.nimmt.conftest import Call

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    lines = [line for block in blocks(README, "sh") for line in block.splitlines()]
    return [line for line in lines if line.startswith("nimmt ")]


def test_the_python_example_prints_what_its_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(README, "python")
    lines = [line for line in example.splitlines() if line and not line.startswith("#")]
    assert len(lines) <= 10
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", example, flags=re.MULTILINE)


def test_every_command_runs(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(commands()) >= 5
    for line in commands():
        extra = ["--seconds", "0.05"] if " bench " in line else []
        answer = call(*shlex.split(line)[1:], *extra)
        assert answer.code == 0, f"{line}: {answer.err}"
        assert answer.out


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_bot_in_contributing_plays() -> None:
    (example,) = blocks(CONTRIBUTING, "python")
    names: dict[str, type] = {}
    exec(compile(example, "CONTRIBUTING.md", "exec"), names)
    bot = names["LowestCard"]()
    state = State.deal(Rules.preset("pro", players=3))
    while not state.round_over:
        for seat in state.to_act:
            state.act(seat, bot.act(state.view(seat)))
    assert sum(state.penalties) >= 0
