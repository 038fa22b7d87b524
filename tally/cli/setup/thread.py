"""`tally thread list|add|remove`: which threads of the forum the game is in, and for which days."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tally import cli
from tally.texts import _, plural

if TYPE_CHECKING:
    from engine.moments import PhaseId
    from tally.folder.game import Game

__all__ = ["command"]


@cli.command(
    "thread",
    _("List the game's threads; “add URL” adds one to game.toml, “remove URL” takes it out. The next scrape reads "
      "it.\n\nExample: tally thread add https://forum.example/viewtopic.php?t=15 --from day4"),
)  # fmt: skip
@click.argument("verb", type=click.Choice(["list", "add", "remove"]), default="list")
@click.argument("url", required=False)
@click.option("--from", "first", metavar="PHASE", help=_("The first day that is played there; the thread before ends."))
@click.option("--until", "last", metavar="PHASE", help=_("The last day that is played there."))
@click.option("--kind", type=click.Choice(["game", "votes"]), default="game", help=_("“votes”: for votes alone."))
@click.option("--beside", is_flag=True, help=_("The other threads go on for the same days."))
@cli.game_option
def command(
    verb: str, url: str | None, first: str | None, last: str | None, kind: str, beside: bool, game: Path | None
) -> None:
    from parsers.addresses import without_session
    from tally.errors import GameFault
    from tally.folder.game import Thread, ThreadKind, find_game
    from tally.folder.threads import add_thread, remove_thread, thread_days

    found = find_game(game)
    if verb == "list":
        _print_threads(found)
        return
    if url is None:
        raise GameFault(_("say which one, like: tally thread {verb} https://…").format(verb=verb))
    if verb == "remove":
        thread, read = remove_thread(found, url)
        click.echo(
            _("{url} ({days}) is not a thread of the game any more").format(url=thread.url, days=thread_days(thread))
        )
        if read:
            click.echo(plural("{count} post read there counts no more", "{count} posts read there count no more", read))
        return
    asked = Thread(without_session(url), ThreadKind(kind), _read_phase("--from", first), _read_phase("--until", last))
    added = add_thread(found, asked, beside=beside)
    told = _("{url}: {days}; “tally scrape” reads it, “tally import” takes saved pages")
    click.echo(told.format(url=asked.url, days=thread_days(asked)))
    if added.ended is not None:
        told = _("{url} ends: {days}")
        click.echo(told.format(url=added.ended.url, days=thread_days(added.ended)))


def _print_threads(game: "Game") -> None:
    from tally.dates import dated
    from tally.folder.game import ThreadKind
    from tally.folder.threads import list_threads, thread_days

    if not game.forum.threads:
        click.echo(_("the game has no thread; “tally thread add URL” adds one"))
    for number, each in enumerate(list_threads(game), 1):
        kind = _("votes alone, ") if each.thread.kind is ThreadKind.VOTES else ""
        click.echo(f"{number}. {each.thread.url} — {kind}{thread_days(each.thread)}")
        if each.read_at is None:
            click.echo("   " + _("not read yet"))
            continue
        at = dated(each.read_at.astimezone(game.timezone))
        posts = plural("{count} post", "{count} posts", each.posts)
        click.echo("   " + _("{posts}, read at {at}").format(posts=posts, at=at))


def _read_phase(option: str, text: str | None) -> "PhaseId | None":
    from engine.moments import read_phase_id
    from tally.errors import GameFault

    phase = None if text is None else read_phase_id(text)
    if text is not None and phase is None:
        told = _("{option}: “{found}” is not a phase; there are day1, night1, day2, …")
        raise GameFault(told.format(option=option, found=text))
    return phase
