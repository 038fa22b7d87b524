"""Random games of any ruleset, made of its data: casts, options, votes, actions; legal moves and illegal ones."""

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from engine import (
    ActionEntry,
    ChoiceEntry,
    Colour,
    GameRecord,
    Phase,
    PhaseId,
    Player,
    Ruleset,
    State,
    VoteEntry,
    VoteKind,
    load_ruleset,
    play_phase,
    read_record,
    start_game,
)
from engine.abilities import HALVES, TargetKind
from engine.options import Option, OptionType

__all__ = ["Dress", "random_game"]

Dress = Callable[[str, random.Random], dict[str, Any]]
MOST_CYCLES = 6


def random_game(ruleset_id: str, seed: int, dress: Dress, options: Mapping[str, Any] | None = None) -> GameRecord:
    """A whole game, or the first cycles of one. `dress`: the fields of a player that a role needs in this ruleset;
    `options`: those that are not chosen at random."""
    rng = random.Random(f"{ruleset_id} {seed}")
    plain = load_ruleset(ruleset_id, dict(options or {}))
    assert isinstance(plain, Ruleset), plain
    chosen = {**_options(plain, rng), **(options or {})}
    names = [f"Игрок {number}" for number in range(1, rng.randint(4, 18) + 1)]
    roles = _roles(plain, len(names), rng)
    data = {
        "format": 1,
        "game": {"ruleset": ruleset_id, "seed": rng.randint(0, 10**6), "options": chosen},
        "players": [{"name": name, "role": role, **dress(role, rng)} for name, role in zip(names, roles, strict=True)],
    }
    record = read_record(data)
    assert isinstance(record, GameRecord), record
    return _with_phases(record, rng)


def _options(ruleset: Ruleset, rng: random.Random) -> dict[str, Any]:
    """Some of the options that are a choice or a yes or no, at random."""

    def values(option: Option) -> tuple[Any, ...]:
        return (True, False) if option.type is OptionType.BOOLEAN else option.values

    return {
        key: rng.choice(values(option))
        for key, option in ruleset.options.items()
        if option.type in (OptionType.CHOICE, OptionType.BOOLEAN) and values(option) and rng.random() < 0.3
    }


def _roles(ruleset: Ruleset, number: int, rng: random.Random) -> list[str]:
    """A cast: the dealt roles in random order, at times a guest, the rest of the roles that are many."""
    single = [name for name, role in ruleset.roles.items() if not role.many and not role.guest]
    guests = [name for name, role in ruleset.roles.items() if role.guest and rng.random() < 0.2]
    many = [name for name, role in ruleset.roles.items() if role.many]
    rng.shuffle(single)
    cast = (guests + single)[: rng.randint(number // 2, number)]
    cast += [rng.choice(many) for _ in range(number - len(cast))]
    rng.shuffle(cast)
    return cast


def _with_phases(record: GameRecord, rng: random.Random) -> GameRecord:
    ruleset = record.ruleset
    state = start_game(ruleset, record.players, seed=record.seed, zone=record.zone)
    phases: list[Phase] = []
    phase_id = PhaseId(1, night=rng.random() < 0.5)
    while not state.winners and phase_id.cycle <= MOST_CYCLES:
        phase = _phase(ruleset, record.players, state, phase_id, rng)
        phases.append(phase)
        _, state = play_phase(ruleset, state, phase)
        phase_id = phase_id.next
    return GameRecord(
        ruleset=ruleset,
        players=record.players,
        phases=tuple(phases),
        zone=record.zone,
        seed=record.seed,
        options=record.options,
    )


def _phase(ruleset: Ruleset, players: tuple[Player, ...], state: State, phase_id: PhaseId, rng: random.Random) -> Phase:
    window = ruleset.clock.window(state.calendar, Phase(phase_id))
    closes = window.closes or state.calendar.moment(phase_id, time(22))
    start = (window.opens or closes - timedelta(hours=1)) - timedelta(minutes=2)
    length = (closes - start).total_seconds() + 120
    moments = sorted(start + timedelta(seconds=rng.randint(0, int(length))) for _ in range(60))
    names = [player.name for player in players]
    alive = [state.seats[seat].name for seat in state.alive]
    actions = tuple(_actions(ruleset, names, alive, phase_id, moments, rng))
    votes = () if phase_id.night else tuple(_votes(ruleset, names, alive, moments, rng))
    choices = tuple(_choices(alive, moments, rng, ends=not ruleset.victory))
    return Phase(phase_id, votes=votes, actions=actions, choices=choices)


def _choices(alive: list[str], moments: list[datetime], rng: random.Random, *, ends: bool) -> Iterator[ChoiceEntry]:
    """At times the host removes somebody, at the end of the phase or at a moment of it, or takes a vote; where the
    end of a game is his to say (`ends`), he says so."""
    if ends and rng.random() < 0.1:
        yield ChoiceEntry("host", "end", ("nobody",))
    if not alive:
        return
    if rng.random() < 0.06:
        yield ChoiceEntry("host", "modkill", (rng.choice(alive),), at=rng.choice([None, moments[len(moments) // 2]]))
    if rng.random() < 0.06:
        yield ChoiceEntry("host", "silence", (rng.choice(alive),))


def _votes(
    ruleset: Ruleset, names: list[str], alive: list[str], moments: list[datetime], rng: random.Random
) -> list[VoteEntry]:
    if not ruleset.polls:
        return []
    favourites = rng.sample(alive, min(2, len(alive)))
    kinds = [kind for kind in ruleset.vote_kinds() if kind is not VoteKind.UNVOTE]
    votes = []
    for moment in moments[: rng.randint(0, len(alive) * 3 // 2)]:
        voter = rng.choice(alive) if rng.random() < 0.95 else rng.choice([*names, "Прохожий"])
        target = rng.choice(favourites) if rng.random() < 0.7 else rng.choice([*names, "Никто"])
        kind = rng.choice(kinds)
        votes.append(
            VoteEntry(
                by=voter,
                on=rng.choice(HALVES) if kind is VoteKind.SCAN else target,
                at=moment,
                colour=rng.choice([Colour.RED, Colour.RED, Colour.BLUE, None]),
                kind=kind,
                edited=rng.random() < 0.03,
                deleted=rng.random() < 0.03,
            )
        )
    return votes


def _actions(
    ruleset: Ruleset,
    names: list[str],
    alive: list[str],
    phase_id: PhaseId,
    moments: list[datetime],
    rng: random.Random,
) -> list[ActionEntry]:
    """Mostly what somebody of the living could send, at times what nobody may."""
    abilities = [each for each in ruleset.abilities if (each.by_night if phase_id.night else each.by_day)]
    sent = []
    for moment in moments[: rng.randint(0, len(alive) * 2)] if abilities else ():
        ability = rng.choice(abilities)
        pool = alive if rng.random() < 0.95 else names
        wanted = rng.randint(ability.targets.min, ability.targets.max + (rng.random() < 0.05))
        if ability.targets.kind is TargetKind.HALF:
            on = tuple(rng.choice(HALVES) for _ in range(wanted))
        else:
            on = tuple(rng.sample(pool, min(wanted, len(pool))))
        guesses = [*ability.guess.words, *ruleset.roles] if ability.guess is not None else [None]
        sent.append(
            ActionEntry(
                by=rng.choice(alive if rng.random() < 0.97 else [*names, *ruleset.teams()]),
                do=ability.action,
                on=on,
                at=moment,
                as_role=rng.choice([None, None, *ruleset.roles]),
                guess=rng.choice(guesses),
                text="?",
                answer=rng.choice(["yes", "no", None]),
                item=rng.choice([None, *ability.items]),
            )
        )
    return sent
