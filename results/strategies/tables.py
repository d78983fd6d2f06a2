"""Writes README.md of this folder from the answers in it: python results/strategies/tables.py"""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MAKE = runpy.run_path(str(HERE / "make.py"))

HEAD = """\
# Strategies for hidden hands

What `nimmt solve cfr`, `lp`, `mcts` and `compare` found; [docs/solving.md](../../docs/solving.md) says which method to
take when. `python results/strategies/make.py` makes every file of this folder again, and
`python results/strategies/tables.py` writes this page from them; the command behind a line is in its JSON file.
Values are to the first player, in bullheads (opponent's minus own; with three players the mean of the others' minus
own). Exploitability is what a player gains on average by deviating. Seconds are by the clock on two shared cores, with
other work going on, and say little; those of CFR count iterations, not the growing of the tree.
"""


def answer(name: str) -> dict[str, Any] | None:
    file = HERE / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def signed(value: float, digits: int = 5) -> str:
    return f"{value:+.{digits}f}" if round(value, digits) else "0"


def call(found: dict[str, Any]) -> str:
    """The options of the game in a command, for a table."""
    words = found["command"].removeprefix("nimmt solve ")
    for option in (" --target", " --iterations", " --seeds"):
        words = words.split(option)[0]
    return words.split(" ", 1)[1]


def two_players() -> str:
    lines = [
        "## Two players",
        "",
        "| game | value | exploitability | value by LP | iterations | histories | information sets | seconds | file |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in MAKE["INSTANCES"]:
        found, lp = answer(name), answer(f"lp-{name}")
        if found is None or found["players"] > 2:
            continue
        lines.append(
            f"| `{call(found)}` | {signed(found['value'])} | {found['exploitability']:.5f} | "
            f"{'' if lp is None else signed(lp['value'])} | {found['iterations']:,} | {found['histories']:,} | "
            f"{found['infosets']:,} | {found['seconds']:.2f} | [{name}]({name}.json) |"
        )
    return "\n".join(lines) + "\n"


def more_players() -> str:
    lines = [
        "## Three and four players",
        "",
        "No solutions: each line is the best of several runs from different starts, an ε-Nash equilibrium with the",
        "ε that is given, the most that any player gains by deviating alone. The last column has the ε of all runs.",
        "",
        "| game | values | ε | CCE gap | iterations | histories | ε of all runs | file |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in MAKE["INSTANCES"]:
        found = answer(name)
        if found is None or found["players"] == 2:
            continue
        values = ", ".join(signed(value, 3) for value in found["values"])
        every = ", ".join(f"{max(run['gains']):.1e}" for run in found["runs"])
        lines.append(
            f"| `{call(found)}` | {values} | {found['epsilon']:.1e} | {found['cce_gap']:.1e} | "
            f"{found['iterations']:,} | {found['histories']:,} | {every} | [{name}]({name}.json) |"
        )
    return "\n".join(lines) + "\n"


def searches() -> str:
    parts = ["## Search, by budget\n", "Mean exploitability over seeds, for each way to select.\n"]
    for name in MAKE["SEARCH"]:
        found = answer(name)
        if found is None:
            continue
        budgets = sorted({each["simulations"] for each in found["curve"]})
        selections = list(dict.fromkeys(each["selection"] for each in found["curve"]))
        lines = [
            f"### `{call(found).split(' --selection')[0]}`" + (", others by moves" if "moves" in name else ""),
            "",
            f"{found['algorithm'].split('-')[0]}, {found['infosets']:,} information sets; [{name}]({name}.json)",
            "",
            "| simulations | " + " | ".join(selections) + " |",
            "| --- |" + " --- |" * len(selections),
        ]
        for budget in budgets:
            cells = []
            for selection in selections:
                seen = [
                    each["exploitability"]
                    for each in found["curve"]
                    if (each["simulations"], each["selection"]) == (budget, selection)
                ]
                cells.append(f"{sum(seen) / len(seen):.4f}")
            lines.append(f"| {budget:,} | " + " | ".join(cells) + " |")
        parts.append("\n".join([*lines, "", f"![Exploitability by simulations]({name}.png)", ""]))
    return "\n".join(parts)


def comparisons() -> str:
    parts = ["## Algorithms side by side\n"]
    for name in MAKE["COMPARE"]:
        found = answer(name)
        if found is None:
            continue
        lines = [
            f"### `{found['game']}`",
            "",
            f"{found['histories']:,} histories; [{name}]({name}.json)",
            "",
            "| algorithm | iterations | seconds | exploitability |",
            "| --- | --- | --- | --- |",
        ]
        for run in sorted(found["runs"], key=lambda run: run["exploitability"]):
            lines.append(
                f"| {run['algorithm']} | {run['iterations']:,} | {run['seconds']:.2f} | {run['exploitability']:.2e} |"
            )
        parts.append("\n".join([*lines, "", f"![Exploitability by iterations and seconds]({name}.png)", ""]))
    return "\n".join(parts)


def page() -> str:
    return "\n".join([HEAD, two_players(), more_players(), searches(), comparisons()]).rstrip() + "\n"


if __name__ == "__main__":
    (HERE / "README.md").write_text(page(), encoding="utf-8")
