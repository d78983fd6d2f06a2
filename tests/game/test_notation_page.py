"""Every example of docs/notation.md can be read, and reads as it is written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from game.decision import Kind, action_text, parse_action
from game.game_record import GameRecord
from game.position import parse_position, write_position
from game.position_reader import FIELDS
from game.rules import Rules

PAGE: Final = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The text of a block of examples."""
    (text,) = re.findall(rf"^```{name}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(text)


@pytest.mark.parametrize("text", block("rules").splitlines())
def test_rules(text: str) -> None:
    assert str(Rules.parse(text)) == text


@pytest.mark.parametrize("text", block("positions").splitlines())
def test_positions(text: str) -> None:
    state = parse_position(text)
    assert state.to_act
    assert set(text.split()) <= set(write_position(state).split())


def test_game() -> None:
    assert str(GameRecord.parse(block("game"))) == block("game")


def test_actions() -> None:
    """Each text of the table stands for an action of its decision, and comes back the same."""
    rows = re.findall(r"^\| (special|swap|keep|row|draw)\b[^|]*\| (.*) \|$", PAGE, re.MULTILINE)
    assert {kind for kind, _ in rows} == {"special", "swap", "keep", "row", "draw"}
    for kind, texts in rows:
        for text in re.findall(r"`([^`]+)`", texts):
            assert action_text(Kind(kind), parse_action(Kind(kind), text)) == text


def test_every_field_is_explained() -> None:
    table = PAGE[PAGE.index("| field |") : PAGE.index("A card that is nowhere")]
    first_cells = " ".join(line.split("|")[1] for line in table.splitlines() if line.startswith("|"))
    assert set(re.findall(r"`(\w+)`", first_cells)) == set(FIELDS)
