"""Takes many messages for one phase: from a person at the prompt, from a pipe, from a file; `Nick: what he wrote`.

In: lines of text. Out: what was understood is told, and what is certain goes into the log.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from parsers.page import Precision
from tally.desk.desk import Desk, Understood
from tally.desk.told import understood_lines
from tally.errors import GameFault
from tally.harmless import harmless
from tally.orders.meaning import Why
from tally.orders.pasted import Pasted
from tally.texts import _, quoted

__all__ = ["Session"]

_SHOWN = 120

_TIMED = re.compile(r"\s*\[?(?P<at>\d{1,2}:\d{2}(?::\d{2})?)\]?\s+(?P<rest>.+)")


@dataclass(slots=True)
class Session:
    """Messages one after another. `say` prints a line; `confirm` asks yes or no, None where nobody can be asked.

    `dry_run`: nothing is written down. `unclear` counts those that were not certain, `left` those that were not
    confirmed; `taken`: all that were understood, in order.
    """

    desk: Desk
    say: Callable[[str], None]
    confirm: Callable[[str], bool] | None = None
    dry_run: bool = False
    taken: list[Understood] = field(default_factory=list)
    unclear: int = 0
    left: int = 0

    def take_all(self, lines: Iterable[str]) -> None:
        """Take every line but empty ones and those that begin with #. A wrong one does not stop the rest."""
        for line in lines:
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    self.take(line.strip())
                except GameFault as fault:
                    self.unclear += 1
                    self.say(str(fault))

    def take_records(self, records: Iterable[Mapping[str, str]]) -> None:
        """Take messages that come apart already: `by`, `line`, `at` where it is known."""
        for record in records:
            try:
                self.take_message(record["by"], record["line"], record.get("at"))
            except GameFault as fault:
                self.unclear += 1
                self.say(str(fault))

    def take(self, line: str) -> None:
        """One line `[22:14] Nick: what he wrote`. Raises GameFault where it has no sender."""
        timed = _TIMED.fullmatch(line)
        at, rest = (timed["at"], timed["rest"]) if timed else (None, line)
        by, written = self._parted(rest)
        self.take_message(by, written, at)

    def take_message(self, by: str, written: str, at: str | None, *, later: bool = False) -> None:
        """One message: told, and entered where it is certain."""
        understood = self.desk.understand(by, written, at, later=later)
        self._tell(understood)
        if understood.doubt is None:
            self._enter(understood)
        elif understood.doubt.why is Why.SAME_TIME and self.confirm and self.confirm(_("Does this one count?")):
            self.take_message(by, written, at, later=True)
        else:
            self.unclear += 1

    def take_pasted(self, messages: Iterable[Pasted], by: str | None, *, yes: bool) -> None:
        """Messages that were pasted whole: each is told, and entered once it is confirmed. `by`: who sent those that do
        not say so; `yes`: all that is certain is confirmed."""
        for message in messages:
            try:
                self._take_pasted(message, by, yes=yes)
            except GameFault as fault:
                self.unclear += 1
                self.say(str(fault))

    def _take_pasted(self, message: Pasted, by: str | None, *, yes: bool) -> None:
        sender = message.by or by
        if sender is None:
            raise GameFault(_("“{line}”: who sent it? The nick before --pm says it").format(line=_short(message.text)))
        if self.desk.is_of_another_night(message.at):
            self.say(_("{by}: of another night, passed by: “{line}”").format(by=sender, line=_short(message.text)))
            return
        at = self._written(message)
        understood = self.desk.understand(sender, message.text, at)
        if self.desk.has(understood.entered):
            self.say(_("{by}: is entered already: “{line}”").format(by=sender, line=_short(message.text)))
            return
        self.say("")
        self.say(f"{sender}, {at or '--:--'}: {quoted(_short(message.text))}")
        self._tell(understood)
        same_time = understood.doubt is not None and understood.doubt.why is Why.SAME_TIME
        if same_time and self.confirm is not None and self.confirm(_("Does this one count?")):
            self._enter(self.desk.understand(sender, message.text, at, later=True))
        elif understood.doubt is not None:
            self.unclear += 1
        elif self.dry_run or yes or (self.confirm is not None and self.confirm(_("Enter it?"))):
            self._enter(understood)
        else:
            self.left += 1

    def _tell(self, understood: Understood) -> None:
        self.taken.append(understood)
        for told in understood_lines(self.desk.rules, understood):
            self.say(told)

    def _enter(self, understood: Understood) -> None:
        if self.dry_run:
            self.desk.suppose(understood)
        else:
            self.desk.enter(understood)

    def _written(self, message: Pasted) -> str | None:
        """When it came, as the desk takes a time: as exactly as it is known."""
        if message.at is None:
            return None
        local = message.at.astimezone(self.desk.zone)
        return local.isoformat(timespec="seconds" if message.precision is Precision.SECOND else "minutes")

    def _parted(self, line: str) -> tuple[str, str]:
        """Sender and message: at the first colon before which a sender stands, since nicks may have colons."""
        failure: GameFault | None = None
        for colon in re.finditer(":", line):
            by, written = line[: colon.start()].strip(), line[colon.end() :].strip()
            try:
                self.desk.understand(by, "", None)
            except GameFault as fault:
                failure = failure or fault
                continue
            return by, written
        if failure is not None:
            raise failure
        raise GameFault(_("“{line}”: who sent it? A line is written “Nick: what he wrote”").format(line=line))


def _short(text: str) -> str:
    """The beginning of a message, on one line."""
    line = harmless(text)
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
