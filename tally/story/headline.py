"""What all output begins with that players may not see, in every language."""

__all__ = ["HOST_HEADLINE"]

HOST_HEADLINE = "ТОЛЬКО ДЛЯ ВЕДУЩЕГО"
