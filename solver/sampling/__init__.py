"""Sampling (MCCFR): learning by playing, for trees too large to hold, and finding how well that went."""
