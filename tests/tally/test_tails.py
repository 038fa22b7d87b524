"""The end of a thread by itself: it is folded just as in a fold of the whole thread, or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from parsers.page import Kind, Page, Post, ThreadRef
from tally.store import RawPage, Store, StoredPost
from tally.store.tails import Cut, Tail
from tests.tally.test_store import START, THREAD, post

PER_PAGE = 5
MINUTE = timedelta(minutes=1)


@dataclass
class Living:
    """A thread that grows, is edited and loses posts, and the store that reads it; every step takes a minute."""

    store: Store
    now: datetime = START
    posts: list[Post] = field(default_factory=list)

    def write(self, count: int = 1) -> None:
        for _each in range(count):
            number = 1 + max((int(each.id or 0) - 100 for each in self.posts), default=0)
            self.posts.append(replace(post(number), time=self.now))
            self.now += MINUTE

    def step(self, what: str, place: int) -> None:
        self.now += MINUTE
        if what == "write":
            self.write()
        elif what == "edit" and self.posts:
            place %= len(self.posts)
            self.posts[place] = replace(self.posts[place], text=f"Иначе, {self.now:%H:%M}", marks=(), runs=())
        elif what == "delete" and self.posts:
            del self.posts[place % len(self.posts)]
        elif what == "approve" and self.posts:
            # a post of earlier that nobody could see until now
            place %= len(self.posts)
            late = replace(post(900 + len(self.posts)), time=self.posts[place].time)
            self.posts.insert(place + 1, late)
        elif what == "feed" and self.posts:
            told = self.posts[place % len(self.posts)]
            self.store.add_feed(THREAD, self._raw("feed"), self._page([told], 1))
        elif what == "read":
            self.read(1 + place % self.pages)
        elif what == "read the end":
            self.read(self.pages)

    @property
    def pages(self) -> int:
        return max(1, -(-len(self.posts) // PER_PAGE))

    def read(self, *numbers: int) -> None:
        for number in numbers:
            shown = self.posts[(number - 1) * PER_PAGE : number * PER_PAGE]
            self.store.add_page(THREAD, self._raw(f"page {number}"), self._page(shown, number))
            self.now += timedelta(seconds=2)

    def read_all(self) -> None:
        self.read(*range(1, self.pages + 1))

    def cut(self, since: datetime, earlier: Tail | None = None) -> Tail:
        known = self.store.posts(THREAD)
        kept = frozenset(each.id for each in known if each.timed.time is None or each.timed.time >= since)
        found = known if earlier is None else self.store.tail_posts(earlier)
        assert found is not None
        return self.store.cut_tail(found, Cut(THREAD, self.store.mark(), since, kept), earlier)

    def _page(self, shown: Sequence[Post], number: int) -> Page:
        return Page(
            "phpbb", Kind.THREAD, ThreadRef("12", "Игра", THREAD), number, self.pages, PER_PAGE, None, tuple(shown)
        )

    def _raw(self, body: str) -> RawPage:
        ahead = timedelta(seconds=3)
        headers = (("date", format_datetime(self.now + ahead, usegmt=True)),)
        answered = self.now + timedelta(seconds=1)
        return RawPage(THREAD, self.now, answered, 200, "text/html", headers, f"{body} {self.now}".encode())


def whole(living: Living, tail: Tail) -> list[tuple[StoredPost, object]]:
    """The posts of the tail by a fold of the whole thread."""
    since = tail.cut.since
    known = living.store.posts(THREAD)
    mine = [each for each in known if each.id in tail.cut.kept or each.timed.time is None or each.timed.time >= since]
    return [(each, each.clock) for each in mine]


def by_itself(living: Living, tail: Tail) -> list[tuple[StoredPost, object]] | None:
    found = living.store.tail_posts(tail)
    return None if found is None else [(each, each.clock) for each in found]


def make_thread(folder: Path) -> tuple[Living, datetime]:
    """Twelve posts of yesterday, read; then five of today, and the moment between."""
    living = Living(Store.create(folder / "tally.db"))
    living.write(12)
    living.read_all()
    since = living.now
    living.write(5)
    living.read_all()
    return living, since


STEPS = st.tuples(
    st.sampled_from(["write", "edit", "delete", "approve", "feed", "read", "read the end", "read the end"]),
    st.integers(0, 30),
)


@settings(max_examples=40, deadline=None)
@given(
    before=st.lists(STEPS, max_size=5),
    after=st.lists(STEPS, max_size=10),
)
def test_the_end_of_a_thread_is_what_the_whole_fold_makes_of_it(
    before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    with TemporaryDirectory() as folder:
        living, since = make_thread(Path(folder))
        with living.store:
            for what, place in before:
                living.step(what, place)
            tail = living.cut(since)
            assert by_itself(living, tail) == whole(living, tail)
            for what, place in after:
                living.step(what, place)
                found = by_itself(living, tail)
                assert found is None or found == whole(living, tail)


def test_a_thread_that_grows_and_is_edited_at_its_end_is_never_folded_whole(tmp_path: Path) -> None:
    living, since = make_thread(tmp_path)
    with living.store:
        tail = living.cut(since)
        for what, place in (("write", 0), ("edit", -1), ("write", 0), ("delete", -2), ("write", 0)):
            living.step(what, place)
            living.step("read the end", 0)
            living.read(living.pages)
            assert by_itself(living, tail) == whole(living, tail)


def test_what_happens_before_the_tail_is_seen(tmp_path: Path) -> None:
    for number, what in enumerate(("edit", "delete", "approve", "feed")):
        folder = tmp_path / str(number)
        folder.mkdir()
        living, since = make_thread(folder)
        with living.store:
            tail = living.cut(since)
            living.step(what, 3)
            living.read_all()
            assert by_itself(living, tail) is None, what


def test_what_another_command_reads_while_a_tail_is_cut_is_new_to_it(tmp_path: Path) -> None:
    living, since = make_thread(tmp_path)
    with living.store:
        known, mark = living.store.posts(THREAD), living.store.mark()
        living.step("edit", 3)
        living.read(1)
        kept = frozenset(each.id for each in known if each.timed.time is not None and each.timed.time >= since)
        tail = living.store.cut_tail(known, Cut(THREAD, mark, since, kept))
        assert by_itself(living, tail) is None


def test_a_tail_is_cut_from_a_tail(tmp_path: Path) -> None:
    living, since = make_thread(tmp_path)
    with living.store:
        tail = living.cut(since)
        tomorrow = living.now
        living.write(7)
        living.read_all()
        again = living.cut(tomorrow, tail)
        assert again == living.cut(tomorrow)
        living.write(4)
        living.read(living.pages)
        assert by_itself(living, again) == whole(living, again)
