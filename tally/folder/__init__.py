"""The game folder and the files in it that a host edits by hand: made, read, checked, changed, packed up."""
