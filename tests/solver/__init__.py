"""The solvers against slower ways to the same numbers."""
