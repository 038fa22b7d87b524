"""A game as a game record, and a game made from one."""
