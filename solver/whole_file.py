"""Files that are whole or not there: written beside the old one, whose place they take in the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def half_done(path: Path) -> Path:
    """Where a file stands while it is being written."""
    return path.with_name(f"{path.name}.{os.getpid()}.part")


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; a kill at any moment, or an error, leaves the one that was there before."""
    beside = half_done(path)
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name itself is on disk, where the system can do that."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(number)
    except OSError:
        pass
    finally:
        os.close(number)
