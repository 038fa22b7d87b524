"""What holds in every game: shown on random ones. TALLY_GAMES sets how many for each ruleset (200 unless given)."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine import (
    ActionEntry,
    GameOutcome,
    GameRecord,
    Phase,
    VoteEntry,
    host_view,
    outcome_as_json,
    play,
    play_phase,
    player_view,
    read_record,
    record_as_data,
    town_view,
    view_as_json,
)
from engine.abilities.answers import Ask, Check
from engine.events import EventKind
from engine.outcome import PhaseOutcome
from engine.polls import Poll, Tie
from tests.engine.random_games import Dress, random_game

GAMES = int(os.environ.get("TALLY_GAMES", "200"))


def plain(_role: str, _rng: random.Random) -> dict[str, Any]:
    """Players who need nothing but a role."""
    return {}


def styled(role: str, rng: random.Random) -> dict[str, Any]:
    """A style where the role has a choice."""
    if role in ("citizen", "afro", "gypsy"):
        return {}
    styles = (
        ["white", "black"]
        if role in ("blackmailer", "know-all", "apprentice", "bad-boy")
        else ["white", "grey", "black"]
    )
    return {"style": rng.choice(styles)}


def styled_of_15(role: str, rng: random.Random) -> dict[str, Any]:
    """The same in the line-up of 15, where the bad boy may be grey (STY-114)."""
    return {"style": rng.choice(["white", "grey", "black"])} if role == "bad-boy" else styled(role, rng)


def carded(role: str, rng: random.Random) -> dict[str, Any]:
    """A card of the citizens' suits for those who need one, with hearts and diamonds taken."""
    if role in ("citizen", "werewolf"):
        return {"card": f"{rng.choice(['2', '3', '4', '5', '6', '7', '8', '9', '10'])}{rng.choice('CS')}"}
    return {"suit": rng.choice(["clubs", "spades"])} if role == "joker" else {}


SUITS = {"trump": "hearts", "town_suit": "diamonds"}
RULESETS: dict[str, tuple[Dress, dict[str, Any]]] = {
    "casino": (carded, SUITS),
    "classic": (plain, {}),
    "generic": (plain, {"until": "22:00:00", "edited_votes": "count", "over_limit": "refuse"}),
    "mordheim": (plain, {}),
    "newyear": (plain, {}),
    "styles, 15": (styled_of_15, {"lineup": "15"}),
    "styles, 18": (styled, {"lineup": "18"}),
}

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


@cache
def played(ruleset: str) -> tuple[tuple[GameRecord, GameOutcome], ...]:
    """The random games of a ruleset, or of one of its line-ups, each with its outcome."""
    dress, options = RULESETS[ruleset]
    records = [random_game(ruleset.partition(",")[0], seed, dress, options) for seed in range(GAMES)]
    return tuple((record, play(record)) for record in records)


def phases(ruleset: str) -> Iterator[tuple[str, Phase, PhaseOutcome]]:
    """Every phase of every game, with a name for a failing message."""
    for number, (record, game) in enumerate(played(ruleset)):
        for phase, outcome in zip(record.phases, game.phases, strict=True):
            yield f"game {number}, {phase.id}", phase, outcome


def unordered(view: dict[str, Any]) -> dict[str, Any]:
    """A view whose lists are compared as multisets."""
    return {key: sorted(map(repr, value)) if isinstance(value, list) else value for key, value in view.items()}


@every_ruleset
def test_a_game_replayed_is_the_same(ruleset: str) -> None:
    for number, (record, game) in enumerate(played(ruleset)):
        assert outcome_as_json(play(record)) == outcome_as_json(game), number


@every_ruleset
def test_a_record_exported_and_read_again_is_the_same_game(ruleset: str) -> None:
    for number, (record, game) in enumerate(played(ruleset)):
        data = record_as_data(record)
        again = read_record(data)
        if isinstance(again, tuple):
            assert {fault.code for fault in again} <= {"unknown-player"}, (number, again)
            continue
        assert record_as_data(again) == data, number
        assert [view_as_json(host_view(each)) for each in play(again).phases] == [
            view_as_json(host_view(each)) for each in game.phases
        ], number


@every_ruleset
def test_the_order_of_what_different_players_send_at_once_does_not_matter(ruleset: str) -> None:
    """Within one player, and within those who share a channel, the order stays; votes stay where a tie or a list of
    candidates goes by it."""
    rng = random.Random(1)
    for number, (record, game) in enumerate(played(ruleset)):
        untimed = replace(record, phases=tuple(_without_times(phase) for phase in record.phases))
        shuffled = replace(record, phases=tuple(_shuffled(phase, record, rng) for phase in untimed.phases))
        first, second = play(untimed), play(shuffled)
        for one, other in zip(first.phases, second.phases, strict=True):
            assert unordered(view_as_json(host_view(one))) == unordered(view_as_json(host_view(other))), number
        assert game.ruleset == first.ruleset


def _without_times(phase: Phase) -> Phase:
    return replace(
        phase,
        votes=tuple(replace(vote, at=None) for vote in phase.votes),
        actions=tuple(replace(action, at=None) for action in phase.actions),
    )


def _shuffled(phase: Phase, record: GameRecord, rng: random.Random) -> Phase:
    roles = {player.name: player.role for player in record.players}
    shared = {
        role: name
        for name, channel in record.ruleset.channels.items()
        for role, spec in record.ruleset.roles.items()
        if role in channel.members.roles or spec.side in channel.members.sides
    }

    teams = {f"team:{channel.team}": name for name, channel in record.ruleset.channels.items() if channel.team}

    def group(entry: VoteEntry | ActionEntry) -> str:
        if isinstance(entry, VoteEntry):
            return entry.by
        return teams.get(entry.by) or shared.get(roles.get(entry.by) or "", entry.by)

    in_order = any(_looks_at_the_order(poll) for poll in record.ruleset.polls)
    votes = phase.votes if in_order else _mix(phase.votes, group, rng)
    return replace(phase, votes=votes, actions=_mix(phase.actions, group, rng))


def _looks_at_the_order(poll: Poll) -> bool:
    """Whether the poll's candidates, or its tie, go by who voted first."""
    by_time = (Tie.FIRST_TO_REACH, Tie.EARLIEST_LAST_VOTE, Tie.LATEST_LAST_VOTE)
    return poll.nominations is not None or poll.tie in by_time or poll.hammer


def _mix(entries: tuple[Any, ...], group: Any, rng: random.Random) -> tuple[Any, ...]:
    """The entries in another order that keeps the order within each group."""
    stacks: dict[str, list[Any]] = {}
    for entry in entries:
        stacks.setdefault(group(entry), []).append(entry)
    order = [group(entry) for entry in entries]
    rng.shuffle(order)
    return tuple(stacks[name].pop(0) for name in order)


@every_ruleset
def test_the_dead_neither_act_nor_vote_nor_die_again(ruleset: str) -> None:
    for number, (_record, game) in enumerate(played(ruleset)):
        dead: set[str] = set()
        for outcome in game.phases:
            view = host_view(outcome)
            actors = {event.by for event in outcome.events if event.kind is EventKind.ACTED}
            assert not actors & dead, (number, view.phase)
            assert not {vote.by for vote in view.votes} & dead, (number, view.phase)
            assert not {vote.on for vote in view.votes} & dead, (number, view.phase)
            assert not set(view.dead) & dead, (number, view.phase)
            assert not (set(view.saved) | set(view.missing) | set(view.silenced)) & dead, (number, view.phase)
            dead |= set(view.dead)


@every_ruleset
def test_the_living_grow_no_more(ruleset: str) -> None:
    for number, (record, game) in enumerate(played(ruleset)):
        alive = len([player for player in record.players if not player.fields.get("reserve")])
        for state, outcome in zip(game.states, game.phases, strict=True):
            assert len(state.alive) == alive - len(host_view(outcome).dead), number
            alive = len(state.alive)


@every_ruleset
def test_after_the_end_nothing_is_played(ruleset: str) -> None:
    ended = [(record, game) for record, game in played(ruleset) if game.winners]
    assert len(ended) > GAMES // 10
    for record, game in ended:
        last = record.phases[-1]
        with pytest.raises(ValueError, match="the game is over"):
            play_phase(record.ruleset, game.states[-1], replace(last, id=last.id.next))
        assert len(play(replace(record, phases=(*record.phases, replace(last, id=last.id.next)))).phases) == len(
            game.phases
        )


@every_ruleset
def test_every_event_names_its_rule(ruleset: str) -> None:
    for where, _phase, outcome in phases(ruleset):
        assert all(event.rule for event in outcome.events), where
        assert all(each.rule for each in host_view(outcome).rejected), where


@every_ruleset
def test_what_is_refused_changes_nothing(ruleset: str) -> None:
    """Unless the option says that a refused message takes the one before it back."""
    for number, (record, game) in enumerate(played(ruleset)):
        if record.ruleset.values.get("refused_last") == "cancel":
            continue
        clean = replace(
            record,
            phases=tuple(
                _without_refused(phase, outcome) for phase, outcome in zip(record.phases, game.phases, strict=True)
            ),
        )
        for one, other in zip(game.phases, play(clean).phases, strict=True):
            first, second = view_as_json(host_view(one)), view_as_json(host_view(other))
            first.pop("rejected", None)
            second.pop("rejected", None)
            assert first == second, (number, str(one.phase))


def _without_refused(phase: Phase, outcome: PhaseOutcome) -> Phase:
    refused = {id(event.entry) for event in outcome.events if event.kind is EventKind.REFUSED}
    return replace(
        phase,
        votes=tuple(vote for vote in phase.votes if id(vote) not in refused),
        actions=tuple(action for action in phase.actions if id(action) not in refused),
    )


@every_ruleset
def test_no_role_of_a_living_player_whom_nothing_exposed_is_public(ruleset: str) -> None:
    for number, (record, game) in enumerate(played(ruleset)):
        dead: set[str] = set()
        for outcome in game.phases:
            view = town_view(outcome)
            dead |= set(view.dead)
            exposed = {
                outcome.names[seat] for event in outcome.events if event.kind is EventKind.EXPOSED for seat in event.who
            }
            assert set(view.revealed) <= dead, number
            assert set(view.exposed) == exposed, number
            assert all(vote.weight == 1 for vote in view.votes), number
            shown = {**view.revealed, **view.exposed}
            text = repr(view_as_json(replace(view, revealed={}, exposed={}, announced=(), winners=())))
            assert not [role for role in record.ruleset.roles if f"'{role}'" in text], (number, shown)


@every_ruleset
def test_the_public_count_follows_from_what_is_public(ruleset: str) -> None:
    """The same votes with all roles dealt otherwise: as long as the same players live and are silenced, the town
    counts the same."""
    rng = random.Random(2)
    for number, (record, game) in enumerate(played(ruleset)):
        before = None
        for phase, outcome in zip(record.phases, game.phases, strict=True):
            if not phase.id.night and before is not None:
                seats = _redealt(before.seats, rng)
                other, _ = play_phase(record.ruleset, replace(before, seats=seats), phase)
                assert _count(outcome) == _count(other), (number, str(phase.id))
            before = game.states[game.phases.index(outcome)]


def _redealt(seats: Any, rng: random.Random) -> Any:
    """The living seats with their roles dealt anew among them."""
    living = [seat for seat in seats.values() if seat.alive and seat.entered]
    roles = [(seat.role, seat.dealt, seat.fields) for seat in living]
    rng.shuffle(roles)
    dealt = {
        seat.id: replace(seat, role=role, dealt=dealt, fields=fields)
        for seat, (role, dealt, fields) in zip(living, roles, strict=True)
    }
    return {**seats, **dealt}


def _count(outcome: PhaseOutcome) -> dict[str, Any]:
    view = view_as_json(town_view(outcome))
    return {key: view.get(key) for key in ("votes", "scores", "against", "defence", "rejected", "missing", "nominated")}


@every_ruleset
def test_private_answers_leave_no_public_trace(ruleset: str) -> None:
    """Without checks and questions the town, and everybody who was told nothing, sees the same."""
    for number, (record, game) in enumerate(played(ruleset)):
        private = {
            ability.action
            for ability in record.ruleset.abilities
            if ability.effects and all(isinstance(effect, Check | Ask) for effect in ability.effects)
        }
        quiet = replace(record.ruleset, abilities=tuple(_mute(each, private) for each in record.ruleset.abilities))
        muted = play(replace(record, ruleset=quiet))
        for one, other in zip(game.phases, muted.phases, strict=True):
            assert view_as_json(town_view(one)) == view_as_json(town_view(other)), number


def _mute(ability: Any, private: set[str]) -> Any:
    return replace(ability, effects=()) if ability.action in private else ability


@every_ruleset
def test_a_player_sees_what_is_his_alone(ruleset: str) -> None:
    """What he was told, himself or with his team; a secret refusal looks accepted to him."""
    for where, phase, outcome in phases(ruleset):
        secret = {
            id(event.entry)
            for event in outcome.events
            if event.kind is EventKind.REFUSED and not event.audience.players and not event.audience.town
        }
        senders = {action.by for action in phase.actions}
        told = {name for event in outcome.events for name in event.audience.players}
        for name in {*senders, *told} & set(outcome.names.values()):
            view = player_view(outcome, name)
            assert all(each.to == name or each.to.startswith("team:") for each in view.told), where
            own = [action for action in phase.actions if action.by == name]
            hidden = [action for action in own if id(action) in secret]
            shown = [(action.do, action.on) for action in view.actions if action.reason is None]
            assert all((action.do, action.on) in shown for action in hidden), where
