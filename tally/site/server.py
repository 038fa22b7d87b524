"""Serves a site's folder over HTTP as a careful web server would: for looking at it, not for the open network.

In: the folder, where to listen. Out: answers; only to GET and HEAD, only files of the site, with the headers that
docs/site.md asks of a server.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from tally.errors import GameFault
from tally.site.pages import POLICY
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["HEADERS", "open_server", "serve_site"]

HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # ask each time whether it is still the same
    "Cache-Control": "no-cache",
}
_FILE = re.compile(r"/([a-z0-9-]+\.[a-z]+)?")


class _Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - the base class's own way
        ".html": "text/html; charset=utf-8",
        ".json": "application/json",
        ".xml": "application/atom+xml",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        "": "application/octet-stream",
    }

    def send_head(self):  # type: ignore[no-untyped-def]  # the base class's type is not to be named
        """Only what a site is made of: no folders, no hidden files, nothing above."""
        if not _FILE.fullmatch(urlsplit(self.path).path):
            self.send_error(404)
            return None
        return super().send_head()

    def list_directory(self, path: object) -> None:
        self.send_error(404)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Who looked at which page is nobody's business."""


@contextmanager
def open_server(folder: Path, bind: str, port: int) -> Iterator[ThreadingHTTPServer]:
    """A server of the folder, which does not run yet. Raises GameFault where it cannot listen there."""
    try:
        server = ThreadingHTTPServer((bind, port), partial(_Handler, directory=str(folder)))
    except OSError as error:
        told = _("cannot listen at {bind}:{port}: {why}; --port names another port")
        raise GameFault(told.format(bind=bind, port=port, why=why_failed(error))) from error
    try:
        yield server
    finally:
        server.server_close()


def serve_site(folder: Path, bind: str, port: int, say: Callable[[str], None]) -> None:
    """Serve until the process is told to stop. Raises GameFault where there is no site yet."""
    if not (folder / "index.html").is_file():
        raise GameFault(_("{folder}: there is no site yet; “tally publish” writes it").format(folder=folder))
    with open_server(folder, bind, port) as server:
        host = f"[{bind}]" if ":" in bind else bind
        say(_("The site is at {address}; Ctrl-C ends it.").format(address=f"http://{host}:{server.server_port}/"))
        server.serve_forever(poll_interval=0.2)
