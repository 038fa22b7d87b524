"""The templates of the posts that a host puts into the thread: our own, or those of the game folder, which he may edit.

In: plain values that everybody may know. Out: the text of a post. A template can reach nothing else: it runs in a
sandbox, and what is wrong with it is told in one line with its file and line.
"""

import traceback
from collections.abc import Mapping, Sequence
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tally.errors import GameFault
from tally.files import replace_file
from tally.harmless import harmless
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["FOLDER", "PostFormat", "PostKind", "render_post", "template_file", "write_templates"]

FOLDER = "templates"
"""The folder of a game in which its own templates lie."""

# what a forum takes for the beginning of a tag, and a sign of no width that keeps it from being one
_NO_TAG = str.maketrans({"[": "[\u200b"})


class PostFormat(StrEnum):
    """How a post is written."""

    PLAIN = "plain"
    BBCODE = "bbcode"


class PostKind(StrEnum):
    """What a post is for: the beginning of a game, what came of a phase, or the whole game after its end."""

    OPENING = "opening"
    RESULTS = "results"
    FINAL = "final"


def template_file(kind: PostKind, form: PostFormat) -> str:
    """The name of a template, in our folder as in a game's."""
    return f"{kind}.txt" if form is PostFormat.PLAIN else f"{kind}.{form}.txt"


def write_templates(game: Path, kind: PostKind) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Put our templates of a kind into the game's folder, to be edited. Gives those that were written and those that
    were there already and stayed. Raises GameFault where they cannot be written."""
    written: list[Path] = []
    kept: list[Path] = []
    for form in PostFormat:
        file = game / FOLDER / template_file(kind, form)
        if file.exists():
            kept.append(file)
            continue
        try:
            file.parent.mkdir(exist_ok=True)
            text = f"{{#- {_explained(kind)} -#}}\n{_own(kind, form)}"
            replace_file(file, text.encode(), mode=0o644)
        except OSError as error:
            raise GameFault(_("{file}: cannot be written: {why}").format(file=file, why=why_failed(error))) from None
        written.append(file)
    return tuple(written), tuple(kept)


def _explained(kind: PostKind) -> str:
    if kind is PostKind.OPENING:
        return _(
            "The post at the beginning of the game. It may use: title, game, rules, facts, clock, threads (lines), "
            "players, reserves (name, picture, line), seed_hash, words."
        )
    if kind is PostKind.RESULTS:
        return _(
            "The results post. It may use: title, phase, number, is_night, game, news (lines), in_game, alive, dead, "
            "executed, silenced (lists of names), roles (name: what was told of the dead), light, winners."
        )
    return _(
        "The post at the end of the game. It may use: title, game, victory, winners, players (name, role, dealt, fate, "
        "line), phases (title, parts with title and lines), seed, seed_hash, draws, words."
    )


def render_post(game: Path, kind: PostKind, form: PostFormat, values: Mapping[str, Any]) -> str:
    """The post, by the game's own template where there is one. Raises GameFault where that is wrong."""
    file = game / FOLDER / template_file(kind, form)
    own = file.is_file()
    source = _read(file) if own else _own(kind, form)
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False, autoescape=False
    )
    try:
        template = environment.from_string(source)
        text = template.render(**{key: _shown(value, form) for key, value in values.items()})
    except TemplateSyntaxError as error:
        raise GameFault(_in_words(file, error.lineno, str(error.message))) from None
    except Exception as error:  # whatever a host's template does wrong is told where it stands
        if not own and not isinstance(error, TemplateError):
            raise
        raise GameFault(_in_words(file, _line_of(error), str(error) or type(error).__name__)) from None
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def _in_words(file: Path, line: int | None, why: str) -> str:
    place = f"{file}:{line}" if line else str(file)
    return _("{place}: the template is wrong: {why}").format(place=place, why=harmless(why))


def _line_of(error: Exception) -> int | None:
    """The line of the template in which it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == "<template>"), None)


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GameFault(_("{file}: cannot be read: {why}").format(file=file, why=error)) from None


def _own(kind: PostKind, form: PostFormat) -> str:
    return (files("tally") / FOLDER / "posts" / template_file(kind, form)).read_text(encoding="utf-8")


def _shown(value: Any, form: PostFormat) -> Any:
    """A value with every text in it made harmless: on a terminal, and as far as it is no code of the forum."""
    if isinstance(value, str):
        text = harmless(value)
        return text.translate(_NO_TAG) if form is PostFormat.BBCODE else text
    if isinstance(value, Mapping):
        return {str(_shown(key, form)): _shown(each, form) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [_shown(each, form) for each in value]
    return value
