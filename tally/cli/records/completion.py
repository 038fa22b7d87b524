"""`tally completion SHELL`: what a shell needs to complete our commands and options."""

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]

SHELLS = ("bash", "zsh", "fish")


@cli.command(
    "completion",
    _("Print what lets SHELL (bash, zsh, fish) complete commands and options with the Tab key. For bash a line of "
      "~/.bashrc, for zsh of ~/.zshrc: eval \"$(tally completion bash)\"; for fish a file: tally completion fish > "
      "~/.config/fish/completions/tally.fish\n\nExample: tally completion bash"),
)  # fmt: skip
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    from click.shell_completion import ShellComplete, get_completion_class

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(shell)
    # its own `source` of bash starts a bash to ask for its version, which a host may not have here
    made = found(cli.program(), {}, "tally", "_TALLY_COMPLETE")
    click.echo(ShellComplete.source(made))
