"""Connections whose host's name is looked up within a bound: the system's own look-up may hang for as long as it likes.

In: the timeout of each connection. Out: a transport for the HTTP client; its failures are the client's usual ones, a
look-up that took too long has `SlowLookup` among their causes.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

__all__ = ["SlowLookup", "bounded_transport"]

_KEPT_OPEN = 5.0
"""Seconds, as the client's own transport has it."""


class SlowLookup(httpcore.ConnectTimeout):
    """The address of a host was not found out in time."""


def bounded_transport(trusted: ssl.SSLContext) -> httpx.HTTPTransport:
    """A transport that trusts as it is told to."""
    transport = httpx.HTTPTransport(verify=trusted)
    # the client's library lets nobody say through what its connections are made; the one below it does
    transport._pool = httpcore.ConnectionPool(
        ssl_context=trusted, keepalive_expiry=_KEPT_OPEN, network_backend=_BoundedBackend()
    )
    return transport


class _BoundedBackend(httpcore.SyncBackend):
    """Makes connections to addresses alone, after looking them up."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        ends = None if timeout is None else time.monotonic() + timeout
        failure: Exception | None = None
        addresses = _look_up(host, port, timeout)
        for place, address in enumerate(addresses):
            # one that swallows everything leaves its share of the time to those after it
            share = None if ends is None else max(0.001, (ends - time.monotonic()) / (len(addresses) - place))
            try:
                return super().connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failed:
                failure = failed
        raise failure or httpcore.ConnectError(host)


def _look_up(host: str, port: int, timeout: float | None) -> list[str]:
    """The addresses of a host. Raises httpcore.ConnectError, SlowLookup; UnicodeError for what is no host's name."""
    answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as failure:
            answers.put(failure)
        else:
            answers.put(list(dict.fromkeys(str(address[0]) for *_kind, address in found)))

    # one that hangs is left alone: it ends when the system gives up
    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=timeout)
    except queue.Empty:
        raise SlowLookup(host) from None
    if isinstance(answer, list):
        return answer
    try:
        # the pool of connections keeps of a failure only what it was raised in
        raise answer
    except OSError as failure:
        raise httpcore.ConnectError(str(failure)) from failure
