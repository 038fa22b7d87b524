"""What the authors of a captured thread meant, as `truth.yaml` beside the pages has it: read line by line.

In: such a file. Out: the roster, and for each post the votes that its author meant.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Intended", "IntendedPost", "Truth", "read_truth"]

_KEY = re.compile(r"(?P<indent> *)(?P<dash>- )?(?P<key>\w+):(?: (?P<value>.*))?$")
_ITEM = re.compile(r" *- (?P<value>[^:]+)$")


@dataclass
class Intended:
    """One mark: whom its author meant, where it is a vote."""

    colour: str
    written: str = ""
    on: str | None = None
    is_vote: bool = True


@dataclass
class IntendedPost:
    id: str
    author: str = ""
    time: str = ""
    note: str = ""
    gone_later: bool = False
    changed_later: bool = False
    marks: list[Intended] = field(default_factory=list)

    @property
    def votes(self) -> list[tuple[str, str]]:
        """Colour and target of each, in order."""
        return [(mark.colour, mark.on) for mark in self.marks if mark.is_vote and mark.on is not None]


@dataclass
class Truth:
    players: tuple[str, ...]
    host: str
    posts: dict[str, IntendedPost]


def read_truth(file: Path) -> Truth:
    """What a truth file tells. Its keys stand one on a line; longer texts are passed over."""
    lines = file.read_text(encoding="utf-8").splitlines()
    posts = {post.id: post for post in _posts(lines)}
    for event, id_ in _events(lines):
        if id_ in posts:
            posts[id_].gone_later |= event.endswith("_delete")
            posts[id_].changed_later |= event == "edit"
    host = next(value for key, value in _pairs(lines) if key == "host")
    return Truth(_list(lines, "players") or _list(lines, "roster"), host, posts)


def _pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        found = _KEY.match(line)
        if found is not None and found["value"]:
            yield found["key"], _plain(found["value"])


def _list(lines: list[str], key: str) -> tuple[str, ...]:
    begin = next((place for place, line in enumerate(lines) if line.strip() == f"{key}:"), None)
    items: list[str] = []
    for line in lines[begin + 1 :] if begin is not None else ():
        found = _ITEM.match(line)
        if found is None:
            break
        items.append(_plain(found["value"]))
    return tuple(items)


def _posts(lines: list[str]) -> Iterator[IntendedPost]:
    """The posts of the first snapshot; what follows a post's own marks (edits, a second snapshot) is passed over."""
    post: IntendedPost | None = None
    section = ""
    for line in lines[lines.index("posts:") + 1 :]:
        found = _KEY.match(line)
        if line and not line.startswith((" ", "-")):
            break
        if found is None:
            continue
        key, value, indent = found["key"], _plain(found["value"] or ""), len(found["indent"])
        if indent == 0 and found["dash"]:
            if post is not None:
                yield post
            post = IntendedPost("")
        if post is None:
            continue
        if indent + 2 * bool(found["dash"]) == 2:
            section = key
            if key == "post_id":
                post.id = value
            elif key == "author":
                post.author = value
            elif key == "time_utc":
                post.time = value
            elif key == "note":
                post.note = value
            elif key == "deleted_in_snapshot2":
                post.gone_later = True
            elif key == "snapshot2":
                post.changed_later = True
        elif section in ("marks", "spans"):
            _read_mark(post, key, value, starts=bool(found["dash"]))
    if post is not None:
        yield post


def _events(lines: list[str]) -> Iterator[tuple[str, str]]:
    """What happened between the two snapshots: the event and its post."""
    event = ""
    for key, value in _pairs(lines):
        if key == "event":
            event = value
        elif key == "post" and event:
            yield event, value
            event = ""


def _read_mark(post: IntendedPost, key: str, value: str, *, starts: bool) -> None:
    if starts and key == "colour":
        post.marks.append(Intended(value))
        return
    if not post.marks:
        return
    mark = post.marks[-1]
    if key == "target_as_written":
        mark.written = value
    elif key in ("intended_target", "intended_nick"):
        mark.on = None if value == "null" else value
    elif (key == "intended_vote" and value == "false") or (key == "kind" and value == "not_a_vote"):
        mark.is_vote = False
    elif key == "note" and value == "voter is dead":
        post.note = value
    elif key in ("in_quote", "in_signature") and value == "true":
        mark.is_vote = False


def _plain(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1].replace("''", "'")
    return value
