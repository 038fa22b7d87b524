"""Every fault is shown with its place: any key of any TOML file is found, however it is written."""

import json
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tally.errors import GameFault
from tally.folder.toml_places import KeyPath, Place, find_places, name_keys, nearest, read_source

RECORD = '''# a record
format = 1

[game]
ruleset = "classic"   # [not.a.table]
"first day".moscow = 2024-01-10
note = """
[phases]
a = 1 \\" "" """

[[players]]
name = "Вася"
role = "doctor"

[[players]]
name = "Петя"
rle = 'citizen'

[[phases]]
phase = "day1"
votes = [   # in order
  { by = "Вася", on = "Петя" },
  # a remark, with ] in it
  { by = "Петя", at = 21:59:59,
    on = "Вася" },
]
[phases.expect]
executed = ["Петя",
            "Вася"]
scores.'Петя' = 1
[phases.chance]
"girl-silence:Петя" = true
'''.replace("21:59:59,\n    on", "21:59:59, on")

PLACES: list[tuple[KeyPath, Place]] = [
    (("format",), Place(2, 1)),
    (("game",), Place(4, 1)),
    (("game", "first day", "moscow"), Place(6, 1)),
    (("game", "note"), Place(7, 1)),
    (("players",), Place(11, 1)),
    (("players", 1), Place(15, 1)),
    (("players", 1, "rle"), Place(17, 1)),
    (("phases", 0, "votes", 0, "on"), Place(22, 18)),
    (("phases", 0, "votes", 1, "at"), Place(24, 18)),
    (("phases", 0, "expect", "executed", 1), Place(28, 13)),
    (("phases", 0, "expect", "scores", "Петя"), Place(29, 1)),
    (("phases", 0, "chance", "girl-silence:Петя"), Place(31, 1)),
]


@pytest.mark.parametrize(("keys", "place"), PLACES, ids=[name_keys(keys) for keys, _place in PLACES])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_every_key_of_a_record_is_found(
    tmp_path: Path, keys: KeyPath, place: Place, line_end: str, mark: bytes
) -> None:
    file = tmp_path / "record.toml"
    file.write_bytes(mark + RECORD.replace("\n", line_end).encode())
    assert read_source(file).place(keys) == place


def test_a_missing_key_is_shown_at_the_table_that_should_hold_it(tmp_path: Path) -> None:
    file = tmp_path / "record.toml"
    file.write_text(RECORD, "utf-8")
    source = read_source(file)
    assert source.place(("players", 1, "role")) == Place(15, 1)
    assert source.place(("nothing",)) is None
    fault = source.fault(("players", 1, "role"), "a role is missing")
    assert str(fault) == f"{file}:15:1: players[2].role: a role is missing"


def test_a_record_in_json_has_places_too(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"format": 1,\n "players": [{"name": "\\ud83d\\ude00", "role": "x"},\n  {"name": null}]}', "utf-8")
    assert read_source(file).place(("players", 0, "role")) == Place(2, 39)
    assert read_source(file).place(("players", 1)) == Place(3, 3)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('title = "Вася\nx = 1\n', 1, "кавычк"),
        ("[game]\ntitle = Мафия\n", 2, "title = Мафия"),
        ("a = 1\nb = 2\na = 3\n", 3, "второй раз"),
        ("[game]\n[game]\n", 2, "второй раз"),
        ("a = [1, 2\nb = 3\n", 2, "список"),
        ("a 1\n", 1, "a 1"),
        ('a = 1\nb = """\nc = 2\n\n', 2, "кавычк"),
        ("a.b = 1\na = 2", 2, "второй раз"),
        ("day = 2024-02-31\n", 1, "2024-02-31"),
    ],
)
def test_a_syntax_error_is_shown_with_its_line(tmp_path: Path, text: str, line: int, said: str) -> None:
    file = tmp_path / "game.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(GameFault) as failure:
        read_source(file)
    assert str(failure.value).startswith(f"{file}:{line}:")
    assert said in str(failure.value)
    assert "\n" not in str(failure.value)


def test_a_file_in_another_encoding_is_refused_with_the_line(tmp_path: Path) -> None:
    file = tmp_path / "players.toml"
    file.write_bytes(b"# x\nname = " + '"Вася"'.encode("cp1251"))
    with pytest.raises(GameFault, match=r":2:9: .*UTF-8"):
        read_source(file)


def test_absurd_nesting_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text("a = " + "[" * 100_000 + "]" * 100_000)
    with pytest.raises(GameFault):
        read_source(file)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("timezne", "timezone"), ("first-day", "first_day"), ("Title", "title"), ("colour", None)],
)
def test_a_misspelt_key_gets_the_nearest_right_one(written: str, meant: str | None) -> None:
    assert nearest(written, ("timezone", "first_day", "title", "hosts")) == meant


KEYS = st.text(st.sampled_from("ab-1_"), min_size=1, max_size=3) | st.text(
    st.sampled_from("ж .=\"#[\\'{\t🔴"), max_size=3
)
SCALARS = (
    st.integers(-99, 99)
    | st.booleans()
    | st.dates(date(1999, 1, 1))
    | st.text(st.sampled_from("ab'\"\\#[]{}=,\n я🔴"), max_size=8)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A valid TOML text that writes what it holds in every way the format knows."""
    lines = [*_pairs(draw, draw(TABLES))]
    names = draw(st.lists(st.sampled_from(["t", "u", "я v"]), unique=True))
    for name in names:
        shown = _key(draw, f"table {name}")
        if draw(st.booleans()):
            for _repeated in range(draw(st.integers(1, 3))):
                lines.append(f" [[ {shown} ]] # one of several")
                lines.extend(_pairs(draw, draw(TABLES)))
                if draw(st.booleans()):
                    lines.append(f"[{shown} . {_key(draw, 'sub table')}]")
                    lines.extend(_pairs(draw, draw(TABLES)))
        else:
            lines.append(f"[{shown}]#")
            lines.extend(_pairs(draw, draw(TABLES)))
            if draw(st.booleans()):
                lines.append(f"{_key(draw, 'dotted 1')}.{_key(draw, 'dotted 2')} = 1")
    return "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n# end"]))


def _pairs(draw: st.DrawFn, table: dict[str, Any]) -> list[str]:
    before, after = st.sampled_from(["", "  ", "\n"]), st.sampled_from(["", " # [x] = 1"])
    return [f"{draw(before)}{_key(draw, key)} = {_written(draw, value)}{draw(after)}" for key, value in table.items()]


def _key(draw: st.DrawFn, key: str) -> str:
    if "'" not in key and "\n" not in key and draw(st.booleans()):
        return f"'{key}'"
    return key if key and set(key) <= set("ab-1_") else json.dumps(key, ensure_ascii=False)


def _written(draw: st.DrawFn, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        parts = [_written(draw, each) for each in value]
        between = draw(st.sampled_from([",", " , ", ",\n  # ]\n  "]))
        return "[" + between.join(parts) + (draw(st.sampled_from(["", ",", ",\n"])) if parts else "") + "]"
    if isinstance(value, dict):
        # no line may end inside an inline table but within a text or a list
        return "{ " + ", ".join(f"{_key(draw, key)}={_written(draw, each)}" for key, each in value.items()) + " }"
    if isinstance(value, str):
        styles = [
            json.dumps(value, ensure_ascii=False),
            '"""' + value.replace("\\", "\\\\").replace('"', '\\"') + '"""',
        ]
        if "'" not in value and "\n" not in value:
            styles.append(f"'{value}'")
        if "'''" not in value:
            styles.append(f"'''\n{value}'''" if not value.endswith("'''") else styles[0])
        return draw(st.sampled_from(styles))
    return str(value)


def _paths(value: object, path: KeyPath = ()) -> set[KeyPath]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = {path} if path else set()
    for key, each in inner:
        found |= _paths(each, (*path, key))
    return found


@settings(max_examples=300, deadline=None)
@given(documents())
def test_the_places_are_those_of_what_the_standard_parser_reads(text: str) -> None:
    places = find_places(text)
    assert set(places) == _paths(tomllib.loads(text))
    lines = text.split("\n")
    for keys, place in places.items():
        rest = "\n".join([lines[place.line - 1][place.column - 1 :], *lines[place.line :]])
        key = keys[-1]
        if isinstance(key, str) and not rest.startswith("[") and "dotted" not in key:
            assert rest.startswith((key, f"'{key}'", json.dumps(key, ensure_ascii=False)))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("ab=[]{}\"'\\#.,\n 1-:\x1b"), max_size=40) | st.binary(max_size=20))
def test_no_text_brings_the_reader_down(tmp_path: Path, text: str | bytes) -> None:
    file = tmp_path / "any.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    told = ""
    try:
        source = read_source(file)
        assert set(find_places(source.text)) == _paths(source.data)
    except GameFault as fault:
        told = str(fault)
    assert "\n" not in told
    assert "\x1b" not in told


@pytest.mark.parametrize("text", ['a = """' + "x" * 2_000_000, "a = " + "9" * 5_000, "[" * 50_000, "a.b." * 5_000])
def test_a_hostile_text_is_refused_in_a_moment(tmp_path: Path, text: str) -> None:
    file = tmp_path / "any.toml"
    file.write_text(text)
    with pytest.raises(GameFault):
        read_source(file)


def test_a_large_record_is_searched_in_a_moment(tmp_path: Path) -> None:
    votes = "".join(f'  {{ by = "Вася{i}", at = "21:03:11", colour = "red", on = "Петя" }},\n' for i in range(20_000))
    source = tmp_path / "record.toml"
    source.write_text(f"[[phases]]\nvotes = [\n{votes}]\n", "utf-8")
    assert read_source(source).place(("phases", 0, "votes", 19_999, "on")) is not None
