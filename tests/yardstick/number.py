"""Take a Number, one round."""

from .common import Round, total_bullheads


class NumberYardstick(Round):
    """Take a Number (N): taken cards go to the own #-row and to the hand; `piles` are the #-piles.

    Row "k" has capacity k - 1 (N4): the book's rows "3", "4" and "5" are capacities [2, 3, 4].
    """

    def __init__(
        self,
        *,
        players: int,
        hand: int,
        capacities: list[int],
        hands: list[set[int]],
        rows: list[int],
        starters: list[int] | None = None,
    ) -> None:
        super().__init__(players=players, hand=hand, capacities=capacities, hands=hands, rows=rows)
        self.number_rows: list[list[int]] = [[] for _ in range(players)]  # N1
        if starters is not None:
            assert len(starters) == players, f"There are {players} players but {len(starters)} starters."
            self.number_rows = [[card] for card in starters]  # N12
        self.taken: list[int] = []  # cards just taken, in nobody's hand while the choice is open (N13)
        self._go_on()

    def _answer(self, kind: str, seat: int, action: int) -> None:
        if kind == "row":
            self._take(seat, action)  # N5
        else:
            self._keep(seat, action)

    def _take(self, seat: int, row: int) -> None:
        self.taken = self.rows[row]
        self.rows[row] = [self.chosen.pop(seat)]  # N4, B9; N13: before the choice
        if len(self.taken) == 1:
            self._keep(seat, self.taken[0])  # N6: nothing to choose
        else:
            self._ask("keep", {seat: list(self.taken)})  # N10

    def _keep(self, seat: int, kept: int) -> None:
        """Put one taken card into the #-row and the others into the hand (N6)."""
        own_row = self.number_rows[seat]
        if own_row and kept < own_row[-1]:  # N7
            self.piles[seat] |= set(own_row)
            own_row.clear()
        own_row.append(kept)
        self.taken.remove(kept)
        self.hands[seat] |= set(self.taken)
        self.taken = []

    def _finish(self) -> None:
        for seat in range(self.players):  # N8: hand once, #-pile twice, #-row nothing
            self.penalties[seat] = total_bullheads(self.hands[seat]) + 2 * total_bullheads(self.piles[seat])
