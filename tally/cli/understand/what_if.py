"""`tally what-if PHASE`: a change tried without being stored."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tally import cli
from tally.texts import _

if TYPE_CHECKING:
    from tally.understand.what_if import Change

__all__ = ["command"]

_COLOURS = {
    "red": "red", "красный": "red", "красным": "red", "против": "red",
    "blue": "blue", "синий": "blue", "синим": "blue",
    "none": "none",
}  # fmt: skip


@cli.command(
    "what-if",
    _("Try changes without storing them, and show what would differ in the phase and in all after it: messages as "
      '“tally night” takes them, and the options. For the host alone: tally what-if night1 "Salvia: heal Bob".'),
)  # fmt: skip
@click.argument("phase", metavar="PHASE")
@click.argument("lines", nargs=-1, metavar='["NICK: LINE"]...')
@click.option("--vote", "votes", multiple=True, metavar='"BY COLOUR ON"', help=_("A vote, as “tally vote” takes it."))
@click.option("--rule", "rulings", multiple=True, metavar='"POST …"', help=_("A ruling, as “tally rule” takes it."))
@click.option(
    "--do", "operations", multiple=True, metavar='"DO NAME…"', help=_("An operation, as “tally host” takes it.")
)
@click.option("--without", multiple=True, metavar="N", help=_("Without the message, vote or operation of that number."))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(
    phase: str,
    lines: tuple[str, ...],
    votes: tuple[str, ...],
    rulings: tuple[str, ...],
    operations: tuple[str, ...],
    without: tuple[str, ...],
    as_json: bool,
    game: Path | None,
) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.announcing import read_phase_word
    from tally.understand.what_if import Line, Without, tried_as_json, try_changes
    from tally.understand.what_if_text import tried_lines
    from tally.wrapped import terminal_width, wrap_lines

    when = read_phase_word(phase)
    changes: list[Change] = [
        *map(Without, without),
        *map(Line, lines),
        *map(_vote, votes),
        *map(_rule, rulings),
        *(_operation(each, str(when)) for each in operations),
    ]
    if not changes:
        raise GameFault(
            _('what is to be tried? For example: tally what-if {phase} "Salvia: heal Bob"').format(phase=when)
        )
    said, tried = try_changes(find_game(game), now(), when, changes)
    if as_json:
        told = {"format": 1, "view": "host", "tried": list(said), "phases": tried_as_json(tried)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        for line in wrap_lines(tried_lines(said, tried), terminal_width()):
            click.echo(line)


def _vote(written: str) -> "Change":
    """`BY COLOUR ON [--at TIME …]`: names of several words need no further quotation marks."""
    from engine.record import Colour, VoteEntry
    from tally.cli.votes.vote import command as vote
    from tally.count.entering import read_kind
    from tally.errors import GameFault
    from tally.understand.what_if import Vote

    words = _words(written)
    options = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    colour = next((place for place, word in enumerate(words[:options]) if word.casefold() in _COLOURS), None)
    if colour is None:
        raise GameFault(
            _("“{found}”: a vote is written “Alex red Bob”; the colours: red, blue, none").format(found=written)
        )
    timed = any(word.split("=")[0] == "--at" for word in words[options:])
    given = _parsed(
        vote,
        [
            " ".join(words[:colour]), _COLOURS[words[colour].casefold()], " ".join(words[colour + 1 : options]),
            *words[options:], *([] if timed else ["--at", "00:00:00"]), "--why", "",
        ],
    )  # fmt: skip
    painted = None if given["colour"] == "none" else Colour(given["colour"])
    entry = VoteEntry(given["by"], given["on"], colour=painted, kind=read_kind(given["kind"]), advance=given["advance"])
    return Vote(entry, given["at"] if timed else None)


def _rule(written: str) -> "Change":
    """What stands after `tally rule`; the reason may be left out."""
    from tally.cli.votes.rule import command as rule
    from tally.count.entering import RulingWords
    from tally.count.host_words import Timing
    from tally.understand.what_if import Rule

    given = _parsed(rule, [*_words(written), "--why", ""])
    timing = Timing.IN_TIME if given["in_time"] else Timing.LATE if given["late"] else None
    said = RulingWords(
        on=given["on"], by=given["by"], colour=given["colour"], kind=given["kind"], timing=timing,
        ignored=given["ignore"], undone=given["undo"],
    )  # fmt: skip
    return Rule(given["post"], given["which"], said)


def _operation(written: str, phase: str) -> "Change":
    """What stands after `tally host`, without the phase."""
    from tally.cli.phases.host import command as host
    from tally.errors import GameFault
    from tally.play.operations import OPERATIONS
    from tally.understand.what_if import Operation

    given = _parsed(host, [*_words(written), "--phase", phase])
    if given["do"] == "replace":
        raise GameFault(_("a replacement cannot be tried; there are: {all}").format(all=", ".join(OPERATIONS)))
    return Operation(given["do"], given["names"], given["at"], given["text"])


def _words(written: str) -> list[str]:
    from tally.errors import GameFault

    try:
        return shlex.split(written)
    except ValueError:
        raise GameFault(_("“{found}”: a quotation mark is left open").format(found=written)) from None


def _parsed(command: click.Command, words: Sequence[str]) -> dict[str, Any]:
    """The options of another command, read as that command reads them."""
    return command.make_context(command.name, list(words)).params
