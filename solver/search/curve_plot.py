"""A picture of how exploitable search is, against its budget."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from solver.search.extract import CurvePoint


def plot_budgets(points: Sequence[CurvePoint], path: Path, title: str) -> None:
    """Exploitability against simulations: a line through the means for each way to select, a dot for each seed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    lines: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for point in points:
        lines[f"{point.method}, {point.selection}"][point.simulations].append(point.exploitability)
    for label, budgets in sorted(lines.items()):
        means = [(simulations, sum(found) / len(found)) for simulations, found in sorted(budgets.items())]
        (line,) = axes.plot([each[0] for each in means], [each[1] for each in means], label=label)
        for simulations, found in budgets.items():
            axes.plot([simulations] * len(found), found, ".", color=line.get_color(), alpha=0.5)
    scale = "log" if any(point.exploitability > 0 for point in points) else "linear"
    axes.set(xscale="log", yscale=scale, xlabel="simulations for each decision", ylabel="exploitability")
    axes.grid(which="major", alpha=0.3)
    axes.legend()
    axes.set_title(title, fontsize=9)
    figure.savefig(path, dpi=120)
