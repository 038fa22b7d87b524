"""The last hour of a day is read again with the day after it; whatever happens to it is counted all the same."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

import pytest

from tally.folder.game import find_game
from tally.play.past import Past
from tally.site.publish import published_past
from tests.tally.evening import run
from tests.tally.served_forum import Scripted, ScriptedForum, SetClock, moscow
from tests.tally.test_past import BEGINS, VOTE, read_and_publish, served

LATE = "102"
"""A vote of the last minute of the first day."""


@dataclass
class Evening:
    """A game on the morning after its first day."""

    folder: Path
    posts: list[Scripted]
    clock: SetClock

    def recalled(self, hour: int) -> bool | None:
        self.clock.set(moscow(f"{hour}:30:00", 11))
        return read_and_publish(self.folder, self.clock)

    def say(self, *said: str) -> None:
        done = run(self.folder, *said, now=self.clock.now().isoformat())
        assert done.status == 0, done.err

    @property
    def past(self) -> Past:
        found = published_past(find_game(self.folder))
        assert found is not None
        return found


@contextmanager
def morning(folder: Path) -> Iterator[Evening]:
    """The first day was read over its end, and the second has begun."""
    posts = [
        Scripted(100, "Вася", moscow("11:00:00"), VOTE),
        Scripted(101, "Жанна", moscow("21:30:00"), VOTE),
        Scripted(int(LATE), "Петя", moscow("21:59:30"), VOTE, edits=((moscow("22:05:00"), VOTE + "!"),)),
        Scripted(103, "Вася", moscow("11:00:00", 11), VOTE),
    ]
    clock = SetClock(BEGINS, BEGINS + timedelta(days=3))
    with served(folder, ScriptedForum(clock, posts, per_page=5, slow=0.2), 100) as game:
        evening = Evening(game, posts, clock)
        for moment in (moscow("22:01:00"), moscow("22:15:00"), moscow("11:30:00", 11)):
            clock.set(moment)
            read_and_publish(game, clock)
        assert evening.recalled(12) is True
        yield evening


@pytest.mark.parametrize(
    "said",
    [("rule", LATE, "--ignore", "--why", "шутка"), ("hide", LATE, "--why", "роль"), ("activity", "--idle", LATE)],
)
def test_the_hosts_word_on_it_is_of_the_day_before(tmp_path: Path, said: tuple[str, ...]) -> None:
    with morning(tmp_path) as evening:
        evening.say(*said)
        assert evening.recalled(13) is False
        assert evening.recalled(14) is True


def test_an_edit_a_deletion_and_a_late_approval_are_of_the_day_before(tmp_path: Path) -> None:
    with morning(tmp_path) as evening:
        posts, now = evening.posts, evening.clock.now
        posts[2] = replace(posts[2], edits=(*posts[2].edits, (now(), "[color=red]Ёлка[/color]")))
        assert evening.recalled(13) is False
        assert evening.recalled(14) is True
        posts[1] = replace(posts[1], gone=now())
        assert evening.recalled(15) is False
        posts.insert(3, Scripted(104, "Сойка", moscow("21:40:00"), VOTE))
        assert evening.recalled(16) is False


def test_the_forums_clock_decides_of_it(tmp_path: Path) -> None:
    with morning(tmp_path) as evening:
        assert [post.id for post in evening.past.bound.posts] == [LATE]


def test_whoever_has_posted_only_since_has_come_only_since(tmp_path: Path) -> None:
    with morning(tmp_path) as evening:
        assert evening.past.nicks == {"вася"}


def test_a_past_made_after_a_feed_was_read_has_a_stamp_of_its_own(tmp_path: Path) -> None:
    with morning(tmp_path) as evening:
        past = evening.past
        again = replace(past, mark=replace(past.mark, feed_times=past.mark.feed_times + 1))
        assert again.stamp != past.stamp


def test_a_deletion_that_is_not_confirmed_yet_leaves_the_day_open(tmp_path: Path) -> None:
    gone = moscow("10:50:00", 11)
    posts = [
        Scripted(100, "Вася", moscow("11:00:00"), VOTE),
        Scripted(101, "Жанна", moscow("12:00:00"), VOTE, gone=gone),
        Scripted(102, "Петя", moscow("13:00:00"), VOTE),
        Scripted(103, "Вася", moscow("10:55:00", 11), VOTE),
    ]
    clock = SetClock(BEGINS, BEGINS + timedelta(days=3))
    with served(tmp_path, ScriptedForum(clock, posts, per_page=5, slow=0.2), 100) as game:
        found = []
        for moment in (moscow("14:00:00"), moscow("22:01:00"), moscow("10:57:00", 11), moscow("11:30:00", 11)):
            clock.set(moment)
            found.append(read_and_publish(game, clock))
        assert not any(found)
        clock.set(moscow("12:30:00", 11))
        assert read_and_publish(game, clock) is True
