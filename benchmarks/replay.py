"""Whole games per second of each ruleset, and what a phase costs: by players, by entries, late in a long game.

Games are the random ones of the tests: as many votes and actions as people send, legal and not. All times are of the
processor, so that other work on the machine does not count.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from time import process_time
from typing import Any

from engine import (
    ActionEntry,
    Colour,
    GameRecord,
    Phase,
    PhaseId,
    Player,
    Ruleset,
    VoteEntry,
    load_ruleset,
    play,
    play_phase,
    start_game,
)
from tests.engine.random_games import random_game
from tests.engine.test_properties import RULESETS

GAMES = 60
AIM = 10.0


def milliseconds(work: Callable[[], object], repeat: int = 1) -> float:
    """Processor time of one run of the work."""
    started = process_time()
    for _ in range(repeat):
        work()
    return (process_time() - started) * 1000 / repeat


def game_of(players: int, votes: int, actions: int, days: int) -> GameRecord:
    """A classic game in which nobody dies: everybody votes and acts on the living, day after day."""
    ruleset = load_ruleset("classic", {"tie": "none", "min_score": 10_000})
    assert isinstance(ruleset, Ruleset)
    names = [f"Игрок {number}" for number in range(players)]
    roles = ["commissioner", "doctor", "girl", "rank1", "rank2", "rank3", "prostitute"]
    rng = random.Random(players)
    seats = tuple(Player(name, roles[index] if index < len(roles) else "citizen") for index, name in enumerate(names))
    phases: list[Phase] = []
    for cycle in range(1, days + 1):
        phases.append(Phase(PhaseId(cycle, night=False), votes=_votes(names, votes, rng)))
        phases.append(Phase(PhaseId(cycle, night=True), actions=_actions(names, actions, rng)))
    return GameRecord(ruleset, seats, tuple(phases))


def _votes(names: Sequence[str], number: int, rng: random.Random) -> tuple[VoteEntry, ...]:
    return tuple(VoteEntry(rng.choice(names), rng.choice(names), colour=Colour.RED) for _ in range(number))


def _actions(names: Sequence[str], number: int, rng: random.Random) -> tuple[ActionEntry, ...]:
    does: dict[int, str] = {0: "check", 1: "poison", 2: "visit", 3: "scare", 6: "silence"}
    return tuple(
        ActionEntry(names[seat], does[seat], (rng.choice(names),))
        for seat in (rng.choice(list(does)) for _ in range(number))
    )


def phase_costs(record: GameRecord) -> list[float]:
    """Milliseconds of each phase, in order."""
    state: Any = start_game(record.ruleset, record.players)
    costs = []
    for phase in record.phases:
        started = process_time()
        _, state = play_phase(record.ruleset, state, phase)
        costs.append((process_time() - started) * 1000)
    return costs


def _play_all(records: Sequence[GameRecord]) -> None:
    for record in records:
        play(record)


def main() -> None:
    """Print one table a question."""
    print("whole games (random casts of 4 to 18)")
    for ruleset, (dress, options) in RULESETS.items():
        records = [random_game(ruleset, seed, dress, options) for seed in range(GAMES)]
        cost = milliseconds(partial(_play_all, records)) / GAMES
        phases = sum(len(record.phases) for record in records) / GAMES
        print(f"  {ruleset:10} {1000 / cost:7.0f} games/s  {cost:6.2f} ms a game of {phases:.1f} phases")
    usual = game_of(15, 20, 8, 6)
    cost = milliseconds(lambda: play(usual), 20)
    print(f"a game of 15 players, 6 days of 20 votes, 6 nights of 8 actions: {cost:.2f} ms (aim: under {AIM:.0f})")
    print("a phase against the number of players (20 votes, 8 actions)")
    for players in (10, 20, 40, 80, 160):
        costs = phase_costs(game_of(players, 20, 8, 20))
        print(f"  {players:5} players  {sum(costs) / len(costs):6.3f} ms")
    print("a phase against the number of entries (20 players)")
    for entries in (20, 100, 500, 2500):
        costs = phase_costs(game_of(20, entries, entries, 6))
        average = sum(costs) / len(costs)
        print(f"  {entries:5} entries  {average:7.3f} ms  {average / entries * 1000:6.1f} µs an entry")
    costs = phase_costs(game_of(15, 20, 8, 200))
    print("a phase late in a long game (400 phases of 15 players)")
    for first in (0, 100, 200, 300):
        part = costs[first : first + 100]
        print(f"  phases {first + 1:3} to {first + 100:3}  {sum(part) / len(part):6.3f} ms")


if __name__ == "__main__":
    main()
