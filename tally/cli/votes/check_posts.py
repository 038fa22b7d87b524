"""`tally check-posts`: posts that the rules of the game forbid."""

import json
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "check-posts",
    _("Show the host the posts that the rules forbid: of the dead, of outsiders, before the results, of one's own "
      "card; and the last words, whose length is his to judge. Nothing follows by itself.\n\n"
      "Example: tally check-posts day5"),
)  # fmt: skip
@click.argument("phase", required=False)
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@cli.game_option
def command(phase: str | None, as_json: bool, game: Path | None) -> None:
    from tally.clock import now
    from tally.conduct.check_posts import check_posts, findings_as_json, findings_in_words
    from tally.folder.game import find_game
    from tally.play.course import open_course
    from tally.store import Store
    from tally.story.headline import host_headline

    found = find_game(game)
    with open_course(found, now()) as course, Store(found.database) as store:
        findings = check_posts(course, store, now())
        if phase is not None:
            day = course.find_day(phase)
            findings = tuple(each for each in findings if each.phase in (day, day.next))
        rules = bool(course.rules.conduct)
    if as_json:
        click.echo(json.dumps(findings_as_json(findings), ensure_ascii=False, indent=2))
        return
    click.echo(host_headline())
    for line in findings_in_words(findings, found.timezone):
        click.echo(line)
    if not findings:
        click.echo(_("nothing to show") if rules else _("the rules of this game forbid no posts"))
