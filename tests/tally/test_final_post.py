"""The first post, those of announcements, that of the end: our templates or the host's own; wrong ones are told of."""

from pathlib import Path

import pytest

from engine import rulesets
from tests.tally.closing_game import make_closing_game
from tests.tally.evening import make_game, run
from tests.tally.small_game import SmallGame


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    game = make_closing_game(tmp_path / "one")
    game.must("night", "1", "РэдДи", "убить Ля", "--at", "22:14")
    return game


def write_template(game: SmallGame, name: str, text: str) -> None:
    (game.game / "templates").mkdir(exist_ok=True)
    (game.game / "templates" / name).write_text(text, encoding="utf-8")


# The opening post.


def test_the_opening_post_tells_suits_clock_threads_and_pictures(tmp_path: Path) -> None:
    """CAS-1, CAS-24, CAS-141: and nothing of what was dealt."""
    cast = ["Вася don signup_card=QS", "Петя doctor", "Жанна citizen card=4D", "Ля commissar", "Тимон joker"]
    game = make_game(tmp_path, "casino", cast, "trump=hearts", "town_suit=clubs", "schedule_shift=-60")
    settings = game / "game.toml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(written.replace('t=12"', 't=12", kind = "votes"'), encoding="utf-8")
    told = run(game, "announce", "start").out.splitlines()
    assert told[2:5] == [
        "козырь: масть мафии — черви",
        "масть мирных ролевиков — трефы",
        "масти мирных жителей — бубны, пики",
    ]
    assert told[6:10] == [
        "Голосование: до 21:00:00 включительно (Europe/Moscow)",
        "Ночные действия: до 22:00:00 включительно",
        "Итоги: примерно к 22:30",
        "Голосование: https://forum.example/viewtopic.php?t=12",
    ]
    assert told[12:14] == ["1. Вася — дама пик", "2. Петя"]
    assert not any(word in "\n".join(told) for word in ("дон", "доктор", "комиссар", "джокер", "четвёрка"))


@pytest.mark.parametrize("ruleset", sorted(set(rulesets()) - {"casino"}))
def test_every_game_has_an_opening_post(tmp_path: Path, ruleset: str) -> None:
    game = make_game(tmp_path, ruleset, ["Вася", "Петя", "Жанна", "Ля"])
    for form in ("plain", "bbcode"):
        told = run(game, "announce", "start", "--format", form)
        assert told.status == 0, told.err
        assert "2. Петя" in told.out
    assert "opening.bbcode.txt" in run(game, "announce", "start", "--template").out


# The results post.


def test_the_templates_are_written_to_be_edited_and_give_the_same_post(game: SmallGame) -> None:
    before = game.must("announce", "day1"), game.must("announce", "day1", "--format", "bbcode")
    told = game.must("announce", "--template")
    assert "results.txt" in told
    assert "results.bbcode.txt" in told
    assert (game.must("announce", "day1"), game.must("announce", "day1", "--format", "bbcode")) == before
    write_template(game, "results.txt", "моё")
    assert "уже есть" in game.must("announce", "--template")
    assert (game.game / "templates" / "results.txt").read_text(encoding="utf-8") == "моё"


def test_a_hosts_own_template_makes_the_post(game: SmallGame) -> None:
    write_template(
        game,
        "results.txt",
        "Итоги «{{ game }}», {{ title }}.\nКазнены: {{ executed | join(', ') }}; живы {{ alive | length }}.\n",
    )
    assert game.must("announce", "day1") == "Итоги «Игра», День 1.\nКазнены: Петя; живы 7.\n"


def test_a_nick_is_no_code_of_the_forum_in_any_template(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path / "one")
    players = game.game / "players.toml"
    players.write_text(players.read_text(encoding="utf-8").replace('"Тимон"', '"[b]Тимон"'), encoding="utf-8")
    write_template(game, "results.bbcode.txt", "{{ alive | join(', ') }}")
    assert "[b]" not in game.must("announce", "day1", "--format", "bbcode")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{{ title }}\n{% for line in news %}\n{{ line }}\n", 3),
        ("{{ title }}\n\n{{ roles_of_all }}\n", 3),
        ("{{ title }}\n{{ news.append('x') }}\n", 2),
        ("{{ ''.__class__.__mro__ }}\n", 1),
        ("\n{% include '/etc/passwd' %}\n", 2),
        ("{{ alive[0].role }}", 1),
        ("{{ 1 / 0 }}", 1),
        ("{% for a in range(1000000000) %}{% endfor %}", 1),
    ],
)
def test_a_wrong_template_is_one_line_with_its_place_and_releases_nothing(
    game: SmallGame, text: str, line: int
) -> None:
    write_template(game, "results.txt", text)
    done = game.run("announce", "day1")
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "results.txt" in done.err
    assert f":{line}:" in done.err or "include" in text
    assert game.report()["unannounced"] == ["day1"]


# The end.


def test_before_the_announced_end_there_is_no_last_post(game: SmallGame) -> None:
    done = game.run("end")
    assert (done.status, done.out) == (2, "")
    game.must("announce", "day1")
    assert game.run("end").status == 2


def test_the_last_post_tells_everything(game: SmallGame) -> None:
    game.must("end", "мафия", "--phase", "night1")
    for phase in ("day1", "night1"):
        game.must("announce", phase)
    post = game.must("end")
    for told in ("Победа: мафия", "Сальвия — доктор", "Петя — ", "убить → Ля", "×3", "sha256:"):
        assert told in post, told
    seed = next(
        line for line in (game.game / "players.toml").read_text(encoding="utf-8").splitlines() if "seed" in line
    )
    assert seed.split('"')[1] in post
    assert "ВЕДУЩЕГО" not in post
    code = game.must("end", "--format", "bbcode")
    assert code.startswith("[b]Игра окончена: Игра[/b]")
    assert (game.game / "site" / "index.html").exists()


def test_a_day_that_the_host_ends_early_executes_nobody(game: SmallGame) -> None:
    for phase in ("day1", "night1", "day2", "night2"):
        game.must("announce", phase)
    told = game.must("end", "город")
    assert told.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert "никого не казнит" in told
    post = game.must("announce", "day3")
    assert "Сегодня никого не казнят" in post
    assert "Победа: город" in post
    assert "Тимон" in game.must("end")


def test_the_hosts_end_can_be_taken_back(game: SmallGame) -> None:
    game.must("end", "город", "--phase", "day2")
    game.must("end", "--undo")
    assert "Победа: город" not in game.must("resolve", "day2")


def test_the_last_posts_template_can_be_edited(game: SmallGame) -> None:
    game.must("end", "--template")
    write_template(
        game, "final.txt", "{{ victory }}\n{% for player in players %}{{ player.name }}={{ player.role }};{% endfor %}"
    )
    game.must("end", "town", "--phase", "day1")
    game.must("announce", "day1")
    assert "Сальвия=доктор;" in game.must("end")
