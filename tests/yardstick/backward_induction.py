"""The value of a position with open hands, the slow way: all of the tree, from its end, with scipy's LP."""

from functools import cache

from scipy.optimize import linprog

from .common import total_bullheads

Row = tuple[int, ...]
Key = tuple[frozenset[int], frozenset[int], tuple[tuple[int, int, int], ...]]


def matrix_game_value(game: list[list[float]]) -> float:
    """Say what a zero-sum game is worth to the row player, who maximizes."""
    pure = max(min(line) for line in game)
    if pure == min(max(column) for column in zip(*game, strict=True)):
        return pure
    size = len(game)
    # Maximize v: every column of the game, mixed by x, is worth v at least.
    answer = linprog(
        c=[0.0] * size + [-1.0],
        A_ub=[[-line[column] for line in game] + [1.0] for column in range(len(game[0]))],
        b_ub=[0.0] * len(game[0]),
        A_eq=[[1.0] * size + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * size + [(None, None)],
    )
    assert answer.success, answer.message
    return float(answer.x[-1])


@cache
def price(row: Row) -> int:
    """Say what it costs to take a row."""
    return total_bullheads(list(row))


def row_below(rows: tuple[Row, ...], card: int) -> int | None:
    """Give the row whose last card is the highest one below this card (B3), or None for a low card (B5)."""
    lasts = [(row[-1], number) for number, row in enumerate(rows) if row[-1] < card]
    return max(lasts)[1] if lasts else None


class BackwardInduction:
    """Two players, open hands; the payoff is the second player's penalties minus the first one's.

    `values` remembers every position by its hands and by what its rows can still do.
    """

    def __init__(self, capacity: int = 5) -> None:
        self.capacity = capacity
        self.values: dict[Key, float] = {}

    def value(self, mine: frozenset[int], theirs: frozenset[int], rows: tuple[Row, ...]) -> float:
        """Say what a position is worth to the player with the first hand."""
        if not mine:
            return 0.0
        key = mine, theirs, tuple(sorted((row[-1], len(row), price(row)) for row in rows))
        if key not in self.values:
            game = [[self.pair(mine, theirs, rows, card, other) for other in sorted(theirs)] for card in sorted(mine)]
            self.values[key] = matrix_game_value(game)
        return self.values[key]

    def pair(self, mine: frozenset[int], theirs: frozenset[int], rows: tuple[Row, ...], card: int, other: int) -> float:
        """Say what is to come when both have chosen their cards."""

        def rest(after: tuple[Row, ...]) -> float:
            return self.value(mine - {card}, theirs - {other}, after)

        side = 1 if card < other else -1  # who has the lower card, which is placed first (B2)
        low, high = min(card, other), max(card, other)

        def place_high(table: tuple[Row, ...], cost: int) -> float:
            after, high_cost = self._place(table, high)
            return side * (high_cost - cost) + rest(after)

        if row_below(rows, low) is None:
            options = [place_high(_with(rows, row, (low,)), price(rows[row])) for row in range(len(rows))]
            return max(options) if side == 1 else min(options)  # B5: any row of choice
        return place_high(*self._place(rows, low))

    def _place(self, rows: tuple[Row, ...], card: int) -> tuple[tuple[Row, ...], int]:
        """Place a card that is not low (B3, B4): the rows after it, and what it takes."""
        row = row_below(rows, card)
        assert row is not None
        if len(rows[row]) == self.capacity:
            return _with(rows, row, (card,)), price(rows[row])
        return _with(rows, row, (*rows[row], card)), 0


def _with(rows: tuple[Row, ...], row: int, cards: Row) -> tuple[Row, ...]:
    return (*rows[:row], cards, *rows[row + 1 :])
