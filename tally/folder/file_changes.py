"""Writes into the log what the hand-edited files say, each time that they say something else than before."""

from tally.clock import now
from tally.errors import GameFault
from tally.folder.game import GAME_FILE, PLAYERS_FILE, Game
from tally.store import FactKind, Store
from tally.texts import _
from tally.troubles import why_failed

__all__ = ["log_file_changes"]


def log_file_changes(store: Store, game: Game) -> None:
    """Log each file of the game whose text is not the one logged last: `{"file": its name, "text": all of it}`."""
    logged = {fact.data["file"]: fact.data["text"] for fact in store.facts(FactKind.FILE_CHANGE)}
    for name in (GAME_FILE, PLAYERS_FILE):
        path = game.folder / name
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise GameFault(_("{file}: cannot be read: {why}").format(file=path, why=why_failed(error))) from None
        if logged.get(name) != text:
            store.append(FactKind.FILE_CHANGE, {"file": name, "text": text}, at=now())
