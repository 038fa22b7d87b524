"""The published site in a real browser: under its policy, from any place, on a telephone, by keyboard, on paper.

The browser is Debian's chromium; TALLY_CHROMIUM names another one. Where there is none, these tests are skipped. What
is asked of every page is found out in one visit to each (`visits`).
"""

import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from fixtures.forum_server import Answer, serve
from tally.site.server import HEADERS, open_server
from tests.tally.closing_game import make_closing_game
from tests.tally.small_game import SmallGame, post

CHROMIUM = os.environ.get("TALLY_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SCRIPT = "<script>window.broken = 1</script>"
PICTURE = '"><img src=x onerror="window.broken = 2">'
TURNED = "\u202eевсеи\u202c гб"
LONG = "Ы" * 500
FORMULA = '=HYPERLINK("http://evil.example","Петя")'
EMOJI = "🧛🏽‍♂️🔴💙"
NICKS = (SCRIPT, PICTURE, TURNED, LONG, FORMULA, EMOJI, "Zal̷̛͉͗go͎̕", "אבגד")
KINDS = ("index", "day1", "players", "player1", "matrix", "rules", "counting")
OF_NICKS = tuple(f"player{number}" for number in range(4, 4 + len(NICKS)))
OF_THE_END = (*KINDS, "night1", "whole-game")
ALIKE = {*OF_NICKS, *(f"end/{name}" for name in KINDS[1:])}
"""Pages that differ from others in their words alone: axe looks at those others."""

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("TALLY_REQUIRE_BROWSER"),
    reason="no chromium here: the browser tests were not run (apt-get install chromium)",
)


@pytest.fixture(scope="session", name="browser")
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@dataclass
class Looked:
    """A page and all that the browser complained of, and asked for, while it was open."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@contextmanager
def look(browser: Browser, **settings: object) -> Iterator[Looked]:
    """A fresh page of a reader in Vladivostok, on the evening of day 1."""
    chosen = {"timezone_id": "Asia/Vladivostok", "locale": "ru-RU", **settings}
    context: BrowserContext = browser.new_context(**chosen)  # type: ignore[arg-type]  # the tests name them rightly
    looked = Looked(context.new_page())
    page = looked.page
    page.set_default_timeout(10_000)
    page.on("console", lambda message: looked.complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: looked.complaints.append(str(error)))
    page.on("dialog", lambda dialog: looked.complaints.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: looked.asked.append(request.url))
    try:
        yield looked
    finally:
        context.close()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with open_server(folder, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session", name="window")
def _window(browser: Browser) -> Iterator[Looked]:
    with look(browser) as looked:
        yield looked


@pytest.fixture
def looked(window: Looked) -> Looked:
    """The one window in which tests look that want nothing special of it."""
    window.page.goto("about:blank")
    window.page.emulate_media(media="screen")
    window.complaints.clear()
    window.asked.clear()
    return window


def stop_clock(page: Page) -> None:
    """Let it be 21:10 in Moscow, until the test says that time goes on."""
    page.clock.install(time="2024-01-10T18:00:00Z")
    page.clock.pause_at("2024-01-10T18:10:00Z")


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def make_evening(folder: Path) -> SmallGame:
    """Day 1 at 21:00: a change of mind, a refusal, a word of the host, and players with harmful nicks."""
    folder.mkdir()
    game = SmallGame(folder, now="2024-01-10T21:00:00+03:00").set_up("Вася", "Петя", "Ёж")
    tables = "".join(
        f'\n[[players]]\nname = {json.dumps(nick, ensure_ascii=False)}\nrole = "citizen"\n' for nick in NICKS
    )
    file = game.game / "players.toml"
    file.write_text(file.read_text(encoding="utf-8") + tables, encoding="utf-8")
    game.read(*POSTS, at="2024-01-10T20:00:00+03:00")
    game.must("rule", "2", "--why", PICTURE, "--on", "Вася")
    game.must("publish")
    return game


POSTS = (
    post(1, "Вася", "12:00:00", red("Петя")),
    post(2, "Петя", "12:30:00", red("Вася")),
    post(3, "Ёж", "13:00:00", red("Петя")),
    post(4, "Ёж", "14:00:00", red("Вася")),
    post(5, "Прохожий", "14:10:00", red("Вася")),
    *(post(10 + number, nick, f"15:00:{number:02}", red(NICKS[number - 1])) for number, nick in enumerate(NICKS)),
)


@pytest.fixture(scope="session", name="evening")
def _evening(tmp_path_factory: pytest.TempPathFactory) -> SmallGame:
    return make_evening(tmp_path_factory.mktemp("evening") / "one")


@pytest.fixture(scope="session", name="address")
def _address(evening: SmallGame) -> Iterator[str]:
    with served(evening.game / "site") as address:
        yield address


@pytest.fixture(scope="session", name="ended")
def _ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site of a game that is over."""
    game = make_closing_game(tmp_path_factory.mktemp("ended") / "one")
    for phase in ("day1", "night1"):
        game.must("announce", phase)
    game.must("end", "мафия", "--phase", "day2")
    game.must("announce", "day2")
    game.must("publish")
    with served(game.game / "site") as address:
        yield address


@dataclass(frozen=True)
class Visit:
    """What one visit to a page, on a telephone, has found out: by the page's own account, and by axe's of it in the
    light, of its colours in the dark."""

    policy: str | None
    complaints: list[str]
    elsewhere: list[str]
    facts: Mapping[str, int | bool | None]
    violations: Mapping[str, Sequence[Mapping[str, object]]]


FACTS = """({
    width: document.documentElement.scrollWidth,
    broken: window.broken ?? null,
    foreign: document.querySelectorAll('img, iframe, object, embed, form, base').length,
    scripts: document.querySelectorAll('script').length,
    styled: [...document.querySelectorAll('*')].filter(each => each.style.cssText).length,
})"""
OPEN_ALL = "document.querySelectorAll('details').forEach(each => { each.open = true })"
AXE = """async options => (await axe.run(document, {resultTypes: ['violations'], ...options})).violations.map(
    ({id, help, nodes}) => ({id, help, at: nodes.map(node => node.html.slice(0, 200))}))"""


def visit(looked: Looked, base: str, name: str, *, with_axe: bool) -> Visit:
    page = looked.page
    looked.complaints.clear()
    looked.asked.clear()
    answer = page.goto(f"{base}/{name}.html")
    assert answer is not None
    policy = answer.headers.get("content-security-policy")
    facts = page.evaluate(FACTS)
    complaints, elsewhere = [*looked.complaints], [url for url in looked.asked if not url.startswith(base)]
    violations = {}
    if with_axe:
        page.evaluate(OPEN_ALL)
        page.evaluate(AXE_SCRIPT)
        for scheme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # both are such
            violations[scheme] = page.evaluate(AXE, options)
        page.emulate_media(color_scheme="light")
    return Visit(policy, complaints, elsewhere, facts, violations)


@pytest.fixture(scope="session", name="visits")
def _visits(browser: Browser, address: str, ended: str) -> Mapping[str, Visit]:
    """Each page of a day that goes on and of a game that is over, visited once."""
    with look(browser, viewport={"width": 360, "height": 740}) as looked:
        pages = [(name, address, name) for name in (*KINDS, *OF_NICKS)]
        pages += [(f"end/{name}", ended, name) for name in OF_THE_END]
        return {key: visit(looked, base, name, with_axe=key not in ALIKE) for key, base, name in pages}


def test_every_page_loads_under_its_policy_and_asks_for_nothing_from_elsewhere(visits: Mapping[str, Visit]) -> None:
    for name, found in visits.items():
        assert found.policy == HEADERS["Content-Security-Policy"], name
        assert (found.complaints, found.elsewhere) == ([], []), name


def test_no_page_is_wider_than_a_telephone(visits: Mapping[str, Visit]) -> None:
    assert {name: found.facts["width"] for name, found in visits.items() if found.facts["width"] != 360} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_keeps_anybody_out(visits: Mapping[str, Visit], scheme: str) -> None:
    assert {name: found.violations[scheme] for name, found in visits.items() if found.violations.get(scheme)} == {}
    assert {name for name, found in visits.items() if scheme not in found.violations} == ALIKE


def test_harmful_nicks_do_nothing(visits: Mapping[str, Visit]) -> None:
    harmless = {"broken": None, "foreign": 0, "scripts": 1, "styled": 0}
    for name, found in visits.items():
        assert {fact: found.facts[fact] for fact in harmless} == harmless, name


def test_harmful_nicks_are_shown(looked: Looked, address: str) -> None:
    looked.page.goto(f"{address}/players.html")
    shown = looked.page.locator("tbody th").all_inner_texts()
    assert shown[3:] == [SCRIPT, PICTURE, "\ufffdевсеи\ufffd гб", "Ы" * 59 + "…", FORMULA, EMOJI, *NICKS[6:]]
    looked.page.goto(f"{address}/player{4 + NICKS.index(LONG)}.html")
    assert looked.page.inner_text("h1") == LONG


def test_a_site_works_from_a_folder(looked: Looked, evening: SmallGame) -> None:
    looked.page.goto((evening.game / "site" / "index.html").as_uri())
    assert looked.page.evaluate("getComputedStyle(document.querySelector('.mast')).borderBottomStyle") == "double"
    assert "осталось" not in looked.page.inner_text(".standing")
    looked.page.click("text=Игроки")
    expect(looked.page.locator("h1")).to_have_text("Игроки")
    assert looked.complaints == []


def test_a_site_works_under_any_path(looked: Looked, evening: SmallGame) -> None:
    folder = evening.game / "site"
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

    def answer(target: str, _base: str) -> Answer:
        name = target.removeprefix("/club/games/42/").split("?")[0]
        if "/" in name:
            return Answer(b"", status=404)
        return Answer(
            (folder / name).read_bytes(), headers={"Content-Type": kinds.get(Path(name).suffix, "text/plain")}
        )

    with serve(answer) as base:
        looked.page.goto(f"{base}/club/games/42/day1.html")
        looked.page.click("text=Сейчас")
        expect(looked.page.locator("h1")).to_contain_text("День 1")
        assert looked.complaints == []


def test_a_page_keeps_itself_fresh_and_the_reader_where_he_is(
    browser: Browser, evening: SmallGame, tmp_path: Path
) -> None:
    game = replace(evening, folder=shutil.copytree(evening.folder, tmp_path / "one"))
    late = post(90, "Вася", "15:30:00", red("Ёж"))
    with served(game.game / "site") as base, look(browser, viewport={"width": 360, "height": 640}) as looked:
        page = looked.page
        stop_clock(page)
        page.goto(f"{base}/index.html")
        page.click("#day1-steps summary")
        page.locator("#alive").scroll_into_view_if_needed()
        page.focus("footer a >> nth=0")
        place = "document.getElementById('alive').getBoundingClientRect().top"
        before = page.evaluate(place)
        assert page.evaluate("scrollY") > 500
        assert page.locator(".votes th >> text=Ёж").count() == 0
        game.read(*POSTS, late, at="2024-01-10T20:30:00+03:00")
        game.must("publish")
        page.clock.run_for(61_000)
        expect(page.locator(".votes th >> text=Ёж")).to_have_count(1)
        assert abs(page.evaluate(place) - before) <= 1
        assert page.locator("#day1-steps").get_attribute("open") is not None
        assert page.evaluate("document.activeElement.textContent") == "Лента итогов"
        assert looked.complaints == []


def test_a_page_that_is_the_newest_is_asked_for_once(browser: Browser, address: str) -> None:
    with look(browser) as looked:
        stop_clock(looked.page)
        looked.page.goto(f"{address}/index.html")
        for _minute in (1, 2):
            with looked.page.expect_response("**/summary.json"):
                looked.page.clock.run_for(60_000)
        assert sum(url.endswith("index.html") for url in looked.asked) == 1


def test_the_deadline_is_told_by_the_readers_clock_and_counts_down(browser: Browser, address: str) -> None:
    with look(browser) as looked:
        page = looked.page
        stop_clock(page)
        page.goto(f"{address}/index.html")
        expect(page.locator(".countdown .left")).to_have_text("осталось 50 минут")
        expect(page.locator(".countdown time")).to_have_text("05:00 по вашим часам")
        page.clock.run_for(49 * 60_000 + 30_000)
        expect(page.locator(".countdown .left")).to_have_text("осталось 30 секунд")
        page.clock.run_for(40_000)
        expect(page.locator(".countdown .left")).to_have_text("Голосование закончено; голоса дочитываются.")


def test_the_site_is_used_by_keyboard(looked: Looked, address: str) -> None:
    page = looked.page
    page.goto(f"{address}/index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    reached = page.evaluate("[...document.querySelectorAll('a, summary')].every(each => each.tabIndex === 0)")
    assert reached


def test_without_scripts_the_site_tells_the_same(browser: Browser, address: str) -> None:
    with look(browser, java_script_enabled=False) as looked:
        looked.page.goto(f"{address}/index.html")
        assert "10.01.2024 22:00" in looked.page.inner_text(".countdown")
        assert looked.page.locator("table.votes tbody").count() > 3
        looked.page.click("text=Рисунок в виде таблицы")
        assert looked.page.locator("#day1-steps table").is_visible()


def test_a_page_is_printed_without_what_paper_cannot_do(looked: Looked, address: str) -> None:
    looked.page.goto(f"{address}/day1.html")
    looked.page.emulate_media(media="print")
    assert not looked.page.locator(".mast nav").first.is_visible()
    assert looked.page.locator("table.votes").is_visible()
    assert looked.page.pdf().startswith(b"%PDF")
