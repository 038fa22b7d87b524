"""Changes a TOML file that a host edits by hand: comments, order, line ends and the file's mode stay as they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import tomlkit

from tally.errors import GameFault
from tally.files import replace_file
from tally.folder.toml_places import read_source
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["edit_toml"]

_MARK = b"\xef\xbb\xbf"


@contextmanager
def edit_toml(path: Path) -> Iterator[tomlkit.TOMLDocument]:
    """The document of the file, to be changed in the block; written at its end, whole or not at all.

    Raises GameFault where the file cannot be read or written; an exception in the block leaves it as it was.
    """
    source = read_source(path)
    raw = path.read_bytes()
    document = tomlkit.parse(source.text)
    yield document
    text = tomlkit.dumps(document)
    if text == source.text:
        return
    if b"\r\n" in raw:
        text = text.replace("\n", "\r\n")
    data = (_MARK if raw.startswith(_MARK) else b"") + text.encode()
    try:
        replace_file(path, data, mode=path.stat().st_mode & 0o777)
    except OSError as error:
        raise GameFault(_("{file}: cannot be written: {why}").format(file=path, why=why_failed(error))) from None
