"""Compiling: the decorators `kernel` and `inner`, and the folder that keeps compiled code.

numba decides whether its cached code is still good by looking at the file of the function alone, not at the
files of the functions that it calls. Kernels call each other across files here, so the cache folder carries a
digest of all kernel sources in its name: after any change the next process compiles anew.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

#: Where compiled code is kept instead of the user's cache folder.
CACHE_VARIABLE = "NIMMT_CACHE_DIR"

_config: Any = numba.config
_OPTIONS: Final[Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_ROOM = Path(__file__).parent
_KERNEL_MARKS = re.compile(r"^@(kernel|inner|inlined|overload)\b", re.MULTILINE)


@cache
def sources_digest(*more: Path) -> str:
    """A short digest of every source that ends up in compiled code, and of what compiles it.

    That is the engine, and in more folders each file that has a kernel.
    """
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    sources = [_ROOM / "cards.py", _ROOM / "kernels.py", *sorted(_ROOM.glob("engine/*.py"))]
    for folder in more:
        sources += [source for source in sorted(folder.glob("*.py")) if _KERNEL_MARKS.search(source.read_text("utf-8"))]
    for source in sources:
        digest.update(source.name.encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(*more: Path) -> Path:
    """The folder of this version's compiled code; a temporary one where the usual place is not writable."""
    chosen = os.environ.get(CACHE_VARIABLE)
    usual = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "nimmt"
    try:
        folder = usual.expanduser() / f"kernels-{sources_digest(*more)}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError):  # not writable, or the user has no home
        # A new folder of our own, for nobody else may put code there; it lasts as long as the process.
        private = tempfile.TemporaryDirectory(prefix="nimmt-kernels-")
        atexit.register(private.cleanup)
        return Path(private.name)
    _forget_old_versions(folder)
    return folder


def _forget_old_versions(folder: Path, days: int = 30) -> None:
    """Remove compiled code of versions that nobody has used for a while."""
    os.utime(folder)
    for other in folder.parent.glob("kernels-*"):
        try:
            if time.time() - other.stat().st_mtime > days * 86_400:
                for file in other.iterdir():
                    file.unlink()
                other.rmdir()
        except OSError:
            continue


@contextmanager
def _numba_cache_in(folder: Path) -> Iterator[None]:
    """numba reads its cache folder when a function is decorated, so this need not outlast the decoration."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compile a function on first use and keep the result on disk. With NUMBA_DISABLE_JIT=1 it stays plain Python."""
    with _numba_cache_in(cache_folder()):
        return cast(F, numba.njit(cache=True, **_OPTIONS)(function))


def kernels_of(*folders: Path) -> Callable[[F], F]:
    """The decorator `kernel` for another room, whose compiled code also depends on the sources in `folders`."""

    def decorate(function: F) -> F:
        with _numba_cache_in(cache_folder(*folders)):
            return cast(F, numba.njit(cache=True, **_OPTIONS)(function))

    return decorate


def inner(function: F) -> F:
    """Mark a function as part of the kernels that call it. Called from Python, it runs as plain Python.

    Without a door to Python and a file of its own it takes a third less time to compile than as a kernel.
    """
    return register_jitable(**_OPTIONS)(function)


def inlined(function: F) -> F:
    """Mark a function as `inner`, and have its code put where it is called.

    For functions with many arrays among their arguments: a call would count references to each of them, which takes
    longer than what these functions do. Called in several places, they would take longer to compile.
    """
    return register_jitable(forceinline=True, **_OPTIONS)(function)


def prepare(part: str, use: Callable[[], object], *more: Path) -> None:
    """Call `use` once so that its kernels are loaded; say so on standard error when they must be compiled first.

    `more` names the folders of kernels of another room, as in `kernels_of`.
    """
    done = cache_folder(*more) / f"{part}.ready"
    if _config.DISABLE_JIT or done.exists():
        use()
        return
    print(
        f"nimmt: compiling the {part} {'solver' if more else 'engine'} for this machine (once, less than a minute) …",
        file=sys.stderr,
        flush=True,
    )
    started = time.perf_counter()
    use()
    print(f"nimmt: compiled in {time.perf_counter() - started:.1f} s", file=sys.stderr, flush=True)
    try:
        done.touch()
    except OSError:  # a read-only cache: it works, only the message comes again
        return


__all__ = ["CACHE_VARIABLE", "cache_folder", "inlined", "inner", "kernel", "kernels_of", "prepare", "sources_digest"]
