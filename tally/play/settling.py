"""Makes the past of a long game: what need not be read and counted again of the days before the current one.

In: the course of a game. Out: its `Past`; None where the days before are not settled, or too much hangs on what the
forum leaves open. Whoever has none reads and counts the whole game, which gives the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from engine.moments import PhaseId
from tally.calendar.days import is_set, phases_before
from tally.errors import GameFault
from tally.folder.game import fold_name
from tally.play.announcing import propose
from tally.play.course import Course
from tally.play.past import Past, bind_to_clock, is_exact, overlapping
from tally.store import Store
from tally.store.posts import StoredPost

__all__ = ["awaited", "settle"]

_EVENING = timedelta(hours=1)
"""Before the last day's end: what the host writes from then on may open the day that is now."""
_MINUTE = timedelta(minutes=1)
"""Of the minute in which a post opens the day, others may be of the day before."""


def awaited(course: Course) -> tuple[PhaseId | None, int]:
    """The first phase that is over and not announced, and how many decisions of the host it waits for."""
    phase = course.begins
    while phase in course.announced:
        phase = phase.next
    if not course.is_over(phase):
        return None, 0
    if course.past is not None and phase < course.past.day:
        return phase, course.past.awaits
    try:
        return phase, len(propose(course, phase).awaits)
    except GameFault:
        return phase, 0


def settle(course: Course, store: Store, now: datetime) -> Past | None:
    """The past of the game as it is `now`."""
    days = course.days_so_far()
    if len(days) < 2 or any(told.view.winners for told in course.announced.values()) or course.state_now().winners:
        return None
    day, laid = days[-1], [course.day(each) for each in days]
    opens, closes = laid[-1].opens, laid[-2].closes
    if (
        not is_set(opens)
        or not is_set(closes)
        or not all(course.is_over(each) for each in phases_before(day, course.begins))
    ):
        return None
    since = min(opens, closes) - _EVENING
    kept = course.thread.posts_from(laid[-1], since)
    published = {each: course.town_day(each) for each in days[:-1]}
    is_known = all(published[each.id].report.as_of == each.ends for each in laid[:-1])
    if kept is None or not is_known or not _can_be_parted(course, course.posts):
        return None
    staying = {(post.thread, post.id) for post in kept}
    ends = laid[-2].ends + (_MINUTE if laid[-2].bounds else timedelta(0))
    overlap = overlapping(kept, ends)
    former = [post for post in course.posts if (post.thread, post.id) not in staying]
    if any(_may_yet_be_missed(former)):
        return None
    earlier = course.past
    bound = () if earlier is None else earlier.bound.posts
    early = {(post.thread, post.id) for post in overlap}
    told = [*former, *(post for post in kept if (post.thread, post.id) in early)]
    phase, awaits = awaited(course)
    bounding = (name for entry in course.game.calendar for name in (entry.first_post, entry.last_post) if name)
    return Past(
        day=day,
        made=now,
        mark=course.thread.mark,
        log=store.digest_log(course.thread.mark),
        tails=course.thread.cut(since, kept),
        ends=ends,
        overlap=overlap,
        nicks=frozenset(_nicks(former)) | (frozenset() if earlier is None else earlier.nicks),
        state=course.state_before(day),
        town_state=course.town_state_before(day),
        days=published if earlier is None else {**earlier.days, **published},
        posted=frozenset(each for each in days[:-1] if course.has_posts(each)),
        accounts=course.thread.accounts,
        times=course.thread.times_of(bounding),
        awaits=awaits if phase is not None and phase < day else 0,
        differing=tuple(each for each in course.differing() if each < day),
        bound=bind_to_clock((*bound, *told), laid[:-1], course.thread.clocks()),
    )


def _can_be_parted(course: Course, posts: Iterable[StoredPost]) -> bool:
    """Whether no post stands in several threads; and where a vote can end a day at once, when each was written."""
    hasty = any(poll.hammer or poll.early_from for poll in course.rules.polls)
    return not any(post.former or (hasty and not is_exact(post)) for post in posts)


def _may_yet_be_missed(posts: Sequence[StoredPost]) -> Iterator[bool]:
    """Of each post whether a read that finds nothing new may still confirm that it has gone: it was not there when it
    was last looked for."""
    read: dict[tuple[str, int], datetime] = {}
    for post in posts:
        place = (post.thread, post.page)
        read[place] = max(read.get(place, post.last_seen), post.last_seen)
    for post in posts:
        yield not post.gone and (post.missing_since is not None or post.last_seen < read[post.thread, post.page])


def _nicks(posts: Iterable[StoredPost]) -> Iterator[str]:
    return (fold_name(post.latest.author) for post in posts if post.latest.author is not None)
