"""One read of a game by the service: the round over its threads, and the fact of what came of it.

In: a game and what the read is for. Out: the reading; it is in the log before anything else is made of it. Nothing is
raised but the wish to stop: a game that fails must not stop the others.
"""

from collections.abc import Callable
from datetime import datetime

from tally.errors import GameFault, TallyError
from tally.folder.file_changes import log_file_changes
from tally.folder.game import Game
from tally.forum.fetch import Traffic
from tally.forum.opening import open_forum
from tally.forum.rounds import OnPage, Round, Wanted, read_round
from tally.harmless import harmless
from tally.locks import LockHeld, hold_lock
from tally.service.clocks import Stopped
from tally.service.log_files import GameLog
from tally.service.readings import Reading
from tally.service.rhythm import Why
from tally.store import FactKind, Store
from tally.texts import _

__all__ = ["read_game"]

_NOTHING = Round((), 0, Traffic(), (), ())


def read_game(
    game: Game,
    why: Why,
    log: GameLog,
    now: Callable[[], datetime],
    between: Callable[[], None],
    on_page: OnPage,
) -> Reading | None:
    """Read what is new in the game's threads; None where another process is reading them just now.

    `between` is called before each request. Raises Stopped where that does.
    """
    began = now()
    done, failure = _NOTHING, None
    try:
        with hold_lock(game.lock, patience=0), Store(game.database) as store, open_forum(game) as client:
            client.between = between
            log_file_changes(store, game)
            # around the deadline every second counts; edits are looked for everywhere once it has passed
            done = read_round(store, client, game, began, Wanted(thorough=why is Why.LATE_EDITS), on_page)
            if done.failures:
                failure = str(done.failures[0])
            for trouble in done.troubles:
                log.write("trouble", what=harmless(str(trouble)))
    except Stopped:
        raise
    except LockHeld:
        return None
    except TallyError as told:
        failure = str(told)
    except Exception as defect:  # noqa: BLE001 - whatever it is, the other games go on
        log.write_defect(defect)
        failure = _("a defect of tally itself: {what}; its place is in {file}").format(
            what=f"{type(defect).__name__}: {defect}", file=log.file.name
        )
    reading = Reading(
        why=why,
        began=began,
        ended=now(),
        requests=done.traffic.requests,
        received=done.traffic.received,
        new_posts=sum(each.new_posts for each in done.threads),
        new_revisions=sum(each.new_revisions for each in done.threads),
        failure=None if failure is None else harmless(" ".join(failure.split())),
    )
    log.write("read", level="error" if reading.failure else "info", **reading.as_data())
    try:
        with Store(game.database) as store:
            store.append(FactKind.READING, reading.as_data(), at=reading.ended)
    except GameFault as told:
        # a disk that is full takes no fact: what is known of this read then lasts as long as the process
        log.write("trouble", level="error", what=harmless(str(told)))
    return reading
