"""The pages of a site, made of what the town may know: what stands on them, how votes move, what is left out."""

import itertools
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PhaseId, Ruleset, load_ruleset
from engine.polls import Poll
from parsers.page import Precision
from tally.count.report import Doubt, Refusal, Row, ShownVote, TownReport
from tally.count.town_day import TownDay
from tally.count.votes import ReadVote, TownVotes
from tally.play.roster import TownRow
from tally.site.charts import draw_chart, draw_matrix
from tally.site.moves import moves_of_day, score_lines
from tally.site.publish import make_site
from tally.site.settings import PublishSettings
from tally.site.town import PhaseNews, TownGame, TownPlayer
from tally.texts import use_language

MOSCOW = ZoneInfo("Europe/Moscow")
NOON = datetime(2024, 1, 10, 9, tzinfo=UTC)
DEADLINE = datetime(2024, 1, 10, 19, tzinfo=UTC)
SCRIPT = "<script>alert(1)</script>"
LOADED = load_ruleset("classic")
assert isinstance(LOADED, Ruleset)
RULES: Ruleset = LOADED
POLL: Poll = RULES.polls[0]


def cast(number: int, by: str, on: str | None, minutes: int, **more: Any) -> ReadVote:
    facts: dict[str, Any] = {
        "by": by, "on": on, "time": NOON + timedelta(minutes=minutes), "precision": Precision.SECOND,
        "post": f"https://forum.example/p{number}", "id": str(number), "number": 1, "kind": "vote", "form": "colour",
        "text": on, "colour": "red", "grade": "exact", "counts": True, "reason": None, "rule": "CLA-32", "weight": 1,
    }  # fmt: skip
    return ReadVote(**{**facts, **more})


def day_of(*votes: ReadVote, cycle: int = 1, **changes: Any) -> TownDay:
    """A day with these votes; its table is counted from those that count."""
    heading: dict[str, Any] = {
        "game": "Игра", "ruleset": "classic", "phase": PhaseId(cycle, night=False), "zone": MOSCOW,
        "as_of": DEADLINE - timedelta(hours=1), "deadline": DEADLINE, "final": False,
        "with_colours": True,
    }  # fmt: skip
    rows: dict[str, list[ShownVote]] = {}
    for vote in votes:
        if vote.counts and vote.kind == "vote" and vote.on is not None:
            shown = ShownVote(
                by=vote.by, time=vote.time, precision=vote.precision, post=vote.post, ruling=vote.ruling,
                colour=vote.colour, weight=vote.weight or 1,
            )  # fmt: skip
            rows.setdefault(vote.on, []).append(shown)
    counted = [Row(on, *_sums(given), tuple(given)) for on, given in rows.items()]
    facts = {
        **heading, "settled": False, "with_totals": True,
        "rows": tuple(sorted(counted, key=lambda row: -(row.score or 0))), "rejected": (), "unclear": (), "missing": (),
        "nominated": (), "leading": (), "executed": (), "tie": (),
    }  # fmt: skip
    report = TownReport(**{**facts, **changes})
    return TownDay(report, TownVotes(**heading, votes=votes), NOON - timedelta(hours=2))


def _sums(votes: list[ShownVote]) -> tuple[int, int, int]:
    against = sum(vote.weight for vote in votes if vote.colour != "blue")
    defence = sum(vote.weight for vote in votes if vote.colour == "blue")
    return against, defence, against - defence


def game_of(*days: TownDay, names: tuple[str, ...] = ("Вася", "Петя", "Ёж"), **more: Any) -> TownGame:
    facts: dict[str, Any] = {
        "title": "Игра", "ruleset": RULES, "options": {}, "zone": MOSCOW, "thread": "https://forum.example/t=12",
        "hosts": ("Маэстро",), "seed_hash": None, "begins": NOON, "days": days, "news": {},
        "players": tuple(TownPlayer(TownRow(name)) for name in names),
    }  # fmt: skip
    return TownGame(**{**facts, **more})


def site(game: TownGame, url: str = "") -> dict[str, str]:
    made = make_site(game, PublishSettings(url, "ru", ()))
    return {name: data.decode() for name, data in made.items() if not name.endswith(".png")}


def page(game: TownGame, name: str) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(site(game)[name])


def texts(made: lxml.html.HtmlElement, selector: str) -> list[str]:
    return [" ".join(each.text_content().split()) for each in made.cssselect(selector)]


# What stands on a page.


def test_each_vote_leads_to_its_post_and_shows_its_words() -> None:
    made = page(game_of(day_of(cast(7, "Вася", "Петя", 5, text="петюню"))), "index.html")
    [voter] = made.cssselect(".votes .group li")
    assert " ".join(voter.text_content().split()) == "Вася 12:05:00 петюню"
    [link] = voter.cssselect("a.post")
    assert (link.get("href"), "noopener" in link.get("rel", "")) == ("https://forum.example/p7", True)


def test_a_later_edit_stands_beside_the_vote_without_what_is_alike() -> None:
    start = "Долгое вступление о погоде и настроении. " * 5
    vote = cast(7, "Вася", "Петя", 5, edited=True, first=start + "Петя", latest=start + "Ёж, а не он")
    told = " ".join(texts(page(game_of(day_of(vote)), "day1.html"), ".votes .edit"))
    assert told.startswith("позже изменено")
    assert "Петя" in told
    assert "Ёж, а не он" in told
    assert len(told) < 200


def test_a_hidden_text_is_nowhere() -> None:
    vote = cast(7, "Вася", "Петя", 5, text=None, hidden=True, edited=True)
    files = site(game_of(day_of(vote)))
    assert "текст скрыт ведущим" in files["index.html"]
    assert "позже изменено" not in files["index.html"]


def test_the_hosts_word_and_public_weights_are_shown() -> None:
    votes = (cast(1, "Вася", "Петя", 5, weight=2), cast(2, "Ёж", "Петя", 6, ruling="сам сказал"))
    told = texts(page(game_of(day_of(*votes)), "index.html"), ".votes .group li")
    assert "×2" in told[0]
    assert "решение ведущего: сам сказал" in told[1]


def test_red_and_blue_are_told_in_words_too() -> None:
    votes = (cast(1, "Вася", "Петя", 5), cast(2, "Ёж", "Петя", 6, colour="blue"))
    made = page(game_of(day_of(*votes)), "index.html")
    assert texts(made, ".votes .label") == ["Красные", "Синие"]
    assert texts(made, ".votes thead th") == ["Кандидат", "Красные", "Синие", "Итог"]


def test_sums_that_are_not_public_are_nowhere() -> None:
    day = day_of(cast(1, "Вася", "Петя", 5))
    rows = tuple(replace(row, against=None, defence=None, score=None) for row in day.report.rows)
    secret = replace(day, report=replace(day.report, rows=rows, with_totals=False))
    files = site(game_of(secret))
    made = lxml.html.document_fromstring(files["day1.html"])
    assert texts(made, ".votes thead th") == ["Кандидат"]
    assert not made.cssselect("svg.chart")
    assert "None" not in "".join(files.values())


def test_what_waits_and_what_is_refused_has_its_reason() -> None:
    doubt = Doubt(by="Вася", time=NOON, precision=Precision.MINUTE, post=None, text="Пе", kind=None,
                  why="uncertain-name", candidates=("Петя",))  # fmt: skip
    refused = Refusal(by="Ёж", time=DEADLINE, precision=None, post="javascript:alert(4)", on="Вася", kind="scan",
                      reason="late", rule="CLA-11")  # fmt: skip
    made = page(game_of(day_of(unclear=(doubt,), rejected=(refused,), missing=("Петя",))), "index.html")
    assert texts(made, ".waiting li") == ["Вася 12:00 Пе — неясно, чьё это имя; возможно: Петя"]
    assert "Вася скан: опоздал CLA-11" in " ".join(texts(made, ".note li"))
    assert not [link for link in made.cssselect("a") if (link.get("href") or "").startswith("javascript")]


def test_a_day_that_only_the_host_ends_has_no_deadline() -> None:
    day = day_of(cast(1, "Вася", "Петя", 5), deadline=datetime(9000, 1, 1, tzinfo=UTC))
    files = site(game_of(day))
    assert "9000" not in files["index.html"]
    assert "data-deadline" not in files["index.html"]


def test_a_player_has_what_he_gave_and_what_he_was_given() -> None:
    votes = (
        cast(1, "Вася", "Ёж", 1, counts=False, reason="superseded", weight=None),
        cast(2, "Вася", "Петя", 5),
        cast(3, "Ёж", "Вася", 6, colour="blue"),
    )
    made = page(game_of(day_of(*votes)), "player1.html")
    assert texts(made, "section[aria-labelledby=given] li") == ["Петя против 12:05:00 Петя"]
    assert texts(made, "section[aria-labelledby=given] p") == ["до этого: Ёж 12:01:00"]
    assert texts(made, "section[aria-labelledby=received] .group") == ["Синие Ёж 12:06:00 Вася"]


def test_the_roster_tells_who_is_out_and_what_was_revealed() -> None:
    night = PhaseId(1, night=True)
    players = (
        TownPlayer(TownRow("Вася", PhaseId(1, night=False), executed=True, revealed="rank1")),
        TownPlayer(TownRow("Петя", night, revealed="hidden"), former=("Старый",)),
        TownPlayer(TownRow("Ёж"), exposed=((night, "doctor"),)),
    )
    made = page(game_of(players=players), "players.html")
    assert [texts(row, "th, td")[1:] for row in made.cssselect("tbody tr")] == [
        ["Вася", "казнь (День 1)", "1й ранг мафии"],
        ["Петя до него: Старый", "вне игры (Ночь 1)", "роль не раскрыта"],
        ["Ёж", "да", "доктор (Ночь 1)"],
    ]


def test_many_votes_of_a_day_stand_on_pages_of_their_own() -> None:
    votes = [cast(n, "Вася", "Петя", n, counts=False, reason="superseded", weight=None) for n in range(300)]
    files = site(game_of(day_of(*votes, cast(400, "Вася", "Петя", 400))))
    assert {name for name in files if name.startswith("day1-votes")} == {
        f"day1-votes{number}.html" for number in (1, 2, 3)
    }
    assert files["day1-votes1.html"].count("<tr") == 151
    assert "day1-votes2.html" in files["day1.html"]
    assert len(files["day1.html"].encode()) < 100_000


def test_the_feed_is_well_formed_whatever_the_names_and_changes_only_with_the_votes() -> None:
    news = {PhaseId(1, night=False): PhaseNews(PhaseId(1, night=False), ("Казнь: \x00\ufffe<b>.",), {}, DEADLINE)}
    game = game_of(day_of(cast(1, "Вася", SCRIPT, 5)), news=news, title="\x1b[31mИгра & ]]>")
    feed = site(game, "https://example.org/")["feed.xml"]
    tree = lxml.etree.fromstring(feed.encode())
    space = {"a": "http://www.w3.org/2005/Atom"}
    assert len(tree.xpath("//a:entry", namespaces=space)) == 2
    later = replace(game.days[0], report=replace(game.days[0].report, as_of=DEADLINE - timedelta(minutes=1)))
    assert site(replace(game, days=(later,)), "https://example.org/")["feed.xml"] == feed


def test_every_page_has_a_policy_and_nothing_inline() -> None:
    for name, text in site(game_of(day_of(cast(1, SCRIPT, "Петя", 5)), names=("Вася", SCRIPT))).items():
        if name.endswith(".html"):
            made = lxml.html.document_fromstring(text)
            [policy] = [meta.get("content") for meta in made.cssselect("meta[http-equiv=Content-Security-Policy]")]
            assert "unsafe" not in (policy or "unsafe")
            assert not made.cssselect("style, [style], script:not([src]), img, iframe, object, form, base")
            assert not [name for element in made.iter("*") for name in element.attrib if name.startswith("on")]


def test_the_site_speaks_english_too() -> None:
    use_language("en")
    made = page(game_of(day_of(cast(1, "Вася", "Петя", 5))), "index.html")
    assert made.get("lang") == "en"
    assert texts(made, ".votes thead th")[0] == "Candidate"


# How the votes moved.


def steps(day: TownDay) -> dict[str, list[int]]:
    lines = score_lines(day.report, moves_of_day(day.votes, POLL), POLL)
    return {line.player: [step.score for step in line.steps] for line in lines}


def test_a_change_of_mind_moves_a_vote_from_one_line_to_another() -> None:
    day = day_of(
        cast(1, "Вася", "Петя", 1, counts=False, reason="superseded", weight=None),
        cast(2, "Ёж", "Петя", 2),
        cast(3, "Вася", "Ёж", 3),
    )
    assert steps(day) == {"Петя": [1, 2, 1], "Ёж": [1]}
    [change] = [move for move in moves_of_day(day.votes, POLL) if move.is_change]
    assert (change.before, change.on) == ("Петя", "Ёж")


def test_a_defence_takes_down_and_a_vote_taken_back_is_gone() -> None:
    day = day_of(
        cast(1, "Вася", "Петя", 1, counts=False, reason="withdrawn", weight=None),
        cast(2, "Ёж", "Петя", 2, colour="blue"),
        cast(3, "Вася", None, 3, kind="unvote", colour=None),
    )
    assert steps(day) == {"Петя": [1, 0, -1]}


def test_what_no_vote_explains_is_a_step_at_the_end() -> None:
    """Votes by silence, and the like: the engine's sum is the last value."""
    day = day_of(cast(1, "Вася", "Петя", 1))
    [row] = day.report.rows
    silent = replace(day, report=replace(day.report, rows=(replace(row, against=3, score=3),), as_of=DEADLINE))
    assert steps(silent) == {"Петя": [1, 3]}
    [line] = score_lines(silent.report, moves_of_day(silent.votes, POLL), POLL)
    assert line.steps[-1].at == DEADLINE


def test_refused_and_unclear_votes_move_nothing() -> None:
    day = day_of(
        cast(1, "Вася", "Петя", 1, counts=False, reason="late"),
        cast(2, "Ёж", None, 2, counts=False, why="ambiguous-name", candidates=("Петя",)),
    )
    assert moves_of_day(day.votes, POLL) == ()
    assert steps(day) == {}


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 600)), max_size=40))
def test_lines_end_where_the_table_does_and_stay_in_the_picture(given_votes: list[tuple[int, int, int]]) -> None:
    names = ("Вася", "Петя", "Ёж", "Ля")
    ordered = sorted(given_votes, key=lambda each: each[2])
    last = {by: place for place, (by, _on, _at) in enumerate(ordered)}
    votes = [
        cast(place, names[by], names[on], at, counts=last[by] == place,
             reason=None if last[by] == place else "superseded", weight=1 if last[by] == place else None)
        for place, (by, on, at) in enumerate(ordered)
    ]  # fmt: skip
    day = day_of(*votes)
    lines = score_lines(day.report, moves_of_day(day.votes, POLL), POLL)
    assert {line.player: line.last for line in lines if line.last} == {
        row.player: row.score for row in day.report.rows if row.score
    }
    chart = draw_chart(lines, day.report.as_of, MOSCOW)
    assert (chart is None) == (not votes)
    if chart is not None:
        labels = sorted(curve.label for curve in chart.curves)
        assert all(0 <= label <= chart.height for label in labels)
        assert all(below - above >= 17 for above, below in itertools.pairwise(labels))
        for curve in chart.curves:
            assert all(chart.left <= x <= chart.right and 0 <= y <= chart.height for x, y in curve.changes)


def test_the_matrix_counts_the_days_that_ended_so() -> None:
    first = day_of(cast(1, "Вася", "Петя", 1), cast(2, "Ёж", "Вася", 2, colour="blue"))
    second = day_of(cast(3, "Вася", "Петя", 1), cycle=2)
    matrix = draw_matrix((first, second), ("Вася", "Петя", "Ёж"))
    assert matrix is not None
    cells = {(cell.voter, cell.on): (cell.against, cell.defence) for cell in matrix.cells}
    assert cells == {("Вася", "Петя"): (2, 0), ("Ёж", "Вася"): (0, 1)}
    assert draw_matrix((), ()) is None


# The picture for chats.


def test_the_preview_is_the_same_for_the_same_table_and_drawn_only_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tally.site import preview

    game = game_of(day_of(cast(1, "Вася", "Петя" * 30 + "🧛", 5)), title="Очень " * 40)
    picture = preview.picture_of(game)
    drawn = preview.draw_picture(picture, None)
    assert drawn.startswith(b"\x89PNG")
    assert len(drawn) < 60_000
    assert preview.draw_picture(picture, None) == drawn
    with monkeypatch.context() as patched:
        patched.setattr(preview, "_write", lambda *_a, **_k: pytest.fail("drawn again"))
        assert preview.draw_picture(picture, drawn) is drawn
    other = preview.picture_of(game_of(day_of(cast(1, "Вася", "Ёж", 5))))
    assert preview.draw_picture(other, drawn) != drawn
    for broken in (b"", b"\x89PNG\r\n\x1a\n", drawn[:200], b"no picture"):
        assert preview.draw_picture(picture, broken) == drawn
