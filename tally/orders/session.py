"""Takes many messages for one phase: from a person at the prompt, from a pipe, from a file; `Nick: what he wrote`.

In: lines of text. Out: what was understood is told, and what is certain goes into the log.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tally.errors import GameFault
from tally.orders.desk import Desk
from tally.orders.meaning import Why
from tally.orders.told import understood_lines
from tally.texts import _

__all__ = ["Session"]

_TIMED = re.compile(r"\s*\[?(?P<at>\d{1,2}:\d{2}(?::\d{2})?)\]?\s+(?P<rest>.+)")


@dataclass(slots=True)
class Session:
    """Messages one after another. `say` prints a line; `confirm` asks yes or no, None where nobody can be asked."""

    desk: Desk
    say: Callable[[str], None]
    confirm: Callable[[str], bool] | None = None
    unclear: int = 0

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
        for told in understood_lines(self.desk.rules, understood):
            self.say(told)
        if understood.doubt is None:
            self.desk.enter(understood)
        elif understood.doubt.why is Why.SAME_TIME and self.confirm and self.confirm(_("Does this one count?")):
            self.take_message(by, written, at, later=True)
        else:
            self.unclear += 1

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
