"""Captured pages and the truth of what was posted, compared post by post: what the tests of several folders share."""

import re
from datetime import datetime
from typing import Any

__all__ = ["differences_of_post", "squeezed"]


def differences_of_post(
    post: dict[str, Any], want: dict[str, Any], *, relative: bool = False, marks: bool = True
) -> list[str]:
    """In which ways `post` (as FORMATS 6 has it) is not what was posted.

    `relative`: the page tells some times as «5 минут назад»; `marks`: it shows colours at all.
    """
    wrong = []
    if squeezed(post["author"] or "") != squeezed(want["author"]):
        wrong.append(f"{post['id']}: author {post['author']!r}, not {want['author']!r}")
    if not _is_same_time(post, want, relative=relative):
        wrong.append(f"{post['id']}: time {post['time']} ({post['precision']}), not {want['time']}")
    found = [[mark["colour"], squeezed(mark["text"])] for mark in post["marks"] if mark["colour"]]
    if marks and want["marks"] is not None and found != [[mark[0], squeezed(mark[1])] for mark in want["marks"]]:
        wrong.append(f"{post['id']}: marks {found}, not {want['marks']}")
    return wrong


def _is_same_time(post: dict[str, Any], want: dict[str, Any], *, relative: bool) -> bool:
    if post["time"] is None:
        return relative
    found, posted = datetime.fromisoformat(post["time"]), datetime.fromisoformat(want["time"])
    if post["precision"] == "second":
        return found == posted
    return found == posted.replace(second=0) or (relative and abs((found - posted).total_seconds()) <= 90)


def squeezed(text: str) -> str:
    """`text` as it is seen."""
    return re.sub(r"\s+", " ", re.sub("[\u200b-\u200f\u2060\ufeff\u00ad]", "", text.replace("\u00a0", " "))).strip()
