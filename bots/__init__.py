"""Bots: what plays."""
