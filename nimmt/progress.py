"""Words about long work on standard error: a live line in a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from solver.exact.solver import Progress
    from solver.exact.survey_run import SurveyProgress
    from solver.tree.estimate import TreeSize

#: Work that is done before this many seconds goes without words.
PATIENCE: Final = 2.0
#: Where nobody looks, a line comes after this many seconds, and then at intervals that double up to the longest.
FIRST_INTERVAL: Final = 5.0
LONGEST_INTERVAL: Final = 300.0


class Talker:
    """Says how far something is, not too often. To be used with `with`, which clears the live line."""

    def __init__(self) -> None:
        self.started = time.perf_counter()
        self.live = sys.stderr.isatty()
        self.interval = FIRST_INTERVAL
        self.next = PATIENCE if self.live else FIRST_INTERVAL
        self.shown = False

    def __enter__(self) -> Talker:
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown and self.live:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def say(self, words: str) -> None:
        """Show words if it is time for some."""
        seconds = time.perf_counter() - self.started
        if seconds < self.next:
            return
        self.shown = True
        if self.live:
            self.next = seconds + 0.5
            print(f"\r\x1b[K{words[: _columns() - 1]}", end="", file=sys.stderr, flush=True)
        else:
            self.interval = min(2 * self.interval, LONGEST_INTERVAL)
            self.next = seconds + self.interval
            print(f"nimmt: {words}", file=sys.stderr, flush=True)

    def solving(self, progress: Progress) -> None:
        """Say how far the exact solver is."""
        rate = progress.states / max(progress.seconds, 1e-9)
        self.say(
            f"value from {_bound(progress.low)} to {_bound(progress.high)}, {progress.states:,} states, "
            f"{rate:,.0f} a second, {progress.filled:.0%} of the table, {duration(progress.seconds)}"
        )

    def surveying(self, progress: SurveyProgress) -> None:
        """Say how far a survey is."""
        words = f"{progress.done:,} of {progress.deals:,} deals"
        if progress.solved:
            words += f", {progress.rate:,.1f} a second, {duration(progress.left)} left"
        now = progress.now
        if now is not None:
            bounds = f"{_bound(now.low)} to {_bound(now.high)}"
            words += f"; the present one from {bounds}, {now.states:,} states, {duration(now.seconds)}"
        self.say(words)

    def certifying(self, done: int, wanted: int | None) -> None:
        """Say how many positions a certificate has checked, of how many where that is known."""
        of = "" if wanted is None else f" of {wanted:,}"
        self.say(f"positions checked: {done:,}{of}, {duration(time.perf_counter() - self.started)}")

    def warn(self, words: str) -> None:
        """Say something that matters, at once."""
        print(f"{self.shown * self.live * chr(10)}nimmt: {words}", file=sys.stderr, flush=True)

    def tree_size(self, size: TreeSize) -> None:
        """Say how large a tree will be, if that is worth waiting for."""
        if size.histories > 1e6:
            print(
                f"nimmt: a tree of about {size.histories / 1e6:,.1f} million histories, "
                f"{size.bytes / (1 << 30):.1f}G with all that solving it takes",
                file=sys.stderr,
                flush=True,
            )

    def growing(self, histories: int, expected: float) -> None:
        """Say how far a tree has grown."""
        seconds = time.perf_counter() - self.started
        share = f" of about {expected:,.0f}" if expected > histories else ""
        left = f", {duration(seconds * (expected / histories - 1))} left" if expected > histories > 0 else ""
        self.say(f"{histories:,}{share} histories, {histories / max(seconds, 1e-9):,.0f} a second{left}")

    def iterating(self, iteration: int, exploitability: float, seconds: float) -> None:
        """Say how good a strategy is by now."""
        measured = "not measured yet" if math.isnan(exploitability) else f"{exploitability:.6f}"
        rate = iteration / max(seconds, 1e-9)
        self.say(f"iteration {iteration:,}: exploitability {measured}, {rate:,.1f} a second, {duration(seconds)}")


def duration(seconds: float) -> str:
    """`42 s`, `3 min 05 s` or `2 h 07 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def _bound(bound: float) -> str:
    return f"{bound:+.4f}" if math.isfinite(bound) else "?"


def _columns() -> int:
    import shutil

    return shutil.get_terminal_size().columns
