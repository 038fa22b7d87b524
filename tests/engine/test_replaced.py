"""Open votes that their authors replaced: what is said to change nothing changes nothing, by any reading of all."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from engine.moments import PhaseId
from engine.outcome import host_view, view_as_json
from engine.play import play_phase, start_game
from engine.record import ChoiceEntry, Phase, Player, Source, VoteEntry, VoteKind
from engine.replaced import OpenVotes, find_replaced
from engine.ruleset import Ruleset, load_ruleset
from engine.state import State

NAMES = ("Ada", "Bob", "Cat", "Dan", "Eve")
NOON = datetime(2000, 1, 1, 12, tzinfo=UTC)
TABLES = ("votes", "scores", "against", "defence", "rejected", "missing", "nominated")


def rules(**options: Any) -> Ruleset:
    found = load_ruleset("generic", options)
    assert isinstance(found, Ruleset), found
    return found


def before_day_1(ruleset: Ruleset, **fields: Mapping[str, Any]) -> State:
    players = [Player(name=name, fields=dict(fields.get(name, {}))) for name in NAMES]
    return start_game(ruleset, players, zone=None, first_day=NOON.date())


def vote(number: int, by: str, on: str, kind: VoteKind = VoteKind.VOTE, text: str | None = None) -> VoteEntry:
    source = Source(f"p{number}", ("votes", number))
    return VoteEntry(by, on, NOON + timedelta(minutes=number), kind=kind, text=text, source=source)


Line = Sequence[VoteEntry | OpenVotes]


def open_vote(number: int, by: str, names: Sequence[str] = NAMES, text: str | None = None) -> OpenVotes:
    """A vote that may be for any of these, or none."""
    return OpenVotes(0, (*((vote(number, by, on, text=text),) for on in names), ()))


def day(votes: Sequence[VoteEntry], choices: tuple[ChoiceEntry, ...] = ()) -> Phase:
    return Phase(PhaseId(1, night=False), votes=tuple(votes), choices=choices)


def replaced(
    ruleset: Ruleset, before: State, line: Line, choices: tuple[ChoiceEntry, ...] = ()
) -> tuple[tuple[OpenVotes, ...], frozenset[int]]:
    """The open votes of a line of votes, and which of them change nothing."""
    certain: list[VoteEntry] = []
    opened: list[OpenVotes] = []
    for each in line:
        if isinstance(each, OpenVotes):
            opened.append(replace(each, place=len(certain)))
        else:
            certain.append(each)
    phase = day(certain, choices)
    outcome, _after = play_phase(ruleset, before, phase)
    refused = frozenset(
        event.entry.source for count in outcome.counts for event in count.refusals if event.entry is not None
    )
    return tuple(opened), find_replaced(ruleset, before, phase, opened, refused)


def result(ruleset: Ruleset, before: State, line: Line, ways: Sequence[int], choices: tuple[ChoiceEntry, ...]) -> Any:
    chosen = iter(ways)
    votes: list[VoteEntry] = []
    for each in line:
        votes += each.ways[next(chosen)] if isinstance(each, OpenVotes) else (each,)
    outcome, after = play_phase(ruleset, before, day(votes, choices))
    told = view_as_json(host_view(outcome))
    return {key: value for key, value in told.items() if key not in TABLES}, replace(after, votes={})


def drawn(chance: random.Random) -> tuple[dict[str, Any], dict[str, Any], Line, tuple[ChoiceEntry, ...]]:
    """A random day: options, fields of players, votes of which some are open, and what the host did."""
    options: dict[str, Any] = {
        "decision": chance.choice(["majority", "majority", "plurality"]),
        "hammer": chance.choice(["auto", True, False]),
        "tie": chance.choice(["none", "host", "all", "random", "first-to-reach", "latest-last-vote"]),
        "changes": chance.choice(["any", "any", "any", 1]),
        "votes": chance.choice(["one", "one", "one", "one-per-colour"]),
        "absence": chance.choice([0, 0, 1]),
        "absence_removes": chance.choice([0, 1]),
        "self_vote": chance.choice(["accept", "refuse"]),
        "several": chance.choice(["last", "none"]),
        "no_execution_majority": chance.choice(["same", "half"]),
        "early_from": chance.choice([0, 0, 0, 1]),
    }
    if chance.random() < 0.7:
        options |= {"tie": chance.choice(["none", "host"]), "changes": "any", "votes": "one", "early_from": 0}
    fields = {chance.choice(NAMES): {"weight": chance.choice([0, 2]), "threshold": chance.choice([0, -1])}}
    candidates = (*NAMES[: chance.randrange(2, 5)], "no-execution")
    line: list[VoteEntry | OpenVotes] = []
    left = 3
    for number in range(chance.randrange(5, 12)):
        by = chance.choice(NAMES)
        text = "окончательно" if chance.random() < 0.04 else None
        if left and chance.random() < 0.35:
            left -= 1
            names = tuple(chance.sample(candidates, chance.randrange(1, 3)))
            line.append(open_vote(number, by, names, text))
        elif chance.random() < 0.15:
            line.append(vote(number, by, "", VoteKind.UNVOTE))
        else:
            line.append(vote(number, by, chance.choice(candidates), text=text))
    removed = (ChoiceEntry("host", "kill", (chance.choice(NAMES),), NOON + timedelta(minutes=4, seconds=30)),)
    return options, fields if chance.random() < 0.3 else {}, line, removed if chance.random() < 0.2 else ()


def games(seeds: range) -> Iterator[tuple[Ruleset, State, Line, tuple[ChoiceEntry, ...]]]:
    for seed in seeds:
        options, fields, line, choices = drawn(random.Random(seed))
        ruleset = rules(**options)
        yield ruleset, before_day_1(ruleset, **fields), line, choices


@pytest.mark.parametrize("tens", range(12))
def test_what_is_said_to_change_nothing_changes_nothing(tens: int) -> None:
    for ruleset, before, line, choices in games(range(tens * 20, tens * 20 + 20)):
        opened, found = replaced(ruleset, before, line, choices)
        results: dict[tuple[int, ...], list[Any]] = {}
        for ways in product(*(range(len(each.ways)) for each in opened)):
            rest = tuple(way for number, way in enumerate(ways) if number not in found)
            known = results.setdefault(rest, [])
            came = result(ruleset, before, line, ways, choices)
            assert came in known or not known, (ruleset.values, line, found)
            known.append(came)


def test_a_replaced_vote_matters_only_where_somebody_could_have_been_hammered() -> None:
    majority = rules(decision="majority")
    before = before_day_1(majority)
    line: Line = (vote(1, "Ada", "Eve"), open_vote(2, "Bob"), vote(3, "Bob", "Cat"), vote(4, "Dan", "Eve"))
    assert replaced(majority, before, line)[1] == {0}
    # with both on Eve, and Cat, it would have been over before Bob thought better of it
    line = (vote(1, "Ada", "Eve"), vote(2, "Cat", "Eve"), open_vote(3, "Bob"), vote(4, "Bob", "Cat"))
    assert replaced(majority, before, line)[1] == frozenset()
    assert replaced(rules(decision="majority", hammer=False), before, line)[1] == {0}


def test_open_votes_are_taken_together_to_be_for_the_same_one() -> None:
    majority = rules(decision="majority")
    before = before_day_1(majority)
    later = [vote(number, by, "no-execution") for number, by in enumerate(("Bob", "Cat", "Dan"), 10)]
    two: Line = (open_vote(1, "Bob"), open_vote(2, "Cat"), *later)
    three: Line = (open_vote(1, "Bob"), open_vote(2, "Cat"), open_vote(3, "Dan"), *later)
    assert replaced(majority, before, two)[1] == {0, 1}
    assert replaced(majority, before, three)[1] == frozenset()


def test_a_vote_taken_back_is_replaced_and_one_that_stands_is_not() -> None:
    plain = rules()
    before = before_day_1(plain)
    line: Line = (open_vote(1, "Bob"), vote(2, "Bob", "", VoteKind.UNVOTE), open_vote(3, "Cat"))
    assert replaced(plain, before, line)[1] == {0}
    assert replaced(rules(unvote=False), before, line)[1] == frozenset()


@pytest.mark.parametrize(
    "options",
    [
        {"changes": 3},
        {"change_windows": [{"from": "20:00", "changes": 1}]},
        {"tie": "first-to-reach"},
        {"tie": "latest-last-vote"},
        {"votes": "one-per-colour"},
        {"early_from": 1},
    ],
)
def test_nothing_is_proved_where_the_rules_look_at_what_was_before(options: dict[str, Any]) -> None:
    ruleset = rules(**options)
    line: Line = (open_vote(1, "Bob"), vote(2, "Bob", "Cat"))
    assert replaced(ruleset, before_day_1(ruleset), line)[1] == frozenset()


def test_a_vote_called_final_is_not_replaced() -> None:
    ruleset = rules()
    line: Line = (open_vote(1, "Bob", text="окончательно"), vote(2, "Bob", "Cat"))
    assert replaced(ruleset, before_day_1(ruleset), line)[1] == frozenset()


def test_a_ruleset_whose_own_steps_look_back_is_asked_nothing() -> None:
    found = load_ruleset("styles")
    assert isinstance(found, Ruleset)
    assert found.hooks
    assert not found.hooked.standing_votes_alone
