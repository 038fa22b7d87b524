"""The post at the end of a game: who was who, each phase with the true weights, the seed and every draw.

In: the course of a game whose end was announced. Out: what a template of that post may use, all of it public by then.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.moments import PhaseId
from tally.count.host_words import operation_as_data
from tally.errors import GameFault
from tally.folder.game import hash_seed
from tally.play.course import Course
from tally.play.finale import Finale, collect_finale
from tally.play.operations import enter_operation, known_sides
from tally.play.post_templates import PostFormat, PostKind, render_post
from tally.play.roster import TownRow, town_roster
from tally.store import FactKind, Store
from tally.story.news import winners_line
from tally.story.phases import phase_name
from tally.story.roles import role_name, winner_name
from tally.texts import _

__all__ = ["end_early", "final_post"]

_COLUMNS = re.compile(r"\s{2,}")


def final_post(course: Course, form: PostFormat) -> str:
    """The post. Raises GameFault while the end is not announced, and where the game's own template is wrong."""
    finale = collect_finale(course, course.game)
    if finale is None:
        raise GameFault(
            _("the end is not announced yet: “tally end SIDE…” says who has won, “tally announce” tells it")
        )
    return render_post(course.game.folder, PostKind.FINAL, form, _values(course, finale))


def _values(course: Course, finale: Finale) -> dict[str, Any]:
    rules, game = course.rules, course.game
    winners = course.announced[max(course.announced)].view.winners
    seed = finale.seed or ""
    return {
        "game": game.title,
        "title": _("The game is over: {title}").format(title=game.title),
        "victory": winners_line(rules, winners),
        "winners": [winner_name(rules, each) for each in winners],
        "players": list(_players(course, finale)),
        "phases": [{"title": phase_name(phase), "parts": list(_parts(lines))} for phase, lines in finale.phases],
        "seed": seed,
        "seed_hash": hash_seed(finale.seed) if finale.seed is not None else "",
        "draws": [
            _("{phase}: {draw}: {drawn}").format(
                phase=phase_name(phase), draw=key, drawn=_("yes") if drawn else _("no")
            )
            for phase, draws in finale.draws
            for key, drawn in draws
        ],
        "words": {
            "roles": _("Who was who"),
            "course": _("The whole game"),
            "seed": _("The seed"),
            "seed_hash": _("Its hash, published at the start"),
            "draws": _("What chance decided"),
            "check": _("To check it: the record of the game (tally export --public) and “tally replay”."),
        },
    }


def _players(course: Course, finale: Finale) -> Iterator[Mapping[str, str]]:
    fates = {row.player: row for row in town_roster(course)}
    for name, dealt, role in finale.roles:
        was, became = role_name(course.rules, dealt), role_name(course.rules, role)
        told = was if dealt == role else _("{was}, then {became}").format(was=was, became=became)
        fate = _fate(fates.get(name))
        yield {"name": name, "role": became, "dealt": was, "fate": fate, "line": f"{name} — {told}; {fate}"}


def _fate(row: TownRow | None) -> str:
    if row is None or row.out is None:
        return _("lived to see the end")
    how = _("executed ({phase})") if row.executed else _("out ({phase})")
    return how.format(phase=phase_name(row.out))


def _parts(lines: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    """The sections of a story: their titles are set in by two spaces, what belongs to them by four."""
    title, found = "", list[str]()
    for line in lines:
        if line.startswith("    "):
            # the columns of a table would run together in a post
            found.append(_COLUMNS.sub(" · ", line.strip()))
            continue
        if found:
            yield {"title": title, "lines": found}
        title, found = line.strip().rstrip(":"), []
    if found:
        yield {"title": title, "lines": found}


@dataclass(frozen=True, slots=True)
class Ended:
    """The host's word on the end. `unfinished`: the day had not ended, so it executes nobody; `by_rules`: who has won
    by the rules alone, where that is known; `strange`: names of no player and no side that is known."""

    names: tuple[str, ...]
    unfinished: bool
    by_rules: tuple[str, ...]
    strange: tuple[str, ...]


def end_early(
    course: Course, store: Store, now: datetime, names: tuple[str, ...], phase: PhaseId, at: str | None
) -> Ended:
    """The host's word that the game is over and who has won. A day that has not ended executes nobody then, unless the
    host has ruled otherwise. Raises GameFault where a word means nobody, or the end was told before."""
    over = course.is_over(phase)
    ruled = any(each.entry.do == "execute" and each.phase == phase for each in course.words.operations)
    known = {*known_sides(course), "nobody", *(seat.name for seat in course.state_before(phase).seats.values())}
    by_rules = course.close(phase)[1].winners if over and not course.state_before(phase).winners else ()
    operation = enter_operation(course, store, now, "end", names, phase, at=at)
    unfinished = not phase.night and not over and not ruled
    if unfinished:
        nobody = operation_as_data(operation.entry) | {"do": "execute", "on": [], "at": None, "text": None}
        store.append(FactKind.ENTRY, nobody, at=now, phase=str(phase))
    on = operation.entry.on
    return Ended(on, unfinished, by_rules, tuple(each for each in on if not {each, each.casefold()} & known))
