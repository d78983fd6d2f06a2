"""Tree search by simulation: for open hands and for hidden ones, in every game and for any number of players."""
