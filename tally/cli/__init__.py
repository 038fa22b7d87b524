"""The command line: the groups of commands, each command loaded only when it is called.

A command is the object `command` of the module `tally.cli.<group>.<name>`. It reads its arguments, calls the shell
and prints; nothing is decided here.
"""

import difflib
import importlib
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tally.cli.examples import with_example
from tally.cli.spoken import asked_language, remembered_language
from tally.errors import TallyError
from tally.harmless import harmless
from tally.texts import LANGUAGES, _, language, let_games_choose, use_language
from tally.troubles import why_failed

__all__ = ["command", "command_groups", "game_option", "main", "program"]


def command_groups() -> dict[str, tuple[str, dict[str, str]]]:
    """Group folder → its title and its commands, each with the line that `tally --help` shows for it."""
    return {
        "setup": (
            _("Set up a game"),
            {
                "init": _("make a game folder"),
                "check": _("say what is wrong with it"),
                "signup": _("take the players of a sign-up list"),
                "roster": _("show who plays"),
                "deal": _("assign the secret roles"),
                "alias": _("let another name mean a player"),
                "replace": _("let somebody take over a player's seat"),
                "calendar": _("show when days open and end"),
                "day": _("move a deadline, rest, pause"),
                "thread": _("list, add or remove threads"),
            },
        ),
        "forum": (
            _("Read the forum"),
            {
                "scrape": _("read what is new"),
                "import": _("store saved pages"),
                "parse": _("show what saved pages hold"),
                "login": _("keep the password of your forum account"),
                "run": _("read on schedule, until stopped"),
                "tick": _("one step of that, for cron"),
                "status": _("show how reading is going"),
                "notify": _("send or try notices"),
            },
        ),
        "votes": (
            _("Count votes"),
            {
                "report": _("show the table of a day"),
                "votes": _("show every vote and why it counts"),
                "compare": _("compare a posted count with the program's"),
                "rule": _("decide on a vote"),
                "vote": _("enter a vote by hand"),
                "hide": _("withdraw the text of a post"),
                "activity": _("show who takes part"),
                "check-posts": _("find posts that the rules forbid"),
            },
        ),
        "phases": (
            _("Play the phases"),
            {
                "night": _("take what players send for a night"),
                "act": _("take what players send by day"),
                "resolve": _("propose what came of a phase"),
                "announce": _("announce it, print the results post"),
                "letters": _("show the private letters"),
                "host": _("enter an operation of the host"),
                "modkill": _("remove a player"),
                "revive": _("bring a player back"),
                "end": _("end the game"),
            },
        ),
        "understand": (
            _("Understand"),
            {
                "explain": _("say why it came out so"),
                "what-if": _("try a change without storing it"),
                "verify": _("rebuild everything and compare"),
            },
        ),
        "show": (
            _("Show"),
            {
                "publish": _("write the public site"),
                "serve": _("show it on this machine"),
                "post": _("put the summary into the thread"),
            },
        ),
        "records": (
            _("Rules and records"),
            {
                "rules": _("list, show and check rulesets"),
                "replay": _("play a game record, or check it"),
                "export": _("write the game as a record"),
                "import-record": _("make a game from a record"),
                "backup": _("put the whole game into one file"),
                "restore": _("make the game again from that file"),
                "completion": _("let a shell complete commands"),
            },
        ),
    }


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for _title, commands in command_groups().values() for name in commands]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        for folder, (_title, commands) in command_groups().items():
            if name in commands:
                module = importlib.import_module(f"tally.cli.{folder}.{name.replace('-', '_')}")
                found: click.Command = module.command
                return found
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            near = difflib.get_close_matches(name, self.list_commands(ctx), n=1)
            hint = _("Did you mean “{name}”?").format(name=near[0]) if near else _("“tally --help” lists them.")
            raise click.UsageError(_("There is no command “{name}”.").format(name=name) + " " + hint, ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, commands in command_groups().values():
            if commands:
                with formatter.section(title):
                    formatter.write_dl(list(commands.items()))


def command(name: str, summary: str, **settings: Any) -> Callable[[Callable[..., None]], click.Command]:
    """Declare a command: `name` as typed, `summary` its help, behind which an example is put where it has none. It
    understands `--lang` as all do."""

    def declare(function: Callable[..., None]) -> click.Command:
        told = with_example(name, summary)
        made: Callable[[Callable[..., None]], click.Command] = click.command(
            name, help=told, options_metavar=_("[OPTIONS]"), **settings
        )
        return _lang_option(made(function))

    return declare


def _lang_option(made: click.Command) -> click.Command:
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help=_("Language of the output (else that of the game, else ru)."),
    )(made)


def game_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--game DIR`, given to the command as `game: Path | None`: what `tally.folder.game.find_game` takes."""
    return click.option(
        "--game",
        type=click.Path(path_type=Path),
        envvar="TALLY_GAME",
        help=_("The game folder (else the nearest one from here upwards)."),
    )(function)


def program() -> click.Command:
    """The whole command line, in the language in use."""
    told = _("Counts the votes of a forum game of Mafia and plays its rules.")
    # who cannot read this help is told, in words that he can, how to get another
    elsewhere = None if language() == "en" else "In English: tally --lang en --help"
    options, commands = _("[OPTIONS]"), _("COMMAND [ARGS]...")
    return _lang_option(
        _Commands("tally", help=told, epilog=elsewhere, options_metavar=options, subcommand_metavar=commands)
    )


def main() -> None:
    """Run the command that `sys.argv` names, and end the process with its exit status."""
    arguments = sys.argv[1:]
    _prepare_streams()
    asked = asked_language(arguments)
    let_games_choose(asked is None)
    use_language(asked or remembered_language(arguments) or LANGUAGES[0])
    try:
        # without its standalone mode click hands the status of `context.exit` back instead of leaving with it
        status = program().main(arguments, prog_name="tally", standalone_mode=False)
        sys.stdout.flush()
        if isinstance(status, int):
            sys.exit(status)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(wrong.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo(_("Stopped."), err=True)
        sys.exit(130)
    except TallyError as failure:
        lines = (harmless(line) for line in str(failure).splitlines())
        click.echo("tally: " + "\n".join(lines), err=True)
        sys.exit(failure.exit_status)
    except BrokenPipeError:
        # the reader of our output (a pager, `head`) has gone; nothing is left to tell it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as trouble:
        # what commands do to files they tell of themselves; this is the output: a full disk behind `>`
        click.echo("tally: " + _("cannot write the output: {why}").format(why=why_failed(trouble)), err=True)
        sys.stdout = None  # else the interpreter tries once more at its end
        sys.exit(2)
    except Exception as defect:  # noqa: BLE001 - a host is told in one line; who mends it asks for the rest
        if os.environ.get("TALLY_DEBUG"):
            traceback.print_exc()
        told = _("a defect of tally itself: {what}. TALLY_DEBUG=1 shows where; please report it.")
        click.echo("tally: " + told.format(what=f"{type(defect).__name__}: {defect}"), err=True)
        sys.exit(1)


def _prepare_streams() -> None:
    """What the output cannot hold is shown by its number; on Windows files and pipes are UTF-8 as elsewhere."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if not hasattr(stream, "reconfigure"):
            continue
        if os.name == "nt" and not stream.isatty():
            stream.reconfigure(encoding="utf-8")
        if stream is not sys.stdin:
            stream.reconfigure(errors="backslashreplace")
