"""Writes README.md of this folder from the answers that lie in it: python results/exact/tables.py."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

HEAD = """\
# Exact values

Two players, open hands, bullheads of the opponent minus own; see [docs/exact.md](../../docs/exact.md) for the method
and the story. Every JSON file holds the command that made it, and the picture and the table of the same name with it;
`bash results/exact/make.sh` makes them all again, and `python results/exact/tables.py` writes this page from them.
Values are proved to lie between the bounds that are given; "closed" means that the bounds are at most the tolerance
apart. Seconds are by the clock on two shared cores, with other work going on, and say little.
"""


def load(pattern: str) -> list[tuple[str, dict[str, Any]]]:
    """The answers of one kind, by name."""
    return [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in sorted(HERE.glob(pattern))]


def bounds(answer: dict[str, Any], digits: int) -> str:
    """A value, or its bounds where they do not round to the same."""
    low, high = (f"{answer[side]:+.{digits}f}" for side in ("low", "high"))
    zero = {f"{sign}{0:.{digits}f}" for sign in "+-"}
    low, high = ("0" if bound in zero else bound for bound in (low, high))
    return low if low == high else f"{low} to {high}"


def drafts() -> list[str]:
    """Whole games with draft: value to the first picker."""
    lines = [
        "## Whole games with draft",
        "",
        "Value to the first picker of the pro variant with `hand` cards each and `rows` rows of capacity 5 (P4), and",
        "the first picks that keep it (all of them up to hand 5; beyond, those that the proof came across).",
        "",
        "| hand | rows | cards | value | best first picks | deals looked at | seconds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, answer in sorted(load("draft-*.json"), key=lambda one: one[0].split("-")[::-1]):
        _, hand, rows = name.split("-")
        value = bounds(answer, 4) if answer["closed"] else f"{bounds(answer, 4)} (open)"
        picks = ", ".join(map(str, answer["best_picks"])) or "–"
        cards = 2 * int(hand) + int(rows)
        lines.append(
            f"| {hand} | {rows} | {cards} | {value} | {picks} | {answer['deals']:,} | {answer['seconds']:.1f} |"
        )
    return lines


def surveys() -> list[str]:
    """Random deals."""
    lines = [
        "## Random deals",
        "",
        "4 rows of capacity 5, random deals of all cards. The mean to seat 1 must be 0 but for chance; what the cards",
        "are worth is the mean of |value|. ± is a standard error.",
        "",
        "| hand | deals | mean | mean of abs(value) | draws | must mix at the first turn | states a deal |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, answer in load("survey-*.json"):
        size = f"{answer['mean_size']:.3f} ± {answer['mean_size_standard_error']:.3f}"
        lines.append(
            f"| {name.split('-')[1]} | {answer['deals']:,} | {answer['mean']:+.3f} ± "
            f"{answer['mean_standard_error']:.3f} | {size} | "
            f"{answer['draws']:.1%} | {answer['mixed']:.1%} | {answer['states_per_deal']:,.0f} |"
        )
    return lines


def real() -> list[str]:
    """The real game."""
    lines = [
        "## Real deals: 10 cards each, 4 rows, 24 cards",
        "",
        "Deals number 0 to 2 of seed 1 (`nimmt deal --players 2 --deck 0 --seed 1 --index N`).",
        "",
        "| deal | value to seat 1 | seat 1 plays first | seat 2 plays first | states | seconds |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for _, answer in load("real-*.json"):
        hands, rows = answer["hands"], [row[0] for row in answer["rows"]]
        deal = "/".join(",".join(map(str, group)) for group in (*hands, rows))
        mixes = [
            ", ".join(f"{card} ({weight:.0%})" for card, weight in mix.items() if weight >= 0.005)
            for mix in answer["strategies"]
        ]
        value = bounds(answer, 4) if answer["closed"] else f"{bounds(answer, 4)} (open)"
        lines.append(
            f"| `{deal}` | {value} | {mixes[0]} | {mixes[1]} | {answer['states']:,} | {answer['seconds']:,.0f} |"
        )
    return lines


def habits() -> list[str]:
    """Perfect play, turn by turn."""
    lines: list[str] = []
    for _, answer in load("habits-*.json"):
        lines += [
            f"## Perfect play of {answer['deals']} random deals, hand {answer['hand']}",
            "",
            f"`python -m solver.exact.habits --hand {answer['hand']} --deals {answer['deals']} "
            f"--seed {answer['seed']}`. Rank 0 is the lowest card of what is left of the hand, 1 the highest.",
            "",
            "| turn | somebody mixes | cards in a mix | mean rank of the card played | bullheads taken |",
            "| --- | --- | --- | --- | --- |",
        ]
        for turn in answer["turns"]:
            rank = "–" if turn["mean_rank"] is None else f"{turn['mean_rank']:.2f}"
            lines.append(
                f"| {turn['turn']} | {turn['mixed_share']:.0%} | {turn['cards_in_a_mix']:.2f} | {rank} | "
                f"{turn['bullheads_taken']:.2f} |"
            )
    return lines


def page() -> str:
    """All tables."""
    parts = [HEAD.splitlines(), real(), drafts(), surveys(), habits()]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def main() -> None:
    (HERE / "README.md").write_text(page(), encoding="utf-8")
    print(f"wrote {HERE.name}/README.md", file=sys.stderr)


if __name__ == "__main__":
    main()
