"""The words in which a day's report is told, alike on a terminal and on the published page.

In: reports and their moments. Out: text in the language in use, harmless to show but not escaped.
"""

from datetime import date, datetime, timedelta

from parsers.page import Precision
from tally.calendar.days import is_set
from tally.count.report import DayHeading, DayReport, HostReport, PollTable, Sighted, TownReport
from tally.dates import date_in_words, dated, short_date
from tally.harmless import harmless
from tally.story.actions import half_name
from tally.story.phases import phase_name
from tally.story.votes import ending_line
from tally.texts import _, plural

__all__ = [
    "announcement_in_words",
    "day_heading",
    "ending_in_words",
    "host_word_in_words",
    "kind_in_words",
    "majority_in_words",
    "moment_in_words",
    "outage_in_words",
    "perhaps_in_words",
    "poll_result_in_words",
    "result_in_words",
    "standing_in_words",
    "time_in_words",
    "written_in_words",
]


def day_heading(report: DayHeading) -> str:
    """«День 2, 11.01.2024»: the date is that of the deadline; a day without one has only its number."""
    if not is_set(report.deadline):
        return phase_name(report.phase)
    day = report.deadline.astimezone(report.zone)
    return _("Day {number}, {date}").format(number=report.phase.cycle, date=date_in_words(day))


def standing_in_words(report: DayHeading, now: datetime | None = None) -> str:
    """How far the count is, and how much time is left, counted from `now` (from the report's own moment without)."""
    as_of = moment_in_words(report, report.as_of)
    if not is_set(report.deadline):
        return _("As of {as_of}; the day goes on until the host ends it.").format(as_of=as_of)
    last, as_of_date = (moment.astimezone(report.zone).date() for moment in (report.deadline, report.as_of))
    deadline = f"{report.deadline.astimezone(report.zone):%H:%M:%S}"
    if report.final:
        told = _("Voting ended at {deadline}; as of {as_of}.").format(deadline=deadline, as_of=as_of)
        return " ".join(filter(None, (told, outage_in_words(report))))
    left = report.deadline - (now or report.as_of)
    if left <= timedelta(0):
        told = _(
            "Voting ended at {deadline}, but the thread is known only up to {as_of}: “tally scrape” reads on, "
            "“tally import” takes saved pages."
        )
        return told.format(deadline=deadline, as_of=as_of)
    told = _("As of {as_of}; voting ends at {deadline}, in {left}.")
    if as_of_date != last:
        deadline = f"{date_in_words(last)} {deadline}"
    return told.format(as_of=as_of, deadline=deadline, left=_duration(left))


def outage_in_words(report: DayHeading) -> str | None:
    """From when to when the forum was out of reach over the deadline, and by what its votes count all the same."""
    if report.outage is None:
        return None
    told = _("The forum was not read from {since} to {until}: what was written meanwhile counts by the times that it "
             "shows.")  # fmt: skip
    since, until = (
        moment_in_words(report, each.replace(microsecond=0)) for each in (report.outage.since, report.outage.until)
    )
    return told.format(since=since, until=until)


def result_in_words(report: DayReport) -> str | None:
    """What the day came to, or who leads so far; None where the totals are not public or nobody leads."""
    if report.executed:
        return _("Executed: {names}").format(names=_names(report.executed))
    if report.tie:
        return _("A tie; the host decides: {names}").format(names=_names(report.tie))
    if report.settled:
        return _("Nobody is executed.")
    if report.leading and report.with_totals:
        return _("Leading: {names}").format(names=_names(report.leading))
    return None


def ending_in_words(report: DayReport) -> str | None:
    """Whose vote ended the day, when and where, and by what; None where none did."""
    ending = report.ending
    if ending is None:
        return None
    when = time_in_words(report, ending)
    number = None if ending.id is None else f"#{ending.number}" if ending.number is not None else ending.id
    post = None if number is None else _("post {number}").format(number=number)
    where = "".join(f", {each}" for each in (when, post) if each)
    return ending_line(harmless(ending.by), ending.on and harmless(ending.on), where)


def majority_in_words(report: DayReport) -> str | None:
    """How many votes a majority is; None where none is asked for."""
    majority = report.majority
    if majority is None:
        return None
    votes = plural("{count} vote", "{count} votes", majority.votes)
    told = _("With {living} alive it takes {votes} to execute")
    if not majority.decides:
        told = _("With {living} alive it takes {votes} to end the day at once")
    own = ", ".join(f"{harmless(half_name(name))}: {needed}" for name, needed in majority.own)
    return told.format(living=majority.living, votes=votes) + (f" ({own})." if own else ".")


def poll_result_in_words(report: DayReport, poll: PollTable) -> str | None:
    """Who leads in a poll beside the first one, as long as nothing has come of the day."""
    if report.settled or not poll.leading:
        return None
    return _("Leading: {names}").format(names=_names(tuple(half_name(name) for name in poll.leading)))


def time_in_words(report: DayHeading, sighted: Sighted) -> str | None:
    """The time of a post in the game's zone, to the precision that the forum shows; with its date if not of the day."""
    if sighted.time is None:
        return None
    local = sighted.time.astimezone(report.zone)
    time = f"{local:%H:%M:%S}" if sighted.precision is Precision.SECOND else f"{local:%H:%M}"
    if local.date() == _date(report):
        return time
    return f"{short_date(local)} {time}"


def announcement_in_words(report: DayReport) -> str | None:
    """Which results the town does not know yet; for the host, that what was announced would be another now."""
    if isinstance(report, TownReport) and report.unannounced:
        phases = ", ".join(phase_name(phase) for phase in report.unannounced)
        return _("Results not announced yet: {phases}").format(phases=phases)
    if isinstance(report, HostReport) and report.differs:
        return _("A different result was announced: “tally resolve {phase}” shows what would differ.").format(
            phase=report.phase
        )
    return None


def host_word_in_words(sighted: Sighted) -> str | None:
    """What the host decided of a vote, and why; None where he said nothing."""
    told = []
    if sighted.entered is not None:
        told.append(_("entered by the host: {why}").format(why=harmless(sighted.entered)))
    if sighted.ruling is not None:
        told.append(_("the host's ruling: {why}").format(why=harmless(sighted.ruling)))
    return "; ".join(told) or None


def kind_in_words(kind: str | None) -> str | None:
    """What a vote was for; nothing is said of an ordinary one."""
    words = {
        "nominate": _("nomination"),
        "vegetable": _("vegetable"),
        "vegetable-self": _("vegetable"),
        "scan": _("scan"),
        "unvote": _("unvote"),
    }
    return words.get(kind or "")


def perhaps_in_words(candidates: tuple[str, ...]) -> str:
    """Whom an unclear vote may mean, to be put after why it is unclear."""
    if not candidates:
        return ""
    return "; " + _("perhaps: {names}").format(names=_names(tuple(half_name(name) for name in candidates)))


def written_in_words(text: str | None) -> str:
    """What somebody wrote; a text that the host has withdrawn says so."""
    return _("withdrawn by the host") if text is None else harmless(text)


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(harmless(name) for name in names)


def moment_in_words(report: DayHeading, moment: datetime) -> str:
    """A moment in the game's zone; with its date if not of the day."""
    local = moment.astimezone(report.zone)
    same_day = is_set(report.deadline) and local.date() == _date(report)
    return f"{local:%H:%M:%S}" if same_day else dated(local)


def _date(report: DayHeading) -> date:
    """The date that need not be said: that of the deadline, without one that of the report."""
    moment = report.deadline if is_set(report.deadline) else report.as_of
    return moment.astimezone(report.zone).date()


def _duration(left: timedelta) -> str:
    """Whole minutes, rounded up; hours before them where there are any."""
    minutes = -(-int(left.total_seconds()) // 60)
    hours, minutes = divmod(minutes, 60)
    told = plural("{count} minute", "{count} minutes", minutes)
    return f"{plural('{count} hour', '{count} hours', hours)} {told}" if hours else told
