"""The captured pages beside the project, compared with the truth of what was posted, engine by engine.

The comparison is that of `check_pages.py`. A page whose recorded truth cannot be meant is listed with the reason.
"""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from parsers import page_as_json, read_page
from tests.captures import differences_of_post

# The folders whose engine is read whole.
DONE = [
    "discourse/synthetic",
    "flaskbb",
    "fluxbb",
    "fluxbb_visman",
    "invision4/synthetic",
    "ipb3/synthetic",
    "mybb",
    "nodebb",
    "phpbb",
    "punbb",
    "rusff/synthetic",
    "smf",
    "smf20",
    "ucoz/synthetic",
    "vbulletin3/synthetic",
    "vbulletin4/synthetic",
    "vbulletin5/synthetic",
    "xenforo1/synthetic",
    "xenforo2/synthetic",
]

_EMPTY = "the body of a redirect: there is nothing in it"
_INDEX = "the index of the board that the redirect after a login leads to"
_NEW_POSTS = "it holds only posts that were written after the truth"
_SAME_PAGE = "the engine answers, word for word, as for a thread that does not exist"
_FALLS_BACK = "the engine shows a page of the thread instead"
_BARE = "a page for old telephones: it shows no ids, by which posts could be compared"
WRONG_TRUTHS = {
    **{
        f"{engine}/special/not_allowed_{what}.html": _SAME_PAGE
        for engine in ("fluxbb", "fluxbb_visman", "punbb")
        for what in ("forum_guest", "topic_guest", "topic_member")
    },
    **{f"{engine}/special/post_does_not_exist.html": _FALLS_BACK for engine in ("smf", "smf20")},
    **{f"smf20/wireless/topic_p{page}_{way}.html": _BARE for page in (1, 2) for way in ("imode", "wap", "wap2")},
    "mybb/17_snapshot2/thread_guest/page08.html": _NEW_POSTS,
    "mybb/17_snapshot2/thread_moderator/page08.html": _NEW_POSTS,
    "mybb/17_snapshot2/thread_user/page08.html": _NEW_POSTS,
    "phpbb/16_special_pages/login_success_first_response.html": _EMPTY,
    "phpbb/16_special_pages/login_success_redirect_chain.html": _INDEX,
    "phpbb/16_special_pages/board_disabled_login_form.html": "the board says that it is being worked on",
    "phpbb/16_special_pages/member_does_not_exist_guest.html": "the board asks a guest to log in before it tells",
    "phpbb/17_snapshot2/thread_guest/page08.html": _NEW_POSTS,
    "phpbb/17_snapshot2/thread_moderator/page08.html": _NEW_POSTS,
    "phpbb/17_snapshot2/thread_user/page08.html": _NEW_POSTS,
}
# Marks of posts that the truth leaves out: votes in words («РэдДи КРАСНЫМ»), by post.
WITHOUT_WORDS = {
    "invision4/synthetic": {"92653"},
    "ipb3/synthetic": {"55030"},
    "rusff/synthetic": {"60243"},
    "ucoz/synthetic": {"216"},
    "vbulletin3/synthetic": {"48816"},
    "vbulletin4/synthetic": {"70424"},
    "vbulletin5/synthetic": {"727804"},
    "xenforo1/synthetic": {"2146321"},
    "xenforo2/synthetic": {"114408"},
}
# Boards that show no zone and are not in Moscow's: what a host would write into `game.toml`.
ZONES = {
    f"{engine}/{folder}": zone
    for engine in ("fluxbb", "fluxbb_visman", "punbb")
    for folder, zone in {"guest_tz_utc": "UTC", "member_tz_plus5": "+05:00"}.items()
}


@pytest.mark.parametrize("engine", DONE)
def test_captured_pages_are_read_as_they_were_posted(shared: Path, engine: str) -> None:
    folder = shared / "pages" / engine
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    differences = [
        f"{page['file']}: {difference}"
        for page in truth["pages"]
        if f"{engine}/{page['file']}" not in WRONG_TRUTHS
        for difference in _differences(
            folder, page, _posts_of(engine, truth), ZONES.get(f"{engine}/{page['file']}".rpartition("/")[0])
        )
    ]
    assert differences == []


def _posts_of(engine: str, truth: dict[str, Any]) -> dict[str, Any]:
    unsaid = WITHOUT_WORDS.get(engine, set())
    return {number: post | {"marks": None} if number in unsaid else post for number, post in truth["posts"].items()}


def _differences(folder: Path, page: dict[str, Any], posts: dict[str, Any], zone: str | None) -> list[str]:
    fetched_at = datetime.fromisoformat(page["fetched_at"]) if page["fetched_at"] else None
    read = page_as_json(read_page((folder / page["file"]).read_bytes(), fetched_at=fetched_at, timezone=zone))
    wrong = [] if read["kind"] in page["kind"] else [f"kind {read['kind']}, not {page['kind']}"]
    known = [post for post in read["posts"] if post["id"] in posts]
    if page["kind"] == ["thread"] and not known:
        wrong.append("no post found")
    if page["kind"] == ["thread"] and not read["whole"] and not page["file"].startswith("t_4711_posts_chunk"):
        wrong.append(f"not whole: {read['defects']}")
    for post in known:
        wrong += differences_of_post(post, posts[post["id"]], relative=page["relative"], marks=page["marks"])
    return wrong
