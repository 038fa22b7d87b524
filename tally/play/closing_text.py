"""A proposal as the host reads it: what came of the phase and why, what is owed, what would differ.

In: a proposal. Out: lines in the language in use, all of it for the host alone.
"""

from collections.abc import Iterator
from typing import Any

from engine.outcome import Awaited, host_view, view_as_json
from engine.ruleset import Ruleset
from tally.play.announcing import Proposal, change_lines, empty_day_in_words
from tally.play.corrections import changes_as_data
from tally.play.readings_text import readings_as_json, readings_lines
from tally.story.chain import chain
from tally.story.headline import host_headline
from tally.story.host import awaited_in_words, host_story
from tally.texts import _

__all__ = ["difference_lines", "proposal_as_json", "proposal_lines"]


def proposal_lines(rules: Ruleset, proposal: Proposal) -> Iterator[str]:
    """The whole proposal."""
    phase = proposal.phase
    yield host_headline()
    if proposal.standing is not None:
        yield _("{phase} was announced, and by your decision that result stands: {why}").format(
            phase=phase, why=proposal.standing.why or "—"
        )
    elif proposal.is_announced:
        yield _("{phase} was announced.").format(phase=phase)
    else:
        yield _("A proposal: nothing of it is announced before “tally announce {phase}”.").format(phase=phase)
    if not proposal.is_over:
        yield _("The phase has not ended, or is not read to its end: this is how it stands so far.")
    if proposal.is_empty:
        yield empty_day_in_words(phase)
    yield ""
    roles = {seat.name: seat.role for seat in proposal.before.seats.values()}
    yield from host_story(rules, proposal.outcome, roles=roles, light_before=proposal.light_before)
    yield ""
    yield _("Why (with the ids of the rules):")
    yield from chain(rules, proposal.outcome)
    yield from difference_lines(rules, proposal)
    if proposal.awaits:
        yield ""
        for awaited in proposal.awaits:
            yield awaited_in_words(awaited)
            if awaited.what != "unclear" or proposal.readings is None:
                yield f"  {_remedy(awaited, proposal)}"
    if proposal.readings is not None:
        yield ""
        yield from readings_lines(proposal.readings, _names(proposal))


def proposal_as_json(proposal: Proposal) -> dict[str, Any]:
    """The keys of FORMATS 3, the host's view, with what would differ and how unclear votes may be read."""
    told: dict[str, Any] = {"format": 1, "view": "host", **view_as_json(host_view(proposal.outcome))}
    if proposal.is_empty:
        told["empty"] = True
    if proposal.changes:
        told["differs"] = changes_as_data(proposal.changes)
    if proposal.readings is not None:
        told["unclear"] = readings_as_json(proposal.readings, _names(proposal))
    return told


def _names(proposal: Proposal) -> dict[str, str]:
    return {seat.id: seat.name for seat in proposal.before.seats.values()}


def difference_lines(rules: Ruleset, proposal: Proposal) -> Iterator[str]:
    """What would differ from what was announced; nothing where nothing does."""
    if proposal.changes:
        yield ""
        yield _("This would differ from what was announced:")
        yield from (f"  {line}" for line in change_lines(rules, proposal.changes))
        yield _("What was announced stays until you decide, and the game goes on from it.")
        yield _("“tally resolve {phase} --fix” shows what would differ from then on, and how to decide.").format(
            phase=proposal.phase
        )
        yield _("“tally announce {phase} --again” releases the new outcome of this phase alone.").format(
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
