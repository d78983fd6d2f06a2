"""The decorator for this solver's compiled functions: their cache follows their own sources and the engine's."""

from __future__ import annotations

from pathlib import Path

from game.kernels import inner, kernels_of

kernel = kernels_of(Path(__file__).parent)

__all__ = ["inner", "kernel"]
