"""What only this ruleset has: the oddities that `rules.toml` cannot say (see hooks.py)."""
