"""The captured threads of all engines, imported whole and counted: every vote is for whom its author meant.

The truth is what the authors of the captures wrote down of each mark: whom it means, and whether it is a vote at all.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.tally.small_game import SmallGame
from tests.tally.truth import Truth, read_truth

# engine → its truth, the pages of a whole thread as a guest sees it, the thread's address, day 1, the deadlines
_WINTER = ("2026-11-27", ("2026-11-28T19:00:00+00:00", "2026-11-29T19:00:00+00:00"))
_AUTUMN = ("2026-10-31", ("2026-10-31T19:00:00+00:00", "2026-11-01T19:00:00+00:00"))
THREADS = {
    "phpbb": ("phpbb", "01_thread_guest/page*.html", *_AUTUMN),
    "mybb": ("mybb", "01_thread_guest/page*.html", *_AUTUMN),
    "discourse": ("discourse/synthetic", "t_4711_print_true.json", *_WINTER),
    **{
        engine: (engine, "guest/topic_p[0-9]*.html", *_WINTER)
        for engine in ("flaskbb", "fluxbb", "fluxbb_visman", "punbb", "smf", "smf20")
    },
    # its second snapshot is of a board that allows HTML
    "nodebb": ("nodebb", "guest_html_allowed/topic_p[0-9]*.html", *_WINTER),
}
# where the truth cannot be meant: the nicks of this capture were dealt anew, and the note of this post was forgotten
WRONG_TRUTHS = {("mybb", "60"): "it says «King Eciton» and a note about the case of that nick"}


SECOND_SNAPSHOTS = {
    "phpbb": "17_snapshot2/thread_guest/page*.html",
    "mybb": "17_snapshot2/thread_guest/page*.html",
    "discourse": "t_4711_print_true_snapshot2.json",
    **dict.fromkeys(
        ("flaskbb", "fluxbb", "fluxbb_visman", "nodebb", "punbb", "smf", "smf20"), "snapshot2_guest/topic_p[0-9]*.html"
    ),
}
READ = datetime.fromisoformat("2026-12-20T12:00:00+03:00")


@dataclass(frozen=True)
class Captured:
    """A captured thread in a game folder, as its first snapshot shows it and as both do."""

    engine: str
    truth: Truth
    votes: list[dict[str, Any]]
    later: list[dict[str, Any]]


@pytest.fixture(scope="module", params=list(THREADS))
def captured(request: pytest.FixtureRequest, shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Captured:
    engine: str = request.param
    folder, pages, first_day, _deadlines = THREADS[engine]
    where, here = shared / "pages" / folder, tmp_path_factory.mktemp(engine)
    truth = read_truth(where / "truth.yaml")
    game = SmallGame(here, now="2026-12-21T00:00:00+03:00")
    (here / "nicks.txt").write_text("\n".join(truth.players), encoding="utf-8")
    setup = ["--ruleset", "classic", "--thread", "https://forum.example/viewtopic.php?t=1", "--first-day", first_day]
    game.must("init", "game", *setup, "--host", truth.host, "--players", "nicks.txt", where=here)
    if first_day == _WINTER[0]:
        longer = '\n[[calendar]]\nphase = "day1"\nuntil = 2026-11-28T22:00:00+03:00\n[[calendar]]\noff = 2026-11-28\n'
        settings = game.game / "game.toml"
        settings.write_text(settings.read_text(encoding="utf-8") + longer, encoding="utf-8")

    def read(what: str, at: datetime) -> list[dict[str, Any]]:
        files = [str(page) for page in sorted(where.glob(what))]
        game.must("import", *files, "--fetched-at", at.isoformat())
        return [vote for day in ("day1", "day2") for vote in game.votes("--all", day=day)]

    votes = read(pages, READ)
    read(SECOND_SNAPSHOTS[engine], READ + timedelta(minutes=5))
    return Captured(engine, truth, votes, read(SECOND_SNAPSHOTS[engine], READ + timedelta(minutes=10)))


def test_every_vote_of_a_captured_thread_is_for_whom_it_was_meant(
    captured: Captured,
) -> None:
    engine, truth, votes = captured.engine, captured.truth, captured.votes
    wrong = []
    for vote in votes:
        post = truth.posts[vote["id"]]
        meant = {mark.on for mark in post.marks}
        if (engine, post.id) in WRONG_TRUTHS:
            continue
        if vote["on"] is not None and vote["on"] not in meant:
            wrong.append(f"{post.id}: «{vote['text']}» read as {vote['on']}, meant {meant}")
        # whoever is dead by the truth lives here: the nights of the captures were never played
        no_vote = vote["on"] not in {mark.on for mark in post.marks if mark.is_vote} and "dead" not in post.note
        if vote["counts"] and no_vote:
            wrong.append(f"{post.id}: «{vote['text']}» counts and is no vote")
    assert wrong == []


def test_no_vote_of_a_captured_thread_is_dropped(captured: Captured) -> None:
    engine, truth, votes = captured.engine, captured.truth, captured.votes
    opening = datetime.fromisoformat(f"{THREADS[engine][2]}T00:00:00+03:00")
    lost = []
    for post in truth.posts.values():
        if post.author == truth.host or not opening <= _moment(post.time) or (engine, post.id) in WRONG_TRUTHS:
            continue
        found = [vote for vote in votes if vote["id"] == post.id]
        seen = {name for vote in found for name in (vote["on"], *vote.get("candidates", ()))}
        waiting = any(vote["reason"] == "superseded" and vote["on"] is None for vote in found)
        lost += [
            f"{post.id}: {colour} {on}"
            for colour, on in post.votes
            if on in truth.players and on not in seen and not waiting
        ]
    assert lost == []


def test_the_votes_of_a_captured_thread_are_late_from_the_second_of_the_deadline_on(
    captured: Captured,
) -> None:
    engine, truth, votes = captured.engine, captured.truth, captured.votes
    deadlines = [datetime.fromisoformat(each) for each in THREADS[engine][3]]
    for vote in votes:
        posted = _moment(truth.posts[vote["id"]].time)
        after = any(deadline <= posted < deadline + timedelta(hours=1) for deadline in deadlines)
        if vote["reason"] not in ("no-vote", "not-playing", "dead", "superseded") and "why" not in vote:
            assert (vote["reason"] == "late") == after, vote


def test_what_was_read_first_stands_when_posts_are_edited_or_vanish_later(captured: Captured) -> None:
    first = {(vote["id"], vote["number"]): vote for vote in captured.votes}
    later = {(vote["id"], vote["number"]): vote for vote in captured.later}
    same = ("by", "text", "on", "colour", "grade")
    assert [
        vote["id"] for place, vote in first.items() if [vote[k] for k in same] != [later[place][k] for k in same]
    ] == []
    flagged = {vote["id"] for vote in captured.later if vote.get("deleted")}
    assert flagged == {vote["id"] for vote in captured.votes if captured.truth.posts[vote["id"]].gone_later}
    changed = {vote["id"] for vote in captured.later if "latest" in vote}
    assert changed == {vote["id"] for vote in captured.votes if captured.truth.posts[vote["id"]].changed_later}
    assert {place for place in later if place not in first and later[place]["counts"]} == set()


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
