"""Changes of `[[calendar]]` in game.toml: what a command says of days becomes edits, and the edits keep its comments.

In: a game and edits. Out: the game as it would then be, and the file changed. Whether a change makes sense is the
business of `tally.calendar.changes`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone
from typing import Any

import tomlkit
from tomlkit.items import AoT, Array

from engine.moments import PhaseId
from tally.folder.game import GAME_FILE, CalendarEntry, Game
from tally.folder.toml_editing import edit_toml

__all__ = ["Edit", "Value", "apply_edits", "write_edits"]

Value = datetime | time | date | str | None

_FIELDS = {"from": "opens", "until": "closes", "from_post": "first_post", "until_post": "last_post"}


@dataclass(frozen=True, slots=True)
class Edit:
    """What an entry is to say. `phase`: whose; None: of a rest. A value None takes the key out.

    Of rests, `off` makes an entry, or removes that with this date where `undo`; `resume` belongs to the open pause.
    """

    phase: PhaseId | None
    values: Mapping[str, Value]
    undo: bool = False


def apply_edits(game: Game, edits: Iterable[Edit]) -> Game:
    """The game as it would be."""
    calendar = list(game.calendar)
    for edit in edits:
        place = _place(edit, calendar)
        if edit.undo and edit.phase is None:
            if place is not None:
                del calendar[place]
            continue
        before = CalendarEntry(phase=edit.phase) if place is None else calendar[place]
        changes: dict[str, Any] = {_FIELDS.get(key, key): value for key, value in edit.values.items()}
        after = replace(before, **changes)
        if place is None:
            calendar.append(after)
        else:
            calendar[place] = after
    return replace(game, calendar=tuple(each for each in calendar if not _says_nothing(each)))


def write_edits(game: Game, edits: Sequence[Edit]) -> None:
    """Change game.toml. Raises GameFault where that cannot be done; then it is as it was."""
    calendar = game.calendar
    with edit_toml(game.folder / GAME_FILE) as document:
        for edit in edits:
            tables = document.get("calendar")
            if tables is None:
                tables = tomlkit.aot()
                document.append("calendar", tables)
            _write(edit, tables, _place(edit, calendar))
            calendar = apply_edits(replace(game, calendar=calendar), [edit]).calendar
            if not tables:
                document.remove("calendar")


def _write(edit: Edit, tables: Any, place: int | None) -> None:
    if edit.undo and edit.phase is None:
        if place is not None:
            del tables[place]
        return
    values = {key: _as_toml(value) for key, value in edit.values.items() if value is not None}
    if place is None:
        if values:
            tables.append(_table(tables, edit.phase, values))
        return
    table = tables[place]
    for key in edit.values:
        if key in values:
            table[key] = values[key]
        elif key in table:
            del table[key]
    if set(table) <= {"phase"}:
        del tables[place]


def _table(tables: AoT | Array, phase: PhaseId | None, values: Mapping[str, Any]) -> Any:
    table = tomlkit.table() if isinstance(tables, AoT) else tomlkit.inline_table()
    if isinstance(tables, AoT):
        # apart from what stands before it
        table.trivia.indent = "\n"
    if phase is not None:
        table.append("phase", str(phase))
    for key, value in values.items():
        table.append(key, value)
    return table


def _as_toml(value: Value) -> Value:
    """A moment with its offset in figures, as a host would write it."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=timezone(value.utcoffset() or timedelta(0)))
    return value


def _place(edit: Edit, calendar: Sequence[CalendarEntry]) -> int | None:
    """Where the entry is that an edit changes."""
    for place, entry in enumerate(calendar):
        if edit.phase is not None and entry.phase == edit.phase:
            return place
        if edit.phase is None and edit.undo and entry.off is not None and entry.off == edit.values.get("off"):
            return place
        if edit.phase is None and "resume" in edit.values and entry.pause is not None and entry.resume is None:
            return place
    return None


def _says_nothing(entry: CalendarEntry) -> bool:
    return entry == CalendarEntry(phase=entry.phase)
