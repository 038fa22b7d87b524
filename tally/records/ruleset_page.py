"""A ruleset printed for people: line-up, clock, voting, actions, order, chances, light, options.

In: a ruleset with its default options. Out: lines in the language in use.
"""

from collections.abc import Iterator, Sequence
from datetime import time

from engine.abilities.base import Ability, TargetKind, Who
from engine.clock import Cutoff
from engine.light import Level
from engine.options import Option
from engine.polls import Among, Decision, Defence, Poll, Silent, Tie
from engine.ruleset import Ruleset
from engine.victory import Cleared, Condition, LastAlone, MafiaWin, NobodyLeft, Parity
from tally.story.actions import action_name
from tally.story.causes import acquittal_in_words, chance_in_words, light_in_words
from tally.story.columns import set_in_columns
from tally.story.options import option_meaning
from tally.story.roles import role_name, ruleset_title, side_name, winner_name
from tally.texts import _, plural

__all__ = ["clock_lines", "light_lines", "poll_lines", "ruleset_page", "tie_in_words", "victory_line"]


def ruleset_page(ruleset: Ruleset) -> list[str]:
    """The whole page."""
    sections = (
        (_("Line-up"), _lineup(ruleset)),
        (_("Clock"), list(clock_lines(ruleset))),
        (_("Voting"), [line for poll in ruleset.polls for line in poll_lines(poll)]),
        (_("Actions"), _actions(ruleset)),
        (_("Order of a day"), [_steps(ruleset.day)]),
        (_("Order of a night"), [_steps(ruleset.night)]),
        (_("Chances"), _chances(ruleset)),
        (_("What the town is told about the dead"), light_lines(ruleset)),
        (_("Victory, the first that holds"), [victory_line(ruleset, each) for each in ruleset.victory]),
        (_("Options"), _options(ruleset)),
    )
    lines = [f"{ruleset_title(ruleset)} ({ruleset.id})"]
    for title, section in sections:
        if section and section != [""]:
            lines += ["", title, *(f"  {line}" for line in section)]
    return lines


def _lineup(ruleset: Ruleset) -> list[str]:
    rows = [(_("Role"), _("Name"), _("Side"), _("Players"), _("Rule"))]
    for key, role in ruleset.roles.items():
        count = _("any number") if role.many and not role.count else str(role.count)
        if role.guest:
            count = _("guest: only where the host deals it")
        elif role.many and role.count:
            count = _("{count}, or any number").format(count=role.count)
        rows.append((key, role_name(ruleset, key), side_name(ruleset, role.side), count, role.rule))
    return set_in_columns(rows)


def clock_lines(ruleset: Ruleset) -> Iterator[str]:
    """When its days and nights begin and end."""
    clock = ruleset.clock
    if clock.day_from is not None:
        yield _("the day opens at {time}").format(time=clock.day_from)
    if clock.vote_until is not None:
        yield _("votes until {time}").format(time=_end(clock.vote_until, clock.cutoff))
    if clock.night_until is not None:
        yield _("night from {opens} until {closes}").format(
            opens=clock.night_from, closes=_end(clock.night_until, clock.night_cutoff)
        )
    yield _("time zone {zone}").format(zone=clock.zone)


def _end(at: time, cutoff: Cutoff) -> str:
    """The cutoff, and whether its second is still in time."""
    if cutoff is Cutoff.INCLUSIVE:
        return _("{time} (that second is still in time)").format(time=at)
    return _("{time} (that second is too late)").format(time=at)


def poll_lines(poll: Poll) -> Iterator[str]:
    """How a poll is voted and decided; what belongs to its first line is set in."""
    among = {
        Among.LIVING: _("among the living"),
        Among.NOMINATED: _("among the nominated"),
        Among.WORDS: _("among: {words}").format(words=", ".join(poll.words)),
        Among.TIED: _("among the tied, when the host opens it"),
    }
    yield f"{_step(poll.name)} [{poll.rule}]: {among[poll.among]}"
    if poll.changes is None:
        yield "  " + _("a vote may be changed any number of times")
    else:
        yield "  " + plural("a vote may be changed {count} time", "a vote may be changed {count} times", poll.changes)
    defence = {
        Defence.COUNT: _("votes in defence are subtracted"),
        Defence.REFUSE: _("there are no votes in defence"),
        Defence.IGNORE: _("votes in defence subtract nothing"),
    }
    if poll.colours:
        yield f"  {defence[poll.defence_votes]}"
    if poll.silent is Silent.LAST_CANDIDATE:
        yield "  " + _("a vote that is not given goes to the last candidate")
    if poll.absent_against:
        yield "  " + plural(
            "a player who does not vote has {count} vote against themselves",
            "a player who does not vote has {count} votes against themselves",
            poll.absent_against,
        )
    if poll.decision is Decision.MAJORITY:
        yield "  " + _("only a player with a majority of the living is executed")
    if poll.hammer:
        yield "  " + _("the vote that makes a majority ends the day")
    yield f"  {tie_in_words(poll.tie)}"
    for acquittal in poll.acquittals:
        reason = acquittal_in_words(acquittal.reason)
        yield "  " + _("a player who has this is not executed: {reason} [{rule}]").format(
            reason=reason, rule=acquittal.rule
        )


def tie_in_words(tie: Tie) -> str:
    """What a tie of the highest comes to."""
    words = {
        Tie.HOST: _("a tie: the host decides"),
        Tie.NONE: _("a tie: nobody is executed"),
        Tie.ALL: _("a tie: all tied are executed"),
        Tie.RANDOM: _("a tie: chance decides"),
        Tie.FIRST_TO_REACH: _("a tie: whoever reached the score first"),
        Tie.EARLIEST_LAST_VOTE: _("a tie: whoever's last vote came earlier"),
        Tie.LATEST_LAST_VOTE: _("a tie: whoever's last vote came later"),
        Tie.FIRST_NOMINATED: _("a tie: whoever was nominated first"),
        Tie.REVOTE: _("a tie: the host opens a vote among the tied"),
    }
    return words.get(tie, str(tie))


def _actions(ruleset: Ruleset) -> list[str]:
    rows = [(_("Action"), _("Name"), _("Whose"), _("Targets"), _("When"), _("Rules"))]
    for ability in ruleset.abilities:
        rules = dict.fromkeys([ability.rule, *(limit.rule for limit in ability.limits)])
        rows.append(
            (
                ability.action,
                action_name(ruleset, ability.action),
                _who(ruleset, ability.who),
                _targets(ability),
                _when(ability),
                ", ".join(rules),
            )
        )
    in_play = {ability.action for ability in ruleset.abilities}
    for action in ruleset.actions:
        if action not in in_play:
            rows.append((action, action_name(ruleset, action), _("only with another option"), "", "", ""))
    return set_in_columns(rows)


def _who(ruleset: Ruleset, who: Who) -> str:
    parts = [role_name(ruleset, role) for role in who.roles]
    parts += [side_name(ruleset, side) for side in who.sides]
    parts += [role_name(ruleset, who.office)] if who.office is not None else []
    told = ", ".join(parts) or _("everybody")
    fields = ", ".join("/".join(values) for values in who.fields.values())
    return f"{told} ({fields})" if fields else told


def _targets(ability: Ability) -> str:
    targets = ability.targets
    count = str(targets.max) if targets.min == targets.max else f"{targets.min}–{targets.max}"
    if targets.max == 0:
        count = "–"
    if targets.kind is TargetKind.HALF:
        count = _("a half of the list")
    return count if ability.guess is None else _("{count}, and a guess").format(count=count)


def _when(ability: Ability) -> str:
    if ability.by_day and ability.by_night:
        return _("day and night")
    return _("by day") if ability.by_day else _("by night")


def _steps(steps: Sequence[str]) -> str:
    return " → ".join(_step(step) for step in steps)


def _step(step: str) -> str:
    words = {
        "execution": _("execution"),
        "revote": _("vote among the tied"),
        "absences": _("absences"),
        "settle": _("deaths"),
        "blocks": _("blocks"),
        "heals": _("heals"),
        "infections": _("infections"),
        "marks": _("marks"),
        "due": _("what was due"),
        "attacks": _("attacks"),
        "answers": _("answers"),
        "alibis": _("alibis"),
        "votes": _("votes taken"),
        "traces": _("traces"),
        "reveals": _("disclosures"),
        "vegetable": _("vegetable execution"),
        "scan": _("the scan poll"),
        "compare": _("comparisons"),
        "copies": _("copied roles"),
        "keep-notes": _("notes for the results"),
        "notes": _("notes"),
        "missed-votes": _("missed votes"),
        "kings": _("kings"),
        "aces": _("aces"),
        "nines": _("nines"),
        "kings-settled": _("deaths of the kings' step"),
        "aces-settled": _("deaths of the aces' step, revenge of the queen of spades"),
        "answers-of-the-dead": _("answers to the dead"),
        "settle-and-stop": _("deaths that stop what comes later"),
        "mirror": _("the mirror"),
        "choose": _("whose message counts"),
        "prepared": _("prepared kills"),
        "turns": _("blocks and redirections"),
        "all": _("all the rest at once"),
    }
    return words.get(step, step)


def _chances(ruleset: Ruleset) -> list[str]:
    rows = []
    for name, chance in ruleset.chances.items():
        rows.append((f"{name}:{_('PLAYER')}", chance_in_words(name), f"{chance.probability:.0%}", chance.rule))
    return set_in_columns(rows)


def light_lines(ruleset: Ruleset) -> list[str]:
    """What the town is told of the dead; nothing where that is always the same."""
    return [_level(level) for level in ruleset.light.levels] if ruleset.light.named else []


def _level(level: Level) -> str:
    told = light_in_words(level.name)
    limits = [str(level.least)] if level.least else []
    limits += [
        _("{least} in games of {players} or more").format(least=least, players=players)
        for players, least in level.by_size
    ]
    return (
        told
        if not limits
        else _("{light}; while at least so many live: {limits}").format(light=told, limits=", ".join(limits))
    )


def victory_line(ruleset: Ruleset, condition: Condition) -> str:
    """The conditions that any ruleset may use in words; one of a game's own has its rule to be looked up."""
    match condition:
        case NobodyLeft(winner=winner):
            told = _("nobody is left alive: {winner}").format(winner=winner_name(ruleset, winner))
        case LastAlone(roles=roles, others=others):
            names = ", ".join(role_name(ruleset, role) for role in roles)
            told = _("{names}: the number of others alive is at most {count}").format(names=names, count=others)
        case Parity(side=side, mode=MafiaWin.PARITY):
            told = _("{side}: at least as many as all others").format(side=side_name(ruleset, side))
        case Parity(side=side, mode=MafiaWin.MAJORITY):
            told = _("{side}: more than all others").format(side=side_name(ruleset, side))
        case Parity(side=side):
            told = _("{side}: nobody else is alive").format(side=side_name(ruleset, side))
        case Cleared(side=side, sides=sides, roles=roles):
            gone = [*(side_name(ruleset, each) for each in sides), *(role_name(ruleset, role) for role in roles)]
            told = _("{side}: none of these is alive: {gone}").format(
                side=side_name(ruleset, side), gone=", ".join(gone)
            )
        case _:
            told = _("a condition of this game's own")
    return f"{told} [{condition.rule}]"


def _options(ruleset: Ruleset) -> list[str]:
    rows = [(_("Option"), _("Default"), _("Values"), _("What it decides"))]
    for key, option in ruleset.options.items():
        values = " / ".join(option.allowed())
        rows.append((key, _default(option), values, option_meaning(key, option)))
    return set_in_columns(rows) if ruleset.options else []


def _default(option: Option) -> str:
    if option.required:
        return _("must be given")
    if option.default is None:
        return "–"
    return str(option.default).lower() if isinstance(option.default, bool) else str(option.default)
