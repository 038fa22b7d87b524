"""One request over the network and what came for it, within limits of size and time; a failure is one clear line.

In: an address, or a form to send. Out: status, headers and body as they came; a failure says whether it may pass.
"""

import logging
import os
import re
import socket
import ssl
import threading
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any

import httpx

from parsers.addresses import without_session
from tally.clock import now
from tally.errors import ForumUnreachable
from tally.forum.lookup import SlowLookup, bounded_transport
from tally.harmless import harmless
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["MOST_BYTES", "Broken", "Came", "Line", "Request", "Traffic"]

# its lines hold whole addresses, those of our own visit among them
logging.getLogger("httpx").setLevel(logging.WARNING)

MOST_BYTES = 16 * 1024 * 1024
"""A page that unpacks to more than this is not read to its end; the largest thread pages have about one megabyte."""

# what a page, a feed or a call of a forum says that it is
_MAY_BE_A_PAGE = re.compile(r"^text/|html|xml|json|javascript")


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for: a page, or what a form (encoded) that is sent leads to."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    form: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Came:
    """What came for a request, sent at `asked_at`, whole at `answered_at`; `target`: of a redirect, without a body."""

    asked_at: datetime
    answered_at: datetime
    status: int
    headers: Mapping[str, str]
    body: bytes | None
    target: str | None

    @property
    def pause(self) -> float:
        """For how many seconds the forum asks to be left alone."""
        wanted = self.headers.get("retry-after", "").strip()
        if wanted.isascii() and wanted.isdigit():
            return float(wanted[:9])
        try:
            # both are the forum's own times, so that its clock may be wrong
            now_there = parsedate_to_datetime(self.headers.get("date", ""))
            return max(0.0, (parsedate_to_datetime(wanted) - now_there).total_seconds())
        except (ValueError, TypeError):
            return 0.0


class Broken(ForumUnreachable):
    """A failure that may pass."""

    pause = 0.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """What reading cost: requests, and the bytes that came for them, packed as they came."""

    requests: int = 0
    received: int = 0

    def __sub__(self, before: "Traffic") -> "Traffic":
        return Traffic(self.requests - before.requests, self.received - before.received)


@lru_cache(maxsize=4)
def _trusted(_file: str | None, _folder: str | None) -> ssl.SSLContext:
    """Whom secure connections trust, by the two variables that say so; to read it takes longer than many a page."""
    return httpx.create_ssl_context()


class Line:
    """The way to forums. Use it as a context manager; `timeout`, in seconds, is for the whole of a page."""

    def __init__(self, agent: str, timeout: float) -> None:
        headers = {"User-Agent": agent, "Accept-Encoding": "gzip, deflate"}
        trusted = _trusted(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        # a proxy looks up for itself; for whom there is none ("no") says of none that it is there
        transport = None if urllib.request.getproxies().keys() - {"no"} else bounded_transport(trusted)
        self._client = httpx.Client(
            verify=trusted, transport=transport, timeout=timeout, headers=headers, follow_redirects=False
        )
        self._timeout = timeout
        self._watch = _Watch(timeout)
        self.traffic = Traffic()

    @property
    def cookies(self) -> httpx.Cookies:
        return self._client.cookies

    def close(self) -> None:
        self._client.close()

    def ask(self, request: Request, url: str) -> Came:
        """One request. Raises ForumUnreachable: Broken where another attempt may fare better."""
        method = "GET" if request.form is None else "POST"
        asked_at, before = now(), self.traffic
        self.traffic = Traffic(before.requests + 1, before.received)
        try:
            with (
                self._watch.over(),
                self._client.stream(
                    method,
                    request.url,
                    headers=dict(request.headers),
                    content=request.form,
                    extensions={"trace": self._watch.notice},
                ) as response,
            ):
                try:
                    return self._take(response, url, asked_at)
                finally:
                    self.traffic = Traffic(before.requests + 1, before.received + response.num_bytes_downloaded)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as failure:
            # UnicodeError: a host's name of which there can be none, as the codec of such names tells it
            if self._watch.has_ended and not _is_slow_lookup(failure):
                raise Broken(self._too_slow(url)) from failure
            told = f"{without_session(request.url)}: {self._explain(failure)}"
            raise (Broken if _may_pass(failure) else ForumUnreachable)(told) from failure

    def _take(self, response: httpx.Response, url: str, asked_at: datetime) -> Came:
        status = response.status_code
        target = response.headers.get("location") if response.has_redirect_location else None
        if target or status == httpx.codes.NOT_MODIFIED:
            return Came(asked_at, now(), status, dict(response.headers), None, target)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if status < 400 and kind and not _MAY_BE_A_PAGE.search(kind):
            told = _("{url}: the forum sends something else ({kind}) instead of a page")
            raise ForumUnreachable(told.format(url=without_session(url), kind=harmless(kind)))
        body = self._read(response, url)
        return Came(asked_at, now(), status, dict(response.headers), body, None)

    def _read(self, response: httpx.Response, url: str) -> bytes:
        if "," in response.headers.get("content-encoding", ""):
            # a little that is packed twice unpacks to more than can be held, before its size can be seen
            raise httpx.DecodingError(response.headers["content-encoding"], request=response.request)
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                told = _("{url}: the page does not end; stopped after {megabytes} megabytes")
                raise ForumUnreachable(told.format(url=without_session(url), megabytes=MOST_BYTES // 2**20))
        # a line that was cut looks like the end of a page that does not tell its length
        if self._watch.has_ended:
            raise Broken(self._too_slow(url))
        return bytes(body)

    def _too_slow(self, url: str) -> str:
        told = _("{url}: the page has not come whole within {seconds} seconds")
        return told.format(url=without_session(url), seconds=f"{self._timeout:g}")

    def _explain(self, failure: Exception) -> str:
        causes = tuple(_causes(failure))
        if _is_slow_lookup(failure):
            told = _("the address of this host could not be looked up within {seconds} seconds")
            return told.format(seconds=f"{self._timeout:g}")
        if isinstance(failure, httpx.TimeoutException):
            told = _("the forum has not answered within {seconds} seconds")
            return told.format(seconds=f"{self._timeout:g}")
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return _("there is no host of this name, or no connection to the internet")
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return _("no secure connection can be made: {why}").format(why=harmless(str(failure)))
        if isinstance(failure, httpx.ConnectError):
            return _("the forum cannot be reached: {why}").format(why=_why(failure, causes))
        if isinstance(failure, httpx.DecodingError):
            return _("the answer is broken: it cannot be unpacked")
        if isinstance(failure, httpx.UnsupportedProtocol | httpx.InvalidURL | UnicodeError):
            return _("this is no address that can be asked for")
        return _("the connection broke off: {why}").format(why=_why(failure, causes))


def _why(failure: Exception, causes: Iterable[BaseException]) -> str:
    """What the system says of it, else that the forum fell silent, else the library's own words."""
    for cause in causes:
        if isinstance(cause, OSError) and cause.errno is not None:
            return harmless(why_failed(cause))
    if isinstance(failure, httpx.RemoteProtocolError):
        return _("the forum has not answered as the protocol asks ({why})").format(why=harmless(str(failure)))
    return harmless(str(failure)) or type(failure).__name__


class _Watch:
    """Sees to it that a page comes whole within `seconds`, however slowly a forum drips it: else cuts the line.

    (A timeout of httpx begins anew with each byte.)
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._line: Any = None
        self.has_ended = False

    def notice(self, event: str, facts: Mapping[str, Any]) -> None:
        """What httpx tells of its work: the line over which it speaks."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            self._line = facts["return_value"]

    @contextmanager
    def over(self) -> Iterator[None]:
        self.has_ended = False
        timer = threading.Timer(self._seconds, self._cut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _cut(self) -> None:
        self.has_ended = True
        line = None if self._line is None else self._line.get_extra_info("socket")
        if line is not None:
            with suppress(OSError):
                # the method of a plain socket: that of an encrypted one takes the cipher away from who is reading
                socket.socket.shutdown(line, socket.SHUT_RDWR)


def _may_pass(failure: Exception) -> bool:
    """Whether the network or the forum may do better at once: not where it can only fail in the same way again."""
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in _causes(failure)):
        return False
    return isinstance(failure, httpx.TransportError) and not isinstance(failure, httpx.UnsupportedProtocol)


def _is_slow_lookup(failure: Exception) -> bool:
    return any(isinstance(cause, SlowLookup) for cause in _causes(failure))


def _causes(failure: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = failure
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
