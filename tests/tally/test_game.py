"""The game folder as a host edits it: what is read, and how each mistake is told."""

from datetime import UTC, date, datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.moments import PhaseId
from tally.errors import GameFault
from tally.folder.game import ThreadKind, find_game, fold_name, hash_seed, read_game

SEED = "0123456789abcdef0123456789abcdef"
GAME = f"""
format = 1
[game]
ruleset = "classic"
title = "Новогодняя"
timezone = "Asia/Vladivostok"
first_day = 2024-01-10
hosts = ["Маэстро"]
seed_hash = "{hash_seed(SEED)}"
[game.options]
tie = "none"
[forum]
threads = [
  {{ url = "https://forum.example/viewtopic.php?t=12&sid=0123456789abcdef0123456789abcdef" }},
  {{ url = "https://forum.example/viewtopic.php?t=13", kind = "votes", from = "day4" }},
]
interval = 0.5
colours.red = ["green", "#0a0"]
[[calendar]]
phase = "day5"
until = 2024-01-14T23:00:00+03:00
[[calendar]]
phase = "day6"
from = 08:00:00
until_post = 123
[[calendar]]
off = 2024-01-13
"""
PLAYERS = f"""
seed = "{SEED}"
[[players]]
name = "Вася"
role = "doctor"
style = "white"
aliases = ["Васёк"]
[[players]]
name = "Петя"
accounts = ["Петя", "Катя"]
account_ids = [57]
[secret]
team_style = "grey"
"""


def write_game(folder: Path, game: str = GAME, players: str = PLAYERS) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "players.toml").write_text(players, encoding="utf-8")
    return folder


def test_everything_in_the_files_is_read(tmp_path: Path) -> None:
    game = find_game(write_game(tmp_path))
    assert (game.ruleset, game.title, game.first_day, game.hosts) == (
        "classic",
        "Новогодняя",
        date(2024, 1, 10),
        ("Маэстро",),
    )
    assert game.timezone == ZoneInfo("Asia/Vladivostok")
    first, second = game.forum.threads
    assert first.url == "https://forum.example/viewtopic.php?t=12"
    assert (second.kind, second.first, second.last) == (ThreadKind.VOTES, PhaseId(4, False), None)
    assert game.forum.interval == 0.5
    assert game.forum.colours == {"red": ("green", "#0a0")}
    until, posts, off = game.calendar
    assert until.closes == datetime(2024, 1, 14, 20, tzinfo=UTC)
    assert (posts.opens, posts.last_post) == (time(8), "123")
    assert off.off == date(2024, 1, 13)
    assert [(seat.name, seat.nicks, seat.account_ids) for seat in game.seats] == [
        ("Вася", ("Вася",), ()),
        ("Петя", ("Петя", "Катя"), ("57",)),
    ]


def test_a_game_shows_no_secret_when_it_is_printed(tmp_path: Path) -> None:
    shown = repr(find_game(write_game(tmp_path)))
    for secret in ("doctor", "white", "grey", SEED):
        assert secret not in shown


def test_the_head_of_a_record_holds_what_the_engine_plays(tmp_path: Path) -> None:
    record = find_game(write_game(tmp_path)).as_record()
    assert record == {
        "format": 1,
        "game": {
            "ruleset": "classic",
            "title": "Новогодняя",
            "timezone": "Asia/Vladivostok",
            "first_day": date(2024, 1, 10),
            "seed": SEED,
            "options": {"tie": "none", "team_style": "grey"},
        },
        "players": [
            {"name": "Вася", "role": "doctor", "style": "white", "aliases": ["Васёк"]},
            {"name": "Петя"},
        ],
    }


def test_the_game_is_found_from_a_folder_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    below = write_game(tmp_path) / "site" / "days"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert find_game(None).folder == tmp_path


def test_a_folder_without_a_game_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameFault, match="tally init"):
        find_game(None)
    with pytest.raises(GameFault, match=str(tmp_path)):
        find_game(tmp_path)


def test_a_folder_that_may_not_be_looked_into_holds_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> bool:
        raise PermissionError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "is_file", refuse)
    for folder in (None, tmp_path):
        with pytest.raises(GameFault, match=r"game\.toml"):
            find_game(folder)


def test_nothing_is_found_from_a_folder_that_was_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(GameFault, match="tally init"):
        find_game(None)


# a change of a line of game.toml → the line and key of the fault, and words of what would be right
GAME_FAULTS = [
    ('ruleset = "classic"', 'ruleset = "clasic"', 4, "game.ruleset", "«classic»"),
    ('ruleset = "classic"', 'ruleset = "mine.toml"', 4, "game.ruleset", "mine.toml"),
    ('title = "Новогодняя"', 'titel = "Новогодняя"', 5, "game.titel", "«title»"),
    ('"Asia/Vladivostok"', '"Asia/Vladivostock"', 6, "game.timezone", "Europe/Moscow"),
    ('"Asia/Vladivostok"', '"../../etc"', 6, "game.timezone", "Europe/Moscow"),
    ("2024-01-10", '"10 января"', 7, "game.first_day", "2024-01-10"),
    ('["Маэстро"]', "[1]", 8, "game.hosts", "список текстов"),
    ('"sha256:', '"sha256:0', 9, "game.seed_hash", "sha256:"),
    ('tie = "none"', 'team_style = "grey"', 11, "game.options.team_style", "players.toml"),
    ('url = "https://forum.example/viewtopic.php?t=13"', 'url = "forum.example"', 15, "forum.threads[2].url", "https"),
    ('url = "https://forum.example/viewtopic.php?t=13", ', "", 15, "forum.threads[2]", "«url»"),
    ('kind = "votes"', 'kind = "vote"', 15, "forum.threads[2].kind", "«votes»"),
    ('from = "day4"', 'from = "day 4"', 15, "forum.threads[2].from", "day5"),
    ("interval = 0.5", "interval = -1", 17, "forum.interval", "от 0"),
    ("interval = 0.5", 'interval = "2"', 17, "forum.interval", "число"),
    ("#0a0", "gren", 18, "forum.colours.red", "#c00"),
    ("colours.red", "colours.green", 18, "forum.colours.green", "red"),
    ("interval = 0.5", 'engine = "phpbb3"', 17, "forum.engine", "«phpbb»"),
    ('phase = "day5"', 'phase = "5"', 20, "calendar[1].phase", "day5"),
    ("until = 2024-01-14T23:00:00+03:00", "", 20, "calendar[1].phase", "until"),
    ("until = 2024-01-14T23:00:00+03:00", 'until = "23 часа"', 21, "calendar[1].until", "23:00:00"),
    ("until_post = 123", "until_post = 123\nuntil = 22:00:00", 25, "calendar[2].until_post", "until"),
    ("off = 2024-01-13", 'off = 2024-01-13\nphase = "day3"', 27, "calendar[3].off", "off"),
    ("off = 2024-01-13", "off = 2024-01-10", 7, "game.first_day", "[[calendar]]"),
    ("off = 2024-01-13", "off = 0001-01-01", 27, "calendar[3].off", "2024-01-10"),
    ('phase = "day6"', 'phase = "day5"', 23, "calendar[2].phase", "в одну"),
    ("2024-01-14T23:00:00+03:00", "9999-12-31T23:00:00-03:00", 21, "calendar[1].until", "23:00:00"),
    ("2024-01-10", "9999-12-31", 7, "game.first_day", "2024-01-10"),
    ("2024-01-10", "0001-01-01", 7, "game.first_day", "2024-01-10"),
    ("forum.example/viewtopic.php?t=13", "forum.example:99999/t", 15, "forum.threads[2].url", "https"),
    ("forum.example/viewtopic.php?t=13", "me:pass@forum.example/t", 15, "forum.threads[2].url", "https"),
    ("[[calendar]]", "[names]\naccept = 5\n[[calendar]]", 20, "names.accept", "список"),
    ("[[calendar]]", "[names]\ndialect = 5\n[[calendar]]", 20, "names.dialect", "colours"),
    ("off = 2024-01-13", "of = 2024-01-13", 27, "calendar[3].of", "«off»"),
    ("format = 1", "format = 2", 2, "format", "format = 1"),
    ("format = 1", "", None, "", "format"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "key", "said"), GAME_FAULTS)
def test_each_fault_of_game_toml_has_its_line_and_says_what_is_right(
    tmp_path: Path, right: str, wrong: str, line: int | None, key: str, said: str
) -> None:
    folder = write_game(tmp_path, GAME.replace(right, wrong, 1))
    _game, faults = read_game(folder)
    shown = [str(fault) for fault in faults]
    where = f"{folder / 'game.toml'}" if line is None else f"{folder / 'game.toml'}:{line}:"
    assert any(each.startswith(where) and key in each and said in each for each in shown), shown
    with pytest.raises(GameFault):
        find_game(folder)


PLAYER_FAULTS = [
    ('name = "Петя"', 'name = "ВАСЯ "', 9, "players[2].name", "номер 1"),
    ('name = "Петя"', 'nam = "Петя"', 8, "players[2]", "«name»"),
    ('name = "Петя"', "name = 5", 9, "players[2].name", "текст"),
    ('name = "Петя"', 'name = " "', 9, "players[2].name", "имя"),
    ('"Катя"]', '"вася"]', 10, "players[2].accounts", "номер 1"),
    ("[57]", "[5.5]", 11, "players[2].account_ids", "12, 57"),
    ("[secret]", "[secrets]", 12, "secrets", "«secret»"),
    (f'"{SEED}"', '"xyz"', 2, "seed", "0-9"),
]


@pytest.mark.parametrize(("right", "wrong", "line", "key", "said"), PLAYER_FAULTS)
def test_each_fault_of_players_toml_has_its_line_and_says_what_is_right(
    tmp_path: Path, right: str, wrong: str, line: int, key: str, said: str
) -> None:
    folder = write_game(tmp_path, players=PLAYERS.replace(right, wrong, 1))
    shown = [str(fault) for fault in read_game(folder)[1]]
    where = f"{folder / 'players.toml'}:{line}:"
    assert any(each.startswith(where) and key in each and said in each for each in shown), shown


def test_a_time_that_cannot_be_read_is_one_fault(tmp_path: Path) -> None:
    _game, faults = read_game(write_game(tmp_path, GAME.replace("2024-01-14T23:00:00+03:00", '"23"')))
    assert [fault.keys for fault in faults] == [("calendar", 0, "until")]


def test_the_first_of_several_faults_is_told_with_the_number_of_the_others(tmp_path: Path) -> None:
    folder = write_game(tmp_path, GAME.replace("title", "titel").replace("hosts", "host"))
    with pytest.raises(GameFault, match=r"game\.toml:5:.*ещё 1 ошибка"):
        find_game(folder)


@pytest.mark.parametrize(
    ("one", "other"), [("Ёжик", "ежик"), ("Зая ля", "ЗАЯ  ЛЯ"), ("Вася", "Вася\u200b"), ("ﬁn", "fin")]
)
def test_names_that_look_alike_are_one_name(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_nobody_plays_yet_is_no_fault_until_somebody_must(tmp_path: Path) -> None:
    game = find_game(write_game(tmp_path, GAME.replace("seed_hash", "# "), ""))
    with pytest.raises(GameFault, match=r"players\.toml"):
        game.require_seats()
