"""The log of what players sent: its form, its fold, the order of messages."""

from datetime import UTC, datetime, timedelta

from engine.moments import PhaseId, Window
from tally.orders import Order
from tally.play.entries import EnteredLine, Entries, Precision, fold_entries, line_as_data, same_moment, undo_as_data
from tally.store.facts import Fact, FactKind

NIGHT = PhaseId(1, night=True)
TEN = datetime(2024, 1, 10, 19, 0, tzinfo=UTC)


def line(number: int, by: str, *orders: Order, minute: int | None = None) -> EnteredLine:
    at = None if minute is None else TEN + timedelta(minutes=minute)
    precision = None if at is None else Precision.MINUTE
    return EnteredLine(number, NIGHT, by, "…", at, precision, tuple((NIGHT, order) for order in orders))


def targets(entries: Entries, window: Window | None = None) -> list[tuple[str, ...]]:
    return [action.on for action in entries.actions(NIGHT, window)]


def test_a_message_comes_back_from_the_log_as_it_was_written() -> None:
    order = Order("role-shot", ("Вася",), as_role="killer", guess="doctor", text="т", answer="yes", item="shard")
    written = line(7, "Петя", order, minute=3)
    fact = Fact(7, TEN, FactKind.ENTRY, str(NIGHT), line_as_data(written))
    assert fold_entries([fact]).lines == (written,)


def test_what_was_taken_back_is_gone() -> None:
    facts = [
        Fact(1, TEN, FactKind.ENTRY, str(NIGHT), line_as_data(line(1, "Петя", Order("heal", ("Вася",))))),
        Fact(2, TEN, FactKind.ENTRY, str(NIGHT), undo_as_data(1)),
    ]
    assert fold_entries(facts).lines == ()


def test_other_facts_are_passed_by() -> None:
    facts = [Fact(1, TEN, FactKind.ENTRY, "day1", {"what": "vote"}), Fact(2, TEN, FactKind.RULING, None, {})]
    assert fold_entries(facts).lines == ()


def test_messages_stand_by_time_those_without_one_behind_the_one_before_them() -> None:
    entries = Entries(
        (
            line(1, "Петя", Order("heal", ("а",)), minute=20),
            line(2, "Петя", Order("heal", ("б",))),
            line(3, "Петя", Order("heal", ("в",)), minute=10),
        )
    )
    assert targets(entries) == [("в",), ("а",), ("б",)]


def test_a_pass_takes_back_its_senders_messages_alone_and_only_in_time() -> None:
    entries = Entries(
        (
            line(1, "Петя", Order("heal", ("а",)), minute=1),
            line(2, "Маша", Order("visit", ("б",)), minute=2),
            line(3, "Петя", minute=5),
        )
    )
    assert targets(entries, Window(None, TEN + timedelta(minutes=10))) == [("б",)]
    assert targets(entries, Window(None, TEN + timedelta(minutes=5))) == [("а",), ("б",)]


def test_which_of_two_messages_is_later_cannot_be_seen_within_a_minute() -> None:
    assert same_moment(line(1, "Петя", minute=1), line(2, "Петя", minute=1))
    assert not same_moment(line(1, "Петя", minute=1), line(2, "Петя", minute=2))
    assert same_moment(line(1, "Петя"), line(2, "Петя"))
    assert not same_moment(line(1, "Петя"), line(2, "Петя", minute=2))
