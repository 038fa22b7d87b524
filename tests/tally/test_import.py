"""`tally import`: saved pages count as fetched ones do, whenever and in whatever order they are handed over."""

import importlib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from fixtures.phpbb_thread import WrittenThread
from tally.errors import TallyError
from tally.folder.init import NewGame, make_game
from tally.store import FactKind, Store, StoredPost

URL = "https://forum.example/viewtopic.php?t=12"
SAVED = datetime(2024, 1, 10, 19, 0, tzinfo=UTC)
# `import` is a word of the language, so that the module cannot be named in an import statement
command: click.Command = importlib.import_module("tally.cli.forum.import").command


@pytest.fixture
def thread() -> WrittenThread:
    start = datetime(2024, 1, 10, 12)  # noqa: DTZ001 - a thread's file has the bare times of its forum
    return WrittenThread(
        {
            "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 10},
            "thread": {"id": 12, "title": "Игра"},
            "authors": [{"name": "Барсук", "id": 51}],
            "posts": [
                {"id": 100 + number, "by": "Барсук", "at": start + timedelta(minutes=number), "text": f"Слова {number}"}
                for number in range(23)
            ],
        }
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_game(tmp_path / "game", NewGame("classic", URL, "Игра", players=({"name": "Барсук"},)))
    return tmp_path / "game"


def save(thread: WrittenThread, folder: Path, saved: datetime = SAVED) -> list[Path]:
    """The thread's pages as a browser saves them; their time is that of saving."""
    folder.mkdir(exist_ok=True)
    files = []
    for start in range(0, len(thread.source["posts"]), 10):
        files.append(folder / f"page {start // 10 + 1}.html")
        files[-1].write_text(thread.page(start, "https://forum.example"), encoding="utf-8")
        os.utime(files[-1], (saved.timestamp(), saved.timestamp()))
    return files


def take(folder: Path, *arguments: str | Path) -> str:
    done = CliRunner().invoke(command, [*map(str, arguments), "--game", str(folder)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


def stored(folder: Path) -> tuple[StoredPost, ...]:
    with Store(folder / "tally.db") as store:
        return store.posts(URL)


def test_saved_pages_are_read_as_of_the_time_of_their_files(
    folder: Path, thread: WrittenThread, tmp_path: Path
) -> None:
    files = save(thread, tmp_path / "saved")
    assert "сохранены 3 страницы, 23 новых сообщения" in take(folder, *reversed(files))
    assert [post.id for post in stored(folder)] == [str(100 + number) for number in range(23)]
    assert {post.first_seen for post in stored(folder)} == {SAVED}
    assert stored(folder)[0].url == "https://forum.example/viewtopic.php?p=100#p100"


def test_the_same_pages_again_change_nothing(folder: Path, thread: WrittenThread, tmp_path: Path) -> None:
    files = save(thread, tmp_path / "saved")
    take(folder, *files)
    before = stored(folder)
    assert "3 страницы уже были загружены" in take(folder, *files)
    assert stored(folder) == before
    with Store(folder / "tally.db") as store:
        assert len(store.facts(FactKind.OBSERVATION)) == 3


def test_the_time_of_saving_can_be_given(folder: Path, thread: WrittenThread, tmp_path: Path) -> None:
    files = save(thread, tmp_path / "saved")
    take(folder, *files, "--fetched-at", "2024-01-10T23:30:00+03:00")
    assert {post.first_seen for post in stored(folder)} == {datetime(2024, 1, 10, 20, 30, tzinfo=UTC)}


def test_an_older_copy_found_later_is_the_earlier_revision(folder: Path, thread: WrittenThread, tmp_path: Path) -> None:
    older = save(thread, tmp_path / "older")
    thread.source["posts"][3]["text"] = "Передумал"
    take(folder, *save(thread, tmp_path / "newer", SAVED + timedelta(hours=1)))
    take(folder, *older)
    (changed,) = (post for post in stored(folder) if len(post.revisions) > 1)
    assert [revision.post.text for revision in changed.revisions] == ["Слова 3", "Передумал"]


def test_a_page_of_another_thread_is_refused_and_those_before_it_are_kept(
    folder: Path, thread: WrittenThread, tmp_path: Path
) -> None:
    first, *_rest = save(thread, tmp_path / "saved")
    thread.source["thread"]["id"] = 77
    other = save(thread, tmp_path / "other")[1]
    with pytest.raises(TallyError, match="77") as failure:
        take(folder, first, other)
    assert failure.value.exit_status == 3
    assert "page%202.html" in str(failure.value) or "page 2.html" in str(failure.value)
    assert len(stored(folder)) == 10


def test_what_is_no_page_of_a_thread_is_refused(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "holiday.html"
    file.write_bytes(b"\x89PNG no page at all")
    with pytest.raises(TallyError) as failure:
        take(folder, file)
    assert failure.value.exit_status == 3
    assert stored(folder) == ()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["absent.html"], "absent.html"),
        (["page.html", "--thread", "https://forum.example/viewtopic.php?t=99"], "не тема этой игры"),
        (["page.html", "--fetched-at", "вчера"], "2024-01-10T22:05:00"),
        (["page.html", "--fetched-at", "2024-01-10"], "2024-01-10T22:05:00"),
    ],
)
def test_a_wrong_call_is_told(folder: Path, arguments: list[str], said: str) -> None:
    with pytest.raises(TallyError, match=said) as failure:
        take(folder, *arguments)
    assert failure.value.exit_status == 2


def test_with_two_threads_the_host_has_to_say_which(folder: Path, thread: WrittenThread, tmp_path: Path) -> None:
    settings = folder / "game.toml"
    text = settings.read_text(encoding="utf-8")
    two = text.replace("threads = [", 'threads = [\n    { url = "https://forum.example/viewtopic.php?t=13" },')
    settings.write_text(two, encoding="utf-8")
    files = save(thread, tmp_path / "saved")
    with pytest.raises(TallyError, match="--thread"):
        take(folder, *files)
    take(folder, *files, "--thread", URL)
    assert len(stored(folder)) == 23


def test_a_print_view_is_refused(tmp_path: Path, shared: Path) -> None:
    make_game(tmp_path / "game", NewGame("classic", URL, "Игра"))
    page = next(iter(sorted((shared / "pages" / "phpbb" / "06_print_guest").glob("*.html"))))
    with pytest.raises(TallyError, match="для печати") as failure:
        take(tmp_path / "game", page)
    assert failure.value.exit_status == 3


def test_a_deletion_seen_by_a_real_forum_twice_is_believed(tmp_path: Path, shared: Path) -> None:
    game = tmp_path / "game"
    make_game(game, NewGame("classic", URL, "Игра"))
    pages = shared / "pages" / "phpbb"
    for folder, time in (("01_thread_guest", 1), ("17_snapshot2/thread_guest", 2), ("17_snapshot2/thread_guest", 3)):
        take(game, *sorted((pages / folder).glob("page*")), "--fetched-at", f"2026-12-0{time}T10:00:00Z")
    posts = stored(game)
    assert [post.id for post in posts if post.gone] == ["50", "63"]
    assert [post.id for post in posts if len(post.revisions) == 2] == ["37", "64"]
