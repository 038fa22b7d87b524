"""`tally explain WHAT`: why it came so, down to the rule and the post."""

import json
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "explain",
    _("Say why: of a phase (tally explain day3), of a player in it (tally explain night2 Bob), of a post's votes (its "
      "id or address), of an action (tally explain night2 heal --host), of the end of the game (end), of a message or "
      "a vote that was entered (entry-17); a rule by its id (CAS-59). With the rules' texts and links to the posts."),
)  # fmt: skip
@click.argument("what", nargs=-1, required=True, metavar="WHAT...")
@click.option("--host", is_flag=True, help=_("With all secrets. Not for players!"))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(what: tuple[str, ...], host: bool, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.course import open_evening
    from tally.understand.explained import HostExplained, TownExplained, explained_as_json, explained_lines
    from tally.understand.explaining import explain_for_host, explain_for_town, explain_rule, read_question
    from tally.understand.rule_texts import find_rule
    from tally.wrapped import terminal_width, wrap_lines

    if len(what) == 1 and find_rule(what[0]) is not None:
        # a rule is told without a game
        explained = explain_rule(what[0], None, HostExplained if host else TownExplained)
    else:
        with open_evening(find_game(game), now()) as (course, _store):
            question = read_question(course, what)
            explained = (explain_for_host if host else explain_for_town)(course, question)
    if as_json:
        click.echo(json.dumps(explained_as_json(explained), ensure_ascii=False, indent=2))
    else:
        for line in wrap_lines(explained_lines(explained), terminal_width()):
            click.echo(line)
