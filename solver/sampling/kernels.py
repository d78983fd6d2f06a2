"""The decorator for the compiled functions of this folder, which call those of solver.tree as well."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.kernels import inner, kernels_of
from solver.tree.kernels import FOLDER as TREE

#: The sources on which this compiled code depends, beside the engine's.
FOLDERS: Final = (Path(__file__).parent, TREE)
kernel = kernels_of(*FOLDERS)

__all__ = ["FOLDERS", "inner", "kernel"]
