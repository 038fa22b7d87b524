"""The chain behind an outcome in words: no code of the engine is left in it."""

import re

import pytest

from engine import GameRecord, play, read_record
from tally.story.chain import chain
from tests.engine.casino_table import suits, table
from tests.engine.games import Entry, act, day, night, record_of
from tests.engine.styles_cast import cast

MARRIED = table("doctor", "commissar", "don", "killer", "blackmailer", "boss-child", "joker")


def host(do: str, *on: str) -> dict[str, object]:
    return {"by": "host", "do": do, "on": list(on)}


CASINO = [
    night(1, act("team:mafia", "kill", "Ребёнок"), act("Комиссар", "kill", "Дон")),
    day(2, choices=[host("execute")]),
]
STYLES = [
    night(
        1,
        act("Доктор", "poison-ampoule", "Аня"),
        act("Фсб", "prepare", "Боря"),
        act("Атлет", "block", "Вера"),
        act("Мафия", "mafia-kill", "Вера"),
    ),
    day(2),
]


@pytest.mark.parametrize(
    ("ruleset", "players", "phases"),
    [
        ("casino", MARRIED, CASINO),
        ("styles", cast(Доктор="doctor black", Фсб="fsb grey", Атлет="athlete white"), STYLES),
    ],
)
def test_the_chain_is_in_words(ruleset: str, players: dict[str, object], phases: list[Entry]) -> None:
    record = read_record(record_of(ruleset, players, phases, suits(modkill="host") if ruleset == "casino" else None))
    assert isinstance(record, GameRecord)
    lines = [line for outcome in play(record).phases for line in chain(record.ruleset, outcome)]
    told = "\n".join(re.sub(r"\[[A-Z0-9-]+\]", "", line) for line in lines)
    assert not re.search(r"[A-Za-z]", told), told


def test_a_ruling_for_nobody_and_a_note_name_nobody() -> None:
    note = {**act("Журналист", "note"), "text": "да"}
    phases = [night(1, note), day(2, choices=[host("execute")])]
    players = table("town-journalist", "don", "doctor")
    record = read_record(record_of("casino", players, phases, suits(modkill="host")))
    assert isinstance(record, GameRecord)
    lines = [line.strip() for outcome in play(record).phases for line in chain(record.ruleset, outcome)]
    assert "Журналист: «записка в итоги» совершается [CAS-65]" in lines
    assert "казнь по решению ведущего: — [FORMATS-2]" in lines
