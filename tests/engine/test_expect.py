"""How a record's expectations are compared with an outcome (FORMATS 4)."""

from typing import Any

import pytest

from engine import compare

TOLD = [{"to": "Вася", "about": "Петя", "answer": "mafia"}, {"to": "Вася", "about": "Оля", "answer": "mafia"}]


@pytest.mark.parametrize(
    ("key", "expected", "found"),
    [
        ("dead", ["Петя", "Вася"], ["Вася", "Петя"]),
        ("dead", [], None),
        ("nominated", ["Петя", "Вася"], ["Петя", "Вася"]),
        ("scores", {"Вася": 1}, {"Вася": 1, "Петя": 2}),
        ("scores", {}, None),
        ("causes", {"Вася": ["mafia", "maniac"]}, {"Вася": ["maniac", "mafia"], "Петя": ["execution"]}),
        ("revealed", {"Вася": "hidden"}, {"Вася": "hidden", "Петя": "hidden"}),
        ("told", [{"about": "Оля"}, {"to": "Вася"}], TOLD),
        ("told", [{"to": "Вася"}, {"about": "Петя"}], TOLD),
        ("light", "open", "open"),
        ("awaits", [{"among": ["Вася", "Аня"]}], [{"who": "host", "what": "tie", "among": ["Аня", "Вася"]}]),
        ("exposed", ["Вася"], {"Вася": "boss"}),
    ],
)
def test_what_agrees(key: str, expected: Any, found: Any) -> None:
    assert compare({key: expected}, None, {} if found is None else {key: found}) == ()


@pytest.mark.parametrize(
    ("key", "expected", "found"),
    [
        ("dead", ["Вася"], ["Вася", "Петя"]),
        ("dead", [], ["Вася"]),
        ("nominated", ["Вася", "Петя"], ["Петя", "Вася"]),
        ("scores", {"Вася": 2}, {"Вася": 1}),
        ("scores", {}, {"Вася": 1}),
        ("revealed", {"Оля": "hidden"}, {"Вася": "hidden"}),
        ("told", [{"to": "Вася"}], TOLD),
        ("told", [{"about": "Оля"}, {"about": "Оля"}], TOLD),
        ("posts", {"Вася": 1}, {"Вася": 1, "Петя": 2}),
        ("light", "open", None),
        ("told", [{"about": ["Оля", "Вася"]}], [{"to": "Петя", "about": ["Вася", "Оля"]}]),
        ("exposed", ["Вася"], {"Вася": "boss", "Петя": "doctor"}),
    ],
)
def test_what_differs(key: str, expected: Any, found: Any) -> None:
    (difference,) = compare({key: expected}, None, {} if found is None else {key: found})
    assert (difference.key, difference.unwanted) == (key, False)


@pytest.mark.parametrize(
    ("key", "unwanted", "found", "hit"),
    [
        ("dead", ["Вася"], ["Вася", "Петя"], ["Вася"]),
        ("dead", ["Оля"], ["Вася"], None),
        ("exposed", {"Вася": "boss"}, {"Вася": "rank1"}, None),
        ("exposed", {"Вася": "boss"}, {"Вася": "boss"}, [{"Вася": "boss"}]),
        ("exposed", ["Вася", "Оля"], {"Вася": "boss"}, ["Вася"]),
        ("told", [{"about": "Оля"}], TOLD, [{"about": "Оля"}]),
        ("told", [{"about": "Оля", "answer": "not-mafia"}], TOLD, None),
    ],
)
def test_what_must_not_be_there(key: str, unwanted: Any, found: Any, hit: Any) -> None:
    differences = compare(None, {key: unwanted}, {key: found})
    assert [each.found for each in differences] == ([hit] if hit else [])
    assert all(each.unwanted for each in differences)
