"""The anniversary variant with its seven kinds of special cards, one round."""

from .common import CHANCE, Round, bullheads, find_row, total_bullheads

# The kinds of special cards, places in every list of counts.
STOP, SHIFT, INSERT, REPLACE, NEGATIVE, FIFTH, SEVEN = range(7)

# Codes of the actions: where each kind begins. SHIFT_CODE is followed by 8 * card + row.
NO_SPECIAL, FIFTH_CODE, SEVEN_CODE = 0, 1, 2
STOP_CODE, INSERT_CODE, REPLACE_CODE, NEGATIVE_CODE, SHIFT_CODE = 10, 20, 100, 300, 500
SHIFT_ROWS = 8

MOST_STOPS = 2  # A8


class AnniversaryYardstick(Round):
    """The anniversary variant (A): before a card is placed its player may play one special card."""

    def __init__(
        self,
        *,
        players: int,
        hand: int,
        capacities: list[int],
        hands: list[set[int]],
        rows: list[int],
        specials: list[list[int]],
        special_deck: list[int],
        discards: list[int],
        insert_end: bool = False,
    ) -> None:
        super().__init__(players=players, hand=hand, capacities=capacities, hands=hands, rows=rows)
        assert len(set(capacities)) == 1, "In this game all rows hold equally many cards (A25)."
        assert len(specials) == players, f"There are {players} players but {len(specials)} lists of specials."
        self.plain_capacity = capacities[0]
        self.specials = [list(counts) for counts in specials]
        self.special_deck = list(special_deck)
        self.discards = list(discards)
        self.insert_end = insert_end
        # The special cards on the table. `capacities` already counts the place that 7 nimmt! adds (A14).
        self.stopped = [False] * len(rows)
        self.seven = [False] * len(rows)
        self.fifth = False
        self._drawer = CHANCE  # whose swap the card drawn by chance is for
        self._go_on()

    # Which special cards may be played.

    def _place(self, seat: int) -> None:
        codes = [NO_SPECIAL, *self._playable(seat)]
        if len(codes) > 1:
            self._ask("special", {seat: codes})  # A2, A13
        else:
            self._place_plainly(seat)

    def _playable(self, seat: int) -> list[int]:
        """List the codes of all ways to play a special card with the seat's number card."""
        card = self.chosen[seat]
        owned = self.specials[seat]
        open_rows = self._open_rows()
        target = find_row(self.rows, card, open_rows)  # None: a low card (A24)
        codes = []
        if owned[FIFTH] and not self.fifth:  # A3
            codes.append(FIFTH_CODE)
        if owned[SEVEN] and target is not None and not self.seven[target]:  # A14
            codes.append(SEVEN_CODE)
        if owned[STOP] and sum(self.stopped) < MOST_STOPS and len(open_rows) > 1:  # A8, A16
            codes += [STOP_CODE + row for row in open_rows]
        if owned[INSERT]:  # A5, A17
            codes += [INSERT_CODE + row for row in open_rows if self.insert_end or card < self.rows[row][-1]]
        if owned[REPLACE]:  # A6
            codes += [REPLACE_CODE + other for other in self.hands[seat]]
        if owned[NEGATIVE]:  # A9, A19
            for row in self._rows_to_be_taken(target):
                codes += [NEGATIVE_CODE + named for named in self.rows[row]]
        if owned[SHIFT]:  # A7, A15
            for source in open_rows:
                for goal in open_rows:
                    if goal != source and not self._is_full(goal):
                        codes += [SHIFT_CODE + SHIFT_ROWS * moved + goal for moved in self.rows[source]]
        return codes

    def _rows_to_be_taken(self, target: int | None) -> list[int]:
        """List the rows of which one will be taken if the card is placed plainly."""
        if target is None:
            return self._open_rows()
        return [target] if self._is_full(target) else []

    def _open_rows(self) -> list[int]:
        return [row for row in range(len(self.rows)) if not self.stopped[row]]  # A8

    # What the special cards do.

    def _answer(self, kind: str, seat: int, action: int) -> None:
        if kind == "row":
            self._take(seat, action)
        elif kind == "special":
            self._play_special(seat, action)
        elif kind == "swap":
            self._swap(seat, action)
        else:
            self._draw(action - 1)

    def _play_special(self, seat: int, code: int) -> None:
        if code >= SHIFT_CODE:
            moved, goal = divmod(code - SHIFT_CODE, SHIFT_ROWS)
            self._play_shift(seat, moved, goal)
        elif code >= NEGATIVE_CODE:
            self._play_negative(seat, code - NEGATIVE_CODE)
        elif code >= REPLACE_CODE:
            self._play_replace(seat, code - REPLACE_CODE)
        elif code >= INSERT_CODE:
            self._play_insert(seat, code - INSERT_CODE)
        elif code >= STOP_CODE:
            self._play_stop(seat, code - STOP_CODE)
        elif code == SEVEN_CODE:
            self._play_seven(seat)
        elif code == FIFTH_CODE:
            self._play_fifth(seat)
        else:
            self._place_plainly(seat)

    def _play_fifth(self, seat: int) -> None:
        self.specials[seat][FIFTH] -= 1
        self.fifth = True  # A3
        self.rows.append([self.chosen.pop(seat)])  # A23: numbered last
        self.capacities.append(self.plain_capacity)  # A25
        self.stopped.append(False)
        self.seven.append(False)

    def _play_seven(self, seat: int) -> None:
        self.specials[seat][SEVEN] -= 1
        row = find_row(self.rows, self.chosen[seat], self._open_rows())
        assert row is not None, "7 nimmt! is not for a low card (A14)."
        self.seven[row] = True
        self.capacities[row] += 1  # A4, A14
        self.rows[row].append(self.chosen.pop(seat))

    def _play_stop(self, seat: int, row: int) -> None:
        self.specials[seat][STOP] -= 1
        self.stopped[row] = True  # A8
        self._place_plainly(seat)

    def _play_insert(self, seat: int, row: int) -> None:
        self._use_up(seat, INSERT)
        cards = sorted([*self.rows[row], self.chosen.pop(seat)])
        if len(cards) <= self.capacities[row]:
            self.rows[row] = cards
        else:  # A5: the highest card stays as the row
            self._take_cards(seat, row, taken=cards[:-1], stays=cards[-1])

    def _play_replace(self, seat: int, other: int) -> None:
        self._use_up(seat, REPLACE)
        self.hands[seat].remove(other)
        self.hands[seat].add(self.chosen[seat])
        self.chosen[seat] = other
        self._place_plainly(seat)  # A6, A22: at once, and with no second special

    def _play_negative(self, seat: int, named: int) -> None:
        self._use_up(seat, NEGATIVE)
        row = self._row_of(named)  # A19: for a low card this is the choice of the row, too
        self._take_cards(seat, row, taken=self.rows[row], stays=self.chosen.pop(seat), named=named)

    def _play_shift(self, seat: int, moved: int, goal: int) -> None:
        self._use_up(seat, SHIFT)
        source = self._row_of(moved)
        self.rows[source].remove(moved)
        self.rows[goal] = sorted([*self.rows[goal], moved])  # A15: ascending order tells the place
        if self.rows[source]:
            self._place_plainly(seat)
        else:
            self.rows[source] = [self.chosen.pop(seat)]  # A7, A15: markers stay

    def _use_up(self, seat: int, kind: int) -> None:
        """Discard a special card that does not stay on the table (A2)."""
        self.specials[seat][kind] -= 1
        self.discards[kind] += 1

    def _row_of(self, card: int) -> int:
        return next(row for row in range(len(self.rows)) if card in self.rows[row])

    # Taking a row and swapping a special card.

    def _take(self, seat: int, row: int) -> None:
        self._take_cards(seat, row, taken=self.rows[row], stays=self.chosen.pop(seat))

    def _take_cards(self, seat: int, row: int, *, taken: list[int], stays: int, named: int | None = None) -> None:
        """Take cards in the order of A18; `stays` becomes the row, unless five rows are out."""
        if self.fifth:  # A3
            taken = [*taken, stays]
        # The cards are counted.
        points = total_bullheads(taken)
        if named is not None:
            points -= 2 * bullheads(named)  # A9, A19
        self.piles[seat] |= set(taken)  # A26: all of them, whatever Negative=Positive cancels
        self.penalties[seat] = max(0, self.penalties[seat] + points)
        # The special cards on the table go.
        self._discard_stops()
        self._discard_seven(row)
        if self.fifth:
            self.discards[FIFTH] += 1
            self.fifth = False
            for per_row in (self.rows, self.capacities, self.stopped, self.seven):
                del per_row[row]  # A23: the rows behind move up
        else:
            self.rows[row] = [stays]  # B9, A28: before the swap
        # The player may swap.
        owned = [kind for kind in range(len(self.discards)) if self.specials[seat][kind]]
        if owned:
            self._ask("swap", {seat: [0, *(1 + kind for kind in owned)]})  # A10

    def _discard_stops(self) -> None:
        self.discards[STOP] += sum(self.stopped)
        self.stopped = [False] * len(self.rows)

    def _discard_seven(self, row: int) -> None:
        if self.seven[row]:
            self.discards[SEVEN] += 1
            self.seven[row] = False
            self.capacities[row] -= 1

    def _swap(self, seat: int, action: int) -> None:
        if action == 0:
            return
        self._use_up(seat, action - 1)
        if not any(self.special_deck):  # A10, A21: the card just discarded is among them
            self.special_deck = self.discards
            self.discards = [0] * len(self.special_deck)
        self._drawer = seat
        self._ask("draw", {CHANCE: [1 + kind for kind, count in enumerate(self.special_deck) if count]})

    def _draw(self, kind: int) -> None:
        self.special_deck[kind] -= 1
        self.specials[self._drawer][kind] += 1

    def _finish(self) -> None:
        """Put the special cards on the table to the discards (A20)."""
        self._discard_stops()
        for row in range(len(self.rows)):
            self._discard_seven(row)
        if self.fifth:
            self.discards[FIFTH] += 1
            self.fifth = False
