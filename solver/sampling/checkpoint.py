"""A sampling run on disk: a line of JSON, the arrays so far as they are filled, and a digest of all that."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.whole_file import whole_file

FORMAT: Final = "nimmt sampling run"
#: Changes whenever a run would go on differently, or an array gets another meaning.
VERSION: Final = 1
_DIGEST: Final = 32
_LONGEST_HEAD: Final = 1 << 16

Arrays = dict[str, npt.NDArray[Any]]


def write_run(path: Path, about: dict[str, Any], arrays: Arrays) -> None:
    """Write a run; the file that was there before stays until the new one is complete."""
    shapes = {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()}
    head = json.dumps({"format": FORMAT, "version": VERSION, "about": about, "arrays": shapes}).encode() + b"\n"
    digest = hashlib.sha256(head)
    with whole_file(path) as file:
        file.write(head)
        for array in arrays.values():
            content = np.ascontiguousarray(array).data.cast("B") if array.size else b""
            digest.update(content)
            file.write(content)
        file.write(digest.digest())


def read_run(path: Path) -> tuple[dict[str, Any], Arrays]:
    """Read what `write_run` wrote; a ValueError says what is wrong with a file."""
    with path.open("rb") as file:
        line = file.readline(_LONGEST_HEAD)
        try:
            head = json.loads(line)
            known = head["format"] == FORMAT
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise ValueError(f"{path} is no checkpoint of sampling: choose another file, or none to start anew")
        if head["version"] != VERSION:
            raise ValueError(
                f"{path} is a checkpoint of version {head['version']}, and this is version {VERSION}: start anew"
            )
        digest = hashlib.sha256(line)
        arrays: Arrays = {}
        for name, (kind, shape) in head["arrays"].items():
            array = np.empty(shape, dtype=kind)
            if array.size:
                content = array.data.cast("B")
                if file.readinto(content) != len(content):
                    raise ValueError(f"{path} ends too early: the checkpoint was cut; start anew without it")
                digest.update(content)
            arrays[name] = array
        if file.read() != digest.digest():
            raise ValueError(f"{path} was changed or cut: it does not fit its own digest; start anew without it")
    return head["about"], arrays
