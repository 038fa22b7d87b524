"""The unclear votes of a day for the host: on which the outcome hangs, what each reading comes to, what to type.

In: what came of trying every reading. Out: lines in the language in use, and plain JSON values; for the host alone.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tally.count.counting import post_address
from tally.count.host_words import Ruling, Timing
from tally.dates import short_dated
from tally.folder.game import fold_name
from tally.harmless import harmless
from tally.play.readings import MOST, Comes, OpenVote, Readings, Way
from tally.story.vote_reasons import doubt_in_words
from tally.texts import _, plural, quoted

__all__ = ["readings_as_json", "readings_lines"]

_MANY = 5
"""So many readings that come to the same are told one by one."""


def readings_lines(readings: Readings, names: Mapping[str, str]) -> Iterator[str]:
    """What the host has to decide, or that he has not to. `names`: seat → what it is called now."""
    if not readings.asked:
        told = plural(
            "{count} unclear vote changes nothing, however it is read",
            "{count} unclear votes change nothing, however they are read",
            len(readings.harmless),
        )
        yield _("{told} (readings tried: {tried}): the phase can be closed.").format(
            told=told, tried=readings.combinations
        )
        return
    yield _asked_line(readings)
    for vote in readings.asked:
        yield from _vote_lines(vote, names)
    for called, number in _called_alike(readings):
        told = _("“{name}” stands in {count} of these votes; if it is one player's name, that settles them all:")
        yield "  " + told.format(name=called, count=number)
        yield f"    {_alias_command(called)}"
    if readings.later:
        yield _("These are looked at once the votes above are decided: {places}").format(
            places=_places(readings.later, names)
        )
    if readings.harmless:
        told = _("These unclear votes change nothing, however they are read: {places}")
        yield told.format(places=_places(readings.harmless, names))


def _asked_line(readings: Readings) -> str:
    if readings.all_tried:
        return _("The outcome depends on these votes (readings tried: {tried}):").format(tried=readings.combinations)
    told = _("There are too many readings to try them all ({found}, at most {most}): decide on each of these votes.")
    if readings.as_one:
        told = _(
            "There are too many readings to try them all ({found}, at most {most}): decide on these votes first. "
            "The same unknown name was read as one player's."
        )
    return told.format(found=readings.combinations, most=MOST)


def _called_alike(readings: Readings) -> Iterator[tuple[str, int]]:
    """The unknown names that stand in several of the votes that are asked about, and in how many."""
    found: dict[str, list[str]] = {}
    for vote in readings.asked:
        if vote.called is not None:
            found.setdefault(fold_name(vote.called), []).append(vote.called)
    yield from ((called[0], len(called)) for called in found.values() if len(called) > 1)


def _alias_command(called: str) -> str:
    return f"tally alias {_('NAME')} {shlex.quote(harmless(called))}"


def _places(votes: Iterable[OpenVote], names: Mapping[str, str]) -> str:
    return ", ".join(f"{_name(vote.cast.entry.by, names)} ({_place(vote)})" for vote in votes)


def _vote_lines(vote: OpenVote, names: Mapping[str, str]) -> Iterator[str]:
    entry = vote.cast.entry
    text = f" {quoted(harmless(vote.doubt.text))}" if vote.doubt.text else ""
    at = "" if vote.cast.time is None or entry.at is None else f", {short_dated(entry.at)}"
    perhaps = "" if vote.perhaps is None else "; " + _("perhaps: {name}").format(name=_name(vote.perhaps, names))
    yield f"  {_name(entry.by, names)}{at}{text}: {doubt_in_words(vote.doubt.why)}{perhaps}"
    address = None if vote.cast.post is None else post_address(vote.cast.post)
    if address is not None:
        yield f"    {address}"
    for ways in _alike(vote.ways):
        said = ", ".join(_said(vote, way.ruling, names) for way in ways)
        if len(ways) > _MANY:
            said = _("for anybody else ({count})").format(count=len(ways))
        comes = "; ".join(dict.fromkeys(_comes_in_words(each) for each in ways[0].comes))
        yield f"    {said} → {comes}" if comes else f"    {said}"
        ruling = ways[0].ruling
        several = len(ways) > 1 and ruling.on is not None
        yield f"      {_rule_command(vote, ruling, names, any_name=several)}"


def _alike(ways: tuple[Way, ...]) -> Iterator[tuple[Way, ...]]:
    """The ways that come to the same and are ruled alike, together."""
    found: dict[tuple[object, ...], list[Way]] = {}
    for way in ways:
        ruling = way.ruling
        kind = (ruling.on is not None, ruling.by, ruling.colour, ruling.timing, ruling.ignored)
        found.setdefault((way.comes, kind), []).append(way)
    yield from (tuple(each) for each in found.values())


def _comes_in_words(comes: Comes) -> str:
    if comes.tie:
        told = _("a tie: {names}").format(names=", ".join(comes.tie))
    elif comes.executed:
        told = _("execution: {names}").format(names=", ".join(comes.executed))
    else:
        told = _("nobody is executed")
    return told + "; " + _("dies: {names}").format(names=", ".join(comes.dead)) if comes.dead else told


def _said(vote: OpenVote, ruling: Ruling, names: Mapping[str, str]) -> str:
    if ruling.ignored:
        return _("no vote")
    told = []
    if ruling.on is not None:
        colours = {"red": _("against {name}"), "blue": _("in defence of {name}")}
        colour = ruling.colour or vote.cast.entry.colour
        told.append(colours.get(colour or "", _("for {name}")).format(name=_name(ruling.on, names)))
    if ruling.by is not None:
        told.append(_("written by {name}").format(name=_name(ruling.by, names)))
    if ruling.timing is not None:
        told.append(_("in time") if ruling.timing is Timing.IN_TIME else _("too late"))
    return ", ".join(told)


def _rule_command(vote: OpenVote, ruling: Ruling, names: Mapping[str, str], *, any_name: bool = False) -> str:
    """What the host types to rule so; `any_name`: the name is left for him to fill in."""
    mark = vote.cast.mark
    parts = ["tally rule", _id(vote)]
    if vote.among_several and mark is not None:
        parts += ["--vote", str(mark.number)]
    if ruling.on is not None:
        parts += ["--on", _("NAME") if any_name else _quoted(_name(ruling.on, names))]
    if ruling.by is not None:
        parts += ["--by", _quoted(_name(ruling.by, names))]
    if ruling.colour is not None:
        parts += ["--colour", str(ruling.colour)]
    if ruling.kind is not None:
        parts += ["--kind", str(ruling.kind)]
    if ruling.timing is not None:
        parts += [f"--{ruling.timing}"]
    if ruling.ignored:
        parts += ["--ignore"]
    return " ".join([*parts, '--why "…"'])


def _id(vote: OpenVote) -> str:
    cast = vote.cast
    return cast.entered_id or "" if cast.post is None else cast.post.id


def _place(vote: OpenVote) -> str:
    return _("post {post}").format(post=_id(vote))


def _quoted(name: str) -> str:
    return f'"{name}"' if any(not each.isalnum() for each in name) else name


def _name(seat: str, names: Mapping[str, str]) -> str:
    return names.get(seat, seat)


def readings_as_json(readings: Readings, names: Mapping[str, str]) -> dict[str, Any]:
    """The same for other programs."""
    return {
        "combinations": readings.combinations,
        "all_tried": readings.all_tried,
        "as_one": readings.as_one,
        "asked": [_vote_as_json(vote, names) for vote in readings.asked],
        "aliases": [
            {"text": called, "votes": number, "command": _alias_command(called)}
            for called, number in _called_alike(readings)
        ],
        "later": [_vote_as_json(vote, names) for vote in readings.later],
        "harmless": [_vote_as_json(vote, names) for vote in readings.harmless],
    }


def _vote_as_json(vote: OpenVote, names: Mapping[str, str]) -> dict[str, Any]:
    entry = vote.cast.entry
    return {
        "id": _id(vote),
        "post": None if vote.cast.post is None else post_address(vote.cast.post),
        "by": _name(entry.by, names),
        "time": None if entry.at is None else entry.at.isoformat(),
        "text": vote.doubt.text,
        "why": vote.doubt.why,
        "perhaps": None if vote.perhaps is None else _name(vote.perhaps, names),
        "readings": [
            {
                "said": _said(vote, way.ruling, names),
                "comes": [
                    {"executed": list(each.executed), "dead": list(each.dead), "tie": list(each.tie)}
                    for each in way.comes
                ],
                "command": _rule_command(vote, way.ruling, names),
            }
            for way in vote.ways
        ],
    }
