"""`tally replay FILE|DIR`: what follows from a game record, told, checked, or printed for other programs."""

import json
from collections.abc import Iterable
from pathlib import Path

import click

from engine.moments import PhaseId, read_phase_id
from engine.outcome import outcome_as_json
from tally import cli
from tally.errors import GameFault
from tally.folder.toml_places import nearest
from tally.harmless import harmless
from tally.records.checks_in_words import check_lines, checked_as_json, folder_lines
from tally.records.replay_in_words import View, chain_story, game_story
from tally.records.replaying import Replay, check_file, check_folder, replay_file
from tally.texts import _

__all__ = ["command"]


@cli.command("replay", _("Play a game record and tell what follows; of a folder, check every record below it."))
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--check",
    is_flag=True,
    help=_("Compare with what the record expects; exit status 1 if it differs, 2 if it is wrong."),
)
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--until", metavar="PHASE", help=_("Play up to this phase: day3, night3."))
@click.option(
    "--host", "view", flag_value=View.HOST.value, help=_("Everything, secrets included (unless told otherwise).")
)
@click.option("--public", "view", flag_value=View.PUBLIC.value, help=_("Only what the town may know, ready to paste."))
@click.option("--view", "view", metavar="public|host|NAME", help=_("What the town, the host or one player may know."))
@click.option("--explain", is_flag=True, help=_("The chain: who did what to whom, by which rule. For the host."))
@click.pass_context
def command(
    context: click.Context,
    path: Path,
    check: bool,
    as_json: bool,
    until: str | None,
    view: str | None,
    explain: bool,
) -> None:
    phase = None if until is None else _read_phase(until)
    if explain and (as_json or view not in (None, View.HOST)):
        raise GameFault(_("--explain prints the host's chain; it does not go with --json, --public or another view."))
    if (check or path.is_dir()) and (explain or view is not None):
        raise GameFault(_("a check tells what holds; --host, --public, --view and --explain do not go with it."))
    if path.is_dir() and phase is not None:
        raise GameFault(_("--until goes with one record, not with a folder."))
    if path.is_dir():
        _check_folder(context, path, as_json)
    elif check:
        _check(context, path, phase, as_json)
    else:
        _tell(replay_file(path, phase), view or View.HOST, as_json, explain)


def _read_phase(text: str) -> PhaseId:
    phase = read_phase_id(text)
    if phase is None:
        raise GameFault(_("“{found}” is not a phase; right is, for instance, day3 or night3.").format(found=text))
    return phase


def _check_folder(context: click.Context, folder: Path, as_json: bool) -> None:
    checked = list(check_folder(folder))
    if as_json:
        _print_json([checked_as_json(each) for each in checked])
    else:
        _print(folder_lines(checked))
    context.exit(max(each.verdict.exit_status for each in checked))


def _check(context: click.Context, path: Path, until: PhaseId | None, as_json: bool) -> None:
    checked = check_file(path, until)
    if as_json:
        _print_json(checked_as_json(checked))
    else:
        _print(check_lines(checked), err=bool(checked.faults))
    context.exit(checked.verdict.exit_status)


def _tell(replay: Replay, view: str, as_json: bool, explain: bool) -> None:
    names = replay.names()
    if view not in (View.HOST, View.PUBLIC) and view not in names:
        near = nearest(view, names)
        hint = ", ".join(names) if near is None else near
        raise GameFault(_("“{name}” is not in the game; right would be: {names}").format(name=view, names=hint))
    if as_json:
        _print_json(outcome_as_json(replay.outcome, view))
    elif explain:
        _print(chain_story(replay))
    else:
        _print(game_story(replay, view))


def _print(lines: Iterable[str], *, err: bool = False) -> None:
    """Print the lines whole; what a nick may hold does nothing to a terminal."""
    for line in lines:
        shown = " ".join(harmless(part) for part in line.split(" "))
        heading = bool(shown) and not shown.startswith(" ")
        click.echo(click.style(shown, bold=True) if heading else shown, err=err)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
