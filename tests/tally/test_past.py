"""A long game is not counted again from its beginning; what is published is what a count of the whole would give."""

import os
import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tally.folder.game import find_game
from tally.play.course import open_course
from tally.site.collect import collect_town
from tally.site.publish import PREVIEW, make_site, publish, published_past
from tally.site.settings import read_settings
from tally.store import Store
from tests.tally.evening import run
from tests.tally.served_forum import HOST, Scripted, ScriptedForum, SetClock, make_served_game, moscow

PLAYERS = ("Вася", "Петя", "Жанна", "Ёлка", "Барсук", "Сойка")
BEGINS, DAYS = moscow("10:00:00"), 3
FIRST_POST = 100


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
    said = rng.choice([
        ("vote", post, "--on", rng.choice(PLAYERS), "--why", "ясно"),
        ("vote", post, "--ignore", "--why", "шутка"),
        ("hide", post, "--why", "роль"),
        ("announce", f"day{day}"),
        ("announce", f"night{day}"),
        ("night", str(day), "Вася", f"лечу {rng.choice(PLAYERS)}"),
        ("modkill", rng.choice(PLAYERS), "--phase", f"day{day}", "--why", "молчал"),
    ])  # fmt: skip
    run(folder, *said, typed="да\nда\n", now=now.isoformat())


def made_of_the_whole(folder: Path, now: datetime, picture: bytes) -> dict[str, bytes]:
    """The site by a count of the whole game."""
    game = find_game(folder)
    with open_course(game, now) as course, Store(game.database) as store:
        return make_site(collect_town(course, game, store, now), read_settings(game), picture)


@pytest.mark.parametrize("seed", range(int(os.environ.get("TALLY_GAMES", "3"))))
def test_what_is_published_is_what_a_count_of_the_whole_game_gives(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    posts = make_thread(rng)
    clock = SetClock(BEGINS, BEGINS + timedelta(days=DAYS + 1))
    forum = ScriptedForum(clock, posts, per_page=5, slow=0.2)
    recalled = 0
    with make_served_game(tmp_path, forum, PLAYERS) as folder:
        for _step in range(30):
            clock.set(clock.now() + timedelta(minutes=rng.choice((1, 30, 200, 300))))
            if rng.random() < 0.25:
                say_something(rng, folder, posts, clock.now())
            moment = clock.now()
            if run(folder, "scrape", now=moment.isoformat()).status or not is_known(folder, moment):
                continue
            game, now = find_game(folder), clock.now()
            with open_course(game, now, published_past(game)) as course:
                recalled += course.past is not None
            publish(game, now)
            found = {file.name: file.read_bytes() for file in game.site.iterdir()}
            assert found == made_of_the_whole(folder, now, found[PREVIEW]), now
    assert recalled


def is_known(folder: Path, now: datetime) -> bool:
    return run(folder, "report", "day", now=now.isoformat()).status == 0
