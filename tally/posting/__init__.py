"""Puts the summary of a day into the game's thread: the engines' forms for posts, and the one post that is kept."""
