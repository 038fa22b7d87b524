"""What XenForo 1 and 2 share: addresses of threads."""

import re

from parsers.addresses import with_parameters, without_session

__all__ = ["THREAD_ID", "page_address"]

# `threads/name.12/`, `threads/12/`, `index.php?threads/name.12/`; boards may rename the route (`t/`, `topic/`)
THREAD_ID = r"(?:threads|topics?|t)/(?:[^/]*?\.)?(\d+)(?:/|$|[?#])"
_THREAD = re.compile(r"^([^#]*?(?:threads|topics?|t)/(?:[^/?&#]*?\.)?\d+)(?:[/?&#]|$)")


def page_address(thread_url: str, page: int, _per_page: int) -> str:
    """The URL of a page: what may follow the thread's name is a page or a post."""
    found = _THREAD.match(without_session(thread_url))
    if found:
        return found.group(1) + "/" + (f"page-{page}" if page > 1 else "")
    return with_parameters(thread_url, ("page",), page=page if page > 1 else None)
