"""What a change would make another, for the host: the lines of each phase's story that go and that come.

In: the phases as they are and as they would be. Out: lines in the language in use, under the headline of the host.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from tally.story.headline import host_headline
from tally.story.phases import phase_name
from tally.texts import _
from tally.understand.what_if import Tried

__all__ = ["tried_lines"]


def tried_lines(said: Sequence[str], tried: Sequence[Tried]) -> Iterator[str]:
    """What was tried, and what would differ, phase by phase."""
    yield host_headline()
    yield _("Tried, nothing is stored:")
    yield from (f"  {line}" for line in said)
    if not any(each.differs for each in tried):
        yield ""
        yield _("Nothing would differ: {phases}").format(phases=", ".join(phase_name(each.phase) for each in tried))
    for each in tried:
        if each.differs:
            yield ""
            yield from _phase_lines(each)


def _phase_lines(tried: Tried) -> Iterator[str]:
    name = phase_name(tried.phase)
    if tried.then is None:
        yield _("{phase}: would not have been, the game would have been over before").format(phase=name)
        return
    if tried.now is None:
        yield _("{phase}: would be played, the game would not have been over before").format(phase=name)
        return
    yield _("{phase}: − as it is, + as it would be").format(phase=name)
    yield from _differences(tried.story_now[1:], tried.story_then[1:])


def _differences(now: Sequence[str], then: Sequence[str]) -> Iterator[str]:
    """The lines that go and that come, each under the title of its section."""
    titles = [_titles(now), _titles(then)]
    shown = ""
    for tag, first, last, start, end in SequenceMatcher(None, now, then, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for sign, lines, places, title in (
            ("−", now, range(first, last), titles[0]),
            ("+", then, range(start, end), titles[1]),
        ):
            for place in places:
                if title[place] == lines[place]:
                    continue
                if title[place] != shown:
                    shown = title[place]
                    yield shown
                yield f"  {sign} {lines[place].strip()}"


def _titles(lines: Sequence[str]) -> list[str]:
    """For each line the title of its section, which is a line of its own."""
    found, title = [], ""
    for line in lines:
        if line.startswith("  ") and not line.startswith("    "):
            title = line
        found.append(title)
    return found
