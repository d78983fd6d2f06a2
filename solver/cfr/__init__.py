"""Counterfactual regret minimization on flat trees, for two and more players."""
