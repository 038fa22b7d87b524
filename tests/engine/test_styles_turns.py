"""Who wins when blocks, jams and redirections meet (docs/rules/styles.md, STY-120 … STY-125)."""

import pytest

from engine import HostView
from tests.engine.games import Entry, Replay, act, day, night, red
from tests.engine.styles_cast import answers, cast, play_nights

EARNED = "kill-earned"


def one(replay: Replay, who: dict[str, dict[str, str]], *sent: Entry, **options: object) -> HostView:
    """A single night."""
    return replay("styles", who, night(1, *sent), **options)[0]


# Mutual blocks of mafia and town, and others (STY-120, STY-121).


@pytest.mark.parametrize("style", ["white", "grey"])
def test_of_a_mutual_block_the_mafias_takes_place(replay: Replay, style: str) -> None:
    """STY-120: the athlete's does not, nor his loss of the vote, nor his saving from shots."""
    who = cast(Атлет=f"athlete {style}", Шант="blackmailer black")
    sent = (act("Атлет", "block", "Шант"), act("Шант", "block", "Атлет"), act("Мафия", "mafia-kill", "Шант"))
    view = one(replay, who, *sent)
    assert (view.blocked, view.silenced, view.dead) == (("Атлет",), ("Атлет",), ("Шант",))


def test_of_a_mutual_block_and_redirection_the_mafias_block_takes_place(replay: Replay) -> None:
    """STY-120: whom the redirection names first counts."""
    who = cast(Атлет="athlete black", Шант="blackmailer white")
    view = one(replay, who, act("Атлет", "redirect", "Шант", "Аня"), act("Шант", "block", "Атлет"))
    assert (view.blocked, [event.kind for event in view.events if event.kind == "turned"]) == (("Атлет",), [])


def test_any_other_block_takes_place(replay: Replay) -> None:
    """STY-121, STY-91, STY-92."""
    who = cast(Атлет="athlete grey", Шант="blackmailer black", Доктор="doctor black")
    busy = (act("Шант", "block", "Доктор"), act("Доктор", "heal", "Аня"), act("Мафия", "mafia-kill", "Аня"))
    view = one(replay, who, *busy, act("Атлет", "block", "Шант"))
    assert (view.blocked, view.silenced, view.saved) == (("Шант",), ("Шант",), ("Аня",))
    view = one(replay, who, act("Шант", "block", "Атлет"), act("Атлет", "block", "Доктор"), *busy[1:])
    assert (view.blocked, view.silenced, view.saved) == (("Атлет",), ("Атлет",), ("Аня",))
    turner = cast(Атлет="athlete black", Шант="blackmailer black", Доктор="doctor black", Фсб="fsb black")
    shot = act("Фсб", "shoot", "Боря")
    view = one(replay, turner, *busy, shot, act("Атлет", "redirect", "Шант", "Фсб"))
    assert (view.blocked, view.silenced, view.saved, view.dead) == (("Фсб",), ("Фсб",), ("Аня",), ())


# Redirections (STY-71, STY-72, STY-124).


def test_a_redirection_turns_what_is_done_and_nothing_else(replay: Replay) -> None:
    """STY-71: not a block, and not held up by limits of the one who is turned."""
    who = cast(Атлет="athlete black", Доктор="doctor black", Бэд="bad-boy black", Сыщик="detective white")
    views = play_nights(
        replay,
        who,
        night(1, act("Доктор", "heal", "Аня")),
        night(
            2,
            act("Доктор", "heal", "Боря"),
            act("Атлет", "redirect", "Доктор", "Аня"),
            act("Мафия", "mafia-kill", "Аня"),
        ),
        night(3, act("Доктор", "heal", "Аня"), act("Атлет", "redirect", "Вера", "Боря")),
        night(4, act("Бэд", "trap", "Вера"), act("Сыщик", "check", "Боря"), act("Атлет", "redirect", "Сыщик", "Вера")),
    )
    assert (views[1].saved, views[1].blocked) == (("Аня",), ())
    assert views[2].rejected == ()
    assert (views[3].causes, answers(views[3])) == ({"Сыщик": ("trap",)}, [("Сыщик", "Боря", "not-mafia")])


@pytest.mark.parametrize(("told", "about"), [("ordered", "Аня"), ("actual", "Мафия")])
def test_the_answer_names_whom_it_was_asked_about(replay: Replay, told: str, about: str) -> None:
    """D15, STY-71: also in a letter, a comparison, and for the earned kill."""
    who = cast(
        Атлет="athlete black",
        Белый="detective white",
        Второй="athlete black",
        Серый="detective grey",
        Третий="athlete black",
        Чёрный="detective black",
        Четвёртый="athlete black",
        Всезнайка="know-all white",
        Пятый="athlete black",
        Плащ="cloak grey",
    )
    view = one(
        replay,
        who,
        act("Белый", "check", "Аня"),
        act("Атлет", "redirect", "Белый", "Мафия"),
        act("Серый", "letter", "Аня", "Боря"),
        act("Второй", "redirect", "Серый", "Мафия"),
        act("Чёрный", "compare", "Аня", "Боря"),
        act("Третий", "redirect", "Чёрный", "Мафия"),
        act("Всезнайка", "check-style", "Аня"),
        act("Четвёртый", "redirect", "Всезнайка", "Мафия"),
        act("Плащ", "check-maniac", "Аня"),
        act("Пятый", "redirect", "Плащ", "Мафия"),
        redirect_told=told,
    )
    assert answers(view) == [
        ("Белый", about, "mafia"),
        ("Боря", about, "mafia"),
        ("Чёрный", (about, "Боря"), "different"),
        ("Всезнайка", about, "white"),
        ("Плащ", about, "not-maniac"),
    ]


def test_of_two_targets_only_the_first_is_turned(replay: Replay) -> None:
    """STY-72."""
    who = cast(Атлет="athlete black", Фсб="fsb white", Обманщик="deceiver black", Сыщик="detective white")
    view = one(replay, who, act("Фсб", "shoot-if-mafia", "Аня", "Боря"), act("Атлет", "redirect", "Фсб", "Мафия"))
    assert view.dead == ("Боря",)
    view = one(
        replay,
        who,
        act("Обманщик", "swap", "Аня", "Мафия"),
        act("Атлет", "redirect", "Обманщик", "Вера"),
        act("Сыщик", "check", "Вера"),
    )
    assert answers(view) == [("Сыщик", "Вера", "mafia")]


def test_a_redirection_itself_is_not_turned(replay: Replay) -> None:
    """STY-124."""
    who = cast(Атлет="athlete black", Второй="athlete black", Фсб="fsb black")
    view = one(
        replay,
        who,
        act("Фсб", "shoot", "Аня"),
        act("Атлет", "redirect", "Фсб", "Боря"),
        act("Второй", "redirect", "Атлет", "Вера"),
    )
    assert view.dead == ("Боря",)


def test_a_blocked_athlete_redirects_nobody(replay: Replay) -> None:
    """STY-124: struck by a block, a jam or a ring that holds with the orders as sent."""
    who = cast(Атлет="athlete black", Шант="blackmailer white", Бэд="bad-boy white", Фсб="fsb black")
    who |= cast(Второй="athlete white")
    shot = (act("Фсб", "shoot", "Аня"), act("Атлет", "redirect", "Фсб", "Боря"))
    view = one(replay, who, *shot, act("Шант", "block", "Атлет"))
    assert (view.dead, view.blocked) == (("Аня",), ("Атлет",))
    freed = one(replay, who, *shot, act("Шант", "block", "Атлет"), act("Второй", "block", "Шант"))
    assert (freed.dead, freed.blocked) == (("Боря",), ("Шант",))
    jammed = one(replay, who, *shot, act("Бэд", "jam", "Атлет"))
    assert (jammed.dead, jammed.blocked, answers(jammed)) == ((), ("Атлет", "Фсб"), [("Бэд", "Атлет", EARNED)])
    ring = (act("Бэд", "jam", "Второй"), act("Второй", "block", "Бэд"))
    assert one(replay, who, *shot, *ring).dead == ("Боря",)


def test_a_block_turned_onto_the_athlete_leaves_his_redirection(replay: Replay) -> None:
    """STY-124: he is not blocked, but a black blackmailer takes his vote."""
    who = cast(Атлет="athlete black", Шант="blackmailer black", Доктор="doctor black")
    sent = (act("Шант", "block", "Доктор"), act("Доктор", "heal", "Аня"), act("Мафия", "mafia-kill", "Аня"))
    view = one(replay, who, *sent, act("Атлет", "redirect", "Шант", "Атлет"))
    assert (view.blocked, view.silenced, view.saved) == ((), ("Атлет",), ("Аня",))


def test_a_block_set_free_by_a_redirection_leaves_it(replay: Replay) -> None:
    """STY-124: the athlete who is struck only with the new targets has redirected all the same."""
    who = cast(Атлет="athlete black", Белый="athlete white", Шант="blackmailer black", Доктор="doctor black")
    view = one(
        replay,
        who,
        act("Шант", "block", "Атлет"),
        act("Белый", "block", "Шант"),
        act("Атлет", "redirect", "Белый", "Доктор"),
        act("Доктор", "heal", "Аня"),
        act("Мафия", "mafia-kill", "Аня"),
    )
    assert (view.blocked, view.silenced, view.dead) == (("Доктор",), ("Атлет",), ("Аня",))


def test_a_blocked_player_is_not_redirected(replay: Replay) -> None:
    """STY-124."""
    who = cast(Атлет="athlete black", Белый="athlete white", Фсб="fsb black")
    sent = (act("Фсб", "shoot", "Аня"), act("Атлет", "redirect", "Фсб", "Боря"), act("Белый", "block", "Фсб"))
    view = one(replay, who, *sent)
    assert (view.dead, view.blocked) == ((), ("Фсб",))


# Chains and rings (STY-122, STY-123).


def test_of_a_chain_the_first_holds_the_second_is_annulled_the_third_holds(replay: Replay) -> None:
    """STY-122: and the fourth is annulled."""
    who = cast(А="athlete white", Б="blackmailer white", В="athlete grey", Г="blackmailer black", Доктор="doctor black")
    chain = (act("А", "block", "Б"), act("Б", "block", "В"), act("В", "block", "Г"), act("Г", "block", "Доктор"))
    view = one(replay, who, *reversed(chain), act("Доктор", "heal", "Аня"), act("Мафия", "mafia-kill", "Аня"))
    assert (view.blocked, view.silenced, view.saved) == (("Б", "Г"), ("Г",), ("Аня",))


def test_in_a_ring_of_two_with_the_bad_boy_both_hold_as_sent(replay: Replay) -> None:
    """STY-123, D32: loss of the vote, saving, an earned kill; both are blocked."""
    grey = cast(Бэд="bad-boy white", Атлет="athlete grey")
    ring = (act("Бэд", "jam", "Атлет"), act("Атлет", "block", "Бэд"))
    view = one(replay, grey, *ring)
    assert (view.blocked, view.silenced, answers(view)) == (("Атлет", "Бэд"), ("Бэд",), [("Бэд", "Атлет", EARNED)])
    white = cast(Бэд="bad-boy white", Атлет="athlete white")
    view = one(replay, white, *ring, act("Мафия", "mafia-kill", "Бэд"))
    assert (view.blocked, view.saved) == (("Атлет", "Бэд"), ("Бэд",))
    mafia = cast(Бэд="bad-boy white", Шант="blackmailer black")
    view = one(replay, mafia, act("Бэд", "jam", "Шант"), act("Шант", "block", "Бэд"))
    assert (view.blocked, view.silenced) == (("Бэд", "Шант"), ("Бэд",))


def test_with_the_option_only_the_bad_boys_block_of_a_mutual_one_takes_place(replay: Replay) -> None:
    """D32: also against what his jam would turn upon him."""
    who = cast(Бэд="bad-boy white", Атлет="athlete grey", Доктор="doctor black")
    view = one(replay, who, act("Бэд", "jam", "Атлет"), act("Атлет", "block", "Бэд"), ring="maniac")
    assert (view.blocked, view.silenced, answers(view)) == (("Атлет",), (), [("Бэд", "Атлет", EARNED)])
    view = one(replay, who, act("Бэд", "jam", "Доктор"), act("Доктор", "heal", "Бэд"), ring="maniac")
    assert (view.blocked, answers(view)) == (("Доктор",), [("Бэд", "Доктор", EARNED)])


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_in_a_ring_of_three_all_hold_and_all_are_blocked(replay: Replay, turn: int) -> None:
    """STY-123: bad boy, athlete and blackmailer; in whichever order they send."""
    who = cast(Бэд="bad-boy white", Атлет="athlete grey", Шант="blackmailer black")
    one_way = [act("Бэд", "jam", "Атлет"), act("Атлет", "block", "Шант"), act("Шант", "block", "Бэд")]
    view = one(replay, who, *one_way[turn:], *one_way[:turn])
    assert (view.blocked, view.silenced) == (("Атлет", "Бэд", "Шант"), ("Бэд", "Шант"))
    assert answers(view) == [("Бэд", "Атлет", EARNED)]
    other_way = [act("Бэд", "jam", "Шант"), act("Шант", "block", "Атлет"), act("Атлет", "block", "Бэд")]
    view = one(replay, who, *other_way[turn:], *other_way[:turn])
    assert (view.blocked, view.silenced) == (("Атлет", "Бэд", "Шант"), ("Атлет", "Бэд"))


def test_a_ring_of_three_without_a_maniac_holds_too(replay: Replay) -> None:
    """STY-123."""
    who = cast(А="athlete grey", Б="blackmailer black", В="athlete grey")
    view = one(replay, who, act("А", "block", "Б"), act("Б", "block", "В"), act("В", "block", "А"))
    assert (view.blocked, view.silenced) == (("А", "Б", "В"), ("А", "Б", "В"))


def test_a_blocker_who_hangs_on_a_ring_is_labelled_after_it(replay: Replay) -> None:
    """STY-123, STY-122: struck by a block of the ring he is annulled, and whom he strikes is free."""
    who = cast(Бэд="bad-boy white", Чёрный="detective black", Атлет="athlete grey", Доктор="doctor black")
    ring = (act("Бэд", "jam", "Чёрный"), act("Чёрный", "compare", "Бэд", "Атлет"))
    hanging = (act("Атлет", "block", "Доктор"), act("Доктор", "heal", "Аня"), act("Мафия", "mafia-kill", "Аня"))
    view = one(replay, who, *hanging, *ring)
    assert (view.blocked, view.silenced, view.saved) == (("Атлет", "Бэд", "Чёрный"), (), ("Аня",))


def test_a_ring_holds_unless_one_of_it_is_struck_from_outside(replay: Replay) -> None:
    """STY-122: then the rest is a chain."""
    who = cast(Бэд="bad-boy white", Атлет="athlete grey", Шант="blackmailer white")
    ring = (act("Бэд", "jam", "Атлет"), act("Атлет", "block", "Бэд"))
    view = one(replay, who, *ring, act("Шант", "block", "Бэд"))
    assert (view.blocked, view.silenced, view.told) == (("Бэд",), ("Бэд",), ())


# Jams (STY-109, STY-125).


def test_a_jammed_action_becomes_a_plain_block_on_its_targets(replay: Replay) -> None:
    """STY-109, D30: on both where it had two; neither vote nor saving."""
    who = cast(Бэд="bad-boy white", Чёрный="detective black", Доктор="doctor black", Фсб="fsb black")
    sent = (
        act("Бэд", "jam", "Чёрный"),
        act("Чёрный", "compare", "Доктор", "Фсб"),
        act("Доктор", "heal", "Аня"),
        act("Фсб", "shoot", "Аня"),
    )
    view = one(replay, who, *sent)
    assert (view.blocked, view.dead, answers(view)) == (("Доктор", "Фсб", "Чёрный"), (), [("Бэд", "Чёрный", EARNED)])
    plain = one(replay, who, *sent, badboy_block="plain")
    assert (plain.blocked, plain.saved) == (("Чёрный",), ("Аня",))


@pytest.mark.parametrize("spec", ["athlete white", "athlete grey", "blackmailer black"])
def test_a_jammed_block_is_a_plain_one(replay: Replay, spec: str) -> None:
    """STY-109, STY-125."""
    who = cast(Бэд="bad-boy white", Блок=spec, Доктор="doctor black")
    sent = (act("Бэд", "jam", "Блок"), act("Блок", "block", "Доктор"), act("Доктор", "heal", "Аня"))
    view = one(replay, who, *sent, act("Мафия", "mafia-kill", "Доктор"))
    assert (view.blocked, view.silenced, view.dead) == (("Блок", "Доктор"), (), ("Доктор",))


def test_a_jammed_redirection_blocks_both(replay: Replay) -> None:
    """STY-109, STY-124: whom he would have turned, and the place."""
    who = cast(Бэд="bad-boy white", Атлет="athlete black", Доктор="doctor black", Сыщик="detective white")
    sent = (act("Доктор", "heal", "Аня"), act("Сыщик", "check", "Мафия"), act("Атлет", "redirect", "Доктор", "Сыщик"))
    view = one(replay, who, *sent, act("Бэд", "jam", "Атлет"))
    assert (view.blocked, answers(view)) == (("Атлет", "Доктор", "Сыщик"), [("Бэд", "Атлет", EARNED)])


def test_an_annulled_jam_leaves_the_action_what_it_was(replay: Replay) -> None:
    """STY-125: and earns nothing."""
    who = cast(Бэд="bad-boy white", Атлет="athlete grey", Шант="blackmailer white", Доктор="doctor black")
    sent = (act("Бэд", "jam", "Атлет"), act("Атлет", "block", "Доктор"), act("Доктор", "heal", "Аня"))
    view = one(replay, who, *sent, act("Шант", "block", "Бэд"))
    assert (view.blocked, view.silenced, view.told) == (("Бэд", "Доктор"), ("Доктор",), ())


def test_a_turned_block_is_struck_by_what_else_strikes_its_sender(replay: Replay) -> None:
    """STY-125."""
    who = cast(Бэд="bad-boy white", Сыщик="detective white", Шант="blackmailer white", Доктор="doctor black")
    sent = (act("Бэд", "jam", "Сыщик"), act("Сыщик", "check", "Доктор"), act("Доктор", "heal", "Аня"))
    view = one(replay, who, *sent, act("Шант", "block", "Сыщик"), act("Мафия", "mafia-kill", "Аня"))
    assert (view.blocked, view.saved) == (("Сыщик",), ("Аня",))


def test_of_a_turned_block_and_the_mafias_on_each_other_the_mafias_holds(replay: Replay) -> None:
    """STY-120, STY-123: a ring of two of mafia and town."""
    who = cast(Бэд="bad-boy white", Сыщик="detective white", Шант="blackmailer black")
    sent = (act("Бэд", "jam", "Сыщик"), act("Сыщик", "check", "Шант"), act("Шант", "block", "Сыщик"))
    view = one(replay, who, *sent)
    assert (view.blocked, view.silenced) == (("Сыщик",), ("Сыщик",))
    athlete = cast(Бэд="bad-boy white", Атлет="athlete grey", Всезнайка="know-all white")
    sent = (
        act("Бэд", "jam", "Всезнайка"),
        act("Всезнайка", "check-style", "Атлет"),
        act("Атлет", "block", "Всезнайка"),
    )
    view = one(replay, athlete, *sent)
    assert (view.blocked, view.silenced) == (("Атлет", "Всезнайка"), ())


def test_a_turned_block_on_the_bad_boy_is_a_ring_with_his_jam(replay: Replay) -> None:
    """STY-125, STY-123: of two targets the other is blocked as well."""
    who = cast(Бэд="bad-boy white", Чёрный="detective black", Доктор="doctor black")
    sent = (act("Бэд", "jam", "Чёрный"), act("Чёрный", "compare", "Бэд", "Доктор"), act("Доктор", "heal", "Аня"))
    view = one(replay, who, *sent)
    assert (view.blocked, answers(view)) == (("Бэд", "Доктор", "Чёрный"), [("Бэд", "Чёрный", EARNED)])


def test_a_turned_block_may_close_a_ring_of_three(replay: Replay) -> None:
    """STY-123, STY-125: the jammed doctor's block strikes the blackmailer who blocks the bad boy."""
    who = cast(Бэд="bad-boy white", Доктор="doctor black", Шант="blackmailer white")
    sent = (act("Бэд", "jam", "Доктор"), act("Доктор", "heal", "Шант"), act("Шант", "block", "Бэд"))
    view = one(replay, who, *sent)
    assert (view.blocked, answers(view)) == (("Бэд", "Доктор", "Шант"), [("Бэд", "Доктор", EARNED)])


def test_a_jam_follows_its_redirection(replay: Replay) -> None:
    """STY-71, STY-112, STY-108: onto a citizen it does nothing; no-repeat looks at the order."""
    who = cast(Бэд="bad-boy white", Атлет="athlete black", Доктор="doctor black", Сыщик="detective white")
    heal, check = act("Доктор", "heal", "Аня"), act("Сыщик", "check", "Аня")
    jam = act("Бэд", "jam", "Доктор")
    view = one(replay, who, heal, check, jam, act("Атлет", "redirect", "Бэд", "Сыщик"))
    assert (view.blocked, answers(view)) == (("Сыщик",), [("Бэд", "Доктор", EARNED)])
    views = play_nights(
        replay,
        who,
        night(1, heal, jam, act("Атлет", "redirect", "Бэд", "Боря")),
        night(2, jam),
    )
    assert (views[0].blocked, views[0].told) == ((), ())
    assert [each.reason for each in views[1].rejected] == ["same-target"]


def test_the_jammed_players_redirected_action_is_turned_where_it_goes(replay: Replay) -> None:
    """STY-125, STY-122."""
    who = cast(Бэд="bad-boy white", Атлет="athlete black", Сыщик="detective white", Доктор="doctor black")
    sent = (act("Сыщик", "check", "Аня"), act("Доктор", "heal", "Боря"), act("Бэд", "jam", "Сыщик"))
    view = one(replay, who, *sent, act("Атлет", "redirect", "Сыщик", "Доктор"))
    assert view.blocked == ("Доктор", "Сыщик")


def test_a_jam_replaces_the_senders_kill_too(replay: Replay) -> None:
    """D14, STY-109, STY-112: unless his role has no night action."""
    who = cast(Бэд="bad-boy white", Всезнайка="know-all black", Афро="afro", Доктор="doctor black")
    kill = (act("Всезнайка", "mafia-kill", "Доктор"), act("Доктор", "heal", "Доктор"))
    view = one(replay, who, *kill, act("Бэд", "jam", "Всезнайка"), team_kill="sender")
    assert (view.blocked, view.dead) == (("Всезнайка", "Доктор"), ())
    view = one(replay, who, act("Афро", "mafia-kill", "Аня"), act("Бэд", "jam", "Афро"), team_kill="sender")
    assert (view.blocked, view.dead, view.told) == ((), ("Аня",), ())


def test_two_jams_turn_an_action_once(replay: Replay) -> None:
    """STY-8, STY-125: two bad boys on one bench."""
    who = cast(Бэд="bad-boy white", Второй="bad-boy white", Сыщик="detective white", Доктор="doctor black")
    sent = (act("Бэд", "jam", "Сыщик"), act("Второй", "jam", "Сыщик"), act("Сыщик", "check", "Доктор"))
    view = one(replay, who, *sent, act("Доктор", "heal", "Аня"))
    assert view.blocked == ("Доктор", "Сыщик")
    assert answers(view) == [("Бэд", "Сыщик", EARNED), ("Второй", "Сыщик", EARNED)]


def test_a_taken_vote_is_gone_on_the_day_after(replay: Replay) -> None:
    """STY-92, STY-91."""
    for style, reasons in (("black", ["silenced"]), ("white", [])):
        who = cast(Шант=f"blackmailer {style}")
        views = replay("styles", who, night(1, act("Шант", "block", "Аня")), day(2, red("Аня", "Боря")))
        assert [each.reason for each in views[1].rejected] == reasons
