"""The published page: complete in itself, harmless whatever the nicks are, readable, written in one step."""

import errno
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import lxml.html
import pytest

from engine.moments import PhaseId
from parsers.page import Precision
from tally.errors import GameFault
from tally.publish import PAGE, make_page, write_if_changed
from tally.report import Doubt, Refusal, Row, ShownVote, TownReport
from tally.texts import use_language

AT = datetime(2024, 1, 10, 18, 59, 59, tzinfo=UTC)
SCRIPT = "<script>alert(1)</script>"
PICTURE = '"><img src=x onerror=alert(2)>'


def vote(
    by: str, colour: str | None = "red", post: str | None = "https://forum.example/p7", weight: int = 1
) -> ShownVote:
    return ShownVote(by=by, time=AT, precision=Precision.SECOND, post=post, colour=colour, weight=weight)


def report(*rows: Row, cycle: int = 1, **changes: object) -> TownReport:
    facts: dict[str, object] = {
        "game": "Игра",
        "ruleset": "classic",
        "phase": PhaseId(cycle, night=False),
        "zone": ZoneInfo("Europe/Moscow"),
        "as_of": AT,
        "deadline": datetime(2024, 1, 10, 19, tzinfo=UTC),
        "final": False,
        "settled": False,
        "with_totals": True,
        "with_colours": True,
        "rows": rows,
        "rejected": (),
        "unclear": (),
        "missing": (),
        "nominated": (),
        "leading": (),
        "executed": (),
        "tie": (),
    }
    return TownReport(**{**facts, **changes})  # type: ignore[arg-type]  # the tests name the few that differ


def page(*days: TownReport) -> lxml.html.HtmlElement:
    return lxml.html.document_fromstring(make_page("Игра", "classic", days))


HOSTILE = report(
    Row(PICTURE, 1, 0, 1, (vote(SCRIPT),)),
    rejected=(
        Refusal(by=PICTURE, time=AT, precision=None, post="javascript:alert(4)", on=SCRIPT, reason="late", rule="X"),
    ),
    unclear=(Doubt(by=SCRIPT, time=None, precision=None, post=None, text=PICTURE, why="cutoff", candidates=()),),
    missing=("\x1b[31m", "\u202eевсеи", SCRIPT),
)


def test_each_vote_leads_to_its_post() -> None:
    [link] = page(report(Row("Петя", 1, 0, 1, (vote("Вася"),)))).cssselect("td.votes a")
    assert (link.text_content(), link.get("href")) == ("Вася", "https://forum.example/p7")
    assert "noopener" in link.get("rel", "")


def test_hostile_nicks_are_shown_as_text() -> None:
    made = page(HOSTILE)
    assert not made.cssselect("script, img, iframe, object, link, form")
    assert made.cssselect("tbody th")[0].text_content() == PICTURE
    assert made.cssselect("td.votes a")[0].text_content() == SCRIPT
    for element in made.iter("*"):
        assert not [name for name in element.attrib if name.startswith("on")]


def test_only_web_addresses_become_links() -> None:
    hrefs = [link.get("href", "") for link in page(HOSTILE).cssselect("a")]
    assert hrefs == ["https://forum.example/p7"]


def test_characters_that_act_are_replaced() -> None:
    text = page(HOSTILE).text_content()
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "�евсеи" in text


def test_the_page_needs_nothing_from_elsewhere_and_says_so() -> None:
    html = make_page("Игра", "classic", [report(Row("Петя", 1, 0, 1, (vote("Вася", post=None),)))])
    made = lxml.html.document_fromstring(html)
    [policy] = [meta.get("content", "") for meta in made.cssselect("meta[http-equiv=Content-Security-Policy]")]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert not re.search(r"https?:|url\(|@import|style=", html)
    assert not made.cssselect("[style], [src]")


def test_the_policy_names_the_hash_of_the_very_style() -> None:
    import base64
    import hashlib

    html = make_page("Игра", "classic", [])
    [style] = re.findall(r"<style>(.*?)</style>", html, flags=re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in html


def test_red_and_blue_are_told_in_words() -> None:
    made = page(report(Row("Петя", 1, 1, 0, (vote("Вася"), vote("Ёж", "blue")))))
    assert [p.cssselect("b")[0].text_content() for p in made.cssselect("td.votes p")] == ["Красные:", "Синие:"]


def test_a_ruleset_without_colours_has_one_list_of_votes() -> None:
    made = page(report(Row("Петя", 1, 0, 1, (vote("Вася", None),)), with_colours=False))
    assert [th.text_content() for th in made.cssselect("thead th")] == ["Кандидат", "Итог"]
    assert [p.cssselect("b")[0].text_content() for p in made.cssselect("td.votes p")] == ["Голоса:"]


def test_sums_that_are_not_public_are_not_shown() -> None:
    row = Row("Петя", None, None, None, (vote("Вася"),))
    made = page(report(row, with_totals=False, leading=("Петя",)))
    assert [th.text_content() for th in made.cssselect("thead th")] == ["Кандидат"]
    assert "None" not in made.text_content()
    assert "Лидирует" not in made.text_content()


def test_every_refusal_has_its_reason_and_who_is_silent_is_named() -> None:
    text = page(HOSTILE, report(missing=("Ёж", "Ля"), cycle=2)).text_content()
    assert "опоздал" in text
    assert "Ёж, Ля" in text


def test_the_days_are_shown_in_the_order_given_with_a_way_to_each() -> None:
    made = page(report(cycle=2), report(cycle=1))
    assert [link.get("href") for link in made.cssselect("nav a")] == ["#day2", "#day1"]
    assert [heading.get("id") for heading in made.cssselect("h2")] == ["day2", "day1"]


def test_the_page_speaks_the_language_asked_for() -> None:
    use_language("en")
    made = page(report(Row("Петя", 1, 0, 1, (vote("Вася"),))))
    assert made.get("lang") == "en"
    assert made.cssselect("thead th")[0].text_content() == "Candidate"


def test_an_unchanged_page_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "site" / "index.html"
    assert write_if_changed(file, "а")
    before = file.stat()
    assert not write_if_changed(file, "а")
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert write_if_changed(file, "б")
    assert file.read_text(encoding="utf-8") == "б"


@pytest.mark.parametrize("blocked", ["site", "site/index.html"])
def test_where_no_page_can_be_written_one_line_says_so(tmp_path: Path, blocked: str) -> None:
    file = tmp_path / "site" / PAGE
    if blocked == "site":
        (tmp_path / "site").write_text("no folder")
    else:
        file.mkdir(parents=True)
    with pytest.raises(GameFault, match=r"index\.html: не записывается"):
        write_if_changed(file, "<p>")


def test_a_page_that_cannot_be_put_in_place_leaves_the_old_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "index.html"
    write_if_changed(file, "старая")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GameFault, match="No space left"):
        write_if_changed(file, "новая")
    assert file.read_text(encoding="utf-8") == "старая"
    assert [each.name for each in tmp_path.iterdir()] == ["index.html"]
