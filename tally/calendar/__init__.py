"""When days and nights of a game are, and what the host changes of that."""
