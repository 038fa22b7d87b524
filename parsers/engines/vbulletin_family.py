"""What vBulletin 3 and 4 share: edit notes, merged posts, error pages, the numbers of the page bar."""

import re

from parsers.engine import Text, at

__all__ = ["EDIT_TIME", "LAST_PAGE", "MERGED", "NOT_SHOWN", "THIS_PAGE", "zone_after"]

# «Последний раз редактировалось NICK; 09.09.2018 в 09:28. Причина: …», “Last edited by NICK; 01-10-2014 at 10:01 PM.”
# A nick may hold a semicolon, the time does not.
EDIT_TIME = re.compile(
    r"(?:edited by|редактировалось|редактировал[аи]?|отредактировано|изменено|изменил[аи]?)\s+"
    r"(?:пользователем\s+)?(?P<by>.+?);\s*(?P<time>[^;]*?\d{1,2}:\d{2}(?::\d{2})?(?:\s*[AP]\.?M\b)?)",
    re.I | re.S,
)

# Lines that stand before text merged into an earlier post: vBulletin 4's own tells no time; the hacks of vBulletin 3
# count from the post («Добавлено через 8 минут») or name the hour (“---------- Post added at 10:05 PM ----------
# Previous post was at 09:57 PM ----------”).
_SPAN = (
    r"(?:\d{1,5}\s*[а-яёa-z]+\.?,?\s*(?:и\s+|and\s+)?){1,4}|минуту|час|полчаса|день|секунду|a minute|an hour|a second"
)
MERGED = re.compile(
    r"^[ \t]*(?:"
    rf"(?:(?:Добавлено|Отправлено)(?: (?:через|спустя))?|(?:Added|Posted) (?:after|in)) (?P<span>{_SPAN})(?: спустя)?:?"
    r"|- - - (?:Updated|Обновлено|Добавлено|Сообщение обновлено) - - -"
    r"|-{5,}\s*(?:Post added|(?:Сообщение )?добавлено)(?: (?:at|в|on))? (?P<time>[^\n]{4,40}?)\s*-{5,}"
    r"(?:\s*(?:Previous post|Предыдущее сообщение)[^\n]{4,80}?-{5,})?"
    r")[ \t]*$",
    re.M | re.I,
)

# Words of the placeholder of a deleted post; that of an ignored author's post has none of them, and counts as unread.
NOT_SHOWN = "contains(.,'далено') or contains(.,'далён') or contains(.,'eleted')"


# The two numbers of a page bar, «Страница 152 из 155», in any language; thousands may be separated.
THIS_PAGE = r"(\d+)\D+\d"
LAST_PAGE = r"\d+\D+?(\d[\d.,\u00a0]*)"


def zone_after(path: str) -> Text:
    """The footer's line about the zone, «Часовой пояс GMT +3, время: 22:40.», in what follows the place `path`."""
    said = "[contains(.,'GMT') or contains(.,'UTC')]"
    return at(f"({path}/following::text(){said} | /html/body[not({path})]//text(){said})[last()]")
