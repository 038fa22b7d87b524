"""`tally activity [PHASE]`: who takes part, and what the rules make of silence."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally import cli
from tally.texts import _

if TYPE_CHECKING:
    from tally.folder.game import Game

__all__ = ["command"]


@cli.command(
    "activity",
    _("Show how many posts, nominations and votes each player gave on each day, or on the day PHASE; who gave no vote, "
      "who took no part as the rules have it.\n\nExample: tally activity day2 --host"),
)  # fmt: skip
@click.argument("phase", required=False)
@click.option("--json", "as_json", is_flag=True, help=_("Print it for other programs."))
@click.option("--host", is_flag=True, help=_("With letters to the host and days not announced yet. Not for players!"))
@click.option("--idle", metavar="POST", help=_("This post (id or address) is not to the point: it does not count."))
@click.option("--not-idle", metavar="POST", help=_("It is to the point after all."))
@click.option(
    "--nominate", is_flag=True, help=_("Enter who took no part in PHASE as candidates of the vegetable execution.")
)
@cli.game_option
def command(
    phase: str | None,
    as_json: bool,
    host: bool,
    idle: str | None,
    not_idle: str | None,
    nominate: bool,
    game: Path | None,
) -> None:
    from tally.clock import now
    from tally.conduct.activity import activity_as_json, activity_in_words, find_activity, posts_to_judge
    from tally.folder.game import find_game
    from tally.play.course import open_course
    from tally.story.headline import host_headline

    found = find_game(game)
    if nominate:
        _nominate(found, phase)
        return
    if idle is not None or not_idle is not None:
        _judge(found, idle, not_idle)
        return
    with open_course(found, now()) as course:
        days = course.days_so_far() if phase is None else (course.find_day(phase),)
        activity = find_activity(course, days, host=host)
        doubtful = tuple(posts_to_judge(course, days)) if host else ()
    if as_json:
        click.echo(json.dumps(activity_as_json(activity, host=host), ensure_ascii=False, indent=2))
        return
    if host:
        click.echo(host_headline())
    for line in activity_in_words(activity):
        click.echo(line)
    if doubtful:
        click.echo(_("Perhaps not to the point; “tally activity --idle POST” lets one not count:"))
        for each in doubtful:
            click.echo(f"  {each.post.id}  {each.by}: {' '.join(each.text.split())}")


def _judge(game: "Game", idle: str | None, not_idle: str | None) -> None:
    from tally.clock import now
    from tally.conduct.activity import judge_post
    from tally.play.course import open_course
    from tally.store import Store

    with open_course(game, now()) as course, Store(game.database) as store:
        for written, is_idle in ((idle, True), (not_idle, False)):
            if written is not None:
                post = judge_post(course, store, written, now(), idle=is_idle)
                told = _("{post}, {name}: does not count") if is_idle else _("{post}, {name}: counts")
                click.echo(told.format(post=post.post.id, name=post.by))


def _nominate(game: "Game", phase: str | None) -> None:
    from tally.clock import now
    from tally.conduct.activity import nominate_the_inactive
    from tally.count.entering import open_desk
    from tally.errors import GameFault
    from tally.play.course import open_course

    if phase is None:
        raise GameFault(_("who took no part in which day? Like: tally activity day1 --nominate"))
    with open_course(game, now()) as course, open_desk(game, now()) as desk:
        entered = nominate_the_inactive(course, desk, course.find_day(phase))
    if entered:
        click.echo(_("candidates of the vegetable execution: {names}").format(names=", ".join(entered)))
    else:
        click.echo(_("nobody is to be entered"))
