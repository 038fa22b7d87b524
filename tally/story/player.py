"""A phase as one player may read it: what the town may know, his own actions as they look to him, his letters.

In: that player's view. Out: lines in the language in use.
"""

from engine.outcome import PlayerView
from engine.ruleset import Ruleset
from tally.story.actions import action_name, half_name
from tally.story.letters import letter
from tally.story.refusals import refusal_in_words
from tally.story.roles import role_name
from tally.story.town import town_story
from tally.texts import _

__all__ = ["player_story"]


def player_story(ruleset: Ruleset, view: PlayerView, *, light_before: str | None, decided: bool) -> list[str]:
    """The story. A refusal that is secret from its sender looks like an accepted action."""
    lines = town_story(ruleset, view.town, light_before=light_before, decided=decided)
    own = []
    for action in view.actions:
        on = ", ".join(half_name(name) for name in action.on)
        told = " → ".join(part for part in (action_name(ruleset, action.do), on) if part)
        own.append(f"{told}: {_('accepted') if action.reason is None else refusal_in_words(action.reason)}")
    roles = [f"{name} — {role_name(ruleset, role)}" for name, role in view.roles.items()]
    sections = (
        (_("Your actions"), own),
        (_("Letters to you"), [letter(ruleset, each) for each in view.told]),
        (_("New roles that you know of"), roles),
    )
    for title, section in sections:
        if section:
            lines.append(f"  {title}:")
            lines += [f"    {line}" for line in section]
    return lines
