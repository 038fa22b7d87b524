"""Forums that take posts and edits from a member, one for each engine on which the program can post.

They are as strict as those are: the token of a form that was shown, the fields and the button that a browser would
send, a wait between posts, a form that comes again where others have posted since. Their pages are fixtures/posting.
"""

import re
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from fixtures.phpbb_thread import WrittenThread

__all__ = ["ENGINES", "NICK", "PostingForum"]

NICK = "Ведущий"
_PAGES = Environment(
    loader=FileSystemLoader(Path(__file__).resolve().parents[1] / "fixtures" / "posting"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
)


@dataclass(frozen=True)
class Engine:
    """`places`: patterns of the addresses of the thread, of the forms, of where those are sent; a group is the post.

    `wants`, `never`: fields that a browser sends of a reply, and buttons that it does not. `sends_on`: what a good post
    is answered with, a page that leads on or a redirect. `newest`: the field by which it sees that others have posted.
    """

    page: str
    thread: str
    places: Mapping[str, str]
    post: str
    message: str
    token: str
    wants: frozenset[str]
    never: frozenset[str]
    quote: tuple[str, str]
    sends_on: bool = False
    newest: str | None = None
    error_at_form: bool = True
    joins: bool = False
    table: bool = False
    settings: Mapping[str, bool] = field(default_factory=dict)


_BLOCKQUOTE = ('<div class="quotebox"><blockquote><div><p>', "</p></div></blockquote></div>")
_PHPBB = Engine(
    "phpbb.html",
    "/viewtopic.php?t=12",
    {
        "thread": r"/viewtopic\.php\?t=12(?:&p=\d+)?",
        "reply": r"/posting\.php\?mode=reply&t=12",
        "edit": r"/posting\.php\?mode=edit&p=(\d+)",
    },
    "/viewtopic.php?t=12&p={0}#p{0}",
    "message",
    "form_token",
    frozenset({"subject", "creation_time", "post", "attach_sig", "show_panel"}),
    frozenset({"preview", "save", "add_file"}),
    ("", ""),
    newest="topic_cur_post_id",
)
_MYBB = Engine(
    "mybb.html",
    "/showthread.php?tid=12",
    {
        "thread": r"/showthread\.php\?tid=12",
        "reply": r"/newreply\.php\?tid=12(?:&processed=1)?",
        "edit": r"/editpost\.php\?pid=(\d+)(?:&processed=1)?",
    },
    "showthread.php?tid=12&pid={0}#pid{0}",
    "message",
    "my_post_key",
    frozenset({"subject", "icon", "submit", "action", "posthash", "tid"}),
    frozenset({"previewpost", "savedraft", "newattachment", "delete", "language"}),
    ('<blockquote class="mycode_quote"><cite>Цитата:</cite>', "</blockquote>"),
    sends_on=True,
    joins=True,
)
_SMF = Engine(
    "smf.html",
    "/index.php?topic=12.0",
    {
        "thread": r"/index\.php\?topic=12\.(?:0|msg\d+)",
        "edit": r"/index\.php\?action=post2?;(?:start=0;)?msg=(\d+);.*",
        "reply": r"/index\.php\?action=post2?;(?:topic=12\.0|start=0;board=1)",
    },
    "/index.php?topic=12.msg{0}#msg{0}",
    "message",
    "d4c1f7b",
    frozenset({"topic", "subject", "icon", "goback", "notify", "seqnum", "additional_options", "post"}),
    frozenset({"preview", "search", "submit"}),
    ('<blockquote class="bbc_standard_quote">', "</blockquote>"),
    newest="last_msg",
    error_at_form=False,
    table=True,
)
_FLUXBB = Engine(
    "fluxbb.html",
    "/viewtopic.php?id=12",
    {
        "thread": r"/viewtopic\.php\?(?:id=12|pid=\d+)",
        "reply": r"/post\.php\?(?:action=post&)?tid=12",
        "edit": r"/edit\.php\?id=(\d+)(?:&action=edit)?",
    },
    "viewtopic.php?pid={0}#p{0}",
    "req_message",
    "form_sent",
    frozenset({"form_sent", "submit"}),
    frozenset({"preview"}),
    _BLOCKQUOTE,
    sends_on=True,
    settings={"visman": False},
)


def _like(engine: Engine, **other: Any) -> Engine:
    return Engine(**{name: getattr(engine, name) for name in Engine.__dataclass_fields__} | other)


ENGINES: Mapping[str, Engine] = {
    "phpbb": _PHPBB,
    "mybb": _MYBB,
    "smf": _like(_SMF, settings={"old": False}),
    "smf20": _like(_SMF, wants=_SMF.wants - {"post"}, settings={"old": True}),
    "fluxbb": _FLUXBB,
    "visman": _like(_FLUXBB, token="csrf_hash", sends_on=False, joins=True, settings={"visman": True}),
    "punbb": _like(
        _FLUXBB,
        page="punbb.html",
        token="csrf_token",
        wants=frozenset({"form_sent", "form_user", "submit_button"}),
        sends_on=False,
        settings={},
    ),
}


@dataclass
class PostingForum:
    """`source` is the thread in the form of `fixtures.phpbb_thread`; `now` is when a post is written."""

    source: dict[str, Any]
    now: datetime
    engine: Engine = _PHPBB
    error: str = ""
    ban: str = ""
    flood: timedelta = timedelta(0)
    captcha: bool = False
    loses_answers: bool = False
    joins: bool = False
    meanwhile: dict[str, Any] | None = None
    sent: list[dict[str, str]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=lambda: {"1"})
    base: str = ""

    @property
    def posts(self) -> list[dict[str, Any]]:
        posts: list[dict[str, Any]] = self.source["posts"]
        return posts

    @property
    def newest(self) -> str:
        return str(self.posts[-1]["id"])

    def show(self, target: str) -> tuple[int, str]:
        kind, post = self._place(target)
        if kind == "thread":
            return 200, self._thread()
        if not kind:
            return 404, ""
        if self.ban:
            return 200, self._page("message", error=self.ban)
        found = [each for each in self.posts if str(each["id"]) == post]
        return 200, self._form(kind, post, str(found[0]["text"]) if found else "")

    def take(self, target: str, sent: dict[str, str]) -> tuple[int, str]:
        """What comes of a form: it once more with the error, a message, or the way to the post."""
        engine, (kind, post) = self.engine, self._place(target)
        self.sent.append(sent)
        assert kind in ("reply", "edit"), target
        assert sent[engine.token] in self.tokens, "the token of a form that was shown"
        assert not engine.never & set(sent), sent
        assert kind == "edit" or engine.wants <= set(sent), sent
        text = sent[engine.message].replace("\r\n", "\n")
        if self.meanwhile is not None:
            self.posts.append(self.meanwhile)
            self.meanwhile = None
        if engine.newest in sent and sent[engine.newest] != self.newest:
            return 200, self._form(kind, post, text)
        error = self.error or self._too_soon(kind)
        if error:
            return 200, self._form(kind, post, text, error) if engine.error_at_form else self._page(
                "message", error=error
            )
        to = engine.post.format(self._write(kind, post, text)["id"])
        return (200, self._page("sent", to=to)) if engine.sends_on else (302, to)

    def _write(self, kind: str, post: str, text: str) -> dict[str, Any]:
        last = self.posts[-1]
        if kind == "edit":
            [written] = [each for each in self.posts if str(each["id"]) == post]
            written["text"] = text
            return written
        if self.joins and last["by"] == NICK:
            # what one author posts in a row becomes one post
            last["text"] = f"{last['text']}\n[hr]\n{text}"
            return last
        new = {"id": 1 + int(self.newest), "by": NICK, "at": self.now, "text": text}
        self.posts.append(new)
        return new

    def _too_soon(self, kind: str) -> str:
        own = [each["at"] for each in self.posts if each["by"] == NICK]
        is_soon = kind == "reply" and own and self.now - max(own) < self.flood
        return "Вы пишете слишком часто, подождите." if is_soon else ""

    def _place(self, target: str) -> tuple[str, str]:
        for kind, pattern in self.engine.places.items():
            found = re.fullmatch(pattern, target)
            if found:
                return kind, found.group(1) if kind == "edit" else ""
        return "", ""

    def _thread(self) -> str:
        if self.engine is _PHPBB:
            posts = [{**each, "text": _without_links(str(each["text"]))} for each in self.posts]
            written = WrittenThread(self.source | {"posts": posts}).page(0, self.base)
            return written.replace("</body>", self._page("quick") + "</body>")
        ids = {author["name"]: author["id"] for author in self.source["authors"]}
        return self._page(
            "thread",
            posts=[
                {
                    **each,
                    "number": number,
                    "author_id": ids[each["by"]],
                    "html": Markup(self._html(str(each["text"]))),
                    "edited": None,
                }
                for number, each in enumerate(self.posts, 1)
            ],
        )

    def _form(self, kind: str, post: str, text: str, error: str = "") -> str:
        token = "1" if self.engine.token == "form_sent" else secrets.token_hex(8)
        self.tokens.add(token)
        return self._page(kind, post=post, text=text, error=error, token=token)

    def _page(self, view: str, **more: Any) -> str:
        known = {
            "view": view,
            "base": self.base,
            "thread": 12,
            "post": "",
            "text": "",
            "error": "",
            "token": "1",
            "token_name": self.engine.token,
            "newest": self.newest,
            "captcha": self.captcha,
            "now": self.now,
            "posts": [],
            "to": "",
        }
        return _PAGES.get_template(self.engine.page).render(known | dict(self.engine.settings) | more)

    def _html(self, bbcode: str) -> str:
        opened, closed = self.engine.quote
        text = escape(bbcode, quote=False).replace("\n", "<br />\n")
        text = text.replace("[quote]", opened).replace("[/quote]", closed).replace("[hr]", '<hr class="mycode_hr" />')
        text = re.sub(r"\[color=(\w+)\](.*?)\[/color\]", r'<span style="color: \1">\2</span>', text, flags=re.S)
        text = re.sub(r"\[url=([^\]]*)\](.*?)\[/url\]", r'<a href="\1">\2</a>', text, flags=re.S)
        text = re.sub(r"\[(/?)b\]", r"<\1strong>", text)
        if self.engine.table:
            text = re.sub(r"\[(/?)(table|tr|td)\]", r"<\1\2>", text)
        return re.sub(r"\[/?list\]|\[\*\]", "", text)

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
                self.answer(*forum.show(self.path))

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
        self.base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield self.base + self.engine.thread
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def _without_links(bbcode: str) -> str:
    """Links and lists are more than the written thread renders."""
    return re.sub(r"\[/?(?:url(?:=[^\]]*)?|list|\*)\]", "", bbcode)
