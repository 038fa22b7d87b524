"""Gathers what is published of a game: what the town may know, and after the announced end what the host knew.

In: the course of a game. Out: a `TownGame`. This is the one place where the site touches what is not public.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from engine.moments import PhaseId, read_phase_id
from engine.ruleset import Ruleset
from tally.folder.game import Game
from tally.play.announcements import RESULTS
from tally.play.course import Course
from tally.play.finale import collect_finale
from tally.play.roster import town_roster
from tally.records.rules import load_rules
from tally.site.town import PhaseNews, TownGame, TownPlayer
from tally.store import FactKind, Store
from tally.story.news import news

__all__ = ["collect_town"]


def collect_town(course: Course, game: Game, store: Store, now: datetime) -> TownGame:
    """The game at the moment `now`. Raises GameFault where the votes of a day cannot be counted."""
    # the options that would tell who somebody is have no part in what is published
    public = load_rules(replace(game, secrets=replace(game.secrets, options={})))
    begins = course.window(PhaseId(1, night=False)).opens or now
    return TownGame(
        title=game.title,
        ruleset=public,
        options=game.options,
        zone=game.timezone,
        thread=game.forum.threads[0].url if game.forum.threads else "",
        hosts=game.hosts,
        seed_hash=game.seed_hash,
        begins=begins,
        players=tuple(_players(course)),
        days=tuple(course.town_day(day) for day in course.days_so_far()) if _has_begun(course, begins, now) else (),
        news=_news(course, public, store),
        finale=collect_finale(course, game),
    )


def _has_begun(course: Course, begins: datetime, now: datetime) -> bool:
    return begins <= now or bool(course.announced)


def _players(course: Course) -> Iterator[TownPlayer]:
    former = {seat.name: seat.former for seat in course.state_now().seats.values()}
    told = [(phase, course.announced[phase].view) for phase in sorted(course.announced)]
    for row in town_roster(course):
        names = {row.player, *former.get(row.player, ())}
        exposed = tuple((phase, role) for phase, view in told for name, role in view.exposed.items() if name in names)
        yield TownPlayer(row, tuple(former.get(row.player, ())), exposed)


def _news(course: Course, public: Ruleset, store: Store) -> Mapping[PhaseId, PhaseNews]:
    times = {read_phase_id(fact.phase or ""): fact.at for fact in store.facts(FactKind.ANNOUNCEMENT)}
    found = {}
    for phase in sorted(course.announced):
        told = course.announced[phase]
        lines = news(public, told.view, light_before=course.light_before(phase), decided=True)
        results = {key: told.data[key] for key in RESULTS if key in told.data}
        found[phase] = PhaseNews(phase, tuple(lines), results, times[phase])
    return found
