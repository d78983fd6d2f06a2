"""What all four games share: bullheads, finding the row, the secret choice and the plain way to place a card.

Clause numbers (B3, N6, A18, ...) point to docs/rules.md. Nothing here is meant to be fast.
"""

CHANCE = -1  # the "seat" that acts when a card is drawn by chance


def bullheads(card: int) -> int:
    """Say how many bullheads a card shows (C1)."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1


def total_bullheads(cards: list[int] | set[int]) -> int:
    """Add up the bullheads of several cards."""
    return sum(bullheads(card) for card in cards)


def find_row(rows: list[list[int]], card: int, among: list[int]) -> int | None:
    """Give the row, of those in `among`, that the card goes to by B3, or None for a low card (B5)."""
    best = None
    for row in among:
        last = rows[row][-1]
        if last < card and (best is None or last > rows[best][-1]):
            best = row
    return best


class Round:
    """One round: every turn all choose a card in secret, then the cards are placed, lowest first (B2).

    A game says what happens to a taken row (`_take`), answers its own kinds of decisions (`_answer`) and may
    do more before a card is placed (`_place`) and when the round is over (`_finish`).
    """

    def __init__(
        self, *, players: int, hand: int, capacities: list[int], hands: list[set[int]], rows: list[int]
    ) -> None:
        assert len(hands) == players, f"There are {players} players but {len(hands)} hands."
        assert all(len(cards) == hand for cards in hands), f"Each hand must have {hand} cards."
        # No rows at all: a draft comes first (P2).
        assert len(rows) in (0, len(capacities)), f"There are {len(rows)} rows but {len(capacities)} capacities."
        self.players = players
        self.capacities = list(capacities)  # how many cards each row holds; the next one takes the row
        self.hands = [set(cards) for cards in hands]
        self.rows = [[card] for card in rows]
        self.piles: list[set[int]] = [set() for _ in range(players)]
        self.penalties = [0] * players
        self.chosen: dict[int, int] = {}  # seat -> card that has left the hand and is not placed yet
        self._waiting: list[int] = []  # seats whose revealed card is still to be placed, in order
        self._kind: str | None = None
        self._options: dict[int, list[int]] = {}  # seat that must act now -> its legal actions

    # What a test may ask.

    def kind(self) -> str | None:
        """Name the kind of decision that is open, None when the round is over."""
        return self._kind

    def to_act(self) -> list[int]:
        """List the seats that must act now, [-1] for chance."""
        return sorted(self._options)

    def legal(self, seat: int) -> list[int]:
        """List what the seat may do now, nothing if it is not its turn."""
        return sorted(self._options.get(seat, []))

    def act(self, seat: int, action: int) -> None:
        """Do one legal action and go on to the next decision."""
        assert action in self.legal(seat), f"Seat {seat} may not do {action} now ({self._kind}: {self.legal(seat)})."
        kind = self._kind
        del self._options[seat]
        if kind == "card":
            self.hands[seat].remove(action)
            self.chosen[seat] = action
            if not self._options:  # B2: all have chosen, lowest card first
                self._waiting = sorted(self.chosen, key=lambda chooser: self.chosen[chooser])
        elif kind is not None:
            self._answer(kind, seat, action)
        self._go_on()

    # The course of a round.

    def _ask(self, kind: str, options: dict[int, list[int]]) -> None:
        self._kind = kind
        self._options = options

    def _go_on(self) -> None:
        """Place card after card and start turn after turn until somebody has to decide something."""
        while not self._options:
            if self._waiting:
                self._place(self._waiting.pop(0))
            elif any(not cards for cards in self.hands):  # B6; N8 and N11, where hands differ in size
                self._kind = None
                self._finish()
                return
            else:
                self._ask("card", {seat: list(cards) for seat, cards in enumerate(self.hands)})

    def _place(self, seat: int) -> None:
        self._place_plainly(seat)

    def _place_plainly(self, seat: int) -> None:
        """Place the seat's card by B3, B4 and B5."""
        row = find_row(self.rows, self.chosen[seat], self._open_rows())
        if row is None:
            self._ask("row", {seat: self._open_rows()})  # B5, B11
        elif self._is_full(row):
            self._take(seat, row)  # B4
        else:
            self.rows[row].append(self.chosen.pop(seat))  # B3

    def _open_rows(self) -> list[int]:
        return list(range(len(self.rows)))

    def _is_full(self, row: int) -> bool:
        return len(self.rows[row]) == self.capacities[row]

    # What differs from game to game.

    def _answer(self, kind: str, seat: int, action: int) -> None:
        raise NotImplementedError

    def _take(self, seat: int, row: int) -> None:
        """Take the row; the seat's card starts it again (B4, B5)."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Do what is left to do when the round is over."""
