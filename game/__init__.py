"""The game: cards, rules, one engine for all rule sets, and its notation."""
