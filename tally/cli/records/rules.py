"""`tally rules`: lists the rulesets; `show` prints one, `check` validates a host's own, `parts` is for writing one."""

from collections.abc import Iterable
from pathlib import Path

import click

from tally import cli
from tally.errors import GameFault
from tally.records.ruleset_files import list_rulesets, read_ruleset, read_ruleset_file
from tally.records.ruleset_page import ruleset_page
from tally.records.ruleset_parts import ruleset_parts
from tally.story.columns import set_in_columns
from tally.story.roles import ruleset_title
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "rules",
    _("List the rulesets; “show ID” prints one, “check FILE” validates your own, “parts” lists what it is made of."),
)
@click.argument("verb", type=click.Choice(["list", "show", "check", "parts"]), default="list")
@click.argument("ruleset", required=False, metavar="[ID|FILE.toml]")
def command(verb: str, ruleset: str | None) -> None:
    match verb:
        case "show":
            _print(ruleset_page(read_ruleset(_named(verb, ruleset))))
        case "parts":
            _print(ruleset_parts())
        case "check":
            path = Path(_named(verb, ruleset))
            found = read_ruleset_file(path)
            told = _("{file}: {title}, all in order: {roles} roles, {actions} actions, {options} options.")
            click.echo(
                told.format(
                    file=path,
                    title=ruleset_title(found),
                    roles=len(found.roles),
                    actions=len(found.actions),
                    options=len(found.options),
                )
            )
        case _:
            for line in set_in_columns([(each.id, ruleset_title(each)) for each in list_rulesets()]):
                click.echo(line)


def _named(verb: str, ruleset: str | None) -> str:
    if ruleset is None:
        example = "newyear" if verb == "show" else "my-game.toml"
        raise GameFault(_("say which one, like: tally rules {verb} {example}").format(verb=verb, example=example))
    return ruleset


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line if line.startswith(" ") else click.style(line, bold=True))
