"""When a forum is read next: plain cases, what goes wrong with clocks and forums, and laws for all games."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.service.rhythm import Deadline, LastReads, NextRead, Rhythm, Why, next_read

CUTOFF = datetime(2024, 1, 10, 19, tzinfo=UTC)
DEADLINE = Deadline(1, CUTOFF)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
RHYTHM = Rhythm()


def before(minutes: float = 0, seconds: float = 0) -> datetime:
    return CUTOFF - timedelta(minutes=minutes, seconds=seconds)


def plan(
    began: datetime | None, now: datetime, rhythm: Rhythm = RHYTHM, tried: datetime | None = None, failures: int = 0
) -> NextRead:
    return next_read(rhythm, [DEADLINE], LastReads(began, tried, tried, failures), now)


def test_a_game_that_was_never_read_is_read_at_once() -> None:
    assert plan(None, before(300)) == NextRead(before(300), Why.FIRST)


def test_far_from_a_deadline_it_is_read_every_quarter_of_an_hour() -> None:
    assert plan(before(300), before(299)) == NextRead(before(285), Why.REGULAR)


def test_in_the_last_ten_minutes_every_minute() -> None:
    assert plan(before(12), before(11)) == NextRead(before(10), Why.LAST_MINUTES, DEADLINE)
    assert plan(before(5, 2), before(5)) == NextRead(before(5), Why.LAST_MINUTES, DEADLINE)
    assert plan(before(5), before(4, 59)) == NextRead(before(4), Why.LAST_MINUTES, DEADLINE)


def test_the_last_read_before_the_deadline_has_time_to_end() -> None:
    assert plan(before(1), before(0, 50)) == NextRead(before(0, 5), Why.BEFORE, DEADLINE)


def test_a_slow_forum_is_asked_sooner() -> None:
    slow = LastReads(before(1), takes=timedelta(seconds=20))
    assert next_read(RHYTHM, [DEADLINE], slow, before(0, 50)).at == before(0, 22)


def test_others_of_the_same_forum_are_read_between() -> None:
    queued = replace(DEADLINE, queue=timedelta(seconds=30))
    assert next_read(RHYTHM, [queued], LastReads(before(1)), before(0, 50)).at == before(0, 35)


def test_the_next_one_begins_with_the_first_second_that_is_too_late() -> None:
    assert plan(before(0, 5), before(0, 2)) == NextRead(CUTOFF, Why.AFTER, DEADLINE)


def test_what_can_no_longer_end_before_the_deadline_waits_for_it() -> None:
    assert plan(before(1), before(0, 1)) == NextRead(CUTOFF, Why.AFTER, DEADLINE)


def test_late_edits_are_looked_for_twice() -> None:
    assert plan(CUTOFF, CUTOFF + 3 * SECOND) == NextRead(CUTOFF + 2 * MINUTE, Why.LATE_EDITS, DEADLINE)
    assert plan(CUTOFF + 2 * MINUTE, CUTOFF + 3 * MINUTE) == NextRead(CUTOFF + 10 * MINUTE, Why.LATE_EDITS, DEADLINE)
    assert plan(CUTOFF + 10 * MINUTE, CUTOFF + 11 * MINUTE) == NextRead(CUTOFF + 25 * MINUTE, Why.REGULAR)


def test_a_deadline_that_passed_while_the_machine_slept_is_made_up_for_at_once() -> None:
    found = plan(before(30), CUTOFF + timedelta(hours=5))
    assert found.is_due(CUTOFF + timedelta(hours=5))
    assert found.why is Why.AFTER


def test_a_clock_that_was_set_back_does_not_stop_the_reading() -> None:
    found = plan(CUTOFF + timedelta(days=300), before(300))
    assert found == NextRead(before(285), Why.REGULAR)


def test_a_forum_that_fails_is_asked_less_and_less() -> None:
    pauses = []
    for failures in range(1, 9):
        tried = before(300)
        found = plan(before(400), before(299, 59), tried=tried, failures=failures)
        pauses.append((found.at - tried) / MINUTE)
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15, 15]


def test_but_at_the_deadline_it_is_asked_again_whatever_came_before() -> None:
    assert plan(before(400), CUTOFF, tried=before(2), failures=9) == NextRead(CUTOFF, Why.AFTER, DEADLINE)


def test_and_then_every_minute_at_most() -> None:
    found = plan(before(400), CUTOFF + 5 * SECOND, tried=CUTOFF + 4 * SECOND, failures=10)
    assert (found.at, found.why) == (CUTOFF + 4 * SECOND + MINUTE, Why.AFTER)


def test_a_forum_that_was_never_readable_is_still_asked_at_the_deadline() -> None:
    found = plan(None, before(1), tried=before(2), failures=9)
    assert (found.at, found.why) == (before(0, 5), Why.BEFORE)


def test_the_table_is_fresh_when_notices_go_out() -> None:
    rhythm = replace(RHYTHM, notices=(timedelta(hours=1),))
    assert plan(before(70), before(69), rhythm) == NextRead(before(60), Why.NOTICE, DEADLINE)


@pytest.mark.parametrize("minutes", [0, 5])
def test_the_last_minutes_are_the_hosts_to_choose(minutes: int) -> None:
    rhythm = replace(RHYTHM, last=minutes * MINUTE)
    assert plan(before(14), before(13), rhythm).at == (before(5) if minutes else before(0, 5))


# Laws.

rhythms = st.builds(
    Rhythm,
    every=st.integers(1, 120).map(lambda each: each * MINUTE),
    last=st.integers(0, 60).map(lambda each: each * MINUTE),
    last_every=st.integers(1, 10).map(lambda each: each * MINUTE),
    after=st.lists(st.integers(1, 60).map(lambda each: each * MINUTE), max_size=3).map(tuple),
)
days = st.lists(st.integers(20, 30), min_size=1, max_size=4)


def deadlines_of(hours: list[int]) -> list[Deadline]:
    found, at = [], CUTOFF
    for number, each in enumerate(hours, start=1):
        found.append(Deadline(number, at))
        at += timedelta(hours=each)
    return found


def reads(
    rhythm: Rhythm, deadlines: list[Deadline], start: datetime, end: datetime, takes: timedelta, faults: list[bool]
) -> Iterator[tuple[datetime, datetime, bool]]:
    """What a loop does that obeys: when each read began and ended, and whether it failed."""
    now, known = start, LastReads(takes=takes)
    number = 0
    while now < end:
        found = next_read(rhythm, deadlines, known, now)
        now = max(now, found.at)
        failed = bool(faults) and faults[number % len(faults)]
        number += 1
        yield now, now + takes, failed
        if failed:
            known = replace(known, asked=now, tried=now + takes, failures=known.failures + 1)
        else:
            known = LastReads(now, now, now + takes, takes=takes)
        now += takes


@given(rhythms, days, st.integers(0, 3000), st.integers(1, 20))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_every_deadline_has_its_bracket_and_no_gap_is_longer_than_the_rhythm(
    rhythm: Rhythm, hours: list[int], early: int, seconds: int
) -> None:
    deadlines, takes = deadlines_of(hours), timedelta(seconds=seconds)
    end = deadlines[-1].first_late + timedelta(hours=3)
    made = list(reads(rhythm, deadlines, CUTOFF - early * MINUTE, end, takes, []))
    for deadline in deadlines:
        cutoff = deadline.first_late
        assert any(cutoff <= began <= cutoff + takes for began, _ended, _failed in made)
        if made[0][0] < cutoff - MINUTE:
            assert any(cutoff - timedelta(seconds=seconds + 5) <= ended <= cutoff for _began, ended, _failed in made)
        for later in rhythm.after:
            assert any(
                began >= cutoff + later for began, _ended, _failed in made if began <= cutoff + later + 2 * takes
            )
    for (began, _ended, _failed), (following, _end, _fail) in pairwise(made):
        assert following - began <= rhythm.every + takes
        assert following - began >= min(takes, SECOND)


@given(rhythms, days, st.lists(st.booleans(), min_size=1, max_size=7))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_a_forum_that_fails_is_never_asked_in_a_rush(rhythm: Rhythm, hours: list[int], faults: list[bool]) -> None:
    deadlines = deadlines_of(hours)
    start, end = CUTOFF - timedelta(hours=2), deadlines[-1].first_late + timedelta(hours=2)
    made = list(reads(rhythm, deadlines, start, end, 2 * SECOND, faults))
    failed = [ended for _began, ended, was in made if was]
    for ended in failed:
        soon = [began for began, _ended, _failed in made if ended <= began < ended + timedelta(seconds=30)]
        # the two of the bracket alone
        assert len(soon) <= 2
    for deadline in deadlines:
        assert any(deadline.first_late <= began <= deadline.first_late + 2 * SECOND for began, _ended, _failed in made)


moments = st.integers(0, 3 * 24 * 3600).map(lambda each: CUTOFF - timedelta(days=1) + each * SECOND)


@given(moments, moments)
@settings(deadline=None)
def test_whatever_the_clock_says_there_is_a_next_read(began: datetime, now: datetime) -> None:
    assert plan(began, now).at <= now + RHYTHM.every
