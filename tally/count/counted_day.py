"""A day as the engine counted it, joined with the posts that its votes came from: what the reports of it are made of.

In: the outcome of the day, its votes with their posts, the host's word. Out: the parts of a report, the list of votes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.count import Count, EndingVote
from engine.moments import Window
from engine.outcome import HostView, PhaseOutcome, Rejected, TownView, host_view
from engine.polls import Decision
from engine.record import Colour, Source, VoteEntry, VoteKind
from engine.ruleset import Ruleset
from tally.calendar.days import Day
from tally.count.counting import CastVote, LeftOut, post_address
from tally.count.host_words import HostWords
from tally.count.report import Doubt, Ending, Majority, Outage, PollTable, Refusal, Row, ShownVote
from tally.count.verdicts import Verdict, judge_votes
from tally.count.votes import ReadVote
from tally.folder.game import Game

__all__ = ["CountedDay"]


@dataclass(frozen=True, slots=True)
class CountedDay:
    """A day as the engine counted it, with the votes that it was given, by the source of their entries.

    `defence_is_told`: a vote in defence can be written in the game's dialect.
    """

    game: Game
    rules: Ruleset
    day: Day
    as_of: datetime
    votes: Mapping[Source, CastVote]
    words: HostWords
    outcome: PhaseOutcome
    defence_is_told: bool
    outage: Outage | None = None

    @property
    def final(self) -> bool:
        return self._ended_early or Window(None, self.day.closes, self.day.inclusive).is_late(self.as_of)

    @property
    def _ended_early(self) -> bool:
        """Whether a vote ended the day at once (GEN-30d, GEN-33)."""
        return any(count.ended is not None for count in self.outcome.town_counts)

    @property
    def deadline(self) -> datetime:
        """When the votes ended, or will."""
        ended = (count.ended.at for count in self.outcome.town_counts if count.ended is not None)
        return next(filter(None, ended), self.day.closes)

    @property
    def is_settled(self) -> bool:
        """Whether it is over, and nothing waits for the host's word."""
        return (
            self.final
            and not any(count.unclear for count in self.outcome.counts)
            and not host_view(self.outcome).awaits
        )

    def heading(self) -> dict[str, Any]:
        """What every report begins with."""
        return {
            "game": self.game.title,
            "ruleset": self.game.ruleset,
            "phase": self.day.id,
            "zone": self.game.timezone,
            "as_of": self.as_of,
            "deadline": self.deadline,
            "final": self.final,
            "with_colours": any(map(self._with_colours, self.outcome.town_counts)),
            "outage": self.outage if self.final else None,
        }

    def facts(self, count: Count, view: TownView | HostView) -> dict[str, Any]:
        """What both reports hold, from the count and the view of the one or the other."""
        is_host = isinstance(view, HostView)
        counts = self.outcome.counts if is_host else self.outcome.town_counts
        return {
            **self.heading(),
            "settled": self.is_settled,
            "with_totals": count.totals,
            "with_colours": self._with_colours(count),
            "majority": self._majority(count),
            "ending": next((self._ending(each.ended) for each in counts if each.ended is not None), None),
            "rows": self._rows(count),
            "rejected": (
                *(self._refusal(each, with_hidden=is_host) for each in view.rejected if each.do is None),
                *self._refused_by_shell(with_hidden=is_host),
            ),
            "unclear": tuple(self._doubt(entry, with_hidden=is_host) for each in counts for entry in each.unclear),
            "missing": view.missing,
            "nominated": view.nominated,
            "leading": self._leading(count),
            "polls": tuple(self._other_polls(counts)),
        }

    def _other_polls(self, counts: Sequence[Count]) -> Iterator[PollTable]:
        kinds = {poll.name: poll.kind.value for poll in self.rules.polls}
        for count in counts[1:]:
            if count.votes or count.nominated:
                yield PollTable(
                    poll=count.prefix.rstrip("_"),
                    kind=kinds[count.poll],
                    with_totals=count.totals,
                    with_colours=self._with_colours(count),
                    rows=self._rows(count),
                    missing=count.named_missing(self.outcome.names),
                    nominated=tuple(self._name(seat) for seat in count.nominated),
                    leading=self._leading(count),
                )

    def _with_colours(self, count: Count) -> bool:
        """Whether there are votes of two colours to be told apart."""
        in_defence = (count.with_defence and self.defence_is_told) or any(
            vote.colour is Colour.BLUE for vote in count.votes
        )
        return count.with_colours and in_defence

    def _majority(self, count: Count) -> Majority | None:
        needed, poll = count.needed, self.rules.poll(count.poll)
        if needed is None or poll is None:
            return None
        own = tuple((self._name(seat), votes) for seat, votes in needed.own.items())
        return Majority(needed.living, needed.votes, own, decides=poll.decision is Decision.MAJORITY)

    def _ending(self, vote: EndingVote) -> Ending:
        cast = self.votes.get(vote.entry.source)
        post = None if cast is None else cast.post
        return Ending(
            by=self._name(vote.entry.by),
            on=None if vote.on is None else self._name(vote.on),
            rule=vote.rule,
            id=None if post is None else post.id,
            number=None if post is None else post.number,
            **self._sighting(vote.entry.source),
        )

    def _leading(self, count: Count) -> tuple[str, ...]:
        return tuple(self._name(seat) for seat in count.leading) if count.totals else ()

    def _rows(self, count: Count) -> tuple[Row, ...]:
        names = self.outcome.names
        votes: dict[str, list[ShownVote]] = {names.get(seat, seat): [] for seat in count.scores}
        for vote in count.named_votes(names):
            shown = ShownVote(by=vote.by, colour=vote.colour, weight=vote.weight, **self._sighting(vote.source))
            votes.setdefault(vote.on, []).append(shown)
        scores, against, defence = count.named_scores(names), count.named_against(names), count.named_defence(names)
        return tuple(
            Row(
                player=name,
                against=against.get(name, 0) if count.totals else None,
                defence=defence.get(name, 0) if count.totals else None,
                score=scores.get(name, 0) if count.totals else None,
                votes=tuple(given),
            )
            for name, given in votes.items()
        )

    def verdicts(self, counts: Sequence[Count]) -> Mapping[Source, Verdict]:
        return judge_votes(tuple(self.votes.values()), counts, self.rules, final=self.final)

    def read_votes(self, verdicts: Mapping[Source, Verdict], *, with_hidden: bool) -> tuple[ReadVote, ...]:
        """Every vote and mark with its verdict."""
        return tuple(
            self._read_vote(vote, verdicts[source], with_hidden=with_hidden)
            for source, vote in self.votes.items()
            if with_hidden or not self._is_sealed(vote)
        )

    def _is_sealed(self, vote: CastVote) -> bool:
        """Whether it was left with the host, and the town is not to know of it before the vote ends (MOR-42)."""
        return vote.entry.advance and not self.final

    def _read_vote(self, vote: CastVote, verdict: Verdict, *, with_hidden: bool) -> ReadVote:
        entry, mark = vote.entry, vote.mark
        hidden = self._is_hidden(vote)
        shown = with_hidden or not hidden
        doubt = verdict.doubt
        is_vote = vote.left_out is not LeftOut.NO_VOTE
        known = entry.unclear is None and doubt is None and is_vote
        return ReadVote(
            by=self._name(entry.by),
            **self._sighting(entry.source),
            id=vote.entered_id or (vote.post.id if vote.post is not None else ""),
            number=1 if mark is None else mark.number,
            kind=entry.kind.value,
            form=None if mark is None else mark.found.form.value,
            text=(None if mark is None else mark.found.text) if shown else None,
            colour=entry.colour,
            on=self._name(entry.on) if known else None,
            grade=None if mark is None or mark.found.grade is None or not known else mark.found.grade.value,
            counts=verdict.counts,
            reason=verdict.reason,
            rule=verdict.rule,
            weight=verdict.weight,
            why=None if doubt is None else doubt.why,
            candidates=() if doubt is None else tuple(self._name(name) for name in doubt.candidates),
            edited=entry.edited,
            first=vote.post.first.text if vote.post is not None and vote.changed is not None and shown else None,
            latest=vote.changed if shown else None,
            deleted=entry.deleted or (vote.post is not None and vote.post.gone),
            hidden=hidden,
            nick=vote.nick,
            evidence=vote.evidence,
        )

    def _name(self, seat: str) -> str:
        return self.outcome.names.get(seat, seat)

    def _is_hidden(self, vote: CastVote | None) -> bool:
        return vote is not None and vote.post is not None and (vote.post.thread, vote.post.id) in self.words.hidden

    def _refused_by_shell(self, *, with_hidden: bool) -> Iterator[Refusal]:
        """Votes that never came to the engine: those that an edit added, and those that the host ignores."""
        verdicts = self.verdicts(())
        for source, vote in self.votes.items():
            if self._is_sealed(vote) and not with_hidden:
                continue
            if vote.left_out in (LeftOut.EDITED, LeftOut.IGNORED, LeftOut.SEVERAL):
                verdict = verdicts[source]
                named = vote.entry.on in self.outcome.names or with_hidden or not self._is_hidden(vote)
                yield Refusal(
                    by=self._name(vote.entry.by),
                    on=self._name(vote.entry.on) if named else None,
                    kind=_kind(vote.entry),
                    reason=verdict.reason or "",
                    rule=verdict.rule or "",
                    **self._sighting(source),
                )

    def _refusal(self, refused: Rejected, *, with_hidden: bool) -> Refusal:
        on: str | None = refused.on if isinstance(refused.on, str) else ", ".join(refused.on or ())
        hidden = self._is_hidden(self.votes.get(refused.source)) and not with_hidden
        if hidden and on not in self.outcome.names.values():
            on = None
        return Refusal(
            by=refused.by,
            on=on,
            kind=refused.kind,
            reason=refused.reason,
            rule=refused.rule,
            **self._sighting(refused.source),
        )

    def _doubt(self, entry: VoteEntry, *, with_hidden: bool) -> Doubt:
        doubt = entry.unclear
        text, why, candidates = (entry.on, "", ()) if doubt is None else (doubt.text, doubt.why, doubt.candidates)
        hidden = self._is_hidden(self.votes.get(entry.source)) and not with_hidden
        return Doubt(
            by=entry.by,
            text=None if hidden else text,
            kind=_kind(entry),
            why=why,
            candidates=tuple(self._name(name) for name in candidates),
            **self._sighting(entry.source),
        )

    def _sighting(self, source: Source) -> dict[str, Any]:
        """Time, post and the host's word of the vote that an entry came from; nothing for one that nobody gave."""
        cast = self.votes.get(source)
        if cast is None:
            return {"time": None, "precision": None, "post": source.post}
        return {
            "time": cast.time,
            "precision": cast.precision,
            "post": _address(cast),
            "ruling": None if cast.ruling is None else cast.ruling.why,
            "entered": cast.entered,
        }


def _kind(entry: VoteEntry) -> str | None:
    """What a vote is for; None for an ordinary one."""
    return None if entry.kind is VoteKind.VOTE else entry.kind.value


def _address(cast: CastVote) -> str | None:
    """Where the vote was written: its post, or the address that a record gives."""
    if cast.post is not None:
        return post_address(cast.post)
    written = cast.entry.source.post
    return None if written == cast.entered_id else written
