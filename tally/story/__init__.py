"""A phase as people read it: the names of roles and actions, and what the host, the town, one player is told.

Comes in: outcomes of the engine. Goes out: lines of text in the language in use; nicks stand in the nominative.
"""
