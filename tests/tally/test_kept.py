"""What spares work between two commands: nobody else reads it, and nothing but plain data is made of it."""

import pickle
import stat
import zoneinfo
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.moments import PhaseId
from tally.calendar.days import Day
from tally.folder.game import Game, find_game
from tally.play import kept as kept_by
from tally.play.kept import keep, read_kept
from tally.play.kept_past import read_past
from tally.play.past import bind_to_clock
from tally.sealed import program_state
from tally.store.forum_clock import ForumClock
from tally.store.posts import Revision, StoredPost
from tests.tally.evening import make_game
from tests.tally.test_store import THREAD, post

CLOSES = datetime(2024, 1, 10, 19, tzinfo=UTC)
DAY = Day(PhaseId(1, night=False), CLOSES - timedelta(hours=13), CLOSES, False, CLOSES + timedelta(hours=11))
SECOND = timedelta(seconds=1)


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return find_game(make_game(tmp_path, "classic", ["Вася citizen", "Петя rank1"]))


def test_it_is_for_the_host_alone_and_of_his_files_as_they_are(game: Game) -> None:
    keep(game, ".kept", b"data")
    file = game.folder / ".kept"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_kept(game, ".kept") == b"data"
    settings = game.folder / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert read_kept(game, ".kept") is None


def test_a_folder_that_cannot_be_written_to_goes_without(game: Game) -> None:
    (game.folder / ".kept").mkdir()
    keep(game, ".kept", b"data")
    assert read_kept(game, ".kept") is None


def test_a_link_that_leads_to_itself_gives_way(game: Game) -> None:
    (game.folder / ".kept").symlink_to(".kept")
    assert read_kept(game, ".kept") is None
    keep(game, ".kept", b"data")
    assert read_kept(game, ".kept") == b"data"


def test_what_was_counted_by_files_that_are_others_by_now_is_not_kept(game: Game) -> None:
    keep(game, ".kept", b"before")
    players = game.folder / "players.toml"
    players.write_text(players.read_text(encoding="utf-8").replace("Вася", "Женя"), encoding="utf-8")
    keep(game, ".kept", b"of those before")
    assert read_kept(game, ".kept") is None
    assert read_kept(find_game(game.folder), ".kept") is None


def test_a_file_that_is_damaged_anywhere_is_none(game: Game) -> None:
    keep(game, ".kept", b"data of the past")
    file = game.folder / ".kept"
    whole = file.read_bytes()
    for damaged in (b"", whole[:20], whole[:-1], whole + b"\n", whole.replace(b"past", b"last"), bytes(len(whole))):
        file.write_bytes(damaged)
        assert read_kept(game, ".kept") is None


def test_it_is_of_the_installed_versions_and_the_zones_clock_changes(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_kept() -> bool:
        return read_kept(game, ".kept") == b"data"

    # a command looks once; here each look is another command's
    monkeypatch.setattr(kept_by, "program_state", program_state.__wrapped__)
    monkeypatch.setattr(kept_by, "_zone_data", kept_by._zone_data.__wrapped__)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(zoneinfo, "TZPATH", (str(tmp_path / "zones"), *zoneinfo.TZPATH))
    keep(game, ".kept", b"data")
    assert is_kept()
    version = tmp_path / "lxml-99.0.dist-info"
    version.mkdir()
    assert not is_kept()
    version.rmdir()
    assert is_kept()
    zone = tmp_path / "zones" / game.timezone.key
    zone.parent.mkdir(parents=True)
    zone.write_bytes(b"another law")
    assert not is_kept()


class Harm:
    """What calls something when it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (Path("harm"),)


@pytest.mark.parametrize("data", [b"", b"no pickle", pickle.dumps("text"), pickle.dumps(Harm()), pickle.dumps(Path)])
def test_what_is_no_past_is_none(game: Game, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.folder)
    keep(game, ".past", data)
    assert read_past(game) is None
    assert not (game.folder / "harm").exists()


def at_minute(minute: datetime, seen: datetime, clock: ForumClock) -> StoredPost:
    """A post of which the forum shows the minute, not there yet ten seconds before it was seen."""
    shown = post(1, time=minute, precision="minute")
    revisions = (Revision(seen, 1, shown),)
    return StoredPost(
        "101", THREAD, 1, THREAD, None, 1, seen - 10 * SECOND, seen, seen, None, False, revisions, None, clock
    )


def clock(seconds: float) -> ForumClock:
    """The forum's clock is ahead of ours by so much, to the second."""
    return ForumClock(seconds * SECOND, (seconds + 1) * SECOND)


def test_a_vote_of_the_last_minute_binds_the_past_to_the_clock() -> None:
    minute = CLOSES - timedelta(minutes=1)
    told = at_minute(minute, CLOSES - 20 * SECOND, clock(0))
    bound = bind_to_clock([told], [DAY], {THREAD: clock(0)})
    assert bound.posts == (told,)
    assert bound.holds({THREAD: clock(3)})
    assert not bound.holds({THREAD: clock(25)})  # then it was seen only after the deadline
    assert not bound.holds({THREAD: clock(3600)})


def test_a_vote_at_noon_or_with_its_second_does_not() -> None:
    noon = at_minute(CLOSES - timedelta(hours=7), CLOSES - timedelta(hours=6), clock(0))
    exact = replace(noon, revisions=(Revision(CLOSES, 1, post(1, time=CLOSES - SECOND)),))
    bound = bind_to_clock([noon, exact], [DAY], {THREAD: clock(0)})
    assert bound.posts == ()
    assert bound.holds({THREAD: clock(100)})
    assert not bound.holds({THREAD: clock(3600)})
