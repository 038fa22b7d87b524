"""Private messages pasted whole: whose they are, what of them is the sender's own, and that each is confirmed."""

import json
import os
import pty
import sys
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from parsers.page import Precision
from tally.orders.pasted import Pasted, read_pasted
from tests.tally.evening import NOW, make_game, run
from tests.tally.test_night import CAST

ZONE = ZoneInfo("Europe/Moscow")
AT = datetime(2024, 1, 10, 19, 14, tzinfo=UTC)
THREE = """От: Сальвия
Кому: Маэстро
Отправлено: 10 янв 2024, 22:14
Тема: Re: Ночь 1

Привет! Лечу Васю.
Спасибо
_________________
Кот — лучший друг человека. Убить всех!

Маэстро писал(а):
> Ночь 1 началась. Кого лечите?
> Не лечите Петю

От кого: РэдДи
Дата: 10.01.2024 22:20:31
Заголовок: нд

Маэстро писал(а):
Жду ход мафии, убить можно Ля?

убиваем Ля

Маэстро » 10 янв 2024, 22:25
Принято
Гафф » 10 янв 2024, 22:30
проверяю Петю
"""
PHPBB = """<!DOCTYPE html><html><head><title>Личные сообщения</title></head><body>
<div id="post-1" class="post pm has-profile"><div class="postbody"><h3 class="first">Re: Ночь 1</h3>
<p class="author"><strong>От:</strong> <a class="username">Сальвия</a></p>
<p class="author"><strong>Отправлено:</strong> 10 янв 2024, 22:14</p>
<p><strong>Кому:</strong> <a class="username">Маэстро</a></p>
<div class="content">Лечу Васю<br>
<blockquote><div><cite>Маэстро писал(а):</cite>Не лечите Петю</div></blockquote></div>
<div id="sig1" class="signature">убить всех</div></div></div></body></html>"""


def read(text: str) -> tuple[Pasted, ...]:
    nicks = [player.split()[0] for player in CAST]
    return read_pasted(text.encode(), zone=ZONE, now=AT, hosts=["Маэстро"], nicks=nicks)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_game(tmp_path, "classic", CAST)


def test_several_messages_come_apart_without_quotes_signatures_and_the_hosts_own() -> None:
    assert read(THREE) == (
        Pasted("Сальвия", "Привет! Лечу Васю.\nСпасибо", AT, Precision.MINUTE),
        Pasted("РэдДи", "убиваем Ля", datetime(2024, 1, 10, 19, 20, 31, tzinfo=UTC), Precision.SECOND),
        Pasted("Гафф", "проверяю Петю", datetime(2024, 1, 10, 19, 30, tzinfo=UTC), Precision.MINUTE),
    )


@pytest.mark.parametrize(
    "text",
    [
        "From: Сальвия\nSent: 10 Jan 2024 22:14\nSubject: night\n\nЛечу Васю\n\n-----Original Message-----\nNight 1",
        "Отправитель: Сальвия\nДата: 10.01.2024 22:14\n[quote=Маэстро]Кого лечите, Петю?[/quote]\nЛечу Васю",
        "Сальвия, 10.01.2024 22:14\nЛечу Васю\nОтветить | Цитировать",
        "Сальвия\nОтправлено: 10 января 2024, 22:14\n\nЛечу Васю\n\n10.01.2024 20:00, Маэстро написал:\nне лечите Петю",
        PHPBB,
    ],
)
def test_heads_of_many_forums_are_read(text: str) -> None:
    assert read(text) == (Pasted("Сальвия", "Лечу Васю", AT, Precision.MINUTE),)


def test_a_message_without_a_head_has_no_sender() -> None:
    assert read("лечу Васю") == (Pasted(None, "лечу Васю"),)
    assert read("Маэстро » 10 янв 2024, 22:25\nПринято") == ()


def paste(game: Path, text: str, *more: str) -> Path:
    (game / "pm.txt").write_text(text, encoding="utf-8")
    return game / "pm.txt"


def test_nothing_is_entered_before_it_is_confirmed(game: Path) -> None:
    paste(game, THREE)
    done = run(game, "night", "1", "--pm", "pm.txt")
    assert done.status == 1
    assert done.out.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")
    assert "лечить → Вася" in done.out
    assert "Лечу Васю" not in run(game, "night", "1", "--list").out
    done = run(game, "night", "1", "--pm", "pm.txt", "--yes")
    assert "Лечу Васю" in run(game, "night", "1", "--list").out


def test_what_was_entered_before_and_what_is_of_another_night_is_passed_by(game: Path) -> None:
    paste(game, THREE.replace("Маэстро »", "Тень »"))
    run(game, "night", "1", "--pm", "pm.txt", "--yes")
    before = run(game, "night", "1", "--list").out
    assert "уже внесено" in run(game, "night", "1", "--pm", "pm.txt", "--yes").out
    assert run(game, "night", "1", "--list").out == before
    assert "из другой ночи" in run(game, "night", "2", "--pm", "pm.txt", "--yes", now="2024-01-11T22:30:00+03:00").out


def test_who_sent_a_bare_text_stands_before_it(game: Path) -> None:
    paste(game, "лечу Васю")
    assert run(game, "night", "1", "--pm", "pm.txt", "--yes").status == 1
    assert run(game, "night", "1", "Сальвия", "--pm", "pm.txt", "--yes").status == 0
    paste(game, "")
    assert run(game, "night", "1", "--pm", "pm.txt").status == 2


def test_two_messages_of_one_minute_are_asked_about(game: Path) -> None:
    paste(game, "Сальвия, 10.01.2024 22:14\nЛечу Васю\nСальвия, 10.01.2024 22:14\nЛечу Петю")
    done = run(game, "night", "1", "--pm", "pm.txt", "--yes")
    assert done.status == 1
    assert "какое из сообщений позже" in done.out or "--later" in done.out


def test_many_lines_can_be_tried_and_printed_for_programs(game: Path) -> None:
    lines = "22:14 Сальвия: лечу Васю\n22:15 Сальвия: лечу Петю\nГафф: Петя\n"
    (game / "night.txt").write_text(lines, encoding="utf-8")
    for option in ("--file", "--from"):
        done = run(game, "night", "1", option, "night.txt", "--dry-run", "--json")
        assert done.status == 0
        told = json.loads(done.out)
        assert [(each["by"], each.get("on"), each.get("why")) for each in told] == [
            ("Сальвия", ["Вася"], None),
            ("Сальвия", ["Петя"], None),
            ("Гафф", None, "no-action"),
        ]
    paste(game, THREE)
    assert len(json.loads(run(game, "night", "1", "--pm", "pm.txt", "--dry-run", "--json").out)) == 3
    assert "лечу" not in run(game, "night", "1", "--list").out


@pytest.mark.skipif(os.name == "nt", reason="a terminal of this kind is not on Windows")
def test_a_person_at_a_terminal_is_asked(game: Path) -> None:
    paste(game, THREE)
    out = typed(game, "y\nn\ny\n", "night", "1", "--pm", "pm.txt")
    assert out.count("Внести?") == 3
    listed = run(game, "night", "1", "--list").out
    assert "Лечу Васю" in listed
    assert "убиваем" not in listed


@pytest.mark.skipif(os.name == "nt", reason="a terminal of this kind is not on Windows")
def test_lines_are_typed_at_a_terminal_and_a_same_time_is_asked_about(game: Path) -> None:
    out = typed(game, "22:14 Сальвия: лечу Васю\n22:14 Сальвия: лечу Петю\ny\n\n", "night", "1")
    assert "Сальвия (доктор)" in out
    assert "Это сообщение действует?" in out or "?" in out
    orders = json.loads(run(game, "export", "--json").out)["phases"][-1]["actions"]
    assert [each["on"] for each in orders] == [["Вася"], ["Петя"]]


def typed(game: Path, keys: str, *arguments: str) -> str:
    """What the program prints on a terminal at which a person types these keys."""
    parent, child = pty.openpty()
    process = os.fork()
    if process == 0:
        os.close(parent)
        os.chdir(game)
        for stream in (0, 1, 2):
            os.dup2(child, stream)
        os.environ.update(TALLY_NOW=NOW, PYTHONIOENCODING="utf-8")
        os.execv(sys.executable, [sys.executable, "-m", "tally", *arguments])
    os.close(child)
    os.write(parent, keys.encode())
    out = b""
    while True:
        try:
            piece = os.read(parent, 4096)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.waitpid(process, 0)
    os.close(parent)
    return out.decode("utf-8", "replace")
