"""A record's file: what is wrong in it is told with line, key, and what would be right; all of it at once."""

import json
import tomllib
from pathlib import Path

import pytest

from tally.folder.faults_in_words import WrongFile
from tally.folder.toml_places import UnreadableFile
from tally.records.record_files import read_record_file
from tally.texts import use_language

RIGHT = """format = 1

[game]
ruleset = "classic"

[game.options]
tie = "none"

[[players]]
name = "Вермут"
role = "doctor"

[[players]]
name = "Бублик"
role = "rank1"

[[phases]]
phase = "day1"
votes = [
  { by = "Вермут", at = "21:03:11", colour = "red", on = "Бублик" },
]
[phases.expect]
executed = ["Бублик"]

[[phases]]
phase = "night1"
actions = [
  { by = "Вермут", do = "heal", on = ["Вермут"], at = "22:10:00" },
]
chance = { "girl-silence:Вермут" = true }
"""


def faults(path: Path) -> list[str]:
    with pytest.raises(WrongFile) as wrong:
        read_record_file(path)
    return [str(fault).replace(f"{path}:", "") for fault in wrong.value.faults]


def written(folder: Path, text: str) -> Path:
    path = folder / "record.toml"
    path.write_text(text, encoding="utf-8")
    return path


def line_of(text: str) -> int:
    return RIGHT[: RIGHT.index(text)].count("\n") + 1


def test_a_right_record_is_read(tmp_path: Path) -> None:
    record = read_record_file(written(tmp_path, RIGHT)).record
    assert [str(phase.id) for phase in record.phases] == ["day1", "night1"]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('role = "doctor"', 'role = "docter"', "«doctor»"),
        ('role = "rank1"', 'rol = "rank1"', "«role»"),
        ('do = "heal"', 'do = "heel"', "«heal»"),
        ('on = ["Вермут"]', 'on = ["Вермуд"]', "«Вермут»"),
        ('"night1"', '"night2"', "«night1»"),
        ('tie = "none"', 'tei = "none"', "«tie»"),
        ('tie = "none"', 'tie = "nobody"', "host, none, all, random"),
        ('tie = "none"', 'heal_role = "true"', '«"true"» здесь стоять не может; наверное, имелось в виду «true»'),
        ('tie = "none"', 'min_score = "1"', "целое число"),
        ('ruleset = "classic"', 'ruleset = "clasic"', "«classic»"),
        ('"girl-silence:Вермут"', '"girl-silens:Вермут"', "«girl-silence»"),
        ('"girl-silence:Вермут"', '"girl-silence:Вермуд"', "«Вермут»"),
        ('colour = "red"', 'colour = "green"', "blue, red"),
        ('at = "21:03:11"', 'at = "25:03:11"', "22:00:00"),
        ('executed = ["Бублик"]', 'exekuted = ["Бублик"]', "«executed»"),
        ('executed = ["Бублик"]', 'executed = "Бублик"', "список"),
        ('executed = ["Бублик"]', "executed = [1]", "список текстов"),
        ('executed = ["Бублик"]', 'rejected = ["Бублик"]', "список таблиц"),
        ('executed = ["Бублик"]', 'scores = { "Бублик" = "1" }', "таблица: имя = число"),
        ('executed = ["Бублик"]', 'revealed = { "Бублик" = 1 }', "таблица: имя = текст"),
        ('executed = ["Бублик"]', 'causes = { "Бублик" = "mafia" }', "таблица: имя = список текстов"),
        ('name = "Бублик"', 'name = "Вермут"', "второй раз"),
        ("format = 1", "format = 2", "format = 1"),
        ('on = ["Вермут"]', 'on = "Вермут"', "список текстов"),
    ],
)
def test_a_fault_is_told_with_its_line_and_what_would_be_right(
    tmp_path: Path, right: str, wrong: str, told: str
) -> None:
    found = faults(written(tmp_path, RIGHT.replace(right, wrong, 1)))
    assert any(each.startswith(f"{line_of(right)}:") and told in each for each in found), found


def test_a_missing_key_is_told_where_its_table_stands(tmp_path: Path) -> None:
    found = faults(written(tmp_path, RIGHT.replace('name = "Бублик"\n', "", 1)))
    assert any(each.startswith("13:1: players[2]") and "«name»" in each for each in found), found


def test_all_faults_are_told_in_the_order_of_the_file_even_behind_a_wrong_option(tmp_path: Path) -> None:
    text = RIGHT.replace('"none"', '"nobody"').replace('"doctor"', '"docter"').replace("executed", "exekuted")
    found = faults(written(tmp_path, text))
    assert [each.split(":")[2].strip() for each in found] == [
        "game.options.tie",
        "players[1].role",
        "phases[1].expect.exekuted",
    ]


def test_a_wrong_json_record_has_its_line_too(tmp_path: Path) -> None:
    data = tomllib.loads(RIGHT)
    data["phases"][1]["actions"][0]["do"] = "heel"
    path = tmp_path / "record.json"
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    line = path.read_text(encoding="utf-8").split('"heel"')[0].count("\n") + 1
    assert faults(path)[0].startswith(f"{line}:")


def test_a_json_record_reads_as_the_toml_one(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(tomllib.loads(RIGHT), ensure_ascii=False), encoding="utf-8")
    assert read_record_file(path).record == read_record_file(written(tmp_path, RIGHT)).record


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("broken.toml", b"format = 1\n[game\n", "2:6"),
        ("broken.json", b'{"format": 1,\n "game"}', "2:8"),
        ("latin.toml", 'title = "Игра"'.encode("cp1251"), "UTF-8"),
        ("list.json", b"[1, 2]", "таблица"),
    ],
)
def test_what_is_no_toml_or_json_is_told_with_its_place(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UnreadableFile) as wrong:
        read_record_file(path)
    assert told in str(wrong.value)


def test_an_empty_file_is_told_as_such(tmp_path: Path) -> None:
    assert "файл пуст" in faults(written(tmp_path, ""))[0]


def test_a_file_that_is_not_there_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="такого файла нет"):
        read_record_file(tmp_path / "nowhere.toml")


def test_a_fault_of_the_ruleset_beside_the_record_has_the_place_in_that_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('format = 1\nid = "own"\ntitel = "x"\n', encoding="utf-8")
    text = RIGHT.replace('"classic"', '"own.toml"').replace('[game.options]\ntie = "none"\n', "")
    with pytest.raises(WrongFile) as wrong:
        read_record_file(written(tmp_path, text))
    assert any(str(fault).startswith(f"{tmp_path / 'own.toml'}:3:1: titel") for fault in wrong.value.faults)


def test_faults_speak_english_too(tmp_path: Path) -> None:
    use_language("en")
    assert "probably “doctor” is meant" in faults(written(tmp_path, RIGHT.replace('"doctor"', '"docter"')))[0]


@pytest.mark.parametrize("ruleset", ["casino", "classic", "newyear", "styles"])
def test_the_public_records_have_no_fault(shared: Path, ruleset: str) -> None:
    paths = sorted((shared / "scenarios" / ruleset).glob("*.toml"))
    assert paths
    for path in paths:
        read_record_file(path)
