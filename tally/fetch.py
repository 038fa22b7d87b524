"""Asks a forum for pages: politely, within limits of size and time; every failure is one clear line.

One page is one request, but for redirects, which are followed on the same host alone.
"""

import importlib.metadata
import socket
import ssl
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Self
from urllib.parse import urljoin

import httpx

from parsers.addresses import without_session
from tally.addresses import is_same_host
from tally.clock import now
from tally.errors import ForumUnreachable
from tally.harmless import harmless
from tally.stored import RawPage
from tally.texts import _

__all__ = ["MOST_BYTES", "ForumClient"]

MOST_BYTES = 16 * 1024 * 1024
"""A page that unpacks to more than this is not read to its end; the largest thread pages have about one megabyte."""

_MOST_REDIRECTS = 5
# what a page is stored with; a cookie is a secret, the rest says nothing of the page
_KEPT_HEADERS = frozenset(
    {"content-type", "content-language", "date", "etag", "last-modified", "retry-after", "server"}
)


class ForumClient:
    """Asks for pages, one at a time, at least `interval` seconds apart. Use it as a context manager.

    `timeout`, in seconds, is for each step of a request and for the whole of a page.
    """

    def __init__(self, *, interval: float, timeout: float, user_agent: str | None = None) -> None:
        agent = user_agent or f"forum-tally/{importlib.metadata.version('forum-tally')}"
        headers = {"User-Agent": agent, "Accept-Encoding": "gzip, deflate"}
        self._client = httpx.Client(timeout=timeout, headers=headers, follow_redirects=False)
        self._interval = interval
        self._timeout = timeout
        self._asked: float | None = None
        self.requests = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def get(self, url: str, known: Mapping[str, str] | None = None) -> RawPage:
        """The page at `url`, whatever its status. Raises ForumUnreachable where none comes.

        `known` are the headers of an earlier read of it: where they name its state, the forum is asked for changes
        only, and `body` is None where there are none.
        """
        conditions = dict(_conditions(known or {}))
        asked_at = now()
        address = url
        for _step in range(_MOST_REDIRECTS + 1):
            self._wait()
            try:
                with self._client.stream("GET", address, headers=conditions) as response:
                    target = response.headers.get("location")
                    if not (response.has_redirect_location and target):
                        body = None if response.status_code == httpx.codes.NOT_MODIFIED else self._read(response, url)
                        return RawPage(
                            url=without_session(address),
                            asked_at=asked_at,
                            answered_at=now(),
                            status=response.status_code,
                            content_type=response.headers.get("content-type"),
                            headers=tuple(
                                (name, value) for name, value in response.headers.items() if name in _KEPT_HEADERS
                            ),
                            body=body,
                        )
            except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as failure:
                # UnicodeError: a host's name of which there can be none, as the codec of such names tells it
                raise ForumUnreachable(f"{without_session(address)}: {self._explain(failure)}") from failure
            address = self._follow(address, target, url)
        raise ForumUnreachable(_("{url}: the forum sends us in circles").format(url=without_session(url)))

    def _follow(self, address: str, target: str, url: str) -> str:
        """Where a redirect leads. Raises ForumUnreachable where that is another host, or no address."""
        try:
            onward = urljoin(address, target)
            if is_same_host(address, onward):
                return onward
        except ValueError:
            onward = target
        told = _("{url}: the forum sends us to another host, {target}; if it has moved, write its new address "
                 "into game.toml")  # fmt: skip
        raise ForumUnreachable(told.format(url=without_session(url), target=harmless(without_session(onward))))

    def _wait(self) -> None:
        """Keep the distance from the last request, and begin the next one."""
        if self._asked is not None:
            time.sleep(max(0.0, self._asked + self._interval - time.monotonic()))
        self._asked = time.monotonic()
        self.requests += 1

    def _read(self, response: httpx.Response, url: str) -> bytes:
        if "," in response.headers.get("content-encoding", ""):
            # a little that is packed twice unpacks to more than can be held, before its size can be seen
            raise httpx.DecodingError(response.headers["content-encoding"], request=response.request)
        give_up = time.monotonic() + self._timeout
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                told = _("{url}: the page does not end; stopped after {megabytes} megabytes")
                raise ForumUnreachable(told.format(url=without_session(url), megabytes=MOST_BYTES // 2**20))
            if time.monotonic() > give_up:
                told = _("{url}: the page has not come whole within {seconds} seconds")
                raise ForumUnreachable(told.format(url=without_session(url), seconds=f"{self._timeout:g}"))
        return bytes(body)

    def _explain(self, failure: Exception) -> str:
        causes = tuple(_causes(failure))
        if isinstance(failure, httpx.TimeoutException):
            return _("the forum has not answered within {seconds} seconds").format(seconds=f"{self._timeout:g}")
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return _("there is no host of this name, or no connection to the internet")
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return _("no secure connection can be made: {why}").format(why=harmless(str(failure)))
        if isinstance(failure, httpx.ConnectError):
            return _("the forum cannot be reached: {why}").format(why=harmless(str(failure)))
        if isinstance(failure, httpx.DecodingError):
            return _("the answer is broken: it cannot be unpacked")
        if isinstance(failure, httpx.UnsupportedProtocol | httpx.InvalidURL | UnicodeError):
            return _("this is no address that can be asked for")
        return _("the connection broke off: {why}").format(why=harmless(str(failure)) or type(failure).__name__)


def _conditions(headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if "etag" in headers:
        yield "If-None-Match", headers["etag"]
    if "last-modified" in headers:
        yield "If-Modified-Since", headers["last-modified"]


def _causes(failure: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = failure
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
