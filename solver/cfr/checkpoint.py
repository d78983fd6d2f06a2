"""A CFR run on disk: a line of JSON, then the arrays, then a digest of both."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import numpy as np

from solver.tree.flat_tree import FloatArray
from solver.whole_file import whole_file

FORMAT: Final = "nimmt cfr run"
#: Changes whenever the same file would have to be read in another way.
VERSION: Final = 1
_DIGEST_BYTES: Final = 16
_LONGEST_HEAD: Final = 1 << 24
_BLOCK: Final = 1 << 22


def write(path: Path, head: dict[str, Any], arrays: dict[str, FloatArray]) -> None:
    """Write a checkpoint in the place of the one that was there."""
    sizes = {name: len(array) for name, array in arrays.items()}
    line = json.dumps({"format": FORMAT, "version": VERSION, **head, "arrays": sizes}).encode() + b"\n"
    digest = blake2b(line, digest_size=_DIGEST_BYTES)
    with whole_file(path) as file:
        file.write(line)
        for array in arrays.values():
            for start in range(0, len(array), _BLOCK):
                piece = np.ascontiguousarray(array[start : start + _BLOCK], dtype="<f8").tobytes()
                digest.update(piece)
                file.write(piece)
        file.write(digest.digest())


def read(path: Path) -> tuple[dict[str, Any], dict[str, FloatArray]]:
    """Read what `write` wrote; a ValueError says what is wrong with the file."""
    with path.open("rb") as file:
        line = file.readline(_LONGEST_HEAD)
        head = _head(line, path)
        digest = blake2b(line, digest_size=_DIGEST_BYTES)
        left = path.stat().st_size - len(line)
        if left != sum(head["arrays"].values()) * 8 + _DIGEST_BYTES:
            raise ValueError(f"{path} has the wrong length: the checkpoint was cut; start anew without it")
        arrays = {}
        for name, size in head["arrays"].items():
            content = file.read(8 * size)
            digest.update(content)
            arrays[name] = np.frombuffer(content, dtype="<f8")
        if file.read() != digest.digest():
            raise ValueError(f"{path} is damaged: its digest does not fit; start anew without it")
    return head, arrays


def _head(line: bytes, path: Path) -> dict[str, Any]:
    try:
        head: Any = json.loads(line)
        known = head["format"] == FORMAT
        version = int(head["version"])
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise ValueError(f"{path} is no checkpoint of a CFR run: choose another file")
    if version > VERSION:
        raise ValueError(
            f"{path} is a checkpoint of version {version}, and this program reads up to version {VERSION}: "
            "use the newer program, or start anew without it"
        )
    try:
        shape = [head[key] for key in ("game", "tree", "algorithm", "iteration", "more")], sum(head["arrays"].values())
    except (KeyError, TypeError, AttributeError):
        shape = None
    if shape is None:
        raise ValueError(f"{path} lacks a part of what a checkpoint says about itself: start anew without it")
    found: dict[str, Any] = head
    return found
