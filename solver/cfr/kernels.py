"""The decorator for the compiled functions of this folder: their cache also follows the sweeps of the flat tree."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.kernels import inner, kernels_of
from solver.tree.kernels import FOLDER as TREE_FOLDER

#: The sources on which this compiled code depends, beside the engine's.
FOLDERS: Final = (Path(__file__).parent, TREE_FOLDER)
kernel = kernels_of(*FOLDERS)

__all__ = ["FOLDERS", "inner", "kernel"]
