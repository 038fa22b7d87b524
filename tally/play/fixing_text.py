"""A correction after the fact for the host: what would differ in each announced phase, and what to type.

In: the phases played anew. Out: lines in the language in use; for the host alone.
"""

from collections.abc import Iterator

from engine.ruleset import Ruleset
from tally.play.announcing import change_lines
from tally.play.fixing import Replayed
from tally.story.host import awaited_in_words
from tally.story.phases import phase_name
from tally.texts import _

__all__ = ["decided_lines", "fix_lines"]


def fix_lines(rules: Ruleset, replayed: tuple[Replayed, ...]) -> Iterator[str]:
    """What would differ, phase by phase, and the two ways to decide."""
    first = replayed[0].phase
    if not any(each.differs for each in replayed):
        yield _("{phase} and all announced after it: nothing would differ.").format(phase=first)
        return
    yield _("If {phase} and all after it were played anew with what is known now:").format(phase=first)
    for each in replayed:
        yield ""
        yield from _phase_lines(rules, each)
    yield ""
    yield _("The decision is yours; either is written into the log, and all follows it:")
    yield f'  tally resolve {first} --fix --replay --why "…"'
    yield "    " + _("the new outcomes hold: each phase that differs is announced anew")
    yield f'  tally resolve {first} --fix --stands --why "…"'
    yield "    " + _("what was announced of {phase} stands, and the game goes on from it").format(phase=first)


def _phase_lines(rules: Ruleset, each: Replayed) -> Iterator[str]:
    name = phase_name(each.phase)
    if each.played is None:
        yield _("{phase}: would not have been, the game was over before; its announcement would be withdrawn").format(
            phase=name
        )
        return
    yield _("{phase}: the same").format(phase=name) if not each.changes else f"{name}:"
    yield from (f"  {line}" for line in change_lines(rules, each.changes))
    yield from (f"  {awaited_in_words(owed)}" for owed in each.awaits)


def decided_lines(replayed: tuple[Replayed, ...], *, stands: bool) -> Iterator[str]:
    """What the host's decision came to."""
    if stands:
        yield _("{phase}: what was announced stands.").format(phase=replayed[0].phase)
        return
    for each in replayed:
        if each.played is None:
            yield _("{phase}: the announcement is withdrawn, the game was over before.").format(phase=each.phase)
        elif each.changes:
            yield _("{phase}: announced anew; “tally announce {phase}” prints the post for the thread.").format(
                phase=each.phase
            )
