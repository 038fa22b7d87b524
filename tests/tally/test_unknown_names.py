"""Votes for names that nobody has: those replaced in time are not asked about, the same name is asked about once."""

import json
import random
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tally.folder.game import find_game
from tally.names.nearest import nearest
from tally.play.course import open_course
from tally.play.readings import Readings, read_every_way
from tests.tally.small_game import SmallGame, Written, post

MANY = (
    "Ambrose", "Barnaby", "Clement", "Dorothea", "Ethelred", "Florian", "Gwendolen", "Hubert", "Isidore", "Josephine",
    "Kunegunda", "Lancelot",
)  # fmt: skip
END = '\n[[calendar]]\nphase = "day1"\nfrom = 2024-01-10T00:00:00+03:00\nuntil = 2024-01-10T22:00:00+03:00\n'


def set_up(folder: Path, *names: str, options: Sequence[str] = ()) -> SmallGame:
    """A game of `generic`, whose first day ends at 22:00."""
    game = SmallGame(folder, ruleset="generic").set_up(*names, roles=False, options=tuple(options))
    settings = game.game / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + END, encoding="utf-8")
    return game


def vote(id_: int, by: str, on: str) -> Written:
    return post(id_, by, f"{12 + id_ // 60}:{id_ % 60:02}:00", f"[b]VOTE: {on}[/b]")


def unclear(game: SmallGame) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.run("resolve", "day1", "--json").out).get("unclear", {})
    return found


def test_a_day_is_closed_over_unknown_names_that_were_replaced_before_anybody_was_near(tmp_path: Path) -> None:
    game = set_up(tmp_path, *MANY, options=("decision=majority",))
    early = [vote(1, "Ambrose", "Zqx"), vote(2, "Barnaby", "Zqx"), vote(3, "Clement", "Zqx"), vote(4, "Florian", "Wqq")]
    later = [vote(10 + n, by, "Hubert") for n, by in enumerate(("Ambrose", "Barnaby", "Clement", "Florian"))]
    game.read(
        *early, *later, *(vote(20 + n, by, "Hubert") for n, by in enumerate(("Isidore", "Josephine", "Lancelot")))
    )
    done = game.run("resolve", "day1")
    assert done.status == 0, done.out
    assert "Hubert" in game.must("announce", "day1")


def test_they_are_asked_about_where_they_could_have_ended_the_day(tmp_path: Path) -> None:
    game = set_up(tmp_path, *MANY[:5], options=("decision=majority",))
    game.read(
        vote(1, "Ambrose", "Zqx"), vote(2, "Barnaby", "Clement"), vote(3, "Dorothea", "Clement"),
        vote(4, "Ambrose", "Dorothea"), vote(5, "Clement", "Dorothea"), vote(6, "Ethelred", "Dorothea"),
    )  # fmt: skip
    assert [each["id"] for each in unclear(game)["asked"]] == ["1"]


def test_the_same_unknown_name_is_one_question_with_the_command_that_settles_it(tmp_path: Path) -> None:
    game = set_up(tmp_path, *MANY)
    by = ("Ambrose", "Barnaby", "Clement")
    game.read(*(vote(n, each, "Zqx") for n, each in enumerate(by, 1)), vote(5, "Florian", "Hubert"))
    done = game.run("resolve", "day1")
    assert done.status == 1
    assert "Прочтений слишком много" in done.out
    found = unclear(game)
    assert found["as_one"] is True
    assert [each["id"] for each in found["asked"]] == ["1", "2", "3"]
    assert found["aliases"] == [{"text": "Zqx", "votes": 3, "command": "tally alias ИМЯ Zqx"}]
    assert found["aliases"][0]["command"] in done.out
    game.must("alias", "Isidore", "Zqx")
    assert game.run("resolve", "day1").status == 0
    assert "Isidore" in game.must("announce", "day1")


def test_a_day_stays_open_where_the_same_name_may_mean_several_that_together_decide(tmp_path: Path) -> None:
    """As one player's name they change nothing, whoever he is; as three players' names they may."""
    game = set_up(tmp_path, *MANY)
    by = ("Ambrose", "Barnaby", "Clement", "Dorothea")
    ahead = [vote(10 + n, each, "Hubert") for n, each in enumerate(MANY[5:])]
    game.read(*(vote(n, each, "Zqx") for n, each in enumerate(by, 1)), *ahead)
    found = unclear(game)
    assert [each["id"] for each in found["asked"]] == ["1", "2", "3", "4"]
    assert game.run("announce", "day1").status == 2


def test_a_vote_after_the_end_is_asked_about_where_an_earlier_one_may_undo_the_end(tmp_path: Path) -> None:
    game = set_up(tmp_path, *MANY[:5], options=("decision=majority",))
    game.read(
        vote(1, "Ambrose", "Ethelred"), vote(2, "Ambrose", "Zqx"), vote(3, "Barnaby", "Ethelred"),
        vote(4, "Clement", "Ethelred"), vote(5, "Dorothea", "Wqq"),
    )  # fmt: skip
    # without Ambrose it is two on Ethelred, and Dorothea is in time
    assert [each["id"] for each in unclear(game)["asked"]] == ["2", "5"]


def test_a_name_that_looks_like_one_players_alone_is_suggested_and_not_counted(tmp_path: Path) -> None:
    game = set_up(tmp_path, *MANY[:3], "Wolkivpilpus")
    game.read(vote(1, "Ambrose", "woskiv"), vote(2, "Barnaby", "Zqx"))
    assert {each["id"]: each["perhaps"] for each in unclear(game)["asked"]} == {"1": "Wolkivpilpus", "2": None}
    assert "возможно: Wolkivpilpus" in game.run("resolve", "day1").out
    assert game.report()["table"] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("wovkilpus", "Wolkivpilpus"),
        ("woskiv", "Wolkivpilpus"),
        ("Woskiv!", "Wolkivpilpus"),
        ("nutmug", "Nutmeg8"),
        ("tantl", None),  # two begin so
        ("w", None),
        ("wk", None),
        ("gentle", None),  # less than half of the name
        ("oskiv", None),  # another first letter
        ("Tacobutts", None),
    ],
)
def test_the_nearest_name_has_the_first_letter_and_most_of_the_others_and_is_alone(
    written: str, expected: str | None
) -> None:
    names = ("Wolkivpilpus", "GentlemanJackdaw", "Nutmeg8", "Tantalus", "Tantlicus", "Ambrose")
    assert nearest(written, {name: (name,) for name in names}) == expected


RECORD = """format = 1
players = [{ name = "Ada" }, { name = "Bob" }, { name = "Cat" }]

[game]
ruleset = "generic"
timezone = "Europe/Moscow"
first_day = 2024-01-10

[[phases]]
phase = "day1"
votes = [
  { by = "Ada", on = "Bob" },
  { by = "Bob", on = "Ada" },
  { by = "Cat", on = "A or B", unclear = { text = "A or B", why = "ambiguous-name", candidates = ["Ada", "Bob"] } },
]
"""


def test_an_unclear_vote_of_a_record_is_read_every_way_as_one_of_a_post_is(tmp_path: Path) -> None:
    (tmp_path / "record.toml").write_text(RECORD, encoding="utf-8")
    game = SmallGame(tmp_path)
    game.must("import-record", "record.toml", "game", where=tmp_path)
    readings = read_all(game)
    assert readings is not None
    [vote] = readings.asked
    comes = {way.ruling.on: [each.executed for each in way.comes] for way in vote.ways}
    assert comes == {"Ada": [("Ada",)], "Bob": [("Bob",)], None: [()]}


def read_all(game: SmallGame) -> Readings | None:
    now = datetime.fromisoformat(game.now)
    with open_course(find_game(game.game), now) as course:
        day = course.find_day("day1")
        outcome, _after = course.close(day)
        return read_every_way(course, day, course.state_before(day), outcome)


def ids(readings: Readings | None) -> tuple[list[str], list[str]]:
    if readings is None:
        return [], []
    asked, harmless = (
        [each.cast.post.id for each in votes if each.cast.post is not None]
        for votes in (readings.asked, readings.harmless)
    )
    return asked, harmless


@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_out_without_trying_would_not_be_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The same votes decide as where every combination is played."""
    chance = random.Random(seed)
    names = MANY[:5]
    options = (f"decision={chance.choice(['majority', 'plurality'])}", f"tie={chance.choice(['none', 'host'])}")
    game = set_up(tmp_path, *names, options=(*options, f"absence={chance.choice([0, 1])}"))
    unknown = set(chance.sample(range(1, 11), 3))
    votes = [
        vote(n, chance.choice(names), f"Zqx{n}" if n in unknown else chance.choice((*names[:3], "no lynch")))
        for n in range(1, 11)
    ]
    game.read(*votes)
    pruned = read_all(game)
    monkeypatch.setattr("tally.play.tried_days.find_replaced", lambda *_: frozenset())
    assert ids(read_all(game)) == ids(pruned)
