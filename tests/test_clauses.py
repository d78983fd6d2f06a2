"""Every clause of docs/rules.md can be found: in the code that follows it, and in a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]

#: Clauses that are collections of worked examples: tests play them, code has nothing of its own for them.
EXAMPLES: Final = {"B8", "N9", "A12"}


def clauses() -> list[str]:
    """All clauses, as they are numbered in docs/rules.md."""
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([CBPNA]\d+)\.\*\*", rules, re.MULTILINE)


def cited(text: str) -> set[str]:
    """The clauses that a text cites; `B3 to B5` are three."""
    found = set(re.findall(r"\b[CBPNA]\d+\b", text))
    for letter, first, last in re.findall(r"\b([CBPNA])(\d+) to \1(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def named_by_tests(source: str) -> set[str]:
    """The clauses that the tests of a file name, in the name of a function or in its docstring."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            named |= {part.upper() for part in node.name.split("_") if re.fullmatch(r"[cbpna]\d+", part)}
            named |= cited(ast.get_docstring(node) or "")
    return named


IN_CODE: Final = set().union(
    *(cited(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "game").rglob("*.py")))
)
IN_TESTS: Final = set().union(
    *(named_by_tests(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "tests" / "game").glob("test_*.py")))
)


def test_clauses_are_numbered_without_a_gap() -> None:
    numbers = clauses()
    for letter in "CBPNA":
        own = [clause for clause in numbers if clause[0] == letter]
        assert own == [f"{letter}{number}" for number in range(1, len(own) + 1)]
        assert own


@pytest.mark.parametrize("clause", clauses())
def test_every_clause_is_named_by_a_test(clause: str) -> None:
    assert clause in IN_TESTS


@pytest.mark.parametrize("clause", [clause for clause in clauses() if clause not in EXAMPLES])
def test_every_clause_is_cited_in_the_code(clause: str) -> None:
    assert clause in IN_CODE


def test_the_code_cites_no_clause_that_is_not_there() -> None:
    assert set(clauses()) >= IN_CODE


def test_a_clause_that_nobody_names_would_be_missed() -> None:
    source = 'def test_n7_rows() -> None:\n    """A9, and B3 to B5."""\ndef helper() -> None:\n    """A10"""\n'
    assert named_by_tests(source) == {"N7", "A9", "B3", "B4", "B5"}
