"""What all output begins with that players may not see: the same words in every language, and what they mean."""

from tally.texts import _, language

__all__ = ["HOST_HEADLINE", "host_headline"]

HOST_HEADLINE = "ТОЛЬКО ДЛЯ ВЕДУЩЕГО"


def host_headline() -> str:
    """The headline as it is shown: to who does not read Russian it says what it means."""
    return HOST_HEADLINE if language() == "ru" else f"{HOST_HEADLINE} · {_('FOR THE HOST ONLY')}"
