"""The texts for people: `_` and `plural` give the text of the language in use, Russian unless another is asked for.

Messages are English in the code (they are the English catalogue); other languages lie in `tally/locale/<language>/`.
"""

import gettext
import os
from pathlib import Path

__all__ = ["LANGUAGES", "_", "language", "plural", "use_language"]

LANGUAGES = ("ru", "en")
_LOCALE = Path(__file__).parent / "locale"
_texts: gettext.NullTranslations = gettext.NullTranslations()
_language = "en"


def use_language(name: str) -> None:
    """Speak `name`, one of `LANGUAGES`, from now on; click's own messages too. Raises KeyError for another one."""
    global _texts, _language
    if name not in LANGUAGES:
        raise KeyError(name)
    _language = name
    if name == "en":
        _texts = gettext.NullTranslations()
    else:
        _texts = gettext.translation("tally", _LOCALE, languages=[name])
    # click asks the process-wide domain for its few sentences
    os.environ["LANGUAGE"] = name
    gettext.bindtextdomain("tally", str(_LOCALE))
    gettext.textdomain("tally")


def language() -> str:
    """The language in use: `ru` or `en`."""
    return _language


def _(message: str) -> str:
    return _texts.gettext(message)


def plural(one: str, many: str, count: int) -> str:
    """The form of a message that fits `count`; `{count}` in it is filled in."""
    return _texts.ngettext(one, many, count).format(count=count)
