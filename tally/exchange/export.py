"""Writes a running game as a game record (FORMATS 2): all that happened so far, ready to be replayed anywhere.

In: the course of a game. Out: the record, its TOML or JSON; of a game that is over also one that everybody may have.
"""

import json
import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from engine.moments import PhaseId
from engine.record import ActionEntry, ChoiceEntry, GameRecord, Phase, Player, Source, VoteEntry
from engine.writing import record_as_data
from tally.calendar.days import is_set
from tally.count.counting import post_address
from tally.count.host_words import ENTERED
from tally.errors import GameFault
from tally.files import replace_file
from tally.folder.game import is_ruleset_file
from tally.folder.toml_places import read_source
from tally.folder.toml_writing import toml_pair, toml_table
from tally.play.announcements import Announced
from tally.play.corrections import as_entered_then, fold_announced_entries
from tally.play.course import Course
from tally.store import FactKind, Store
from tally.story.headline import host_headline
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["Exported", "export_game", "export_public", "record_text", "write_record"]

Entry = TypeVar("Entry", VoteEntry, ActionEntry, ChoiceEntry)

_EXPECTED = ("executed", "dead", "silenced", "light", "winners", "revealed", "exposed")
"""What was announced of a phase and has to come of it in a replay."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A record as data; `running`: the phases in it that are not over, with what stands of them so far."""

    data: Mapping[str, Any]
    running: tuple[PhaseId, ...] = ()


def export_game(course: Course, store: Store, folder: Path) -> Exported:
    """The whole game for its host. `folder`: where the record will lie; a ruleset's path is told from there."""
    return _export(course, _played(course, store), folder)


def export_public(course: Course, store: Store, folder: Path) -> Exported:
    """The game for everybody: without the host's notes and what he has withdrawn.

    Raises GameFault while the game goes on: the record holds every role.
    """
    last = max(course.announced, default=None)
    if last is None or not course.announced[last].view.winners:
        told = _("the record holds every role: it can be public once the end is announced (“tally announce”)")
        raise GameFault(told)
    hidden = {post_address(post) for post in course.posts if (post.thread, post.id) in course.words.hidden}
    phases = [(_without_hidden(phase, hidden), over) for phase, over in _played(course, store) if phase.id <= last]
    players = tuple(_without_note(player) for player in course.players)
    return _export(course, iter(phases), folder, players)


def _export(
    course: Course, phases: Iterator[tuple[Phase, bool]], folder: Path, players: tuple[Player, ...] | None = None
) -> Exported:
    game = course.game
    found = list(phases)
    record = GameRecord(
        ruleset=course.rules,
        players=course.players if players is None else players,
        phases=tuple(_as_recorded(phase, course.announced.get(phase.id)) for phase, _over in found),
        title=game.title,
        zone=game.timezone,
        first_day=game.first_day,
        seed="0" if game.secrets.seed is None else str(game.secrets.seed),
        options={**game.options, **game.secrets.options},
        ruleset_name=_ruleset_from(game.ruleset, folder),
    )
    return Exported(record_as_data(record), tuple(phase.id for phase, over in found if not over))


def _ruleset_from(ruleset: str, folder: Path) -> str:
    return Path(os.path.relpath(ruleset, folder)).as_posix() if is_ruleset_file(ruleset) else ruleset


def _played(course: Course, store: Store) -> Iterator[tuple[Phase, bool]]:
    """Each phase that has anything in it, as the game goes on from it, and whether it is over."""
    then = fold_announced_entries(store.facts(FactKind.ANNOUNCEMENT), course.game.timezone)
    last = _last(course)
    each = course.begins
    while last is not None and each <= last:
        before = course.state_before(each)
        if before.winners:
            return
        phase = course.phase(each, before)
        if each in course.announced and each in then and course.differences(*course.play_on(phase, before)):
            phase = as_entered_then(then[each], phase)
        yield phase, course.is_over(each)
        each = each.next


def _last(course: Course) -> PhaseId | None:
    """The last phase that is over or for which something was entered."""
    entered = [
        phase for line in course.entries.lines for phase in (line.phase, *(each for each, _order in line.orders))
    ]
    entered += [each.phase for each in course.words.entered]
    entered += [each.phase for each in course.words.operations]
    over = [outcome.phase for outcome, _after in course.outcomes()]
    voted = [day for day in course.days_so_far() if course.cast_votes(day)] if course.game.forum.threads else []
    return max([*entered, *over, *course.announced, *voted], default=None)


def _as_recorded(phase: Phase, announced: Announced | None) -> Phase:
    """The phase without what only the game folder means: the numbers of its log, an end that is not set."""
    return replace(
        phase,
        votes=tuple(_without_number(each) for each in phase.votes),
        actions=tuple(_without_number(each) for each in phase.actions),
        choices=tuple(_without_number(each) for each in phase.choices),
        opens=phase.opens if is_set(phase.opens) else None,
        closes=phase.closes if is_set(phase.closes) else None,
        expect=None if announced is None else _expected(announced),
    )


def _expected(announced: Announced) -> dict[str, Any]:
    data = announced.data
    keys = (key for key in _EXPECTED if key != "executed" or not announced.phase.night)
    return {key: data[key] for key in keys if key in data and (data[key] or key in ("executed", "dead"))}


def _without_number(entry: Entry) -> Entry:
    number = (entry.source.post or "").startswith(ENTERED)
    return replace(entry, source=Source()) if number else entry


def _without_hidden(phase: Phase, hidden: Collection[str | None]) -> Phase:
    """The phase without the words of posts that the host has withdrawn."""
    votes = (replace(vote, text=None) if vote.source.post in hidden else vote for vote in phase.votes)
    return replace(phase, votes=tuple(votes))


def _without_note(player: Player) -> Player:
    """The player without the host's remark on him."""
    return replace(player, fields={key: value for key, value in player.fields.items() if key != "note"})


def record_text(exported: Exported, *, for_host: bool, as_json: bool) -> str:
    """The file's text. What is for the host alone says so in its first line; JSON has no place for that."""
    if as_json:
        return json.dumps(exported.data, ensure_ascii=False, indent=2, default=str) + "\n"
    return "\n".join(_toml_lines(exported, for_host=for_host)) + "\n"


def _toml_lines(exported: Exported, *, for_host: bool) -> Iterator[str]:
    data = exported.data
    if for_host:
        yield f"# {host_headline()}"
    yield toml_pair("format", data["format"])
    yield ""
    yield "[game]"
    yield from toml_table({key: value for key, value in data["game"].items() if key != "options"})
    if "options" in data["game"]:
        yield ""
        yield "[game.options]"
        yield from toml_table(data["game"]["options"])
    for player in data["players"]:
        yield ""
        yield "[[players]]"
        yield from toml_table(player)
    for phase in data["phases"]:
        yield ""
        if phase["phase"] in {str(each) for each in exported.running}:
            yield f"# {_('not over yet: what stands so far')}"
        yield "[[phases]]"
        yield from toml_table({key: value for key, value in phase.items() if not key.startswith("expect")})
        for key in ("expect", "expect_not"):
            if key in phase:
                yield f"[phases.{key}]"
                yield from toml_table(phase[key])


def write_record(file: Path, text: str, *, public: bool) -> None:
    """Put the record into the file, over an earlier record of this name. Raises GameFault where something else is
    there, or where it cannot be written; then nothing has changed."""
    if file.exists() and not _is_record(file):
        raise GameFault(_("{file}: is there already and is not a game record; nothing was changed").format(file=file))
    try:
        replace_file(file, text.encode(), mode=0o644 if public else 0o600)
    except OSError as error:
        raise GameFault(_("{file}: cannot be written: {why}").format(file=file, why=why_failed(error))) from None


def _is_record(file: Path) -> bool:
    try:
        data = read_source(file).data
    except GameFault:
        return False
    return isinstance(data.get("phases"), list) and isinstance(data.get("game"), Mapping)
