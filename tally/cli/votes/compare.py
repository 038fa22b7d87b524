"""`tally compare POST`: a count that somebody posted against the program's own, vote by vote."""

import json
import sys
from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "compare",
    _("Compare a count that somebody posted (POST: the id or address of its post) with the table as it stood then: "
      "where they differ, vote by vote. Exit status 1 where they do.\n\nExample: tally compare 4711"),
)  # fmt: skip
@click.argument("post")
@click.option("--day", "phase", metavar="PHASE", help=_("The day that it counts (else that of the post)."))
@click.option("--at-post", metavar="POST", help=_("Compare with the table right after this post."))
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--host", is_flag=True, help=_("The host's count, with secret weights. Not for players!"))
@cli.game_option
def command(post: str, phase: str | None, at_post: str | None, as_json: bool, host: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.folder.game import find_game
    from tally.play.course import open_course
    from tally.understand.comparing import compare_counts, comparison_as_json, read_count
    from tally.understand.comparing_text import comparison_in_words

    with open_course(find_game(game), now()) as course:
        posted = course.find_post(post)
        day = course.day_of_post(posted) if phase is None else course.find_day(phase)
        count = read_count(course, day, posted)
        as_of = posted if at_post is None else course.find_post(at_post)
        report = course.host_report(day, as_of) if host else course.town_report(day, as_of)
        early = course.early_votes(day, with_hidden=host)
    comparison = compare_counts(count, report, early)
    if as_json:
        click.echo(json.dumps(comparison_as_json(comparison), ensure_ascii=False, indent=2))
    else:
        for line in comparison_in_words(comparison):
            click.echo(line)
    sys.exit(1 if comparison.differs else 0)
