"""A proposal as the host reads it: what came of the phase and why, what is owed, what would differ.

In: a proposal. Out: lines in the language in use, all of it for the host alone.
"""

from collections.abc import Iterator

from engine.outcome import Awaited
from engine.ruleset import Ruleset
from tally.announcing import Proposal, change_lines
from tally.story.chain import chain
from tally.story.headline import HOST_HEADLINE
from tally.story.host import awaited_in_words, host_story
from tally.texts import _

__all__ = ["difference_lines", "proposal_lines"]


def proposal_lines(rules: Ruleset, proposal: Proposal) -> Iterator[str]:
    """The whole proposal."""
    phase = proposal.phase
    yield HOST_HEADLINE
    if proposal.is_announced:
        yield _("{phase} was announced.").format(phase=phase)
    else:
        yield _("A proposal: nothing of it is announced before “tally announce {phase}”.").format(phase=phase)
    if not proposal.is_over:
        yield _("The phase has not ended, or is not read to its end: this is how it stands so far.")
    yield ""
    roles = {seat.name: seat.role for seat in proposal.before.seats.values()}
    yield from host_story(rules, proposal.outcome, roles=roles, light_before=proposal.light_before)
    yield ""
    yield _("Why (with the ids of the rules):")
    yield from chain(rules, proposal.outcome)
    yield from difference_lines(proposal)
    if proposal.awaits:
        yield ""
        for awaited in proposal.awaits:
            yield awaited_in_words(awaited)
            yield f"  {_remedy(awaited, proposal)}"


def difference_lines(proposal: Proposal) -> Iterator[str]:
    """What would differ from what was announced; nothing where nothing does."""
    if proposal.changes:
        yield ""
        yield _("Would differ from what was announced:")
        yield from (f"  {line}" for line in change_lines(proposal.changes))
        yield _("What was announced stays. “tally announce {phase} --again” releases the new outcome.").format(
            phase=proposal.phase
        )


def _remedy(awaited: Awaited, proposal: Proposal) -> str:
    phase = proposal.phase
    if awaited.what == "unclear":
        return _("“tally votes {phase} --host” shows the vote, “tally rule” decides it").format(phase=phase)
    if awaited.what == "tie":
        return _("“tally host execute NAME --phase {phase}” decides it; without a NAME nobody is executed").format(
            phase=phase
        )
    enter = f"tally night {phase.cycle}" if phase.night else f"tally act {phase}"
    return _("“{command}” takes the decision").format(command=enter)
