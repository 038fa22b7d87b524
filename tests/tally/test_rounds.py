"""Rounds over a living thread: edits and deletions, seconds around the cutoff, renamed and moved threads, outages."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from fixtures.forum_server import Answer
from tally.folder.game import find_game
from tally.forum.opening import open_forum
from tally.forum.rounds import Round, Wanted, read_round
from tally.store import Store, StoredPost
from tests.misbehaving_server import free_port
from tests.tally.evening import run
from tests.tally.served_forum import Scripted, ScriptedForum, SetClock, make_served_game, moscow

PLAYERS = ("Вася", "Петя", "Ля")
END = moscow("23:00:00", 12)
MINUTE = timedelta(minutes=1)


@dataclass
class LiveForum(ScriptedForum):
    """A scripted forum whose clock may be `ahead` of ours; with `minutes` its pages show no seconds, its feed does."""

    ahead: float = 0
    minutes: bool = False
    feed: bool = False
    title: str = "Игра"
    thread_id: int = 12
    feeds: list[datetime] = field(default_factory=list)

    def answer(self, target: str, base: str) -> Answer:
        there = self.clock.moment + timedelta(seconds=self.ahead)
        if "feed/topic" in target:
            self.feeds.append(self.clock.moment)
            return self._feed(there, base) if self.feed else Answer(b"", status=404)
        real = self.clock.moment
        self.clock.moment = there
        given = super().answer(target, base)
        self.clock.set(real + timedelta(seconds=self.slow))
        body = given.body
        if self.minutes:
            body = re.sub(rb'<time datetime="[^"]+">', b"<time>", body)
        if not self.feed:
            body = re.sub(rb'\t<link rel="alternate"[^\n]+\n', b"", body)
        named = format_datetime((there + timedelta(seconds=self.slow / 2)).astimezone(UTC), usegmt=True)
        return replace(given, body=body, headers={**given.headers, "Date": named})

    def _source(self, moment: datetime) -> dict[str, object]:
        return {**super()._source(moment), "thread": {"id": self.thread_id, "title": self.title}}

    def _feed(self, there: datetime, base: str) -> Answer:
        shown = [post for post in self.posts if post.text_at(there) is not None]
        entries = "".join(
            f"<entry><author><name>{post.by}</name></author><published>{post.at.isoformat()}</published>"
            f"<id>{base}/viewtopic.php?p={post.id}#p{post.id}</id>"
            f'<link href="{base}/viewtopic.php?p={post.id}#p{post.id}"/><content type="html">x</content></entry>'
            for post in shown[-15:]
        )
        root = f'<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="{base}/app.php/feed/topic/12"/>'
        body = f'<?xml version="1.0" encoding="UTF-8"?>{root}{entries}</feed>'
        return Answer(body.encode(), headers={"Content-Type": "application/atom+xml; charset=UTF-8"})


@dataclass
class Evening:
    """A game on a living forum, and what is read of it when."""

    folder: Path
    forum: LiveForum

    def read(self, at: datetime, *, thorough: bool = False) -> Round:
        self.forum.clock.set(at)
        self.forum.asked.clear()
        game = find_game(self.folder)
        with Store(game.database) as store, open_forum(game) as client:
            return read_round(store, client, game, at, Wanted(thorough=thorough))

    def posts(self) -> dict[str, StoredPost]:
        game = find_game(self.folder)
        with Store(game.database) as store:
            return {post.id: post for url in store.threads() for post in store.posts(url)}

    def votes(self, at: datetime) -> dict[str, dict[str, Any]]:
        """Voter → his vote of day 1; of a post that was edited, the first version's."""
        done = run(self.folder, "votes", "day1", "--json", now=at.isoformat())
        assert done.status == 0, done.err
        return {vote["by"]: vote for vote in reversed(json.loads(done.out))}

    def report(self, at: datetime) -> dict[str, Any]:
        done = run(self.folder, "report", "day1", "--json", now=at.isoformat())
        assert done.status == 0, done.err
        report: dict[str, Any] = json.loads(done.out)
        return report

    def set(self, old: str, new: str) -> None:
        file = self.folder / "game.toml"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Makes an evening of posts."""
    monkeypatch.setenv("TALLY_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("TALLY_NOW", "2024-01-10T12:00:00+03:00")

    @contextmanager
    def make(*posts: Scripted, **how: Any) -> Iterator[Evening]:
        forum = LiveForum(SetClock(moscow("12:00:00"), END), list(posts), **how)
        with make_served_game(tmp_path, forum, PLAYERS) as folder:
            yield Evening(folder, forum)

    return make


def talk(count: int, first: int = 100, start: str = "12:00:00", day: int = 10) -> list[Scripted]:
    began = moscow(start, day)
    return [Scripted(first + number, "Ля", began + number * MINUTE, f"Слова {number}") for number in range(count)]


def red(id_: int, by: str, at: str, on: str, **more: Any) -> Scripted:
    return Scripted(id_, by, moscow(at), f"[color=red]{on}[/color]", **more)


def pages_asked(evening: Evening) -> int:
    return len(evening.forum.asked)


def test_pages_of_the_day_are_read_again_for_edits_when_what_is_known_is_old(evening: Callable[..., Any]) -> None:
    edited = red(90, "Вася", "12:00:30", "Петя", edits=((moscow("13:00:00"), "[color=red]Ля[/color]"),))
    with evening(edited, *talk(12)) as game:
        game.read(moscow("12:50:00"))
        assert pages_asked(game) == 3
        # the last page alone: the others were read less than two minutes ago
        game.read(moscow("12:51:00"))
        assert pages_asked(game) == 1
        # two minutes later, to confirm what they show
        game.read(moscow("12:53:00"))
        assert pages_asked(game) == 3
        game.read(moscow("12:58:00"))
        assert pages_asked(game) == 1
        assert game.read(moscow("13:04:00")).threads[0].new_revisions == 1
        assert pages_asked(game) == 3
        assert [each.post.text for each in game.posts()["90"].revisions] == ["Петя", "Ля"]


def test_a_thorough_round_reads_all_pages_of_the_day(evening: Callable[..., Any]) -> None:
    with evening(*talk(12)) as game:
        for minute in range(3):
            game.read(moscow(f"12:5{minute}:00"), thorough=True)
            assert pages_asked(game) == 3


def test_pages_of_earlier_days_are_left_alone(evening: Callable[..., Any]) -> None:
    with evening(*talk(20), *talk(6, first=200, day=11)) as game:
        game.read(moscow("13:00:00", 11))
        assert pages_asked(game) == 6
        game.read(moscow("13:30:00", 11), thorough=True)
        assert pages_asked(game) == 2


def test_a_deleted_post_has_gone_when_two_reads_minutes_apart_miss_it(evening: Callable[..., Any]) -> None:
    vote = red(103, "Вася", "12:03:00", "Петя", gone=moscow("13:00:00"))
    posts = [*talk(3), vote, *talk(9, first=110, start="12:10:00")]
    with evening(*posts) as game:
        game.read(moscow("12:50:00"))
        game.read(moscow("13:01:00"), thorough=True)
        assert not game.posts()["103"].gone
        assert game.posts()["103"].missing_since is not None
        game.read(moscow("13:02:00"), thorough=True)
        assert not game.posts()["103"].gone
        # no need to ask for it: pages that have changed are read again by themselves
        game.read(moscow("13:03:30"))
        assert game.posts()["103"].gone
        assert game.votes(moscow("13:05:00"))["Вася"]["reason"] == "deleted"


def test_scrape_names_the_posts_that_vanished_when_they_are_missed_and_when_it_is_confirmed(
    evening: Callable[..., Any],
) -> None:
    vote = red(103, "Вася", "12:03:00", "Петя", gone=moscow("13:00:00"))
    with evening(*talk(3), vote, *talk(9, first=110, start="12:10:00")) as game:

        def scraped(time: str, *more: str) -> str:
            game.forum.clock.set(moscow(time))
            done = run(game.folder, "scrape", *more, now=moscow(time).isoformat())
            assert done.status == 0, done.err
            return done.out

        assert "103" not in scraped("12:50:00")
        assert "больше не на своём месте: сообщение 103 автора Вася, 10.01.2024 12:03:00" in scraped("13:01:00")
        assert "103" not in scraped("13:02:00")
        [told] = json.loads(scraped("13:04:00", "--json"))["vanished"]
        assert (told["post"], told["by"], told["confirmed"]) == ("103", "Вася", True)
        assert "103" not in scraped("13:08:00")


def test_a_deletion_that_was_only_a_hiccup_of_the_forum_is_forgotten(evening: Callable[..., Any]) -> None:
    with evening(*talk(13)) as game:
        game.read(moscow("12:50:00"))
        whole = list(game.forum.posts)
        del game.forum.posts[2:5]
        game.read(moscow("13:01:00"), thorough=True)
        game.forum.posts[:] = whole
        game.read(moscow("13:03:30"), thorough=True)
        assert not any(post.gone or post.missing_since for post in game.posts().values())


ANSWERS = {
    "an error": Answer(b"oops", 500),
    "maintenance": Answer(
        "<html><body id='phpbb'><div id='message'>Форум закрыт на обслуживание</div></body></html>".encode()
    ),
    "an empty page": Answer(b""),
    "a forum without the thread": Answer(b"gone", 404),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_answer_of_a_broken_forum_is_a_deletion(evening: Callable[..., Any], answer: Answer) -> None:
    with evening(*talk(13)) as game:
        game.read(moscow("12:50:00"))
        game.forum.fault = lambda _moment: answer
        for minute in (1, 4, 15):
            assert game.read(moscow(f"13:{minute:02}:00"), thorough=True).failures
        assert not any(post.gone or post.missing_since for post in game.posts().values())
        game.forum.fault = lambda _moment: None
        assert not game.read(moscow("13:30:00")).failures


def test_a_page_cut_short_twice_removes_nothing(evening: Callable[..., Any]) -> None:
    with evening(*talk(5)) as game:
        game.read(moscow("12:50:00"))
        whole = game.forum.answer("/viewtopic.php?t=12", "http://x").body
        game.forum.fault = lambda _moment: Answer(whole[: whole.index(b"p103") + 300])
        for minute in (1, 4, 15):
            assert game.read(moscow(f"13:{minute:02}:00")).failures
        assert not any(post.missing_since for post in game.posts().values())


def test_a_renamed_thread_is_told_once(evening: Callable[..., Any]) -> None:
    with evening(*talk(5)) as game:
        game.read(moscow("12:50:00"))
        game.forum.title = "Игра (день 1)"
        assert game.read(moscow("12:51:00")).threads[0].renamed == ("Игра", "Игра (день 1)")
        assert game.read(moscow("12:52:00")).threads[0].renamed is None


def test_a_thread_that_another_one_took_in_is_not_mixed_with_it(evening: Callable[..., Any]) -> None:
    with evening(*talk(5)) as game:
        game.read(moscow("12:50:00"))
        game.forum.thread_id = 77
        game.forum.posts = talk(5, first=900)
        (failure,) = game.read(moscow("12:51:00")).failures
        assert "77" in str(failure)
        assert set(game.posts()) == {str(100 + number) for number in range(5)}


def inclusive(game: Evening) -> None:
    """22:00:00 itself is still in time, so that the minute shown does not decide."""
    game.set("[game.options]", '[game.options]\ncutoff = "inclusive"')


def test_seconds_of_the_cutoff_are_fetched_from_the_feed_by_themselves(evening: Callable[..., Any]) -> None:
    votes = [red(201, "Вася", "22:00:00", "Петя"), red(202, "Петя", "22:00:01", "Вася")]
    with evening(*talk(3), *votes, minutes=True, feed=True) as game:
        inclusive(game)
        game.read(moscow("15:00:00"))
        assert game.forum.feeds == []
        assert game.read(moscow("22:03:00")).seconds == 5
        assert len(game.forum.feeds) == 1
        told = game.votes(moscow("22:05:00"))
        assert (told["Вася"]["counts"], told["Петя"]["reason"]) == (True, "late")
        assert told["Вася"]["evidence"]["by"] == "feed"
        # all is known: there is nothing more to ask for
        game.read(moscow("22:10:00"))
        assert len(game.forum.feeds) == 1


def test_where_the_minute_decides_no_feed_is_asked(evening: Callable[..., Any]) -> None:
    with evening(*talk(3), red(201, "Вася", "22:00:00", "Петя"), minutes=True, feed=True) as game:
        game.read(moscow("22:03:00"))
        assert game.forum.feeds == []
        assert game.votes(moscow("22:05:00"))["Вася"]["reason"] == "late"


def test_a_feed_that_fails_is_told_and_the_vote_waits_for_the_host(evening: Callable[..., Any]) -> None:
    with evening(*talk(3), red(201, "Вася", "22:00:30", "Петя"), minutes=True, feed=True) as game:
        inclusive(game)
        game.read(moscow("21:55:00"))
        game.forum._feed = lambda _there, _base: Answer(b"", 404)
        read = game.read(moscow("22:03:00"))
        assert read.troubles
        assert not read.failures
        assert game.votes(moscow("22:05:00"))["Вася"]["why"] == "cutoff"


def test_reads_around_the_cutoff_settle_a_vote_of_its_minute(evening: Callable[..., Any]) -> None:
    with evening(*talk(3), red(201, "Вася", "22:00:20", "Петя"), minutes=True, slow=0.2) as game:
        inclusive(game)
        game.read(moscow("21:59:58"))
        game.read(moscow("22:00:05"))
        game.read(moscow("22:00:40"))
        vote = game.votes(moscow("22:05:00"))["Вася"]
        assert vote["reason"] == "late"
        assert vote["evidence"]["by"] == "reads"
        assert "22:00:0" in run(game.folder, "votes", "day1", now=moscow("22:05:00").isoformat()).out


def test_without_reads_in_between_it_is_unclear(evening: Callable[..., Any]) -> None:
    with evening(*talk(3), red(201, "Вася", "22:00:20", "Петя"), minutes=True) as game:
        inclusive(game)
        game.read(moscow("21:50:00"))
        game.read(moscow("22:30:00"))
        vote = game.votes(moscow("22:35:00"))["Вася"]
        assert (vote["counts"], vote["why"]) == (False, "cutoff")
        assert vote["evidence"]["from"] != vote["evidence"]["to"]


@pytest.mark.parametrize("ahead", [-90, 90, 300])
def test_the_bracket_is_counted_on_the_forums_clock(evening: Callable[..., Any], ahead: float) -> None:
    late = red(201, "Вася", "22:00:20", "Петя")
    with evening(*talk(3), late, minutes=True, slow=0.2, ahead=ahead) as game:
        inclusive(game)
        ours = late.at - timedelta(seconds=ahead)
        for after in (-30, -10, 10):
            game.read(ours + timedelta(seconds=after))
        vote = game.votes(moscow("22:30:00"))["Вася"]
        assert vote["reason"] == "late"
        assert vote["evidence"]["by"] == "reads"
        with Store(game.folder / "tally.db") as store:
            (url,) = store.threads()
            assert store.clock(url).ahead == pytest.approx(ahead, abs=1)


def test_a_day_is_not_over_before_it_is_over_on_the_forum(evening: Callable[..., Any]) -> None:
    with evening(*talk(3), ahead=-90) as game:
        game.read(moscow("22:00:30"))
        assert not game.report(moscow("22:00:40"))["final"]
        game.read(moscow("22:02:00"))
        assert game.report(moscow("22:02:10"))["final"]


def test_after_an_outage_over_the_deadline_the_count_is_right(evening: Callable[..., Any]) -> None:
    votes = [
        red(201, "Вася", "21:59:59", "Петя"),
        red(202, "Петя", "22:00:00", "Вася"),
        red(203, "Ля", "21:00:00", "Петя", edits=((moscow("22:30:00"), "[color=red]Вася[/color]"),)),
    ]
    with evening(*talk(3), votes[2], *votes[:2]) as game:
        game.read(moscow("21:30:00"))
        game.forum.fault = lambda _moment: Answer(b"", 502)
        for minute in (45, 59):
            assert game.read(moscow(f"21:{minute}:00")).failures
        assert not game.report(moscow("22:05:00"))["final"]
        game.forum.fault = lambda _moment: None
        game.read(moscow("23:30:00"))
        told = game.votes(moscow("23:31:00"))
        assert (told["Вася"]["counts"], told["Петя"]["reason"]) == (True, "late")
        assert (told["Ля"]["on"], told["Ля"]["latest"]) == ("Петя", "Вася")
        assert game.report(moscow("23:31:00"))["final"]


def test_threads_are_read_though_one_of_them_fails(evening: Callable[..., Any]) -> None:
    with evening(*talk(3)) as game:
        url = find_game(game.folder).forum.threads[0].url
        dead = f"http://127.0.0.1:{free_port()}/viewtopic.php?t=12"
        game.set(f'{{ url = "{url}" }}', f'{{ url = "{dead}" }}, {{ url = "{url}" }}')
        read = game.read(moscow("12:50:00"))
        assert len(read.threads) == len(read.failures) == 1
        assert len(game.posts()) == 3


def test_a_game_goes_on_in_the_thread_that_took_in_its_own(evening: Callable[..., Any]) -> None:
    vote = red(201, "Вася", "12:30:00", "Петя")
    with evening(*talk(3), vote) as game:
        game.read(moscow("12:50:00"))
        url = find_game(game.folder).forum.threads[0].url
        # merged into another thread, where the vote is edited before we read there
        game.forum.thread_id = 77
        game.forum.posts = [*talk(3, first=50), *talk(3), replace(vote, text="[color=red]Ля[/color]")]
        game.set(url, url.replace("t=12", "t=77"))
        assert not game.read(moscow("13:30:00")).failures
        told = game.votes(moscow("13:31:00"))["Вася"]
        assert (told["on"], told["latest"]) == ("Петя", "Ля")
