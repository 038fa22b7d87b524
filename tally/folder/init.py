"""Makes a game folder: game.toml and players.toml, commented so that a host can edit them by hand, and the database."""

import difflib
import os
import re
import secrets
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from engine.ruleset import Ruleset, load_ruleset
from parsers.addresses import without_session
from tally.errors import GameFault
from tally.folder.faults_in_words import describe_fault
from tally.folder.file_changes import log_file_changes
from tally.folder.game import (
    DATABASE,
    DEFAULT_ZONE,
    EXAMPLE_URL,
    GAME_FILE,
    PLAYERS_FILE,
    RULESETS,
    SECRET_OPTIONS,
    find_game,
    fold_name,
    hash_seed,
    is_thread_url,
    read_players,
)
from tally.folder.toml_places import Fault, Place, nearest, read_source
from tally.folder.toml_writing import toml_pair, toml_value
from tally.store import Store
from tally.texts import LANGUAGES, _, language
from tally.troubles import why_failed

__all__ = ["NewGame", "make_game", "read_roster", "read_zone"]


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a host says of a new game. `players` are tables as in a game record (FORMATS 2)."""

    ruleset: str
    thread: str
    title: str
    first_day: date | None = None
    hosts: tuple[str, ...] = ()
    players: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    timezone: str = DEFAULT_ZONE


def make_game(folder: Path, plan: NewGame) -> None:
    """Make the game folder. Raises GameFault where the plan is wrong, or where a file of a game is there already.

    What was begun and cannot be ended (no room on the disk) leaves no file behind.
    """
    _check_plan(plan)
    for name in (GAME_FILE, PLAYERS_FILE, DATABASE, "site"):
        if (folder / name).exists():
            raise GameFault(_("{file}: is there already; nothing was changed").format(file=folder / name))
    seed = secrets.token_hex(16)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as undo:
            (folder / "site").mkdir()
            undo.callback((folder / "site").rmdir)
            _write_new(folder / PLAYERS_FILE, _players_text(plan, seed), 0o600)
            undo.callback((folder / PLAYERS_FILE).unlink)
            store = Store.create(folder / DATABASE)
            undo.callback(store.remove)
            # last of all: a folder is a game once this file is there
            _write_new(folder / GAME_FILE, _game_text(folder, plan, seed), 0o644)
            undo.pop_all()
    except OSError as error:
        told = _("{folder}: the game cannot be made here: {why}")
        raise GameFault(told.format(folder=folder, why=why_failed(error))) from None
    with store:
        log_file_changes(store, find_game(folder))


def _write_new(path: Path, text: str, mode: int) -> None:
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError:
        path.unlink()
        raise


def _check_plan(plan: NewGame) -> None:
    if plan.ruleset not in RULESETS:
        if not plan.ruleset.endswith(".toml"):
            near = nearest(plan.ruleset, RULESETS)
            meant = _("probably “{near}” is meant").format(near=near) if near else ", ".join(RULESETS)
            raise GameFault(_("there is no ruleset “{found}”: {meant}").format(found=plan.ruleset, meant=meant))
        if not Path(plan.ruleset).is_file():
            raise GameFault(_("{file}: there is no such file").format(file=plan.ruleset))
    else:
        _check_options(plan.ruleset, plan.options)
    if not is_thread_url(plan.thread):
        told = _("“{found}” is not the address of a thread, like {example}")
        raise GameFault(told.format(found=plan.thread, example=EXAMPLE_URL))


def _check_options(ruleset: str, options: Mapping[str, Any]) -> None:
    """Those that were given; one that is still missing (a draw, for instance) the host may add later."""
    loaded = load_ruleset(ruleset, options)
    for fault in () if isinstance(loaded, Ruleset) else loaded:
        if fault.path[:2] == ("game", "options") and fault.path[2:3] and fault.path[2] in options:
            option = Fault(Path("--option"), None, fault.path[2:], describe_fault(fault))
            raise GameFault(str(option))


def read_zone(written: str) -> str:
    """The name of a time zone, also from its city alone, in whatever case. Raises GameFault."""
    folded = re.sub(r"\s+", "_", written.strip()).casefold()
    zones: dict[str, list[str]] = {}
    for name in available_timezones():
        zones.setdefault(name.rpartition("/")[2].casefold(), []).append(name)
    # a whole name is that zone's alone: UTC is not Etc/UTC
    zones |= {name.casefold(): [name] for name in available_timezones()}
    if folded in zones and len(zones[folded]) == 1:
        return zones[folded][0]
    close = zones.get(folded) or [
        name for word in difflib.get_close_matches(folded, zones, n=3, cutoff=0.7) for name in zones[word]
    ]
    near = ", ".join(dict.fromkeys(sorted(close))) or "Europe/London, America/New_York, UTC"
    raise GameFault(_("there is no time zone “{found}”; perhaps {near}").format(found=written, near=near))


def read_roster(file: Path) -> tuple[Mapping[str, Any], ...]:
    """The players of a TOML file with [[players]] tables, or of a list with a nick on each line. Raises GameFault."""
    players = _read_tables(file) if file.suffix in (".toml", ".json") else _read_list(file)
    if not players:
        raise GameFault(_("{file}: there is no player in it").format(file=file))
    return players


def _read_tables(file: Path) -> tuple[Mapping[str, Any], ...]:
    source = read_source(file)
    faults = read_players(source)[1]
    if faults:
        raise GameFault(str(faults[0]))
    return tuple(source.data.get("players", ()))


def _read_list(file: Path) -> tuple[Mapping[str, Any], ...]:
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=why_failed(error))) from None
    except UnicodeDecodeError:
        raise GameFault(str(Fault(file, None, (), _("this is not UTF-8; save the file in that encoding")))) from None
    names: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        # sign-up lists are numbered
        name = re.sub(r"^\s*\d+[.)]\s+", "", line).strip()
        if fold_name(name) in names:
            told = _("“{name}” stands here a second time; two players cannot have one name").format(name=name)
            raise GameFault(str(Fault(file, Place(number, 1), (), told)))
        if fold_name(name):
            names[fold_name(name)] = name
    return tuple({"name": name} for name in names.values())


def _game_text(folder: Path, plan: NewGame, seed: str) -> str:
    ruleset = plan.ruleset
    if ruleset not in RULESETS:
        ruleset = Path(os.path.relpath(plan.ruleset, folder)).as_posix()
    options = {key: value for key, value in plan.options.items() if key not in SECRET_OPTIONS}
    first_day = f"first_day = {plan.first_day}" if plan.first_day else "# first_day = 2024-01-10"
    return _lines(
        _("The game. Anybody may see this file: roles and other secrets are in players.toml.\n"
          "Edit it as you like; “tally check” tells whether all is well."),
        ["format = 1", "", "[game]"],
        _("Whose rules: {rulesets}, or a ruleset file of your own.").format(rulesets=", ".join(RULESETS)),
        [toml_pair("ruleset", ruleset), toml_pair("title", plan.title)],
        _("All times without an offset are of this zone."),
        [toml_pair("timezone", plan.timezone)],
        _("What the program speaks about this game: {languages}. --lang and TALLY_LANG go before it.").format(
            languages=", ".join(LANGUAGES)),
        [toml_pair("language", language())],
        _("The date of day 1; every later day follows from it."),
        [first_day],
        _("Forum nicks of the hosts: their posts never count as votes."),
        [toml_pair("hosts", list(plan.hosts))],
        _("Publish this at the start and the seed from players.toml at the end: so everybody can check the draws."),
        [toml_pair("seed_hash", hash_seed(seed))],
        ["", "[game.options]"],
        _("The ruleset's options, as its page lists them; without any, its defaults hold."),
        [toml_pair(key, value) for key, value in options.items()] or ['# tie = "none"'],
        ["", "[forum]"],
        _("The threads of the game. One for votes alone has kind = “votes”, one for some days only has from, until."),
        ["threads = [", f"    {{ url = {toml_value(without_session(plan.thread))} }},",
         '    # { url = "https://…", kind = "votes", from = "day4", until = "day6" },', "]"],
        _("Seconds between two requests to this forum."),
        ["interval = 2"],
        _("Seconds to wait for a page."),
        ["timeout = 30"],
        _("Found out from the pages; set them only where that goes wrong."),
        ['# engine = "phpbb"', f'# timezone = "{plan.timezone}"'],
        _("How the forum's admin can reach you: an address, or your nick there. It goes with each request."),
        ['# contact = "you@example.org"'],
        _("Only where guests may not read: the account to log in with; “tally login” asks for its password."),
        ['# account = "nick"'],
        ["", "[names]"],
        _("How votes are written, where it is not as the ruleset has it: {dialects}.").format(
            dialects="colours, mafiascum, discourse, hash, bold, green"),
        ['# dialect = "mafiascum"'],
        _("Grades of a likeness to a name that count besides; docs/names.md tells them."),
        ['# accept = ["prefix"]'],
        ["", "[schedule]"],
        _("The rhythm of reading for “tally run”, in minutes; notices go out so long before a deadline."),
        ["# every = 15", "# last_minutes = 10", "# after = [2, 10]", "# notify = [60, 10]"],
        ["", "[publish]"],
        _("What is done with the published page."),
        [""],
        _("Exceptions to the ruleset's clock, as many tables as you need. A phase with another beginning or end, as a\n"
          "time or as a post that still belongs to it; or a date on which the game rests."),
        ["# [[calendar]]", '# phase = "day5"', "# until = 2024-01-14T23:00:00+03:00",
         '# until_post = "12345"', "#", "# [[calendar]]", "# off = 2024-01-13"],
    )  # fmt: skip


def _players_text(plan: NewGame, seed: str) -> str:
    secret = {key: value for key, value in plan.options.items() if key in SECRET_OPTIONS}
    alex = _("Alex")
    return _lines(
        _("SECRET: the roles. Only the host may read this file; keep its mode 0600."),
        ["format = 1"],
        _("Decides every draw of the game; its hash stands in game.toml. Change neither once the game has begun."),
        [toml_pair("seed", seed), ""],
        _("One table for each player, the name as on the forum. Leave “role” out while it is not dealt.\n"
          "aliases: how the player is also called. accounts, account_ids: the forum accounts that play this seat,\n"
          "where they are not the name; a replacement adds its account here."),
        ["# [[players]]", f'# name = "{alex}"', '# role = "doctor"', f'# aliases = ["{_("Alec")}"]',
         f'# accounts = ["{alex}", "{_("Bob")}"]', "# account_ids = [57, 63]"],
        *(["", "[[players]]", *(toml_pair(key, value) for key, value in player.items())] for player in plan.players),
        ["", "[secret]"],
        _("Options of the ruleset that would tell who somebody is."),
        [toml_pair(key, value) for key, value in secret.items()] or ['# team_style = "grey"'],
        ["", "[notify]"],
        _("Addresses for notices, as apprise writes them: to the host, and to the players."),
        ['# host = ["tgram://TOKEN/CHAT"]', '# players = ["discord://ID/TOKEN"]'],
    )  # fmt: skip


def _lines(*parts: str | Sequence[str]) -> str:
    """Comments (texts) and lines of TOML (lists of them), one under the other."""
    lines: list[str] = []
    for part in parts:
        lines.extend((f"# {line}" for line in part.split("\n")) if isinstance(part, str) else part)
    return "\n".join(lines) + "\n"
