"""The joker of casino: maniac and agent, copies and their limits, the werewolf (CAS-70 … CAS-79, CAS-96)."""

from typing import Any

import pytest

from engine import HostView
from tests.engine.casino_table import answers, suits, table
from tests.engine.games import Replay, act, day, night, reasons

TABLE = table(
    "doctor",
    "commissar",
    "girl",
    "town-journalist",
    "witness",
    "don",
    "killer",
    "blackmailer",
    "mafia-journalist",
    "boss-child",
    "joker",
    citizens=6,
)


@pytest.fixture(name="casino")
def _casino(replay: Replay) -> Replay:
    def casino(*phases: Any, players: dict[str, Any] | None = None, **options: Any) -> list[HostView]:
        quiet = {"modkill": "host", "tie": "none"}
        return replay("casino", TABLE if players is None else players, *phases, **{**quiet, **suits(**options)})

    return casino


def copy(role: str, do: str, *on: str, **more: Any) -> dict[str, Any]:
    """The joker's copy."""
    return act("Джокер", do, *on, **{"as": role}, **more)


def compares(number: int, *actions: Any, **more: Any) -> dict[str, Any]:
    return {"phase": f"day{number}", "actions": list(actions), **more}


CHECK = act("Комиссар", "check", "Джокер")


def test_he_kills_or_copies_and_the_last_message_counts(casino: Replay) -> None:
    """CAS-70, CAS-71."""
    views = casino(
        night(1, copy("doctor", "heal", "Дон"), act("Джокер", "kill", "Мирный 1"), CHECK),
        day(2),
        night(2, act("Джокер", "kill", "Мирный 2"), copy("commissar", "check", "Дон"), CHECK),
    )
    assert (views[0].dead, answers(views[0])) == (("Мирный 1",), [("Комиссар", "Джокер", "clubs")])
    assert views[2].dead == ()
    assert answers(views[2]) == [("Джокер", "Дон", "hearts"), ("Комиссар", "Джокер", "diamonds")]


@pytest.mark.parametrize(
    ("role", "do", "on", "suit"),
    [
        ("doctor", "heal", ("Джокер",), "diamonds"),
        ("commissar", "check", ("Дон",), "diamonds"),
        ("commissar", "kill", ("Мирный 1",), "diamonds"),
        ("girl", "block", ("Доктор",), "diamonds"),
        ("blackmailer", "block", ("Доктор",), "hearts"),
        ("witness", "watch", ("Мирный 1",), "diamonds"),
        ("don", "kill", ("Мирный 1",), "hearts"),
        ("boss-child", "seek", ("Дон",), "hearts"),
    ],
)
def test_every_role_may_be_copied_and_shows_its_suit(
    casino: Replay, role: str, do: str, on: tuple[str, ...], suit: str
) -> None:
    """CAS-72, CAS-73, CAS-74."""
    (view,) = casino(night(1, copy(role, do, *on), CHECK))
    assert reasons(view) == []
    assert ("Комиссар", "Джокер", suit) in answers(view)
    assert view.causes == ({"Мирный 1": ("joker",)} if do == "kill" else {})


@pytest.mark.parametrize(
    ("role", "do"),
    [
        ("doctor", "check"),
        ("killer", "kill"),
        ("boss-child", "kill"),
        ("joker", "kill"),
        ("citizen", "heal"),
        ("werewolf", "kill"),
        ("witness", "block"),
    ],
)
def test_what_a_role_does_not_have_cannot_be_copied(casino: Replay, role: str, do: str) -> None:
    """CAS-72."""
    (view,) = casino(night(1, copy(role, do, "Мирный 1")))
    assert [reason for _, reason, _ in reasons(view)] == ["not-your-action"]


def test_only_the_joker_copies(casino: Replay) -> None:
    """CAS-72."""
    (view,) = casino(night(1, act("Доктор", "heal", "Дон", **{"as": "doctor"}), act("Джокер", "heal", "Дон")))
    assert [reason for _, reason, _ in reasons(view)] == ["not-your-action", "not-your-action"]


def test_a_dead_role_is_copied_in_the_dark_only(casino: Replay) -> None:
    """CAS-72: alive when the night begins; never a role outside the line-up; a comparison: at the start of the day."""
    gone = {"choices": [{"by": "host", "do": "execute", "on": ["Свидетель"]}]}
    for dark_at, refused in ((0, ["not-your-action"]), (16, [])):
        views = casino(
            {"phase": "day1", **gone},
            night(1, copy("witness", "watch", "Дон")),
            dark_at=dark_at,
        )
        assert [reason for _, reason, _ in reasons(views[1])] == refused
    (view,) = casino(night(1, copy("witness", "watch", "Дон")), players=table("joker", "doctor", "don", citizens=3))
    assert [reason for _, reason, _ in reasons(view)] == ["not-your-action"], "dark, but no witness was dealt"
    (view,) = casino(
        compares(
            1,
            copy("town-journalist", "compare", "Дон", "Доктор"),
            choices=[{"by": "host", "do": "execute", "on": ["Журналист"]}],
        )
    )
    assert len(view.told) == 1


def test_a_record_that_starts_in_the_dark_is_dark(casino: Replay) -> None:
    """CAS-72, CAS-110: the roles of the line-up, dead or not."""
    players = table("joker", "doctor", "don", "killer", citizens=4)
    views = casino(
        night(3, act("Дон", "kill", "Доктор")),
        day(4),
        night(4, copy("doctor", "heal", "Мирный 1"), act("Дон", "kill", "Мирный 1")),
        players=players,
    )
    assert (views[2].saved, views[2].light) == (("Мирный 1",), "dark")


@pytest.mark.parametrize(
    ("role", "do", "on", "reason"),
    [
        ("girl", "block", ("Джокер",), "self"),
        ("boss-child", "seek", ("Джокер",), "self"),
        ("killer", "role-shot", ("Дон",), "bad-target"),
        ("doctor", "heal", ("Дон", "Киллер"), "too-many-targets"),
    ],
)
def test_a_copy_has_the_limits_of_the_role(
    casino: Replay, role: str, do: str, on: tuple[str, ...], reason: str
) -> None:
    """CAS-73."""
    (view,) = casino(night(1, copy(role, do, *on)))
    assert [each for _, each, _ in reasons(view)] == [reason]


def test_the_copied_child_seeks_until_the_dons_death(casino: Replay) -> None:
    """CAS-73, CAS-89: as the child himself; also where the game never had a don (CAS-5)."""
    orders = (copy("boss-child", "seek", "Мирный 1"), act("Ребёнок", "seek", "Мирный 1"))
    players = table("joker", "killer", "boss-child", "doctor", citizens=8)
    (view,) = casino(night(1, *orders), players=players)
    assert [reason for _, reason, _ in reasons(view)] == ["not-your-action"] * 2
    (view,) = casino(night(1, *orders), players={**players, **table("don", citizens=0)})
    assert reasons(view) == []


def test_the_copied_don_kills_on_his_own(casino: Replay) -> None:
    """CAS-73: beside the mafia's kill, blocked with the joker alone; and the witness is told the joker."""
    (view,) = casino(
        night(
            1,
            copy("don", "kill", "Мирный 1"),
            act("Дон", "kill", "Мирный 2"),
            act("Девочка", "block", "Дон"),
            act("Свидетель", "watch", "Мирный 1"),
        )
    )
    assert (view.dead, view.causes) == (("Мирный 1",), {"Мирный 1": ("joker",)})
    assert answers(view) == [("Свидетель", "Мирный 1", "Джокер")]


def test_the_mafias_lost_kill_is_not_the_jokers(casino: Replay) -> None:
    """CAS-73, CAS-83: in the dark he kills as the dead don."""
    views = casino(
        compares(1, choices=[{"by": "host", "do": "execute", "on": ["Дон"]}]),
        night(1, copy("don", "kill", "Мирный 1")),
        dark_at=16,
    )
    assert views[1].dead == ("Мирный 1",)


# The suit of a copy.


@pytest.mark.parametrize(("lasts", "answer"), [("until-next-night", "different"), ("night", "same")])
def test_the_copied_suit_lasts_through_the_next_day(casino: Replay, lasts: str, answer: str) -> None:
    """CAS-74, D-12: until the next night begins, or that night only."""
    views = casino(
        night(1, copy("doctor", "heal", "Джокер"), CHECK),
        compares(2, act("Журналист", "compare", "Джокер", "Мирный 1")),
        night(2, CHECK),
        copy_suit_lasts=lasts,
    )
    assert [each.answer for view in views for each in view.told] == ["diamonds", answer, "clubs"]


@pytest.mark.parametrize(("lasts", "after"), [("until-next-night", "different"), ("night", "same")])
def test_a_comparison_copied_by_day_shows_its_suit_at_once(casino: Replay, lasts: str, after: str) -> None:
    """CAS-74, CAS-79: to the journalists of the day, to the commissar of the night, and as long as a night's copy."""
    compare = act("Журналист", "compare", "Джокер", "Мирный 1")
    views = casino(
        compares(1, copy("mafia-journalist", "compare", "Мирный 1", "Мирный 2"), compare),
        night(1, CHECK),
        compares(2, compare),
        copy_suit_lasts=lasts,
    )
    assert answers(views[0])[1] == ("Журналист", ("Джокер", "Мирный 1"), "different")
    assert answers(views[1]) == [("Комиссар", "Джокер", "hearts")]
    assert answers(views[2])[0][2] == after


def test_a_block_annuls_the_copy_with_its_suit(casino: Replay) -> None:
    """CAS-74, CAS-102."""
    (view,) = casino(
        night(
            1,
            copy("doctor", "heal", "Мирный 1"),
            act("Дон", "kill", "Мирный 1"),
            act("Девочка", "block", "Джокер"),
            CHECK,
        )
    )
    assert (view.blocked, view.dead, view.saved) == (("Джокер",), ("Мирный 1",), ())
    assert answers(view) == [("Комиссар", "Джокер", "clubs")]


# What has to change.


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (copy("commissar", "kill", "Киллер"), "same-action"),
        (copy("witness", "watch", "Дон"), "same-target"),
        (copy("commissar", "check", "Дон"), "same-target"),
        (copy("doctor", "heal", "Киллер"), None),
        (act("Джокер", "kill", "Дон"), None),
    ],
)
def test_role_action_and_target_all_have_to_change(casino: Replay, second: dict[str, Any], reason: str | None) -> None:
    """CAS-75: where both fit, the order of the list of reasons; a night as maniac has no restriction."""
    views = casino(night(1, copy("commissar", "check", "Дон")), day(2), night(2, second))
    assert reasons(views[2]) == ([("Джокер", reason, "CAS-75")] if reason else [])


def test_the_same_action_of_another_role_is_the_same_action(casino: Replay) -> None:
    """CAS-75: the kind of action."""
    views = casino(
        night(1, copy("commissar", "kill", "Мирный 1")),
        day(2),
        night(2, copy("don", "kill", "Мирный 2")),
        day(3),
        night(3, copy("girl", "block", "Доктор")),
        day(4),
        night(4, copy("blackmailer", "block", "Комиссар")),
    )
    assert [[each for _, each, _ in reasons(view)] for view in views[::2]] == [[], ["same-action"], [], ["same-action"]]


@pytest.mark.parametrize(
    ("memory", "refused"), [("previous-night", []), ("last-copy", [("Джокер", "same-target", "CAS-75")])]
)
def test_a_night_between_lifts_the_restriction(casino: Replay, memory: str, refused: list[Any]) -> None:
    """CAS-75, D-13."""
    heal = copy("doctor", "heal", "Джокер")
    views = casino(
        night(1, heal), day(2), night(2, act("Джокер", "kill", "Мирный 1")), day(3), night(3, heal), copy_memory=memory
    )
    assert reasons(views[4]) == refused


@pytest.mark.parametrize(("counts", "refused"), [(False, []), (True, [("Джокер", "same-target", "CAS-75")])])
def test_an_annulled_copy_may_count(casino: Replay, counts: bool, refused: list[Any]) -> None:
    """CAS-75, D-15."""
    heal = copy("doctor", "heal", "Джокер")
    views = casino(night(1, heal, act("Девочка", "block", "Джокер")), day(2), night(2, heal), annulled_counts=counts)
    assert reasons(views[2]) == refused


def test_a_superseded_copy_is_not_remembered(casino: Replay) -> None:
    """CAS-70, CAS-75."""
    views = casino(
        night(1, copy("doctor", "heal", "Джокер"), act("Джокер", "kill", "Мирный 1")),
        day(2),
        night(2, copy("doctor", "heal", "Джокер")),
    )
    assert reasons(views[2]) == []


def test_three_alive_do_not_free_the_joker(casino: Replay) -> None:
    """CAS-53, CAS-75: the exception is of the roles named there."""
    players = table("joker", "doctor", "killer", citizens=1)
    views = casino(
        night(1, copy("doctor", "heal", "Доктор")),
        day(2, choices=[{"by": "host", "do": "kill", "on": ["Мирный 1"]}]),
        night(2, copy("doctor", "heal", "Доктор")),
        players=players,
    )
    assert reasons(views[2]) == [("Джокер", "same-target", "CAS-75")]


# Weaker than the original.


@pytest.mark.parametrize(
    ("role", "victim", "option", "annulled"),
    [
        ("girl", "Девочка", "never-original-blockers", False),
        ("girl", "Шантажист", "never-original-blockers", False),
        ("blackmailer", "Девочка", "never-original-blockers", False),
        ("girl", "Девочка", "never-same-role", False),
        ("blackmailer", "Шантажист", "never-same-role", False),
        ("girl", "Шантажист", "never-same-role", True),
        ("blackmailer", "Девочка", "never-same-role", True),
    ],
)
def test_a_copied_block_is_weaker_than_a_blocker(
    casino: Replay, role: str, victim: str, option: str, annulled: bool
) -> None:
    """CAS-76, CAS-101, D-14."""
    (view,) = casino(
        night(
            1,
            copy(role, "block", victim),
            act(victim, "block", "Доктор"),
            act("Доктор", "heal", "Мирный 1"),
            act("Дон", "kill", "Мирный 1"),
        ),
        copied_block=option,
    )
    assert view.blocked == ((victim,) if annulled else ("Доктор",))
    assert view.saved == (("Мирный 1",) if annulled else ())


@pytest.mark.parametrize("option", ["never-original-blockers", "never-same-role"])
@pytest.mark.parametrize(("role", "victim"), [("girl", "Шантажист"), ("blackmailer", "Девочка"), ("girl", "Девочка")])
def test_an_original_blocker_annuls_the_copy(casino: Replay, role: str, victim: str, option: str) -> None:
    """CAS-76, CAS-101."""
    (view,) = casino(night(1, copy(role, "block", victim), act(victim, "block", "Джокер"), CHECK), copied_block=option)
    assert view.blocked == ("Джокер",)
    assert answers(view) == [("Комиссар", "Джокер", "clubs")]


def test_the_girls_priority_holds_for_her_copy_too(casino: Replay) -> None:
    """D-14, D-22: whom she can never stop her copy cannot either."""
    (view,) = casino(
        night(1, copy("girl", "block", "Шантажист"), act("Шантажист", "block", "Комиссар"), CHECK),
        copied_block="never-same-role",
        block_priority="always",
    )
    assert view.blocked == ("Комиссар",)


def test_a_copied_block_does_nothing_to_the_blackmailers_shot_either(casino: Replay) -> None:
    """CAS-76, CAS-101: an original blocker is out of its reach whole; the girl reaches him."""
    for blocker, dead in (
        (copy("girl", "block", "Шантажист"), ("Доктор",)),
        (act("Девочка", "block", "Шантажист"), ()),
    ):
        views = casino(
            compares(1, choices=[{"by": "host", "do": "execute", "on": ["Киллер"]}]),
            night(1, blocker, act("Шантажист", "role-shot", "Доктор", guess="doctor")),
        )
        assert views[1].dead == dead


def test_a_copied_block_is_a_block_for_everybody_else(casino: Replay) -> None:
    """CAS-76, CAS-63: the don sends no kill, the journalist compares nobody on the next day."""
    views = casino(
        night(1, copy("girl", "block", "Дон"), act("Дон", "kill", "Мирный 1")),
        day(2),
        night(2),
        day(3),
        night(3, copy("girl", "block", "Журналист")),
        compares(4, act("Журналист", "compare", "Дон", "Доктор")),
    )
    assert (views[0].blocked, views[0].dead) == (("Дон",), ())
    assert views[5].blocked == ("Журналист",)


def test_blocks_in_a_circle_annul_one_another(casino: Replay) -> None:
    """CAS-101 leaves it open: girl, blackmailer and the joker's copy each visit the next."""
    (view,) = casino(
        night(
            1,
            act("Девочка", "block", "Шантажист"),
            act("Шантажист", "block", "Джокер"),
            copy("blackmailer", "block", "Девочка"),
        ),
        copied_block="never-same-role",
    )
    assert view.blocked == ("Девочка", "Джокер", "Шантажист")


@pytest.mark.parametrize(("mine", "killer"), [("kill", "Комиссар"), ("kill", "Дон")])
def test_joker_and_killer_kill_each_other(casino: Replay, mine: str, killer: str) -> None:
    """CAS-77, CAS-104."""
    (view,) = casino(night(1, act("Джокер", mine, killer), act(killer, "kill", "Джокер")))
    assert view.dead == ("Джокер", killer)


# The copied shot.


def test_the_copied_shot_has_all_consequences(casino: Replay) -> None:
    """CAS-78: wrong, he dies and the target lives; right, no heal helps."""
    (view,) = casino(night(1, copy("killer", "role-shot", "Дон", guess="killer"), act("Доктор", "heal", "Джокер")))
    assert (view.dead, view.causes) == (("Джокер",), {"Джокер": ("wrong-guess",)})
    (view,) = casino(night(1, copy("killer", "role-shot", "Дон", guess="don"), act("Доктор", "heal", "Дон")))
    assert (view.dead, view.causes) == (("Дон",), {"Дон": ("role-shot",)})
    (view,) = casino(night(1, copy("killer", "role-shot", "Ребёнок", guess="boss-child")))
    assert (view.dead, view.told) == (("Ребёнок",), ())


def test_the_joker_shoots_twice_a_game(casino: Replay) -> None:
    """CAS-78: the killer's own shots are not touched."""
    guesses = (("Мирный 1", "citizen"), ("Доктор", "doctor"), ("Девочка", "girl"))
    phases = []
    for number, (target, guess) in enumerate(guesses):
        cycle = 1 + 2 * number
        phases += [night(cycle, copy("killer", "role-shot", target, guess=guess)), day(cycle + 1), night(cycle + 1)]
        phases += [day(cycle + 2)]
    views = casino(*phases[:-1], guess_citizen=True)
    shots = [view for view in views if view.phase in ("night1", "night3", "night5")]
    assert [view.dead for view in shots] == [("Мирный 1",), ("Доктор",), ()]
    assert reasons(shots[2]) == [("Джокер", "no-uses-left", "CAS-86")]


# Copying a journalist.


@pytest.mark.parametrize("role", ["town-journalist", "mafia-journalist"])
def test_a_comparison_is_the_jokers_move_of_the_cycle(casino: Replay, role: str) -> None:
    """CAS-79, D-35: the answer at the end of voting; neither kill nor copy that night; a note is free."""
    views = casino(
        compares(1, copy(role, "compare", "Доктор", "Девочка")),
        night(
            1,
            act("Джокер", "kill", "Мирный 1"),
            copy("doctor", "heal", "Дон"),
            act("Джокер", "note", text="сверил"),
            act("Джокер", "note", **{"as": role}, text="точно"),
        ),
        day(2),
        night(2, act("Джокер", "kill", "Мирный 1"), act("Джокер", "note", text="ещё")),
    )
    assert answers(views[0]) == [("Джокер", ("Доктор", "Девочка"), "same")]
    assert [reason for _, reason, _ in reasons(views[1])] == ["no-uses-left", "no-uses-left"]
    assert [each.value for each in views[1].announced] == ["точно"]
    assert (views[3].dead, [reason for _, reason, _ in reasons(views[3])]) == (("Мирный 1",), ["not-your-action"])


def test_a_note_by_day_follows_the_comparison(casino: Replay) -> None:
    """CAS-65, CAS-79."""
    views = casino(
        compares(
            1,
            act("Джокер", "note", text="рано"),
            copy("town-journalist", "compare", "Доктор", "Дон"),
            act("Джокер", "note", text="пора"),
        ),
        night(1),
    )
    assert [reason for _, reason, _ in reasons(views[0])] == ["not-your-action"]
    assert [each.value for each in views[1].announced] == ["пора"]


@pytest.mark.parametrize(
    ("targets", "reason"),
    [(("Джокер", "Дон"), "self"), (("Дон", "Дон"), "bad-target"), (("Дон",), "bad-target")],
)
def test_a_copied_comparison_has_its_limits(casino: Replay, targets: tuple[str, ...], reason: str) -> None:
    """CAS-73, CAS-79: a refused one is no move."""
    views = casino(
        compares(1, copy("town-journalist", "compare", *targets)), night(1, act("Джокер", "kill", "Мирный 1"))
    )
    assert [each for _, each, _ in reasons(views[0])] == [reason]
    assert views[1].dead == ("Мирный 1",)


def test_a_block_of_the_night_annuls_his_comparison_of_the_next_day(casino: Replay) -> None:
    """CAS-63, CAS-74, CAS-79: with its suit; the move is gone."""
    views = casino(
        night(1, act("Девочка", "block", "Джокер")),
        compares(
            2,
            copy("mafia-journalist", "compare", "Дон", "Доктор"),
            act("Журналист", "compare", "Джокер", "Мирный 1"),
        ),
        night(2, act("Джокер", "kill", "Мирный 1"), CHECK),
    )
    assert views[1].blocked == ("Джокер",)
    assert answers(views[1]) == [("Журналист", ("Джокер", "Мирный 1"), "same")]
    assert [reason for _, reason, _ in reasons(views[2])] == ["no-uses-left"]
    assert answers(views[2]) == [("Комиссар", "Джокер", "clubs")]


def test_a_comparison_counts_as_the_copy_of_its_cycle(casino: Replay) -> None:
    """CAS-75: any same target."""
    views = casino(
        compares(1, copy("town-journalist", "compare", "Доктор", "Дон")),
        night(1),
        compares(2, copy("mafia-journalist", "compare", "Киллер", "Девочка")),
        night(2, copy("doctor", "heal", "Дон"), copy("doctor", "heal", "Киллер")),
    )
    assert [reason for _, reason, _ in reasons(views[2])] == ["same-action"]
    assert [reason for _, reason, _ in reasons(views[3])] == ["same-target"]


# The werewolf.

WITH_HEIR = {**TABLE, **table("werewolf", citizens=0)}


@pytest.mark.parametrize("by_night", [True, False])
def test_the_werewolf_becomes_the_joker(casino: Replay, by_night: bool) -> None:
    """CAS-8, CAS-96, CAS-113: he is told; shots and memory are his own; his suit stays."""
    death = (
        [night(1, act("Комиссар", "kill", "Джокер"), copy("doctor", "heal", "Дон"))]
        if by_night
        else [
            night(1, copy("doctor", "heal", "Дон")),
            compares(2, choices=[{"by": "host", "do": "execute", "on": ["Джокер"]}]),
        ]
    )
    next_night = death[-1]["phase"].replace("day", "night") if not by_night else "night2"
    phases = [*death, *([day(2)] if by_night else [])]
    last = {
        "phase": next_night,
        "actions": [act("Оборотень", "heal", "Дон", **{"as": "doctor"}), act("Комиссар", "check", "Оборотень")],
    }
    views = casino(*phases, last, players=WITH_HEIR)
    turned = views[0] if by_night else views[1]
    assert (turned.roles, answers(turned)) == ({"Оборотень": "joker"}, [("Оборотень", "Оборотень", "joker")])
    assert turned.revealed == {"Джокер": "joker"}
    assert (reasons(views[-1]), answers(views[-1])) == ([], [("Комиссар", "Оборотень", "diamonds")])


def test_until_then_he_is_a_citizen_without_an_action(casino: Replay) -> None:
    """CAS-8, CAS-96, CAS-113: a werewolf who dies is told as a werewolf."""
    (view,) = casino(
        night(
            1,
            act("Оборотень", "kill", "Дон"),
            act("Комиссар", "check", "Оборотень"),
            act("Дон", "kill", "Оборотень"),
        ),
        players=WITH_HEIR,
    )
    assert [reason for _, reason, _ in reasons(view)] == ["not-your-action"]
    assert answers(view) == [("Комиссар", "Оборотень", "clubs")]
    assert view.revealed == {"Оборотень": "werewolf"}


def test_if_both_die_nobody_changes(casino: Replay) -> None:
    """CAS-96."""
    (view,) = casino(night(1, act("Комиссар", "kill", "Джокер"), act("Дон", "kill", "Оборотень")), players=WITH_HEIR)
    assert (view.roles, view.told) == ({}, ())
    assert view.revealed == {"Джокер": "joker", "Оборотень": "werewolf"}
