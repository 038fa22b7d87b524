"""What was understood of a message, what the rules say of it, and who may act, in people's words for the host.

In: what the desk gives. Out: lines of text in the language in use.
"""

from collections.abc import Iterator

from engine.record import ActionEntry
from engine.ruleset import Ruleset
from tally.desk.desk import Actor, Desk, Judged, Understood
from tally.harmless import harmless
from tally.orders.meaning import Order, Why
from tally.play.entries import EnteredLine
from tally.story.actions import action_name
from tally.story.acts import order_in_words
from tally.story.refusals import refusal_in_words
from tally.story.roles import role_name
from tally.texts import _, quoted

__all__ = ["actor_lines", "doubt_in_words", "entered_line", "understood_lines"]


def understood_lines(rules: Ruleset, understood: Understood) -> Iterator[str]:
    """The echo of a message: each order with the rules' word on it, or the doubt."""
    by = understood.by
    if understood.doubt is not None:
        doubt = understood.doubt
        yield _("{by}: unclear: {why}").format(by=by, why=doubt_in_words(doubt.why))
        if doubt.candidates:
            yield "  " + _("perhaps: {candidates}").format(
                candidates=", ".join(_candidate(rules, each) for each in doubt.candidates)
            )
    elif not understood.orders:
        yield _("{by}: does nothing").format(by=by)
    for judged in understood.orders:
        yield _("{by}: {order}: {verdict}").format(
            by=by, order=_order(rules, by, judged.order), verdict=_verdict(judged)
        )
        for replaced in judged.replaces:
            yield "  " + _("before it: {order}").format(order=order_in_words(rules, replaced))


def doubt_in_words(why: Why) -> str:
    """Why a message is not certain."""
    words = {
        Why.EMPTY: _("nothing is written"),
        Why.NO_ACTION: _("what is to be done is not said"),
        Why.SEVERAL_ACTIONS: _("several actions that this player has"),
        Why.NO_TARGET: _("on whom is not said"),
        Why.NO_ROLE: _("which role is not said"),
        Why.NO_GUESS: _("the guessed role is not said"),
        Why.NO_TEXT: _("the text is missing"),
        Why.WHICH_TARGET: _("which of the players is which cannot be seen"),
        Why.UNKNOWN_NAME: _("a word that is nobody's name"),
        Why.AMBIGUOUS_NAME: _("it may mean several players"),
        Why.UNCERTAIN_NAME: _("it is not certain whose name this is"),
        Why.ROLE_FOR_NAME: _("a role stands where a player should"),
        Why.AMBIGUOUS_ROLE: _("several roles may be meant"),
        Why.ALTERNATIVES: _("one or the other"),
        Why.NEGATION: _("it says “not”"),
        Why.CONDITION: _("it has a condition"),
        Why.QUESTION: _("it is a question"),
        Why.DOUBT: _("the sender is not certain"),
        Why.PAST: _("it tells of what was"),
        Why.LATER: _("it tells of another night"),
        Why.RETRACTED: _("it takes back what it says"),
        Why.SAME_TIME: _("it cannot be seen which message is the later one; --later says that it is this one"),
    }
    return words[why]


def entered_line(rules: Ruleset, line: EnteredLine) -> str:
    """A message as the log has it: number, time, sender, what he wrote and what it was taken for."""
    time = "--:--" if line.at is None else f"{line.at:%H:%M:%S}" if line.precision == "second" else f"{line.at:%H:%M}"
    meant = "; ".join(_order(rules, line.by, order) for _phase, order in line.orders) or _("nothing")
    return f"[{line.id}] {time} {line.by}: {quoted(harmless(line.line))} = {meant}"


def actor_lines(desk: Desk) -> Iterator[str]:
    """Who may act: his role, his actions, what he did the time before and has sent now."""
    for actor in desk.actors():
        yield _actor(desk.rules, actor)
        for line in actor.now:
            yield "  " + entered_line(desk.rules, line)


def _actor(rules: Ruleset, actor: Actor) -> str:
    actions = ", ".join(action_name(rules, each) for each in actor.actions)
    told = f"{actor.by} ({role_name(rules, actor.role)}): {actions}"
    if actor.before:
        done = "; ".join(order_in_words(rules, each) for each in actor.before)
        told += "; " + _("the night before: {done}").format(done=done)
    return told


def _order(rules: Ruleset, by: str, order: Order) -> str:
    entry = ActionEntry(
        by, order.do, order.on, None, order.as_role, order.guess, order.text, order.answer, order.item
    )  # fmt: skip
    return order_in_words(rules, entry)


def _verdict(judged: Judged) -> str:
    rule = f" ({judged.rule})" if judged.rule else ""
    if judged.reason is None:
        return _("accepted") + rule
    return _("not possible: {reason}").format(reason=refusal_in_words(judged.reason)) + rule


def _candidate(rules: Ruleset, candidate: str) -> str:
    """A player, an action or a role that may be meant."""
    if candidate in rules.actions:
        return action_name(rules, candidate)
    return role_name(rules, candidate) if candidate in rules.roles else harmless(candidate)
