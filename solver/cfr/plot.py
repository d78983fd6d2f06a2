"""A picture of how exploitability falls, against iterations and against time."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from solver.cfr.solve import Measurement


class Curve(NamedTuple):
    """What one algorithm did."""

    label: str
    history: list[Measurement]


def plot_curves(curves: list[Curve], path: Path, title: str) -> None:
    """Draw all curves, side by side against iterations and against seconds, on logarithmic scales."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.5), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for curve in curves:
        # A logarithmic scale has no place for what is not above 0.
        shown = [each for each in curve.history if each.exploitability > 0]
        exploitability = [each.exploitability for each in shown]
        left.plot([each.iteration for each in shown], exploitability, marker=".", label=curve.label)
        right.plot([max(each.seconds, 1e-6) for each in shown], exploitability, marker=".", label=curve.label)
    # Where an equilibrium was there from the start, there is nothing that a logarithm could show.
    scale = "log" if any(each.exploitability > 0 for curve in curves for each in curve.history) else "linear"
    for axes, what in ((left, "iterations"), (right, "seconds")):
        axes.set(xscale=scale, yscale=scale, xlabel=what)
        axes.grid(which="major", alpha=0.3)
    left.set_ylabel("exploitability")
    left.legend()
    figure.suptitle(title, fontsize=10)
    figure.savefig(path, dpi=120)
