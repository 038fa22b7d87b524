"""Lines in a terminal's width."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.wrapped import wrap_lines


def test_a_long_line_goes_on_further_in() -> None:
    assert list(wrap_lines(["  раз два три четыре"], 12)) == ["  раз два", "    три", "    четыре"]


def test_without_a_terminal_nothing_is_broken() -> None:
    line = "слово " * 50
    assert list(wrap_lines([line], None)) == [line]


def test_an_address_is_never_broken() -> None:
    address = "https://forum.example/viewtopic.php?t=12&p=4213#p4213"
    assert list(wrap_lines([f"  {address}"], 20)) == [f"  {address}"]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=50)
@given(st.lists(st.text(alphabet="абв -", max_size=60)), st.integers(10, 80))
def test_no_word_is_lost(lines: list[str], width: int) -> None:
    assert " ".join(lines).split() == " ".join(wrap_lines(lines, width)).split()
