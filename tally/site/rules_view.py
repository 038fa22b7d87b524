"""The rules of the game in people's words.

In: the ruleset with its public options. Out: sections of lines for the page of rules.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.ruleset import Ruleset
from tally.records.ruleset_page import clock_lines, light_lines, poll_lines, victory_line
from tally.story.actions import action_name
from tally.story.options import option_meaning
from tally.story.roles import role_name, side_name
from tally.texts import _

__all__ = ["Section", "SectionLine", "rule_sections"]

_RULE = re.compile(r" \[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class SectionLine:
    """A line; `inner`: it belongs to the line above; `rule`: the number of the rule that says so."""

    text: str
    inner: bool
    rule: str | None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page."""

    title: str
    lines: tuple[SectionLine, ...]


def rule_sections(ruleset: Ruleset, options: Mapping[str, object]) -> Iterator[Section]:
    """The sections that have something in them. `options`: what the host chose, as game.toml has it."""
    polls = [line for poll in ruleset.polls for line in poll_lines(poll)]
    sections = (
        (_("Clock"), list(clock_lines(ruleset))),
        (_("Voting"), polls),
        (_("Who there may be"), list(_roles(ruleset))),
        (_("What the town is told about the dead"), light_lines(ruleset)),
        (_("Victory, the first that holds"), [victory_line(ruleset, each) for each in ruleset.victory]),
        (_("What the host has chosen for this game"), list(_options(ruleset, options))),
    )
    for title, lines in sections:
        if lines:
            yield Section(title, tuple(_line(line) for line in lines))


def _line(line: str) -> SectionLine:
    found = _RULE.search(line)
    text = (line if found is None else line[: found.start()] + line[found.end() :]).strip()
    inner = line.startswith(" ")
    return SectionLine(text if inner else text[:1].upper() + text[1:], inner, None if found is None else found[1])


def _roles(ruleset: Ruleset) -> Iterator[str]:
    """The roles by side, each with what it can do."""
    for side in dict.fromkeys(role.side for role in ruleset.roles.values()):
        yield f"{side_name(ruleset, side)}:"
        for key, role in ruleset.roles.items():
            if role.side == side:
                guest = f" ({_('only where the host deals it')})" if role.guest else ""
                actions = dict.fromkeys(
                    action_name(ruleset, ability.action) for ability in ruleset.abilities if key in ability.who.roles
                )
                told = f": {', '.join(actions)}" if actions else ""
                yield f"  {role_name(ruleset, key)}{guest}{told} [{role.rule}]"


def _options(ruleset: Ruleset, options: Mapping[str, object]) -> Iterator[str]:
    for key, value in options.items():
        option = ruleset.options.get(key)
        if option is not None and not option.secret and isinstance(value, str | int | bool):
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            yield f"{option_meaning(key, option)}: {shown}"
