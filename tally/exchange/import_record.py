"""Makes a game folder of a game record: every vote and message in the log, every phase announced as it came out.

In: a record. Out: a folder that `report`, `publish` and `explain` read like that of a game which was played here.
"""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

import tomlkit

from engine.clock import Clock, Cutoff
from engine.moments import Calendar
from engine.play import SOME_DAY, play_phase, start_game
from engine.record import HOST, ActionEntry, ChoiceEntry, GameRecord, Phase, VoteEntry
from engine.state import State
from engine.writing import record_as_data
from tally.count.host_words import entered_vote_as_data, operation_as_data
from tally.errors import GameFault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import DATABASE, EXAMPLE_URL, GAME_FILE, PLAYERS_FILE, find_game, hash_seed, is_ruleset_file
from tally.folder.init import NewGame, make_game
from tally.folder.toml_editing import edit_toml
from tally.orders.meaning import Order
from tally.play.announcements import announcement_as_data
from tally.play.corrections import entries_as_data
from tally.play.entries import EnteredLine, Precision, line_as_data
from tally.records.replaying import Replay
from tally.store import FactKind, Store
from tally.story.acts import order_in_words
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["import_record"]


def import_record(replay: Replay, folder: Path, now: datetime) -> int:
    """Make the folder; gives how many phases are in it. Raises GameFault where something is there already.

    What was begun and cannot be ended leaves nothing behind.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise GameFault(_("{file}: is there already; nothing was changed").format(file=folder))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        told = _("{folder}: the game cannot be made here: {why}")
        raise GameFault(told.format(folder=folder, why=why_failed(error))) from None
    try:
        record = _dated(replay.record)
        _make_files(replay, record, made)
        count = _write_log(record, made, now)
        made.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return count


def _dated(record: GameRecord) -> GameRecord:
    """The record with the date on which its times lie: a record may leave it out."""
    return record if record.first_day is not None else replace(record, first_day=SOME_DAY)


# --- the files ---


def _make_files(replay: Replay, record: GameRecord, folder: Path) -> None:
    head = record_as_data(record)
    options = head["game"].get("options", {})
    name = record.ruleset_name or record.ruleset.id
    plan = NewGame(
        ruleset=str(replay.file.path.parent / name) if is_ruleset_file(name) else name,
        thread=EXAMPLE_URL,
        title=record.title or replay.file.path.stem,
        first_day=record.first_day,
        timezone=record.zone.key,
        players=tuple(replay.file.source.data["players"]),
        options=options,
    )
    make_game(folder, plan)
    with edit_toml(folder / GAME_FILE) as document:
        document["game"]["seed_hash"] = hash_seed(record.seed)
        document["forum"]["threads"] = tomlkit.array()
        entries = list(_calendar(record))
        if entries:
            document["calendar"] = tomlkit.item(entries)
    with edit_toml(folder / PLAYERS_FILE) as document:
        document["seed"] = record.seed


def _calendar(record: GameRecord) -> Iterator[dict[str, Any]]:
    """When each phase began and ended, where the record says so, or where no clock does."""
    clock = record.ruleset.clock
    first = record.first_day or SOME_DAY
    calendar = Calendar(record.zone, first, clock.past_midnight)
    ended = datetime.combine(first, time(0), record.zone)
    for phase in record.phases:
        opens, closes = phase.opens, phase.closes
        if not phase.id.night and clock.vote_until is None:
            opens, closes = opens or ended, closes or _after_all(phase, calendar, clock)
            ended = closes
        told = {"from": opens, "until": closes}
        entry = {key: value for key, value in told.items() if value is not None}
        if entry:
            yield {"phase": str(phase.id), **entry}


def _after_all(phase: Phase, calendar: Calendar, clock: Clock) -> datetime:
    """The end of a day that the record does not bound: with its date, or after the last that was written on it."""
    midnight = datetime.combine(calendar.date_of(phase.id) + timedelta(days=1), time(0), calendar.zone)
    entries: list[VoteEntry | ActionEntry | ChoiceEntry] = [*phase.votes, *phase.actions, *phase.choices]
    times = [each.at for each in entries if each.at is not None]
    least = timedelta(0) if clock.cutoff is Cutoff.INCLUSIVE else timedelta(seconds=1)
    return max([midnight, *(at.replace(microsecond=0) + least for at in times)])


# --- the log ---


def _write_log(record: GameRecord, folder: Path, now: datetime) -> int:
    rules = record.ruleset
    state = start_game(rules, record.players, seed=record.seed, zone=record.zone, first_day=record.first_day)
    with Store(folder / DATABASE) as store:
        for phase in record.phases:
            log = _PhaseLog(store, record, phase, state, now)
            log.enter()
            outcome, after = play_phase(rules, state, phase)
            told = {**announcement_as_data(outcome, after), "entries": entries_as_data(phase)}
            store.append(FactKind.ANNOUNCEMENT, told, at=now, phase=str(phase.id))
            state = after
        log_file_changes(store, find_game(folder))
    return len(record.phases)


class _PhaseLog:
    """Writes what was entered for one phase. Seats are named as in players.toml, whoever plays them by then."""

    def __init__(self, store: Store, record: GameRecord, phase: Phase, before: State, now: datetime) -> None:
        self._store = store
        self._rules = record.ruleset
        self._phase = phase
        self._seats = {seat.name: seat.id for seat in before.seats.values()}
        self._now = now

    def enter(self) -> None:
        phase = self._phase
        for vote in phase.votes:
            self._append(FactKind.ENTRY, entered_vote_as_data(self._of_seat(vote), ""))
        for action in phase.actions:
            self._append(FactKind.ENTRY, line_as_data(self._line(action, frozenset())))
        for choice in phase.choices:
            if choice.by == HOST:
                self._append(FactKind.ENTRY, operation_as_data(self._at_seat(choice)))
            else:
                self._append(FactKind.ENTRY, line_as_data(self._line(_as_action(choice), frozenset({choice.do}))))
        if phase.chance:
            self._append(FactKind.CHANCE, {"draws": dict(phase.chance)})

    def _append(self, kind: FactKind, data: Mapping[str, Any]) -> None:
        self._store.append(kind, data, at=self._now, phase=str(self._phase.id))

    def _seat(self, name: str) -> str:
        return self._seats.get(name, name)

    def _of_seat(self, vote: VoteEntry) -> VoteEntry:
        return replace(vote, by=self._seat(vote.by), on=self._seat(vote.on))

    def _at_seat(self, choice: ChoiceEntry) -> ChoiceEntry:
        """An operation; who enters is no seat yet."""
        if choice.do == "replace":
            leaving, *entering = choice.on
            return replace(choice, on=(self._seat(leaving), *entering))
        return replace(choice, on=tuple(map(self._seat, choice.on)))

    def _line(self, action: ActionEntry, choices: frozenset[str]) -> EnteredLine:
        """A message that orders just this; its words are ours, since a record has none."""
        order = Order(
            action.do, tuple(map(self._seat, action.on)), action.as_role, action.guess, action.text, action.answer,
            action.item,
        )  # fmt: skip
        return EnteredLine(
            id=0,
            phase=self._phase.id,
            by=self._seat(action.by),
            line=order_in_words(self._rules, action),
            at=action.at,
            precision=None if action.at is None else Precision.SECOND,
            orders=((self._phase.id, order),),
            choices=choices,
        )


def _as_action(choice: ChoiceEntry) -> ActionEntry:
    return ActionEntry(choice.by, choice.do, choice.on, choice.at, choice.as_role, text=choice.text)
