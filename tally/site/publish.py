"""Publishes a game: gathers what the town may know, makes every file of the site, writes what changed, uploads it.

In: a game folder and the moment. Out: which files changed. Raises GameFault in one line where something is wrong.
"""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from tally.folder.game import Game
from tally.play.course import Course, open_course
from tally.play.kept_past import keep_past, read_past
from tally.play.past import Past
from tally.play.settling import settle
from tally.site.collect import collect_town
from tally.site.data import make_data, make_summary
from tally.site.feed import make_feed
from tally.site.pages import feed_template, make_pages, page_state, static_files
from tally.site.pieces import NO_PIECES, Pieces, keep_pieces, read_pieces
from tally.site.preview import draw_picture, picture_of, picture_state
from tally.site.settings import PublishSettings, read_settings
from tally.site.town import TownGame
from tally.site.upload import is_pending, upload
from tally.site.writing import SUMMARY, Written, write_site
from tally.store import Store
from tally.texts import language, use_language

__all__ = ["PREVIEW", "make_site", "publish", "publish_course", "published_past"]

PREVIEW = "preview.png"


def publish(game: Game, now: datetime) -> Written:
    """Write the site of the game as it stands at `now`, and upload it where it changed."""
    with open_course(game, now, published_past(game)) as course, Store(game.database) as store:
        return publish_course(course, store, now)


def published_past(game: Game) -> Past | None:
    """What was kept of the days before the current one when the site was last made."""
    with _speaking(read_settings(game).language):
        return read_past(game)


def publish_course(course: Course, store: Store, now: datetime) -> Written:
    """The same, of a course that is open already."""
    game = course.game
    settings = read_settings(game)
    with _speaking(settings.language):
        town = collect_town(course, game, store, now)
        past = _past(course, town, store, now)
        pieces = read_pieces(game, past)
        written = write_site(game.site, make_site(town, settings, _known_picture(game.site / PREVIEW), pieces))
        if past is not None:
            keep_pieces(game, past, pieces)
    if settings.command and (written.anything or is_pending(game)):
        upload(game, settings.command)
    return written


def _past(course: Course, town: TownGame, store: Store, now: datetime) -> Past | None:
    """What need not be counted again; it is made anew, and kept, once the game has gone on by a day."""
    if town.current is None or (course.past is not None and course.past.day == town.current.report.phase):
        return course.past
    past = settle(course, store, now)
    if past is None:
        return course.past
    keep_past(course.game, past)
    return past


def make_site(
    town: TownGame, settings: PublishSettings, known_picture: bytes | None = None, pieces: Pieces = NO_PIECES
) -> dict[str, bytes]:
    """Every file of the site. `known_picture`: the preview that is there already, kept where it says the same;
    `pieces`: what of the site was made before."""
    picture = picture_of(town)
    pages = make_pages(town, settings.url, picture_state(picture), pieces)
    texts = {**pages, **make_data(town, pieces), "feed.xml": make_feed(town, settings.url, feed_template())}
    files = {name: text.encode() for name, text in texts.items()}
    files |= {**static_files(), PREVIEW: draw_picture(picture, known_picture)}
    states = {name: page_state(text) for name, text in pages.items()}
    hashes = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in files.items()}
    # it lists itself, so that it is removed with the others where the site is no more
    return {**files, SUMMARY: make_summary(town, states, {**hashes, SUMMARY: ""}).encode()}


@contextmanager
def _speaking(wanted: str) -> Iterator[None]:
    """The site speaks its own language, the command the host's."""
    spoken = language()
    use_language(wanted)
    try:
        yield
    finally:
        use_language(spoken)


def _known_picture(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None
