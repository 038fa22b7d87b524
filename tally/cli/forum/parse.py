"""`tally parse`: what saved pages hold, before any game or roster is known."""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from parsers.page import Kind, Page, Post, Precision, page_as_json
from tally import cli
from tally.clock import read_moment
from tally.errors import GameFault, PageNotUnderstood
from tally.harmless import harmless
from tally.texts import _, plural
from tally.troubles import why_failed


@cli.command("parse", _("Show what saved forum pages hold: posts, times, and what was written in red and blue."))
@click.argument("pages", metavar="PAGE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help=_("Print JSON, one object for each page."))
@click.option(
    "--fetched-at",
    metavar="TIME",
    help=_("When the pages were fetched, like 2024-01-10T22:05:00+03:00 (else the time of each file)."),
)
@click.option("--url", help=_("Where the page came from."))
@click.option("--engine", help=_("The forum engine (else it is recognised from the page)."))
@click.option("--timezone", metavar="ZONE", help=_("The zone of the times on the page (else what the page says)."))
def command(
    pages: tuple[Path, ...],
    as_json: bool,
    fetched_at: str | None,
    url: str | None,
    engine: str | None,
    timezone: str | None,
) -> None:
    at = None if fetched_at is None else read_moment(fetched_at)
    read = [_read(path, at, url, engine, timezone) for path in pages]
    if as_json:
        click.echo(json.dumps([page_as_json(page) for page in read], ensure_ascii=False, indent=2))
    else:
        for path, page in zip(pages, read, strict=True):
            click.echo("\n".join(_lines(path, page)))
    if any(page.kind is not Kind.THREAD for page in read):
        # the objects or lines above say which page it is and what it is instead
        sys.exit(PageNotUnderstood.exit_status)


def _read(path: Path, at: datetime | None, url: str | None, engine: str | None, timezone: str | None) -> Page:
    from parsers.engines import ENGINES
    from parsers.reading import read_page
    from parsers.zones import named_zone

    if engine is not None and engine not in ENGINES:
        told = _("There is no engine “{name}”; there are {known}.")
        raise GameFault(told.format(name=engine, known=", ".join(ENGINES)))
    if timezone is not None and named_zone(timezone) is None:
        raise GameFault(_("There is no time zone “{name}”; write Europe/Moscow or +03:00.").format(name=timezone))
    try:
        data = path.read_bytes()
        # a browser saves a page when it has loaded it
        fetched_at = at or datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError as fault:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=path, why=why_failed(fault))) from fault
    return read_page(data, url=url, fetched_at=fetched_at, engine=engine, timezone=timezone)


def _lines(path: Path, page: Page) -> Iterator[str]:
    yield f"{path}: {page.engine}, {page.kind}"
    if page.thread is not None and page.thread.title:
        yield harmless(page.thread.title)
    if page.page is not None:
        yield _("page {page} of {pages}").format(page=page.page, pages=page.pages or "?")
    if page.posts:
        yield plural("{count} post", "{count} posts", len(page.posts))
    for post in page.posts:
        yield from _post_lines(post)
    for defect in page.defects:
        yield "! " + harmless(": ".join(part for part in (defect.code.value, defect.post, defect.found) if part))


def _post_lines(post: Post) -> Iterator[str]:
    shown = "%Y-%m-%d %H:%M:%S UTC" if post.precision is Precision.SECOND else "%Y-%m-%d %H:%M UTC"
    time = "—" if post.time is None else post.time.strftime(shown)
    edited = "" if post.edited is None else " " + _("(edited)")
    yield f"  {harmless(post.id or '—')}  {time}  {harmless(post.author or '—')}{edited}"
    for mark in post.marks:
        yield f"      {mark.colour or mark.form}: {harmless(mark.text)}"
