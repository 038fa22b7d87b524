"""The words of the notices, in the language in use.

In: what there is to tell. Out: title and text, in plain lines. A table comes as the town's report, so that no notice
can tell more than the thread does.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from tally.count.report import Row, TownReport
from tally.count.wording import ending_in_words, moment_in_words, result_in_words
from tally.harmless import harmless
from tally.service.readings import Failing
from tally.service.waits import Wait
from tally.story.actions import half_name
from tally.story.phases import phase_name
from tally.texts import _, plural

__all__ = ["before", "closed", "failing", "needed", "table_lines", "working"]

_MINUTE = timedelta(minutes=1)


def before(game: str, report: TownReport, now: datetime) -> tuple[str, str]:
    """A deadline is near: who has not voted, and how it stands."""
    left = max(1, -(-(report.deadline - now) // _MINUTE))
    ends = plural("{count} minute until the end of the vote", "{count} minutes until the end of the vote", left)
    title = f"{_head(game)}{phase_name(report.phase)}: {ends}"
    lines = [_("Voting ends at {deadline}.").format(deadline=moment_in_words(report, report.deadline))]
    if report.missing:
        lines.append(_("Have not voted yet: {names}").format(names=_names(report.missing)))
    else:
        lines.append(_("Everybody has voted."))
    return title, "\n".join([*lines, *_doubts(report), "", *table_lines(report), "", _as_of(report)])


def closed(game: str, report: TownReport) -> tuple[str, str]:
    """The vote is over: the table, as it was counted then; the results are the host's."""
    title = f"{_head(game)}{phase_name(report.phase)}: {_('the vote is over')}"
    lines = [line for line in (ending_in_words(report), *table_lines(report)) if line is not None]
    if report.missing:
        lines.append(_("Have not voted: {names}").format(names=_names(report.missing)))
    results = _("The results will be announced by the host.")
    return title, "\n".join([*lines, *_doubts(report), "", results, _as_of(report)])


def needed(game: str, wait: Wait) -> tuple[str, str]:
    """Something waits for the host."""
    answer = [] if wait.command is None else [_("Answer: {command}").format(command=wait.command)]
    return f"{_head(game)}{_('the host is needed')}", "\n".join([f"{harmless(wait.text)}.", *answer])


def failing(game: str, state: Failing, now: datetime) -> tuple[str, str]:
    """The forum cannot be read."""
    minutes = max(1, (now - state.since) // _MINUTE)
    told = plural(
        "the forum has not been readable for {count} minute",
        "the forum has not been readable for {count} minutes",
        minutes,
    )
    return f"{_head(game)}{told}", harmless(state.why)


def working(game: str) -> tuple[str, str]:
    """The forum can be read again."""
    return f"{_head(game)}{_('the forum can be read again')}", _("What was missed has been read.")


def table_lines(report: TownReport) -> Iterator[str]:
    """The table, a candidate a line."""
    for row in report.rows:
        votes = ", ".join(f"{_sign(vote.colour)}{harmless(vote.by)}" for vote in row.votes) or "—"
        between = ":" if report.with_colours else " –"
        yield f"{harmless(half_name(row.player))}{_sums(report, row)}{between} {votes}"
    if not report.rows:
        yield _("No votes.")
    result = result_in_words(report)
    if result is not None and not report.final:
        yield result


def _sums(report: TownReport, row: Row) -> str:
    if row.score is None or not report.with_totals:
        return ""
    return f" — {row.score} ({row.against} − {row.defence})" if report.with_colours else f" ({row.score})"


def _sign(colour: str | None) -> str:
    return "−" if colour == "blue" else ""


def _doubts(report: TownReport) -> list[str]:
    count = len(report.unclear)
    if not count:
        return []
    return [plural("{count} vote waits for the host's ruling.", "{count} votes wait for the host's ruling.", count)]


def _as_of(report: TownReport) -> str:
    return _("As of {as_of}.").format(as_of=moment_in_words(report, report.as_of))


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(harmless(name) for name in names)


def _head(game: str) -> str:
    return f"{harmless(game)} · " if game else ""
