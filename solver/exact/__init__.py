"""Perfect play with open hands: exact values and equilibrium mixes for two players."""
