"""Cyrillic comes out right whatever header and meta say, or the page is refused."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers import DefectCode, Kind, read_page
from parsers.decoding import decode

TEXT = "<p>Голосую против Васи, а Сальвия говорит дело. Ёжик</p>"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1251", "koi8-r", "utf-16", "cp866"])
@pytest.mark.parametrize(
    "header", [None, "text/html; charset=iso-8859-1", "text/html; charset=windows-1251", "text/html; charset=нет"]
)
def test_whatever_the_header_says(encoding: str, header: str | None) -> None:
    assert decode(TEXT.encode(encoding), header) == (TEXT, ())


@pytest.mark.parametrize("declared", ["windows-1251", "koi8-r", "utf-8", "iso-8859-1", "x-nonsense"])
def test_whatever_a_late_meta_says(declared: str) -> None:
    page = (
        "<html>"
        + "<!-- -->" * 1000
        + f'<meta http-equiv="Content-Type" content="text/html; charset={declared}">'
        + TEXT
    )
    assert decode(page.encode("windows-1251"), None) == (page, ())


def test_a_page_cut_inside_a_letter() -> None:
    assert decode(TEXT.encode()[:15], None) == (TEXT.encode()[:15].decode("utf-8", "ignore"), ())


def test_a_letter_that_the_engine_cut_in_half_is_told() -> None:
    text, defects = decode(TEXT.encode() + b"\xd0" + TEXT.encode(), None)
    assert text == TEXT + "\ufffd" + TEXT
    assert [defect.code for defect in defects] == [DefectCode.DAMAGED_TEXT]


def test_a_piece_of_cp1251_in_a_page_of_utf8() -> None:
    assert decode(TEXT.encode() * 3 + "Подпись".encode("windows-1251"), None) == (TEXT * 3 + "Подпись", ())


def test_bytes_that_are_no_text_are_refused() -> None:
    page = read_page(bytes(range(128, 256)) * 3 + b"\x00\x01")
    assert page.kind is Kind.OTHER
    assert not page.posts


@given(text=st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГД ,.<>abc", min_size=1))
def test_utf8_is_always_read_as_it_is(text: str) -> None:
    assert decode(text.encode(), "text/html; charset=windows-1251") == (text, ())


def test_bytes_that_are_no_text_are_told_in_the_page_and_not_on_the_standard_error() -> None:
    code = "from parsers import read_page; print([each.code for each in read_page(bytes(range(1, 256)) * 9).defects])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "undecoded" in done.stdout
    assert done.stderr == ""
