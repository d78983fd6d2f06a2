"""Contracts: what every game, every bot and every executor must keep."""
