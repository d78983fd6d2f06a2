"""A table on disk: what a long solve has learnt so far, to go on from later.

After a line of JSON come blocks of the table: a bit for each entry that says whether it is in use, and the entries
that are. The file is written beside the old one and takes its place when it is whole.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final

import numpy as np

from solver.exact.search import WordArray
from solver.exact.table import ENTRY_BYTES
from solver.whole_file import half_done, whole_file

#: The smallest table that a solver makes; its places are found by halving, so sizes are powers of two.
FEWEST_ENTRIES: Final = 1 << 10
FORMAT: Final = "nimmt exact table"
#: Changes whenever the same position gets another hash, or an entry another meaning.
VERSION: Final = 1
_BLOCK: Final = 1 << 20
_CUT: Final = "{path} ends too early: the checkpoint was cut; start anew without it"


def check_writable(path: Path) -> None:
    """OSError where no checkpoint could be written, which is better known before hours of work than after."""
    beside = half_done(path)
    try:
        with beside.open("wb"):
            pass
        beside.unlink()
    except OSError as error:
        raise OSError(error.errno, f"no checkpoint can be written: {error.strerror}", str(path)) from None


def save_table(table: WordArray, path: Path) -> None:
    """Write a table; the file that was there before stays until the new one is complete."""
    with whole_file(path) as file:
        file.write(json.dumps({"format": FORMAT, "version": VERSION, "entries": len(table)}).encode() + b"\n")
        for start in range(0, len(table), _BLOCK):
            block = table[start : start + _BLOCK]
            used = block[:, 1] != 0
            file.write(np.packbits(used).tobytes())
            file.write(block[used].tobytes())


def load_table(path: Path) -> WordArray:
    """Read what `save_table` wrote."""
    with path.open("rb") as file:
        try:
            head = json.loads(file.readline(200))
            known = head["format"] == FORMAT
            version, entries = head["version"], head["entries"]
        except (ValueError, KeyError, TypeError):
            known, version, entries = False, None, None
        if not (known and type(version) is int and type(entries) is int):
            raise ValueError(f"{path} is no checkpoint of the exact solver: choose another file, or none to start anew")
        if version != VERSION:
            raise ValueError(
                f"{path} is a checkpoint of version {version}, and this is version {VERSION}: start anew without it"
            )
        _check_entries(entries, path)
        table = np.zeros((entries, 2), dtype=np.uint64)
        for start in range(0, entries, _BLOCK):
            block = table[start : start + _BLOCK]
            bits = np.frombuffer(_read(file.read((len(block) + 7) // 8), (len(block) + 7) // 8, path), dtype=np.uint8)
            used = np.unpackbits(bits, count=len(block)).astype(bool)
            size = int(used.sum()) * table.itemsize * 2
            block[used] = np.frombuffer(_read(file.read(size), size, path), dtype=np.uint64).reshape(-1, 2)
    return table


def _check_entries(entries: int, path: Path) -> None:
    """The search finds its places by this number without asking again, so a wrong one would do harm."""
    if entries < FEWEST_ENTRIES or entries.bit_count() != 1:
        raise ValueError(f"{path} is damaged: no table has {entries} entries; start anew without it")
    size = entries * ENTRY_BYTES
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if size > there:
        raise ValueError(
            f"{path} holds a table of {size / (1 << 30):,.1f}G, and this machine has {there / (1 << 30):,.1f}G: "
            "go on elsewhere, or start anew without it"
        )
    if entries // 8 > path.stat().st_size:
        raise ValueError(_CUT.format(path=path))


def _read(content: bytes, size: int, path: Path) -> bytes:
    if len(content) != size:
        raise ValueError(_CUT.format(path=path))
    return content
