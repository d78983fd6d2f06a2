"""Files that commands write, looked at before the work starts, and the call as the user wrote it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

import typer

PICTURES: Final = (".png", ".svg", ".pdf")


def check_writable(*paths: Path | None) -> None:
    """Better now than after hours of work: each must be a file of its own that can be written."""
    given = [path for path in paths if path is not None]
    for path in given:
        if path.is_dir() or not path.parent.is_dir():
            raise ValueError(f"{path} cannot be written: give a file in a folder that exists")
        file = path.resolve()
        is_new = not file.exists()
        if is_new or file.is_file():  # to open a pipe could take for ever
            with file.open("ab"):
                pass
        if is_new:
            file.unlink()
    if len({path.resolve() for path in given}) < len(given):
        raise ValueError(f"{given[0]} cannot hold two things at once: give each its own file")


def check_picture(plot: Path | None) -> None:
    """A plot is written as what its name says."""
    if plot is not None and plot.suffix.lower() not in PICTURES:
        raise ValueError(f"a plot is one of {', '.join(PICTURES)}, and {plot} is none of these")


def command_line(context: typer.Context) -> str:
    """The call as the user wrote it."""
    return shlex.join(["nimmt", *(context.find_root().obj or ())])
