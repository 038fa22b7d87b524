"""From a ruleset, a state and entries to an outcome and the next state.

Pure: no clock, no randomness but what it is handed, no text for people.
"""
