"""Strategy files, byte by byte.

    nimmt strategy 1, 0000001234 bytes      the format's version, and how long the whole file is
    {                                       the header: JSON, a name a line
      "game": "leduc_poker()",
      …
    }
    …                                       the tables, player by player, each array packed by zlib
    …                                       32 bytes: BLAKE2 over everything before them

Tables hold probabilities and values as 32-bit numbers, and the header what was measured before with 64 bits. So what
is measured on a file again (values, gains, exploitability) differs from its header, by less than 1e-6 in games of ours
and others with payoffs of about that size.

So `head` shows what a file is, and a file that was cut or changed is found out before anything of it is used.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.strategies.metadata import Metadata
from solver.strategies.table import Table
from solver.whole_file import whole_file

VERSION: Final = 1
_MAGIC: Final = b"nimmt strategy "
_FIRST_LINE: Final = re.compile(rb"nimmt strategy ([0-9]{1,6})(?:, ([0-9]{10,18}) bytes)?[^\n]*\n")
_LONGEST_FIRST_LINE: Final = 200
_HEADER_END: Final = b"\n}\n"
_CHECKSUM: Final = 32
#: A quick setting: most of a file are names, which are as good as random and do not get smaller.
_LEVEL: Final = 1

#: The arrays of a table as they stand in a file, and how many numbers each has for an information set, or an action.
_ARRAYS: Final = (
    ("names", "<u8", 2, 0),
    ("sizes", "<u2", 1, 0),
    ("actions", "<i4", 0, 1),
    ("probabilities", "<f4", 0, 1),
    ("values", "<f4", 0, 1),
)

Array = npt.NDArray[Any]


class StrategyError(ValueError):
    """A strategy file that cannot be used; the message says why, and what would be right."""


def write_file(path: Path, metadata: Metadata, tables: Sequence[Table]) -> None:
    """Write a strategy file; the file that was there before stays until the new one is complete."""
    packed: list[bytes] = []
    entries = []
    for table in tables:
        sizes = np.diff(table.first)
        if sizes.max(initial=0) >= 1 << 16:
            raise StrategyError(f"an information set has {sizes.max()} actions, and a strategy file holds 65535")
        arrays: tuple[Array, ...] = (table.names, sizes, table.actions, table.probabilities, table.values)
        parts = [_pack(array.astype(kind)) for array, (_, kind, _, _) in zip(arrays, _ARRAYS, strict=True)]
        names = (name for name, *_ in _ARRAYS)
        entries.append(
            {
                "infosets": table.infosets,
                "actions": len(table.actions),
                "bytes": dict(zip(names, map(len, parts), strict=True)),
            }
        )
        packed += parts
    header = json.dumps({**metadata.to_json(), "tables": entries}, indent=2).encode() + b"\n"
    first = b"nimmt strategy %d, %010d bytes\n"
    size = len(first % (VERSION, 0)) + len(header) + sum(map(len, packed)) + _CHECKSUM
    checksum = blake2b(digest_size=_CHECKSUM)
    with whole_file(path) as file:
        for part in (first % (VERSION, size), header, *packed):
            file.write(part)
            checksum.update(part)
        file.write(checksum.digest())


def read_file(path: Path) -> tuple[Metadata, tuple[Table, ...]]:
    """Read what `write_file` wrote; a StrategyError says what is wrong with a file."""
    content = memoryview(path.read_bytes())
    body = _whole(path, content)
    header, rest = _header(path, body)
    try:
        metadata, entries = Metadata.from_json(header), header["tables"]
        if len(entries) != metadata.players:
            raise ValueError(f"it has {len(entries)} tables for {metadata.players} players")
        tables = []
        for entry in entries:
            table, rest = _read_table(entry, rest)
            tables.append(table)
        if rest:
            raise ValueError("there is more in it than its tables")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, MemoryError, zlib.error) as error:
        raise StrategyError(f"{path} is no strategy file in good order: {_sentence(error)}") from None
    return metadata, tuple(tables)


def _whole(path: Path, content: memoryview) -> memoryview:
    """A file that is complete and unchanged, without its first line and its checksum."""
    start = bytes(content[:_LONGEST_FIRST_LINE])
    if not start.startswith(_MAGIC):
        if start and _MAGIC.startswith(start):
            raise StrategyError(f"{path} ends too early: the strategy file was cut, so make or copy it again")
        what = "is empty, so it is no strategy file" if not start else "is no strategy file"
        raise StrategyError(f"{path} {what}: `nimmt solve cfr --out FILE` makes one")
    match = _FIRST_LINE.match(start)
    if match is None:
        if len(content) < _LONGEST_FIRST_LINE and b"\n" not in start:
            raise StrategyError(f"{path} ends too early: the strategy file was cut, so make or copy it again")
        raise StrategyError(f"{path} is damaged: its first line cannot be read, so make or copy the file again")
    version = int(match[1])
    if version > VERSION:
        raise StrategyError(
            f"{path} is a strategy file of version {version}, and this nimmt reads versions up to {VERSION}: "
            "take a newer nimmt"
        )
    if version < 1 or match[2] is None:
        raise StrategyError(f"{path} is damaged: its first line cannot be read, so make or copy the file again")
    size = int(match[2])
    if len(content) < size:
        raise StrategyError(
            f"{path} ends too early, after {len(content):,} of {size:,} bytes: the strategy file was cut, "
            "so make or copy it again"
        )
    if len(content) > size:
        raise StrategyError(f"{path} goes on after its end, at {size:,} bytes: make or copy the file again")
    if size < match.end() + _CHECKSUM or _digest(content[:-_CHECKSUM]) != bytes(content[-_CHECKSUM:]):
        raise StrategyError(f"{path} is damaged: its checksum is wrong, so make or copy the file again")
    return content[match.end() : -_CHECKSUM]


def _digest(content: memoryview) -> bytes:
    return blake2b(content, digest_size=_CHECKSUM).digest()


def _header(path: Path, body: memoryview) -> tuple[dict[str, Any], memoryview]:
    """The header, and what comes after it."""
    head = bytes(body[: 1 << 20])
    end = head.find(_HEADER_END)
    try:
        header = json.loads(head[: end + 2]) if end >= 0 else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise StrategyError(f"{path} is no strategy file in good order: its header is no JSON")
    return header, body[end + len(_HEADER_END) :]


def _read_table(entry: dict[str, Any], rest: memoryview) -> tuple[Table, memoryview]:
    infosets, actions = _count(entry["infosets"]), _count(entry["actions"])
    arrays = {}
    for name, kind, for_sets, for_actions in _ARRAYS:
        length = _count(entry["bytes"][name])
        if length > len(rest):
            raise ValueError("a table is shorter than its header says")
        arrays[name] = _unpack(rest[:length], kind, infosets * for_sets + actions * for_actions)
        rest = rest[length:]
    first = np.concatenate([np.zeros(1, np.int64), np.cumsum(arrays["sizes"], dtype=np.int64)])
    table = Table(
        arrays["names"].reshape(-1, 2).astype(np.uint64),
        first,
        arrays["actions"].astype(np.int32),
        arrays["probabilities"].astype(np.float32),
        arrays["values"].astype(np.float32),
    )
    return table.checked(), rest


def _count(number: Any) -> int:
    if type(number) is not int or not 0 <= number < 1 << 40:
        raise ValueError(f"{str(number)[:40]!r} is no number of things in a table")
    return number


def _pack(array: Array) -> bytes:
    """Bytes of equal weight side by side, which zlib makes smaller, and then zlib."""
    planes = np.ascontiguousarray(array).reshape(-1).view(np.uint8).reshape(-1, array.itemsize).T
    return zlib.compress(planes.tobytes(), _LEVEL)


def _unpack(content: memoryview, kind: str, count: int) -> Array:
    """What `_pack` packed; never more than `count` numbers, whatever the content says."""
    dtype = np.dtype(kind)
    size = count * dtype.itemsize
    packer = zlib.decompressobj()
    planes = packer.decompress(content, size + 1)
    if len(planes) != size or not (packer.eof or not size):
        raise ValueError("a table has another length than its header says")
    return np.frombuffer(planes, np.uint8).reshape(dtype.itemsize, count).T.copy().view(dtype).reshape(-1)


def _sentence(error: Exception) -> str:
    return f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error) or type(error).__name__
