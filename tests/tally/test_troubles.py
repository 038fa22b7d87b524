"""What the system would not do is told in the host's language."""

import errno
import os
from pathlib import Path

from tally.texts import speaking
from tally.troubles import why_failed
from tests.tally.evening import run

SETUP = ("--ruleset", "classic", "--thread", "https://forum.example/viewtopic.php?t=12")


def test_a_file_that_is_not_there_is_told_in_russian(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "game", *SETUP, "--players", "nicks.txt")
    assert (done.status, done.err) == (2, "tally: nicks.txt: не читается: такого файла или папки нет\n")


def test_an_unusual_trouble_is_told_in_the_words_of_the_system() -> None:
    with speaking("ru"):
        assert why_failed(OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))) == os.strerror(errno.ENOLCK)
