"""FluxBB, PunBB and the mybb.ru hosting: addresses of pages, and who edited a post when."""

from datetime import UTC, datetime

import pytest

from parsers import page_address, read_page
from parsers.engines.punbb_family import EDIT_TIME, MERGED, read_editor


@pytest.mark.parametrize(
    ("thread", "page", "address"),
    [
        ("http://f.example/viewtopic.php?id=7", 1, "http://f.example/viewtopic.php?id=7"),
        ("http://f.example/viewtopic.php?id=7", 3, "http://f.example/viewtopic.php?id=7&p=3"),
        ("http://f.example/viewtopic.php?id=7&p=9#p61", 1, "http://f.example/viewtopic.php?id=7"),
        ("http://f.example/topic7.html", 2, "http://f.example/topic7-p2.html"),
        ("http://f.example/topic7-a-2-b-p4.html", 1, "http://f.example/topic7-a-2-b.html"),
        ("http://f.example/topic/7/", 2, "http://f.example/topic/7/page/2/"),
        ("http://f.example/topic/7/a-b/page/4/", 1, "http://f.example/topic/7/a-b/"),
    ],
)
@pytest.mark.parametrize("engine", ["fluxbb", "punbb", "rusff"])
def test_a_page_is_addressed_in_the_scheme_of_its_thread(engine: str, thread: str, page: int, address: str) -> None:
    assert page_address(engine, thread, page, 25) == address


@pytest.mark.parametrize(
    ("note", "author", "editor", "time"),
    [
        ("Last edited by Вася (2024-01-10 22:00:01)", "Вася", "Вася", "2024-01-10 22:00:01"),
        ("Изменено Ля (2) (Вчера 22:00)", "Вася", "Ля (2)", "Вчера 22:00"),
        ("Отредактировано Е (Сегодня 00:01:02)", "Е", "Е", "Сегодня 00:01:02"),
        ("(edited by Fredi 1903 2024-01-10 22:00:01)", "Fredi 1903", "Fredi 1903", "2024-01-10 22:00:01"),
        ("(edited by Fredi 1903 2024-01-10 22:00:01)", "Вася", "Fredi 1903", "2024-01-10 22:00:01"),
        ("(edited by Mod 2 Today 22:00)", "Вася", "Mod 2", "Today 22:00"),
        ("(изменено: Ада, Вонг, Nov 27 2026 8:55 pm)", "Вася", "Ада, Вонг", "Nov 27 2026 8:55 pm"),
        ("(изменено: Вася, 10 января 2024 22:00)", "Вася", "Вася", "10 января 2024 22:00"),
        ("Bearbeitet von Вася (2024-01-10 22:00)", "Вася", None, "2024-01-10 22:00"),
    ],
)
def test_an_edit_note_tells_the_editor_and_the_time(note: str, author: str, editor: str | None, time: str) -> None:
    assert read_editor(note, author) == editor
    found = EDIT_TIME.search(note.partition(editor)[2] if editor else note)
    assert found is not None
    assert found.group("time") == time


@pytest.mark.parametrize(
    ("line", "span", "time"),
    [
        ("Добавлено спустя 1 ч 02 мин 05 с:", "1 ч 02 мин 05 с", None),
        ("Added later 1 d 02 h 05 min 00 s:", "1 d 02 h 05 min 00 s", None),
        ("Добавлено через 8 минут", "8 минут", None),
        ("Добавлено (2024-01-10 21:59:12)", None, "2024-01-10 21:59:12"),
    ],
)
def test_a_line_before_merged_text_tells_when_it_was_added(line: str, span: str | None, time: str | None) -> None:
    found = MERGED.search(f"раз\n{line}\nдва")
    assert found is not None
    assert (found.group("span"), found.group("time")) == (span, time)


@pytest.mark.parametrize("said", ["Добавлено спустя рукава", "Добавлено 5 минут", "не Добавлено спустя 5 минут:"])
def test_what_players_say_is_no_line_before_merged_text(said: str) -> None:
    assert MERGED.search(said) is None


def test_an_answer_of_the_api_about_several_threads_is_no_page_of_one() -> None:
    rows = '{"id":1,"topic_id":7,"username":"A","posted":1704913199,"message":"x"}'
    page = read_page(f'{{"response":[{rows},{rows.replace("7,", "8,")}]}}'.encode())
    assert (page.engine, page.kind.value, page.thread) == ("rusff", "feed", None)


def test_the_api_refuses_in_words() -> None:
    page = read_page(b'{"error":{"code":7,"message":"Topic not found"}}')
    assert (page.engine, page.kind.value) == ("rusff", "missing")


@pytest.mark.parametrize(
    ("shown", "zone"), [("Сегодня 01:59:59", 7), ("2024-01-10 18:59:59", 0), ("2024-01-10 13:59:59", -5)]
)
def test_a_board_of_mybb_ru_shows_its_zone_by_telling_times_twice(shown: str, zone: int) -> None:
    html = f"""<html lang="ru"><body><div id="pun"><div id="pun-viewtopic" class="punbb" data-topic-id="7">
    <div id="pun-main"><div id="topic_t7" class="topic">
    <div id="p5" class="post" data-posted="1704913199" data-user-id="2">
    <h3><strong>1</strong><a class="permalink" href="/viewtopic.php?id=7#p5">{shown}</a></h3>
    <div><div><ul><li class="pa-author"><a href="/profile.php?id=2">Вася</a></li></ul></div><div><div>
    <div class="post-content">x
    <p class="lastedit">Отредактировано Вася (2024-01-12 12:00:00)</p></div></div></div></div>
    </div></div></div></div></div></body></html>"""
    [post] = read_page(html.encode()).posts
    assert post.edited is not None
    assert post.edited.time == datetime(2024, 1, 12, 12 - zone, tzinfo=UTC)
