"""The base game and the pro variant, one round."""

from .common import Round, total_bullheads


class BaseYardstick(Round):
    """The base game (B); with `draft` the pro variant, where hands are picked from open cards first (P)."""

    def __init__(
        self,
        *,
        players: int,
        hand: int,
        capacities: list[int],
        hands: list[set[int]],
        rows: list[int],
        draft: bool = False,
        first_picker: int = 0,
        deck: int = 0,
    ) -> None:
        self.pool: set[int] = set()
        self._picks_left: list[int] = []
        if draft:
            assert not rows, "Before a draft there are no rows (P2)."
            assert not any(hands), "Before a draft all hands are empty (P2)."
            assert deck == players * hand + len(capacities), "A draft uses players * hand + rows cards (P7)."
            no_hands: list[set[int]] = [set() for _ in range(players)]
            super().__init__(players=players, hand=0, capacities=capacities, hands=no_hands, rows=[])
            self.pool = set(range(1, deck + 1))
            # P2: the same order every time round, not snaking.
            self._picks_left = [(first_picker + pick) % players for pick in range(players * hand)]
            self._ask_for_a_pick()
        else:
            super().__init__(players=players, hand=hand, capacities=capacities, hands=hands, rows=rows)
            self._go_on()

    def _ask_for_a_pick(self) -> None:
        self._ask("draft", {self._picks_left.pop(0): list(self.pool)})

    def _answer(self, kind: str, seat: int, action: int) -> None:
        if kind == "row":
            self._take(seat, action)
            return
        self.pool.remove(action)
        self.hands[seat].add(action)
        if self._picks_left:
            self._ask_for_a_pick()
        else:
            self.rows = [[card] for card in sorted(self.pool)]  # P6
            self.pool = set()

    def _take(self, seat: int, row: int) -> None:
        taken = self.rows[row]
        self.piles[seat] |= set(taken)  # B6: never back to the hand
        self.penalties[seat] += total_bullheads(taken)
        self.rows[row] = [self.chosen.pop(seat)]  # B9: same place in the order of rows
