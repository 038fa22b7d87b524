"""Why a vote counts or does not, down to the post and its revisions: alike for the town and for the host, whose lists
of votes are two types.

In: the votes of a day as the one or the other may see them, the post. Out: steps of an explanation.
"""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from tally.count.votes import DayVotes, HostVotes, ReadVote
from tally.count.votes_text import evidence_in_words, vote_details, vote_headline
from tally.dates import dated
from tally.store.posts import StoredPost
from tally.texts import _
from tally.understand.explained import Step

__all__ = ["headline", "post_steps", "vote_step"]


def post_steps(votes: DayVotes | None, id_: str, post: StoredPost | None) -> tuple[str, tuple[Step, ...]]:
    """Title and steps for the votes of one post, or of an entered vote, by its id. `votes`: those of its day."""
    title = _("Post {post}").format(post=id_) if post is not None else id_
    if votes is None:
        return title, (Step(_("It was not written on a day of the game, so nothing in it can be a vote.")),)
    steps = tuple(vote_step(votes, vote, post) for vote in votes.votes if vote.id == id_)
    nothing = Step(_("There is no vote in it, or its author has none: a host, or a thread that is not read."))
    return title, steps or (nothing,)


def vote_step(votes: DayVotes, vote: ReadVote, post: StoredPost | None) -> Step:
    """One vote: the verdict and its rule, what was written and understood, what took its place."""
    *details, _where = vote_details(vote)
    if vote.evidence is not None:
        details.append(evidence_in_words(vote.evidence, votes.zone))
    steps = [Step(line) for line in details]
    later = _followed_by(votes, vote)
    if later is not None:
        steps.append(Step(_("what counts instead: {vote}").format(vote=headline(votes, later)), later.rule))
    shown = _revision_steps(post, votes.zone, with_pages=isinstance(votes, HostVotes)) if post is not None else ()
    places = (vote.post,) if vote.post else (vote.id,)
    return Step(headline(votes, vote), vote.rule, places, (*steps, *shown))


def headline(votes: DayVotes, vote: ReadVote) -> str:
    """Who voted for whom and whether it counts, without the rule, which a step tells by itself."""
    told = vote_headline(votes, vote)
    return told if vote.rule is None else told.removesuffix(f" [{vote.rule}]")


def _followed_by(votes: DayVotes, vote: ReadVote) -> ReadVote | None:
    """The vote that counts in the place of one that was followed by another."""
    if vote.reason not in ("superseded", "withdrawn"):
        return None
    mine = [each for each in votes.votes if each.by == vote.by and each.counts and each is not vote]
    return mine[-1] if mine else None


def _revision_steps(post: StoredPost, zone: ZoneInfo, *, with_pages: bool) -> Iterator[Step]:
    """The versions of a post as they were read; `with_pages`: with the reads of pages that showed them."""
    count = len(post.revisions)
    for number, revision in enumerate(post.revisions, start=1):
        told = _("version {number} of {count}, first read {at}").format(
            number=number, count=count, at=_moment(revision.seen_at, zone)
        )
        if with_pages:
            told += "; " + _("page {page}, read no. {read} of the log").format(
                page=post.page, read=revision.observation
            )
        yield Step(told)
    if post.missing_since is not None:
        yield Step(_("not seen in the thread since {at}").format(at=_moment(post.missing_since, zone)))
    else:
        yield Step(_("last seen in the thread {at}").format(at=_moment(post.last_seen, zone)))


def _moment(at: datetime, zone: ZoneInfo) -> str:
    return dated(at.astimezone(zone))
