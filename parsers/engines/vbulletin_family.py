"""What vBulletin 3 and 4 share: edit notes, merged posts, error pages, the numbers of the page bar."""

import re

from parsers.dates import DAY
from parsers.engine import Text, at

__all__ = ["EDIT_TIME", "LAST_PAGE", "MERGED", "NOT_SHOWN", "THIS_PAGE", "zone_after"]

# «Последний раз редактировалось NICK; 09.09.2018 в 09:28. Причина: …», “Last edited by NICK; 01-10-2014 at 10:01 PM.”,
# up to 3.5 “Last edited by NICK : 01-10-2004 at 10:01 PM.”; a nick may hold any of the signs, the time does not.
EDIT_TIME = re.compile(
    r"(?:edited by|редактировалось|редактировал[аи]?|отредактировано|отредактировал[аи]?|изменено|изменил[аи]?)\s+"
    rf"(?:пользователем\s+)?(?P<by>.+?)\s*[;:,]\s*"
    rf"(?P<time>(?:{DAY})[^;]*?\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\s*[AP]\.?M\b)?)",
    re.I | re.S,
)

# Lines that stand before text merged into an earlier post: vBulletin 4's own tells no time; the hacks of vBulletin 3
# count from the post («Добавлено через 8 минут») or name the hour («Добавлено в 22:05», “---------- Post added at
# 10:05 PM ---------- Previous post was at 09:57 PM ----------”).
_SPAN = (
    r"(?:\d{1,5}\s*[а-яёa-z]+\.?,?\s*(?:и\s+|and\s+)?){1,4}|минуту|час|полчаса|день|секунду|a minute|an hour|a second"
)
_HOUR = r"(?:[^\n,;]{1,20},?\s+(?:в\s+|at\s+)?)?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]\.?M)?"
MERGED = re.compile(
    r"^[ \t]*(?:"
    rf"(?:(?:Добавлено|Отправлено|Дописано)(?: (?:через|спустя))?|(?:Added|Posted) (?:after|in)) (?P<span>{_SPAN})"
    r"(?: (?:спустя|later))?[.:]?"
    r"|- - - (?:Updated|Обновлено|Добавлено|Сообщение обновлено) - - -"
    rf"|(?:-{{5,}}\s*)?(?:Post added|(?:Сообщение )?добавлено)(?: (?:at|в|on))? (?P<time>{_HOUR})[.:]?(?:\s*-{{5,}})?"
    r"(?:\s*(?:Previous post|Предыдущее сообщение)[^\n]{4,80}?-{5,})?"
    r")[ \t]*$",
    re.M | re.I,
)

# Words of the placeholder of a deleted post; that of an ignored author's post has none of them, and counts as unread.
NOT_SHOWN = "contains(.,'далено') or contains(.,'далён') or contains(.,'eleted')"


# The two numbers of a page bar, «Страница 152 из 155», in any language; thousands may be separated.
THIS_PAGE = r"(\d+)\D+\d"
LAST_PAGE = r"\d+\D+?(\d[\d.,\u00a0]*)"


# A zone is said of times: «Игра по GMT +9» is the title of a thread like this one.
_ZONE_SAID = (
    "[contains(.,'GMT') or contains(.,'UTC')][contains(.,'ояс') or contains(.,'ремя') or contains(.,'imes are')"
    " or contains(.,'ime zone') or contains(.,'ime is')]"
)


def zone_after(path: str, words: str = "div[@class='posttext' or @class='content']") -> Text:
    """The footer's line about the zone, «Часовой пояс GMT +3, время: 22:40.», in what follows the place `path`.

    Where a view has no such place (print, archive), it is looked for everywhere but in `words`, which are the authors'.
    """
    anywhere = f"/html/body[not({path})]//text(){_ZONE_SAID}[not(ancestor::{words})]"
    return at(f"({path}/following::text(){_ZONE_SAID} | {anywhere})[last()]")
