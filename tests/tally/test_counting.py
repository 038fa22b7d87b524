"""From stored posts to vote entries: who wrote, whom he means, when, and what stands where the forum leaves a doubt."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from engine.moments import PhaseId
from engine.record import Colour as VoteColour
from engine.record import VoteEntry
from parsers.page import Colour, Edit, Form, Mark, Post, Precision, TimeFrom
from tally.calendar.days import Bound, Day
from tally.count.authors import Authors, learn_accounts
from tally.count.bounds import places_of
from tally.count.counting import CastVote, VoteReader, find_votes
from tally.count.host_words import HostWords
from tally.folder.game import Forum, Game, Seat, Secrets, Thread, ThreadKind
from tally.reading import Doubt, FoundVote, VoteKind
from tally.store.posts import Revision, StoredPost

MOSCOW = ZoneInfo("Europe/Moscow")


def at(time: str) -> datetime:
    """A moment of 10 January, Moscow time; the results are in UTC as the store has them."""
    return datetime.fromisoformat(f"2024-01-10T{time}").replace(tzinfo=MOSCOW).astimezone(UTC)


THREAD = "https://forum.example/t"
DAY = Day(PhaseId(1, night=False), at("10:00:00"), at("22:00:00"), False, at("23:00:00"))
UNSAID = HostWords({})
READ = at("23:30:00")


def game(*seats: Seat) -> Game:
    return Game(
        folder=Path("game"),
        ruleset="classic",
        title="Игра",
        timezone=MOSCOW,
        first_day=date(2024, 1, 10),
        hosts=("Ведущий",),
        options={},
        seats=seats or tuple(Seat(name) for name in ("Вася", "Петя", "РэдДи", "Ёж")),
        forum=Forum((Thread(THREAD),)),
        calendar=(),
        names={},
        schedule={},
        publish={},
        secrets=Secrets(),
    )


def red(text: str, time: datetime | None = None) -> Mark:
    return Mark(Colour.RED, text, Form.COLOUR, 0, len(text), time)


def blue(text: str) -> Mark:
    return Mark(Colour.BLUE, text, Form.COLOUR, 0, len(text))


def written(
    author: str,
    time: str | None,
    *marks: Mark,
    author_id: str | None = None,
    precision: Precision = Precision.SECOND,
    time_from: TimeFrom = TimeFrom.TEXT,
    edited: Edit | None = None,
    words: str = "",
) -> Post:
    text = words or " ".join(mark.text for mark in marks)
    when = None if time is None else at(time)
    return Post("7", None, author, author_id, when, precision, time_from, None, edited, text, marks, ())


def stored(
    *revisions: Post, seen: tuple[datetime, ...] = (READ,), not_before: datetime | None = None, gone: bool = False
) -> StoredPost:
    return StoredPost(
        id="7",
        thread=THREAD,
        page=1,
        page_url=THREAD,
        url="https://forum.example/p7",
        number=None,
        not_before=not_before,
        first_seen=seen[0],
        last_seen=seen[-1],
        missing_since=READ if gone else None,
        gone=gone,
        revisions=tuple(Revision(when, 1, post) for when, post in zip(seen, revisions, strict=True)),
    )


def reads_names_of(playing: Game) -> VoteReader:
    """Marks that are a name or alias, of each moment the last; how people really write is tally.reading's."""
    seats = {name: seat.name for seat in playing.seats for name in (seat.name, *seat.aliases)}

    def read(post: Post, _votes_only: bool) -> list[FoundVote]:
        last: dict[datetime | None, FoundVote] = {}
        for mark in post.marks:
            on = seats.get(mark.text)
            why = Doubt.AMBIGUOUS_NAME if mark.text == "Кто-то" else None
            if on or why:
                last[mark.time] = FoundVote(
                    VoteKind.VOTE, mark.form, mark.text, mark.start, mark.end, mark.colour, on, why=why, time=mark.time
                )
        return list(last.values())

    return read


def cast(*posts: StoredPost, of: Game | None = None, words: HostWords = UNSAID, day: Day = DAY) -> tuple[CastVote, ...]:
    playing = of or game()
    authors = Authors(playing, words.replacements, learn_accounts(posts))
    return find_votes(posts, day, playing, reads_names_of(playing), authors, words)


def entries(*posts: StoredPost, of: Game | None = None) -> list[VoteEntry]:
    return [found.entry for found in cast(*posts, of=of) if found.left_out is None]


def vote(*posts: StoredPost, of: Game | None = None) -> VoteEntry:
    [entry] = entries(*posts, of=of)
    return entry


def test_a_red_name_is_a_vote_with_its_post() -> None:
    found = vote(stored(written("Петя", "21:00:01", red("Вася"))))
    assert (found.by, found.on, found.colour, found.at) == ("Петя", "Вася", VoteColour.RED, at("21:00:01"))
    assert found.source.post == "https://forum.example/p7"
    assert not found.edited
    assert found.unclear is None


def test_a_mark_that_names_nobody_is_no_vote() -> None:
    assert entries(stored(written("Петя", "12:00:00", red("ВНИМАНИЕ!")))) == []


def test_of_several_votes_in_a_post_the_last_counts() -> None:
    found = vote(stored(written("Петя", "12:00:00", red("Вася"), blue("РэдДи"), red("спорим?"))))
    assert (found.on, found.colour) == ("РэдДи", VoteColour.BLUE)


def test_text_merged_into_a_post_is_a_vote_of_its_own_at_its_own_time() -> None:
    late = at("22:00:00")
    first, second = entries(stored(written("Петя", "21:59:00", red("Вася"), red("РэдДи", late))))
    assert (first.on, first.at) == ("Вася", at("21:59:00"))
    assert (second.on, second.at) == ("РэдДи", late)


def test_the_host_never_votes() -> None:
    assert entries(stored(written("Ведущий", "12:00:00", red("Вася")))) == []


def test_an_outsider_votes_under_his_nick() -> None:
    assert vote(stored(written("Прохожий", "12:00:00", red("Вася")))).by == "Прохожий"


def test_the_account_number_goes_before_the_nick() -> None:
    playing = game(Seat("Вася", account_ids=("5",)), Seat("Петя", account_ids=("6",)))
    assert vote(stored(written("Петя", "12:00:00", red("Петя"), author_id="5")), of=playing).by == "Вася"


def test_a_player_may_write_under_another_nick() -> None:
    playing = game(Seat("Вася", accounts=("vasya_84",)), Seat("Петя"))
    assert vote(stored(written("Vasya_84", "12:00:00", red("Петя"))), of=playing).by == "Вася"


def test_an_outsider_who_is_called_like_a_player_is_not_that_player() -> None:
    playing = game(Seat("Вася", accounts=("vasya_84",)), Seat("Петя"))
    assert vote(stored(written("Вася", "12:00:00", red("Петя"), author_id="99")), of=playing).by == "Вася (99)"


def test_what_the_reader_doubts_waits_for_the_host() -> None:
    found = vote(stored(written("Петя", "12:00:00", red("Кто-то"))))
    assert found.unclear is not None
    assert (found.unclear.why, found.unclear.text) == ("ambiguous-name", "Кто-то")


def test_a_thread_for_votes_alone_is_told_to_reader_and_rules() -> None:
    playing = replace(game(), forum=Forum((Thread(THREAD, ThreadKind.VOTES),)))
    asked: list[bool] = []

    def read(_post: Post, votes_only: bool) -> list[FoundVote]:
        asked.append(votes_only)
        return [FoundVote(VoteKind.VOTE, Form.PLAIN, "Вася", 0, 4, on="Вася")]

    posts = [stored(written("Петя", "12:00:00"))]
    [only] = find_votes(posts, DAY, playing, read, Authors(playing, (), learn_accounts(posts)), UNSAID)
    assert (asked, only.entry.thread, only.entry.colour) == ([True], "vote", None)


def test_a_thread_of_other_days_is_not_read() -> None:
    later = PhaseId(2, night=False)
    playing = replace(game(), forum=Forum((Thread(THREAD, first=later),)))
    assert entries(stored(written("Петя", "12:00:00", red("Вася"))), of=playing) == []


def test_the_posts_of_a_day_are_those_from_its_opening_to_the_next_one() -> None:
    posts = [stored(written("Петя", time, red("Вася"))) for time in ("09:59:59", "10:00:00", "22:59:59", "23:00:00")]
    assert [entry.at for entry in entries(*posts)] == [at("10:00:00"), at("22:59:59")]


# The cutoff where the forum shows minutes only.


def minutes(time: str) -> Post:
    return written("Петя", time, red("Вася"), precision=Precision.MINUTE)


def test_a_shown_minute_decides_a_cutoff_on_the_minute() -> None:
    in_time, late = entries(stored(minutes("21:59:00")), stored(minutes("22:00:00")))
    assert in_time.unclear is late.unclear is None
    assert in_time.at is not None
    assert in_time.at < DAY.closes <= at("22:00:00") == late.at


def test_within_the_minute_of_a_post_that_ends_the_day_the_order_of_the_thread_decides() -> None:
    """GEN-10."""
    posts = tuple(replace(stored(minutes("15:00:00")), id=number) for number in ("7", "8", "9"))
    last = Bound("8", at("15:00:01"), first=False)
    day = replace(DAY, closes=last.moment, bounds=(last,))
    playing = game()
    authors = Authors(playing, (), learn_accounts(posts))
    found = find_votes(posts, day, playing, reads_names_of(playing), authors, UNSAID, places_of(posts))
    assert [each.entry.unclear for each in found] == [None] * 3
    assert [each.entry.at is not None and each.entry.at >= day.closes for each in found] == [False, False, True]


def odd_day(closes: str) -> Day:
    return Day(DAY.id, DAY.opens, at(closes), False, DAY.ends)


def at_odd_cutoff(post: StoredPost) -> VoteEntry:
    playing = game()
    [found] = cast(post, of=playing, day=odd_day("21:59:30"))
    return found.entry


def test_a_minute_that_holds_the_cutoff_decides_nothing() -> None:
    doubt = at_odd_cutoff(stored(minutes("21:59:00"))).unclear
    assert doubt is not None
    assert doubt.why == "cutoff"


def test_a_read_just_before_the_cutoff_that_shows_the_post_decides() -> None:
    assert at_odd_cutoff(stored(minutes("21:59:00"), seen=(at("21:59:20"),))).unclear is None


def test_a_read_just_after_the_cutoff_that_does_not_yet_show_the_post_decides() -> None:
    found = at_odd_cutoff(stored(minutes("21:59:00"), not_before=at("21:59:31"), seen=(at("22:03:00"),)))
    assert found.unclear is None
    assert found.at == at("21:59:31")


def test_a_relative_time_may_be_a_minute_off() -> None:
    relative = written("Петя", "21:59:30", red("Вася"), time_from=TimeFrom.RELATIVE)
    doubt = vote(stored(relative)).unclear
    assert doubt is not None
    assert doubt.why == "cutoff"


def test_a_post_without_a_time_lies_between_the_reads() -> None:
    timeless = written("Петя", None, red("Вася"))
    known = vote(stored(timeless, seen=(at("21:40:00"),), not_before=at("21:30:00")))
    unknown = vote(stored(timeless, seen=(at("22:10:00"),), not_before=at("21:50:00")))
    assert known.unclear is None
    assert unknown.unclear is not None
    assert unknown.unclear.why == "cutoff"


# Edits and deletions.


def test_an_edited_post_counts_as_it_was_first_read() -> None:
    first = written("Петя", "20:00:00", red("Вася"))
    later = written("Петя", "20:00:00", red("РэдДи"), edited=Edit(at("21:00:00"), "Петя"))
    found = vote(stored(first, later, seen=(at("20:30:00"), at("21:30:00"))))
    assert (found.on, found.edited, found.unclear) == ("Вася", True, None)


def test_an_edit_after_the_cutoff_is_no_matter_where_the_earlier_text_was_read() -> None:
    first = written("Петя", "20:00:00", red("Вася"))
    later = written("Петя", "20:00:00", red("РэдДи"), edited=Edit(at("22:30:00"), "Петя"))
    found = vote(stored(first, later, seen=(at("20:30:00"), READ)))
    assert (found.on, found.edited, found.unclear) == ("Вася", False, None)


def test_a_post_first_read_after_an_edit_in_time_is_flagged() -> None:
    found = vote(stored(written("Петя", "20:00:00", red("Вася"), edited=Edit(at("21:58:00"), "петя"))))
    assert (found.on, found.edited, found.unclear) == ("Вася", True, None)


@pytest.mark.parametrize("when", ["22:00:00", "22:40:00"])
def test_a_post_first_read_after_an_edit_past_the_cutoff_waits_for_the_host(when: str) -> None:
    doubt = vote(stored(written("Петя", "20:00:00", red("Вася"), edited=Edit(at(when), "Петя")))).unclear
    assert doubt is not None
    assert doubt.why == "edited"


def test_an_edit_of_unknown_time_was_made_before_the_post_was_read() -> None:
    edited = written("Петя", "20:00:00", red("Вася"), edited=Edit(None, None))
    assert vote(stored(edited, seen=(at("21:00:00"),))).unclear is None
    doubt = vote(stored(edited)).unclear
    assert doubt is not None
    assert doubt.why == "edited"


def test_a_post_that_somebody_else_edited_waits_for_the_host() -> None:
    doubt = vote(stored(written("Петя", "20:00:00", red("Вася"), edited=Edit(at("20:10:00"), "Ведущий")))).unclear
    assert doubt is not None
    assert doubt.why == "edited-by-other"


def test_a_post_that_has_gone_is_deleted() -> None:
    assert vote(stored(written("Петя", "20:00:00", red("Вася")), gone=True)).deleted


def test_a_minute_is_no_earlier_than_the_post_before_it() -> None:
    exact = stored(written("Вася", "21:59:40", red("Петя")))
    playing = game()
    found = cast(exact, stored(minutes("21:59:00")), of=playing, day=odd_day("21:59:30"))
    assert found[1].entry.unclear is None
    assert found[1].entry.at == at("21:59:40")
    assert found[1].time == at("21:59:00")
    assert found[1].precision is Precision.MINUTE
    assert at("21:59:40") - at("21:59:00") == timedelta(seconds=40)
