"""The votes of a day: from stored posts and the host's word to reports, lists and comparisons."""
