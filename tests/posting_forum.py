"""A phpBB forum that takes posts and edits from a member: strict about tokens, with a wait between posts."""

import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from fixtures.phpbb_thread import WrittenThread

__all__ = ["PostingForum"]

NICK = "Ведущий"
_FORM = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Ответить</title></head><body id="phpbb">
<form action="./search.php"><input type="search" name="keywords"><button type="submit">Поиск</button></form>
<form id="postform" method="post" action="{action}" enctype="multipart/form-data">{error}
<input type="text" name="subject" value="Re: Игра"><textarea name="message">{text}</textarea>
<input type="hidden" name="creation_time" value="1705000000"><input type="hidden" name="form_token" value="{token}">
<input type="submit" name="preview" value="Просмотр"><input type="submit" name="post" value="Отправить">
</form></body></html>"""


@dataclass
class PostingForum:
    """`source` is the thread in the form of `fixtures.phpbb_thread`; `now` is when a post is written."""

    source: dict[str, object]
    now: datetime
    error: str = ""
    captcha: bool = False
    loses_answers: bool = False
    sent: list[dict[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)

    @property
    def posts(self) -> list[dict[str, object]]:
        return self.source["posts"]  # type: ignore[return-value]

    def show(self, target: str, base: str) -> tuple[int, str]:
        address, query = urlsplit(target), parse_qs(urlsplit(target).query)
        if address.path == "/viewtopic.php":
            start = query.get("start", ["0"])[0]
            return 200, WrittenThread(self.source).page(int(start), base)
        if address.path == "/posting.php":
            return 200, self.form(target)
        return 404, ""

    def form(self, target: str, error: str = "") -> str:
        token = secrets.token_hex(8)
        self.tokens.add(token)
        extra = '<input name="confirm_code">' if self.captcha else ""
        return _FORM.format(action=escape("." + target), token=token, text="", error=error + extra)

    def take(self, target: str, sent: dict[str, str]) -> tuple[int, str]:
        """What comes of a form: a page that shows it again with the error, or the way to the post."""
        self.sent.append(sent)
        assert sent.pop("form_token") in self.tokens
        assert {"subject", "creation_time", "post"} <= set(sent)
        assert "preview" not in sent
        if self.error:
            return 200, self.form(target, f'<p class="error">{self.error}</p>')
        query = parse_qs(urlsplit(target).query)
        # links and lists are more than the written forum renders
        text = re.sub(r"\[/?(?:url(?:=[^\]]*)?|list|\*)\]", "", sent["message"].replace("\r\n", "\n"))
        if query["mode"] == ["edit"]:
            [post] = [each for each in self.posts if str(each["id"]) == query["p"][0]]
            post["text"] = text
        else:
            post = {
                "id": 1 + max(int(str(each["id"])) for each in self.posts),
                "by": NICK,
                "at": self.now,
                "text": text,
            }
            self.posts.append(post)
        return 302, f"/viewtopic.php?t=12&p={post['id']}#p{post['id']}"

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Serve while the block runs; gives the address of the thread."""
        forum = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self, status: int, body: str) -> None:
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", body)
                    body = ""
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body.encode())))
                self.end_headers()
                self.wfile.write(body.encode())

            def do_GET(self) -> None:
                self.answer(*forum.show(self.path, base))

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                sent = {name: values[-1] for name, values in parse_qs(body, keep_blank_values=True).items()}
                answer = forum.take(self.path, sent)
                if forum.loses_answers:
                    self.connection.close()
                    return
                self.answer(*answer)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
                """Keep quiet."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"{base}/viewtopic.php?t=12"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
