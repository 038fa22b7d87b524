"""Asks a forum for pages: politely, within limits of size and time; every failure is one clear line.

One page is one request, but for redirects, which are followed on the same host alone, and for attempts that failed in
a way that passes. A page comes out without the secrets of our visit.
"""

import importlib.metadata
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Protocol, Self
from urllib.parse import quote, urljoin, urlsplit

import httpx
import stamina

from parsers.addresses import without_session
from tally.errors import ForumUnreachable
from tally.forum.addresses import is_same_host
from tally.forum.evidence import without_secrets
from tally.forum.line import MOST_BYTES, Broken, Came, Line, Request, Traffic
from tally.forum.politeness import LONGEST_PAUSE, HostGate
from tally.forum.robots import Robots, keep_robots, kept_robots, robots_address
from tally.harmless import harmless
from tally.store.facts import RawPage
from tally.texts import _

__all__ = ["MOST_BYTES", "Account", "ForumClient", "Traffic"]

# its lines are for a log, where there is one: not for the terminal
logging.getLogger("stamina").addHandler(logging.NullHandler())

_MOST_REDIRECTS = 5
# what a page is stored with; a cookie is a secret, the rest says nothing of the page
_KEPT_HEADERS = frozenset(
    {"content-type", "content-language", "date", "etag", "last-modified", "retry-after", "server"}
)
# answers that pass: the same request may get its page a little later
_PASSING = frozenset({429, 500, 502, 503, 504})
_ATTEMPTS = 3


class Account(Protocol):
    """An account on a forum, for pages that guests may not read."""

    def log_in(self, client: "ForumClient", url: str, engine: str) -> None:
        """Log the client in, after the page `url` of a forum of this engine has asked for it. Raises TallyError."""


class ForumClient:
    """Asks for pages, one at a time. Use it as a context manager; `opening.open_forum` makes that of a game.

    `interval` and `timeout` are seconds, the latter for the whole of a page. `contact` is added to the program's own
    name, which `user_agent` would replace. `ignore_robots` is the host whose robots.txt is not asked for.
    """

    def __init__(
        self,
        *,
        interval: float,
        timeout: float,
        user_agent: str | None = None,
        contact: str | None = None,
        ignore_robots: str | None = None,
        account: Account | None = None,
    ) -> None:
        own = f"forum-tally/{importlib.metadata.version('forum-tally')}"
        named = user_agent or (f"{own} (+{contact})" if contact else own)
        # a nick in other letters than Latin ones goes through as addresses have them
        self._agent = quote(named, safe=" ;:/?#[]@!$&'()*+,=-._~%")
        self._interval = interval
        self._ignore_robots = ignore_robots
        self._line = Line(self._agent, timeout)
        self._robots: dict[str, Robots] = {}
        self._account = account
        self.between: Callable[[], None] = _nothing
        """Called before each page that is asked for: what cannot wait until a long read has ended is done there."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, failure: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.close()

    def get(self, url: str, known: Mapping[str, str] | None = None, cookies: Sequence[tuple[str, str]] = ()) -> RawPage:
        """The page at `url`, whatever its status. Raises ForumUnreachable where none comes.

        `known` are the headers of an earlier read of it: where they name its state, the forum is asked for changes
        only, and `body` is None where there are none. `cookies` are sent with this request alone.
        """
        self.between()
        with self._for_once(cookies):
            came = self._answer(Request(url, dict(_conditions(known or {}))), self._ask_robots)
        secrets = [each.value for each in self._line.cookies.jar if each.value]
        return came if came.body is None else replace(came, body=without_secrets(came.body, secrets))

    def show(self, url: str, form: bytes | None = None) -> RawPage:
        """A page of the forum with its tokens, for who logs in; `form` is sent where it is given. Not to be stored.

        Raises ForumUnreachable where none comes.
        """
        headers = {} if form is None else {"Content-Type": "application/x-www-form-urlencoded", "Referer": url}
        # what a person would do by hand with his own account is no crawling: robots.txt does not speak of it
        return self._answer(Request(url, headers, form), lambda _address: None)

    def log_in(self, url: str, engine: str) -> bool:
        """Log in where the page `url` asks for it; whether that was done: once, and only where there is an account."""
        account, self._account = self._account, None
        if account is None:
            return False
        account.log_in(self, url, engine)
        return True

    @property
    def traffic(self) -> Traffic:
        """What was asked for and came since the client was made."""
        return self._line.traffic

    @property
    def cookies(self) -> httpx.Cookies:
        """The cookies of our visit; who logs in puts his there."""
        return self._line.cookies

    @contextmanager
    def _for_once(self, cookies: Sequence[tuple[str, str]]) -> Iterator[None]:
        for name, value in cookies:
            self._line.cookies.set(name, value)
        try:
            yield
        finally:
            for name, _value in cookies:
                self._line.cookies.delete(name, domain="", path="/")

    def _answer(self, request: Request, may_ask: Callable[[str], None]) -> RawPage:
        address, form = request.url, request.form
        for _step in range(_MOST_REDIRECTS + 1):
            may_ask(address)
            came = self._insist(Request(address, request.headers, form), request.url)
            if came.target is None:
                return RawPage(
                    url=without_session(address),
                    asked_at=came.asked_at,
                    answered_at=came.answered_at,
                    status=came.status,
                    content_type=came.headers.get("content-type"),
                    headers=tuple((name, value) for name, value in came.headers.items() if name in _KEPT_HEADERS),
                    body=came.body,
                )
            address = _follow(address, came.target, request.url)
            # where a form leads is a page to look at, but for the two statuses that ask for the form again
            form = form if came.status in (307, 308) else None
        raise ForumUnreachable(_("{url}: the forum sends us in circles").format(url=without_session(request.url)))

    def _ask_robots(self, address: str) -> None:
        """Raise ForumUnreachable where the forum's robots.txt does not let programs read this page."""
        host = _host(address)
        if host is None or host == self._ignore_robots:
            return
        where = robots_address(address)
        known = self._robots.get(where) or kept_robots(address)
        if known is None or not known.is_fresh:
            known = self._read_robots(where, known)
        self._robots[where] = known
        if not known.allows(address, self._agent):
            told = _("{url}: the forum's robots.txt asks programs not to read this page; ask its admin, or, where he "
                     "agrees or is you, write ignore_robots = '{host}' under [forum] of game.toml")  # fmt: skip
            raise ForumUnreachable(told.format(url=without_session(address), host=host))

    def _read_robots(self, where: str, before: Robots | None) -> Robots:
        """Whatever is no robots.txt forbids nothing; a forum that cannot tell is left alone (RFC 9309)."""
        try:
            came = self._answer(Request(where), lambda _address: None)
        except _LeadsElsewhere:
            return keep_robots(where, "")
        except ForumUnreachable:
            if before is None:
                raise
            return before
        status = came.status or 200
        if status in _PASSING:
            if before is None:
                raise ForumUnreachable(_("{url}: the forum answers with an error (status {status}), so that it is not "
                                         "known what programs may read").format(url=where, status=status))  # fmt: skip
            return before
        return keep_robots(where, (came.body or b"").decode("utf-8", "replace") if status < 300 else "")

    def _insist(self, request: Request, url: str) -> Came:
        """The answer to one request, after more attempts where it failed in a way that passes."""
        gate = HostGate(request.url)
        rules = self._robots.get(robots_address(request.url))
        distance = max(self._interval, rules.distance(self._agent) if rules else 0)
        failing: int | None = None

        def is_worth_more(failure: Exception) -> bool:
            # a forum that was down before is asked once by each who comes; what a form has done cannot be known
            return (
                not failing
                and request.form is None
                and isinstance(failure, _Passing | Broken)
                and failure.pause <= LONGEST_PAUSE
            )

        try:
            for attempt in stamina.retry_context(
                on=is_worth_more,
                attempts=_ATTEMPTS,
                timeout=None,
                wait_initial=distance,
                wait_max=max(LONGEST_PAUSE, distance),
                wait_jitter=distance / 2,
            ):
                with attempt, gate.turn(distance) as turn:
                    failing = turn.failures if failing is None else failing
                    turn.failures += 1
                    came = self._line.ask(request, url)
                    if came.status in _PASSING:
                        turn.pause = came.pause
                        raise _Passing(came)
                    turn.failures = 0
                    return came
        except _Passing as passing:
            return passing.came
        raise AssertionError("stamina ends with an answer or with a failure")


class _LeadsElsewhere(ForumUnreachable):
    """A redirect to another host, or to no address."""


class _Passing(Exception):
    """An answer that is an error of the moment."""

    def __init__(self, came: Came) -> None:
        super().__init__(came.status)
        self.came = came
        self.pause = came.pause


def _nothing() -> None:
    pass


def _follow(address: str, target: str, url: str) -> str:
    """Where a redirect leads. Raises ForumUnreachable where that is another host, or no address."""
    try:
        onward = urljoin(address, target)
        if is_same_host(address, onward):
            return onward
    except ValueError:
        onward = target
    told = _(
        "{url}: the forum sends us to another host, {target}; if it has moved, write its new address into game.toml"
    )
    raise _LeadsElsewhere(told.format(url=without_session(url), target=harmless(without_session(onward))))


def _host(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _conditions(headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if "etag" in headers:
        yield "If-None-Match", headers["etag"]
    if "last-modified" in headers:
        yield "If-Modified-Since", headers["last-modified"]
