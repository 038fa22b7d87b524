"""`tally post`: the summary of a day comes into the thread once, is edited in place, and is never sent twice."""

import io
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tally.forum.login.forms import read_shown
from tally.posting.engines import FORMS
from tally.posting.forms import find_form
from tests.posting_forum import ENGINES, NICK, PostingForum
from tests.tally.small_game import Done, SmallGame

NOON = datetime.fromisoformat("2024-01-10T12:00:00")


@dataclass
class Evening:
    """A game on a forum that takes posts; `at` is the time in Moscow."""

    forum: PostingForum
    game: SmallGame
    url: str

    def at(self, time: str) -> "Evening":
        self.forum.now = datetime.fromisoformat(f"2024-01-10T{time}")
        self.game.now = f"2024-01-10T{time}+03:00"
        return self

    def vote(self, by: str, on: str) -> "Evening":
        number = 1 + max(int(str(each["id"])) for each in self.forum.posts)
        text = f"[color=red]{on}[/color]"
        self.forum.posts.append({"id": number, "by": by, "at": self.forum.now, "text": text})
        self.game.must("scrape")
        return self

    def post(self, *arguments: str) -> Done:
        return self.game.run("post", "day1", "--yes", *arguments)

    @property
    def summaries(self) -> list[tuple[object, str]]:
        posts = [each for each in self.forum.posts if each["by"] == NICK]
        return [(each["id"], str(each["text"])) for each in posts]


@pytest.fixture(params=ENGINES)
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Evening]:
    monkeypatch.setenv("TALLY_STATE", str(tmp_path / "state"))
    source: dict[str, object] = {
        "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 50},
        "thread": {"id": 12, "title": "Игра"},
        "authors": [{"name": name, "id": 50 + n} for n, name in enumerate((NICK, "Петя", "Вася", "Эмилия"))],
        "posts": [{"id": 1, "by": "Петя", "at": NOON, "text": "Всем привет"}],
    }
    forum = PostingForum(source, NOON, ENGINES[request.param])
    with ExitStack() as served:
        url = served.enter_context(forum.serve())
        game = SmallGame(tmp_path, now="2024-01-10T12:00:00+03:00")
        (tmp_path / "players.txt").write_text("Петя\nВася\nЭмилия\n", encoding="utf-8")
        setup = ["--ruleset", "classic", "--thread", url, "--title", "Игра", "--first-day", "2024-01-10"]
        game.must("init", "game", *setup, "--host", NICK, "--players", "players.txt", where=tmp_path)
        settings = game.game / "game.toml"
        settings.write_text(
            settings.read_text(encoding="utf-8").replace("interval = 2", "interval = 0"), encoding="utf-8"
        )
        yield Evening(forum, game, url).at("12:10:00").vote("Петя", "Вася")


def test_the_summary_is_posted_and_then_edited_in_place(evening: Evening) -> None:
    done = evening.at("12:20:00").post()
    assert (done.status, "3" in done.out.rpartition("=")[2]) == (0, True), done.err
    [(number, text)] = evening.summaries
    assert text.startswith("Игра · День 1, 10.01.2024 · 12:20:00\n[quote]")
    assert _reds(text) == 1
    done = evening.at("12:30:00").vote("Эмилия", "Вася").at("12:31:00").post()
    assert (done.status, "Будет исправлено сообщение 3" in done.err) == (0, True), done.err
    [(same, text)] = evening.summaries
    assert same == number
    assert _reds(text) == 2
    assert evening.at("12:40:00").post().out.startswith("В сообщении 3 всё это уже есть.")


def test_the_same_state_is_not_sent_twice(evening: Evening) -> None:
    evening.at("12:20:00").post()
    evening.game.must("scrape")
    done = evening.at("12:40:00").post()
    assert (done.status, "уже есть" in done.out, len(evening.forum.sent)) == (0, True, 1)


def test_our_own_post_is_no_vote(evening: Evening) -> None:
    before = evening.game.votes()
    evening.at("12:20:00").post()
    evening.game.must("scrape")
    assert evening.game.votes() == before


def test_a_dry_run_sends_nothing(evening: Evening) -> None:
    done = evening.post("--dry-run")
    assert done.status == 0
    assert done.out.startswith("Игра · День 1, 10.01.2024 · 12:10:00\n[quote]")
    assert "Будет новое сообщение" in done.err
    assert evening.forum.sent == []


def test_an_answer_that_was_lost_makes_no_second_post(evening: Evening) -> None:
    evening.forum.loses_answers = True
    done = evening.at("12:20:00").post()
    assert (done.status, len(evening.summaries)) == (4, 1)
    evening.forum.loses_answers = False
    done = evening.at("12:30:00").post()
    assert (done.status, len(evening.summaries)) == (0, 1)


def test_a_post_too_soon_after_another_is_told_in_the_forum_s_words(evening: Evening) -> None:
    evening.forum.flood = timedelta(minutes=10)
    evening.forum.posts.append({"id": 8, "by": NICK, "at": evening.forum.now, "text": "Напоминаю о правилах."})
    done = evening.at("12:15:00").post()
    assert (done.status, "слишком часто" in done.err, len(evening.summaries)) == (3, True, 1)
    assert evening.at("12:25:00").post().status == 0
    # an edit is no new post
    done = evening.at("12:27:00").vote("Эмилия", "Вася").post()
    assert (done.status, len(evening.summaries)) == (0, 2), done.err


def test_an_edit_that_is_refused_is_not_taken_for_done(evening: Evening) -> None:
    evening.at("12:20:00").post()
    evening.forum.error = "Срок правки истёк"
    done = evening.at("12:30:00").vote("Эмилия", "Вася").post()
    assert (done.status, "Срок правки истёк" in done.err) == (3, True)
    evening.forum.error = ""
    assert evening.at("12:40:00").post().status == 0
    [(_number, text)] = evening.summaries
    assert _reds(text) == 2


def test_a_ban_is_told(evening: Evening) -> None:
    evening.forum.ban = "Вы забанены за флуд."
    done = evening.at("12:20:00").post()
    assert (done.status, f"{NICK} на форуме заблокирован" in done.err, "за флуд" in done.err) == (3, True, True), (
        done.err
    )
    assert evening.forum.sent == []


@pytest.mark.parametrize("evening", [name for name, each in ENGINES.items() if each.newest], indirect=True)
def test_where_others_posted_meanwhile_the_form_is_sent_once_more(evening: Evening) -> None:
    evening.forum.meanwhile = {"id": 5, "by": "Эмилия", "at": evening.forum.now, "text": "Я успела!"}
    done = evening.at("12:20:00").post()
    assert (done.status, len(evening.summaries), len(evening.forum.sent)) == (0, 1, 2), done.err


@pytest.mark.parametrize("evening", [name for name, each in ENGINES.items() if each.joins], indirect=True)
def test_a_summary_that_the_forum_joins_to_another_post_is_edited_there(evening: Evening) -> None:
    evening.forum.joins = True
    evening.forum.posts.append({"id": 8, "by": NICK, "at": evening.forum.now, "text": "[b]Напоминаю[/b] о правилах."})
    done = evening.at("12:20:00").post()
    assert (done.status, len(evening.summaries)) == (0, 1), done.err
    done = evening.at("12:30:00").vote("Эмилия", "Вася").at("12:31:00").post()
    assert done.status == 0, done.err
    [(_number, text)] = evening.summaries
    assert text.startswith("[b]Напоминаю[/b] о правилах.\n[hr]\nИгра · День 1, 10.01.2024 · 12:31:00\n[quote]")
    assert (text.count("[quote]"), _reds(text)) == (1, 2)


def test_what_the_forum_says_against_it_is_told(evening: Evening) -> None:
    evening.forum.error = "Вы не можете размещать сообщения так быстро"
    done = evening.at("12:20:00").post()
    assert (done.status, "так быстро" in done.err) == (3, True)
    evening.forum.error = ""
    done = evening.at("12:20:30").post()
    assert (done.status, "не раньше чем через минуту" in done.err) == (2, True)
    assert evening.at("12:22:00").post().status == 0
    assert len(evening.summaries) == 1


def test_a_captcha_is_not_fought(evening: Evening) -> None:
    evening.forum.captcha = True
    done = evening.at("12:20:00").post()
    assert (done.status, "только человек" in done.err, evening.forum.sent) == (3, True, [])


def test_without_the_hosts_yes_nothing_is_sent(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert evening.game.run("post", "day1").status == 1
    assert evening.forum.sent == []


CAPTURED = [
    ("phpbb", "phpbb/16_special_pages/{}_form_user.html", ("reply", "edit_form_own_post_user.html")),
    ("mybb", "mybb/16_special_pages/{}_form_user.html", ("reply", "edit_form_own_post_user.html")),
    ("smf", "smf/special/{}_form.html", ("reply", "edit")),
    ("smf", "smf20/special/{}_form.html", ("reply", "edit")),
    ("fluxbb", "fluxbb/special/{}_form.html", ("reply", "edit")),
    ("fluxbb", "fluxbb_visman/special/{}_form.html", ("reply", "edit")),
    ("punbb", "punbb/special/{}_form.html", ("reply", "edit")),
]
TOKENS = {"phpbb": "form_token", "mybb": "my_post_key", "smf": "seqnum", "fluxbb": "form_sent", "punbb": "csrf_token"}


ANSWERS = {
    "phpbb/17_snapshot2/reply_flood_interval.html": "Вы не можете отправить следующее сообщение сразу",
    "phpbb/16_special_pages/locked_topic_reply_user.html": "Информация Эта тема закрыта",
    "mybb/17_snapshot2/reply_flood_interval.html": "Пожалуйста, исправьте следующие ошибки",
    "mybb/16_special_pages/closed_thread_reply_user.html": "Вы не можете отвечать на сообщения в этой теме",
    "mybb/16_special_pages/reply_bad_post_key_user.html": "Несоответствие кода авторизации",
    "smf/special/reply_bad_session_token.html": "Your session timed out",
    "smf20/special/reply_bad_session_token.html": "Ваша сессия истекла",
    "fluxbb/special/reply_rejected_nested_colour.html": "[color] открывается внутри такого же тега",
    "punbb/special/reply_rejected_nested_colour.html": "Вложение тега [color] в самого себя",
}


@pytest.mark.parametrize("place", ANSWERS)
def test_what_real_forums_say_against_a_post_is_read(shared: Path, place: str) -> None:
    page = read_shown("http://forum.example/x.php", (shared / "pages" / place).read_bytes(), None)
    assert page is not None
    assert page.answer.startswith(ANSWERS[place])


@pytest.mark.parametrize(
    "place", ["mybb/16_special_pages/banned_user_thread.html", "phpbb/16_special_pages/banned_user_after_login.html",
              *(f"{engine}/special/banned_member.html" for engine in ("fluxbb", "fluxbb_visman", "punbb"))]
)  # fmt: skip
def test_a_ban_by_a_real_forum_is_known(shared: Path, place: str) -> None:
    page = read_shown("http://forum.example/x.php", (shared / "pages" / place).read_bytes(), None)
    assert page is not None
    assert page.is_ban


@pytest.mark.parametrize(("engine", "place", "which"), CAPTURED, ids=[place for _engine, place, _which in CAPTURED])
def test_the_forms_of_real_forums_are_found_and_filled(
    shared: Path, engine: str, place: str, which: tuple[str, str]
) -> None:
    for name in which:
        file = shared / "pages" / place.format(name)
        file = file if file.is_file() else file.with_name(name)
        page = read_shown("http://forum.example/board/x.php", file.read_bytes(), None)
        assert page is not None
        form = find_form(page, FORMS[engine])
        assert form is not None
        assert not form.wants_captcha
        body = form.fill("Итог «дня»\nвторая строка").body.decode("ascii")
        assert f"{TOKENS[engine]}=" in body
        assert f"{FORMS[engine].message}=%D0%98%D1%82%D0%BE%D0%B3+%C2%AB" in body
        assert "preview" not in body


def _reds(text: str) -> int:
    """How many red votes the summary tells of for the first in its table."""
    cell = re.search(r"\[color=red\](?:Красные\[/color\] )?(\d+)", text)
    return int(cell[1]) if cell else 0
