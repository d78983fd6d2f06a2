"""The JSON and CSV answers of `nimmt strategy`. Seats and rows count from 1."""

from __future__ import annotations

import csv
from collections.abc import Callable
from math import isnan
from typing import Any, TextIO

from bots.advice import Advice
from solver.measures import HeadToHead
from solver.strategies.compare import Comparison, Difference
from solver.strategies.texts import SetText
from solver.strategy import Mix, Name, SolvedStrategy, name_hex

Texts = dict[tuple[int, Name], SetText]
#: How many information sets are written between two words about it.
_SAY_EVERY = 1000
COLUMNS = ("seat", "name", "information_state", "action", "action_text", "probability", "value")


def strategy_json(strategy: SolvedStrategy) -> dict[str, Any]:
    """What a file says about itself."""
    return {
        "file": strategy.title,
        **strategy.metadata.to_json(),
        "known_infosets": [table.infosets for table in strategy.tables],
    }


def advice_json(advice: Advice) -> dict[str, Any]:
    """What to do in an information set; a value that is not known is null."""
    return {
        "seat": advice.seat + 1,
        "name": advice.name,
        "known": advice.known,
        **({"information_state": advice.text} if advice.text else {}),
        "actions": [
            {
                "action": option.action,
                "text": option.text,
                "probability": option.probability,
                "value": _value(option.value),
            }
            for option in advice.options
        ],
    }


def comparison_json(one: SolvedStrategy, other: SolvedStrategy, found: Comparison, texts: Texts) -> dict[str, Any]:
    """Two strategies side by side; what needs the tree is null without it."""
    return {
        "game": one.metadata.game,
        "files": [one.title, other.title],
        "algorithms": [each.metadata.algorithm for each in (one, other)],
        "exploitability": [each.metadata.exploitability for each in (one, other)],
        "gains": [each.metadata.gains for each in (one, other)],
        "values": None if found.values is None else [each.tolist() for each in found.values],
        "head_to_head": None if found.head_to_head is None else [_duel_json(duel) for duel in found.head_to_head],
        "common_infosets": found.common,
        "only_infosets": found.only,
        "mean_distance": found.mean_distance,
        "differences": [_difference_json(each, texts) for each in found.differences],
    }


def _duel_json(duel: HeadToHead) -> dict[str, Any]:
    return {"seats": duel.seats.tolist(), "mean": duel.mean}


def _difference_json(difference: Difference, texts: Texts) -> dict[str, Any]:
    words = texts.get((difference.player, difference.name))
    return {
        "seat": difference.player + 1,
        "name": name_hex(difference.name),
        "information_state": words and words.text,
        "distance": difference.distance,
        "reach": difference.reach,
        "mixes": [_mix_json(mix) for mix in difference.mixes],
    }


def _mix_json(mix: Mix) -> dict[str, float]:
    return {str(action): chance for action, (chance, _) in mix.items()}


def _value(value: float) -> float | None:
    return None if isnan(value) else value


def write_csv(strategy: SolvedStrategy, texts: Texts, target: TextIO, say: Callable[[str], None] | None = None) -> None:
    """A line for each action of each information set; `say` hears now and then how far it is."""
    total = sum(table.infosets for table in strategy.tables)
    done = 0
    table = csv.writer(target, lineterminator="\n")
    table.writerow(COLUMNS)
    for player, own in enumerate(strategy.tables):
        for name, mix in own.mixes():
            if say is not None and done % _SAY_EVERY == 0:
                say(f"{done:,} of {total:,} information sets written")
            done += 1
            words = texts.get((player, name))
            for action, (chance, value) in mix.items():
                text = words.actions.get(action, "") if words else ""
                table.writerow(
                    (
                        player + 1,
                        name_hex(name),
                        words.text if words else "",
                        action,
                        text,
                        f"{chance:.9g}",
                        "" if isnan(value) else f"{value:.9g}",
                    )
                )
