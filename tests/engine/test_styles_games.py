"""Whole games of the styles: random games in which everybody acts, and who sees what."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine import (
    ActionEntry,
    Colour,
    GameOutcome,
    GameRecord,
    Phase,
    PhaseId,
    PhaseOutcome,
    Player,
    Ruleset,
    State,
    VoteEntry,
    host_view,
    load_ruleset,
    play,
    play_phase,
    player_view,
    read_record,
    start_game,
    town_view,
    view_as_json,
)
from engine.board import Board
from engine.events import EventKind
from engine.rulesets.styles.lineup import styles_of
from tests.engine.games import act, day, night, record_of, red
from tests.engine.styles_cast import cast

GAMES = int(os.environ.get("TALLY_GAMES", "200"))
LINEUPS = ("15", "18")
FIXED = ("lineup", "light_limits", "opening")
STYLES = {"white", "grey", "black"}


# Random games in which nearly everybody sends what he may.


@cache
def games(lineup: str) -> tuple[tuple[GameRecord, GameOutcome], ...]:
    """Random games of the line-up, each with its outcome; the options are random too."""
    records = [random_game(lineup, random.Random(f"{lineup} {seed}")) for seed in range(GAMES)]
    return tuple((record, play(record)) for record in records)


def random_game(lineup: str, rng: random.Random) -> GameRecord:
    plain = load_ruleset("styles")
    assert isinstance(plain, Ruleset)
    options: dict[str, Any] = {
        key: rng.choice(option.values or (True, False))
        for key, option in plain.options.items()
        if key not in FIXED and rng.random() < 0.3
    }
    ruleset = load_ruleset("styles", {**options, "lineup": lineup})
    assert isinstance(ruleset, Ruleset)
    size = int(lineup)
    roles = [name for name, role in ruleset.roles.items() for _ in range(role.count_for(size))]
    rng.shuffle(roles)
    players = tuple(
        Player(f"Игрок {number}", role, fields={"style": rng.choice(styles_of(role, lineup))})
        for number, role in enumerate(roles, start=1)
    )
    state = start_game(ruleset, players)
    phases: list[Phase] = []
    phase_id = PhaseId(1, night=False)
    while not state.winners and phase_id.cycle <= 9:
        make = random_night if phase_id.night else random_day
        phases.append(make(ruleset, state, phase_id, rng))
        _, state = play_phase(ruleset, state, phases[-1])
        phase_id = phase_id.next
    return GameRecord(ruleset=ruleset, players=players, phases=tuple(phases))


def random_day(_ruleset: Ruleset, state: State, day_id: PhaseId, rng: random.Random) -> Phase:
    alive = state.alive
    colours = (Colour.RED, Colour.RED, Colour.RED, Colour.BLUE)
    votes = tuple(
        VoteEntry(by=seat, on=rng.choice(alive), colour=rng.choice(colours))
        for seat in rng.sample(alive, len(alive))
        for _ in range(rng.randint(0, 2))
    )
    return Phase(day_id, votes=votes)


def random_night(ruleset: Ruleset, state: State, night_id: PhaseId, rng: random.Random) -> Phase:
    """Each of the living sends one or two of the actions that he has; blockers like to meet."""
    board = Board(ruleset, state, Phase(night_id))
    alive = state.alive
    blockers = [seat for seat in alive if board.role(seat) in ("athlete", "blackmailer", "bad-boy")] or list(alive)
    sent = []
    for seat in rng.sample(alive, len(alive)):
        own = [each for each in ruleset.abilities if each.by_night and each.who.includes(seat, board)]
        for ability in rng.sample(own, min(len(own), rng.randint(0, 3))):
            pool = blockers if rng.random() < 0.4 and len(blockers) >= ability.targets.max else alive
            sent.append(
                ActionEntry(
                    by=seat,
                    do=ability.action,
                    on=tuple(rng.sample(pool, min(len(pool), ability.targets.max))),
                    as_role=rng.choice(list(ruleset.roles)) if ability.targets.max == 0 else None,
                    guess=rng.choice(list(ruleset.roles)) if ability.guess is not None else None,
                )
            )
    return Phase(night_id, actions=tuple(sent))


def played_phases(lineup: str) -> Iterator[tuple[str, GameRecord, Phase, State | None, PhaseOutcome]]:
    """Every phase of every game, with its name and the state before it (None: the game begins)."""
    for number, (record, game) in enumerate(games(lineup)):
        before: State | None = None
        for phase, outcome, after in zip(record.phases, game.phases, game.states, strict=True):
            yield f"game {number}, {phase.id}", record, phase, before, outcome
            before = after


each_line_up = pytest.mark.parametrize("lineup", LINEUPS)


@each_line_up
def test_random_games_come_to_an_end_and_every_side_wins_some(lineup: str) -> None:
    winners = {winner for _, game in games(lineup) for winner in game.winners}
    assert {"town", "mafia", "maniacs"} <= winners
    assert sum(bool(game.winners) for _, game in games(lineup)) > GAMES // 2


@each_line_up
def test_the_order_of_sending_changes_nothing_but_what_is_shared(lineup: str) -> None:
    """STY-54, STY-122, STY-126: mafiosi share their kill, athletes may name the same player."""
    rng = random.Random(3)
    for where, record, phase, before, outcome in played_phases(lineup):
        if not phase.id.night:
            continue
        state = before or start_game(record.ruleset, record.players)
        shuffled, _ = play_phase(record.ruleset, state, replace(phase, actions=_mixed(phase, state, record, rng)))
        assert _unordered(shuffled) == _unordered(outcome), where


def _mixed(phase: Phase, state: State, record: GameRecord, rng: random.Random) -> tuple[ActionEntry, ...]:
    board = Board(record.ruleset, state, phase)

    def group(entry: ActionEntry) -> str:
        if board.side(entry.by) == "mafia":
            return "mafia"
        return "athletes" if board.role(entry.by) == "athlete" else entry.by

    stacks: dict[str, list[ActionEntry]] = {}
    for entry in phase.actions:
        stacks.setdefault(group(entry), []).append(entry)
    order = [group(entry) for entry in phase.actions]
    rng.shuffle(order)
    return tuple(stacks[name].pop(0) for name in order)


def _unordered(outcome: PhaseOutcome) -> dict[str, Any]:
    view = view_as_json(host_view(outcome))
    return {key: sorted(map(repr, value)) if isinstance(value, list) else value for key, value in view.items()}


@each_line_up
def test_what_is_blocked_does_not_take_place(lineup: str) -> None:
    """STY-55, STY-123: unless it is a block of a ring; and every order is either annulled or done."""
    for where, _record, _phase, _before, outcome in played_phases(lineup):
        done = [event for event in outcome.events if event.kind is EventKind.ACTED]
        blocked = [event for event in outcome.events if event.kind is EventKind.BLOCKED]
        for event in done:
            rings = [each for each in blocked if each.entry is event.entry]
            assert all(each.rule == "STY-123" and each.what in ("block", "jam") for each in rings), where


@each_line_up
def test_who_dies_has_a_cause_and_is_not_saved(lineup: str) -> None:
    """STY-127, STY-129, STY-133, STY-134, STY-135: and is told as the light allows."""
    known = {"mafia", "extra-shot", "extra-miss", "fsb", "fsb-miss", "bad-boy", "trap", "poison", "curse", "cloak"}
    for where, record, _phase, before, outcome in played_phases(lineup):
        view = host_view(outcome)
        assert set(view.causes) == set(view.dead), where
        assert not set(view.saved) & set(view.dead), where
        assert {cause for causes in view.causes.values() for cause in causes} <= {*known, "execution"}, where
        state = before or start_game(record.ruleset, record.players)
        alive = len(state.alive) - (len(view.dead) if record.ruleset.values["reveal_count"] == "after" else 0)
        light = record.ruleset.light.level(alive, state).name
        told = {"white": set(record.ruleset.roles), "grey": {"good", "bad"}, "black": {"hidden"}}[light]
        assert set(view.revealed.values()) <= told, where


@each_line_up
def test_the_town_never_sees_a_style_nor_a_living_role(lineup: str) -> None:
    """STY-5, STY-35, STY-41, STY-42, STY-55: nor weights, alibis, voids, blocks, and who was saved."""
    for where, record, _phase, _before, outcome in played_phases(lineup):
        view = town_view(outcome)
        shown = view_as_json(replace(view, light=None, revealed={}, exposed={}, winners=()))
        assert not {"saved", "blocked", "protected", "acquitted", "void_votes", "told", "roles", "causes"} & set(shown)
        assert not [word for word in (*STYLES, *record.ruleset.roles) if f"'{word}'" in repr(shown)], where
        assert all(vote.weight == 1 for vote in view.votes), where


@each_line_up
def test_a_player_does_not_learn_what_became_of_his_orders(lineup: str) -> None:
    """STY-55, STY-71: a blocked and a turned order look accepted, as ordered and in the order of sending; only a
    know-all is told a style (STY-5, STY-93)."""
    for where, record, phase, before, outcome in played_phases(lineup):
        refused = {id(event.entry) for event in outcome.events if event.kind is EventKind.REFUSED}
        state = before or start_game(record.ruleset, record.players)
        board = Board(record.ruleset, state, phase)
        for name in outcome.names.values():
            view = player_view(outcome, name)
            own = [entry for entry in phase.actions if entry.by == name]
            assert [(each.do, each.on) for each in view.actions] == [(each.do, each.on) for each in own], where
            assert [each.reason is None for each in view.actions] == [id(each) not in refused for each in own], where
            if any(each.answer in STYLES for each in view.told):
                assert "know-all" in (board.role(name), view.roles.get(name)), where


# What is secret, in games by hand.


def views(*phases: Any, who: Any, **options: Any) -> GameOutcome:
    record = read_record(record_of("styles", who, phases, options))
    assert isinstance(record, GameRecord), record
    return play(record)


def test_the_double_vote_and_the_alibi_are_the_hosts() -> None:
    """STY-35, STY-41: the town counts each vote once and learns only that nobody was executed."""
    who = cast(Плащ="cloak white", Всезнайка="know-all black")
    game = views(night(1, act("Всезнайка", "alibi", "Аня")), day(2, red("Плащ", "Аня"), red("Боря", "Вера")), who=who)
    assert host_view(game.phases[1]).scores == {"Аня": 2, "Вера": 1}
    town = view_as_json(town_view(game.phases[1]))
    assert town["scores"] == {"Аня": 1, "Вера": 1}
    assert town["announced"] == [{"what": "nobody-executed"}]
    assert "acquitted" not in town


def test_a_secret_loss_of_the_vote_looks_like_an_ordinary_vote() -> None:
    """STY-42, D8."""
    who = cast(Атлет="athlete grey")
    phases = (night(1, act("Атлет", "block", "Аня")), day(2, red("Аня", "Боря")))
    game = views(*phases, who=who, silence_announced="ampoule")
    assert "silenced" not in view_as_json(town_view(game.phases[0]))
    assert view_as_json(town_view(game.phases[1]))["scores"] == {"Боря": 1}


def test_a_new_role_is_told_to_its_player_alone() -> None:
    """STY-98, STY-99."""
    who = cast(Ученик="apprentice black", Афро="afro")
    game = views(day(1, red("Аня", "Афро")), who=who)
    assert player_view(game.phases[0], "Ученик").roles == {"Ученик": "afro"}
    assert player_view(game.phases[0], "Аня").roles == {}
    assert "roles" not in view_as_json(town_view(game.phases[0]))


def test_the_grey_fsb_does_not_see_his_kill_as_an_order() -> None:
    """STY-79, STY-55: else he would know that his preparation was blocked or turned."""
    who = cast(Фсб="fsb grey")
    game = views(night(1, act("Фсб", "prepare", "Аня")), day(2), night(2), who=who)
    assert [len(player_view(each, "Фсб").actions) for each in game.phases] == [1, 0, 0]
    assert host_view(game.phases[2]).causes == {"Аня": ("fsb",)}


def test_the_letter_names_no_sender() -> None:
    """STY-67."""
    who = cast(Детектив="detective grey")
    (outcome,) = views(night(1, act("Детектив", "letter", "Мафия", "Аня")), who=who).phases
    assert "Детектив" not in repr(player_view(outcome, "Аня").told)
    assert player_view(outcome, "Детектив").told == ()
