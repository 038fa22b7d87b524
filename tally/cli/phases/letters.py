"""`tally letters [PHASE]`: the private letters of the game, one at a time."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally import cli
from tally.texts import _

if TYPE_CHECKING:
    from tally.play.course import Course
    from tally.play.letters import Letter
    from tally.store import Store

__all__ = ["command"]


@cli.command(
    "letters",
    _("Show the private letters that are to be sent: of the roles (start), of a phase (night3), without PHASE all. At "
      "a terminal one at a time, with the forum's address to write it; what you confirm is marked as sent. After a "
      "correction those that changed come again. For the host alone.\n\nExample: tally letters night3"),
)  # fmt: skip
@click.argument("about", metavar="[start|PHASE]", required=False)
@click.option("--sent", metavar="NAME", multiple=True, help=_("Mark the letters to this player as sent; “all” to all."))
@click.option("--all", "everything", is_flag=True, help=_("Show those that were sent as well."))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(about: str | None, sent: tuple[str, ...], everything: bool, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.course import open_evening
    from tally.play.letters import LetterState, letter_as_json, write_letters
    from tally.story.headline import host_headline

    with open_evening(find_game(game), now()) as (course, store):
        wanted = [each for each in write_letters(course, store) if about is None or _is_about(each, about)]
        due = [each for each in wanted if everything or each.state is not LetterState.SENT]
        if as_json:
            told = [letter_as_json(each, _link(course, store, each)) for each in due]
            click.echo(json.dumps({"format": 1, "view": "host", "letters": told}, ensure_ascii=False, indent=2))
            return
        click.echo(host_headline())
        if sent:
            _mark(store, due, sent)
        elif not due:
            click.echo(_("There are no letters to send."))
        else:
            _show(course, store, due, asked=sys.stdin.isatty() and sys.stdout.isatty())


def _is_about(letter: "Letter", about: str) -> bool:
    from tally.play.announcing import read_phase_word
    from tally.play.letters import START

    wanted = START if about == START else str(read_phase_word(about))
    return letter.about in (wanted, f"replace:{wanted}")


def _show(course: "Course", store: "Store", due: list["Letter"], *, asked: bool) -> None:
    """One after another; a person at a terminal is asked after each whether it was sent."""
    from tally.clock import now
    from tally.play.letters import LetterState, mark_sent

    for number, each in enumerate(due, 1):
        click.echo("")
        click.echo(f"[{number}/{len(due)}] {_title(each)}")
        link = _link(course, store, each)
        if link is not None:
            click.echo(link)
        click.echo("")
        click.echo(_body(each))
        if asked and each.state is not LetterState.SENT and click.confirm(_("Was it sent?")):
            mark_sent(store, now(), each)


def _title(letter: "Letter") -> str:
    from tally.play.letters import LetterState

    states = {
        LetterState.OPEN: _("not sent yet"),
        LetterState.CHANGED: _("another was sent; corrected"),
        LetterState.VOID: _("sent by mistake"),
        LetterState.SENT: _("sent"),
    }
    return f"{_name(letter)} ({states[letter.state]})"


def _name(letter: "Letter") -> str:
    """To whom it goes, and about what."""
    from engine.moments import read_phase_id
    from tally.harmless import harmless
    from tally.play.letters import START
    from tally.story.phases import phase_name

    kind, _sign, rest = letter.about.rpartition(":")
    phase = read_phase_id(rest)
    about = _("the role") if letter.about == START else rest if phase is None else phase_name(phase)
    if kind:
        about = _("the seat taken over")
    return f"{harmless(letter.to)}: {about}"


def _body(letter: "Letter") -> str:
    """The text to send; of a letter of which nothing is left, that it does not hold."""
    from tally.harmless import harmless
    from tally.play.letters import LetterState

    if letter.state is LetterState.VOID:
        return _("My last letter about this was a mistake; nothing of it holds.")
    lines = [harmless(line) for line in letter.text.splitlines()]
    if letter.state is LetterState.CHANGED:
        lines.insert(0, _("A correction: this holds instead of my last letter about it."))
    return "\n".join(lines)


def _link(course: "Course", store: "Store", letter: "Letter") -> str | None:
    """Where on the game's forum the letter is written."""
    from tally.play.letter_links import compose_link
    from tally.play.letters import account_of

    threads = course.game.forum.threads
    if not threads:
        return None
    pages = store.pages(threads[0].url)
    engine = course.game.forum.engine or (pages[-1].engine if pages else None)
    nick, number = account_of(course, letter)
    return compose_link(engine, threads[0].url, nick, number)


def _mark(store: "Store", due: list["Letter"], names: tuple[str, ...]) -> None:
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import fold_name
    from tally.play.letters import mark_sent

    wanted = {fold_name(name) for name in names}
    found = [each for each in due if "all" in names or fold_name(each.to) in wanted]
    known = {fold_name(each.to) for each in due}
    unknown = [name for name in names if name != "all" and fold_name(name) not in known]
    if unknown:
        everybody = ", ".join(sorted({each.to for each in due})) or "—"
        told = _("there is no letter to send to “{name}”; there are letters to: {names}")
        raise GameFault(told.format(name=unknown[0], names=everybody))
    for each in found:
        mark_sent(store, now(), each)
        click.echo(_("marked as sent: {letter}").format(letter=_name(each)))
