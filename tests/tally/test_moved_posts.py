"""Posts that moved to another thread: counted once, where they stand, with all that was seen of them before."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from parsers.page import Post, Precision, TimeFrom
from tally.count.host_words import HostWords, MarkPlace, Ruling
from tally.count.moved_posts import follow_moved, join_moved
from tally.store.posts import Revision, StoredPost

OLD, NEW = "https://forum.example/viewtopic.php?t=12", "https://forum.example/viewtopic.php?t=77"
ELSEWHERE = "https://other.example/viewtopic.php?t=77"
START = datetime(2024, 1, 10, 12, tzinfo=UTC)


def at(minute: float) -> datetime:
    return START + timedelta(minutes=minute)


def stored(id_: str, thread: str, seen: float, *texts: str, last: float = 100, gone: bool = False) -> StoredPost:
    """A post first seen at that minute, with a version for each text, a minute apart."""
    post = Post(id_, 1, "Вася", "5", START, Precision.SECOND, TimeFrom.ATTRIBUTE, None, None, "", (), ())
    revisions = tuple(
        Revision(at(seen + number), number, replace(post, text=text)) for number, text in enumerate(texts or ("слова",))
    )
    return StoredPost(
        id_, thread, 1, thread, None, 1, None, at(seen), at(last), at(last) if gone else None, gone, revisions
    )


def test_a_post_of_one_thread_stays_as_it_is() -> None:
    posts = (stored("1", OLD, 0), stored("2", OLD, 1))
    assert join_moved([posts]) == posts


def test_a_post_that_was_split_off_is_counted_where_it_stands_with_its_first_version() -> None:
    there = stored("1", OLD, 0, "Петя", last=10, gone=True)
    here = stored("1", NEW, 20, "Петя", "Ля")
    (post,) = join_moved([(there,), (here,)])
    assert (post.thread, post.first_seen, post.gone) == (NEW, at(0), False)
    assert [each.post.text for each in post.revisions] == ["Петя", "Ля"]
    assert post.former == (OLD,)


def test_a_thread_that_game_toml_names_twice_has_its_posts_once() -> None:
    twice = [(stored("1", OLD, 0, last=50),), (stored("1", OLD + "&f=3", 0, last=51),)]
    assert len(join_moved(twice)) == 1


def test_what_was_seen_at_a_threads_former_address_still_holds() -> None:
    (post,) = join_moved([(stored("1", NEW, 20, "Ля"),)], [(stored("1", OLD, 0, "Петя", last=10), stored("9", OLD, 0))])
    assert [each.post.text for each in post.revisions] == ["Петя", "Ля"]
    assert post.first_seen == at(0)


def test_a_post_with_the_same_number_on_another_forum_is_another_post() -> None:
    assert len(join_moved([(stored("1", OLD, 0),), (stored("1", ELSEWHERE, 0),)])) == 2


def test_the_hosts_word_follows_a_post_to_its_new_thread() -> None:
    place = MarkPlace("Петя", 0, None)
    ruling = Ruling(ignored=True, why="шутка")
    words = HostWords({(OLD, "1"): {place: ruling}}, hidden=frozenset({(OLD, "1"), (OLD, "2")}))
    posts = join_moved([(stored("1", OLD, 0, gone=True),), (stored("1", NEW, 20),)])
    moved = follow_moved(words, posts)
    assert moved.rulings == {(NEW, "1"): {place: ruling}}
    assert moved.hidden == {(NEW, "1"), (OLD, "2")}
