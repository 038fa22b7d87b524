"""`tally signup FILE|URL|-`: take the players of a sign-up list into players.toml."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tally import cli
from tally.texts import _

if TYPE_CHECKING:
    from tally.folder.game import Game
    from tally.folder.signup_list import SignupList
    from tally.forum.signup import Plan

__all__ = ["command"]


@cli.command(
    "signup",
    _("Take the sign-up list of a file, of a saved page of the thread, of its address or of the standard input (-) "
      "into players.toml: tally signup list.txt. Who is new is added, remarks are kept, nobody is removed."),
)  # fmt: skip
@click.argument("source", metavar="FILE|URL|-")
@click.option("--dry-run", is_flag=True, help=_("Say what would change, change nothing."))
@click.option(
    "--new",
    metavar="NICK",
    multiple=True,
    help=_("This nick is a player of its own, however much it looks like another; may be repeated."),
)
@cli.game_option
def command(source: str, dry_run: bool, new: tuple[str, ...], game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.folder.game import find_game, fold_name
    from tally.forum.signup import find_list, make_plan, write_plan
    from tally.harmless import harmless
    from tally.records.rules import load_rules

    found = find_game(game)
    rules = load_rules(found)
    listed = find_list(source, found, rules, typed=lambda: sys.stdin.buffer.read())
    plan = make_plan(found, rules, listed, new=frozenset(fold_name(name) for name in new))
    if not plan.is_certain and not dry_run and source != "-" and sys.stdin.isatty():
        listed, same, own = _ask(listed, plan)
        plan = make_plan(found, rules, listed, new=frozenset(fold_name(name) for name in (*new, *own)), same=same)
    for line in _lines(found, plan, dry_run=dry_run):
        click.echo(harmless(line))
    if not dry_run:
        write_plan(found, plan)
    if not plan.is_certain:
        sys.exit(1)


def _ask(listed: "SignupList", plan: "Plan") -> tuple["SignupList", dict[str, str], list[str]]:
    """Ask what the list does not tell: where a nick ends, and whether a spelling is somebody of players.toml.

    Gives the list by the answers, listed nick → the player that it is, and the nicks that are players of their own.
    """
    from dataclasses import replace

    ends = {}
    for entry in plan.cut:
        whole = click.confirm(_("“{line}”: is all of it the nick?").format(line=entry.whole))
        ends[entry] = (
            replace(entry, name=entry.whole or entry.name, note=None, whole=None)
            if whole
            else replace(entry, whole=None)
        )
    same, own = {}, []
    for double in plan.renamed:
        asked = _("“{name}” of the list: is this {other} of players.toml?").format(name=double.name, other=double.other)
        if click.confirm(asked):
            same[double.name] = double.other
        else:
            own.append(double.name)
    return replace(listed, entries=tuple(ends.get(each, each) for each in listed.entries)), same, own


def _lines(game: "Game", plan: "Plan", *, dry_run: bool) -> Iterator[str]:
    """What the list came to, line by line."""
    for name, fields in plan.added.items():
        yield f"+ {name}{_remarks(fields)}"
    for name, fields in plan.changed.items():
        yield f"~ {name}{_remarks(fields)}"
    told = (
        (_("already there: {names}"), plan.kept),
        (_("the hosts do not play: {names}"), plan.hosts),
        (_("crossed out: {names}"), plan.struck),
        (_("do not play: {names}"), plan.others),
        (_("reserves, for whom these rules have no place before “tally replace” lets them in: {names}"), plan.reserves),
        (_("twice in the list, taken once: {names}"), plan.repeated),
        (_("in players.toml, but not in the list; nobody is removed: {names}"), plan.absent),
    )
    for line, names in told:
        if names:
            yield line.format(names=", ".join(names))
    for double in plan.alike:
        yield _("look alike: {name} and {other}; two players are taken").format(name=double.name, other=double.other)
    for double in plan.renamed:
        told_of = _("not taken: “{name}” looks like {other} of players.toml; --new “{name}” if it is somebody else")
        yield told_of.format(name=double.name, other=double.other)
    for entry in plan.cut:
        told_of = _(
            "not taken: “{line}”: where does the nick end? Put the remark into brackets, or answer at a terminal"
        )
        yield told_of.format(line=entry.whole)
    if plan.added and game.secrets.roles:
        yield _("The roles are dealt already: the new ones have none; “tally deal --again” deals anew.")
    count = len(plan.added) + len(plan.changed)
    if dry_run:
        yield _("to be written: {count}; --dry-run changes nothing").format(count=count)
    elif count:
        yield _("players.toml: written; players now: {count}").format(count=len(game.seats) + len(plan.added))
    else:
        yield _("players.toml: nothing to change")


def _remarks(fields: Mapping[str, Any]) -> str:
    told = [str(fields[key]) for key in ("signup_card", "note") if fields.get(key)]
    told += [_("reserve")] if fields.get("reserve") else []
    told += [_("plays now, no reserve")] if fields.get("reserve") is False else []
    told += [_("account: {nick}").format(nick=fields["accounts"][-1])] if "accounts" in fields else []
    return f" ({'; '.join(told)})" if told else ""
