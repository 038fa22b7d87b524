"""`tally resolve PHASE`: what came of a phase, as a proposal for the host alone; and corrections of announced ones."""

import json
import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "resolve",
    _("Show what came of a phase (day3, night3) and why, and which decisions it waits for (then the exit status is 1). "
      "A proposal for the host alone: nothing is announced. Of unclear votes every reading is tried; only those are "
      "asked about on which the outcome hangs. --fix corrects what was announced: tally resolve day2 --fix."),
)  # fmt: skip
@click.argument("phase", metavar="PHASE")
@click.option("--fix", is_flag=True, help=_("What would differ now in this phase and in all announced after it."))
@click.option("--replay", is_flag=True, help=_("With --fix: the new outcomes hold, and are announced anew."))
@click.option("--stands", is_flag=True, help=_("With --fix: what was announced of this phase stands."))
@click.option("--why", metavar="TEXT", default="", help=_("The reason, for the log."))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(phase: str, fix: bool, replay: bool, stands: bool, why: str, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.errors import GameFault
    from tally.folder.game import find_game
    from tally.play.announcing import propose, read_phase_word, store_draws
    from tally.play.closing_text import proposal_as_json, proposal_lines
    from tally.play.course import open_evening
    from tally.wrapped import terminal_width, wrap_lines

    if replay and stands:
        raise GameFault(_("--replay and --stands exclude each other"))
    if fix or replay or stands:
        _fix(phase, game, replay=replay, stands=stands, why=why, as_json=as_json)
        return
    with open_evening(find_game(game), now()) as (course, store):
        proposal = propose(course, read_phase_word(phase))
        store_draws(course, store, now(), proposal)
    if as_json:
        click.echo(json.dumps(proposal_as_json(proposal), ensure_ascii=False, indent=2))
    else:
        for line in wrap_lines(proposal_lines(course.rules, proposal), terminal_width()):
            click.echo(line)
    if proposal.awaits:
        sys.exit(1)


def _fix(phase: str, game: Path | None, *, replay: bool, stands: bool, why: str, as_json: bool) -> None:
    """Show what would differ, or carry out what the host has decided; ends with 1 where a decision is owed."""
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.announcing import read_phase_word
    from tally.play.course import open_evening
    from tally.play.fixing import fix_as_json, let_it_stand, release_anew, replay_from
    from tally.play.fixing_text import decided_lines, fix_lines
    from tally.story.headline import host_headline
    from tally.wrapped import terminal_width, wrap_lines

    with open_evening(find_game(game), now()) as (course, store):
        replayed = replay_from(course, read_phase_word(phase))
        owed = not replay and not stands and any(each.differs for each in replayed)
        if replay:
            release_anew(course, store, now(), replayed, why)
        elif stands:
            let_it_stand(store, now(), replayed, why)
    if as_json:
        told = {"format": 1, "view": "host", "phases": fix_as_json(replayed)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        click.echo(host_headline())
        lines = decided_lines(replayed, stands=stands) if replay or stands else fix_lines(course.rules, replayed)
        for line in wrap_lines(lines, terminal_width()):
            click.echo(line)
    if owed:
        sys.exit(1)
