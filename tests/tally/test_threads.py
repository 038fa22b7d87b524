"""`tally thread`: threads change by day; game.toml keeps its comments, and nothing is read twice for one day."""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fixtures.forum_server import serve_thread
from fixtures.phpbb_thread import WrittenThread
from tests.tally.evening import Done, make_game, run
from tests.tally.small_game import SmallGame, post

FIRST = "https://forum.example/viewtopic.php?t=12"
SECOND = "https://forum.example/viewtopic.php?t=15"
THIRD = "https://forum.example/viewtopic.php?t=16"
PLAYERS = ("Вася", "Петя", "Жанна")


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> Path:
    return make_game(tmp_path, "classic", ["Вася citizen", "Петя rank1", "Жанна doctor"])


def threads(game: Path) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = tomllib.loads((game / "game.toml").read_text(encoding="utf-8"))["forum"]["threads"]
    return read


def must(game: Path, *arguments: str) -> str:
    done = run(game, "thread", *arguments)
    assert done.status == 0, done.err
    return done.out


def refused(game: Path, *arguments: str) -> Done:
    before = (game / "game.toml").read_bytes()
    done = run(game, "thread", *arguments)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert (game / "game.toml").read_bytes() == before
    return done


def test_a_thread_from_a_day_on_ends_the_one_before(game: Path) -> None:
    """MOR-11."""
    told = must(game, "add", SECOND, "--from", "day4")
    assert threads(game) == [{"url": FIRST, "until": "day3"}, {"url": SECOND, "from": "day4"}]
    assert "по day3" in told
    must(game, "add", THIRD, "--from", "day5", "--until", "day6")
    assert [each.get("until") for each in threads(game)] == ["day3", "day4", "day6"]


def test_what_the_host_wrote_into_the_file_stays(game: Path) -> None:
    before = (game / "game.toml").read_text(encoding="utf-8").splitlines()
    must(game, "add", SECOND, "--from", "day4", "--kind", "votes")
    after = (game / "game.toml").read_text(encoding="utf-8").splitlines()
    [added] = [line for line in after if line not in before]
    assert added.strip() == f'{{ url = "{SECOND}", kind = "votes", from = "day4" }},'
    assert [line for line in after if line != added] == before
    assert run(game, "check").status == 0


@pytest.mark.parametrize(
    "written",
    [
        f'threads = [{{ url = "{FIRST}" }}]',
        f'threads = [\n  {{ url = "{FIRST}" }} # тема ведущего\n]',
        f'[[forum.threads]] # тема ведущего\nurl = "{FIRST}"',
    ],
)
def test_every_way_to_write_the_list_is_kept(game: Path, written: str) -> None:
    (game / "game.toml").write_text(
        f'format = 1\n[game]\nruleset = "classic"\n[forum]\n{written}\n[names]\n# конец\n', encoding="utf-8"
    )
    must(game, "add", SECOND, "--from", "day2")
    assert threads(game) == [{"url": FIRST, "until": "day1"}, {"url": SECOND, "from": "day2"}]
    must(game, "remove", SECOND)
    assert threads(game) == [{"url": FIRST, "until": "day1"}]
    text = (game / "game.toml").read_text(encoding="utf-8")
    assert text.count("# тема ведущего") == written.count("# тема ведущего")
    assert "[names]\n# конец" in text


def test_a_game_without_a_forum_gets_one(game: Path) -> None:
    (game / "game.toml").write_text('format = 1\n[game]\nruleset = "classic"\n', encoding="utf-8")
    must(game, "add", SECOND)
    assert threads(game) == [{"url": SECOND}]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((FIRST,), "уже в игре"),
        ((f"{FIRST}&sid=0123456789abcdef0123456789abcdef", "--from", "day3"), "уже в игре"),
        (("topic 12",), "не адрес темы"),
        ((SECOND, "--from", "tuesday"), "не фаза"),
        ((SECOND, "--from", "day4", "--until", "day3"), "раньше"),
        ((SECOND, "--from", "night3", "--until", "night3"), "ни одного дня"),
        ((SECOND,), "--beside"),
        ((SECOND, "--until", "day3"), "--beside"),
        ((), "какую"),
    ],
)
def test_what_makes_no_sense_is_refused(game: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(game, "add", *arguments).err


def test_two_threads_for_the_same_days_are_wanted_on_purpose(game: Path) -> None:
    must(game, "add", SECOND, "--from", "day2", "--until", "day4")
    assert "--beside" in refused(game, "add", THIRD, "--from", "day3", "--until", "day6").err
    # the day on which one thread is full is in both
    must(game, "add", THIRD, "--from", "day4", "--until", "day6")
    must(game, "add", f"{FIRST}9", "--from", "day3", "--beside")
    assert [each.get("until") for each in threads(game)] == ["day1", "day4", "day6", None]


def test_the_page_of_a_thread_that_was_read_stands_for_it(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя").read(post(1, "Вася", "12:00:00", "привет"))
    assert "уже в игре" in refused(game.game, "add", f"{FIRST}&start=20", "--from", "day3").err


def test_removing_says_what_counts_no_more(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя").read(post(1, "Вася", "12:00:00", "привет"))
    assert "единственная" in refused(game.game, "remove", FIRST).err
    must(game.game, "add", SECOND, "--from", "day2")
    assert "не тема" in refused(game.game, "remove", THIRD).err
    assert "1 прочитанное там сообщение" in must(game.game, "remove", FIRST)
    assert threads(game.game) == [{"url": SECOND, "from": "day2"}]


def written(number: int, *posts: tuple[str, str, str]) -> WrittenThread:
    names = dict.fromkeys(by for by, _at, _text in posts)
    return WrittenThread(
        {
            "forum": {"name": "Клуб", "section": "Зал", "timezone": "Europe/Moscow", "per_page": 20},
            "thread": {"id": number, "title": f"Тема {number}"},
            "authors": [{"name": name, "id": 50 + PLAYERS.index(name)} for name in names],
            "posts": [
                {"id": number * 100 + place, "by": by, "at": datetime.fromisoformat(at), "text": text}
                for place, (by, at, text) in enumerate(posts)
            ],
        }
    )


def test_the_next_scrape_reads_it_and_each_day_counts_its_own_thread(tmp_path: Path) -> None:
    """MOR-11: votes left in the thread of an earlier day are none of the new day's; the old day stays known."""
    old = written(
        12,
        ("Вася", "2024-01-10 12:00", "[color=red]Петя[/color]"),
        ("Жанна", "2024-01-11 12:00", "[color=red]Вася[/color]"),
    )
    new = written(13, ("Петя", "2024-01-11 13:00", "[color=red]Жанна[/color]"))
    now = "2024-01-12T12:00:00+03:00"
    with serve_thread(old) as first, serve_thread(new) as second:
        game = make_game(tmp_path, "classic", list(PLAYERS))
        file = game / "game.toml"
        text = file.read_text(encoding="utf-8").replace(FIRST, first).replace("interval = 2", "interval = 0")
        file.write_text(text, encoding="utf-8")
        assert run(game, "scrape", now=now).status == 0
        must(game, "add", second, "--from", "day2")
        day_1 = run(game, "report", "day1", now=now)
        assert day_1.status == 0, day_1.err
        unread = run(game, "report", "day2", now=now)
        assert (unread.status, second in unread.err) == (2, True)
        assert run(game, "scrape", now=now).status == 0
        votes = run(game, "votes", "day2", "--json", now=now).out
        assert '"by": "Петя"' in votes
        assert '"by": "Жанна"' not in votes
        assert "1 сообщение" in must(game, "list")
