"""`tally import-record FILE DIR`: a game folder made of a game record."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "import-record",
    _("Make the game folder DIR of the game record FILE, every phase of it announced: “tally report”, “tally publish” "
      "and “tally explain” then tell of that game.\n\nExample: tally import-record last-year.toml last-year"),
)  # fmt: skip
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(file: Path, folder: Path) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.exchange.import_record import import_record
    from tally.records.replaying import replay_file

    count = import_record(replay_file(file), folder, now())
    click.echo(_("{folder}: the game is made of the record; phases: {count}").format(folder=folder, count=count))
