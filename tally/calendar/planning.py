"""The calendar of a game with what the host may change of it: opened for the commands `calendar` and `day`.

In: a game folder, the present moment. Out: a `Calendars`; and game.toml changed, which is a fact in the log.
"""

from collections.abc import Sequence
from datetime import datetime

from engine.moments import PhaseId
from tally.calendar.changes import Calendars
from tally.calendar.edits import Edit, write_edits
from tally.count.found_posts import find_post
from tally.folder.file_changes import log_file_changes
from tally.folder.game import Game, find_game
from tally.play.announcements import fold_announcements
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
    return Calendars(game, load_rules(game), times, announced, now), found


def change_calendar(game: Game, edits: Sequence[Edit]) -> Game:
    """Write the edits into game.toml, and what it says now into the log; gives the game as it is then."""
    write_edits(game, edits)
    changed = find_game(game.folder)
    with Store(changed.database) as store:
        log_file_changes(store, changed)
    return changed
