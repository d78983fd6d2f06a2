"""Strategies on disk: one format for all solvers, looked up by information set."""
