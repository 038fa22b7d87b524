"""How a post is written and edited on each engine: where its form is and the names of its fields. Data alone.

What a form holds besides (tokens, the subject, counters) is sent as the forum shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["FORMS", "PostForm"]


@dataclass(frozen=True, slots=True)
class PostForm:
    """`message`: the field of the text; `buttons`: the names that the button that sends it may have, "" for none.

    `reply` and `edit` are addresses from the folder of the thread's page; `{thread}` and `{post}` are the forum's ids.
    `newest`: the field with the newest post that the writer can know of; where others have posted since, the forum
    shows the form once more with a later one, and takes it when it is sent again.
    """

    message: str
    buttons: tuple[str, ...]
    reply: str
    edit: str
    newest: str | None = None


_PUNBB = PostForm("req_message", ("submit", "submit_button"), "post.php?tid={thread}", "edit.php?id={post}")

FORMS: Mapping[str, PostForm] = {
    "phpbb": PostForm(
        "message",
        ("post",),
        "posting.php?mode=reply&t={thread}",
        "posting.php?mode=edit&p={post}",
        newest="topic_cur_post_id",
    ),
    "mybb": PostForm("message", ("submit", "submitbutton"), "newreply.php?tid={thread}", "editpost.php?pid={post}"),
    "smf": PostForm(
        "message",
        ("post", ""),
        "index.php?action=post;topic={thread}.0",
        "index.php?action=post;msg={post};topic={thread}.0",
        newest="last_msg",
    ),
    "fluxbb": _PUNBB,
    "punbb": _PUNBB,
    "rusff": _PUNBB,
}
"""Engine → its form; for an engine that is not here a person pastes the text."""
