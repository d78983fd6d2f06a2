"""Finite games as flat arrays: each player's own choices, and the ends of the game."""
