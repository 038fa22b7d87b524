"""`tally scrape`: the new is read, once; whatever the forum answers, nothing is lost and nothing invented."""

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import respx
from click.testing import CliRunner

from fixtures.forum_server import Answer, serve, serve_captured
from fixtures.phpbb_thread import WrittenThread
from tally.cli.forum.scrape import command
from tally.errors import GameFault, TallyError
from tally.folder.game import find_game
from tally.folder.init import NewGame, make_game
from tally.locks import hold_lock
from tally.store import FactKind, Store, StoredPost
from tests.tally.evening import run

THREAD_ID = 12


def written_thread(count: int) -> WrittenThread:
    start = datetime(2024, 1, 10, 12)  # noqa: DTZ001 - a thread's file has the bare times of its forum
    return WrittenThread(
        {
            "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 10},
            "thread": {"id": THREAD_ID, "title": "Игра"},
            "authors": [{"name": "Барсук", "id": 51}],
            "posts": [
                {"id": 100 + number, "by": "Барсук", "at": start + timedelta(minutes=number), "text": f"Слова {number}"}
                for number in range(count)
            ],
        }
    )


@dataclass
class Forum:
    """A forum that can be made to misbehave: `faults` answer before the thread does."""

    thread: WrittenThread
    asked: list[str] = field(default_factory=list)
    faults: list[Callable[[str], Answer | None]] = field(default_factory=list)
    base: str = ""

    def answer(self, target: str, base: str) -> Answer:
        self.asked.append(target)
        for fault in self.faults:
            given = fault(target)
            if given is not None:
                return given
        query = httpx.URL(f"{base}{target}").params
        if query.get("t") != str(THREAD_ID):
            return Answer(self.thread.missing().encode(), status=404)
        return Answer(self.thread.page(int(query.get("start", "0")), base).encode())

    @property
    def posts(self) -> list[dict[str, Any]]:
        posts: list[dict[str, Any]] = self.thread.source["posts"]
        return posts

    @property
    def url(self) -> str:
        return f"{self.base}/viewtopic.php?t={THREAD_ID}"


@pytest.fixture
def forum() -> Iterator[Forum]:
    """A thread of three pages: 23 posts, ten on a page."""
    made = Forum(written_thread(23))
    with serve(made.answer) as made.base:
        yield made


@pytest.fixture
def folder(tmp_path: Path, forum: Forum) -> Path:
    return make_folder(tmp_path / "game", forum.url)


def make_folder(folder: Path, url: str, timeout: float = 10) -> Path:
    make_game(folder, NewGame("classic", url, "Игра", players=({"name": "Барсук"},)))
    settings = folder / "game.toml"
    text = settings.read_text(encoding="utf-8").replace("interval = 2", "interval = 0")
    settings.write_text(text.replace("timeout = 30", f"timeout = {timeout}"), encoding="utf-8")
    return folder


def scrape(folder: Path, *options: str) -> str:
    """Run the command; gives what it printed, or raises what it failed with."""
    done = CliRunner().invoke(command, [*options, "--game", str(folder)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def stored(folder: Path, forum: Forum) -> tuple[StoredPost, ...]:
    with Store(folder / "tally.db") as store:
        return store.posts(forum.url)


def ids(folder: Path, forum: Forum) -> list[int]:
    return [int(post.id) for post in stored(folder, forum)]


def pages_asked(forum: Forum) -> list[int]:
    return [int(httpx.URL(f"http://x{target}").params.get("start", "0")) // 10 + 1 for target in forum.asked]


def test_a_whole_thread_is_read_page_by_page(folder: Path, forum: Forum) -> None:
    assert "23 новых сообщения" in scrape(folder)
    assert pages_asked(forum) == [1, 2, 3]
    assert ids(folder, forum) == list(range(100, 123))


def test_an_unchanged_thread_costs_one_request_and_changes_nothing(folder: Path, forum: Forum) -> None:
    scrape(folder)
    before = stored(folder, forum)
    forum.asked.clear()
    told = scrape(folder)
    assert "0 новых сообщений" in told
    assert "1 запрос" in told
    assert pages_asked(forum) == [3]
    after = stored(folder, forum)
    assert [post.revisions for post in after] == [post.revisions for post in before]


def test_a_page_that_the_forum_can_call_unchanged_is_not_sent_again(folder: Path, forum: Forum) -> None:
    conditions = []

    def answer(_target: str) -> Answer | None:
        return Answer(forum.thread.page(0, forum.base).encode(), headers={"ETag": '"1"'})

    del forum.posts[8:]
    forum.faults.append(answer)
    scrape(folder)
    with respx.mock as forum_now:
        route = forum_now.get(forum.url).mock(return_value=httpx.Response(304))
        scrape(folder)
        conditions = [call.request.headers.get("if-none-match") for call in route.calls]
    assert conditions == ['"1"']
    assert len(ids(folder, forum)) == 8
    with Store(folder / "tally.db") as store:
        seen = {post.last_seen for post in store.posts(forum.url)}
        assert seen == {store.facts(FactKind.OBSERVATION)[-1].at}


def test_new_posts_and_edits_of_the_last_page_are_seen(folder: Path, forum: Forum) -> None:
    scrape(folder)
    forum.posts[22]["text"] = "Передумал"
    forum.posts.extend({**forum.posts[22], "id": 123 + number, "text": "Ещё"} for number in range(10))
    forum.asked.clear()
    assert "10 новых сообщений, 1 изменено" in scrape(folder)
    assert pages_asked(forum) == [3, 4]
    assert [post.latest.text for post in stored(folder, forum) if len(post.revisions) == 2] == ["Передумал"]


def test_posts_that_moved_up_after_a_deletion_are_followed_to_where_it_was(folder: Path, forum: Forum) -> None:
    scrape(folder)
    del forum.posts[13]
    forum.asked.clear()
    scrape(folder)
    assert pages_asked(forum) == [3, 2]
    assert [post.id for post in stored(folder, forum) if post.missing_since] == ["113"]


def test_a_thread_that_lost_its_last_page_is_read_from_its_new_end(folder: Path, forum: Forum) -> None:
    scrape(folder)
    del forum.posts[20:]
    scrape(folder)
    assert [post.id for post in stored(folder, forum) if post.missing_since] == ["120", "121", "122"]
    forum.posts.append({**forum.posts[19], "id": 130})
    scrape(folder)
    assert 130 in ids(folder, forum)


@pytest.mark.parametrize("target", ["&start=20", "&f=3&start=10#p115"])
def test_the_address_of_a_later_page_stands_for_the_whole_thread(tmp_path: Path, forum: Forum, target: str) -> None:
    folder = make_folder(tmp_path / "game", forum.url + target)
    scrape(folder)
    with Store(folder / "tally.db") as store:
        (thread,) = store.threads()
        assert [int(post.id) for post in store.posts(thread)] == list(range(100, 123))
    assert "(1 запрос," in scrape(folder)


def test_a_thread_of_which_pages_were_imported_is_read_on(tmp_path: Path, folder: Path, forum: Forum) -> None:
    scrape(folder)
    saved = [tmp_path / f"page {start}.html" for start in (0, 10, 20)]
    for start, file in zip((0, 10, 20), saved, strict=True):
        file.write_text(forum.thread.page(start, forum.base), encoding="utf-8")
    assert run(folder, "import", *map(str, saved)).status == 0
    forum.posts.append({**forum.posts[-1], "id": 130, "text": "Новое"})
    scrape(folder)
    assert 130 in ids(folder, forum)


def test_a_forum_that_changes_the_length_of_its_pages_loses_nothing(folder: Path, forum: Forum) -> None:
    scrape(folder)
    forum.thread.source["forum"]["per_page"] = 7
    scrape(folder)
    scrape(folder)
    assert ids(folder, forum) == list(range(100, 123))
    assert not any(post.missing_since for post in stored(folder, forum))


def test_reading_can_begin_at_the_page_of_a_stored_post(folder: Path, forum: Forum) -> None:
    scrape(folder)
    forum.asked.clear()
    scrape(folder, "--from-post", "113")
    assert pages_asked(forum) == [2, 3]


def test_reading_can_begin_at_the_address_of_a_post_and_leaves_the_rest_for_later(folder: Path, forum: Forum) -> None:
    forum.faults.append(lambda target: show_page_of_post(forum) if "p=113" in target else None)
    scrape(folder, "--from-post", f"{forum.base}/viewtopic.php?p=113#p113")
    assert ids(folder, forum) == list(range(110, 123))
    scrape(folder)
    assert ids(folder, forum) == list(range(100, 123))


def show_page_of_post(forum: Forum) -> Answer:
    return Answer(forum.thread.page(10, forum.base).encode())


@pytest.mark.parametrize("post", ["999", "http://elsewhere.example/viewtopic.php?p=113"])
def test_a_post_that_cannot_be_found_is_told(folder: Path, forum: Forum, post: str) -> None:
    with pytest.raises(TallyError, match="ещё не прочитано") as failure:
        scrape(folder, "--from-post", post)
    assert failure.value.exit_status == 3
    assert forum.asked == []


def test_a_run_that_was_cut_off_is_gone_on_with(folder: Path, forum: Forum) -> None:
    forum.faults.append(lambda target: Answer(b"", status=502) if "start=20" in target else None)
    with pytest.raises(TallyError, match="502"):
        scrape(folder)
    assert len(ids(folder, forum)) == 20
    forum.faults.clear()
    forum.asked.clear()
    scrape(folder)
    assert pages_asked(forum) == [3]
    assert len(ids(folder, forum)) == 23


def test_session_ids_are_stored_nowhere_in_an_address(tmp_path: Path, forum: Forum) -> None:
    session = "0123456789abcdef0123456789abcdef"
    folder = make_folder(tmp_path / "game", f"{forum.url}&sid={session}")
    scrape(folder)
    with Store(folder / "tally.db") as store:
        assert all(session not in str(fact.data) for fact in store.facts())
        assert all("sid" not in (post.url or "") for post in store.posts(forum.url))


ANSWERS: dict[str, tuple[Answer, int, str]] = {
    "404": (Answer(b"gone", status=404), 4, "404"),
    "500": (Answer(b"oops", status=500), 4, "500"),
    "503": (Answer(b"later", status=503), 4, "зайти позже"),
    "429": (Answer(b"later", status=429), 4, "зайти позже"),
    "403": (Answer(b"no", status=403), 3, "не даёт нам"),
    "403 with the thread": (Answer(written_thread(3).page(0, "http://x").encode(), status=403), 3, "не даёт нам"),
    "no page of a forum": (Answer("<h1>Здравствуйте</h1>".encode()), 3, "не страница темы"),
    "an empty page": (Answer(b""), 3, "не страница темы"),
    "bytes": (Answer(bytes(range(256)) * 10), 3, "не страница темы"),
    "a broken gzip": (Answer(b"\x1f\x8bxx", headers={"Content-Encoding": "gzip"}), 4, "не распаковывается"),
    "a gzip bomb": (Answer(gzip.compress(bytes(20_000_000)), headers={"Content-Encoding": "gzip"}), 4, "16 МБ"),
    "packed twice": (
        Answer(gzip.compress(gzip.compress(b"x")), headers={"Content-Encoding": "gzip, gzip"}),
        4,
        "не распаковывается",
    ),
    "no address": (Answer(b"", 302, {"Location": "http://[bad"}), 4, "http://[bad"),
    "signs that act": (Answer(b"", 302, {"Location": "http://other.example/\x1b[2J"}), 4, "Invalid URL"),
    "another host": (Answer(b"", 302, {"Location": "http://other.example/"}), 4, "http://other.example/"),
    "no http": (Answer(b"", 302, {"Location": "ftp://127.0.0.1/"}), 4, ""),
    "circles": (Answer(b"", 302, {"Location": "/viewtopic.php?t=12&start=20"}), 4, "по кругу"),
}


@pytest.mark.parametrize(("answer", "status", "said"), ANSWERS.values(), ids=ANSWERS)
def test_a_bad_answer_is_one_clear_line_and_loses_nothing(
    folder: Path, forum: Forum, answer: Answer, status: int, said: str
) -> None:
    scrape(folder)
    before = stored(folder, forum)
    forum.faults.append(lambda _target: answer)
    for _twice in range(2):
        with pytest.raises(TallyError) as failure:
            scrape(folder)
        assert failure.value.exit_status == status
        assert said in str(failure.value)
        assert forum.base in str(failure.value)
        assert "\n" not in str(failure.value)
    assert stored(folder, forum) == before
    forum.faults.clear()
    scrape(folder)
    assert [post.revisions for post in stored(folder, forum)] == [post.revisions for post in before]


def test_what_came_instead_of_the_thread_is_kept_as_evidence(folder: Path, forum: Forum) -> None:
    forum.faults.append(lambda _target: Answer("<h1>Не форум</h1>".encode()))
    with pytest.raises(TallyError):
        scrape(folder)
    with Store(folder / "tally.db") as store:
        kept = store.raw_page(store.facts(FactKind.OBSERVATION)[-1].id)
    assert kept is not None
    assert kept.body == "<h1>Не форум</h1>".encode()
    assert (kept.status, kept.url) == (200, forum.url)
    assert kept.asked_at <= kept.answered_at


def test_a_page_cut_short_creates_and_removes_nothing(folder: Path, forum: Forum) -> None:
    scrape(folder)
    before = stored(folder, forum)
    whole = forum.thread.page(20, forum.base).encode()
    forum.faults.append(lambda _target: Answer(whole[: whole.index(b"p121") + 400]))
    with pytest.raises(TallyError) as failure:
        scrape(folder)
    assert failure.value.exit_status == 3
    assert stored(folder, forum) == before


def test_a_page_of_another_thread_is_refused(folder: Path, forum: Forum) -> None:
    scrape(folder)
    other = WrittenThread({**forum.thread.source, "thread": {"id": 77, "title": "Другая"}})
    forum.faults.append(lambda _target: Answer(other.page(0, forum.base).encode()))
    with pytest.raises(TallyError, match="77"):
        scrape(folder)
    assert len(ids(folder, forum)) == 23


def test_a_redirect_on_the_same_host_is_followed(folder: Path, forum: Forum) -> None:
    moved = "/viewtopic.php?f=2&t=12"
    forum.faults.append(lambda target: None if "f=2" in target else Answer(b"", 301, {"Location": moved}))
    del forum.posts[8:]
    scrape(folder)
    assert len(ids(folder, forum)) == 8


def test_a_slow_page_is_given_up(tmp_path: Path, forum: Forum) -> None:
    folder = make_folder(tmp_path / "game", forum.url, timeout=0.5)

    def slow(_target: str) -> None:
        time.sleep(1)

    forum.faults.append(slow)
    with pytest.raises(TallyError, match=r"0\.5 с") as failure:
        scrape(folder)
    assert failure.value.exit_status == 4


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (httpx.ConnectError("[Errno 111] Connection refused"), "не достучаться"),
        (httpx.ReadTimeout("timed out"), "не ответил"),
        (httpx.ReadError("Connection reset by peer"), "связь оборвалась"),
        (httpx.RemoteProtocolError("peer closed connection"), "связь оборвалась"),
    ],
)
def test_a_forum_that_does_not_answer_is_one_clear_line(
    folder: Path, forum: Forum, trouble: Exception, said: str
) -> None:
    with respx.mock as nowhere:
        nowhere.get(f"{forum.base}/robots.txt").mock(return_value=httpx.Response(404))
        nowhere.get(forum.url).mock(side_effect=trouble)
        with pytest.raises(TallyError, match=said) as failure:
            scrape(folder)
    assert failure.value.exit_status == 4


@pytest.mark.parametrize("host", ["a..b", "xn--a", "a" * 70 + ".example"])
def test_a_host_of_which_there_can_be_none_is_told(tmp_path: Path, host: str) -> None:
    folder = make_folder(tmp_path / "game", f"http://{host}/viewtopic.php?t=12")
    with pytest.raises(TallyError, match="обратиться нельзя") as failure:
        scrape(folder)
    assert failure.value.exit_status == 4


def test_a_host_that_does_not_exist_is_told(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "game", "http://forum.invalid/viewtopic.php?t=12")
    with pytest.raises(TallyError, match=r"forum\.invalid.*(такого адреса нет|не достучаться|не ответил)") as failure:
        scrape(folder)
    assert failure.value.exit_status == 4


def test_the_login_page_of_a_real_forum_is_told_apart(tmp_path: Path, shared: Path) -> None:
    with serve_captured(shared / "pages" / "phpbb", "16_special_pages/not_allowed_topic_guest") as base:
        target = httpx.URL(captured_url(shared, "16_special_pages/not_allowed_topic_guest.html")).raw_path.decode()
        folder = make_folder(tmp_path / "game", base + target)
        with pytest.raises(TallyError, match="страницу входа") as failure:
            scrape(folder)
    assert failure.value.exit_status == 3


def captured_url(shared: Path, file: str) -> str:
    manifest = (shared / "pages" / "phpbb" / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return next(str(each["url"]) for each in map(json.loads, manifest) if each["file"] == file)


def test_the_thread_of_a_real_forum_is_read_whole(tmp_path: Path, shared: Path) -> None:
    with serve_captured(shared / "pages" / "phpbb", "01_thread_guest") as base:
        folder = make_folder(tmp_path / "game", f"{base}/viewtopic.php?t=2")
        assert "70 новых сообщений" in scrape(folder)
        assert "(1 запрос," in scrape(folder)


def test_a_second_run_waits_and_then_gives_up_clearly(
    folder: Path, forum: Forum, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = find_game(folder).lock
    with hold_lock(lock):
        with pytest.raises(TallyError, match="другой запуск") as failure, hold_lock(lock, patience=0.2):
            pass
        assert failure.value.exit_status == 2
    assert "23 новых" in scrape(folder), "a lock that was let go is free"


def tally(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tally", *arguments, "--game", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_a_lock_that_cannot_be_taken_is_told(folder: Path) -> None:
    (folder / "tally.lock").mkdir()
    with pytest.raises(GameFault, match=r"tally\.lock: не записывается"):
        scrape(folder)


def test_two_runs_at_once_read_every_page_once(folder: Path, forum: Forum) -> None:
    runs = [tally(folder, "scrape") for _run in range(2)]
    told = [run.communicate() for run in runs]
    assert [run.returncode for run in runs] == [0, 0], told
    assert pages_asked(forum) == [1, 2, 3, 3]
    assert len(ids(folder, forum)) == 23


@pytest.mark.parametrize("page", [1, 2, 3])
def test_a_run_that_is_killed_loses_no_page_and_the_next_one_completes(folder: Path, forum: Forum, page: int) -> None:
    reached: list[str] = []

    def hang(target: str) -> Answer | None:
        if len(forum.asked) == page and not reached:
            reached.append(target)
            time.sleep(0.4)
        return None

    forum.faults.append(hang)
    run = tally(folder, "scrape")
    while not reached and run.poll() is None:
        time.sleep(0.01)
    run.kill()
    run.communicate()
    assert len(ids(folder, forum)) == 10 * (page - 1)
    scrape(folder)
    assert ids(folder, forum) == list(range(100, 123))


def test_a_failure_ends_the_program_with_its_status_and_one_line(folder: Path, forum: Forum) -> None:
    forum.faults.append(lambda _target: Answer(b"", status=500))
    run = tally(folder, "scrape")
    out, err = run.communicate()
    assert (run.returncode, out, err.count("\n")) == (4, "", 1)
    assert err.startswith("tally: http://127.0.0.1")
