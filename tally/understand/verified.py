"""What `tally verify` finds: a difference between what is stored and what follows from it anew."""

from dataclasses import dataclass
from typing import Any

__all__ = ["Difference"]


@dataclass(frozen=True, slots=True)
class Difference:
    """`kind`: of what (`body`, `posts`, `post.text`, `fact`, `announced.executed` …); `place`: where it is to be found;
    `stored` and `found`: plain values, None: there is nothing."""

    kind: str
    place: str
    stored: Any
    found: Any
