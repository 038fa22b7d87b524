"""What the commands that enter operations of the host have in common."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally import cli
from tally.texts import _, quoted

if TYPE_CHECKING:
    from engine.moments import PhaseId
    from tally.count.host_words import Operation

__all__ = [
    "LAST",
    "end_game",
    "list_operations",
    "operate",
    "short_command",
    "undo_last",
    "undo_operation",
]

LAST = ""
"""What `--undo` without a number stands for."""


def operate(
    do: str, names: tuple[str, ...], game: Path | None, *, phase: str | None, at: str | None, text: str | None
) -> None:
    """Enter one operation; without a phase it is of the present one."""
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.announcing import read_phase_word
    from tally.play.course import open_evening
    from tally.play.operations import enter_operation
    from tally.story.headline import host_headline

    if do == "end" and names:
        end_game(names, game, phase, at)
        return
    found = find_game(game)
    with open_evening(found, now()) as (course, store):
        when = course.present_phase() if phase is None else read_phase_word(phase)
        if do == "replace":
            _replace(names, game, str(when.next))
            return
        operation = enter_operation(course, store, now(), do, names, when, at=at, text=text)
        click.echo(host_headline())
        click.echo(_("entered: {line}").format(line=_line(operation)))
        if when in course.announced:
            _tell_announced(when)


def end_game(names: tuple[str, ...], game: Path | None, phase: str | None, at: str | None) -> None:
    """Enter the host's word that the game is over."""
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.announcing import read_phase_word
    from tally.play.course import open_evening
    from tally.play.final_post import end_early
    from tally.story.headline import host_headline
    from tally.story.roles import winner_name

    with open_evening(find_game(game), now()) as (course, store):
        when = course.present_phase() if phase is None else read_phase_word(phase)
        ended = end_early(course, store, now(), names, when, at)
        announced = when in course.announced
        rules = course.rules
    click.echo(host_headline())
    won = ", ".join(winner_name(rules, each) for each in ended.names)
    click.echo(_("entered: the game ends in {phase}, won by: {names}").format(phase=when, names=won))
    if ended.strange:
        told = _("No player is called so: {names}. It will be told as the name of a side.")
        click.echo(told.format(names=", ".join(ended.strange)))
    if ended.by_rules and set(ended.by_rules) != set(ended.names):
        told = _("By the rules it would have been: {names}. Your word goes before that.")
        click.echo(told.format(names=", ".join(winner_name(rules, each) for each in ended.by_rules)))
    if ended.unfinished:
        click.echo(_("The day has not ended, so it executes nobody; “tally host execute NAME” would say otherwise."))
    if announced:
        _tell_announced(when)
    click.echo(_("“tally announce {phase}” tells everybody, then “tally end” prints the last post.").format(phase=when))


def _tell_announced(when: "PhaseId") -> None:
    told = _("{phase} was announced already: “tally resolve {phase}” shows what would differ")
    click.echo(told.format(phase=when))


def undo_operation(number: str, game: Path | None) -> None:
    """Take back an operation."""
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.operations import take_back
    from tally.store import Store
    from tally.story.headline import host_headline

    with Store(find_game(game).database) as store:
        taken = take_back(store, now(), None if number == LAST else number)
    click.echo(host_headline())
    click.echo(_("taken back: {line}").format(line=_line(taken)))


def list_operations(game: Path | None) -> None:
    """All operations that stand."""
    from tally.folder.game import find_game
    from tally.play.operations import read_operations
    from tally.store import Store
    from tally.story.headline import host_headline

    with Store(find_game(game).database) as store:
        standing = read_operations(store)
    click.echo(host_headline())
    for operation in standing:
        click.echo(_line(operation))


def undo_last(do: str, game: Path | None) -> None:
    """Take back the last operation of that kind."""
    undo_operation(_last_of(do, game), game)


def short_command(do: str, summary: str) -> click.Command:
    """The command that is short for one operation."""

    @cli.command(do, summary)
    @click.argument("name", metavar="NAME", required=False)
    @click.option("--phase", metavar="PHASE", help=_("Which phase it belongs to (else the current one)."))
    @click.option("--at", metavar="TIME", help=_("From when it holds (else after everything else in the phase)."))
    @click.option("--undo", is_flag=True, help=_("Take back the last one."))
    @cli.game_option
    def command(name: str | None, phase: str | None, at: str | None, undo: bool, game: Path | None) -> None:
        if undo:
            undo_last(do, game)
            return
        operate(do, () if name is None else (name,), game, phase=phase, at=at, text=None)

    return command


def _last_of(do: str, game: Path | None) -> str:
    """The number of the last operation of that kind. Raises GameFault where there is none."""
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.operations import read_operations
    from tally.store import Store

    with Store(find_game(game).database) as store:
        found = [str(each.entry.source.post) for each in read_operations(store) if each.entry.do == do]
    if not found:
        raise GameFault(_("there is no operation of the host to take back"))
    return found[-1]


def _replace(names: tuple[str, ...], game: Path | None, since: str) -> None:
    from tally.cli.setup.replace import command as replace
    from tally.errors import GameFault

    if len(names) != 2:
        raise GameFault(_("replace: who leaves, and who comes? Two names are wanted"))
    callback: Callable[..., None] | None = replace.callback
    if callback is not None:
        callback(old=names[0], new=names[1], since=since, game=game)


def _line(operation: "Operation") -> str:
    from tally.story.actions import choice_name
    from tally.story.phases import phase_name

    entry = operation.entry
    number = str(entry.source.post)
    told = f"{number}: {phase_name(operation.phase)}, {choice_name(entry.do)}: {', '.join(entry.on) or '—'}"
    return f"{told} ({quoted(entry.text)})" if entry.text else told
