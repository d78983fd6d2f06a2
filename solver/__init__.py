"""Solvers: exact values, strategies, search, and how good they are."""
