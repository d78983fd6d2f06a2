"""Plain-Python rounds of all four games: the second opinion that the engine is checked against."""
