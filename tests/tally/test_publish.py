"""`tally publish` from a game folder: which files there are, which are touched, what takes them to their server."""

import errno
import json
import os
import sys
from pathlib import Path

import pytest

from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

DAY = [post(1, "Петя", "12:00:00", "[color=red]Вася[/color]"), post(2, "Ёж", "13:00:00", "[color=red]Вася[/color]")]


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    """A game of three in its first evening."""
    return SmallGame(tmp_path, now="2024-01-10T21:00:00+03:00").set_up("Вася", "Петя", "Ёж").read(*DAY)


def site(game: SmallGame) -> Path:
    return game.game / "site"


def stamps(game: SmallGame) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in site(game).iterdir()}


def read(game: SmallGame, name: str) -> str:
    return (site(game) / name).read_text(encoding="utf-8")


def set_publish(game: SmallGame, *lines: str) -> None:
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[publish]\n", "[publish]\n" + "\n".join(lines) + "\n"), encoding="utf-8")


def test_a_site_has_a_page_for_everything_and_its_data(game: SmallGame) -> None:
    game.must("publish")
    assert set(stamps(game)) == {
        "index.html", "day1.html", "day1.json", "players.html", "player1.html", "player2.html", "player3.html",
        "matrix.html", "rules.html", "counting.html", "summary.json", "feed.xml", "preview.png", "style.css", "site.js",
        "icon.svg",
    }  # fmt: skip


def test_every_file_can_be_read_by_a_web_server(game: SmallGame) -> None:
    game.must("publish")
    assert {file.stat().st_mode & 0o777 for file in site(game).iterdir()} == {0o644}


def test_every_link_leads_to_a_file_of_the_site_or_to_the_forum(game: SmallGame) -> None:
    import lxml.html

    game.must("publish")
    names = set(stamps(game))
    for name in names:
        if name.endswith(".html"):
            for element, _attribute, link, _place in lxml.html.document_fromstring(read(game, name)).iterlinks():
                plain = link.split("?")[0].split("#")[0] or name
                assert plain in names or link.startswith("https://forum.example/"), (name, element.tag, link)


def test_a_site_that_is_published_again_is_not_touched(game: SmallGame) -> None:
    game.must("publish")
    before = stamps(game)
    assert "ничего не изменилось" in game.must("publish")
    assert stamps(game) == before


def test_a_vote_on_the_second_day_leaves_the_pages_of_the_first_as_they_were(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-11T20:00:00+03:00").set_up("Вася", "Петя", "Ёж")
    second = post(3, "Ёж", "2024-01-11T12:00:00", "[color=red]Вася[/color]")
    third = post(4, "Петя", "2024-01-11T13:00:00", "[color=red]Ёж[/color]")
    game.read(*DAY, second, at="2024-01-11T12:30:00+03:00")
    game.must("publish")
    before = stamps(game)
    game.read(*DAY, second, third, at="2024-01-11T13:30:00+03:00")
    game.must("publish")
    changed = {name for name, stamp in stamps(game).items() if stamp != before[name]}
    assert changed == {
        "index.html", "day2.html", "day2.json", "player2.html", "player3.html", "matrix.html", "summary.json",
        "feed.xml", "preview.png",
    }  # fmt: skip


def test_a_night_has_a_page_once_it_is_announced(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    game.must("publish")
    assert "night1.html" not in stamps(game)
    game.must("announce", "day1")
    game.must("announce", "night1")
    game.must("publish")
    assert "Этой ночью никто не погибает" in read(game, "night1.html")
    night = json.loads(read(game, "night1.json"))
    assert (night["phase"], night["view"], night["dead"]) == ("night1", "public", [])


def test_what_is_no_part_of_the_site_any_more_is_removed_and_what_others_put_there_stays(game: SmallGame) -> None:
    game.must("publish")
    (site(game) / "robots.txt").write_text("User-agent: *", encoding="utf-8")
    (site(game) / "old.html").write_text("eigen", encoding="utf-8")
    players = game.game / "players.toml"
    players.write_text(players.read_text(encoding="utf-8").split('[[players]]\nname = "Ёж"')[0], encoding="utf-8")
    assert "удалено 1" in game.must("publish")
    assert "player3.html" not in stamps(game)
    assert {"robots.txt", "old.html"} <= set(stamps(game))


@pytest.mark.parametrize("summary", ["", "[]", '{"files": 7}', '{"files": {"../game.toml": "", "index.html": ""}}'])
def test_a_damaged_summary_removes_nothing_of_others(game: SmallGame, summary: str) -> None:
    game.must("publish")
    (site(game) / "summary.json").write_text(summary, encoding="utf-8")
    game.must("publish")
    assert (game.game / "game.toml").is_file()
    assert json.loads(read(game, "summary.json"))["format"] == 1


def test_the_summary_tells_of_all_pages_and_of_the_current_table(game: SmallGame) -> None:
    game.must("publish")
    summary = json.loads(read(game, "summary.json"))
    assert summary["current"] == game.report()
    assert json.loads(read(game, "day1.json")) == game.report()
    assert summary["players"][0] == {"player": "Вася", "alive": True, "out": None, "executed": False, "revealed": None}
    assert set(summary["files"]) == set(stamps(game))
    for name, state in summary["pages"].items():
        assert f'<meta name="tally-state" content="{state}">' in read(game, name)


def test_before_the_first_day_the_site_says_when_it_begins(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, now="2024-01-08T21:00:00+03:00").set_up("Вася", "Петя", "Ёж")
    game.read(post(1, "Ведущий", "2024-01-08T20:00:00", "Записываемся"), at="2024-01-08T20:30:00+03:00")
    game.must("publish")
    assert "Игра ещё не началась" in read(game, "index.html")
    assert "Вася" in read(game, "index.html")
    assert json.loads(read(game, "summary.json"))["current"] is None


def test_the_site_speaks_the_language_of_game_toml_whatever_the_host_reads(game: SmallGame) -> None:
    set_publish(game, 'language = "en"')
    assert "файлов" in game.must("publish")
    assert '<html lang="en"' in read(game, "index.html")
    assert "Have not voted" in read(game, "index.html")


def test_with_an_address_a_link_in_a_chat_shows_the_picture(game: SmallGame) -> None:
    game.must("publish")
    assert "og:image" not in read(game, "index.html")
    set_publish(game, 'url = "https://example.org/mafia"')
    game.must("publish")
    assert 'property="og:image" content="https://example.org/mafia/preview.png?' in read(game, "index.html")
    assert '<link rel="self" type="application/atom+xml" href="https://example.org/mafia/feed.xml"/>' in read(
        game, "feed.xml"
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('url = "mafia.example.org"', "[publish] url: «mafia.example.org» — не адрес сайта"),
        ('url = "https://me:secret@example.org/"', "[publish] url"),
        ("url = 7", "[publish] url: «7»"),
        ('language = "de"', "[publish] language: языка «de» у сайта нет; есть ru, en"),
        ("command = 7", "[publish] command: здесь нужна команда"),
        ('command = ""', "[publish] command"),
        ("command = 'rsync \"site'", "[publish] command"),
        ("command = ['rsync', 7]", "[publish] command"),
    ],
)
def test_a_wrong_setting_is_told_with_its_key_and_nothing_is_written(game: SmallGame, line: str, told: str) -> None:
    set_publish(game, line)
    done = game.run("publish")
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert len(done.err.splitlines()) == 1
    assert not list(site(game).iterdir())


# The upload.


def uploader(game: SmallGame, *lines: str) -> str:
    """A command for [publish] that runs these lines of Python in the game folder."""
    script = game.folder / "upload.py"
    script.write_text("\n".join(["import os, sys, pathlib", *lines]), encoding="utf-8")
    return f"command = {json.dumps([sys.executable, str(script)])}"


COUNT = "f = pathlib.Path('uploads'); f.write_text((f.read_text() if f.exists() else '') + '.')"


def uploads(game: SmallGame) -> int:
    file = game.game / "uploads"
    return len(file.read_text(encoding="utf-8")) if file.exists() else 0


def test_the_command_runs_after_a_publishing_that_changed_something(game: SmallGame) -> None:
    set_publish(game, uploader(game, COUNT, "assert pathlib.Path(os.environ['TALLY_SITE'], 'index.html').is_file()"))
    game.must("publish")
    assert uploads(game) == 1
    game.must("publish")
    assert uploads(game) == 1


def test_a_command_that_fails_is_told_in_one_line_and_is_tried_again(game: SmallGame) -> None:
    set_publish(game, uploader(game, COUNT, "print('ssh: no route to host', file=sys.stderr)", "sys.exit(12)"))
    for tries in (1, 2):
        done = game.run("publish")
        assert done.status == 2
        assert "закончилась с кодом 12: ssh: no route to host" in done.err
        assert len(done.err.splitlines()) == 1
        assert uploads(game) == tries
    assert (site(game) / "index.html").is_file()
    uploader(game, COUNT)
    game.must("publish")
    game.must("publish")
    assert uploads(game) == 3


def test_a_command_that_is_not_there_is_told(game: SmallGame) -> None:
    set_publish(game, 'command = "no-such-program --to server"')
    done = game.run("publish")
    assert done.status == 2
    assert "«no-such-program»" in done.err


def test_no_shell_reads_the_command(game: SmallGame) -> None:
    script = uploader(game, "pathlib.Path('words').write_text('|'.join(sys.argv[1:]))")
    words = json.loads(script.removeprefix("command = "))
    set_publish(game, f"command = {json.dumps([*words, '$HOME; touch broken', '*'])}")
    game.must("publish")
    assert (game.game / "words").read_text(encoding="utf-8") == "$HOME; touch broken|*"
    assert not (game.game / "broken").exists()


# What goes wrong on the disk.


def test_where_a_page_cannot_be_written_one_line_says_so(game: SmallGame) -> None:
    (site(game) / "index.html").mkdir(parents=True)
    done = game.run("publish")
    assert done.status == 2
    assert "index.html: не записывается" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_page_that_cannot_be_put_in_place_leaves_the_old_one_whole(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.must("publish")
    before = read(game, "index.html")
    set_publish(game, 'language = "en"')

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        assert "no space is left" in game.run("publish").err
    assert read(game, "index.html") == before
    assert not [name for name in stamps(game) if name.startswith(".")]
    # what was not written then is written the next time
    game.must("publish")
    assert '<html lang="en"' in read(game, "index.html")


def test_the_summary_is_written_last(game: SmallGame, monkeypatch: pytest.MonkeyPatch) -> None:
    from tally.files import replace_file

    order: list[str] = []

    def note(file: Path, data: bytes, *, mode: int) -> None:
        order.append(file.name)
        replace_file(file, data, mode=mode)

    monkeypatch.setattr("tally.site.writing.replace_file", note)
    game.must("publish")
    assert order[-1] == "summary.json"
