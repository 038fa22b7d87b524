"""Reads the votes of a game's posts: by the game's dialect, and an index of the names of its roster.

The index and its answers are kept in the game folder, so that a command which meets no new words loads no dictionary.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parsers.page import Post
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, Game, ThreadKind
from tally.names import CERTAIN, Grade, NameIndex, Seat, accepted
from tally.reading import Dialect, FoundVote, dialect_names, load_dialect, make_dialect, read_votes
from tally.reading.dialect import DialectFault
from tally.records.ruleset_files import read_ruleset
from tally.sealed import program_state, read_sealed, write_sealed
from tally.store import Store
from tally.texts import _

__all__ = ["PostReader", "check_reading", "learn_names", "open_reader"]

_KEPT = ".names"
_LEARNT = "learnt"


@dataclass(frozen=True, slots=True)
class PostReader:
    """Reads the votes of a post: a `tally.count.counting.VoteReader`, with the names that it knows."""

    index: NameIndex
    dialect: Dialect
    accept: frozenset[Grade]

    def __call__(self, post: Post, votes_only: bool) -> Sequence[FoundVote]:
        return read_votes(post, self.index, self.dialect, accept=self.accept, votes_only=votes_only)


def check_reading(game: Game) -> None:
    """Raise GameFault as `open_reader` does, without opening anything."""
    _dialect(game)
    _accepted(game)


def learn_names(game: Game, store: Store) -> None:
    """Read what is new in all posts once, so that the commands that count need no dictionary.

    Raises GameFault as `open_reader`.
    """
    kinds = {thread.url: thread.kind for thread in game.forum.threads}
    with _open_kept(game) as (read, learnt):
        for id_, thread, post in store.revisions_after(learnt.until):
            if thread in kinds:
                read(post, kinds[thread] is ThreadKind.VOTES)
            learnt.until = id_


@contextmanager
def open_reader(game: Game) -> Iterator["PostReader"]:
    """The game's reader of posts; what it learns is kept at the end of the block.

    Raises GameFault where the dialect or the grades of game.toml do not exist.
    """
    with _open_kept(game) as (read, _learnt):
        yield read


@dataclass(slots=True)
class _Learnt:
    """Up to which revision of the store the names in all posts were learnt."""

    until: int


@contextmanager
def _open_kept(game: Game) -> Iterator[tuple[PostReader, _Learnt]]:
    dialect, accept = _dialect(game), _accepted(game)
    seats = _seats(game)
    file = game.folder / _KEPT
    kept = _read_kept(file)
    index = None if kept is None else NameIndex.load(kept, seats)
    learnt = _Learnt(0)
    if index is None:
        index = NameIndex.build(seats)
    elif kept is not None and isinstance(kept.get(_LEARNT), int):
        learnt.until = kept[_LEARNT]

    yield PostReader(index, dialect, accept), learnt
    known = {**index.as_data(), _LEARNT: learnt.until}
    if known != kept:
        write_sealed(file, _key(), json.dumps(known, ensure_ascii=False).encode())


def _seats(game: Game) -> tuple[Seat, ...]:
    # the thread shows the accounts, so that players may be called by these too
    players = (Seat(seat.name, former=seat.accounts, aliases=seat.aliases) for seat in game.seats)
    return (*players, *(Seat(host, host=True) for host in game.hosts))


def _dialect(game: Game) -> Dialect:
    chosen = game.names.get("dialect")
    if chosen is None:
        return _dialect_of_ruleset(game)
    try:
        if isinstance(chosen, Mapping):
            return make_dialect({**chosen, **_of_options(game)})
        if chosen in dialect_names():
            return _with_options(load_dialect(chosen), {"extends": chosen}, game)
        own = game.folder / chosen
        if own.is_file():
            dialect = load_dialect(str(own))
            return _with_options(dialect, tomllib.loads(own.read_text(encoding="utf-8")), game)
        told = _("{file}: names.dialect: there is no dialect “{found}”, nor a file of this name; there are: {known}")
        known = ", ".join(dialect_names())
        raise GameFault(told.format(file=game.folder / GAME_FILE, found=chosen, known=known))
    except DialectFault as fault:
        raise GameFault(f"{game.folder / GAME_FILE}: names.dialect: {fault}") from fault


def _dialect_of_ruleset(game: Game) -> Dialect:
    """What the ruleset's players write: its `[reading]`, the keys of a dialect."""
    # without the game's options: posts are read before the host has given all of them
    reading = read_ruleset(game.ruleset).reading
    try:
        dialect = load_dialect(reading["extends"]) if set(reading) == {"extends"} else make_dialect(reading)
        return _with_options(dialect, reading, game)
    except DialectFault as fault:
        raise GameFault(_("{ruleset}: [reading]: {fault}").format(ruleset=game.ruleset, fault=fault)) from fault


def _with_options(dialect: Dialect, data: Mapping[str, Any], game: Game) -> Dialect:
    decided = _of_options(game)
    return make_dialect({**data, **decided}) if decided else dialect


def _of_options(game: Game) -> dict[str, Any]:
    """What of the reading the game's options decide, whatever the dialect (GEN-20, GEN-27, GEN-30d)."""
    decided = {key: game.options[key] for key in ("several", "final_words", "early_words") if key in game.options}
    if game.options.get("votes") == "one-per-colour":
        decided["per_colour"] = True
    return decided


def _accepted(game: Game) -> frozenset[Grade]:
    """The certain grades, and those that the host accepts besides."""
    given = game.names.get("accept", ())
    wrong = [each for each in given if each not in tuple(Grade)]
    if wrong:
        told = _("{file}: names.accept: there is no grade “{found}”; there are: {grades}")
        grades = ", ".join(grade.value for grade in Grade)
        raise GameFault(told.format(file=game.folder / GAME_FILE, found=wrong[0], grades=grades))
    return CERTAIN | accepted(given)


def _read_kept(file: Path) -> Mapping[str, Any] | None:
    """What was kept; None where there is nothing that names would be read by now: then it is made anew."""
    data = read_sealed(file, _key())
    return None if data is None else dict(json.loads(data))


def _key() -> bytes:
    """What the answers hang on besides the roster, which they name: how names are read, and by which dictionary."""
    return program_state("tally.names")
