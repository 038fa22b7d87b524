"""Every message has its Russian text, and both name the same things."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from tally import texts
from tally.locale.compile import HERE, compile_catalogues, read_catalogue

ROOT = Path(__file__).resolve().parents[2]
_PLACE = re.compile(r"\{(\w*)")


def _messages() -> list[tuple[str, str]]:
    """Every message in the program's Python and templates, with the file that it stands in."""
    found = []
    for name, _line, message, _comments, _context in extract_from_dir(
        ROOT / "tally",
        method_map=[("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")],
        keywords={"_": None, "plural": (1, 2)},
    ):
        for each in message if isinstance(message, tuple) else (message,):
            found.append((name, each))
    return found


def test_every_message_has_its_russian_text() -> None:
    russian = read_catalogue(HERE / "ru")
    known = {form for message in russian for form in ([message.id] if isinstance(message.id, str) else message.id)}
    missing = sorted({(name, text) for name, text in _messages() if text not in known})
    assert not missing, f"no Russian text for: {missing}"


def test_no_english_text_has_a_russian_word_in_it() -> None:
    """Only what output for the host begins with is Russian in every language; that is no message."""
    assert [each for each in _messages() if re.search("[А-яЁё]", each[1])] == []


def test_a_russian_text_names_the_same_things_as_its_message() -> None:
    for message in read_catalogue(HERE / "ru"):
        if not message.id:
            continue
        one, many = (message.id, message.id) if isinstance(message.id, str) else message.id
        for text in [message.string] if isinstance(message.string, str) else message.string or [""]:
            assert text, f"{message.id!r} has an empty text"
            allowed = set(_PLACE.findall(one)) | set(_PLACE.findall(many))
            assert set(_PLACE.findall(text)) <= allowed, f"{text!r} names what {one!r} does not give"


def test_the_compiled_catalogue_is_the_written_one() -> None:
    compile_catalogues()
    texts.use_language("ru")
    assert texts._("Stopped.") == "Остановлено."
    texts.use_language("en")
    assert texts._("Stopped.") == "Stopped."
    assert texts.plural("{count} vote", "{count} votes", 1) == "1 vote"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(KeyError):
        texts.use_language("de")
