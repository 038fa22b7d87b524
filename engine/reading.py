"""Reads a game record: parsed TOML or JSON in, a `GameRecord` or the faults out (FORMATS 2)."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.faults import Fault, FaultCode, Path, nearest
from engine.moments import Calendar, is_playable, read_phase_id
from engine.play import SOME_DAY
from engine.reader import Reader
from engine.reading_entries import EntryReader
from engine.record import HOST, GameRecord, Phase, Player, Source
from engine.ruleset import Ruleset, load_ruleset

__all__ = ["read_phase", "read_players", "read_record"]

FORMAT = 1

_TOP = ("format", "game", "players", "phases")
_GAME = ("ruleset", "title", "timezone", "first_day", "seed", "options")
_PHASE = ("phase", "votes", "actions", "choices", "chance", "posts", "from", "until", "expect", "expect_not")


def read_record(
    data: Mapping[str, Any], *, ruleset_data: Mapping[str, Any] | None = None
) -> GameRecord | tuple[Fault, ...]:
    """The record, or everything that is wrong with it.

    `ruleset_data`: the parsed TOML of the host's own ruleset, where `game.ruleset` is the path of one; its faults have
    paths that begin with `"ruleset-file"`.
    """
    reader = _RecordReader()
    record = reader.record(data, ruleset_data)
    return record if record is not None and not reader.faults else tuple(reader.faults)


def read_players(data: object, ruleset: Ruleset) -> tuple[Player, ...] | tuple[Fault, ...]:
    """The list `players` of a record or of `players.toml`, or its faults (paths begin with `"players"`)."""
    reader = _RecordReader()
    players = reader.players(data, ruleset)
    return players if not reader.faults else tuple(reader.faults)


def read_phase(
    data: object, ruleset: Ruleset, players: Iterable[Player], calendar: Calendar
) -> Phase | tuple[Fault, ...]:
    """One phase of a record, or its faults (paths begin at the phase)."""
    reader = _RecordReader()
    names = {name for player in players for name in (player.name, *player.aliases)}
    phase = reader.phase(data, ruleset, names, calendar, ())
    return phase if phase is not None and not reader.faults else tuple(reader.faults)


class _RecordReader(Reader):
    """Reads one record; collects `faults`."""

    def __init__(self) -> None:
        super().__init__()
        self.reserves: set[str] = set()
        self.playing: set[str] = set()

    def record(self, data: Mapping[str, Any], ruleset_data: Mapping[str, Any] | None) -> GameRecord | None:
        self.keys(data, _TOP, ())
        if self.need(data, "format", int, ()) not in (FORMAT, None):
            self.note(("format",), FaultCode.WRONG_FORMAT, data["format"], (str(FORMAT),))
        game = self.need(data, "game", Mapping, ())
        if game is None:
            return None
        self.keys(game, _GAME, ("game",))
        ruleset = self.ruleset(game, ruleset_data)
        zone = self.zone(game)
        first_day = self.first_day(game)
        if ruleset is None:
            return None
        calendar = Calendar(zone, first_day or SOME_DAY, past_midnight=ruleset.clock.past_midnight)
        before = len(self.faults)
        players = self.players(data.get("players"), ruleset)
        self.knows_the_players = len(self.faults) == before
        phases = self.phases(data.get("phases", []), ruleset, players, calendar)
        return GameRecord(
            ruleset=ruleset,
            players=players,
            phases=phases,
            title=self.maybe(game, "title", str, ("game",)),
            zone=zone,
            first_day=first_day,
            seed=self.seed(game),
            options=game.get("options", {}),
            ruleset_name=game.get("ruleset"),
        )

    # The game.

    def ruleset(self, game: Mapping[str, Any], ruleset_data: Mapping[str, Any] | None) -> Ruleset | None:
        name = self.need(game, "ruleset", str, ("game",))
        options = self.maybe(game, "options", Mapping, ("game",)) or {}
        if name is None:
            return None
        found = load_ruleset(name, options, data=ruleset_data)
        if isinstance(found, Ruleset):
            return found
        for fault in found:
            own = ruleset_data is not None and fault.path[:1] != ("game",)
            path = ("ruleset-file", *fault.path) if own else fault.path
            self.note(path, fault.code, fault.found, fault.allowed)
        return None

    def zone(self, game: Mapping[str, Any]) -> ZoneInfo:
        name = self.maybe(game, "timezone", str, ("game",)) or "Europe/Moscow"
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            self.note(("game", "timezone"), FaultCode.BAD_ZONE, name, ("Europe/Moscow",))
            return ZoneInfo("Europe/Moscow")

    def first_day(self, game: Mapping[str, Any]) -> date | None:
        value = day = game.get("first_day")
        if value is None:
            return None
        if isinstance(value, str):
            with suppress(ValueError):
                day = date.fromisoformat(value)
        if isinstance(day, date) and not isinstance(day, datetime) and is_playable(day):
            return day
        self.note(("game", "first_day"), FaultCode.BAD_TIME, value, ("YYYY-MM-DD",))
        return None

    def seed(self, game: Mapping[str, Any]) -> str:
        value = game.get("seed", 0)
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.note(("game", "seed"), FaultCode.WRONG_TYPE, value, ("integer", "hex string"))
        elif isinstance(value, str) and any(letter not in "0123456789abcdefABCDEF" for letter in value):
            self.note(("game", "seed"), FaultCode.WRONG_VALUE, value, ("hex string",))
        return str(value).lower()

    # The players.

    def players(self, data: object, ruleset: Ruleset) -> tuple[Player, ...]:
        if not isinstance(data, list | tuple) or not data:
            code = FaultCode.MISSING_KEY if data is None else FaultCode.WRONG_TYPE
            self.note(("players",), code, data, ("array of tables",))
            return ()
        players = [player for index, each in enumerate(data) if (player := self.player(each, ruleset, index))]
        self.reserves = {player.name for player in players if player.fields.get("reserve")}
        seen: set[str] = set()
        for index, player in enumerate(players):
            if player.name in seen:
                self.note(("players", index, "name"), FaultCode.DUPLICATE_NAME, player.name)
            seen.add(player.name)
        for index, player in enumerate(players):
            for place, alias in enumerate(player.aliases):
                if alias in seen and alias != player.name:
                    self.note(("players", index, "aliases", place), FaultCode.DUPLICATE_NAME, alias)
        if ruleset.hooked.check_players is not None and not self.faults:
            self.faults += ruleset.hooked.check_players(ruleset, players)
        if ruleset.hooked.complete_players is not None and not self.faults:
            return tuple(ruleset.hooked.complete_players(ruleset, players))
        return tuple(players)

    def player(self, data: object, ruleset: Ruleset, index: int) -> Player | None:
        path: Path = ("players", index)
        if not isinstance(data, Mapping):
            self.note(path, FaultCode.WRONG_TYPE, data, ("table",))
            return None
        known = ("name", "role", "aliases", "note", "accounts", "account_ids", *ruleset.fields)
        self.keys(data, known, path)
        name = self.need(data, "name", str, path)
        if name is not None and (not name.strip() or name == HOST or name.startswith("team:")):
            self.note((*path, "name"), FaultCode.WRONG_VALUE, name)
        role = self.maybe(data, "role", str, path)
        if role is not None and not ruleset.free_roles and role not in ruleset.roles:
            self.note((*path, "role"), FaultCode.UNKNOWN_ROLE, role, nearest(role, ruleset.roles))
        fields = {key: self.field(data[key], ruleset, key, path) for key in ruleset.fields if key in data}
        if "note" in data:
            fields["note"] = self.maybe(data, "note", str, path)
        aliases = self.names(data.get("aliases", []), (*path, "aliases"))
        self.names(data.get("accounts", []), (*path, "accounts"))
        self.ids(data.get("account_ids", []), (*path, "account_ids"))
        return Player(name, role, aliases, fields, Source(place=path)) if name is not None else None

    def ids(self, value: object, path: Path) -> None:
        """Ids of accounts, one or a list, which may be written as numbers; the game's folder reads them."""
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, bool) or not isinstance(each, str | int):
                self.note(path, FaultCode.WRONG_TYPE, each, ("array of strings",))

    def field(self, value: object, ruleset: Ruleset, key: str, path: Path) -> object:
        spec = ruleset.fields[key]
        kind = {"string": str, "boolean": bool, "integer": int, "table": Mapping}[spec.type]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.note((*path, key), FaultCode.WRONG_TYPE, value, (spec.type,))
        elif spec.values and value not in spec.values:
            self.note((*path, key), FaultCode.WRONG_VALUE, value, nearest(value, spec.values))
        return value

    # The phases.

    def phases(
        self, data: object, ruleset: Ruleset, players: Iterable[Player], calendar: Calendar
    ) -> tuple[Phase, ...]:
        if not isinstance(data, list | tuple):
            self.note(("phases",), FaultCode.WRONG_TYPE, data, ("array of tables",))
            return ()
        names = {name for player in players for name in (player.name, *player.aliases)}
        self.playing = {player.name for player in players}
        phases: list[Phase] = []
        for index, each in enumerate(data):
            phase = self.phase(each, ruleset, names, calendar, ("phases", index))
            if phase is None:
                continue
            if phases and phase.id != phases[-1].id.next:
                path: Path = ("phases", index, "phase")
                self.note(path, FaultCode.PHASE_ORDER, str(phase.id), (str(phases[-1].id.next),))
            phases.append(phase)
            self.replacements(phase)
            names |= {choice.on[1] for choice in phase.choices if choice.do == "replace" and len(choice.on) == 2}
        return tuple(phases)

    def replacements(self, phase: Phase) -> None:
        """Nobody enters under a name that plays already; a reserve may (CAS-12), and who has left."""
        for choice in phase.choices:
            if choice.do != "replace" or len(choice.on) != 2:
                continue
            leaving, entering = choice.on
            if entering in self.playing - self.reserves:
                self.note((*choice.source.place, "on", 1), FaultCode.DUPLICATE_NAME, entering)
            self.playing = self.playing - {leaving} | {entering}

    def phase(self, data: object, ruleset: Ruleset, names: set[str], calendar: Calendar, path: Path) -> Phase | None:
        if not isinstance(data, Mapping):
            self.note(path, FaultCode.WRONG_TYPE, data, ("table",))
            return None
        self.keys(data, _PHASE, path)
        text = self.need(data, "phase", str, path)
        phase_id = read_phase_id(text) if text is not None else None
        if phase_id is None:
            if text is not None:
                self.note((*path, "phase"), FaultCode.WRONG_VALUE, text, ("day1", "night1", "day2"))
            return None
        entering = _entering(data.get("choices"))
        if ruleset.admission.replaces_at_once:
            names = names | entering
        context = EntryReader(self, ruleset, names, calendar, phase_id, entering)
        if phase_id.night and data.get("votes"):
            self.note((*path, "votes"), FaultCode.UNKNOWN_KEY, "votes", tuple(key for key in _PHASE if key != "votes"))
        opens, closes = context.time(data, "from", path), context.time(data, "until", path)
        if opens is not None and closes is not None and closes <= opens:
            self.note((*path, "until"), FaultCode.WRONG_VALUE, data["until"])
        return Phase(
            id=phase_id,
            votes=tuple(context.vote(*each) for each in self.tables(data, "votes", path)),
            actions=tuple(context.action(*each) for each in self.tables(data, "actions", path)),
            choices=tuple(context.choice(*each) for each in self.tables(data, "choices", path)),
            chance=self.chance(data.get("chance", {}), ruleset, names, (*path, "chance")),
            posts=self.posts(data, names, path),
            opens=opens,
            closes=closes,
            expect=self.maybe(data, "expect", Mapping, path),
            expect_not=self.maybe(data, "expect_not", Mapping, path),
        )

    def chance(self, data: object, ruleset: Ruleset, names: set[str], path: Path) -> dict[str, bool]:
        if not isinstance(data, Mapping):
            self.note(path, FaultCode.WRONG_TYPE, data, ("table",))
            return {}
        # nobody's execution may be among the tied
        known = names | {poll.abstention for poll in ruleset.polls if poll.abstention is not None}
        for key, value in data.items():
            chance, _, player = key.partition(":")
            if chance not in ruleset.draws():
                self.note((*path, key), FaultCode.UNKNOWN_CHANCE, chance, nearest(chance, ruleset.draws()))
            elif player not in known and self.knows_the_players:
                self.note((*path, key), FaultCode.UNKNOWN_PLAYER, player, nearest(player, known))
            if not isinstance(value, bool):
                self.note((*path, key), FaultCode.WRONG_TYPE, value, ("true", "false"))
        return {str(key): bool(value) for key, value in data.items()}

    def posts(self, data: Mapping[str, Any], names: set[str], path: Path) -> dict[str, int] | None:
        table = self.maybe(data, "posts", Mapping, path)
        if table is None:
            return None
        for name, number in table.items():
            if isinstance(number, bool) or not isinstance(number, int) or number < 0:
                self.note((*path, "posts", name), FaultCode.WRONG_TYPE, number, ("integer",))
        return {str(name): number for name, number in table.items() if isinstance(number, int)}


def _entering(choices: object) -> set[str]:
    """The names under which somebody enters in the middle of the phase."""
    tables = [each for each in choices if isinstance(each, Mapping)] if isinstance(choices, list | tuple) else []
    found = (each["on"][1:] for each in tables if each.get("do") == "replace" and isinstance(each.get("on"), list))
    return {name for names in found for name in names if isinstance(name, str)}
