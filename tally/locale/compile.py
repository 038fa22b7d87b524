"""Compiles the text catalogues: the `*.po` of each language folder become the one `tally.mo` that gettext loads.

The messages are English in the code; a language is a folder with a file for each subject. Runs by itself
(`make texts`) and as the build hook of the package, so that an installed program has its texts.
"""

import os
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent


def read_catalogue(folder: Path) -> Catalog:
    """All messages of one language. Raises ValueError where two files give one message different texts."""
    merged = Catalog(locale=folder.name, domain="tally")
    for source in sorted(folder.glob("*.po")):
        with source.open("rb") as po:
            part = read_po(po, locale=folder.name, abort_invalid=True)
        for message in part:
            if not message.id:
                continue
            known = merged.get(message.id, message.context)
            if known is not None and known.string != message.string:
                raise ValueError(f"{source}: {message.id!r} has another text in another file of this folder")
            merged[message.id] = message
    return merged


def compile_catalogues() -> None:
    for folder in sorted(HERE.iterdir()):
        if folder.is_dir() and any(folder.glob("*.po")):
            catalogue = read_catalogue(folder)
            target = folder / "LC_MESSAGES" / "tally.mo"
            target.parent.mkdir(exist_ok=True)
            # put in place whole: a program that starts at this moment reads the old or the new one
            fresh = target.with_suffix(f".{os.getpid()}")
            with fresh.open("wb") as mo:
                write_mo(mo, catalogue)
            fresh.replace(target)


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        compile_catalogues()


if __name__ == "__main__":
    compile_catalogues()
