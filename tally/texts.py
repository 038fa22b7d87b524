"""The texts for people: `_` and `plural` give the text of the language in use, Russian unless another is asked for.

Messages are English in the code (they are the English catalogue); other languages lie in `tally/locale/<language>/`.
"""

import gettext
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = [
    "LANGUAGES",
    "_",
    "language",
    "language_for",
    "let_games_choose",
    "plural",
    "quoted",
    "speaking",
    "use_language",
]

LANGUAGES = ("ru", "en")
_LOCALE = Path(__file__).parent / "locale"


class _Spoken(threading.local):
    """What this thread speaks: what the process does, unless it was told otherwise."""

    def __init__(self) -> None:
        self.language, self.texts = _of_process


_of_process: tuple[str, gettext.NullTranslations] = ("en", gettext.NullTranslations())
_spoken = _Spoken()
_games_choose = False


def use_language(name: str) -> None:
    """Speak `name`, one of `LANGUAGES`, from now on; click's own messages too. Raises KeyError for another one.

    A thread beside the main one speaks it alone.
    """
    global _of_process
    if name not in LANGUAGES:
        raise KeyError(name)
    texts = gettext.NullTranslations() if name == "en" else gettext.translation("tally", _LOCALE, languages=[name])
    _spoken.language, _spoken.texts = name, texts
    if threading.current_thread() is threading.main_thread():
        _of_process = (name, texts)
        # click asks the process-wide domain for its few sentences
        os.environ["LANGUAGE"] = name
        gettext.bindtextdomain("tally", str(_LOCALE))
        gettext.textdomain("tally")


@contextmanager
def speaking(name: str) -> Iterator[None]:
    """Speak `name` in the block. Raises KeyError."""
    before = language()
    use_language(name)
    try:
        yield
    finally:
        use_language(before)


def language() -> str:
    """The language in use: `ru` or `en`."""
    return _spoken.language


def let_games_choose(allowed: bool) -> None:
    """Whether what concerns one game is said in the language that it remembers: not where another was asked for."""
    global _games_choose
    _games_choose = allowed


def language_for(remembered: str | None) -> str:
    """The language for one game of several, `remembered` by it."""
    return remembered if _games_choose and remembered is not None else language()


def _(message: str) -> str:
    return _spoken.texts.gettext(message)


def plural(one: str, many: str, count: int) -> str:
    """The form of a message that fits `count`; `{count}` in it is filled in."""
    return _spoken.texts.ngettext(one, many, count).format(count=count)


def quoted(text: str) -> str:
    """What somebody wrote, in the quotation marks of the language."""
    return _("“{text}”").format(text=text)
