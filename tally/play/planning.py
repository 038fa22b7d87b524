"""The calendar of a game with what the host may change of it: opened for the commands `calendar` and `day`.

In: a game folder, the present moment. Out: a `Calendars`; and game.toml changed, which is a fact in the log.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime

from engine.moments import PhaseId
from tally.calendar.changes import Calendars, EarlyEnd
from tally.calendar.edits import Edit, write_edits
from tally.count.found_posts import find_post
from tally.count.wording import ending_in_words
from tally.errors import GameFault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import Game, find_game
from tally.play.announcements import fold_announcements
from tally.play.course import open_course
from tally.records.rules import load_rules
from tally.store import FactKind, Store
from tally.store.posts import StoredPost

__all__ = ["change_calendar", "plan_game"]


def plan_game(game: Game, now: datetime, bounds: Sequence[str] = ()) -> tuple[Calendars, tuple[str, ...]]:
    """What is known of the game's calendar, and the ids of the posts that `bounds` name.

    Raises GameFault where the game has no dates, or where a post was not read.
    """
    with Store(game.database) as store:
        posts: tuple[StoredPost, ...] = ()
        if bounds or any(entry.first_post or entry.last_post for entry in game.calendar):
            urls = dict.fromkeys(thread.url for thread in game.forum.threads)
            posts = tuple(post for url in urls for post in store.posts(url))
        announced: frozenset[PhaseId] = frozenset(fold_announcements(store.facts(FactKind.ANNOUNCEMENT)))
    times = {post.id: post.timed.time for post in posts}
    found = tuple(find_post(posts, each).id for each in bounds)
    rules = load_rules(game)
    ended = dict(_early_ends(game, now)) if any(poll.hammer or poll.early_from for poll in rules.polls) else {}
    return Calendars(game, rules, times, announced, ended, now), found


def _early_ends(game: Game, now: datetime) -> Iterator[tuple[PhaseId, EarlyEnd]]:
    """The days that a vote has ended; none where nothing can be counted yet."""
    with suppress(GameFault), open_course(game, now) as course:
        for day in course.days_so_far():
            report = course.town_report(day)
            told = ending_in_words(report)
            if told is not None:
                yield day, EarlyEnd(report.deadline, told)


def change_calendar(game: Game, edits: Sequence[Edit]) -> Game:
    """Write the edits into game.toml, and what it says now into the log; gives the game as it is then."""
    write_edits(game, edits)
    changed = find_game(game.folder)
    with Store(changed.database) as store:
        log_file_changes(store, changed)
    return changed
