"""The post that opens a game: what is drawn in public, clock, threads, who plays, the hash of the seed (CAS-141).

In: the course of a game. Out: what a template of that post may use: nothing of what was dealt in secret.
"""

from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from typing import Any

from engine.moments import PhaseId, Window
from engine.record import Phase
from engine.ruleset import Ruleset
from engine.state import Seat
from tally.folder.game import Game, ThreadKind
from tally.play.course import Course
from tally.play.post_templates import PostFormat, PostKind, render_post
from tally.story.dealt import dealt_in_words, suit_in_words
from tally.story.options import option_meaning
from tally.story.roles import ruleset_title
from tally.texts import _

__all__ = ["OPENING", "opening_post"]

OPENING = "start"
"""The word that stands in the place of a phase for what comes before all of them, as in the letters."""


def opening_post(course: Course, form: PostFormat) -> str:
    """The post. Raises GameFault where the game's own template is wrong."""
    return render_post(course.game.folder, PostKind.OPENING, form, _values(course))


def _values(course: Course) -> dict[str, Any]:
    game, rules = course.game, course.rules
    seats = tuple(course.state_before(course.begins).seats.values())
    return {
        "game": game.title,
        "title": game.title,
        "rules": ruleset_title(rules),
        "facts": list(_facts(rules)),
        "clock": list(_clock(course)),
        "threads": list(_threads(game)),
        "players": [_player(seat) for seat in seats if seat.entered],
        "reserves": [_player(seat) for seat in seats if not seat.entered],
        "seed_hash": game.seed_hash or "",
        "words": {
            "players": _("Who plays"),
            "reserves": _("Reserves"),
            "seed_hash": _("The hash of the seed; the seed itself is told at the end"),
        },
    }


def _facts(rules: Ruleset) -> Iterator[str]:
    """What a game has to be told and everybody knows: casino's suits (CAS-1)."""
    for key, option in rules.options.items():
        if option.required and not option.secret:
            yield f"{option_meaning(key, option)} — {suit_in_words(str(rules.values[key]))}"
    facts = {} if rules.hooked.public_facts is None else rules.hooked.public_facts(rules.values)
    told = {"citizens-suits": _("the suits of the citizens — {suits}")}
    for name, suits in facts.items():
        yield told[name].format(suits=", ".join(map(suit_in_words, suits)))


def _clock(course: Course) -> Iterator[str]:
    """When votes, night actions and results are due, in the game's zone; what ends by the host's word alone is left
    out."""
    rules, calendar = course.rules, course.state_before(course.begins).calendar
    zone = course.game.timezone.key
    day, night = (rules.clock.window(calendar, Phase(PhaseId(1, night=night))) for night in (False, True))
    if day.closes is not None:
        yield _("Votes: until {time} ({zone})").format(time=_closing(day), zone=zone)
    if night.closes is not None:
        yield _("Night actions: until {time}").format(time=_closing(night))
    if "results_at" in rules.settings:
        results = time.fromisoformat(rules.settings["results_at"])
        moment = calendar.moment(PhaseId(1, night=True), results) + timedelta(minutes=rules.clock.shift)
        yield _("Results: by about {time}").format(time=f"{moment:%H:%M}")


def _closing(window: Window) -> str:
    """The time at which a window closes, and whether the very second is still in time."""
    told = f"{window.closes:%H:%M:%S}"
    return _("{time}, that second included").format(time=told) if window.inclusive else told


def _threads(game: Game) -> Iterator[str]:
    for thread in game.forum.threads:
        told = _("Votes: {url}") if thread.kind is ThreadKind.VOTES else _("The game: {url}")
        yield told.format(url=thread.url)


def _player(seat: Seat) -> Mapping[str, str]:
    """A player with the picture that he picked at sign-up, which is no card that he was dealt (CAS-11)."""
    picture = dealt_in_words("card", str(seat.fields.get("signup_card") or ""))
    return {"name": seat.name, "picture": picture, "line": f"{seat.name} — {picture}" if picture else seat.name}
