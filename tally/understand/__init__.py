"""Why it came so, what would come of something else, and whether all of it still follows from what is stored."""
