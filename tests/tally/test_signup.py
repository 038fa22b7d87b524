"""`tally signup`: lists as hosts write them, from a file, a saved page and a forum, taken into players.toml."""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from fixtures.forum_server import serve_thread
from fixtures.phpbb_thread import WrittenThread
from tally.folder.signup_list import Section, SignupList, read_signup
from tests.tally.evening import URL, Done, run

LIST = """[b]Набор на игру «Снежная мафия»[/b]
Ведущий: Маэстро

Правила:
1. Не спать на голосовании, ведущий следит.
2. Голоса до 22:00.

[b]Записались (12/15):[/b]
1. Sergey Ace - Туз бубен
2) Вася (не раньше воскресенья)
3 — РэдДи
4. [s]Петя[/s]
6. @Кролек +
7. ~~Жанна~~ Эмилия
8. Ля - снялась
9. Гафф — буду с пятницы
10. Maska, если успею
11. King EcitoN ✅
12.
13. свободно
14) [HEAD]hunter
15. Puss (запас)

[u]Запас:[/u] Catkus, Ada Wong
"""


def names(found: SignupList, section: Section = Section.PLAYERS) -> list[str]:
    return [each.name for each in found.of(section)]


def players(game: Path) -> dict[str, dict[str, Any]]:
    data = tomllib.loads((game / "players.toml").read_text(encoding="utf-8"))
    return {table["name"]: table for table in data.get("players", [])}


def make_game(folder: Path, ruleset: str = "classic", *options: str) -> Path:
    given = [part for option in options for part in ("--option", option)]
    setup = ["--ruleset", ruleset, "--thread", URL, "--host", "Маэстро", "--title", "Игра", *given]
    assert run(folder, "init", "game", *setup).status == 0
    return folder / "game"


def signup(game: Path, text: str, *more: str) -> Done:
    file = game / "list.txt"
    file.write_text(text, encoding="utf-8")
    return run(game, "signup", "list.txt", *more)


@pytest.mark.parametrize("heading", ["Playerlist:", "Player List", "Players", "Living:", "[b]Players Alive[/b]"])
def test_a_list_of_plain_lines_under_its_heading(heading: str) -> None:
    found = read_signup(
        "The tide has left a chest.\n\n[size=110]" + heading + "[/size]\nquietpond\nGudgeon\n"
        "Two Herons (hydra of Ash and Elm)\nNot_Salvia [s]OldAlder[/s]\nTwo Rooks (hydra of Oak) [s]Rowan[/s]\nReckon\n"
        "* = prods\n\nGudgeon\nReckon\n\nRules:\n1. Be kind. Do not edit."
    )
    assert names(found) == ["quietpond", "Gudgeon", "Two Herons", "Not_Salvia", "Two Rooks", "Reckon"]
    assert found.of(Section.PLAYERS)[2].note == "hydra of Ash and Elm"


@pytest.mark.parametrize(
    "count",
    ["Vote Count 1.1\n\n(1) Gudgeon - Reckon\n(2) Not Voting - Alder, Rhodie",
     "Не голосовали:\n1. Вася\n2. Петя", "Votecount 5.1\n1. Gudgeon -0\n2. Reckon -1 (Alder)"],
)  # fmt: skip
def test_a_count_of_votes_is_no_list(count: str) -> None:
    assert read_signup(count) == SignupList()


def test_a_list_may_stand_beside_a_count() -> None:
    assert names(read_signup("Players:\n1. Gudgeon\n2. Reckon\n\nVotecount 1.1:\nGudgeon (0)")) == ["Gudgeon", "Reckon"]


def test_whoever_helps_to_run_the_game_is_no_reserve() -> None:
    found = read_signup(
        "Moderator: Zed\nBackup Moderator: Yan\nCo-mod: Wol\nСоведущий: Ува\nReviewer: Xan\n"
        "Players:\n1. Gudgeon\n2. Reckon\n3. Tor (backup mod)\nReplacements: Rhodie\nЗапасной ведущий: Фил"
    )
    assert names(found, Section.HOSTS) == ["Zed", "Yan", "Wol", "Ува", "Tor", "Фил"]
    assert (names(found), names(found, Section.RESERVES)) == (["Gudgeon", "Reckon"], ["Rhodie"])
    assert names(found, Section.OTHERS) == ["Xan"]


@pytest.mark.parametrize(
    ("line", "name", "note"),
    [
        ("1. Sergey Ace - Туз бубен", "Sergey Ace", "Туз бубен"),
        ("1) Вася (не раньше воскресенья)", "Вася", "не раньше воскресенья"),
        ("1 — РэдДи", "РэдДи", None),
        ("1 РэдДи", "РэдДи", None),
        ("№1 РэдДи", "РэдДи", None),
        ("1.РэдДи", "РэдДи", None),
        ("1️⃣ РэдДи", "РэдДи", None),
        ("• РэдДи", "РэдДи", None),
        ("- РэдДи", "РэдДи", None),
        ("[*]РэдДи", "РэдДи", None),
        ("1. [url=https://forum.example/u5]РэдДи[/url];", "РэдДи", None),
        ("1. @РэдДи ++", "РэдДи", None),
        ("1. [color=red][b]РэдДи[/b][/color]", "РэдДи", None),
        ("1. Люсиль (с понедельника) =", "Люсиль", "с понедельника"),
        ("1. Гафф — буду с пятницы (новичок)", "Гафф", "буду с пятницы, новичок"),
        ("1. Maska, если успею", "Maska", "если успею"),
        ("1. [HEAD]hunter", "[HEAD]hunter", None),
        ("1. Кот-учёный", "Кот-учёный", None),
        ("Mr. Twist", "Mr. Twist", None),
        ("1. Вася(2)", "Вася(2)", None),
    ],
)
def test_a_line_of_the_list_is_a_nick_and_a_remark(line: str, name: str, note: str | None) -> None:
    found = read_signup(f"Игроки:\n{line}\n")
    assert [(each.name, each.note) for each in found.entries] == [(name, note)]


def test_a_whole_post_is_read() -> None:
    found = read_signup(LIST)
    assert names(found) == [
        "Sergey Ace", "Вася", "РэдДи", "Кролек", "Эмилия", "Гафф", "Maska", "King EcitoN", "[HEAD]hunter",
    ]  # fmt: skip
    assert names(found, Section.RESERVES) == ["Puss", "Catkus", "Ada Wong"]
    assert names(found, Section.HOSTS) == ["Маэстро"]
    assert found.struck == ("Петя", "Ля (снялась)")


@pytest.mark.parametrize(
    "text",
    [
        "Вася\nAda Wong\nКролек\n",
        "Играем составом:\n\nВася\nAda Wong\nКролек\n\nПравила голосования. Голос против — ник красным.\nПример: Ник\n",
        "Сегодня набор, пишитесь сюда, мест немного.\n1. Вася\n2. Ada Wong\n3. Кролек\nВсем удачи!",
        "Участники (3 из 12): Вася, Ada Wong, Кролек.",
        "УЧАСТНИКИ\nВася\nAda Wong\nКролек",
        "Играют трое:\nВася\nAda Wong\nКролек\nГолос против — ник красным. Последний отменяет прежний.",
        "Список игроков\n1. Вася\n\n2. Ada Wong\n\n3. Кролек\n\nОсталось мест: 9",
        "<b>Players:</b>\n1. Вася\n2. Ada Wong\n3. Кролек\n\nWaiting list:\n1. Puss",
    ],
)
def test_the_list_is_found_in_what_stands_around_it(text: str) -> None:
    assert names(read_signup(text)) == ["Вася", "Ada Wong", "Кролек"]


@pytest.mark.parametrize(
    "text", ["", "Привет всем!", "Правила:\n1. Не спать на голосовании. Ведущий следит.", "22:00: итоги"]
)
def test_a_text_without_a_list_has_none(text: str) -> None:
    assert read_signup(text).entries == ()


def test_a_nick_that_is_known_is_not_taken_apart() -> None:
    line = "Игроки:\n1. Jay - Z\n2. Вася (старший)"
    assert [each.whole for each in read_signup(line).entries] == ["Jay - Z", None]
    assert names(read_signup(line, nicks=["jay - z", "Вася (старший)"])) == ["Jay - Z", "Вася (старший)"]


def test_players_are_added_and_the_file_keeps_its_comments(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    before = (game / "players.toml").read_text(encoding="utf-8")
    done = signup(game, LIST)
    assert done.status == 0, done.out
    assert list(players(game)) == [
        "Sergey Ace", "Вася", "РэдДи", "Кролек", "Эмилия", "Гафф", "Maska", "King EcitoN", "[HEAD]hunter",
    ]  # fmt: skip
    assert players(game)["Вася"]["note"] == "не раньше воскресенья"
    assert "запас (в этих правилах его нет" in done.out
    after = (game / "players.toml").read_text(encoding="utf-8")
    assert [line for line in before.splitlines() if line.startswith("#")] == [
        line for line in after.splitlines() if line.startswith("#")
    ]
    assert (game / "players.toml").stat().st_mode & 0o777 == 0o600
    assert run(game, "check").status == 0


def test_a_second_time_changes_nothing_and_a_dry_run_neither(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    empty = (game / "players.toml").read_bytes()
    assert "+ РэдДи" in signup(game, LIST, "--dry-run").out
    assert (game / "players.toml").read_bytes() == empty
    signup(game, LIST)
    written = (game / "players.toml").read_bytes()
    assert "менять нечего" in signup(game, LIST).out
    assert (game / "players.toml").read_bytes() == written


def test_the_casino_keeps_cards_and_reserves(tmp_path: Path) -> None:
    """CAS-11, CAS-12."""
    game = make_game(tmp_path, "casino", "trump=hearts", "town_suit=clubs")
    lines = ("1. Sergey Ace - Туз бубен", "2. Ada Wong - Джокер красный", "3. Nejka - Король бубен (не ранее 19-го)")
    text = "\n".join([*lines, "", "Запас:", "Catkus - 2 червей"])
    assert signup(game, text).status == 0
    assert players(game) == {
        "Sergey Ace": {"name": "Sergey Ace", "signup_card": "Туз бубен"},
        "Ada Wong": {"name": "Ada Wong", "signup_card": "Джокер красный"},
        "Nejka": {"name": "Nejka", "signup_card": "Король бубен", "note": "не ранее 19-го"},
        "Catkus": {"name": "Catkus", "signup_card": "2 червей", "reserve": True},
    }
    changed = signup(game, text.replace("Запас:\nCatkus", "4. Catkus"))
    assert "~ Catkus (теперь играет, не в запасе)" in changed.out
    assert "reserve" not in players(game)["Catkus"]


def test_a_double_is_taken_once_and_what_looks_alike_is_told(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    done = signup(game, "1. Вася\n2. Кролек\n3. вася\n4. Кролик\n5. Маэстро")
    assert list(players(game)) == ["Вася", "Кролек", "Кролик"]
    assert "в списке дважды, взяты один раз: вася" in done.out
    assert "похожи: Кролик и Кролек" in done.out
    assert "ведущие не играют: Маэстро" in done.out


def test_another_spelling_of_a_player_is_asked_about_not_added(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    signup(game, "1. Кролик\n2. Вася")
    done = signup(game, "1. Кролек\n2. Вася")
    assert done.status == 1
    assert list(players(game)) == ["Кролик", "Вася"]
    assert '--new "Кролек"' in done.out
    assert signup(game, "1. Кролек\n2. Вася", "--new", "Кролек").status == 0
    assert list(players(game)) == ["Кролик", "Вася", "Кролек"]


def test_where_a_nick_ends_is_asked_about(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    done = signup(game, "1. Jay - Z\n2. Вася")
    assert (done.status, list(players(game))) == (1, ["Вася"])


def test_the_list_is_fetched_from_the_thread(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    settings = game / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("interval = 2", "interval = 0"), encoding="utf-8")
    thread = WrittenThread(
        {
            "forum": {"name": "Форум", "section": "Игры", "timezone": "Europe/Moscow", "per_page": 1},
            "thread": {"id": 12, "title": "Набор"},
            "authors": [{"name": "Маэстро", "id": 1}, {"name": "Вася", "id": 2}],
            "posts": [
                {"id": 1, "by": "Маэстро", "at": datetime.fromisoformat("2024-01-09T12:00"), "text": LIST},
                {"id": 2, "by": "Вася", "at": datetime.fromisoformat("2024-01-09T13:00"), "text": "Я в деле"},
            ],
        }
    )
    with serve_thread(thread) as address:
        done = run(game, "signup", f"{address}&start=1")
    assert done.status == 0, done.err
    assert list(players(game))[:2] == ["Sergey Ace", "Вася"]
    assert "вычеркнуты: Петя, Ля (снялась)" in done.out


@pytest.mark.parametrize(
    ("page", "first", "last", "count"),
    [
        ("phpbb/01_thread_guest/page01.html", "Вася", "ТС", 22),
        ("smf/admin/topic_p1_start0.html", "Вася", "ТС", 18),
        ("discourse/synthetic/t_4711.json", "Вася", "Krassa", 18),
        ("nodebb/guest/topic_p1.html", "Вася", "Эмилия", 18),
    ],
)
def test_the_list_is_found_on_saved_pages(
    tmp_path: Path, shared: Path, page: str, first: str, last: str, count: int
) -> None:
    game = make_game(tmp_path)
    assert run(game, "signup", str(shared / "pages" / page)).status == 0
    found = list(players(game))
    assert (found[0], found[-1], len(found)) == (first, last, count)


def test_wrong_sources_are_told_in_one_line(tmp_path: Path) -> None:
    game = make_game(tmp_path)
    assert run(game, "signup", "absent.txt").status == 2
    assert signup(game, "Привет всем, как дела?").status == 2
    assert signup(game, "<!doctype html><title>Вход</title>").status == 3
    assert players(game) == {}
