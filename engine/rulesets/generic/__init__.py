"""`generic`: what its page needs beyond `rules.toml`."""
