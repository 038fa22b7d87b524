"""`tally replay`: the story of a record, its views, its check, a folder of records."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tally.cli.records.replay import command
from tally.story.headline import HOST_HEADLINE
from tally.texts import use_language

# A boss in a closed game: who he is, whom he scares, who heals is secret; the vote of the doctor counts three.
RECORD = """format = 1

[game]
ruleset = "classic"
title = "Проба"

[[players]]
name = "Вермут"
role = "doctor"

[[players]]
name = "Бублик"
role = "rank1"

[[players]]
name = "Карась"
role = "citizen"

[[players]]
name = "Люсиль"
role = "girl"

[[players]]
name = "Ёжик"
role = "commissioner"

[[phases]]
phase = "night1"
actions = [
  { by = "Бублик", do = "kill", on = ["Карась"] },
  { by = "Вермут", do = "heal", on = ["Карась"] },
  { by = "Ёжик", do = "check", on = ["Бублик"] },
  { by = "Люсиль", do = "visit", on = ["Люсиль"] },
]
[phases.expect]
dead = []
saved = ["Карась"]
told = [{ to = "Ёжик", about = "Бублик", answer = "mafia" }]
rejected = [{ by = "Люсиль", do = "visit", reason = "self" }]

[[phases]]
phase = "day2"
votes = [
  { by = "Вермут", at = "20:00:00", colour = "blue", on = "Карась" },
  { by = "Бублик", at = "20:01:00", colour = "red", on = "Карась" },
  { by = "Карась", at = "22:00:00", colour = "red", on = "Бублик" },
]
[phases.expect]
executed = []
defence = { "Карась" = 3 }

[[phases]]
phase = "night2"
actions = [
  { by = "Бублик", do = "kill", on = ["Ёжик"] },
  { by = "Люсиль", do = "visit", on = ["Вермут"] },
]
chance = { "girl-silence:Вермут" = true }
[phases.expect]
dead = ["Ёжик"]
silenced = ["Вермут"]
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return write(tmp_path / "record.toml", RECORD)


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def replay(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(each) for each in arguments])


def test_the_story_tells_the_host_everything(record: Path) -> None:
    told = replay(record).stdout
    assert told.startswith(HOST_HEADLINE)
    for line in (
        "Проба (Классическая мафия)",
        "  Бублик — 1й ранг мафии",
        "    Бублик, 1й ранг мафии: убить → Карась",
        "      Карась: остаётся в живых (лечение: Вермут)",
        "    Люсиль → прийти к игроку → Люсиль: не на себя",
        "    Ёжик ← Бублик: мафия.",
        "    Этой ночью никто не погибает.",
        "    Карась → Бублик, 22:00:00: ",
        "    Этой ночью погибает Ёжик (роль не раскрыта).",
        "    визит девочки отнимает голос (girl-silence:Вермут): да",
        "    Сегодня Вермут лишен возможности голосовать.",
        "    Погибает: Ёжик; причина: мафия",
        "Живы: Вермут, Бублик, Карась, Люсиль",
    ):
        assert line in told
    assert "Вермут ×3" in told


def test_the_story_speaks_english(record: Path) -> None:
    use_language("en")
    told = replay(record).stdout
    assert "Бублик, mafia, 1st rank: kill → Карась" in told
    assert "Died in the night: Ёжик (the role is not told)." in told
    assert not {"Ночь", "Голоса", "убить"} & set(told.split())


def test_the_public_view_holds_no_secret(record: Path) -> None:
    for told in (replay(record, "--public").stdout, replay(record, "--view", "public", "--json").stdout):
        assert "Ёжик" in told
        for secret in (
            "ранг",
            "rank1",
            "доктор",
            "doctor",
            "мафия.",
            "heal",
            "лечит",
            "check",
            "×3",
            "visit",
            HOST_HEADLINE,
        ):
            assert secret not in told, secret


def test_a_question_to_the_council_and_its_answer_stay_with_the_mafia(record: Path) -> None:
    kill = '{ by = "Бублик", do = "kill", on = ["Ёжик"] }'
    bribe = '{ by = "Бублик", do = "bribe", text = "Вопрос с пометкой?", answer = "yes" }'
    write(record, RECORD.replace(kill, bribe))
    assert "Вопрос с пометкой?" in replay(record).stdout
    assert "вся мафия ← Ответ: да." in replay(record).stdout
    assert "Ответ: да." in replay(record, "--view", "Бублик").stdout
    for arguments in (["--public"], ["--public", "--json"], ["--view", "Ёжик"], ["--view", "Ёжик", "--json"]):
        told = replay(record, *arguments).stdout
        for secret in ("пометкой", "Ответ", "yes", "bribe", "Совет"):
            assert secret not in told, (arguments, secret)


def test_the_public_view_counts_each_vote_once(record: Path) -> None:
    told = json.loads(replay(record, "--public", "--json").stdout)
    assert told["phases"][1]["defence"] == {"Карась": 1}
    assert {vote["weight"] for vote in told["phases"][1]["votes"]} == {1}


def test_a_player_sees_his_letters_and_nobody_elses(record: Path) -> None:
    told = replay(record, "--view", "Ёжик").stdout
    assert told.startswith("Только для игрока: Ёжик")
    assert "Бублик: мафия." in told
    assert "проверить документы → Бублик: принято" in told
    other = replay(record, "--view", "Люсиль").stdout
    assert "Бублик: мафия." not in other
    assert "прийти к игроку → Люсиль: не на себя" in other


def test_a_name_that_is_not_in_the_game_is_refused_with_the_right_one(record: Path) -> None:
    done = replay(record, "--view", "Вермуд")
    assert "Вермут" in str(done.exception)


def test_the_json_has_the_shape_of_the_formats(record: Path) -> None:
    told = json.loads(replay(record, "--json").stdout)
    assert set(told) >= {"format", "ruleset", "phases", "alive", "winners"}
    assert (told["format"], told["ruleset"], told["winners"]) == (1, "classic", [])
    assert [phase["phase"] for phase in told["phases"]] == ["night1", "day2", "night2"]
    assert told["phases"][0]["saved"] == ["Карась"]
    assert told["phases"][2]["causes"] == {"Ёжик": ["mafia"]}
    assert set(told["alive"]) == {"Вермут", "Бублик", "Карась", "Люсиль"}


def test_it_stops_where_it_is_told_to(record: Path) -> None:
    told = json.loads(replay(record, "--json", "--until", "day2").stdout)
    assert [phase["phase"] for phase in told["phases"]] == ["night1", "day2"]
    assert "night1, day2, night2" in str(replay(record, "--until", "night7").exception)
    assert "day3" in str(replay(record, "--until", "morning").exception)


def test_the_chain_names_the_rule_of_every_event(record: Path) -> None:
    told = replay(record, "--explain").stdout
    assert told.startswith(HOST_HEADLINE)
    assert "нападение (мафия) остановлено — лечение, Вермут [CLA-53]" in told
    events = [line for line in told.splitlines() if line.startswith("  ")]
    assert events
    for line in events:
        assert line.endswith("]"), line


def test_a_record_that_holds_says_so(record: Path) -> None:
    done = replay(record, "--check")
    assert (done.exit_code, done.stdout) == (0, f"{record}: всё сходится (8 ожиданий)\n")


def test_a_difference_is_told_with_its_phase(record: Path) -> None:
    write(record, RECORD.replace('dead = ["Ёжик"]', 'dead = ["Люсиль"]'))
    done = replay(record, "--check")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1:] == ["  Ночь 2 (night2):", '    dead: ожидается ["Люсиль"], вышло ["Ёжик"]']
    told = json.loads(replay(record, "--check", "--json").stdout)
    assert told["result"] == "differs"
    assert told["differences"] == [
        {"phase": "night2", "key": "dead", "expected": ["Люсиль"], "found": ["Ёжик"], "unwanted": False}
    ]


def test_what_must_not_be_is_told_as_such(record: Path) -> None:
    write(record, RECORD + '[phases.expect_not]\nsilenced = ["Вермут"]\n')
    done = replay(record, "--check")
    assert done.exit_code == 1
    assert 'silenced: не должно быть, но есть: ["Вермут"]' in done.stdout


def test_a_wrong_record_is_no_difference(record: Path) -> None:
    write(record, RECORD.replace('"girl"', '"gril"'))
    done = replay(record, "--check")
    assert done.exit_code == 2
    assert f"{record}:21:1: players[4].role" in done.stderr


def test_a_phase_after_the_end_is_a_fault_of_the_record(record: Path) -> None:
    end = 'choices = [{ by = "host", do = "end", on = ["town"] }]\n'
    write(record, RECORD.replace('phase = "day2"\n', f'phase = "day2"\n{end}'))
    done = replay(record, "--check")
    assert done.exit_code == 2
    assert "phases[3].phase" in done.stderr
    assert "игра окончена" in done.stderr


def test_a_folder_is_told_as_a_table_and_the_worst_record_decides(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    write(tmp_path / "a.toml", RECORD)
    done = replay(tmp_path)
    assert done.exit_code == 0
    write(inner / "b.toml", RECORD.replace('dead = ["Ёжик"]', "dead = []"))
    assert replay(tmp_path).exit_code == 1
    write(tmp_path / "c.json", "{")
    done = replay(tmp_path)
    assert done.exit_code == 2
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith(str(tmp_path))}
    assert "всё сходится" in rows[str(tmp_path / "a.toml")]
    assert "расходится: 1 место" in rows[str(inner / "b.toml")]
    assert "c.json:1:2" in done.stdout
    assert done.stdout.splitlines()[-1] == "Записей: 3; сходятся: 1, расходятся: 1, неверны: 1."
    told = json.loads(replay(tmp_path, "--json").stdout)
    assert [each["result"] for each in told] == ["holds", "wrong", "differs"]


@pytest.mark.parametrize(
    "arguments", [["--explain", "--public"], ["--explain", "--json"], ["--check", "--public"], ["--check", "--explain"]]
)
def test_options_that_contradict_each_other_are_refused(record: Path, arguments: list[str]) -> None:
    assert "не сочета" in str(replay(record, *arguments).exception)


@pytest.mark.parametrize("arguments", [["--until", "day2"], ["--host"], ["--explain"]])
def test_a_folder_is_only_checked(record: Path, arguments: list[str]) -> None:
    assert getattr(replay(record.parent, *arguments).exception, "exit_status", None) == 2


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    assert "нет записей" in str(replay(tmp_path).exception)


@pytest.mark.parametrize(("died", "status"), [("Ёжик", 0), ("Люсиль", 1), ("Никто такой", 1)])
def test_the_program_itself_leaves_with_the_status_of_the_check(record: Path, died: str, status: int) -> None:
    write(record, RECORD.replace('dead = ["Ёжик"]', f'dead = ["{died}"]'))
    command = [sys.executable, "-m", "tally", "replay", "--check", str(record)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == status


def test_a_pipe_gets_plain_whole_lines(tmp_path: Path) -> None:
    long = "Очень длинное имя " * 12
    record = write(tmp_path / "record.toml", RECORD.replace("Вермут", long.strip()))
    done = subprocess.run(
        [sys.executable, "-m", "tally", "replay", str(record)],
        capture_output=True,
        env={**os.environ, "COLUMNS": "40"},
        check=False,
    )
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert f"{long.strip()} ×3".encode() in done.stdout


def test_a_nick_cannot_move_the_cursor(tmp_path: Path) -> None:
    nick = r"Вер\u001b[31mмут\u202e"
    told = replay(write(tmp_path / "record.toml", RECORD.replace("Вермут", nick))).stdout
    assert "\x1b" not in told
    assert "\u202e" not in told


@pytest.mark.parametrize("arguments", [["replay", "--help"], ["rules", "show", "classic"], ["replay", "nowhere.toml"]])
def test_it_loads_nothing_heavy(arguments: list[str]) -> None:
    heavy = {"httpx", "bs4", "lxml", "pymorphy3", "rapidfuzz", "rich", "sqlite_utils"}
    probe = (
        "import sys\nfrom tally.cli import main\n"
        f"sys.argv = ['tally', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(*sorted({heavy!r} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr.splitlines()[-1] == ""


@pytest.mark.parametrize("ruleset", ["casino", "classic", "newyear", "styles"])
def test_the_public_records_hold_and_can_be_told(shared: Path, ruleset: str) -> None:
    folder = shared / "scenarios" / ruleset
    done = replay(folder)
    assert done.exit_code == 0, done.stdout
    for path in sorted(folder.glob("*.toml")):
        for arguments in ([], ["--public"], ["--explain"], ["--json"]):
            assert replay(path, *arguments).exit_code == 0


def test_the_chain_names_who_does_not_play(record: Path) -> None:
    vote = '[[phases]]\nphase = "day3"\nvotes = [{ by = "Мимо шёл", colour = "red", on = "Вермут" }]\n'
    write(record, RECORD + vote)
    assert "Мимо шёл: → Вермут — отказ" in replay(record, "--explain").stdout
