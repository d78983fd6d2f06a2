"""The decorator for the compiled functions of this folder: their cache follows their own sources and those they use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from numba.extending import register_jitable

from game.kernels import F, inner, kernels_of
from solver.tree.kernels import FOLDER as TREE_FOLDER

#: The sources on which this compiled code depends, beside the engine's: what is known is folded into names as in trees.
FOLDERS: Final = (Path(__file__).parent, TREE_FOLDER)
kernel = kernels_of(*FOLDERS)


def inlined(function: F) -> F:
    """Mark a function as `inner`, and have its code put where it is called.

    For functions with many arrays among their arguments: a call would count references to each of them, which takes
    longer than what these functions do. Called in several places, they would take longer to compile.
    """
    return register_jitable(forceinline=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)


__all__ = ["FOLDERS", "inlined", "inner", "kernel"]
