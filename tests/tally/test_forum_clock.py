"""The forum's clock against ours: from the server's Date, from the times of posts, and what follows for the bracket."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tally.forum.scrape_text import clock_as_data, clock_in_words
from tally.store.forum_clock import UNMEASURED, ClockSight, ForumClock, PostSight, check_by_posts, measure_clock

NOON = datetime(2024, 1, 10, 12, tzinfo=UTC)


def seconds(count: float) -> timedelta:
    return timedelta(seconds=count)


def sight(after: float, ahead: float, takes: float = 1.0, named_at: float = 0.5) -> ClockSight:
    """A page asked for `after` seconds after noon by a clock that the forum's is `ahead` of."""
    asked = NOON + seconds(after)
    named = (asked + seconds(takes * named_at) + seconds(ahead)).replace(microsecond=0)
    return ClockSight(asked, asked + seconds(takes), named)


def test_one_page_tells_the_clock_to_the_length_of_its_request() -> None:
    clock = measure_clock([sight(0, 90)])
    assert clock.least <= seconds(90) <= clock.most
    assert clock.uncertainty <= 1


def test_without_a_date_the_clocks_are_taken_for_one() -> None:
    clock = measure_clock([])
    assert clock == UNMEASURED
    assert clock.earliest(NOON) == clock.latest(NOON) == NOON


def test_a_clock_that_was_set_anew_is_told_by_the_latest_pages() -> None:
    clock = measure_clock([sight(60, 0), sight(50, 0), sight(0, 500), sight(-10, 500)])
    assert clock.least <= seconds(0) <= clock.most
    assert clock.uncertainty <= 1


def test_a_server_without_a_clock_tells_nothing() -> None:
    assert measure_clock([sight(0, 86_400 * 365)]) == UNMEASURED


@given(
    st.floats(-3600, 3600),
    st.lists(st.tuples(st.floats(0, 3000), st.floats(0.01, 20), st.floats(0, 1)), min_size=1, max_size=20),
)
def test_what_is_measured_holds_the_truth_and_never_widens(
    ahead: float, reads: list[tuple[float, float, float]]
) -> None:
    sights = [sight(after, ahead, takes, named_at) for after, takes, named_at in reads]
    clock = measure_clock(sights)
    slack = timedelta(microseconds=10)
    assert clock.least - slack <= seconds(ahead) <= clock.most + slack
    assert clock.most - clock.least <= measure_clock(sights[:1]).most - measure_clock(sights[:1]).least


def post_sight(after: float, ahead: float, length: float = 60) -> PostSight:
    """A post that one read did not show yet and the next one, half a minute later, did."""
    written = NOON + seconds(after)
    shown = written + seconds(ahead)
    shown = shown.replace(second=0, microsecond=0) if length == 60 else shown.replace(microsecond=0)
    return PostSight(written - seconds(10), written + seconds(20), shown, shown + seconds(length))


def test_posts_that_agree_with_the_server_change_nothing() -> None:
    clock = measure_clock([sight(0, 90)])
    assert check_by_posts(clock, [post_sight(100 * number, 90) for number in range(9)]) == clock


def test_posts_whose_clock_is_another_than_the_servers_are_believed() -> None:
    clock = check_by_posts(measure_clock([sight(0, 0)]), [post_sight(97 * number, 3600) for number in range(9)])
    assert clock.by_posts
    assert clock.least <= seconds(3600) <= clock.most


def test_one_odd_post_is_not_believed() -> None:
    clock = measure_clock([sight(0, 0)])
    odd = post_sight(5, 3600)
    assert check_by_posts(clock, [odd, *(post_sight(97 * number, 0) for number in range(9))]) == clock
    assert check_by_posts(clock, [odd, odd]) == clock


def test_nothing_is_made_of_posts_where_nothing_else_tells() -> None:
    assert check_by_posts(UNMEASURED, [post_sight(97 * number, 30) for number in range(9)]) == UNMEASURED


def test_a_moment_of_ours_is_told_on_the_forums_clock() -> None:
    clock = ForumClock(seconds(89), seconds(91))
    assert clock.earliest(NOON) == NOON + seconds(89)
    assert clock.latest(NOON) == NOON + seconds(91)
    assert (clock.ahead, clock.uncertainty) == (90, 1)


def test_a_clock_that_is_off_is_told_and_one_that_is_right_is_not() -> None:
    assert clock_in_words(ForumClock(seconds(89), seconds(91))) == "Часы форума спешат относительно наших на 90 с."
    assert clock_in_words(ForumClock(seconds(-91), seconds(-89))) == "Часы форума отстают от наших на 90 с."
    assert clock_in_words(ForumClock(seconds(-1), seconds(1))) is None
    assert clock_in_words(UNMEASURED) is None
    assert clock_as_data(ForumClock(seconds(89), seconds(91), by_posts=True)) == {
        "ahead": 90,
        "uncertainty": 1,
        "from": "posts",
    }
