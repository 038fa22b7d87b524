"""The words of the story: every role, action, chance and option in both languages; letters and news as sentences."""

import re

import pytest

from engine.outcome import Announcement, CountedVote, Rejected, Told, TownView
from engine.ruleset import Ruleset, rulesets
from tally.records.ruleset_files import read_ruleset
from tally.records.ruleset_page import ruleset_page
from tally.story.actions import action_name
from tally.story.causes import cause_in_words, chance_in_words, light_in_words
from tally.story.columns import set_in_columns
from tally.story.letters import letter, recipient_name
from tally.story.news import news
from tally.story.options import option_meaning
from tally.story.refusals import refusal_in_words
from tally.story.roles import role_name, shown_name, side_name, winner_name
from tally.story.town import town_story
from tally.story.votes import refused_line, vote_table
from tally.texts import use_language

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
REASONS = (
    "dead", "not-your-action", "not-in-charge", "late", "early", "not-yet", "no-uses-left", "too-many-targets",
    "bad-target", "dead-target", "self", "same-target", "same-action",
)  # fmt: skip
CAUSES = {
    "casino": "execution modkill mafia commissar joker role-shot wrong-guess queen-of-spades",
    "classic": "execution modkill mafia commissioner maniac prostitute shahid",
    "mordheim": "execution vegetable mafia maniac werewolf kamikaze mafia-kamikaze",
    "newyear": "execution mafia highlander sheriff shahid maniac",
    "styles": "execution modkill mafia extra-shot extra-miss fsb fsb-miss bad-boy trap poison curse cloak",
}


def words(ruleset: Ruleset) -> dict[str, str]:
    """Everything of a ruleset that has a name, by what it is."""
    found = {f"role {role}": role_name(ruleset, role) for role in ruleset.roles}
    found |= {f"side {side}": side_name(ruleset, side) for side in ruleset.sides}
    found |= {f"office {office.id}": role_name(ruleset, office.id) for office in ruleset.offices}
    found |= {f"action {action}": action_name(ruleset, action) for action in ruleset.actions}
    found |= {f"chance {chance}": chance_in_words(chance) for chance in ruleset.chances}
    found |= {
        f"light {level.name}": light_in_words(level.name) for level in ruleset.light.levels if ruleset.light.named
    }
    found |= {f"option {key}": option_meaning(key, option) for key, option in ruleset.options.items()}
    found |= {f"cause {cause}": cause_in_words(ruleset, cause) for cause in CAUSES.get(ruleset.id, "").split()}
    return found


@pytest.mark.parametrize("name", rulesets())
def test_everything_of_a_ruleset_has_russian_words(name: str) -> None:
    for what, text in words(read_ruleset(name)).items():
        assert CYRILLIC.search(text) or text == "Bad boy", f"{what}: {text!r}"


@pytest.mark.parametrize("name", rulesets())
def test_everything_of_a_ruleset_has_english_words(name: str) -> None:
    use_language("en")
    for what, text in words(read_ruleset(name)).items():
        assert text, what
        assert not CYRILLIC.search(text), f"{what}: {text!r}"


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_words(reason: str) -> None:
    assert CYRILLIC.search(refusal_in_words(reason))


@pytest.mark.parametrize("name", rulesets())
def test_a_ruleset_is_printed_with_all_its_parts(name: str) -> None:
    ruleset = read_ruleset(name)
    page = "\n".join(ruleset_page(ruleset))
    for each in (*ruleset.roles, *ruleset.options, *ruleset.actions, *ruleset.chances):
        assert re.search(rf"^  {re.escape(each)}\b", page, re.MULTILINE), each


@pytest.mark.parametrize(
    ("name", "told", "text"),
    [
        ("classic", Told("Ёжик", "Вася", "mafia"), "Вася: мафия."),
        ("classic", Told("Ёжик", "Вася", "not-mafia"), "Вася: не мафия."),
        ("classic", Told("team:mafia", None, "yes"), "Ответ: да."),
        ("newyear", Told("Ёжик", "Вася", "neutral"), "Вася: ни мирный, ни мафия."),
        ("casino", Told("Ёжик", "Вася", "spades"), "Вася: пики."),
        ("casino", Told("Ёжик", ("Вася", "Петя"), "different"), "Вася, Петя: разные."),
        ("casino", Told("Ёжик", "Вася", "Джо"), "Вася: нападает Джо."),
        ("casino", Told("Ёжик", "Ёжик", "in-charge"), "Теперь мафию ведёте вы."),
        ("casino", Told("Ёжик", "Ёжик", "joker"), "Теперь вы — джокер."),
        ("casino", Told("Ёжик", "Ёжик", "diamonds"), "Ёжик: бубны."),
        ("casino", Told("Ёжик", "Ёжик", "Джо"), "Ёжик: нападает Джо."),
        ("casino", Told("team:mafia", "Вася", "boss-child"), "Вася — дочь/сын Босса."),
        ("styles", Told("Ёжик", "Вася", "black"), "Вася: чёрный стиль."),
        ("styles", Told("Ёжик", "Ёжик", "not-mafia"), "Ёжик: не мафия."),
        ("styles", Told("Ёжик", "Вася", "kill-earned"), "Вами заработано убийство."),
        ("mordheim", Told("Ёжик", "top", "no"), "верхняя половина: нет."),
        ("mordheim", Told("Ёжик", "Вася", "idle"), "Вася: этой ночью активности не было."),
    ],
)
def test_a_letter_is_a_sentence(name: str, told: Told, text: str) -> None:
    assert letter(read_ruleset(name), told) == text


def test_a_letter_to_a_team_names_the_team() -> None:
    assert recipient_name("team:mafia") == "вся мафия"
    assert recipient_name("Вася") == "Вася"


def of_town(**fields: object) -> list[str]:
    view = TownView(phase=str(fields.pop("phase", "night1")), **fields)  # type: ignore[arg-type]
    return news(read_ruleset("classic"), view, light_before="open", decided=True)


def test_the_news_are_what_a_host_would_write() -> None:
    told = of_town(
        dead=("Вася", "Петя"),
        revealed={"Вася": "doctor", "Петя": "hidden"},
        silenced=("Ёжик",),
        exposed={"Джо": "boss"},
        announced=(Announcement("victim-of", "Вася", "commissioner"),),
        light="closed",
        winners=("town", "Ира"),
    )
    assert told == [
        "Этой ночью погибают: Вася — доктор, Петя (роль не раскрыта).",
        "Сегодня Ёжик лишен возможности голосовать.",
        "Остались улики: босс мафии — Джо.",
        "Остались улики: Вася. Убийца — комиссар.",
        "Закрытая игра: роли погибших больше не называются.",
        "Игра окончена. Победа: город, Ира.",
    ]


def test_the_light_is_told_only_when_it_changes() -> None:
    assert of_town(light="open") == ["Этой ночью никто не погибает."]


def test_the_news_of_a_day() -> None:
    assert of_town(phase="day2", executed=("Вася",), dead=("Вася", "Петя"), revealed={"Вася": "rank1"}) == [
        "Казнь: Вася — 1й ранг мафии.",
        "Выбывают также: Петя.",
    ]
    assert of_town(phase="day2", acquitted={"Вася": "alibi"}) == ["Казнь не состоится: Вася (отмаза)."]
    assert of_town(phase="day2") == ["Сегодня никого не казнят."]
    assert of_town(phase="day2", winners=("nobody",))[-1] == "Игра окончена, победителей нет."


def test_a_day_that_waits_for_the_host_does_not_say_that_nobody_is_executed() -> None:
    view = TownView(phase="day2")
    assert news(read_ruleset("classic"), view, light_before=None, decided=False) == []


def test_the_vote_table_has_the_highest_score_first_and_its_columns_in_line() -> None:
    votes = (
        CountedVote("Вася", "Петя", "red", 1),
        CountedVote("Ира", "Джо", "red", 2),
        CountedVote("Джо", "Петя", "blue", 3),
    )
    table = vote_table(votes, {"Петя": -2, "Джо": 2}, {"Петя": 1, "Джо": 2}, {"Петя": 3})
    assert [line.split("  ")[0].strip() for line in table] == ["Кандидат", "Джо", "Петя"]
    assert table[2].split() == ["Петя", "-2", "1", "3", "Вася", "Джо", "×3"]


def test_a_table_without_public_sums_has_votes_alone() -> None:
    table = vote_table((CountedVote("Вася", "Петя", "red", 1),), {}, {}, {})
    assert table[1].split() == ["Петя", "Вася"]


def test_nobody_voted_is_no_table() -> None:
    assert vote_table((), {}, {}, {}) == []


def test_a_refused_vote_and_a_refused_action_are_told_apart() -> None:
    ruleset = read_ruleset("classic")
    assert refused_line(ruleset, Rejected("Вася", "Петя", "dead-target", "CLA-36")).startswith("Вася → Петя: ")
    action = Rejected("Вася", ("Петя",), "dead-target", "CLA-41", do="heal")
    assert refused_line(ruleset, action) == "Вася → лечить → Петя: цель мертва"
    nomination = Rejected("Вася", "Петя", "early", "MOR-7", kind="nominate")
    assert refused_line(read_ruleset("mordheim"), nomination).startswith("Вася → выдвижение → Петя: ")


def test_the_town_reads_a_day_of_silence_without_an_empty_table() -> None:
    told = town_story(read_ruleset("classic"), TownView(phase="day2"), light_before=None, decided=True)
    assert told == ["День 2", "  Сегодня никого не казнят."]


def test_shown_roles_and_winners() -> None:
    ruleset = read_ruleset("classic")
    assert shown_name(ruleset, "hidden") == "роль не раскрыта"
    assert shown_name(ruleset, "good") == "из хороших"
    assert winner_name(ruleset, "nobody") == "никто"
    assert winner_name(ruleset, "Вася") == "Вася"
    assert role_name(ruleset, None) == "роль неизвестна"


def test_wide_and_combining_signs_keep_the_columns_in_line() -> None:
    lines = set_in_columns([("龍龍", "1"), ("e\u0301e\u0301", "22")], frozenset({1}))
    assert lines == ["龍龍   1", "e\u0301e\u0301    22"]
