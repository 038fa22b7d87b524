"""A phase as the town may read it, ready to paste into the thread.

In: the town's view of a phase, nothing else. Out: lines in the language in use.
"""

from engine.moments import read_phase_id
from engine.outcome import TownView
from engine.ruleset import Ruleset
from tally.story.news import news
from tally.story.phases import phase_name
from tally.story.votes import poll_name, poll_votes, refused_line, vote_table
from tally.texts import _

__all__ = ["town_story"]


def town_story(ruleset: Ruleset, view: TownView, *, light_before: str | None, decided: bool) -> list[str]:
    """The story; `decided`: no decision of the host is open."""
    sections = [
        (_("Nominated, in this order"), [", ".join(view.nominated)] if view.nominated else []),
        (_("Votes"), vote_table(view.votes, view.scores, view.against, view.defence)),
        *((poll_name(prefix), table) for prefix, table in poll_votes(view.extras)),
        (_("Not counted"), [refused_line(ruleset, each) for each in view.rejected]),
        (_("Have not voted"), [", ".join(view.missing)] if view.missing else []),
    ]
    phase = read_phase_id(view.phase)
    lines = [view.phase if phase is None else phase_name(phase)]
    for title, section in sections:
        if section:
            lines.append(f"  {title}:")
            lines += [f"    {line}" for line in section]
    lines += [f"  {line}" for line in news(ruleset, view, light_before=light_before, decided=decided)]
    return lines
