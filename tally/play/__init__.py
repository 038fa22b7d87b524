"""The phases of a game: what was entered, what follows, what was announced, what would differ."""
