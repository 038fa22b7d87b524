"""The game folder as read and validated: `find_game` gives a `Game`, or says in one line what is wrong with the files.

What anybody may see and what only the host may see are two types: a `Game` has no role in it but in its `secrets`.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from engine.moments import PhaseId
from parsers.addresses import without_session
from parsers.colours import FAMILIES, style_colour
from tally.errors import GameFault
from tally.folder.fingerprint import files_beside, fingerprint, own_files
from tally.folder.toml_places import Fault, Place, SourceFile, UnreadableFile, read_source
from tally.folder.toml_tables import TableReader
from tally.texts import LANGUAGES, _, plural

__all__ = [
    "DATABASE",
    "DEFAULT_ZONE",
    "ENGINES",
    "EXAMPLE_URL",
    "GAME_FILE",
    "PLAYERS_FILE",
    "RULESETS",
    "SECRET_OPTIONS",
    "CalendarEntry",
    "Forum",
    "Game",
    "Seat",
    "Secrets",
    "Thread",
    "ThreadKind",
    "find_folder",
    "find_game",
    "fold_name",
    "hash_seed",
    "holds_game",
    "is_ruleset_file",
    "is_thread_url",
    "read_game",
    "read_players",
]

GAME_FILE = "game.toml"
PLAYERS_FILE = "players.toml"
DATABASE = "tally.db"
DEFAULT_ZONE = "Europe/Moscow"
EXAMPLE_URL = "https://forum.example/viewtopic.php?t=12"

RULESETS = ("casino", "styles", "classic", "mordheim", "newyear", "generic")
ENGINES = (
    "phpbb", "mybb", "smf", "fluxbb", "punbb", "rusff", "vbulletin3", "vbulletin4", "vbulletin5", "ipb3", "invision4",
    "xenforo1", "xenforo2", "discourse", "nodebb", "flaskbb", "ucoz",
)  # fmt: skip
SECRET_OPTIONS = frozenset({"team_style"})
"""Options that would tell who somebody is: they stand in players.toml."""


class ThreadKind(StrEnum):
    """What a thread is for: the whole game, or the votes alone."""

    GAME = "game"
    VOTES = "votes"


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of the game. `first` and `last`: the phases it is for, where it is not for all."""

    url: str
    kind: ThreadKind = ThreadKind.GAME
    first: PhaseId | None = None
    last: PhaseId | None = None

    def is_for(self, day: PhaseId) -> bool:
        """Whether the thread's votes are of that day."""
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


@dataclass(frozen=True, slots=True)
class Forum:
    """How the forum is read. `interval` and `timeout` are seconds; None stands for what the page itself says.

    `ignore_robots`: the host whose robots.txt is not asked; `account`: the nick to log in with, if guests may not read;
    `password_file`, `cookies_file`: where its secrets are, from the game folder.
    """

    threads: tuple[Thread, ...]
    interval: float = 2.0
    timeout: float = 30.0
    engine: str | None = None
    timezone: ZoneInfo | None = None
    user_agent: str | None = None
    contact: str | None = None
    ignore_robots: str | None = None
    account: str | None = None
    password_file: str | None = None
    cookies_file: str | None = None
    colours: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def threads_of(self, day: PhaseId) -> tuple[Thread, ...]:
        """The threads that are read for a day."""
        return tuple(thread for thread in self.threads if thread.is_for(day))


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """An exception to the ruleset's clock: another window for a phase, a day on which the game rests (`off`), or a
    `pause`, which goes on until the game is to `resume`.

    A bare time is of the phase's day; posts that bound a phase are in it.
    """

    phase: PhaseId | None = None
    opens: datetime | time | None = None
    closes: datetime | time | None = None
    first_post: str | None = None
    last_post: str | None = None
    off: date | None = None
    pause: datetime | None = None
    resume: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in the game, as everybody may know it. `accounts`: the forum nicks that play it, by default its name."""

    name: str
    aliases: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    account_ids: tuple[str, ...] = ()

    @property
    def nicks(self) -> tuple[str, ...]:
        return self.accounts or (self.name,)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What players.toml holds for the host alone; none of it shows when the object is printed.

    `roles`: seat → role id; `traits`: seat → what else the ruleset gives it (style, card).
    """

    seed: str | int | None = field(default=None, repr=False)
    roles: Mapping[str, str] = field(default_factory=dict, repr=False)
    traits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    notify: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its folder describes it. `ruleset` is an id, or the path of the host's own ruleset file; `language`:
    what the program speaks about it, where it is remembered; `fingerprint`: of the files as they were before they were
    read."""

    folder: Path
    ruleset: str
    title: str
    timezone: ZoneInfo
    first_day: date | None
    hosts: tuple[str, ...]
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    forum: Forum
    calendar: tuple[CalendarEntry, ...]
    names: Mapping[str, Any]
    schedule: Mapping[str, Any]
    publish: Mapping[str, Any]
    secrets: Secrets
    seed_hash: str | None = None
    language: str | None = None
    fingerprint: bytes = field(default=b"", compare=False)

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    @property
    def lock(self) -> Path:
        """Who holds this file's lock reads the forum for the game."""
        return self.folder / "tally.lock"

    @property
    def site(self) -> Path:
        return self.folder / "site"

    def require_seats(self) -> None:
        """Raise GameFault where nobody plays yet: nothing can be counted."""
        if not self.seats:
            file = self.folder / PLAYERS_FILE
            told = _(
                "{file}: nobody plays yet; “tally signup URL” takes a list, or add a [[players]] table for each player"
            )
            raise GameFault(told.format(file=file))

    def as_record(self) -> dict[str, Any]:
        """The head of a game record (FORMATS 2), with the secrets: what the engine plays, and the host alone sees."""
        head: dict[str, Any] = {
            "ruleset": self.ruleset,
            "title": self.title,
            "timezone": self.timezone.key,
            "options": {**self.options, **self.secrets.options},
        }
        if self.first_day is not None:
            head["first_day"] = self.first_day
        if self.secrets.seed is not None:
            head["seed"] = self.secrets.seed
        players = []
        for seat in self.seats:
            player: dict[str, Any] = {"name": seat.name, **self.secrets.traits.get(seat.name, {})}
            if seat.name in self.secrets.roles:
                player["role"] = self.secrets.roles[seat.name]
            if seat.aliases:
                player["aliases"] = list(seat.aliases)
            players.append(player)
        return {"format": 1, "game": head, "players": players}


def find_game(folder: Path | None) -> Game:
    """The game of `folder`, or without one that of the nearest folder from here upwards that holds a game.

    Raises GameFault where there is none, or where its files are wrong: the first fault, with file, line and key.
    """
    game, faults = read_game(find_folder(folder))
    if game is None or faults:
        told = str(faults[0])
        if len(faults) > 1:
            more = plural(
                "{count} more fault: “tally check” shows it", "{count} more faults: “tally check” shows them",
                len(faults) - 1,
            )  # fmt: skip
            told = f"{told} ({more})"
        raise GameFault(told)
    return game


def find_folder(folder: Path | None) -> Path:
    """The folder of a game: `folder`, or the nearest one from here upwards. Raises GameFault where there is none."""
    if folder is not None:
        if holds_game(folder):
            return folder
        raise GameFault(
            _("{folder}: this is not a game folder: it has no {file}").format(folder=folder, file=GAME_FILE)
        )
    with suppress(FileNotFoundError):  # somebody has removed the folder that we are in
        here = Path.cwd()
        for each in (here, *here.parents):
            if holds_game(each):
                return each
    told = _("no {file} here or in a folder above; “tally init DIR …” makes a game, --game DIR names one")
    raise GameFault(told.format(file=GAME_FILE))


def holds_game(folder: Path) -> bool:
    """Whether this is a game folder."""
    try:
        return (folder / GAME_FILE).is_file()
    except OSError:
        # a folder that we may not look into
        return False


def read_game(folder: Path) -> tuple[Game | None, tuple[Fault, ...]]:
    """The game of a folder with all the faults of its files, in the order of the lines.

    There is no game where a file cannot be read as TOML at all: then the only fault is that one.
    """
    faults: list[Fault] = []
    sources: list[SourceFile] = []
    own = fingerprint(own_files(folder))
    for name in (GAME_FILE, PLAYERS_FILE):
        try:
            sources.append(read_source(folder / name))
        except UnreadableFile as unreadable:
            faults.append(unreadable.fault)
    if faults:
        return None, tuple(faults)
    game_file, players_file = sources
    seats, secrets = _read_players(TableReader(players_file, faults, (), players_file.data))
    game = _read_game(folder, TableReader(game_file, faults, (), game_file.data), seats, secrets)
    faults.sort(key=lambda fault: (fault.file.name, fault.place or Place(0, 0)))
    beside = fingerprint(files_beside(folder, game.ruleset, game.names))
    return replace(game, fingerprint=own + beside), tuple(faults)


def _read_game(folder: Path, file: TableReader, seats: tuple[Seat, ...], secrets: Secrets) -> Game:
    _read_format(file, required=True)
    head = file.table("game")
    hashed = head.text("seed_hash")
    if not file.has("game"):
        file.fault(None, _("“{key}” is missing, like {example}").format(key="game", example="[game]"))
    zone = head.zone("timezone") or ZoneInfo(DEFAULT_ZONE)
    game = Game(
        folder=folder,
        ruleset=_read_ruleset(folder, head),
        title=head.text("title") or "",
        timezone=zone,
        first_day=head.date("first_day"),
        hosts=head.texts("hosts"),
        options=_frozen(head.table("options").all()),
        seats=seats,
        forum=_read_forum(file.table("forum")),
        calendar=tuple(_read_calendar(file, zone)),
        names=_read_names(file.table("names")),
        schedule=_read_section(
            file, "schedule", ("every", "last_minutes", "last_every", "after", "notify", "alarm_after")
        ),
        publish=_read_section(file, "publish", ("command", "url", "language")),
        secrets=secrets,
        seed_hash=hashed,
        language=head.choice("language", LANGUAGES),
    )
    if hashed is not None and secrets.seed is not None and hashed != hash_seed(secrets.seed):
        told = _("this is not the hash of the seed in {file}, which would be “{right}”")
        head.fault("seed_hash", told.format(file=PLAYERS_FILE, right=hash_seed(secrets.seed)))
    for name in sorted(SECRET_OPTIONS.intersection(game.options)):
        told = _("this option is secret: it belongs to [secret] of {file}")
        head.table("options").fault(name, told.format(file=PLAYERS_FILE))
    if any(entry.off is not None and entry.off == game.first_day for entry in game.calendar):
        head.fault("first_day", _("the game rests on this day, as [[calendar]] says; it cannot begin then"))
    head.finish()
    file.finish()
    return game


def _read_format(file: TableReader, *, required: bool) -> None:
    if required and not file.require("format", "format = 1"):
        return
    written = file.anything("format")
    if written is not None and (isinstance(written, bool) or written != 1):
        told = _("this program reads format 1, not {found}; perhaps the folder is of a newer version")
        file.fault("format", told.format(found=written))


def is_ruleset_file(name: object) -> bool:
    """Whether a `ruleset` of a game or a record is the path of a file, not an id."""
    return isinstance(name, str) and name.endswith(".toml")


def _read_ruleset(folder: Path, head: TableReader) -> str:
    if not head.require("ruleset", 'ruleset = "classic"'):
        return ""
    written = head.text("ruleset") or ""
    if is_ruleset_file(written):
        file = folder / written
        if not file.is_file():
            head.fault("ruleset", _("there is no ruleset file {file}").format(file=file))
        return str(file)
    return head.choice("ruleset", RULESETS) or ""


def _read_forum(table: TableReader) -> Forum:
    threads: list[Thread] = []
    for each in table.tables("threads"):
        if each.require("url", '{ url = "https://…" }'):
            url = each.text("url")
            if url is not None and not is_thread_url(url):
                each.fault(
                    "url",
                    _("“{found}” is not the address of a thread, like {example}").format(
                        found=url, example=EXAMPLE_URL
                    ),
                )
            kind = ThreadKind(each.choice("kind", ThreadKind) or ThreadKind.GAME)
            thread = Thread(without_session(url or ""), kind, each.phase("from"), each.phase("until"))
            if any(thread.url == other.url and thread.kind is other.kind for other in threads):
                each.fault("url", _("this thread stands here a second time"))
            threads.append(thread)
        each.finish()
    colours = table.table("colours")
    forum = Forum(
        threads=tuple(threads),
        interval=_or(table.number("interval", least=0, most=3600), 2.0),
        timeout=_or(table.number("timeout", least=0.1, most=600), 30.0),
        engine=table.choice("engine", ENGINES),
        timezone=table.zone("timezone"),
        user_agent=table.text("user_agent"),
        contact=table.text("contact"),
        ignore_robots=table.text("ignore_robots"),
        account=table.text("account"),
        password_file=table.text("password_file"),
        cookies_file=table.text("cookies_file"),
        colours=_frozen({name: found for name in ("red", "blue") if (found := _read_colours(colours, name))}),
    )
    hosts = {urlsplit(thread.url).hostname or "" for thread in threads if is_thread_url(thread.url)}
    if forum.ignore_robots is not None and forum.ignore_robots not in hosts:
        told = _("this is the host of none of the game's threads, which are on: {hosts}")
        table.fault("ignore_robots", told.format(hosts=", ".join(sorted(hosts))))
    if table.has("password"):
        told = _("a password does not belong here: this file is for everybody; “tally login” keeps it where it is safe")
        table.anything("password")
        table.fault("password", told)
    colours.finish()
    table.finish()
    return forum


def _read_colours(table: TableReader, name: str) -> tuple[str, ...]:
    colours = table.texts(name)
    for colour in colours:
        if colour not in FAMILIES and style_colour(f"color:{colour}") is None:
            told = _("“{found}” is not a colour; right is a family ({families}), or a colour like #c00 or crimson")
            table.fault(name, told.format(found=colour, families=", ".join(FAMILIES)))
    return colours


def _or(value: float | None, default: float) -> float:
    return default if value is None else value


def _read_calendar(file: TableReader, zone: ZoneInfo) -> Iterator[CalendarEntry]:
    told: set[PhaseId] = set()
    for table in file.tables("calendar"):
        entry = _read_calendar_entry(table, zone)
        if entry.phase in told:
            table.fault("phase", _("another entry is of this phase; put all that is different of it into one"))
        told |= {entry.phase} if entry.phase is not None else set()
        yield entry


def _read_calendar_entry(table: TableReader, zone: ZoneInfo) -> CalendarEntry:
    entry = CalendarEntry(
        phase=table.phase("phase"),
        opens=table.moment("from", zone),
        closes=table.moment("until", zone),
        first_post=next(iter(table.ids("from_post")), None),
        last_post=next(iter(table.ids("until_post")), None),
        off=table.date("off"),
        pause=_read_whole_moment(table, "pause", zone),
        resume=_read_whole_moment(table, "resume", zone),
    )
    bounded = any(table.has(key) for key in ("from", "until", "from_post", "until_post"))
    if not any(table.has(key) for key in ("off", "phase", "pause")):
        table.fault(None, _("an entry of the calendar says either “phase”, “off” or “pause”"))
    elif table.has("off") and (table.has("phase") or table.has("pause")):
        table.fault("off", _("“off” stands alone: the date on which the game rests"))
    elif table.has("pause") and (table.has("phase") or bounded):
        table.fault("pause", _("“pause” stands alone, or with “resume”: since when the game rests, and until when"))
    elif entry.phase is not None and not bounded:
        table.fault("phase", _("what of this phase is different? Add “from”, “until”, “from_post” or “until_post”"))
    if entry.opens is not None and entry.first_post is not None:
        table.fault("from_post", _("“from” and “from_post” cannot both open the phase"))
    if entry.closes is not None and entry.last_post is not None:
        table.fault("until_post", _("“until” and “until_post” cannot both close the phase"))
    if isinstance(entry.opens, datetime) and isinstance(entry.closes, datetime) and entry.opens >= entry.closes:
        table.fault("until", _("the phase would close before it opens"))
    if entry.resume is not None and (entry.pause is None or entry.resume <= entry.pause):
        table.fault("resume", _("the game goes on after a “pause”, which stands in the same entry"))
    table.finish()
    return entry


def _read_whole_moment(table: TableReader, key: str, zone: ZoneInfo) -> datetime | None:
    found = table.moment(key, zone)
    if isinstance(found, time):
        table.fault(key, _("a date belongs to it, like 2024-01-14T23:00:00+03:00"))
        return None
    return found


def _read_names(table: TableReader) -> Mapping[str, Any]:
    """How names and votes are read: a dialect by its name or as a table of its own, grades that count besides."""
    dialect = table.anything("dialect")
    if not isinstance(dialect, str | Mapping | None):
        table.fault("dialect", _('the name of a dialect is wanted here, like "colours", or a table'))
        dialect = None
    accept = table.texts("accept")
    table.finish()
    return _frozen({key: value for key, value in (("dialect", dialect), ("accept", accept)) if value})


def _read_section(file: TableReader, name: str, known: Iterable[str]) -> Mapping[str, Any]:
    """A section whose values are read where they are used; here only its keys are looked at."""
    table = file.table(name)
    values = {key: table.anything(key) for key in known}
    table.finish()
    return _frozen({key: value for key, value in values.items() if value is not None})


def read_players(source: SourceFile) -> tuple[tuple[Seat, ...], tuple[Fault, ...]]:
    """The seats of any file with [[players]] tables, a game record too, and what is wrong with those."""
    faults: list[Fault] = []
    players = {"players": source.data.get("players", [])}
    seats, _secrets = _read_players(TableReader(source, faults, (), players))
    return seats, tuple(faults)


def _read_players(file: TableReader) -> tuple[tuple[Seat, ...], Secrets]:
    _read_format(file, required=False)
    seats: list[Seat] = []
    roles: dict[str, str] = {}
    traits: dict[str, Mapping[str, Any]] = {}
    owners: dict[str, int] = {}
    for place, table in enumerate(file.tables("players")):
        name = table.text("name") if table.require("name", f'name = "{_("Alex")}"') else None
        seat = Seat((name or "").strip(), table.texts("aliases"), table.texts("accounts"), table.ids("account_ids"))
        if name is None:
            continue
        if not fold_name(name):
            table.fault("name", _("a player needs a name"))
            continue
        name = seat.name
        for key, nick in (("name", name), *(("accounts", nick) for nick in seat.accounts)):
            if owners.setdefault(fold_name(nick), place) != place:
                told = _("“{name}” already stands for player {number} of this list; two players cannot have one name")
                table.fault(key, told.format(name=nick, number=owners[fold_name(nick)] + 1))
        seats.append(seat)
        role = table.text("role")
        if role is not None:
            roles[name] = role
        traits[name] = _frozen(table.all())
    secret, notify = file.table("secret"), file.table("notify")
    secrets = Secrets(_read_seed(file), _frozen(roles), _frozen(traits), _frozen(secret.all()), _frozen(notify.all()))
    file.finish()
    return tuple(seats), secrets


def _read_seed(file: TableReader) -> str | int | None:
    seed = file.anything("seed")
    if seed is None or (isinstance(seed, int) and not isinstance(seed, bool)):
        return seed
    if isinstance(seed, str) and re.fullmatch(r"[0-9a-f]+", seed):
        return seed
    file.fault("seed", _("the seed is a text of the digits 0-9 and a-f, or a whole number"))
    return None


def _frozen(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(values))


def hash_seed(seed: str | int) -> str:
    """What is published of the seed at the start of the game, so that it can be checked at its end."""
    return "sha256:" + hashlib.sha256(str(seed).encode()).hexdigest()


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A name without what the eye passes over: case, ё, spaces, forms of a character. What folds alike is one name."""
    folded = unicodedata.normalize("NFKC", name).casefold().replace("ё", "е")
    return "".join(character for character in folded if not character.isspace() and character.isprintable())


def is_thread_url(text: str) -> bool:
    """Whether this is a whole address that a browser would open, without a password: it is published with each vote."""
    try:
        parts = urlsplit(text)
        # reading the port raises where it is none
        known = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        return known and parts.username is None and not re.search(r"\s", text)
    except ValueError:
        return False
