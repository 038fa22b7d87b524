"""`tally night` and `tally act`: what is understood, what the rules say of it, what is kept, and for whom it is."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.tally.evening import Done, make_game, run
from tests.tally.test_report import THREADS
from tests.tally.test_report import make_game as make_thread_game

AFTER_DAY_2 = "2024-01-12T00:30:00+03:00"

CAST = [
    "Сальвия doctor", "Гафф commissioner", "Маша girl", "РэдДи rank1", "Кролек rank2", "Вася citizen", "Петя citizen",
    "Жанна citizen", "Эмилия citizen", "Ля citizen", "Тень",
]  # fmt: skip


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return make_game(tmp_path, "classic", CAST)


def understood(folder: Path, *arguments: str) -> Any:
    done = run(folder, *arguments, "--dry-run", "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def entered(folder: Path, *arguments: str) -> Done:
    done = run(folder, *arguments)
    assert done.status == 0, done.out + done.err
    return done


# --- what a line comes to ---


def test_a_line_is_an_entry_of_actions(game: Path) -> None:
    found = understood(game, "night", "3", "Сальвия", "лечу Васю")
    assert found == {"by": "Сальвия", "do": "heal", "on": ["Вася"], "accepted": True, "rule": "CLA-52"}


def test_the_rule_is_that_of_the_sender_or_of_the_role_that_he_copies(tmp_path: Path) -> None:
    """STY-88: the role of a disguise is no role that is copied."""
    for ruleset, cast, line, rule in (
        ("styles", ["Вася deceiver style=white", "Петя citizen"], "выйду доктором", "STY-88"),
        ("casino", ["Вася joker", "Петя doctor"], "копирую доктора, лечу Петю", "CAS-55"),
    ):
        (folder := tmp_path / ruleset).mkdir()
        options = ("trump=hearts", "town_suit=clubs") if ruleset == "casino" else ()
        game = make_game(folder, ruleset, cast, *options)
        assert understood(game, "night", "1", "Вася", line)["rule"] == rule


def test_a_pass_and_a_doubt_say_so(game: Path) -> None:
    assert understood(game, "night", "3", "Вася", "сплю") == {"by": "Вася", "pass": True}
    assert understood(game, "night", "3", "Гафф", "Петя") == {
        "by": "Гафф",
        "unclear": True,
        "why": "no-action",
        "candidates": ["check", "kill"],
    }


def test_the_senders_nick_may_be_written_as_people_write_it(game: Path) -> None:
    assert understood(game, "night", "1", "сальвия", "лечу себя")["by"] == "Сальвия"
    assert understood(game, "night", "1", "team:mafia", "убить Ля")["by"] == "team:mafia"


def test_a_sender_who_is_nobody_is_a_fault(game: Path) -> None:
    done = run(game, "night", "1", "Барабашка", "лечу Васю")
    assert done.status == 2
    assert "Сальвия" in done.err


def test_the_rules_of_earlier_nights_hold(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    again = understood(game, "night", "2", "Сальвия", "лечу Васю")
    assert (again["accepted"], again["reason"], again["rule"]) == (False, "same-target", "CLA-55")
    assert understood(game, "night", "3", "Сальвия", "лечу Васю")["accepted"]


def test_who_died_in_an_earlier_night_neither_acts_nor_is_a_target(game: Path) -> None:
    entered(game, "night", "1", "РэдДи", "убить Сальвию", "--at", "22:14")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["reason"] == "dead"
    assert understood(game, "night", "2", "Гафф", "проверяю Сальвию")["reason"] == "dead-target"


@pytest.mark.parametrize(
    ("by", "line", "reason"),
    [
        ("Вася", "лечу Петю", "not-your-action"),
        ("Тень", "лечу Петю", "not-your-action"),
        ("Маша", "прихожу к себе", "self"),
        ("РэдДи", "убить Эмилию, Васю, Ля", "too-many-targets"),
        ("Сальвия", "лечу Васю и Петю", "too-many-targets"),
        ("Сальвия", "лечу от мафии", "not-your-action"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_the_reason(game: Path, by: str, line: str, reason: str) -> None:
    found = understood(game, "night", "1", by, line)
    assert (found["accepted"], found["reason"]) == (False, reason)


def test_the_cutoff_of_the_night_holds_for_the_minute_that_is_shown(game: Path) -> None:
    assert understood(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:59")["accepted"]
    assert understood(game, "night", "1", "Сальвия", "лечу Васю", "--at", "23:00")["reason"] == "late"
    assert understood(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:59:59")["accepted"]


# --- what is kept ---


def test_a_dry_run_keeps_nothing(game: Path) -> None:
    understood(game, "night", "1", "Сальвия", "лечу Васю")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["accepted"]


def test_a_change_before_the_deadline_goes_before(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    told = entered(game, "night", "1", "Сальвия", "лечу Петю", "--at", "22:20").out
    assert "вместо прежнего: лечить → Вася" in told
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["accepted"]
    assert understood(game, "night", "2", "Сальвия", "лечу Петю")["reason"] == "same-target"


def test_a_change_that_came_before_is_put_in_its_place(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:20")
    entered(game, "night", "1", "Сальвия", "лечу Петю", "--at", "22:14")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["reason"] == "same-target"


def test_a_pass_takes_back_what_was_sent_before_it(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    entered(game, "night", "1", "Сальвия", "пас", "--at", "22:20")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["accepted"]


def test_a_pass_that_came_too_late_takes_nothing_back(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    entered(game, "night", "1", "Сальвия", "пас", "--at", "23:20")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["reason"] == "same-target"


@pytest.mark.parametrize("at", [[], ["--at", "22:14"]])
def test_of_two_messages_of_one_time_the_host_has_to_say_which_is_later(game: Path, at: list[str]) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", *at)
    found = understood(game, "night", "1", "Сальвия", "лечу Петю", *at)
    assert (found["unclear"], found["why"]) == (True, "same-time")
    assert run(game, "night", "1", "Сальвия", "лечу Петю", *at).status == 1
    entered(game, "night", "1", "Сальвия", "лечу Петю", *at, "--later")
    assert understood(game, "night", "2", "Сальвия", "лечу Петю")["reason"] == "same-target"


def test_what_is_not_certain_is_not_kept(game: Path) -> None:
    done = run(game, "night", "1", "Сальвия", "лечу Васю или Петю")
    assert done.status == 1
    assert "Вася, Петя" in done.out
    assert "лечу" not in entered(game, "night", "1", "--list").out


def test_a_message_can_be_taken_back(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    entered(game, "night", "1", "Гафф", "проверяю Ля", "--at", "22:15")
    assert "лечу Васю" in entered(game, "night", "1", "--list").out
    assert "проверяю Ля" in entered(game, "night", "1", "--undo").out
    assert "лечу Васю" in entered(game, "night", "1", "--undo").out
    assert run(game, "night", "1", "--undo").status == 2
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["accepted"]


# --- many messages ---


def test_lines_from_a_pipe_are_taken_one_by_one(game: Path) -> None:
    lines = "22:14 Сальвия: лечу Васю\n\n# о мафии\nмафия: Ля\nМаша: к Пете или к Васе\n"
    done = run(game, "night", "1", typed=lines)
    assert done.status == 1
    assert "Сальвия: лечить → Вася: принято (CLA-52)" in done.out
    assert "убить → Ля" in done.out
    assert "Маша: неясно" in done.out
    assert understood(game, "night", "2", "Гафф", "проверяю Ля")["reason"] == "dead-target"


def test_lines_from_a_file_are_taken_and_one_without_a_sender_does_not_stop_the_rest(game: Path) -> None:
    (game / "night.txt").write_text("Кто-то: лечу\nСальвия: лечу Васю\n", encoding="utf-8")
    done = run(game, "night", "1", "--from", "night.txt")
    assert done.status == 1
    assert "лечить → Вася" in done.out


def test_messages_come_as_json_too(game: Path) -> None:
    messages = [{"by": "Сальвия", "line": "лечу Васю", "at": "22:14"}, {"by": "Гафф", "line": "сплю"}]
    (game / "night.json").write_text(json.dumps(messages), encoding="utf-8")
    entered(game, "night", "1", "--from", "night.json")
    assert understood(game, "night", "2", "Сальвия", "лечу Васю")["reason"] == "same-target"
    (game / "night.json").write_text('{"by": "Гафф"}', encoding="utf-8")
    assert run(game, "night", "1", "--from", "night.json").status == 2


def test_all_of_it_is_marked_as_the_hosts(game: Path) -> None:
    for arguments in (["Сальвия", "лечу Васю"], ["--list"], ["--undo"]):
        assert entered(game, "night", "1", *arguments).out.startswith("ТОЛЬКО ДЛЯ ВЕДУЩЕГО\n")


def test_the_list_says_who_may_act_and_what_he_did_the_night_before(game: Path) -> None:
    entered(game, "night", "1", "Сальвия", "лечу Васю", "--at", "22:14")
    told = entered(game, "night", "2", "--list").out
    assert "Сальвия (доктор): " in told
    assert "прошлой ночью: лечить → Вася" in told
    assert "Вася (" not in told


@pytest.mark.parametrize("word", ["day3", "0x", "ночь"])
def test_a_word_that_is_no_night_is_a_fault(game: Path, word: str) -> None:
    assert run(game, "night", word, "Сальвия", "лечу Васю").status == 2


# --- days, other games ---

TABLE = [
    "Настя town-journalist", "РэдДи don", "Кролек killer", "Nightmare joker", "Гафф commissar",
    "Вася citizen card=2D", "Петя citizen card=3D", "Жанна citizen card=4D",
]  # fmt: skip


@pytest.fixture
def casino(tmp_path: Path) -> Path:
    return make_game(tmp_path, "casino", TABLE, "trump=hearts", "town_suit=clubs")


@pytest.mark.parametrize("command", [["act", "day3"], ["act", "3"], ["night", "3"]])
def test_an_action_of_the_day_is_taken_by_day_and_with_its_night(casino: Path, command: list[str]) -> None:
    found = understood(casino, *command, "Настя", "сравниваю Васю и Петю")
    assert (found["do"], found["on"], found["accepted"]) == ("compare", ["Вася", "Петя"], True)


def test_an_action_of_the_night_is_refused_by_day(casino: Path) -> None:
    assert understood(casino, "act", "day3", "Гафф", "проверяю Васю")["reason"] == "not-your-action"


def test_the_jokers_copy_says_whose_ability_it_is(casino: Path) -> None:
    found = understood(casino, "night", "1", "Nightmare", "копирую комиссара, проверяю Жанну")
    assert (found["do"], found["as"], found["on"], found["accepted"]) == ("check", "commissar", ["Жанна"], True)
    entered(casino, "night", "1", "Nightmare", "копирую комиссара, проверяю Жанну", "--at", "22:14")
    again = understood(casino, "night", "2", "Nightmare", "копирую комиссара, убиваю Петю")
    assert again["reason"] == "same-action"


def test_a_line_with_several_orders_is_a_list(casino: Path) -> None:
    found = understood(casino, "night", "1", "Настя", "сравниваю Васю и Петю, записка: они разные")
    assert [(each["do"], each["accepted"]) for each in found] == [("compare", True), ("note", True)]


def test_a_killer_who_speaks_for_the_don_is_refused(casino: Path) -> None:
    assert understood(casino, "night", "1", "Кролек", "мафия: Вася")["reason"] == "not-in-charge"


def test_a_refusal_to_kill_is_the_gangs_action(tmp_path: Path) -> None:
    folder = make_game(tmp_path, "mordheim", ["Кролек mafioso", "Гафф commissioner", "Вася citizen", "Петя citizen"])
    found = understood(folder, "night", "1", "Кролек", "пас")
    assert (found["do"], found["pass"], found["accepted"]) == ("pass", True, True)
    found = understood(folder, "night", "1", "Кролек", "убить Васю с осколком", "--at", "02:10")
    assert (found["do"], found["item"], found["accepted"]) == ("kill", "shard", True)


# --- with the thread ---


def test_what_was_entered_for_a_night_decides_who_votes_on_the_next_day(tmp_path: Path) -> None:
    folder = make_thread_game(tmp_path, "thread.toml", THREADS / "players.toml", AFTER_DAY_2)
    before = json.loads(run(folder, "report", "day2", "--json", now=AFTER_DAY_2).out)
    assert "Вермут" not in {each["by"] for each in before["rejected"]}
    done = run(folder, "night", "1", "Граф Кефир", "убить Вермута", "--at", "22:14", now=AFTER_DAY_2)
    assert done.status == 0, done.out
    for phase in ("day1", "night1"):
        assert run(folder, "announce", phase, now=AFTER_DAY_2).status == 0
    after = json.loads(run(folder, "report", "day2", "--json", now=AFTER_DAY_2).out)
    assert ("Вермут", "dead") in {(each["by"], each["reason"]) for each in after["rejected"]}
    rows = {row["player"]: row for row in json.loads(run(folder, "roster", "--json", now=AFTER_DAY_2).out)}
    assert (rows["Вермут"]["out"], rows["Дед Пихто"]["executed"]) == ("night1", True)


def test_who_was_executed_by_day_does_not_act_in_its_night(tmp_path: Path) -> None:
    folder = make_thread_game(tmp_path, "thread.toml", THREADS / "players.toml", AFTER_DAY_2)
    done = run(folder, "night", "1", "Ёлка", "лечу Деда Пихто", "--dry-run", "--json", now=AFTER_DAY_2)
    assert json.loads(done.out)["reason"] == "dead-target"


def test_the_help_loads_nothing_heavy() -> None:
    heavy = {"httpx", "bs4", "lxml", "pymorphy3", "rapidfuzz", "sqlite_utils"}
    probe = (
        "import sys; sys.argv = ['tally', {command!r}, '--help']\n"
        "from tally.cli import main\n"
        "try: main()\n"
        "finally: print(*(set(sys.modules) & {heavy!r}), file=sys.stderr)"
    )
    for command in ("night", "act", "deal", "roster"):
        script = probe.format(command=command, heavy=heavy)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
        assert done.stderr.strip() == ""
