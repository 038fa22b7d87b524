"""Rebuilds a game from what is stored, and compares: pages with posts, the log with itself, outcomes with what was
announced.

In: a game folder. Out: what was looked at, and every difference with its place; nothing is written.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.moments import PhaseId, read_phase_id
from tally.count.host_words import fold_words
from tally.folder.game import Game
from tally.play.announcements import fold_announcements, fold_draws
from tally.play.corrections import fold_announced_entries, fold_standing
from tally.play.course import Course, open_evening
from tally.play.entries import fold_entries
from tally.store import Store
from tally.store.facts import Fact, FactKind
from tally.story.phases import phase_name
from tally.texts import _
from tally.understand.verified import Difference
from tally.understand.verify_pages import PagesVerified, verify_pages

__all__ = ["Verified", "verified_as_json", "verify_game"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was looked at. `standing`: announced phases of which the host has said that they stand as they are."""

    pages: PagesVerified
    facts: int
    announced: tuple[PhaseId, ...]
    standing: tuple[PhaseId, ...]
    differences: tuple[Difference, ...]


def verify_game(game: Game, now: datetime) -> Verified:
    """Rebuild everything. Raises GameFault where the folder itself cannot be read."""
    pages = verify_pages(game)
    with Store(game.database) as store:
        facts = store.facts()
    log = tuple(_log_differences(facts, game))
    if log:
        # what cannot be folded cannot be played
        return Verified(pages, len(facts), (), (), (*pages.differences, *log))
    with open_evening(game, now) as (course, _store):
        told = tuple(sorted(course.announced))
        played = tuple(_announced_differences(course, fold_announced_entries(facts, game.timezone)))
        standing = tuple(sorted(course.standing))
    return Verified(pages, len(facts), told, standing, (*pages.differences, *played))


def _log_differences(facts: Sequence[Fact], game: Game) -> Iterator[Difference]:
    """Facts that mean nothing: of an unknown form, or taking back what is not there."""
    known: set[int] = set()
    for fact in facts:
        place = _("fact no. {number} ({kind})").format(number=fact.id, kind=fact.kind)
        try:
            for fold in (fold_words, fold_entries, fold_announcements, fold_draws, fold_standing):
                fold([fact])
            fold_announced_entries([fact], game.timezone)
        except (KeyError, ValueError, TypeError, AttributeError) as wrong:
            yield Difference("fact", place, dict(fact.data), f"{type(wrong).__name__}: {wrong}")
            continue
        if fact.phase is not None and read_phase_id(fact.phase) is None:
            yield Difference("fact", place, fact.phase, None)
        if fact.kind is FactKind.ENTRY and fact.data.get("what") == "undo" and fact.data.get("entry") not in known:
            yield Difference("fact", place, fact.data.get("entry"), None)
        if fact.kind is FactKind.ENTRY:
            known.add(fact.id)


def _announced_differences(course: Course, entered_then: Container[PhaseId]) -> Iterator[Difference]:
    """Each announced phase, played anew from all that is stored: is it still what the town was told, and does it follow
    from the entries with which it was announced?"""
    gone_on = {outcome.phase: (outcome, after) for outcome, after in course.outcomes()}
    for phase in sorted(course.announced):
        name = phase_name(phase)
        if phase not in gone_on:
            yield Difference("announced", name, str(phase), None)
            continue
        for change in course.changes(*course.close(phase)):
            yield Difference(f"announced.{change.key}", name, change.announced, change.now)
        if phase in entered_then:
            place = _("{phase}, from the entries with which it was announced").format(phase=name)
            for change in course.differences(*gone_on[phase]):
                yield Difference(f"reproduced.{change.key}", place, change.announced, change.now)


def verified_as_json(verified: Verified) -> dict[str, Any]:
    """For other programs."""
    pages = verified.pages
    return {
        "format": 1,
        "view": "host",
        "checked": {
            "reads": pages.reads,
            "pages": pages.pages,
            "posts": pages.posts,
            "facts": verified.facts,
            "announced": [str(phase) for phase in verified.announced],
            "standing": [str(phase) for phase in verified.standing],
        },
        "differences": [
            {"kind": each.kind, "place": each.place, "stored": each.stored, "found": each.found}
            for each in verified.differences
        ],
    }
