"""The decorator for the compiled functions of this folder: their cache follows their own sources and those they use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.kernels import inlined, inner, kernels_of
from solver.tree.kernels import FOLDER as TREE_FOLDER

#: The sources on which this compiled code depends, beside the engine's: what is known is folded into names as in trees.
FOLDERS: Final = (Path(__file__).parent, TREE_FOLDER)
kernel = kernels_of(*FOLDERS)

__all__ = ["FOLDERS", "inlined", "inner", "kernel"]
