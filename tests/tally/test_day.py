"""`tally day`: the host moves deadlines, ends and prolongs days, lets the game rest; what moves along; refusals."""

import json
import tomllib
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tally.calendar.changes import read_duration
from tally.calendar.typed_times import read_typed_time
from tally.errors import GameFault
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import HOST, SmallGame, post

NOON = "2024-01-10T12:00:00+03:00"


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path, now=NOON).set_up("Вася", "Петя", "Жанна")


def day(game: SmallGame, *arguments: str, now: str = NOON) -> dict[str, Any]:
    """The calendar after `tally day`: per day its deadline and results, in Moscow."""
    game.now = now
    game.must("day", *arguments)
    return calendar(game)


def calendar(game: SmallGame) -> dict[str, Any]:
    read = json.loads(game.must("calendar", "--json", "--days", "4"))
    return {each["phase"]: (local(each["deadline"]), local(each["results"])) for each in read["days"]}


def local(moment: str | None) -> str | None:
    if moment is None:
        return None
    return f"{datetime.fromisoformat(moment) + timedelta(hours=3):%m-%d %H:%M:%S}"


def refusal(game: SmallGame, *arguments: str, now: str = NOON) -> str:
    before = (game.game / "game.toml").read_text(encoding="utf-8")
    game.now = now
    done = game.run("day", *arguments)
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert (game.game / "game.toml").read_text(encoding="utf-8") == before
    return done.err


def entries(game: SmallGame) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((game.game / "game.toml").read_text(encoding="utf-8")).get(
        "calendar", []
    )
    return found


def test_a_moved_deadline_takes_the_night_and_its_results_along(game: SmallGame) -> None:
    moved = day(game, "2", "--deadline", "23:00")
    assert moved["day2"] == ("01-11 23:00:00", "01-12 00:00:00")
    assert moved["day3"] == ("01-12 22:00:00", "01-12 23:00:00")


def test_the_file_keeps_its_comments_and_says_only_what_is_unusual(game: SmallGame) -> None:
    before = (game.game / "game.toml").read_text(encoding="utf-8")
    day(game, "2", "--deadline", "23:00")
    assert (game.game / "game.toml").read_text(encoding="utf-8").startswith(before.rstrip("\n"))
    day(game, "2", "--deadline", "22:00")
    assert entries(game) == []


def test_a_deadline_past_midnight_is_of_the_next_date(game: SmallGame) -> None:
    assert day(game, "2", "--deadline", "00:30")["day2"][0] == "01-12 00:30:00"


def test_a_deadline_moves_with_its_day_where_it_is_of_its_date(game: SmallGame) -> None:
    day(game, "3", "--deadline", "23:30")
    assert day(game, "--off", "2024-01-12")["day3"] == ("01-13 23:30:00", "01-14 00:30:00")


def test_a_date_time_without_an_offset_is_of_the_games_zone(game: SmallGame) -> None:
    assert day(game, "1", "--deadline", "2024-01-10T22:30")["day1"][0] == "01-10 22:30:00"


def test_a_day_is_ended_now(game: SmallGame) -> None:
    ended = day(game, "--end", now="2024-01-10T15:00:07+03:00")
    assert ended["day1"] == ("01-10 15:00:07", "01-10 16:00:07")
    assert ended["day2"] == ("01-11 22:00:00", "01-11 23:00:00")


def test_where_nights_last_until_the_morning_an_early_end_leaves_the_morning_as_it_was(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="mordheim", now=NOON).set_up("Вася", "Петя", "Жанна", roles=False)
    assert day(game, "1", "--end", "20:00")["day1"] == ("01-10 20:00:00", "01-11 10:00:00")


def test_a_day_that_has_ended_opens_again(game: SmallGame) -> None:
    game.read(post(1, "Вася", "22:10:00", "[color=red]Петя[/color]"), at="2024-01-10T22:20:00+03:00")
    game.now = "2024-01-10T22:20:00+03:00"
    assert game.report()["rejected"][0]["reason"] == "late"
    longer = day(game, "1", "--extend", "30", now="2024-01-10T22:20:00+03:00")
    assert longer["day1"] == ("01-10 22:30:00", "01-10 23:30:00")
    report = game.report()
    assert not report["final"]
    assert [vote["by"] for row in report["table"] for vote in row["votes"]] == ["Вася"]


def test_the_next_day_opens_with_the_results(game: SmallGame) -> None:
    day(game, "1", "--results", "00:15")
    game.read(
        post(1, "Вася", "2024-01-11T00:05:00", "[color=red]Петя[/color]"),
        post(2, "Петя", "2024-01-11T00:20:00", "[color=red]Вася[/color]"),
        at="2024-01-11T12:00:00+03:00",
    )
    game.now = "2024-01-11T12:00:00+03:00"
    assert [each["by"] for each in game.report()["rejected"]] == ["Вася"]
    assert [vote["by"] for row in game.report(day="day2")["table"] for vote in row["votes"]] == ["Петя"]


def test_several_words_at_once(game: SmallGame) -> None:
    assert day(game, "1", "--deadline", "21:00", "--results", "23:30")["day1"] == ("01-10 21:00:00", "01-10 23:30:00")


def test_an_overlap_is_refused(game: SmallGame) -> None:
    assert "День 2" in refusal(game, "1", "--deadline", "2024-01-11T21:30:00+03:00")
    assert "--results" in refusal(game, "1", "--results", "21:00")
    assert "открывается" in refusal(game, "2", "--deadline", "2024-01-10T22:30:00+03:00")
    assert "--extend" in refusal(game, "1", "--end", "23:00")
    assert "День 1" in refusal(game, "2", "--from", "2024-01-10T21:00:00+03:00")


def test_what_was_announced_stays(tmp_path: Path) -> None:
    game = make_closing_game(tmp_path)
    game.must("announce", "day1")
    assert "объявлены" in refusal(game, "1", "--extend", "30", now="2024-01-11T12:00:00+03:00")


def test_a_rest_day_and_back(game: SmallGame) -> None:
    assert day(game, "--off", "2024-01-12")["day3"][0] == "01-13 22:00:00"
    assert "уже" in refusal(game, "--off", "2024-01-12")
    assert day(game, "--off", "2024-01-12", "--undo")["day3"][0] == "01-12 22:00:00"
    assert entries(game) == []


def test_a_rest_moves_nothing_that_is_over(game: SmallGame) -> None:
    assert "День 2" in refusal(game, "--off", "2024-01-11", now="2024-01-11T22:30:00+03:00")
    assert "first_day" in refusal(game, "--off", "2024-01-10")


def test_a_pause(game: SmallGame) -> None:
    paused = day(game, "--pause")
    assert paused == {"day1": (None, None)}
    assert "на паузе" in refusal(game, "--pause")
    resumed = day(game, "--resume", now="2024-01-12T12:00:00+03:00")
    assert resumed["day1"][0] == "01-12 22:00:00"
    assert resumed["day2"][0] == "01-13 22:00:00"
    assert "не на паузе" in refusal(game, "--resume")


def test_undo_lets_the_clock_rule_again(game: SmallGame) -> None:
    usual = calendar(game)
    day(game, "1", "--deadline", "23:00")
    assert day(game, "1", "--undo")["day1"] == usual["day1"]
    assert "[[calendar]]" in refusal(game, "1", "--undo")


def test_a_hosts_post_opens_the_day(game: SmallGame) -> None:
    game.read(
        post(1, "Вася", "09:00:00", "[color=red]Петя[/color]"),
        post(2, HOST, "10:00:00", "День 1"),
        post(3, "Петя", "11:00:00", "[color=red]Вася[/color]"),
        at=NOON,
    )
    day(game, "1", "--from-post", "2")
    assert [vote["by"] for row in game.report()["table"] for vote in row["votes"]] == ["Петя"]
    assert entries(game) == [{"phase": "day1", "from_post": "2"}]
    assert "99" in refusal(game, "1", "--from-post", "99")


def test_a_day_without_a_clock_ends_when_the_host_says_so(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="generic", now=NOON).set_up("Вася", "Петя", "Жанна", roles=False)
    assert calendar(game) == {"day1": (None, None)}
    told = refusal(game, "--end", "14:45", now="2024-01-12T15:00:00+03:00")
    assert "2024-01-12T14:45:00" in told
    assert "10.01.2024" in told
    assert day(game, "--end", "2024-01-12T14:45", now=game.now)["day1"] == ("01-12 14:45:00", None)


def test_a_bare_time_is_of_the_days_own_date_in_every_command(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="generic", now="2024-01-10T15:00:00+03:00")
    game.set_up("Вася", "Петя", "Жанна", roles=False)
    game.read(post(1, "Петя", "09:00:00", "[b]VOTE: Вася[/b]"), at="2024-01-10T15:00:00+03:00")
    for at in ("14:40", "14:40:00", "2024-01-10T14:40", "2024-01-10 14:40", "2024-01-10T11:40:00Z"):
        assert "10.01.2024 14:40:00" in game.must("vote", "Жанна", "none", "Вася", "--at", at, "--why", "ЛС")
    assert game.report("--at", "9:30")["as_of"] == game.report("--at", "2024-01-10T09:30")["as_of"]
    game.must("modkill", "Петя", "--at", "14:44")
    assert day(game, "--end", "14:45", now=game.now)["day1"] == ("01-10 14:45:00", None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("9pm", "21:00"), ("9:05 PM", "21:05"), ("12am", "00:00"), ("12:30 p.m.", "12:30"), ("7:15", "07:15")],
)
def test_a_time_of_half_a_day(written: str, meant: str) -> None:
    assert read_typed_time(written, ZoneInfo("UTC")) == time.fromisoformat(meant)


@pytest.mark.parametrize("at", ["13pm", "полдень", "25:00", "2024-01-10", "1:2", "9999-12-31T23:00"])
def test_what_is_no_time_is_told_alike_in_every_command(game: SmallGame, at: str) -> None:
    game.read(post(1, "Петя", "09:00:00", "[color=red]Вася[/color]"), at=NOON)
    for words in (
        ("vote", "Жанна", "red", "Вася", "--why", "ЛС", "--at", at),
        ("report", "--at", at),
        ("day", "--end", at),
        ("day", "--deadline", at),
        ("modkill", "Петя", "--at", at),
        ("night", "1", "Петя", "сплю", "--at", at),
    ):
        done = game.run(*words)
        assert (done.status, len(done.err.splitlines())) == (2, 1), words
        assert f"«{at}» — не время" in done.err, words


def test_a_wrong_word_is_told_in_one_line(game: SmallGame) -> None:
    assert "9x" in refusal(game, "9x", "--deadline", "23:00")
    assert "25:00" in refusal(game, "1", "--deadline", "25:00")
    assert "--deadline" in refusal(game, "1")
    assert "2024-13-01" in refusal(game, "--off", "2024-13-01")


def test_a_calendar_written_in_one_line_is_changed_too(game: SmallGame) -> None:
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("[game]", 'calendar = [{ phase = "day2", until = 21:00:00 }]\n[game]', 1), encoding="utf-8"
    )
    day(game, "2", "--deadline", "21:30")
    day(game, "--off", "2024-01-13")
    assert [each.get("off") or each["phase"] for each in entries(game)][:2] == ["day2", "night2"]


@pytest.mark.parametrize(
    ("written", "minutes"),
    [("30", 30), ("1:30", 90), ("2h", 120), ("2ч", 120), ("1ч 15мин", 75), ("45m", 45), ("+10", 10)],
)
def test_a_length_of_time(written: str, minutes: int) -> None:
    assert read_duration(written) == timedelta(minutes=minutes)


@pytest.mark.parametrize("written", ["", "0", "скоро", "-5", "1:75", "99999"])
def test_no_length_of_time(written: str) -> None:
    with pytest.raises(GameFault):
        read_duration(written)


HAMMERED = [post(number, name, f"10:0{number}:00", "[b]VOTE: Мария[/b]") for number, name in ((1, "Вася"), (2, "Петя"))]


@pytest.fixture
def hammered(tmp_path: Path) -> SmallGame:
    """A day without a clock that the second of three votes has ended."""
    game = SmallGame(tmp_path, ruleset="generic", now="2024-01-12T12:00:00+03:00")
    game.set_up("Вася", "Петя", "Мария", options=("decision=majority",), roles=False)
    return game.read(*HAMMERED, post(3, HOST, "2024-01-12T09:00:00", "День 2"), at=game.now)


def test_a_day_that_was_hammered_ends_so_in_the_calendar_once_it_is_announced(hammered: SmallGame) -> None:
    """GEN-33."""
    hammered.must("announce", "day1")
    assert calendar(hammered)["day1"] == ("01-10 10:02:00", None)
    assert hammered.run("announce", "day1").status == 0
    assert "не объявлен" not in hammered.must("resolve", "day1").splitlines()[-1]


def test_the_next_day_opens_after_one_that_was_hammered(hammered: SmallGame) -> None:
    found = day(hammered, "2", "--from-post", "3", now=hammered.now)
    assert found == {"day1": ("01-10 10:02:00", None), "day2": (None, None)}
    assert hammered.report()["executed"] == []
    assert hammered.report(day="day2")["final"] is False


def test_the_next_day_does_not_open_before_this_one_has_ended(tmp_path: Path) -> None:
    game = SmallGame(tmp_path, ruleset="generic", now=NOON).set_up("Вася", "Петя", "Жанна", roles=False)
    told = refusal(game, "2", "--from", "2024-01-12T09:00")
    assert "tally day 1 --end" in told
    assert "9000" not in told


def test_the_present_phase_is_none_that_was_announced(hammered: SmallGame) -> None:
    assert "Ночь 1" in hammered.must("modkill", "Вася")
    hammered.must("modkill", "--undo")
    for phase in ("day1", "night1"):
        hammered.must("announce", phase)
    assert "День 2" in hammered.must("modkill", "Вася")


def test_a_bare_time_is_of_the_date_on_which_the_host_has_opened_the_day(hammered: SmallGame) -> None:
    day(hammered, "2", "--from-post", "3", now=hammered.now)
    entered = ("vote", "Вася", "none", "Петя", "--why", "ЛС", "--at")
    assert "12.01.2024 11:30:00" in hammered.must(*entered, "11:30")
    done = hammered.run(*entered, "08:30")
    assert (done.status, "2024-01-13T08:30" in done.err) == (2, True)
