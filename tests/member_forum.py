"""A forum that shows its thread to members alone, with the login form of one engine or another.

It is as strict as those are: the token of the form it has shown, the cookie of the visit, every field that it needs.
"""

import hashlib
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

__all__ = ["NICK", "PASSWORD", "MemberForum", "Wants"]

FORMS = Path(__file__).resolve().parents[1] / "fixtures" / "login"
NICK = "Ведущий «Ё»"
PASSWORD = "s3cret-Пароль"


@dataclass(frozen=True)
class Wants:
    """What an engine wants to be sent: to which address, in which fields, what besides, and its token's field."""

    action: str
    user: str
    password: str
    token: str
    others: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()


@dataclass
class MemberForum:
    """`page` is the file of the login form; `thread` what members see at `path`."""

    page: str
    wants: Wants
    thread: bytes
    path: str = "/viewtopic.php?t=12"
    password: str = PASSWORD
    extra: str = ""
    refusal: str = "<div class='error'>Неверное имя или пароль</div>"
    answer_after: str = ""
    posted: list[dict[str, str]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    members: set[str] = field(default_factory=set)
    base: str = ""

    @property
    def encoding(self) -> str:
        return "cp1251" if "windows-1251" in self._form else "utf-8"

    @property
    def _form(self) -> str:
        return (FORMS / f"{self.page}.html").read_text(encoding="utf-8")

    def login_page(self, session: str, error: str = "") -> bytes:
        self.tokens[session] = secrets.token_hex(20)
        text = self._form.replace("</form>", f"{self.extra}</form>")
        known = {"token": self.tokens[session], "session": session, "base": self.base, "error": error}
        for name, value in known.items():
            text = text.replace("{{" + name + "}}", value)
        return text.encode(self.encoding)

    def take(self, target: str, body: bytes, session: str) -> tuple[int, bytes, str | None]:
        """What comes of a form that was sent: status, page, and the session of the member."""
        raw = parse_qs(body.decode("ascii"), keep_blank_values=True, encoding=self.encoding, errors="strict")
        sent = {name: values[-1] for name, values in raw.items()}
        self.posted.append(sent)
        wants = self.wants
        told = f"{target}: {sent}"
        assert urlsplit(target).path == urlsplit(wants.action).path, told
        assert urlsplit(wants.action).query in urlsplit(target).query, told
        assert all(name in sent for name in wants.others), told
        assert sent[wants.token] == self.tokens.get(session), "the token of the form that was shown, with its visit"
        digest = hashlib.md5(self.password.encode()).hexdigest()
        plain = sent[wants.password] == self.password
        if sent[wants.user] == NICK and (plain or [sent.get(name) for name in wants.hashes] == [digest] * 2):
            if self.answer_after:
                return 200, self.answer_after.encode(self.encoding), None
            member = secrets.token_hex(16)
            self.members.add(member)
            return 302, b"", member
        return 200, self.login_page(session, self.refusal), None

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Serve while the block runs; gives the address of the thread."""
        forum = self

        class Handler(BaseHTTPRequestHandler):
            def session(self) -> str:
                kept = SimpleCookie(self.headers.get("Cookie", "")).get("session_of_visit")
                return kept.value if kept else secrets.token_hex(16)

            def send(self, status: int, body: bytes, session: str, *headers: tuple[str, str]) -> None:
                self.send_response(status)
                kind = ("Content-Type", f"text/html; charset={forum.encoding}")
                cookie = ("Set-Cookie", f"session_of_visit={session}; path=/; HttpOnly")
                for name, value in (kind, cookie, ("Content-Length", str(len(body))), *headers):
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self) -> None:
                forum.asked.append(self.path)
                session = self.session()
                if self.path == "/robots.txt":
                    self.send(404, b"", session)
                elif self.path == "/" or (self.path == forum.path and session in forum.members):
                    text = forum.thread.decode().replace("</body>", f"<!-- {session} --></body>")
                    self.send(200, text.encode(), session, ("Content-Type", "text/html; charset=utf-8"))
                else:
                    self.send(200, forum.login_page(session), session)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, page, member = forum.take(self.path, body, self.session())
                self.send(status, page, member or self.session(), *([("Location", "/")] if status == 302 else []))

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
                """Keep quiet."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield self.base + self.path
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
