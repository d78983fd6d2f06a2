"""The decorator for the compiled functions of this folder: their cache follows their own sources and the engine's."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from game.kernels import inner, kernels_of

#: The sources on which this compiled code depends, beside the engine's.
FOLDER: Final = Path(__file__).parent
kernel = kernels_of(FOLDER)

__all__ = ["FOLDER", "inner", "kernel"]
