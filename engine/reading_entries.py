"""Reads the entries of a record's phase: votes, actions, choices, each with its place."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from engine.faults import FaultCode, Path, nearest
from engine.host import HOST_OPERATIONS
from engine.moments import Calendar, PhaseId, read_time
from engine.reader import Reader
from engine.record import HOST, ActionEntry, ChoiceEntry, Colour, Source, Unclear, VoteEntry, VoteKind
from engine.ruleset import Ruleset

__all__ = ["EntryReader"]

Word = TypeVar("Word", bound=StrEnum)

_VOTE = ("by", "on", "at", "colour", "kind", "advance", "edited", "deleted", "thread", "text", "unclear", "post")
_UNCLEAR = ("text", "why", "candidates")
_ACTION = ("by", "do", "on", "at", "as", "guess", "text", "answer", "item", "post")
_CHOICE = ("by", "do", "on", "at", "as", "text", "post")


class EntryReader:
    """Reads the entries of one phase. `entering`: the names under which somebody enters in it."""

    def __init__(
        self,
        reader: Reader,
        ruleset: Ruleset,
        names: set[str],
        calendar: Calendar,
        phase: PhaseId,
        entering: set[str],
    ) -> None:
        self.reader = reader
        self.ruleset = ruleset
        self.names = names
        self.calendar = calendar
        self.phase = phase
        self.entering = entering

    def vote(self, data: Mapping[str, Any], path: Path) -> VoteEntry:
        reader = self.reader
        reader.keys(data, _VOTE, path)
        kind = self.word(data, "kind", VoteKind, path)
        if kind is not None and kind not in self.ruleset.vote_kinds():
            reader.note((*path, "kind"), FaultCode.WRONG_VALUE, str(kind), nearest(kind, self.ruleset.vote_kinds()))
        return VoteEntry(
            by=reader.need(data, "by", str, path) or "",
            on=(reader.maybe(data, "on", str, path) if kind is VoteKind.UNVOTE else reader.need(data, "on", str, path))
            or "",
            at=self.time(data, "at", path),
            colour=self.word(data, "colour", Colour, path),
            kind=kind or VoteKind.VOTE,
            advance=bool(reader.maybe(data, "advance", bool, path)),
            edited=bool(reader.maybe(data, "edited", bool, path)),
            deleted=bool(reader.maybe(data, "deleted", bool, path)),
            thread=reader.maybe(data, "thread", str, path),
            text=reader.maybe(data, "text", str, path),
            unclear=self.unclear(data, path),
            source=self.source(data, path),
        )

    def unclear(self, data: Mapping[str, Any], path: Path) -> Unclear | None:
        """A vote that the host had not decided on: it is neither counted nor refused."""
        reader = self.reader
        doubt = reader.maybe(data, "unclear", Mapping, path)
        if doubt is None:
            return None
        path = (*path, "unclear")
        reader.keys(doubt, _UNCLEAR, path)
        text, why = (reader.need(doubt, key, str, path) or "" for key in ("text", "why"))
        return Unclear(text, why, reader.names(doubt.get("candidates", []), (*path, "candidates")))

    def action(self, data: Mapping[str, Any], path: Path) -> ActionEntry:
        reader = self.reader
        reader.keys(data, _ACTION, path)
        action = reader.need(data, "do", str, path)
        if action is not None and action not in self.ruleset.actions:
            reader.note((*path, "do"), FaultCode.UNKNOWN_ACTION, action, nearest(action, self.ruleset.actions))
        on = reader.names(data.get("on", []), (*path, "on"))
        self.known(data, "by", path, {*self.names, *self.ruleset.teams()})
        for index, name in enumerate(on):
            if name not in self.names and name not in self.ruleset.halves(action or "") and reader.knows_the_players:
                known = {*self.names, *self.ruleset.halves(action or "")}
                reader.note((*path, "on", index), FaultCode.UNKNOWN_PLAYER, name, nearest(name, known))
        return ActionEntry(
            by=reader.need(data, "by", str, path) or "",
            do=action or "",
            on=on,
            at=self.time(data, "at", path),
            as_role=self.role(data, "as", path),
            guess=self.guess(data, path),
            text=reader.maybe(data, "text", str, path),
            answer=reader.maybe(data, "answer", str, path),
            item=reader.maybe(data, "item", str, path),
            source=self.source(data, path),
        )

    def choice(self, data: Mapping[str, Any], path: Path) -> ChoiceEntry:
        reader = self.reader
        reader.keys(data, _CHOICE, path)
        by = reader.need(data, "by", str, path)
        self.known(data, "by", path, {*self.names, HOST})
        operation = reader.need(data, "do", str, path)
        allowed = self.operations() if by == HOST else self.ruleset.player_choices
        if operation is not None and operation not in allowed:
            reader.note((*path, "do"), FaultCode.UNKNOWN_ACTION, operation, nearest(operation, allowed))
        on = reader.names(data.get("on", []), (*path, "on"))
        self.complete(data, by, operation, on, path)
        free = on if operation == "end" else on[1:] if operation == "replace" else ()
        if operation == "execute":
            free = tuple(word for poll in self.ruleset.polls for word in poll.words)
        known = {*self.names, *(self.entering if operation == "replace" else ())}
        for index, name in enumerate(on):
            if name not in known and name not in free and reader.knows_the_players:
                reader.note((*path, "on", index), FaultCode.UNKNOWN_PLAYER, name, nearest(name, known))
        if operation == "end":
            self.winners(on, path)
        return ChoiceEntry(
            by=by or "",
            do=operation or "",
            on=on,
            at=self.time(data, "at", path),
            as_role=self.role(data, "as", path),
            text=reader.maybe(data, "text", str, path),
            source=self.source(data, path),
        )

    def operations(self) -> tuple[str, ...]:
        """What the host may do in this phase; of a vote there is nothing to decide in a night."""
        of_polls = {"execute", *(poll.opener for poll in self.ruleset.polls)} if self.phase.night else set()
        return tuple(each for each in (*HOST_OPERATIONS, *self.ruleset.host_operations) if each not in of_polls)

    def complete(
        self, data: Mapping[str, Any], by: str | None, operation: str | None, on: tuple[str, ...], path: Path
    ) -> None:
        """An operation of the host says on whom it is, and what is told; only `execute` may name nobody."""
        if by != HOST or operation not in HOST_OPERATIONS:
            return
        if operation == "replace" and len(on) != 2:
            self.reader.note((*path, "on"), FaultCode.WRONG_VALUE, on, ("[leaving, entering]",))
        elif operation != "execute" and data.get("on", []) == []:
            self.reader.note((*path, "on"), FaultCode.MISSING_KEY, "on")
        if operation == "reveal" and "text" not in data:
            self.reader.note((*path, "text"), FaultCode.MISSING_KEY, "text")

    def winners(self, on: tuple[str, ...], path: Path) -> None:
        """`end` names sides, players, or nobody; any side where the ruleset knows none."""
        if self.ruleset.free_roles:
            return
        known = {*self.names, *self.ruleset.sides, "nobody"}
        for index, name in enumerate(on):
            if name not in known:
                self.reader.note((*path, "on", index), FaultCode.UNKNOWN_PLAYER, name, nearest(name, known))

    def known(self, data: Mapping[str, Any], key: str, path: Path, known: set[str]) -> None:
        name = data.get(key)
        if isinstance(name, str) and name not in known and self.reader.knows_the_players:
            self.reader.note((*path, key), FaultCode.UNKNOWN_PLAYER, name, nearest(name, known))

    def role(self, data: Mapping[str, Any], key: str, path: Path) -> str | None:
        role: str | None = self.reader.maybe(data, key, str, path)
        if role is not None and role not in self.ruleset.roles:
            self.reader.note((*path, key), FaultCode.UNKNOWN_ROLE, role, nearest(role, self.ruleset.roles))
        return role

    def guess(self, data: Mapping[str, Any], path: Path) -> str | None:
        guess: str | None = self.reader.maybe(data, "guess", str, path)
        known = {*self.ruleset.roles, *self.ruleset.sides}
        if guess is not None and guess not in known:
            self.reader.note((*path, "guess"), FaultCode.UNKNOWN_ROLE, guess, nearest(guess, known))
        return guess

    def time(self, data: Mapping[str, Any], key: str, path: Path) -> datetime | None:
        value = data.get(key)
        if value is None:
            return None
        moment = read_time(value.isoformat() if isinstance(value, datetime) else str(value))
        if moment is None:
            self.reader.note((*path, key), FaultCode.BAD_TIME, value, ("HH:MM:SS", "YYYY-MM-DDTHH:MM:SS+03:00"))
            return None
        return self.calendar.moment(self.phase, moment)

    def word(self, data: Mapping[str, Any], key: str, words: type[Word], path: Path) -> Word | None:
        value = data.get(key)
        if value is None:
            return None
        known = [str(each) for each in words]
        if value not in known:
            self.reader.note((*path, key), FaultCode.WRONG_VALUE, value, nearest(value, known))
            return None
        return words(value)

    def source(self, data: Mapping[str, Any], path: Path) -> Source:
        return Source(post=self.reader.maybe(data, "post", str, path), place=path)
