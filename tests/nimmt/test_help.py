"""Help, version, rule sheets, speed, and the public names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nimmt
from game.rules import Rules
from nimmt.rule_sheets import SHEETS, numbers
from tests.nimmt.conftest import Call

COMMANDS = [
    ["demo"],
    ["place"],
    ["deal"],
    ["replay"],
    ["rules"],
    ["bench"],
    ["bench", "engine"],
    ["solve"],
    ["solve", "exact"],
    ["solve", "cfr"],
    ["solve", "lp"],
    ["solve", "mcts"],
    ["solve", "compare"],
    ["strategy"],
    ["strategy", "show"],
    ["strategy", "compare"],
    ["strategy", "export"],
    ["solve", "survey"],
]
RULES_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_has_an_example(call: Call, command: list[str]) -> None:
    answer = call(*command, "--help")
    assert answer.code == 0
    assert re.search(r"Examples?: *\n(\s*nimmt .*\n)*\s*nimmt " + " ".join(command), answer.out)


def test_the_help_documents_exit_codes(call: Call) -> None:
    for arguments in (["--help"], []):
        out = " ".join(call(*arguments).out.split())
        assert (
            "Exit codes: 0 all is well; 1 a certificate that does not hold; 2 a mistake in the call or in its input; "
            "130 interrupted."
        ) in out


def test_version(call: Call) -> None:
    assert re.fullmatch(r"nimmt \d+\.\d+\.\d+\n", call("--version").out)


def test_the_list_of_variants(call: Call) -> None:
    out = call("rules").out
    assert all(re.search(rf"^{variant} ", out, flags=re.MULTILINE) for variant in SHEETS)


@pytest.mark.parametrize("variant", SHEETS)
def test_rule_sheets(call: Call, variant: str) -> None:
    out = call("rules", "--variant", variant).out
    page = RULES_PAGE.read_text(encoding="utf-8")
    for clause, _ in SHEETS[variant].rules:
        assert re.search(rf"^{clause}  ", out, flags=re.MULTILINE)
        assert f"**{clause}.**" in page
    assert Rules.preset(variant).variant == variant


def test_numbers_come_from_the_rules() -> None:
    base, pro = dict(numbers("base")), dict(numbers("pro"))
    assert (base["players"], pro["players"]) == ("2 to 10", "2 to 6")
    assert "24 to 64" in pro["cards in the game"]
    assert "more than 66" in base["end of a match"]


def test_bench(call: Call) -> None:
    answer = call("bench", "engine", "--players", "2", "--seconds", "0.05", "--json").json
    assert answer["rounds_per_second"] > 0
    assert answer["players"] == 2
    assert "random rounds a second" in call("bench", "engine", "--seconds", "0.05").out


def test_public_names() -> None:
    assert set(nimmt.__all__) == set(nimmt._HOMES)
    assert set(nimmt.__all__) <= set(dir(nimmt))
    for name in nimmt.__all__:
        assert getattr(nimmt, name) is not None
    with pytest.raises(AttributeError, match="no public name 'nonsense'"):
        nimmt.nonsense  # noqa: B018
