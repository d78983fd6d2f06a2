"""The JSON answers of `nimmt solve`. Rows and seats count from 1; values are to the first player, seat 1."""

from __future__ import annotations

import platform
from importlib.metadata import version
from math import isfinite
from typing import Any

from nimmt.story import placement_json
from solver.certificate import Certificate
from solver.exact.draft import DraftSolution
from solver.exact.explain import Bounds, Line, RowAnswer
from solver.exact.solver import Solution


def solution_json(
    solution: Solution, values: tuple[dict[int, Bounds], dict[int, Bounds]], line: Line | None
) -> dict[str, Any]:
    """Value, bounds and both mixes, then what else is known; of open bounds, what is believed but not proved."""
    believed = {
        "estimate": solution.estimate,
        "estimated_strategies": [_mix_json(mix) for mix in solution.estimated_strategies],
    }
    return {
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "strategies": [_mix_json(mix) for mix in solution.strategies],
        "states": solution.states,
        "seconds": round(solution.seconds, 6),
        **({} if solution.closed else believed),
        "closed": solution.closed,
        "tolerance": solution.tolerance,
        "nodes": solution.nodes,
        "hands": solution.position.hands,
        "rows": solution.position.rows,
        "capacity": solution.position.capacity,
        "card_values": [{str(card): bounds for card, bounds in found.items()} for found in values],
        "line": line and line_json(line),
    }


def _mix_json(mix: dict[int, float]) -> dict[str, float]:
    return {str(card): chance for card, chance in mix.items()}


def certificate_json(certificate: Certificate) -> dict[str, Any]:
    """What the check of a solution found; a claim that is no number is wrong by null."""
    return {
        "holds": certificate.holds,
        "exhaustive": certificate.exhaustive,
        "positions": certificate.positions,
        "compared": certificate.compared,
        "wide": certificate.wide,
        "low": certificate.low,
        "high": certificate.high,
        "guarantees": certificate.guarantees,
        "regrets": certificate.regrets,
        "regret": certificate.regret if isfinite(certificate.regret) else None,
        "violation": certificate.violation if isfinite(certificate.violation) else None,
        "slack": certificate.slack,
    }


def line_json(line: Line) -> dict[str, Any]:
    """The line most likely played."""
    return {
        "penalties": line.penalties,
        "settled": line.settled,
        "turns": [
            {
                "cards": turn.cards,
                "chances": turn.chances,
                "placements": [placement_json(placed) for placed in turn.placements],
                "rows": turn.rows,
                "penalties": turn.penalties,
            }
            for turn in line.turns
        ],
    }


def row_json(answer: RowAnswer) -> dict[str, Any]:
    """What each row is worth, and which is best for the seat that takes one."""
    mixes: list[dict[str, float]] = [{}, {}]
    mixes[answer.seat] = {f"row {answer.best + 1}": 1.0}
    return {
        "value": answer.value,
        "low": answer.low,
        "high": answer.high,
        "strategies": mixes,
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "closed": answer.closed,
        "tolerance": answer.tolerance,
        "seat": answer.seat + 1,
        "best_row": answer.best + 1,
        "rows": [
            {"row": number, "value": (low + high) / 2, "low": low, "high": high}
            for number, (low, high) in enumerate(answer.rows, start=1)
        ],
    }


def draft_json(solution: DraftSolution) -> dict[str, Any]:
    """The value of a whole game (null while its bounds are open), and what each first pick is worth to its player."""
    mixes: list[dict[str, float]] = [{str(card): 1.0 for card in solution.line[:1]}, {}]  # a draft needs no mix
    return {
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "strategies": mixes,
        "states": solution.states,
        "seconds": round(solution.seconds, 6),
        "closed": solution.closed,
        "tolerance": solution.tolerance,
        "best_picks": list(solution.best_picks),
        "picks": {str(card): list(bounds) for card, bounds in solution.picks.items()},
        "line": list(solution.line),
        "deals": solution.deals,
    }


def versions() -> dict[str, str]:
    """What made an answer."""
    names = ("nimmt", "numba", "numpy")
    return {"python": platform.python_version()} | {name: version(name) for name in names}
