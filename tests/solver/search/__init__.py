"""Tree search by simulation."""
