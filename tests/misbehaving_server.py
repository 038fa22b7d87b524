"""A server that does to its clients what forums do on a bad day: byte by byte, since no library would let it.

`serve_badly(act)` calls `act(connection, target)` for each request; whatever that sends is all that comes.
"""

import contextlib
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["Act", "answer", "free_port", "page_head", "reset", "serve_badly"]

Act = Callable[[socket.socket, str], None]


@contextmanager
def serve_badly(act: Act, context: ssl.SSLContext | None = None) -> Iterator[str]:
    """Serve while the block runs; gives the address. With `context` it speaks TLS. It has no robots.txt."""
    ended = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.05)

    def talk(plain: socket.socket) -> None:
        plain.settimeout(10)
        with contextlib.suppress(OSError):
            line = plain if context is None else context.wrap_socket(plain, server_side=True)
            with line:
                asked = b""
                while b"\r\n\r\n" not in asked:
                    came = line.recv(4096)
                    if not came:
                        return
                    asked += came
                target = asked.split(b" ")[1].decode()
                if target == "/robots.txt":
                    answer(line, b"", "404 Not Found")
                else:
                    act(line, target)

    def listen() -> None:
        while not ended.is_set():
            with contextlib.suppress(TimeoutError):
                came, _address = listener.accept()
                threading.Thread(target=talk, args=(came,), daemon=True).start()

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield f"{'http' if context is None else 'https'}://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        ended.set()
        thread.join()
        listener.close()


def page_head(status: str = "200 OK", *headers: str, length: int | None = None) -> bytes:
    """The head of an answer; without `length` the page ends with the connection."""
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html; charset=UTF-8", "Connection: close", *headers]
    lines += [] if length is None else [f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def answer(line: socket.socket, body: bytes, status: str = "200 OK", *headers: str) -> None:
    """A whole answer, as a good server gives it."""
    line.sendall(page_head(status, *headers, length=len(body)) + body)


def reset(line: socket.socket) -> None:
    """Break the connection off so that the other side hears of it as an error."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
