"""The JSON answers of the smaller commands. Rows and seats count from 1."""

from __future__ import annotations

from typing import Any

from game.cards import total_bullheads
from game.deal import Deal
from game.placing import Placing
from game.rules import SPECIAL_NAMES, Rules
from nimmt.story import placement_json


def placing_json(placing: Placing) -> dict[str, Any]:
    """Where cards went, the rows after that, and the low card that waits for a choice."""
    pending = placing.pending
    return {
        "placements": [placement_json(placed) for placed in placing.placements],
        "rows": placing.rows,
        "pending": pending
        and {
            "card": pending.card,
            "rows": [
                {"row": number, "cards": row, "bullheads": total_bullheads(row)}
                for number, row in enumerate(pending.rows, start=1)
            ],
        },
    }


def deal_json(rules: Rules, seed: int, index: int, deal: Deal) -> dict[str, Any]:
    """Hands and rows; for a draft the cards that lie open and who picks first."""
    answer: dict[str, Any] = {"rules": str(rules), "seed": seed, "index": index}
    if rules.setup == "draft":
        return answer | {"pool": list(range(1, rules.deck + 1)), "first_picker": 1}
    answer |= {"hands": deal.hands, "rows": [[card] for card in deal.rows]}
    if deal.starters:
        answer["starters"] = deal.starters
    if deal.specials:
        answer["specials"] = [[SPECIAL_NAMES[kind] for kind in kinds] for kinds in deal.specials]
    return answer
