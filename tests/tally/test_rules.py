"""`tally rules`: the list, a ruleset for people, a host's own ruleset checked; the one that the documents show."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.abilities import EFFECTS, LIMITS, TRAITS
from engine.ruleset import rulesets
from engine.victory import CONDITIONS
from tally.cli.records.replay import command as replay
from tally.cli.records.rules import command
from tally.texts import use_language

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "rulesets.md"
RECORD = """format = 1
[game]
ruleset = "village.toml"
[[players]]
name = "Ася"
role = "doctor"
[[players]]
name = "Боря"
role = "detective"
[[players]]
name = "Вера"
role = "barmaid"
[[players]]
name = "Гена"
role = "villager"
[[players]]
name = "Дима"
role = "bandit"
[[phases]]
phase = "night1"
actions = [
  { by = "Дима", do = "kill", on = ["Гена"] },
  { by = "Ася", do = "heal", on = ["Гена"] },
  { by = "Боря", do = "check", on = ["Дима"] },
  { by = "Вера", do = "visit", on = ["Боря"] },
]
[phases.expect]
dead = []
saved = ["Гена"]
blocked = ["Боря"]
told = []
[[phases]]
phase = "day2"
votes = [{ by = "Ася", on = "Дима", colour = "red" }]
[phases.expect]
executed = ["Дима"]
revealed = { "Дима" = "bandit" }
winners = ["town"]
"""


def rules(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


@pytest.fixture
def village(tmp_path: Path) -> Path:
    """The whole ruleset that docs/rulesets.md shows."""
    example = re.search(r"```toml\n(format = 1\nid = .*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    path = tmp_path / "village.toml"
    path.write_text(example[1], encoding="utf-8")
    return path


def test_the_rulesets_are_listed() -> None:
    listed = {line.split()[0] for line in rules().stdout.splitlines()}
    assert listed == set(rulesets())


@pytest.mark.parametrize("word", ["Состав", "Часы", "Голосование", "Действия", "Порядок ночи", "Победа", "Настройка"])
def test_a_ruleset_is_printed_for_people(word: str) -> None:
    assert word in rules("show", "newyear").stdout


def test_a_printed_ruleset_says_what_its_options_mean() -> None:
    told = rules("show", "classic").stdout
    assert re.search(r"tie +host +host / none / all / random +что делать при равенстве голосов", told)
    assert re.search(r"kill +убить +босс мафии +1–2 +ночью +CLA-70", told)
    assert "голоса до 22:00:00 (эта секунда уже поздно)" in told


def test_a_ruleset_is_printed_in_english() -> None:
    use_language("en")
    told = rules("show", "newyear").stdout
    assert "New Year mafia (newyear)" in told
    assert not re.search("[а-я]", told)


def test_an_unknown_ruleset_suggests_the_right_one() -> None:
    assert "newyear" in str(rules("show", "newyaer").exception)
    assert "tally rules show newyear" in str(rules("show").exception)


def test_the_ruleset_of_the_documents_is_in_order_and_is_printed_by_its_own_names(village: Path) -> None:
    done = rules("check", village)
    assert done.exit_code == 0
    assert "Мафия в деревне" in done.stdout
    assert "буфетчица" in rules("show", village).stdout


def test_the_ruleset_of_the_documents_plays(village: Path) -> None:
    record = village.with_name("record.toml")
    record.write_text(RECORD, encoding="utf-8")
    done = CliRunner().invoke(replay, [str(record), "--check"])
    assert done.exit_code == 0, done.stdout
    told = CliRunner().invoke(replay, [str(record)]).stdout
    assert "Боря, участковый: проверить → Дима" in told
    assert "Игра окончена. Победа: деревня." in told


@pytest.mark.parametrize(
    ("right", "wrong", "key", "told"),
    [
        ("changes = 2", "chnages = 2", "polls[1].chnages", "«changes»"),
        ('do = "attack"', 'do = "atack"', "abilities[1].effects[1].do", "«attack»"),
        ('roles = ["barmaid"]', 'roles = ["barmad"]', "abilities[4].who.roles[1]", "«barmaid»"),
        ('name = "бандит", side = "mafia"', 'name = "бандит", side = "mafiа"', "roles.bandit.side", "«mafia»"),
        ('tie = "$tie"', 'tie = "$tei"', "polls[1].tie", "«tie»"),
        ('"settle", "answers"]', '"setle", "answers"]', "night[4]", "«settle»"),
        ("count = 4", 'count = "4"', "roles.villager.count", "целое число"),
        ('channel = "gang"', 'channel = "gnag"', "abilities[1].channel", "«gang»"),
        ('prefix = "VIL"\n', "", "prefix", "«prefix»"),
    ],
)
def test_a_fault_of_a_hosts_ruleset_has_its_line_and_what_would_be_right(
    village: Path, right: str, wrong: str, key: str, told: str
) -> None:
    text = village.read_text(encoding="utf-8")
    assert text.count(right) == 1
    line = text[: text.index(right)].count("\n") + 1
    village.write_text(text.replace(right, wrong), encoding="utf-8")
    done = rules("check", village)
    assert getattr(done.exception, "exit_status", None) == 2
    found = str(done.exception)
    assert any(key in each and told in each for each in found.splitlines()), found
    if wrong:
        assert f"{village}:{line}:" in found


def test_an_empty_ruleset_is_told_as_such(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("", encoding="utf-8")
    assert "файл пуст" in str(rules("check", path).exception)


def test_every_part_that_a_ruleset_may_name_is_listed() -> None:
    told = rules("parts").stdout
    for registry in (EFFECTS, LIMITS, TRAITS, CONDITIONS):
        for name in registry.names():
            assert f"\n  {name}: " in told
