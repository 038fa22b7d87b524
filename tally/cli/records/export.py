"""`tally export [FILE]`: the game as a game record."""

from pathlib import Path

import click

from tally import cli
from tally.texts import _

__all__ = ["command"]


@cli.command(
    "export",
    _("Write the game as a game record, for the host alone: FILE ends in .toml or .json; without FILE it is printed. "
      "“tally replay FILE” plays it.\n\nExample: tally export my-game.toml"),
)  # fmt: skip
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--public", is_flag=True, help=_("For everybody, once the end is announced: without the host's notes."))
@click.option("--json", "as_json", is_flag=True, help=_("As JSON, whatever the file is called."))
@cli.game_option
def command(file: Path | None, public: bool, as_json: bool, game: Path | None) -> None:
    # the help is shown without loading the rules engine
    from tally.clock import now
    from tally.exchange.export import export_game, export_public, record_text, write_record
    from tally.folder.game import find_game
    from tally.play.course import open_evening

    folder = Path() if file is None else file.parent
    with open_evening(find_game(game), now()) as (course, store):
        exported = (export_public if public else export_game)(course, store, folder)
    as_json = as_json or (file is not None and file.suffix == ".json")
    text = record_text(exported, for_host=not public, as_json=as_json)
    if file is None:
        click.echo(text, nl=False)
    else:
        write_record(file, text, public=public)
        count = len(exported.data["phases"])
        click.echo(_("{file}: written; phases: {count}").format(file=file, count=count))
    for phase in exported.running:
        click.echo(_("{phase} is not over: the record holds what stands so far").format(phase=phase), err=True)
