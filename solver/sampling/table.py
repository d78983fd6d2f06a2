"""What sampling learns: a table of information sets by name, with a regret and an average weight for each action.

Information sets stand in the order in which they were met; an array of slots finds them by name (open addressing). All
arrays are as long as the memory bound could ever ask for. The operating system gives them real memory only as they are
filled, so nothing has to move when the table grows: just the slots are laid out anew, more widely.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.sampling.kernels import inner, kernel

# What stands in `counts`.
ENTRIES: Final = 0  # information sets
CELLS: Final = 1  # their actions
SLOTS: Final = 2  # slots in use, a power of 2
BYTES: Final = 3  # what the table may use
IS_FULL: Final = 4  # 1 after an information set found no room
ITERATION: Final = 5  # how many iterations are done
COUNTS: Final = 6

#: The bytes of an information set (name, first cell, player) and of an action in it (number, regret, average).
ENTRY_BYTES: Final = 16 + 8 + 1
CELL_BYTES: Final = 4 + 8 + 8
BASELINE_BYTES: Final = 8
SLOT_BYTES: Final = 4
FEWEST_SLOTS: Final = 1 << 10
#: No set that can be decided has fewer actions.
_FEWEST_ACTIONS: Final = 2

MISSING: Final = -1


class Table(NamedTuple):
    """The arrays. Entry e owns the cells first[e] to first[e + 1] − 1, one for each action in ascending order."""

    counts: npt.NDArray[np.int64]
    slots: npt.NDArray[np.int32]  # entry + 1, or 0
    name: npt.NDArray[np.uint64]  # (entries, 2)
    player: npt.NDArray[np.int8]
    first: npt.NDArray[np.int64]
    action: npt.NDArray[np.int32]
    regret: npt.NDArray[np.float64]
    average: npt.NDArray[np.float64]
    baseline: npt.NDArray[np.float64]  # what an action is worth by and by; empty where no baseline is used


def new_table(memory: int, has_baseline: bool = False) -> Table:
    """An empty table that will use at most so many bytes."""
    cell = CELL_BYTES + BASELINE_BYTES * has_baseline
    smallest = SLOT_BYTES * FEWEST_SLOTS + ENTRY_BYTES + _FEWEST_ACTIONS * cell
    if memory < smallest:
        raise ValueError(f"a table needs {smallest} bytes or more, not {memory}")
    entries = min(memory // (ENTRY_BYTES + _FEWEST_ACTIONS * cell) + 1, np.iinfo(np.int32).max - 1)
    cells = memory // cell + 1
    slots = slots_for(entries)
    counts = np.zeros(COUNTS, dtype=np.int64)
    counts[SLOTS], counts[BYTES] = FEWEST_SLOTS, memory
    return Table(
        counts,
        np.zeros(slots, dtype=np.int32),
        np.zeros((entries, 2), dtype=np.uint64),
        np.zeros(entries, dtype=np.int8),
        np.zeros(entries + 1, dtype=np.int64),
        np.zeros(cells, dtype=np.int32),
        np.zeros(cells),
        np.zeros(cells),
        np.zeros(cells if has_baseline else 0),
    )


def slots_for(entries: int) -> int:
    """How many slots a table of so many information sets has."""
    slots = FEWEST_SLOTS
    while slots < 2 * entries:
        slots *= 2
    return slots


def bytes_for(entries: int, cells: int) -> int:
    """Memory that suffices for so many information sets with so many actions altogether."""
    return (entries + 1) * ENTRY_BYTES + (cells + _FEWEST_ACTIONS) * CELL_BYTES + slots_for(entries) * SLOT_BYTES


@inner
def used_bytes(entries, cells, slots, has_baseline):
    """What a table of this size takes."""
    cell = CELL_BYTES + (BASELINE_BYTES if has_baseline else 0)
    return entries * ENTRY_BYTES + cells * cell + slots * SLOT_BYTES


@inner
def put_in_slot(table, entry):
    """Let an entry that is in no slot be found."""
    mask = table.counts[SLOTS] - 1
    slot = np.int64(table.name[entry, 0] & np.uint64(mask))
    while table.slots[slot] != 0:
        slot = (slot + 1) & mask
    table.slots[slot] = entry + 1


@inner
def lay_out(table, slots):
    """Put all entries into so many slots."""
    for slot in range(max(slots, table.counts[SLOTS])):
        table.slots[slot] = 0
    table.counts[SLOTS] = slots
    for entry in range(table.counts[ENTRIES]):
        put_in_slot(table, entry)


@inner
def find(table, name):
    """The entry with a name, an array of two words, or MISSING."""
    mask = table.counts[SLOTS] - 1
    slot = np.int64(name[0] & np.uint64(mask))
    while True:
        entry = np.int64(table.slots[slot]) - 1
        if entry < 0:
            return MISSING
        if table.name[entry, 0] == name[0] and table.name[entry, 1] == name[1]:
            return entry
        slot = (slot + 1) & mask


@inner
def find_or_add(table, name, player, actions, count):
    """The entry with a name, a new one if there is none; MISSING where it finds no room any more."""
    entry = find(table, name)
    if entry != MISSING:
        return entry
    counts = table.counts
    entry = counts[ENTRIES]
    slots = counts[SLOTS]
    if 2 * (entry + 1) > slots:
        slots *= 2
    cells = counts[CELLS] + count
    too_many = entry + 1 >= table.first.shape[0] or cells > table.action.shape[0] or slots > table.slots.shape[0]
    if too_many or used_bytes(entry + 1, cells, slots, table.baseline.shape[0] > 0) > counts[BYTES]:
        counts[IS_FULL] = 1
        return MISSING
    if slots != counts[SLOTS]:
        lay_out(table, slots)
    first = counts[CELLS]
    table.name[entry, 0] = name[0]
    table.name[entry, 1] = name[1]
    table.player[entry] = player
    table.first[entry] = first
    table.first[entry + 1] = cells
    for number in range(count):
        table.action[first + number] = actions[number]
    counts[ENTRIES] = entry + 1
    counts[CELLS] = cells
    put_in_slot(table, entry)
    return entry


@inner
def uniform(count, chances):
    """All equally likely."""
    for number in range(count):
        chances[number] = 1.0 / count


@inner
def by_regret(table, entry, count, chances):
    """Regret matching: as likely as the regret is large, where it is above 0 (Hart and Mas-Colell, 2000)."""
    if entry == MISSING:
        uniform(count, chances)
        return
    first = table.first[entry]
    total = 0.0
    for number in range(count):
        chances[number] = max(table.regret[first + number], 0.0)
        total += chances[number]
    if total <= 0.0:
        uniform(count, chances)
        return
    for number in range(count):
        chances[number] /= total


@inner
def by_average(table, entry, count, chances):
    """As the average weights say."""
    if entry == MISSING:
        uniform(count, chances)
        return
    first = table.first[entry]
    total = 0.0
    for number in range(count):
        chances[number] = table.average[first + number]
        total += chances[number]
    if total <= 0.0:
        uniform(count, chances)
        return
    for number in range(count):
        chances[number] /= total


@inner
def most_regretted(table, entry, count):
    """The place of the action with the highest regret, the first of several."""
    first = table.first[entry]
    best = 0
    for number in range(1, count):
        if table.regret[first + number] > table.regret[first + best]:
            best = number
    return best


@inner
def add_regrets(table, entry, count, values, value, weight, is_plus):
    """Every action's value over the value of the strategy, weighted; with regret matching+ never below 0."""
    first = table.first[entry]
    for number in range(count):
        regret = table.regret[first + number] + weight * (values[number] - value)
        table.regret[first + number] = max(regret, 0.0) if is_plus else regret


@inner
def add_average(table, entry, count, chances, weight):
    """One more strategy for the average."""
    first = table.first[entry]
    for number in range(count):
        table.average[first + number] += weight * chances[number]


@kernel
def put_all(table, slots):
    """Let all entries be found."""
    lay_out(table, slots)


@kernel
def probabilities(table, out):
    """Every set's average strategy; its strategy by regrets where nothing came into the average."""
    for entry in range(table.counts[ENTRIES]):
        first = table.first[entry]
        count = table.first[entry + 1] - first
        total = 0.0
        for place in range(count):
            total += table.average[first + place]
        if total > 0.0:
            by_average(table, entry, count, out[first : first + count])
        else:
            by_regret(table, entry, count, out[first : first + count])
