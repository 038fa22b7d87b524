"""A long game is not counted again from its beginning; what is published is what a count of the whole would give."""

import os
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tally.folder.game import Game, find_game
from tally.play.course import open_course
from tally.service.following import notices_now
from tally.service.notices import Notice
from tally.site.collect import collect_town
from tally.site.publish import PREVIEW, make_site, publish, published_past
from tally.site.settings import read_settings
from tally.store import Store
from tests.tally.evening import run
from tests.tally.served_forum import HOST, Scripted, ScriptedForum, SetClock, make_served_game, moscow

PLAYERS = ("Вася", "Петя", "Жанна", "Ёлка", "Барсук", "Сойка")
BEGINS, DAYS = moscow("10:00:00"), 3
STEPS = 16
FIRST_POST = 100
VOTE = "[color=red]Барсук[/color]"


def make_thread(rng: random.Random) -> list[Scripted]:
    """Three days of posts, some of them votes, around the deadlines too; some are edited or vanish, soon or late."""
    times = [BEGINS + timedelta(minutes=rng.randrange(DAYS * 24 * 60 - 60)) for _each in range(24)]
    ends = [moscow("22:00:00", 10 + day) for day in range(DAYS)]
    times += [end + timedelta(seconds=rng.randrange(-60, 90)) for end in ends for _each in range(3)]
    posts = []
    for number, at in enumerate(sorted(times)):
        by = rng.choice((*PLAYERS, *PLAYERS, HOST, "Прохожий"))
        name = rng.choice(PLAYERS)
        text = rng.choice(("Думаю.", f"[color=red]{name}[/color]", f"[color=blue]{name}[/color]"))
        later = at + timedelta(minutes=rng.choice((5, 40, 700, 2000)))
        edits = ((later, f"[color=red]{rng.choice(PLAYERS)}[/color] и всё"),) if rng.random() < 0.15 else ()
        gone = later if not edits and rng.random() < 0.1 else None
        posts.append(Scripted(FIRST_POST + number, by, at, text, edits, gone))
    return posts


def say_something(rng: random.Random, folder: Path, posts: list[Scripted], now: datetime) -> None:
    """Something that a host may say or do at that moment; what is refused changes nothing."""
    known = [str(post.id) for post in posts if post.at < now]
    post, day = rng.choice(known or ["100"]), rng.randrange(1, DAYS + 1)
    name = rng.choice(PLAYERS)
    said = rng.choice([
        ("rule", post, "--on", name, "--why", "ясно"),
        ("rule", post, "--ignore", "--why", "шутка"),
        ("hide", post, "--why", "роль"),
        ("announce", f"day{day}"),
        ("announce", f"night{day}"),
        ("vote", rng.choice(PLAYERS), "red", name, "--phase", f"day{day}", "--at", "19:00", "--why", "письмом"),
        ("modkill", rng.choice(PLAYERS[1:]), "--phase", f"day{day}"),
        ("host", "revive", name, "--phase", f"night{day}"),
    ])  # fmt: skip
    run(folder, *said, typed="да\nда\n", now=now.isoformat())


def made_of_the_whole(folder: Path, now: datetime, picture: bytes) -> dict[str, bytes]:
    """The site by a count of the whole game."""
    game = find_game(folder)
    with open_course(game, now) as course, Store(game.database) as store:
        return make_site(collect_town(course, game, store, now), read_settings(game), picture)


@contextmanager
def served(folder: Path, forum: ScriptedForum, min_score: int) -> Iterator[Path]:
    with make_served_game(folder, forum, PLAYERS) as game:
        file = game / "game.toml"
        options = f'[game.options]\nmin_score = {min_score}\ntie = "none"\n'
        file.write_text(file.read_text(encoding="utf-8").replace("[game.options]\n", options, 1), encoding="utf-8")
        yield game


def read_and_publish(folder: Path, clock: SetClock) -> bool | None:
    """Whether the days before were recalled, once all of it is what a count of the whole gives; None: nothing yet."""
    moment = clock.now().isoformat()
    if run(folder, "scrape", now=moment).status or run(folder, "report", "day", now=moment).status:
        return None
    game, now = find_game(folder), clock.now()
    with open_course(game, now, published_past(game)) as course:
        recalled = course.past is not None
    publish(game, now)
    found = {file.name: file.read_bytes() for file in game.site.iterdir()}
    assert found == made_of_the_whole(folder, now, found[PREVIEW]), now
    return recalled


@pytest.mark.parametrize("seed", range(int(os.environ.get("TALLY_GAMES", "3"))))
def test_what_is_published_is_what_a_count_of_the_whole_game_gives(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    posts = make_thread(rng)
    clock, compared = SetClock(BEGINS, BEGINS + timedelta(days=DAYS + 1)), 0
    with served(tmp_path, ScriptedForum(clock, posts, per_page=5, slow=0.2), rng.choice((1, 4, 100))) as folder:
        for _step in range(STEPS):
            clock.set(clock.now() + timedelta(minutes=rng.choice((1, 60, 300, 500))))
            if rng.random() < 0.25:
                say_something(rng, folder, posts, clock.now())
            compared += read_and_publish(folder, clock) is not None
    assert compared > STEPS / 2


def test_days_before_are_recalled_until_something_of_them_changes(tmp_path: Path) -> None:
    at = [moscow(f"{hour}:00:00", day) for day in (10, 11) for hour in (11, 12, 13)]
    posts = [Scripted(FIRST_POST + number, PLAYERS[number], each, VOTE) for number, each in enumerate(at)]
    clock = SetClock(BEGINS, BEGINS + timedelta(days=3))
    forum = ScriptedForum(clock, posts, per_page=5, slow=0.2)
    with served(tmp_path, forum, 100) as folder:

        def recalled(hour: int) -> bool | None:
            clock.set(moscow(f"{hour}:30:00", 11))
            return read_and_publish(folder, clock)

        assert recalled(11) is False
        assert recalled(12) is True
        assert run(folder, "rule", "104", "--ignore", "--why", "шутка", now=clock.now().isoformat()).status == 0
        assert recalled(13) is True
        assert run(folder, "rule", "101", "--ignore", "--why", "шутка", now=clock.now().isoformat()).status == 0
        assert recalled(14) is False
        assert recalled(15) is True
        posts[0] = replace(posts[0], edits=((clock.now(), "[color=red]Ёлка[/color]"),))
        assert run(folder, "scrape", "--from-post", "100", now=clock.now().isoformat()).status == 0
        assert recalled(16) is False


@contextmanager
def second_day(folder: Path) -> Iterator[tuple[Path, SetClock]]:
    """A game whose first day is past, at noon of the second; half an hour before, it was still counted whole."""
    at = [moscow(f"{hour}:00:00", day) for day in (10, 11) for hour in (11, 12, 13)]
    posts = [Scripted(FIRST_POST + number, PLAYERS[number], each, VOTE) for number, each in enumerate(at)]
    clock = SetClock(BEGINS, BEGINS + timedelta(days=3))
    with served(folder, ScriptedForum(clock, posts, per_page=5, slow=0.2), 100) as game:
        for hour, recalled in (("11:30:00", False), ("12:00:00", True)):
            clock.set(moscow(hour, 11))
            assert read_and_publish(game, clock) is recalled
        yield game, clock


def test_a_backup_put_back_is_counted_anew(tmp_path: Path) -> None:
    with second_day(tmp_path) as (game, clock):
        database = find_game(game).database
        before = database.read_bytes()
        assert run(game, "rule", "100", "--ignore", "--why", "шутка", now=clock.now().isoformat()).status == 0
        assert read_and_publish(game, clock) is False
        assert read_and_publish(game, clock) is True
        database.write_bytes(before)
        assert read_and_publish(game, clock) is False
        assert read_and_publish(game, clock) is True


def test_a_clock_that_was_set_back_opens_the_past_again(tmp_path: Path) -> None:
    with second_day(tmp_path) as (game, clock):
        for earlier in (moscow("23:30:00"), moscow("22:00:30")):
            publish(find_game(game), earlier)
            found = {file.name: file.read_bytes() for file in find_game(game).site.iterdir()}
            assert found == made_of_the_whole(game, earlier, found[PREVIEW])
        assert read_and_publish(game, clock) is True


def test_a_day_that_is_past_is_told_of_as_it_was_published(tmp_path: Path) -> None:
    at = [moscow("11:00:00"), moscow("00:30:00", 11)]
    posts = [Scripted(FIRST_POST + number, PLAYERS[number], each, VOTE) for number, each in enumerate(at)]
    clock = SetClock(moscow("01:00:00", 11), BEGINS + timedelta(days=3))
    told: list[Sequence[Notice]] = []

    def deliver(_game: Game, _store: Store, due: Sequence[Notice]) -> list[str]:
        told.append(due)
        return []

    with served(tmp_path, ScriptedForum(clock, posts, per_page=5, slow=0.2), 100) as folder:
        assert read_and_publish(folder, clock) is False
        notices_now(find_game(folder), clock.now(), deliver)
        assert published_past(find_game(folder)) is not None
        (folder / ".past").unlink()
        notices_now(find_game(folder), clock.now(), deliver)
    assert told[0] == told[1]
    assert "23:00:00" in next(notice.body for notice in told[0] if notice.key.startswith("closed:day1"))


def test_who_played_a_seat_before_is_told_of_a_game_that_is_recalled(tmp_path: Path) -> None:
    at = [moscow("11:00:00", day) for day in (10, 11)]
    posts = [Scripted(FIRST_POST + number, PLAYERS[number], each, VOTE) for number, each in enumerate(at)]
    clock = SetClock(BEGINS, BEGINS + timedelta(days=3))
    with served(tmp_path, ScriptedForum(clock, posts, per_page=5, slow=0.2), 100) as folder:
        clock.set(moscow("12:00:00", 10))
        assert run(folder, "scrape", now=clock.now().isoformat()).status == 0
        replaced = run(folder, "replace", "Сойка", "Дрозд", "--from", "night1", now=clock.now().isoformat())
        assert replaced.status == 0, replaced.err
        clock.set(moscow("12:00:00", 11))
        assert read_and_publish(folder, clock) is False
        assert read_and_publish(folder, clock) is True
