"""The bundled rulesets: one folder each, its data in `rules.toml`, its own oddities in `hooks.py`."""
