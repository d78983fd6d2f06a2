"""Answers of `nimmt solve cfr`, `lp`, `mcts` and `compare` as tables for people."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from nimmt.progress import duration


def draw_answer(console: Console, answer: dict[str, Any]) -> None:
    """Value, how exploitable, and how it was found."""
    console.print(Text(answer["game"], style="bold"))
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for name, text in (
        ("value", _value(answer)),
        ("exploitability", _exploitability(answer)),
        (
            "algorithm",
            f"{answer['algorithm']}, {answer['iterations']:,} {_unit(answer)} in {_seconds(answer['seconds'])}",
        ),
        ("tree", _tree(answer)),
    ):
        table.add_row(name, text)
    console.print(table)
    if "epsilon" in answer:
        _draw_runs(console, answer)


def _value(answer: dict[str, Any]) -> str:
    if answer["players"] > 2 and answer.get("values"):
        return _values(answer["values"])
    if answer["value"] is None:
        return "not measured"
    low, high = answer.get("value_interval", (None, None))
    interval = "" if low is None else f", 95 % from {_signed(low)} to {_signed(high)}"
    return f"{_signed(answer['value'])} to the first player{interval}"


def _unit(answer: dict[str, Any]) -> str:
    return "simulations a decision" if "mcts" in answer["algorithm"] else "iterations"


def _tree(answer: dict[str, Any]) -> str:
    if answer["histories"] is None:
        return f"not held; {answer['infosets']:,} information sets met"
    return f"{answer['histories']:,} histories, {answer['infosets']:,} information sets"


def _exploitability(answer: dict[str, Any]) -> str:
    gains = answer.get("gains")
    if answer["exploitability"] is None:
        found = answer.get("exploited_at_least")
        if found is None:
            return "not measured: the tree is too large"
        seats = [
            f"{gain:.4f} ({low:.4f} to {high:.4f})"
            for gain, (low, high) in zip(answer["exploiter_gains"], answer["exploited_intervals"], strict=True)
        ]
        return f"not measured; exploiters trained for each seat gain {', '.join(seats)} (95 %); a lower bound"
    if answer["players"] == 2 or gains is None:
        return f"{answer['exploitability']:.6f}"
    return f"{answer['exploitability']:.6f}; the players could gain {', '.join(f'{gain:.6f}' for gain in gains)}"


def _draw_runs(console: Console, answer: dict[str, Any]) -> None:
    runs = answer.get("runs", [])
    table = Table(title="Runs from different starts")
    for name in ("seed", "value", "largest gain", "CCE gap"):
        table.add_column(name, justify="right")
    for run in runs:
        gap = "–" if run["cce_gap"] is None else f"{run['cce_gap']:.6f}"
        table.add_row(str(run["seed"]), _signed(run["value"]), f"{max(run['gains']):.6f}", gap)
    if runs:
        console.print(table)
    console.print(
        f"An ε-Nash equilibrium with ε = {max(answer['gains']):.6f}: nobody gains more by deviating alone. "
        "That is no solution: other equilibria may give other values."
    )


def draw_comparison(console: Console, answer: dict[str, Any]) -> None:
    """Algorithms side by side."""
    console.print(Text(answer["game"], style="bold"))
    console.print(f"{answer['histories']:,} histories, {answer['infosets']:,} information sets")
    table = Table()
    for name in ("algorithm", "iterations", "seconds", "exploitability", "value"):
        table.add_column(name, justify="left" if name == "algorithm" else "right")
    for run in sorted(answer["runs"], key=lambda run: run["exploitability"]):
        table.add_row(
            run["algorithm"],
            f"{run['iterations']:,}",
            f"{run['seconds']:.3f}",
            f"{run['exploitability']:.3e}",
            _signed(run["value"]),
        )
    console.print(table)


def draw_budgets(console: Console, answer: dict[str, Any]) -> None:
    """How exploitable each budget was."""
    table = Table()
    for name in ("selection", "simulations", "seed", "exploitability", "seconds"):
        table.add_column(name, justify="left" if name == "selection" else "right")
    for point in answer["curve"]:
        table.add_row(
            point["selection"],
            f"{point['simulations']:,}",
            str(point["seed"]),
            f"{point['exploitability']:.5f}",
            f"{point['seconds']:.2f}",
        )
    console.print(table)


def _values(values: list[float]) -> str:
    return ", ".join(map(_signed, values))


def _signed(value: float) -> str:
    """+0.123456, and 0 for what rounds to it."""
    return f"{value:+.6f}" if round(value, 6) else "0"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 60 else duration(seconds)
