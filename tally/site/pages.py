"""Renders the pages of a site: every file's name and its text.

In: a `TownGame`. Out: pages, each complete with its policy; made of the town's view, and of the finale after the end.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from engine.moments import PhaseId
from tally.count.town_day import TownDay
from tally.dates import date_in_words
from tally.harmless import harmless, safe_link
from tally.play.finale import Finale
from tally.site.charts import draw_matrix
from tally.site.day_view import LISTED, DayView, day_view
from tally.site.people import People, Person, shorten
from tally.site.pieces import NO_PIECES, Pieces
from tally.site.rules_view import rule_sections
from tally.site.town import PhaseNews, TownGame, TownPlayer
from tally.story.actions import half_name
from tally.story.phases import phase_name
from tally.story.roles import role_name, ruleset_title, shown_name
from tally.texts import _, language, plural

__all__ = ["POLICY", "STATIC", "feed_template", "make_pages", "page_state", "static_files"]

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
STATIC = ("style.css", "site.js", "icon.svg")
_REFRESH = 60
"""Seconds between two looks of an open page for something new."""
_A_LIST = 150
"""Votes on one page of those that list them: it stays well under 100 kB with them."""
_STATE = 'name="tally-state" content="'

_Listed = tuple[str, int, int]
"""A page that lists votes of a day: its file, the first and the last of them."""


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("tally", "templates/site"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    made.globals["_"] = _
    return made


def feed_template() -> Template:
    """The template of the feed."""
    return _templates().get_template("feed.xml")


@cache
def static_files() -> Mapping[str, bytes]:
    """The style, the script and the icon: the same for every game."""
    folder = files("tally") / "templates" / "site"
    return {name: (folder / name).read_bytes() for name in STATIC}


def page_state(page: str) -> str:
    """What an open page compares to know whether there is a newer one."""
    begin = page.index(_STATE) + len(_STATE)
    return page[begin : page.index('"', begin)]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def make_pages(game: TownGame, url: str, preview: str, pieces: Pieces = NO_PIECES) -> dict[str, str]:
    """File → text. `url`: where the site will be, with a slash at its end, or empty; `preview`: the picture's state;
    `pieces`: what of it was made before."""
    pages = _Pages(game, url, preview, pieces)
    made = dict(pages.all())
    return {name: text.replace(f'{_STATE}"', f'{_STATE}{_digest(text.encode())}"', 1) for name, text in made.items()}


class _Pages:
    """One rendering of a game."""

    def __init__(self, game: TownGame, url: str, preview: str, pieces: Pieces) -> None:
        self._game = game
        self._people = People(game.players)
        self._pieces = pieces
        self._preview = preview
        self._views: dict[PhaseId, DayView] = {}
        self._names = _digest(repr([(player.row.player, player.former) for player in game.players]).encode())
        static = static_files()
        self._shared = {
            "language": language(),
            "refresh": _REFRESH,
            "policy": POLICY,
            "state": "",
            "title": shorten(game.title, 120),
            "ruleset": harmless(ruleset_title(game.ruleset)),
            "zone": game.zone.key,
            "thread": safe_link(game.thread),
            "url": url,
            "preview": "",
            "style": _digest(static["style.css"]),
            "script": _digest(static["site.js"]),
            "pages": list(self._menu()),
            "with_colours": self._with_colours(),
            "phases": [
                {
                    "page": f"{phase}.html",
                    "night": phase.night,
                    "name": phase_name(phase),
                    "short": (_("N{number}") if phase.night else _("D{number}")).format(number=phase.cycle),
                }
                for phase in game.phases
            ],
        }
        self._around = _digest(repr(self._shared).encode())

    def _view(self, day: TownDay) -> DayView:
        phase = day.report.phase
        if phase not in self._views:
            self._views[phase] = day_view(day, self._game.ruleset, self._game.news.get(phase), self._people)
        return self._views[phase]

    def _with_colours(self) -> bool:
        """Whether votes against and in defence are told apart in this game."""
        days = self._game.days
        if days:
            return any(day.report.with_colours for day in days)
        return any(poll.knows_defence for poll in self._game.ruleset.polls)

    def _menu(self) -> Iterator[tuple[str, str]]:
        yield "index.html", _("Now")
        yield "players.html", _("Players")
        yield "matrix.html", _("Voting record")
        yield "rules.html", _("Rules")
        yield "counting.html", _("How votes are counted")
        if self._game.finale is not None:
            yield "whole-game.html", _("The whole game")

    def _render(self, template: str, file: str, heading: str | None, description: str, **more: Any) -> str:
        context = {**self._shared, "file": file, "heading": heading, "description": description, **more}
        return _templates().get_template(template).render(context)

    def all(self) -> Iterator[tuple[str, str]]:
        """Every page."""
        yield "index.html", self._index()
        for day in self._game.days:
            yield from self._day(day)
        for phase, news in self._game.news.items():
            if phase.night:
                yield f"{phase}.html", self._night(news)
        yield "players.html", self._players()
        for player in self._game.players:
            yield self._player(player)
        yield "matrix.html", self._matrix()
        yield "rules.html", self._rules()
        yield "counting.html", self._counting()
        if self._game.finale is not None:
            yield "whole-game.html", self._whole(self._game.finale)

    # --- the first page, days and nights ---

    def _index(self) -> str:
        current = self._game.current
        view = None if current is None else self._view(current)
        news = [self._game.news[phase] for phase in sorted(self._game.news, reverse=True)]
        alive = [self._people[player.row.player] for player in self._game.players if player.row.out is None]
        over = self._game.finale is not None
        begins = self._game.begins.astimezone(self._game.zone)
        return self._render(
            "index.html",
            "index.html",
            None,
            _describe(self._game),
            preview=self._preview,
            day=view,
            over=[harmless(line) for line in news[0].lines[-1:]] if over and news else [],
            whole=over,
            begins={"moment": self._game.begins.isoformat(), "shown": f"{date_in_words(begins)} {begins:%H:%M}"},
            news=[
                {
                    "page": f"{each.phase}.html",
                    "name": phase_name(each.phase),
                    "lines": [harmless(line) for line in each.lines],
                }
                for each in news
            ],
            alive=alive,
        )

    def _day(self, day: TownDay) -> Iterator[tuple[str, str]]:
        phase, count = day.report.phase, sum(vote.is_vote for vote in day.votes.votes)
        lists = []
        if count > LISTED:
            for number, first in enumerate(range(0, count, _A_LIST), 1):
                lists.append((f"{phase}-votes{number}.html", first + 1, min(first + _A_LIST, count)))
        news = self._game.news.get(phase)
        told = _digest(repr((self._around, self._names, news and news.lines)).encode())
        page = f"{phase}.html"
        yield page, self._pieces.of(phase, f"{page} {told}", lambda: self._day_page(day, lists))
        for each in lists:
            yield each[0], self._pieces.of(phase, f"{each[0]} {told}", partial(self._list_page, day, lists, each))

    def _day_page(self, day: TownDay, lists: Sequence[_Listed]) -> str:
        view = self._view(day)
        return self._render("day.html", view.page, view.heading, _summary(view), day=view, lists=lists)

    def _list_page(self, day: TownDay, lists: Sequence[_Listed], listed: _Listed) -> str:
        view, (file, first, last) = self._view(day), listed
        heading = f"{phase_name(day.report.phase)}: {_('Every vote, one by one')}"
        votes = view.votes[first - 1 : last]
        return self._render("votes.html", file, heading, _summary(view), day=view, lists=lists, votes=votes)

    def _night(self, news: PhaseNews) -> str:
        at = news.at.astimezone(self._game.zone)
        lines = [harmless(line) for line in news.lines]
        shown = {"lines": lines, "time": f"{date_in_words(at)} {at:%H:%M}"}
        name = phase_name(news.phase)
        return self._render(
            "night.html", f"{news.phase}.html", name, " ".join(lines), news=shown, data=f"{news.phase}.json"
        )

    # --- players ---

    def _known(self, player: TownPlayer) -> list[str]:
        """What was told of him, each once."""
        ruleset, row = self._game.ruleset, player.row
        known = [] if row.revealed is None else [shown_name(ruleset, row.revealed)]
        if self._game.finale is not None:
            known += [role_name(ruleset, last) for name, _dealt, last in self._game.finale.roles if name == row.player]
        for phase, role in player.exposed:
            known.append(f"{role_name(ruleset, role)} ({phase_name(phase)})")
        return [harmless(each) for each in dict.fromkeys(known)]

    def _shown(self, player: TownPlayer) -> dict[str, Any]:
        row = player.row
        out = None
        if row.out is not None:
            how = _("executed ({phase})") if row.executed else _("out ({phase})")
            out = {"page": f"{row.out}.html", "how": how.format(phase=phase_name(row.out))}
        return {
            "person": self._people[row.player],
            "name": harmless(row.player),
            "former": [shorten(name) for name in player.former],
            "out": out,
            "known": self._known(player),
        }

    def _players(self) -> str:
        alive = sum(player.row.out is None for player in self._game.players)
        standing = plural(
            "{count} player in the game", "{count} players in the game", alive
        ) + " " + _("of {number}").format(number=len(self._game.players))  # fmt: skip
        shown = [self._shown(player) for player in self._game.players]
        return self._render("players.html", "players.html", _("Players"), standing, players=shown, standing=standing)

    def _player(self, player: TownPlayer) -> tuple[str, str]:
        person = self._people[player.row.player]
        file = person.page or ""
        given, received = [], []
        for day in reversed(self._game.days):
            phase = day.report.phase
            key = f"{file} {self._names} {phase}"
            given.append(self._pieces.of(phase, f"{key} given", partial(self._given, day, person)))
            received.append(self._pieces.of(phase, f"{key} received", partial(self._received, day, player)))
        shown_player = self._shown(player)
        description = shown_player["out"]["how"] if shown_player["out"] else _("in the game")
        return file, self._render(
            "player.html", file, person.name, description, player=shown_player,
            given=_made(given), received=_made(received),
        )  # fmt: skip

    def _given(self, day: TownDay, person: Person) -> str:
        """Whom a player voted for on a day: the votes that stood, and those before them."""
        view = self._view(day)
        mine = [vote for vote in view.votes if vote["by"].page == person.page]
        if not mine:
            return ""
        before = [vote for vote in mine if vote["was_replaced"]]
        last = [vote for vote in mine if not vote["was_replaced"]]
        return self._piece("player_given.html", day, last=last, before=before)

    def _received(self, day: TownDay, player: TownPlayer) -> str:
        """Who voted for a player on a day."""
        names = {player.row.player, *player.former}
        rows = zip(day.report.rows, self._view(day).rows, strict=True)
        mine = [shown for row, shown in rows if row.player in names and shown["groups"]]
        return self._piece("player_received.html", day, rows=mine) if mine else ""

    def _piece(self, template: str, day: TownDay, **more: Any) -> str:
        phase = day.report.phase
        return _templates().get_template(template).render(page=f"{phase}.html", name=phase_name(phase), **more)

    def _matrix(self) -> str:
        order = [player.row.player for player in self._game.players]
        matrix = draw_matrix(self._game.days, order)
        heading = _("Who voted for whom")
        days = [{"page": f"{day.report.phase}.html", "name": phase_name(day.report.phase)} for day in self._game.days]
        return self._render(
            "matrix.html", "matrix.html", heading, heading, matrix=matrix, days=days, rows=list(self._matrix_rows())
        )

    def _matrix_rows(self) -> Iterator[Mapping[str, Any]]:
        """For each voter whom his votes stood for at the end of each day."""
        stood: dict[str, dict[PhaseId, list[Mapping[str, str]]]] = {}
        for day in self._game.days:
            for row in day.report.rows:
                for vote in row.votes:
                    mark = {"red": "against", "blue": "defence"}.get(vote.colour or "", "plain")
                    of_day = stood.setdefault(vote.by, {}).setdefault(day.report.phase, [])
                    of_day.append({"name": self._people[row.player].name, "mark": mark})
        place = self._people.numbers
        for name in sorted(stood, key=lambda each: (place.get(each, len(place) + 1), each)):
            cells = [stood[name].get(day.report.phase, []) for day in self._game.days]
            yield {"person": self._people[name], "cells": cells}

    # --- rules, counting, the end ---

    def _rules(self) -> str:
        heading = _("Rules: {name}").format(name=harmless(ruleset_title(self._game.ruleset)))
        sections = list(rule_sections(self._game.ruleset, self._game.options))
        return self._render("rules.html", "rules.html", heading, heading, sections=sections)

    def _counting(self) -> str:
        heading = _("How the votes are counted")
        return self._render("counting.html", "counting.html", heading, heading, seed_hash=self._game.seed_hash)

    def _whole(self, finale: Finale) -> str:
        heading = _("The whole game")
        ruleset = self._game.ruleset
        roles = []
        for name, dealt, last in finale.roles:
            told = [harmless(role_name(ruleset, role)) for role in dict.fromkeys((dealt, last))]
            roles.append((self._people[name], " → ".join(told)))
        draws = [
            (phase_name(phase), harmless(key), _("yes") if happened else _("no"))
            for phase, drawn in finale.draws
            for key, happened in drawn
        ]
        chapters = [
            {"id": str(phase), "name": phase_name(phase), "parts": list(_parts(lines))}
            for phase, lines in finale.phases
        ]
        return self._render(
            "whole.html", "whole-game.html", heading, heading, roles=roles, chapters=chapters, draws=draws,
            seed=finale.seed, seed_hash=self._game.seed_hash,
        )  # fmt: skip


def _made(pieces: Iterable[str]) -> list[Markup]:
    """Those that have anything in them; they are escaped already."""
    return [Markup(piece) for piece in pieces if piece]  # noqa: S704 - made by our own templates


def _parts(lines: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    """The sections of a host's story: titles are set in by two spaces, what belongs to them by four.

    What the town was told stands on the page of the phase already.
    """
    title, held = "", list[str]()
    for line in (*lines, "  :"):
        if line.startswith("    "):
            # the columns of a table stay what they are
            held.append("  ".join(harmless(cell) for cell in line[4:].split("  ")).rstrip())
            continue
        if held and title != _("To the town"):
            aligned = any("   " in each for each in held)
            yield {"title": title, "lines": held, "aligned": aligned}
        title, held = line.strip().rstrip(":"), []


def _summary(view: DayView) -> str:
    """A day in one line, for those to whom a link is sent."""
    told = list(view.results) or ([view.leading] if view.leading else [])
    return " ".join([f"{view.heading}.", *told, view.standing])


def _describe(game: TownGame) -> str:
    """How the game stands, in one line without the time of the last read."""
    if game.current is None:
        return _("The game has not begun yet")
    report = game.current.report
    if report.with_totals and report.rows:
        table = ", ".join(f"{shorten(half_name(row.player), 30)} {row.score}" for row in report.rows[:5])
        return f"{phase_name(report.phase)}: {table}"
    return phase_name(report.phase)
