"""The town of casino by night and its journalists by day (CAS-50 … CAS-67), blocks (CAS-101, CAS-102)."""

from typing import Any

import pytest

from engine import HostView, host_view, play, read_record, town_view
from engine.record import GameRecord
from tests.engine.casino_table import answers, suits, table
from tests.engine.games import Replay, act, day, night, reasons, record_of

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
    "joker",
    citizens=6,
)
SHOT = {"guess": "doctor"}


@pytest.fixture(name="casino")
def _casino(replay: Replay) -> Replay:
    def casino(*phases: Any, players: dict[str, Any] | None = None, **options: Any) -> list[HostView]:
        quiet = {"modkill": "host", "tie": "none"}
        return replay("casino", TABLE if players is None else players, *phases, **{**quiet, **suits(**options)})

    return casino


def compares(number: int, *actions: Any, **more: Any) -> dict[str, Any]:
    return {"phase": f"day{number}", "actions": list(actions), **more}


def test_the_last_message_of_each_channel_counts(casino: Replay) -> None:
    """CAS-50: the own action, the mafia's kill, the shot by role and the note are apart."""
    (view,) = casino(
        night(
            1,
            act("Комиссар", "kill", "Мирный 1"),
            act("Комиссар", "check", "Дон"),
            act("Комиссар", "check", "Дон", "Киллер"),
            act("Журналист", "note", text="раз"),
            act("Журналист", "note", text="два"),
            act("Дон", "kill", "Мирный 2"),
            act("Дон", "kill", "Мирный 3"),
        )
    )
    assert reasons(view) == [("Комиссар", "too-many-targets", "CAS-56")]
    assert answers(view) == [("Комиссар", "Дон", "hearts")]
    assert view.dead == ("Мирный 3",)
    assert [each.value for each in view.announced] == ["два"]


def test_nobody_has_to_act(casino: Replay) -> None:
    """CAS-51."""
    (view,) = casino(night(1))
    assert (view.dead, view.told, view.missing) == ((), (), ())


def test_the_dead_and_whoever_lacks_the_action_are_refused(casino: Replay) -> None:
    """CAS-52."""
    views = casino(
        night(1, act("Дон", "kill", "Мирный 1")),
        day(2),
        night(
            2,
            act("Мирный 1", "heal", "Дон"),
            act("Мирный 2", "heal", "Дон"),
            act("Доктор", "heal", "Мирный 1"),
            act("Доктор", "check", "Мирный 1", at="23:30:00"),
            act("Доктор", "heal", "Мирный 1", at="23:30:00"),
            act("Журналист", "compare", "Дон", "Киллер"),
        ),
    )
    assert [(by, reason) for by, reason, _ in reasons(views[2])] == [
        ("Мирный 1", "dead"),
        ("Мирный 2", "not-your-action"),
        ("Доктор", "dead-target"),
        ("Доктор", "not-your-action"),
        ("Доктор", "late"),
        ("Журналист", "not-your-action"),
    ]


# Doctor.


def test_a_heal_survives_several_killers_but_no_shot_by_role(casino: Replay) -> None:
    """CAS-55, CAS-85."""
    attacks = [act(by, "kill", "Мирный 1") for by in ("Дон", "Джокер", "Комиссар")]
    views = casino(
        night(1, *attacks, act("Доктор", "heal", "Мирный 1")),
        day(2),
        night(2, act("Киллер", "role-shot", "Доктор", **SHOT), act("Доктор", "heal", "Доктор")),
    )
    assert (views[0].saved, views[0].dead) == (("Мирный 1",), ())
    assert (views[2].saved, views[2].dead, views[2].causes) == ((), ("Доктор",), {"Доктор": ("role-shot",)})


def test_a_heal_without_an_attack_saves_nobody(casino: Replay) -> None:
    """CAS-55: attacked and healed is saved."""
    (view,) = casino(night(1, act("Доктор", "heal", "Мирный 1")))
    assert view.saved == ()


@pytest.mark.parametrize(
    ("by", "do", "more"),
    [("Доктор", "heal", {}), ("Девочка", "block", {}), ("Шантажист", "block", {}), ("Свидетель", "watch", {})],
)
def test_no_repeat_on_two_nights_running(casino: Replay, by: str, do: str, more: dict[str, Any]) -> None:
    """CAS-54: the third night is free again."""
    views = casino(
        night(1, act(by, do, "Мирный 1")),
        day(2),
        night(2, act(by, do, "Мирный 1"), act(by, do, "Мирный 2")),
        day(3),
        night(3, act(by, do, "Мирный 1")),
    )
    assert reasons(views[2]) == [(by, "same-target", "CAS-54")]
    assert reasons(views[4]) == []


@pytest.mark.parametrize(("counts", "refused"), [(False, []), (True, [("Доктор", "same-target", "CAS-54")])])
def test_an_annulled_heal_may_count_for_the_repeat(casino: Replay, counts: bool, refused: list[Any]) -> None:
    """CAS-54, D-15."""
    views = casino(
        night(1, act("Доктор", "heal", "Мирный 1"), act("Девочка", "block", "Доктор")),
        day(2),
        night(2, act("Доктор", "heal", "Мирный 1")),
        annulled_counts=counts,
    )
    assert reasons(views[2]) == refused


def test_with_three_alive_repeats_are_allowed(casino: Replay) -> None:
    """CAS-53: counted at the start of the night."""
    players = table("doctor", "girl", "don", citizens=1)
    views = casino(
        night(1, act("Доктор", "heal", "Девочка"), act("Девочка", "block", "Дон")),
        day(2, choices=[{"by": "host", "do": "kill", "on": ["Мирный 1"]}]),
        night(2, act("Доктор", "heal", "Девочка"), act("Девочка", "block", "Дон")),
        players=players,
    )
    assert reasons(views[2]) == []


# Commissar.


def test_the_commissar_shoots_or_checks(casino: Replay) -> None:
    """CAS-57: the shot is an ordinary attack."""
    (view,) = casino(night(1, act("Комиссар", "check", "Дон"), act("Комиссар", "kill", "Мирный 1")))
    assert (view.dead, view.causes, view.told) == (("Мирный 1",), {"Мирный 1": ("commissar",)}, ())


@pytest.mark.parametrize(
    ("target", "suit"),
    [("Дон", "hearts"), ("Девочка", "diamonds"), ("Мирный 1", "spades"), ("Мирный 2", "clubs"), ("Джокер", "clubs")],
)
def test_the_commissar_learns_the_exact_suit(casino: Replay, target: str, suit: str) -> None:
    """CAS-2, CAS-3, CAS-7, CAS-56, CAS-71, D-25."""
    (view,) = casino(night(1, act("Комиссар", "check", target)))
    assert answers(view) == [("Комиссар", target, suit)]


def test_the_commissar_and_the_witness_may_name_themselves(casino: Replay) -> None:
    """D-31."""
    (view,) = casino(
        night(
            1,
            act("Комиссар", "check", "Комиссар"),
            act("Свидетель", "watch", "Свидетель"),
            act("Дон", "kill", "Свидетель"),
        )
    )
    assert reasons(view) == []
    assert answers(view) == [("Комиссар", "Комиссар", "diamonds"), ("Свидетель", "Свидетель", "Дон")]


def test_of_an_unknown_role_without_a_card_nothing_is_told(casino: Replay) -> None:
    """CAS-5."""
    players = {**table("commissar", "don", "town-journalist", citizens=3), "Некто": {}}
    views = casino(
        compares(1, act("Журналист", "compare", "Некто", "Дон")),
        night(1, act("Комиссар", "check", "Некто")),
        players=players,
    )
    assert [view.told for view in views] == [(), ()]
    assert [view.winners for view in views] == [(), ()]


def test_the_joker_without_a_suit_has_one_for_the_whole_game(replay: Replay) -> None:
    """CAS-7, CAS-120: drawn by the seed, of the two citizens' suits."""
    players = {**table("commissar", "don", "killer", citizens=6), "Джокер": {"role": "joker"}}
    phases = [
        each for number in range(1, 4) for each in (night(number, act("Комиссар", "check", "Джокер")), day(number + 1))
    ]
    views = replay("casino", players, *phases, **suits(modkill="host", tie="none"))
    told = {each.answer for view in views for each in view.told}
    assert len(told) == 1
    assert told <= {"clubs", "spades"}


# Girl and blackmailer.


@pytest.mark.parametrize("by", ["Девочка", "Шантажист"])
def test_a_block_annuls_and_does_not_protect(casino: Replay, by: str) -> None:
    """CAS-58, CAS-59, CAS-102: the visited is attacked, checked and seen all the same."""
    (view,) = casino(
        night(
            1,
            act(by, "block", "Джокер"),
            act("Джокер", "kill", "Мирный 1"),
            act("Дон", "kill", "Джокер"),
            act("Комиссар", "check", "Джокер"),
            act("Свидетель", "watch", "Джокер"),
        )
    )
    assert (view.blocked, view.dead) == (("Джокер",), ("Джокер",))
    assert answers(view) == [("Комиссар", "Джокер", "clubs"), ("Свидетель", "Джокер", "Дон")]


@pytest.mark.parametrize("by", ["Девочка", "Шантажист"])
def test_a_blocker_may_not_visit_himself(casino: Replay, by: str) -> None:
    """CAS-58, CAS-59."""
    (view,) = casino(night(1, act(by, "block", by)))
    assert [reason for _, reason, _ in reasons(view)] == ["self"]


def test_only_the_one_who_had_something_annulled_is_blocked(casino: Replay) -> None:
    """CAS-102: not whoever sent nothing, nor a journalist by night."""
    (view,) = casino(night(1, act("Девочка", "block", "Журналист"), act("Шантажист", "block", "Мирный 1")))
    assert view.blocked == ()


@pytest.mark.parametrize(
    ("visitor", "victim", "dead"),
    [("Девочка", "Дон", ()), ("Девочка", "Киллер", ("Мирный 1",)), ("Шантажист", "Дон", ())],
)
def test_a_block_stops_the_mafias_kill_only_at_the_head(
    casino: Replay, visitor: str, victim: str, dead: tuple[str, ...]
) -> None:
    """CAS-58, CAS-59, CAS-81."""
    (view,) = casino(
        night(
            1,
            act(visitor, "block", victim),
            act("Дон", "kill", "Мирный 1"),
            act("Киллер", "role-shot", "Доктор", **SHOT),
        )
    )
    shot = () if victim == "Киллер" else ("Доктор",)
    assert view.dead == tuple(sorted(dead + shot))
    assert view.blocked == (victim,)


ELSEWHERE = "Мирный 6"


@pytest.mark.parametrize(
    ("girl_to", "blackmailer_to", "priority", "blocked"),
    [
        ("Шантажист", "Девочка", "mutual", ("Девочка",)),
        (ELSEWHERE, "Девочка", "mutual", ("Девочка",)),
        ("Шантажист", ELSEWHERE, "mutual", ("Шантажист",)),
        ("Шантажист", "Девочка", "always", ("Девочка",)),
        (ELSEWHERE, "Девочка", "always", ("Девочка",)),
        ("Шантажист", ELSEWHERE, "always", ()),
    ],
)
def test_of_two_blockers(
    casino: Replay, girl_to: str, blackmailer_to: str, priority: str, blocked: tuple[str, ...]
) -> None:
    """CAS-101, D-22."""
    (view,) = casino(
        night(1, act("Девочка", "block", girl_to), act("Шантажист", "block", blackmailer_to)), block_priority=priority
    )
    assert view.blocked == blocked


def test_a_blocked_blocker_blocks_nobody(casino: Replay) -> None:
    """CAS-101: the girl is annulled by the blackmailer, so the doctor heals."""
    (view,) = casino(
        night(
            1,
            act("Девочка", "block", "Доктор"),
            act("Шантажист", "block", "Девочка"),
            act("Доктор", "heal", "Мирный 1"),
            act("Дон", "kill", "Мирный 1"),
        )
    )
    assert (view.blocked, view.saved) == (("Девочка",), ("Мирный 1",))


@pytest.mark.parametrize(("tell", "told"), [(False, []), (True, [("Доктор", "Доктор", "blocked")])])
def test_the_blocked_may_be_told(casino: Replay, tell: bool, told: list[Any]) -> None:
    """CAS-102, D-23."""
    (view,) = casino(night(1, act("Девочка", "block", "Доктор"), act("Доктор", "heal", "Дон")), tell_blocked=tell)
    assert answers(view) == told


# Journalists.


@pytest.mark.parametrize(
    ("pair", "answer"),
    [
        (("Дон", "Репортёр"), "same"),
        (("Доктор", "Девочка"), "same"),
        (("Мирный 1", "Мирный 2"), "same"),
        (("Мирный 1", "Джокер"), "same"),
        (("Хохол", "Мирный 2"), "same"),
        (("Хохол", "Оборотень"), "same"),
        (("Дон", "Доктор"), "different"),
        (("Дон", "Ребёнок"), "same"),
        (("Доктор", "Джокер"), "different"),
    ],
)
def test_suits_are_compared_in_three_groups(casino: Replay, pair: tuple[str, str], answer: str) -> None:
    """CAS-3, CAS-8, CAS-9, CAS-61: both citizens' suits are one."""
    roles = "doctor girl town-journalist don mafia-journalist boss-child joker werewolf queen-of-spades"
    (view,) = casino(compares(1, act("Журналист", "compare", *pair)), players=table(*roles.split(), citizens=6))
    assert answers(view) == [("Журналист", pair, answer)]


@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        (("Журналист", "Дон"), "self"),
        (("Дон", "Дон"), "bad-target"),
        (("Дон",), "bad-target"),
        (("Дон", "Киллер", "Доктор"), "too-many-targets"),
        (("Дон", "Мирный 1"), "dead-target"),
        (("Журналист", "Мирный 1"), "dead-target"),
    ],
)
def test_what_may_not_be_compared(casino: Replay, targets: tuple[str, ...], reason: str) -> None:
    """CAS-60, CAS-64."""
    views = casino(night(1, act("Дон", "kill", "Мирный 1")), compares(2, act("Журналист", "compare", *targets)))
    assert [each for _, each, _ in reasons(views[1])] == [reason]


def test_a_comparison_belongs_to_the_day_until_its_cutoff(casino: Replay) -> None:
    """CAS-23, CAS-62, CAS-64: both at once; the executed is answered about; the same again, teammates too."""
    views = casino(
        compares(
            1,
            act("Журналист", "compare", "Дон", "Доктор", at="22:00:00"),
            act("Репортёр", "compare", "Дон", "Киллер"),
            act("Репортёр", "compare", "Дон", "Доктор", at="22:00:01"),
            choices=[{"by": "host", "do": "execute", "on": ["Дон"]}],
        ),
        night(1, act("Журналист", "compare", "Киллер", "Доктор")),
        compares(2, act("Репортёр", "compare", "Доктор", "Киллер"), act("Журналист", "compare", "Киллер", "Доктор")),
        night(2),
        compares(3, act("Репортёр", "compare", "Доктор", "Киллер")),
    )
    assert views[0].executed == ("Дон",)
    assert reasons(views[0]) == [("Репортёр", "late", "CAS-22")]
    assert answers(views[0]) == [
        ("Журналист", ("Дон", "Доктор"), "different"),
        ("Репортёр", ("Дон", "Киллер"), "same"),
    ]
    assert reasons(views[1]) == [("Журналист", "not-your-action", "CAS-52")]
    assert len(views[2].told) == 2
    assert answers(views[4]) == [("Репортёр", ("Доктор", "Киллер"), "different")]


def test_an_executed_journalist_gets_his_answer(casino: Replay) -> None:
    """CAS-60: it is sent before the execution is carried out."""
    choices = [{"by": "host", "do": "execute", "on": ["Журналист"]}]
    (view,) = casino(compares(1, act("Журналист", "compare", "Дон", "Доктор"), choices=choices))
    assert (view.dead, len(view.told)) == (("Журналист",), 1)


def test_a_block_of_the_night_annuls_the_comparison_of_the_day_after(casino: Replay) -> None:
    """CAS-63: the first cannot be blocked; the block holds for one day; he is in `blocked` of that day."""
    compare = act("Журналист", "compare", "Дон", "Доктор")
    views = casino(
        compares(1, compare),
        night(1, act("Девочка", "block", "Журналист")),
        compares(2, compare),
        night(2),
        compares(3, compare),
        night(3, act("Девочка", "block", "Журналист"), act("Шантажист", "block", "Девочка")),
        compares(4, compare),
        tell_blocked=True,
    )
    assert [view.blocked for view in views] == [(), (), ("Журналист",), (), (), ("Девочка",), ()]
    assert [len(view.told) for view in views[::2]] == [1, 1, 1, 1]
    assert answers(views[2]) == [("Журналист", "Журналист", "blocked")]


def test_a_blocked_journalist_who_compares_nobody_is_not_blocked(casino: Replay) -> None:
    """CAS-63, CAS-102."""
    views = casino(night(1, act("Девочка", "block", "Журналист")), compares(2))
    assert views[1].blocked == ()


def test_the_block_of_a_dead_blocker_still_annuls_the_comparison(casino: Replay) -> None:
    """CAS-63, CAS-104."""
    views = casino(
        night(1, act("Девочка", "block", "Журналист"), act("Дон", "kill", "Девочка")),
        compares(2, act("Журналист", "compare", "Дон", "Доктор")),
    )
    assert (views[1].told, views[1].blocked) == ((), ("Журналист",))


# Notes.


@pytest.mark.parametrize("stops", [False, True])
def test_a_block_may_stop_a_note(casino: Replay, stops: bool) -> None:
    """CAS-65, D-20: sent by night or by day."""
    views = casino(
        compares(1, act("Репортёр", "note", text="днём")),
        night(
            1,
            act("Журналист", "note", text="ночью"),
            act("Девочка", "block", "Журналист"),
            act("Шантажист", "block", "Репортёр"),
        ),
        block_stops_notes=stops,
    )
    assert views[0].announced == ()
    assert {each.value for each in views[1].announced} == (set() if stops else {"днём", "ночью"})
    assert views[1].blocked == (("Журналист", "Репортёр") if stops else ())


def test_the_last_note_of_the_cycle_is_printed_once(casino: Replay) -> None:
    """CAS-65: by day or by night; also of a journalist who dies in the night, and sent before the night began."""
    views = casino(
        compares(1, act("Журналист", "note", text="утром"), act("Репортёр", "note", text="ложь")),
        night(
            1,
            act("Журналист", "note", text="вечером", at="21:00:00"),
            act("Дон", "kill", "Журналист"),
            act("Киллер", "role-shot", "Репортёр", guess="mafia-journalist"),
        ),
        day(2),
        night(2),
    )
    assert views[1].dead == ("Журналист", "Репортёр")
    assert sorted(str(each.value) for each in views[1].announced) == ["вечером", "ложь"]
    assert views[3].announced == ()


def test_a_note_does_not_tell_its_author() -> None:
    """CAS-65, CAS-120: no name in the public view, an order that depends on the seed alone."""
    orders = set()
    for seed in range(12):
        data = record_of(
            "casino",
            TABLE,
            [night(1, act("Журналист", "note", text="раз"), act("Репортёр", "note", text="два"))],
            suits(),
        )
        data["game"]["seed"] = seed
        record = read_record(data)
        assert isinstance(record, GameRecord)
        (outcome,) = play(record).phases
        notes = town_view(outcome).announced
        assert [each.who for each in notes] == [None, None]
        assert not [event for event in outcome.events if event.what == "note" and event.audience.town and event.by]
        orders.add(tuple(each.value for each in notes))
        assert host_view(outcome).announced == notes
    assert len(orders) == 2


# Witness.


def test_the_witness_is_told_every_attacker_once(casino: Replay) -> None:
    """CAS-66, CAS-67, D-18: healed or not, a wrong guess too."""
    attacks = [act(by, "kill", "Мирный 1") for by in ("Комиссар", "Джокер", "Дон")]
    shot = act("Киллер", "role-shot", "Мирный 1", **SHOT)
    healed = act("Доктор", "heal", "Мирный 1")
    (view,) = casino(night(1, *attacks, shot, healed, act("Свидетель", "watch", "Мирный 1")))
    assert view.saved == ("Мирный 1",)
    told = [("Свидетель", "Мирный 1", name) for name in ("Джокер", "Дон", "Киллер", "Комиссар")]
    assert answers(view) == told


@pytest.mark.parametrize(
    ("attackers", "seen"),
    [
        (("Комиссар", "Джокер", "Дон", "Киллер"), "Дон"),
        (("Комиссар", "Джокер", "Киллер"), "Джокер"),
        (("Комиссар", "Киллер"), "Комиссар"),
        (("Киллер",), "Киллер"),
    ],
)
def test_the_witness_may_see_the_first_only(casino: Replay, attackers: tuple[str, ...], seen: str) -> None:
    """D-18: mafia, joker, commissar, shot by role."""
    acts = [
        act(by, "role-shot", "Мирный 1", guess="girl") if by == "Киллер" else act(by, "kill", "Мирный 1")
        for by in attackers
    ]
    (view,) = casino(night(1, *acts, act("Свидетель", "watch", "Мирный 1")), witness_sees="first")
    assert answers(view) == [("Свидетель", "Мирный 1", seen)]


def test_the_witness_sees_neither_the_blocked_nor_nobody(casino: Replay) -> None:
    """CAS-67: nor one who attacks another."""
    (view,) = casino(
        night(
            1,
            act("Джокер", "kill", "Мирный 1"),
            act("Девочка", "block", "Джокер"),
            act("Дон", "kill", "Мирный 2"),
            act("Свидетель", "watch", "Мирный 1"),
        )
    )
    assert view.told == ()


def test_a_blocked_witness_is_told_nothing(casino: Replay) -> None:
    """CAS-102."""
    (view,) = casino(
        night(
            1,
            act("Дон", "kill", "Мирный 1"),
            act("Девочка", "block", "Свидетель"),
            act("Свидетель", "watch", "Мирный 1"),
        )
    )
    assert (view.told, view.blocked) == ((), ("Свидетель",))


@pytest.mark.parametrize(("get", "told"), [(True, 2), (False, 0)])
def test_those_who_die_in_the_night_may_get_their_answers(casino: Replay, get: bool, told: int) -> None:
    """D-32: also a commissar shot by his role, whose check is of the same step (CAS-103)."""
    (view,) = casino(
        night(
            1,
            act("Комиссар", "check", "Дон"),
            act("Киллер", "role-shot", "Комиссар", guess="commissar"),
            act("Свидетель", "watch", "Свидетель"),
            act("Дон", "kill", "Свидетель"),
        ),
        dead_get_answers=get,
    )
    assert view.dead == ("Комиссар", "Свидетель")
    assert len(view.told) == told
