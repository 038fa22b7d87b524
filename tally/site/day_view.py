"""A day as its templates take it: the table, what waits, what was refused, the votes one by one.

In: the day as the town knows it. Out: plain values, harmless but not escaped; nothing is decided here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

from markupsafe import Markup, escape

from engine.ruleset import Ruleset
from tally.count.report import DayHeading, PollTable, Row, ShownVote, Sighted, TownReport
from tally.count.town_day import TownDay
from tally.count.votes import ReadVote
from tally.count.wording import (
    announcement_in_words,
    day_heading,
    ending_in_words,
    host_word_in_words,
    kind_in_words,
    majority_in_words,
    moment_in_words,
    outage_in_words,
    poll_result_in_words,
    result_in_words,
    time_in_words,
    written_in_words,
)
from tally.dates import date_in_words
from tally.harmless import harmless, safe_link
from tally.site.charts import draw_chart
from tally.site.moves import Line, moves_of_day, score_lines
from tally.site.people import People, shorten
from tally.site.town import PhaseNews
from tally.story.vote_reasons import doubt_in_words, reason_in_words
from tally.story.votes import poll_name
from tally.texts import _

__all__ = ["LISTED", "DayView", "day_view"]

LISTED = 120
"""Votes one by one on the page of a day itself; more of them stand on pages of their own."""

_WORDS = 80
_REPLACED = ("superseded", "withdrawn")
_NO_WORDS: Mapping[str, Any] = {
    "text": None, "same": False, "hidden": False, "edits": None, "edited": False, "deleted": False,
}  # fmt: skip
"""A vote that nobody wrote: by silence, or by a letter to the host."""
_EDIT = 160
_AROUND = 24
_ENDLESS = timedelta(days=365)
"""A day that only the host's word ends has its end so far off that no post is later."""


@dataclass(frozen=True, slots=True)
class DayView:
    """What `templates/site/day_parts.html` shows of a day."""

    id: str
    page: str
    data: str
    heading: str
    standing: str
    deadline: Mapping[str, str] | None
    results: tuple[str, ...]
    leading: str | None
    announcement: str | None
    ending: Mapping[str, str | None] | None
    majority: str | None
    with_totals: bool
    with_colours: bool
    rows: tuple[Mapping[str, Any], ...]
    unclear: tuple[Mapping[str, Any], ...]
    rejected: tuple[Mapping[str, Any], ...]
    missing: tuple[Any, ...]
    nominated: tuple[Any, ...]
    polls: tuple[Mapping[str, Any], ...]
    chart: Any
    lines: tuple[Mapping[str, Any], ...]
    votes: tuple[Mapping[str, Any], ...]


def day_view(day: TownDay, ruleset: Ruleset, news: PhaseNews | None, people: People) -> DayView:
    """The view. `news`: what was announced of the day."""
    report = day.report
    texts = {_key(vote): vote for vote in day.votes.votes if vote.counts}
    poll = next((each for each in ruleset.polls if not each.prefix), None)
    lines = () if poll is None else score_lines(report, moves_of_day(day.votes, poll), poll)
    end = min(report.as_of, report.deadline)
    phase = str(report.phase)
    return DayView(
        id=phase,
        page=f"{phase}.html",
        data=f"{phase}.json",
        heading=day_heading(report),
        standing=_standing(report),
        deadline=_deadline(report),
        results=() if news is None else tuple(harmless(line) for line in news.lines),
        leading=None if news is not None else result_in_words(report),
        announcement=announcement_in_words(report),
        ending=_ending(report),
        majority=majority_in_words(report),
        with_totals=report.with_totals,
        with_colours=report.with_totals and report.with_colours,
        rows=tuple(_row(report, report, row, texts, people) for row in report.rows),
        unclear=tuple(
            {
                **_source(report, doubt, people),
                "text": shorten(written_in_words(doubt.text), _WORDS),
                "kind": kind_in_words(doubt.kind),
                "why": doubt_in_words(doubt.why),
                "perhaps": [people[name] for name in doubt.candidates],
            }
            for doubt in report.unclear
        ),
        rejected=tuple(
            {
                **_source(report, refusal, people),
                "on": people[written_in_words(refusal.on)],
                "kind": kind_in_words(refusal.kind),
                "why": reason_in_words(refusal.reason),
                "rule": refusal.rule,
            }
            for refusal in report.rejected
        ),
        missing=tuple(people[name] for name in report.missing),
        nominated=tuple(people[name] for name in report.nominated),
        polls=tuple(_other_polls(report, texts, people)),
        chart=draw_chart(lines, end, report.zone),
        lines=tuple(_line(report, line, people) for line in lines),
        votes=tuple(_read_vote(report, vote, people) for vote in day.votes.votes if vote.is_vote),
    )


def _standing(report: DayHeading) -> str:
    """How far the count is, for players; what the host has to do about it is no matter of theirs."""
    ended = moment_in_words(report, report.deadline)
    as_of = moment_in_words(report, report.as_of)
    if report.final:
        told = _("Voting ended at {deadline}.").format(deadline=ended)
        return " ".join(filter(None, (told, outage_in_words(report))))
    if report.as_of > report.deadline or report.deadline - report.as_of > _ENDLESS:
        return _("Votes as of {as_of}.").format(as_of=as_of)
    return _("Votes as of {as_of}; voting ends at {deadline}.").format(as_of=as_of, deadline=ended)


def _ending(report: TownReport) -> Mapping[str, str | None] | None:
    """Which vote ended the day, and the address of its post."""
    told = ending_in_words(report)
    if told is None or report.ending is None:
        return None
    return {"text": told, "link": safe_link(report.ending.post)}


def _deadline(report: DayHeading) -> Mapping[str, str] | None:
    """When the votes of a day that goes on will end; None where that is for the host to say."""
    if report.final or report.deadline - report.as_of > _ENDLESS:
        return None
    local = report.deadline.astimezone(report.zone)
    return {"moment": report.deadline.astimezone(UTC).isoformat(), "shown": f"{date_in_words(local)} {local:%H:%M}"}


def _row(
    report: TownReport,
    table: TownReport | PollTable,
    row: Row,
    texts: Mapping[tuple[object, ...], ReadVote],
    people: People,
) -> Mapping[str, Any]:
    kind = table.kind if isinstance(table, PollTable) else "vote"

    def told(votes: Iterable[ShownVote]) -> list[Mapping[str, Any]]:
        return [_vote(report, vote, (kind, row.player), texts, people) for vote in votes]

    coloured = (("against", _("Red"), "red"), ("defence", _("Blue"), "blue")) if table.with_colours else ()
    groups = [
        (mark, word, told(vote for vote in row.votes if vote.colour == colour)) for mark, word, colour in coloured
    ]
    known = [colour for _mark, _word, colour in coloured]
    groups.append(("plain", _("Votes"), told(vote for vote in row.votes if vote.colour not in known)))
    return {
        "player": people[row.player],
        "against": row.against,
        "defence": row.defence,
        "score": row.score,
        "groups": [group for group in groups if group[2]],
    }


def _vote(
    report: DayHeading,
    vote: ShownVote,
    of: tuple[str, str],
    texts: Mapping[tuple[object, ...], ReadVote],
    people: People,
) -> Mapping[str, Any]:
    """A vote with its words. `of`: the kind of its poll, and its candidate."""
    read = texts.get((*of, vote.by, vote.colour, vote.time, vote.post))
    words = _NO_WORDS if read is None else _words(read)
    return {**_source(report, vote, people), "weight": vote.weight, **words}


def _key(vote: ReadVote) -> tuple[object, ...]:
    return vote.kind, vote.on, vote.by, vote.colour, vote.time, vote.post


def _words(vote: ReadVote) -> dict[str, Any]:
    """What was written (`same`: just the name), and what an edit made of it later; nothing that the host withdrew."""
    edits = None
    if vote.latest is not None and vote.first is not None:
        edits = _difference(vote.first, vote.latest)
    return {
        "text": None if vote.text is None else shorten(vote.text, _WORDS),
        "same": vote.text is not None and vote.on is not None and vote.text.casefold() == vote.on.casefold(),
        "hidden": vote.hidden,
        "edits": edits,
        "edited": vote.edited and edits is None,
        "deleted": vote.deleted,
    }


def _is_plain(words: Mapping[str, Any]) -> bool:
    """Whether there is nothing to tell of a vote but its words."""
    return words["text"] is not None and not any(words[key] for key in ("hidden", "edits", "edited", "deleted"))


def _difference(first: str, latest: str) -> tuple[str, str]:
    """The two texts without what is alike at both ends, but for a few words around."""
    least = min(len(first), len(latest))
    begin = next((place for place in range(least) if first[place] != latest[place]), least)
    rest = least - begin
    end = next((place for place in range(rest) if first[-1 - place] != latest[-1 - place]), rest)
    return _part(first, begin, end), _part(latest, begin, end)


def _part(text: str, begin: int, end: int) -> str:
    start, stop = max(0, begin - _AROUND), min(len(text), len(text) - end + _AROUND)
    shown = shorten(text[start:stop], _EDIT)
    return f"{'…' if start else ''}{shown}{'…' if stop < len(text) and not shown.endswith('…') else ''}"


def _read_vote(report: DayHeading, vote: ReadVote, people: People) -> Mapping[str, Any]:
    source, words = _source(report, vote, people), _words(vote)
    colour = (vote.colour or "") if report.with_colours else ""
    return {
        **source,
        **words,
        "mark": {"red": "against", "blue": "defence"}.get(colour, "plain"),
        "colour": {"red": _("against"), "blue": _("in defence")}.get(colour),
        "kind": kind_in_words(vote.kind),
        "on": None if vote.on is None or vote.kind == "unvote" else people[vote.on],
        "counts": vote.counts,
        "is_plain": source["word"] is None and _is_plain(words),
        "was_replaced": vote.reason in _REPLACED,
        "weight": vote.weight or 1,
        "verdict": _verdict(vote),
    }


def _verdict(vote: ReadVote) -> str:
    """What became of a vote."""
    if vote.why is not None:
        return _("waits for the host's ruling: {why}").format(why=doubt_in_words(vote.why))
    if vote.counts:
        return _("noted") if vote.kind == "unvote" else _("counts")
    reason = vote.reason or ""
    return reason_in_words(reason) + (f" [{vote.rule}]" if vote.rule and reason not in _REPLACED else "")


def _other_polls(
    report: TownReport, texts: Mapping[tuple[object, ...], ReadVote], people: People
) -> Iterator[Mapping[str, Any]]:
    """The polls beside the main one, each as a table of its own."""
    for number, poll in enumerate(report.polls, 1):
        yield {
            "id": f"{report.phase}-poll{number}",
            "heading": poll_name(poll.poll),
            "leading": poll_result_in_words(report, poll),
            "with_totals": poll.with_totals,
            "with_colours": poll.with_totals and poll.with_colours,
            "rows": tuple(_row(report, poll, row, texts, people) for row in poll.rows),
            "missing": tuple(people[name] for name in poll.missing),
            "nominated": tuple(people[name] for name in poll.nominated),
        }


def _line(report: DayHeading, line: Line, people: People) -> Mapping[str, Any]:
    """A curve as a row of the table beside the picture: when it came to which score."""
    steps = []
    for step in line.steps:
        local = step.at.astimezone(report.zone)
        steps.append({"time": f"{local:%H:%M}", "score": step.score, "is_change": step.is_change})
    return {"player": people[line.player], "steps": _thin(steps), "last": line.last}


def _thin(steps: Sequence[Mapping[str, Any]], most: int = 40) -> Iterable[Mapping[str, Any]]:
    """The steps, or where there are very many an even choice of them, the last one always."""
    if len(steps) <= most:
        return steps
    stride = -(-len(steps) // most)
    return [*steps[:-1:stride], steps[-1]]


def _source(report: DayHeading, sighted: Sighted, people: People) -> dict[str, Any]:
    return {
        "by": people[sighted.by],
        "when": _when(report, sighted),
        "word": host_word_in_words(sighted),
    }


def _when(report: DayHeading, sighted: Sighted) -> Markup:
    """The time of a vote, which leads to its post."""
    link, time = safe_link(sighted.post), time_in_words(report, sighted)
    if sighted.time is None or time is None:
        shown = Markup("") if link is None else escape(_("the post"))
    else:
        shown = Markup(f'<time datetime="{sighted.time.astimezone(UTC).isoformat()}">{escape(time)}</time>')  # noqa: S704
    if link is None:
        return shown
    address = escape(link)
    # put together by hand, with all that is not ours escaped: there may be ten thousand of them
    return Markup(f'<a class="post" href="{address}" rel="nofollow noopener noreferrer">{shown}</a>')  # noqa: S704
