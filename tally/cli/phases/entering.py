"""What `tally night` and `tally act` share: their options, and how messages are taken."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally.texts import _
from tally.troubles import why_failed

if TYPE_CHECKING:
    from engine.moments import PhaseId
    from tally.desk.desk import Desk
    from tally.desk.session import Session

__all__ = ["enter_messages", "entry_options"]

LAST = ""
"""What `--undo` without a number stands for."""


def entry_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of both commands."""
    options: tuple[Callable[[Callable[..., None]], Callable[..., None]], ...] = (
        click.option("--at", metavar="TIME", help=_("When it came: 22:14, 22:14:30, or a whole date-time.")),
        click.option("--later", is_flag=True, help=_("It came after the earlier message of the same time.")),
        click.option("--dry-run", is_flag=True, help=_("Say what is understood, store nothing.")),
        click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs.")),
        click.option(
            "--from",
            "--file",
            "source",
            metavar="FILE",
            help=_("Take the lines of a file (or its JSON list); - is the standard input."),
        ),
        click.option(
            "--pm",
            "pasted",
            metavar="FILE",
            help=_(
                "Take private messages pasted whole: a page of them as saved, or their text; - is the standard input."
            ),
        ),
        click.option("--yes", is_flag=True, help=_("With --pm: enter all that is certain without asking.")),
        click.option(
            "--undo", metavar="[N]", is_flag=False, flag_value=LAST, help=_("Take back message N, or the last.")
        ),
        click.option("--list", "listed", is_flag=True, help=_("Show who may act, and what was entered.")),
    )
    for option in reversed(options):
        function = option(function)
    return function


def enter_messages(
    phase: "PhaseId",
    game: Path | None,
    *,
    nick: str | None,
    line: str | None,
    at: str | None,
    later: bool,
    dry_run: bool,
    as_json: bool,
    source: str | None,
    pasted: str | None,
    yes: bool,
    undo: str | None,
    listed: bool,
) -> None:
    """Do what the options ask for; ends with 1 where a message was not certain and so not stored."""
    from tally.clock import now
    from tally.desk.desk import open_desk
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.story.headline import host_headline

    if nick is not None and line is None and pasted is None:
        raise GameFault(_("what did {nick} write? It stands after the nick, in quotation marks").format(nick=nick))
    with open_desk(find_game(game), phase, now()) as desk:
        if not as_json:
            click.echo(host_headline())
        if undo is not None:
            _undo(desk, undo)
        elif listed:
            _list(desk)
        elif pasted is not None:
            _enter_pasted(desk, pasted, nick, yes=yes, dry_run=dry_run, as_json=as_json)
        elif nick is not None and line is not None:
            certain = _enter_one(desk, nick, line, at, later=later, dry_run=dry_run, as_json=as_json)
            if not certain and not dry_run:
                sys.exit(1)
        else:
            _enter_all(desk, source, dry_run=dry_run, as_json=as_json)


def _enter_one(
    desk: "Desk", nick: str, line: str, at: str | None, *, later: bool, dry_run: bool, as_json: bool
) -> bool:
    """One message: told, and stored where it is certain; whether it is."""
    from tally.desk.desk import understood_as_json
    from tally.desk.told import understood_lines

    understood = desk.understand(nick, line, at, later=later)
    if as_json:
        click.echo(json.dumps(understood_as_json(understood), ensure_ascii=False))
    else:
        for told in understood_lines(desk.rules, understood):
            click.echo(told)
    if understood.doubt is None and not dry_run:
        desk.enter(understood)
    return understood.doubt is None


def _enter_all(desk: "Desk", source: str | None, *, dry_run: bool, as_json: bool) -> None:
    """Messages from a file, a pipe, or from a person who is told first who may act."""
    asked = source is None and sys.stdin.isatty() and not as_json
    session = _session(desk, asked=asked, dry_run=dry_run, as_json=as_json)
    if asked:
        _list(desk)
        click.echo(_("Lines “Nick: what he wrote”, with a time before them where it matters; an empty one ends."))
        session.take_all(_typed())
    elif source is None or source == "-":
        session.take_all(sys.stdin)
    elif source.endswith(".json"):
        session.take_records(_read_records(Path(source)))
    else:
        session.take_all(_read(Path(source)).splitlines())
    _print_taken(session, as_json=as_json)
    if session.unclear and not asked and not dry_run:
        click.echo(_("not stored, for the host to say: {count}").format(count=session.unclear), err=True)
        sys.exit(1)


def _session(desk: "Desk", *, asked: bool, dry_run: bool, as_json: bool) -> "Session":
    """What takes the messages; for programs what it says of single lines goes to the other stream."""
    from tally.desk.session import Session

    def say(line: str) -> None:
        click.echo(line, err=as_json)

    return Session(desk, say, click.confirm if asked else None, dry_run=dry_run)


def _print_taken(session: "Session", *, as_json: bool) -> None:
    from tally.desk.desk import understood_as_json

    if as_json:
        told = [understood_as_json(each) for each in session.taken]
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))


def _enter_pasted(desk: "Desk", source: str, nick: str | None, *, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Messages of a forum's page, or of a text: a person confirms each."""
    from tally.errors import GameFault

    asked = source != "-" and sys.stdin.isatty() and not as_json
    session = _session(desk, asked=asked, dry_run=dry_run, as_json=as_json)
    messages = desk.pasted(sys.stdin.buffer.read() if source == "-" else _read_bytes(Path(source)))
    if not messages:
        raise GameFault(_("{file}: there is no private message in it").format(file=source))
    session.take_pasted(messages, nick, yes=yes)
    _print_taken(session, as_json=as_json)
    if session.left and not asked:
        click.echo(_("understood, but not entered: {count}; --yes enters them").format(count=session.left), err=True)
    if session.unclear:
        click.echo(_("not stored, for the host to say: {count}").format(count=session.unclear), err=True)
    if not dry_run and (session.unclear or (session.left and not asked)):
        sys.exit(1)


def _read_bytes(source: Path) -> bytes:
    from tally.errors import GameFault

    try:
        return source.read_bytes()
    except OSError as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=source, why=why_failed(error))) from None


def _typed() -> Iterator[str]:
    while True:
        click.echo("> ", nl=False)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield line


def _read(source: Path) -> str:
    from tally.errors import GameFault

    try:
        return source.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=source, why=error)) from None


def _read_records(source: Path) -> list[dict[str, str]]:
    """The messages of a JSON file: a list of objects with `by`, `line` and, where it is known, `at`."""
    from tally.errors import GameFault

    told = _("{file}: must be a JSON list of objects like {example}")
    example = '{"by": "…", "line": "…", "at": "22:14"}'
    try:
        read = json.loads(_read(source))
        return [{key: str(each[key]) for key in ("by", "line", "at") if key in each or key != "at"} for each in read]
    except (ValueError, TypeError, KeyError):
        raise GameFault(told.format(file=source, example=example)) from None


def _undo(desk: "Desk", number: str) -> None:
    from tally.desk.told import entered_line

    taken = desk.undo(None if number == LAST else number)
    click.echo(_("taken back: {line}").format(line=entered_line(desk.rules, taken)))


def _list(desk: "Desk") -> None:
    from tally.desk.told import actor_lines, entered_line

    for told in actor_lines(desk):
        click.echo(told)
    rest = {actor.by for actor in desk.actors()}
    for line in desk.lines():
        if line.by not in rest:
            click.echo(entered_line(desk.rules, line))
