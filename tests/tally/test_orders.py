"""The reading of night lines beside the corpus: the forms on disk, a host's own rules, lines of any kind."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fixtures.orders.corpus import as_line, cases, cast_of
from tally.orders import Doubt, Pass, load_phrasebook, read_line
from tally.orders.forms import FORMS_FILE, make_forms, read_tables


def read(cast: str, by: str, line: str) -> str:
    game = cast_of(cast)
    return as_line(read_line(line, game.sender(by), load_phrasebook(game.rules.id), game.names))


def test_the_forms_on_disk_are_those_of_the_tables() -> None:
    kept = json.loads(FORMS_FILE.read_text(encoding="utf-8"))
    assert kept == make_forms(), "run: python -m tally.orders.forms"


@pytest.mark.parametrize("ruleset", ["classic", "newyear", "casino", "styles", "mordheim"])
def test_every_action_of_a_ruleset_has_words(ruleset: str) -> None:
    game = cast_of(ruleset)
    known = load_phrasebook(ruleset).actions
    missing = {*game.rules.actions, *game.rules.player_choices} - set(known)
    assert not missing


@pytest.mark.parametrize("ruleset", ["classic", "newyear", "casino", "styles", "mordheim"])
def test_every_role_that_somebody_may_name_has_words(ruleset: str) -> None:
    named = {role for _words, role in load_phrasebook(ruleset).roles}
    missing = set(cast_of(ruleset).rules.roles) - named
    # nobody guesses or copies a rank of the mafia, nor the mirror and the roles that come to be in a game
    assert missing <= {"rank1", "rank2", "rank3", "rank4", "mirror", "mafia-kamikaze", "werewolf-mafia"}


def test_a_host_s_own_rules_are_worded_as_the_others() -> None:
    actions = load_phrasebook("my-own-game").actions
    assert {"heal", "kill", "check", "scan", "role-shot"} <= set(actions)


def test_the_tables_name_no_set_that_is_not_there() -> None:
    tables = read_tables()
    for name in tables:
        if name != "common":
            load_phrasebook(name)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_without_failing(text: str) -> None:
    assert read("classic", "Сальвия", text)


@pytest.mark.parametrize("added", ["?", " или Жанну"])
def test_a_question_or_an_alternative_is_never_an_order(added: str) -> None:
    game = cast_of("classic")
    for case in cases():
        # a question in a sentence of its own asks for something else
        if case.cast == "classic" and not re.search(r"[.!?;]\s", case.text):
            text = case.text.rstrip(".!?:) ") + added
            reading = read_line(text, game.sender(case.by), load_phrasebook("classic"), game.names)
            is_text = isinstance(reading, tuple) and any(order.text is not None for order in reading)
            assert isinstance(reading, Doubt | Pass) or is_text, text


def test_who_may_do_one_thing_only_may_write_the_nick_alone() -> None:
    assert read("classic", "Маша", "Петя") == "visit Петя"
    assert read("classic", "Гафф", "Петя") == "? no-action: check, kill"


def test_a_nick_with_a_slip_is_found_and_a_chance_likeness_is_not() -> None:
    assert read("classic", "Сальвия", "лечу Эмилиию") == "heal Эмилия"
    assert read("classic", "Сальвия", "лечу Петуха") == "? unknown-name"
