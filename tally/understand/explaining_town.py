"""What the town may know of why: made of the public count, of what was announced, and of the rules, of nothing else.

In: the town's report and votes of a day, the announced results. Out: an explanation that can be pasted into the thread.
"""

from collections.abc import Iterable, Iterator, Mapping

from engine.moments import PhaseId
from engine.polls import Poll
from engine.ruleset import Ruleset
from tally.count.report import Row, TownReport
from tally.count.votes import TownVotes
from tally.count.wording import ending_in_words, majority_in_words, standing_in_words
from tally.play.announcements import Announced
from tally.records.ruleset_page import tie_in_words
from tally.store.posts import StoredPost
from tally.story.actions import half_name
from tally.story.causes import acquittal_in_words
from tally.story.news import news, winners_line
from tally.story.phases import phase_name
from tally.texts import _
from tally.understand.explained import Step, TownExplained, conditions_step
from tally.understand.explaining_votes import headline, post_steps, vote_step
from tally.understand.rule_texts import rule_in_words

__all__ = ["day_for_town", "end_for_town", "night_for_town", "player_for_town", "post_for_town"]


def day_for_town(
    rules: Ruleset, report: TownReport, votes: TownVotes, told: Announced | None, light_before: str | None
) -> TownExplained:
    """Why somebody was executed on a day, or nobody."""
    steps = [_announced_step(rules, told, light_before)]
    if not report.final:
        steps.append(Step(standing_in_words(report)))
    steps += _count_steps(rules, report, votes)
    is_comparable = told is not None and report.final and report.with_totals and not told.view.acquitted
    if told is not None and is_comparable and not _is_explained(rules, report, told):
        steps.append(Step(_("The public count alone does not explain it: something that is not public decided too.")))
    return TownExplained(phase_name(report.phase), tuple(steps), str(report.phase))


def _is_explained(rules: Ruleset, report: TownReport, told: Announced) -> bool:
    """Whether the execution that was announced is the one that the public count gives; of those who are tied it may be
    anybody, as the game's way with a tie has it."""
    executed = set(told.view.executed)
    if len(report.leading) > 1:
        return executed <= set(report.leading)
    poll = _main_poll(rules)
    nobody = None if poll is None else poll.abstention
    return executed == {row.player for row in report.rows[:1] if row.player != nobody and _has_enough(report, row)}


def _has_enough(report: TownReport, row: Row) -> bool:
    majority = report.majority
    if majority is None or not majority.decides:
        return row.player in report.leading
    return (row.score or 0) >= dict(majority.own).get(row.player, majority.votes)


def night_for_town(rules: Ruleset, phase: PhaseId, told: Announced | None, light_before: str | None) -> TownExplained:
    """What a night came to, as it was announced."""
    steps = [_announced_step(rules, told, light_before)]
    if told is not None:
        steps.append(_secret())
    return TownExplained(phase_name(phase), tuple(steps), str(phase))


def player_for_town(
    name: str,
    phase: PhaseId,
    day: tuple[TownReport, TownVotes] | None,
    told: Announced | None,
    posts: Mapping[str, StoredPost],
) -> TownExplained:
    """What everybody may know of a player in a phase; `day`: the votes, where it is a day; `posts`: by address."""
    steps = [Step(_fate(name, told))]
    if told is not None:
        steps += [Step(line) for line in _told_of(name, told)]
    if day is not None:
        report, votes = day
        own = [vote for vote in votes.votes if vote.by == name and vote.is_vote]
        steps += [vote_step(votes, vote, posts.get(vote.post or "")) for vote in own]
        if not own and name in report.missing:
            steps.append(Step(_("Has not voted.")))
        row = next((row for row in report.rows if row.player == name), None)
        if row is not None:
            steps.append(_row_step(row, votes))
    elif told is not None:
        steps.append(_secret())
    return TownExplained(f"{phase_name(phase)}, {name}", tuple(steps), str(phase))


def post_for_town(votes: TownVotes | None, id_: str, post: StoredPost | None) -> TownExplained:
    """Why the votes of a post count or do not. `votes`: those of its day; None where it is of no day."""
    title, steps = post_steps(votes, id_, post)
    return TownExplained(title, steps, None if votes is None else str(votes.phase))


def end_for_town(rules: Ruleset, announced: Mapping[PhaseId, Announced], alive: int) -> TownExplained:
    """Whether the game is over, and what would end it."""
    over = [told for _phase, told in sorted(announced.items()) if told.view.winners]
    if over:
        steps = [Step(winners_line(rules, over[-1].view.winners), places=(phase_name(over[-1].phase),))]
    else:
        steps = [Step(_("The game goes on. In the game: {count}.").format(count=alive))]
    steps.append(conditions_step(tuple(Step(rule_in_words(each.rule)) for each in rules.victory)))
    return TownExplained(_("The end of the game"), tuple(steps))


def _announced_step(rules: Ruleset, told: Announced | None, light_before: str | None) -> Step:
    if told is None:
        return Step(_("The result has not been announced yet."))
    lines = news(rules, told.view, light_before=light_before, decided=True)
    return Step(_("Announced:"), steps=tuple(Step(line) for line in lines))


def _secret() -> Step:
    return Step(_("Only the host knows why, until the game is over."))


def _fate(name: str, told: Announced | None) -> str:
    if told is None:
        return _("The result has not been announced yet.")
    if name in told.view.executed:
        return _("{name} was executed.").format(name=name)
    if name in told.view.dead:
        return _("{name} has died.").format(name=name)
    if name in told.view.acquitted:
        reason = acquittal_in_words(told.view.acquitted[name])
        return _("{name}: not executed ({reason}).").format(name=name, reason=reason)
    return (
        _("{name} is in the game.").format(name=name) if name in told.alive else _("{name} is out.").format(name=name)
    )


def _told_of(name: str, told: Announced) -> Iterator[str]:
    if name in told.view.silenced:
        yield _("Today {name} may not vote.").format(name=name)


def _count_steps(rules: Ruleset, report: TownReport, votes: TownVotes) -> Iterator[Step]:
    """The public count: who leads and by which votes, or why nobody does."""
    poll = _main_poll(rules)
    if report.ending is not None:
        places = () if report.ending.post is None else (report.ending.post,)
        yield Step(ending_in_words(report) or "", report.ending.rule, places)
    rule = None if poll is None else poll.choice_rule(tied=False)
    if not report.with_totals:
        yield Step(_("The sums of this game's votes are not public."))
    elif not report.leading:
        yield Step(_("Nobody has enough votes."), rule)
    elif len(report.leading) > 1:
        tie = "" if poll is None else tie_in_words(poll.tie)
        told = _("By the public count: {names} — {tie}").format(names=_listed(report.leading), tie=tie)
        yield Step(told, None if poll is None else poll.choice_rule(tied=True))
    else:
        yield Step(_("By the public count {name} is ahead.").format(name=_listed(report.leading)), rule)
    majority = majority_in_words(report)
    if majority is not None:
        yield Step(majority)
    yield from (_row_step(row, votes) for row in report.rows)
    if report.unclear:
        yield Step(_("Votes that wait for the host's ruling: {count}.").format(count=len(report.unclear)))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(half_name, names))


def _row_step(row: Row, votes: TownVotes) -> Step:
    """A candidate with the votes for and against him."""
    name = half_name(row.player)
    told = name if row.score is None else _("{name}: {score}").format(name=name, score=row.score)
    given = tuple(
        Step(headline(votes, vote), places=(vote.post,) if vote.post else ())
        for vote in votes.votes
        if vote.counts and vote.on == row.player
    )
    return Step(told, steps=given)


def _main_poll(rules: Ruleset) -> Poll | None:
    return next((poll for poll in rules.polls if not poll.prefix), None)
