"""What a survey says: the distribution of values in numbers and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from solver.exact.draft import solve_draft
from solver.exact.survey import Survey, SurveyRow

QUANTILES: Final = (0, 5, 25, 50, 75, 95, 100)
#: Up to this many cards a hand, a draft is solved in a second or two.
FIRST_PICK_CARDS: Final = 4
_FIRST_PICK_MEMORY: Final = 1 << 26
_MOST_BARS: Final = 60
_WIDTHS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0)


@dataclass(frozen=True, slots=True)
class Summary:
    """The distribution of values over the deals of a survey.

    Values are to player 0. Dealing is fair, so their mean would be 0 over all deals, and a sample's mean shows how far
    chance went; what a deal is worth to whoever has the better cards is the mean of the values without their signs.
    Standard errors are those of a random sample, and 0 for all deals of an instance.
    """

    deals: int
    mean: float
    mean_error: float
    size: float
    size_error: float
    #: Shares of the deals: value 0 within the tolerance, somebody must mix at the first turn, both must.
    draws: float
    mixed: float
    both_mixed: float
    quantiles: dict[int, float]
    #: The bounds that are furthest apart.
    widest: float
    states: float
    seconds: float
    median_seconds: float
    #: Bounds of what the first pick would be worth if the cards were drafted, where that was solved.
    first_pick: tuple[float, float] | None = None

    @classmethod
    def of(cls, survey: Survey, rows: Sequence[SurveyRow], first_pick: tuple[float, float] | None = None) -> Summary:
        """Count up what was found."""
        values = np.array([row.value for row in rows])
        seconds = np.array([row.seconds for row in rows])
        places = np.quantile(values, np.array(QUANTILES) / 100)
        return cls(
            deals=len(rows),
            mean=float(values.mean()),
            mean_error=_error(survey, values),
            size=float(np.abs(values).mean()),
            size_error=_error(survey, np.abs(values)),
            draws=float((np.abs(values) <= survey.tolerance).mean()),
            mixed=sum(any(row.mixed) for row in rows) / len(rows),
            both_mixed=sum(all(row.mixed) for row in rows) / len(rows),
            quantiles={place: float(value) for place, value in zip(QUANTILES, places, strict=True)},
            widest=max(row.high - row.low for row in rows),
            states=float(np.mean([row.states for row in rows])),
            seconds=float(seconds.mean()),
            median_seconds=float(np.median(seconds)),
            first_pick=first_pick,
        )

    def json(self, survey: Survey) -> dict[str, Any]:
        """For programs."""
        return {
            "rules": str(survey.rules),
            "seed": None if survey.every else survey.seed,
            "all": survey.every,
            "tolerance": survey.tolerance,
            "deals": self.deals,
            "mean": self.mean,
            "mean_standard_error": self.mean_error,
            "mean_size": self.size,
            "mean_size_standard_error": self.size_error,
            "draws": self.draws,
            "mixed": self.mixed,
            "both_mixed": self.both_mixed,
            "quantiles": {f"{place}%": value for place, value in self.quantiles.items()},
            "first_pick": self.first_pick and _bounds_json(*self.first_pick),
            "widest_bounds": self.widest,
            "states_per_deal": self.states,
            "seconds_per_deal": self.seconds,
            "median_seconds_per_deal": self.median_seconds,
        }


def first_pick(survey: Survey) -> tuple[float, float] | None:
    """Bounds of what the first pick is worth in a draft of the same cards (P2); None for hands that take long.

    Dealt hands know no first pick, so this is about the instance and not about the deals of a survey.
    """
    if survey.hand > FIRST_PICK_CARDS:
        return None
    solution = solve_draft(survey.hand, survey.rows, survey.capacity, memory=_FIRST_PICK_MEMORY)
    if not solution.closed:
        raise KeyboardInterrupt
    return solution.low, solution.high


def _bounds_json(low: float, high: float) -> dict[str, float]:
    return {"value": (low + high) / 2, "low": low, "high": high}


def _error(survey: Survey, values: Any) -> float:
    if survey.every or len(values) < 2:
        return 0.0
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def plot_survey(survey: Survey, rows: Sequence[SurveyRow], file: Path) -> None:
    """A histogram of the values, in which deals that take a mix at the first turn stand out."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    summary = Summary.of(survey, rows)
    pure = [row.value for row in rows if not any(row.mixed)]
    mixed = [row.value for row in rows if any(row.mixed)]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.hist(
        [pure, mixed],
        bins=_bins(summary),
        stacked=True,
        color=["#3b6ea5", "#e08a2e"],
        label=[f"a single card will do ({1 - summary.mixed:.0%})", f"somebody must mix ({summary.mixed:.0%})"],
        edgecolor="white",
        linewidth=0.4,
    )
    axes.axvline(0, color="#333333", linewidth=0.8, linestyle=":")
    axes.set_title(survey.title.capitalize(), loc="left", fontweight="bold")
    axes.set_xlabel("value of the deal to player 0, in bullheads")
    axes.set_ylabel("deals")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(title="At the first turn", frameon=False, loc="upper left", alignment="left")
    plus_minus = "" if survey.every else f" ± {summary.size_error:.3f}"
    words = f"draws: {summary.draws:.1%}\nmean size of the value: {summary.size:.3f}{plus_minus}"
    axes.text(0.98, 0.97, words, transform=axes.transAxes, ha="right", va="top")
    figure.savefig(file, dpi=150)


def _bins(summary: Summary) -> list[float]:
    """Bars around whole numbers, as narrow as leaves them few enough to see."""
    low, high = summary.quantiles[QUANTILES[0]], summary.quantiles[QUANTILES[-1]]
    span = max(high - low, 1.0)
    width = next((width for width in _WIDTHS if span / width <= _MOST_BARS), span / _MOST_BARS)
    first = np.floor(low / width) - 1
    last = np.ceil(high / width) + 1
    return [float((place - 0.5) * width) for place in np.arange(first, last + 2)]
