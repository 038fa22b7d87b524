"""Sends the summary of a day to its thread, as a new post or by editing the one that is there; once for each state.

In: a report, the game, a client for its forum. Out: what was done. A failure says what the forum answered; whether a
text that was sent has come is seen by reading the thread, never taken for granted.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urljoin

from parsers.addresses import without_session
from tally.clock import now
from tally.count.report import TownReport, report_as_json
from tally.count.wording import day_heading, moment_in_words
from tally.errors import GameFault, PageNotUnderstood
from tally.folder.game import GAME_FILE, Game
from tally.formats.bbcode import report_as_bbcode
from tally.forum.addresses import is_same_host
from tally.forum.fetch import ForumClient
from tally.forum.login.forms import ShownPage, read_shown
from tally.forum.scrape import scrape_thread
from tally.harmless import harmless
from tally.posting.engines import FORMS
from tally.posting.forms import FoundForm, find_form
from tally.posting.kept import KeptPost, fold_posts, sent_as_data
from tally.store import FactKind, Store
from tally.store.posts import StoredPost
from tally.texts import _

__all__ = ["Summary", "plan_summary", "send_summary"]

_END = "[/quote]"
"""The end of a summary, in which nothing but that is a tag of a quote."""
_APART = timedelta(minutes=1)
"""Nobody wants more posts or edits than that of a program."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What is to be posted where. `kept` is the post of the day so far; `is_new`: it tells what that one does not.

    The text begins with `lead`, by which the day's post is known; `opening` is that and the present moment, by which a
    post that was edited is told from one that was not.
    """

    phase: str
    thread: str
    engine: str
    lead: str
    opening: str
    text: str
    state: str
    kept: KeptPost | None

    @property
    def is_new(self) -> bool:
        kept = self.kept
        return kept is None or kept.pending or (kept.thread, kept.state) != (self.thread, self.state)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came of a text that was sent. `again`: the form once more; neither that nor a refusal: it may be there."""

    url: str
    said: str
    again: FoundForm | None
    is_refusal: bool


def plan_summary(store: Store, game: Game, report: TownReport, thread: str) -> Summary:
    """The summary of a day and the post that it belongs into. Raises GameFault where the engine takes none from us."""
    engine = game.forum.engine or store.engine(thread)
    if engine is None or engine not in FORMS:
        told = _("{thread}: the program cannot post on a forum of this kind ({engine}); “tally report {phase} --format "
                 "bbcode” prints the text to paste")  # fmt: skip
        raise GameFault(told.format(thread=thread, engine=engine or "?", phase=report.phase))
    lead = f"{harmless(report.game)} · {day_heading(report)}"
    facts = report_as_json(report)
    # a later read that found nothing new is no other state
    facts.pop("as_of")
    state = hashlib.sha256(json.dumps(facts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    opening = f"{lead} · {moment_in_words(report, now())}"
    text = f"{opening}\n{report_as_bbcode(report, engine)}"
    kept = fold_posts(store.facts(FactKind.POST), str(report.phase))
    return Summary(str(report.phase), thread, engine, lead, opening, text, state, kept)


def send_summary(store: Store, client: ForumClient, game: Game, summary: Summary) -> StoredPost:
    """Post or edit, and read the thread until the post is seen there.

    Raises GameFault where it may not be sent now, PageNotUnderstood where the forum does not take it.
    """
    kept = summary.kept
    if kept is not None and kept.pending and kept.post is None and kept.thread == summary.thread:
        # it was sent, and then the program was broken off
        _read_thread(store, client, game, summary)
        found = _find_post(store, game, summary)
        if found is not None:
            _note(store, summary, found.id, state=kept.state)
            kept = KeptPost(summary.thread, kept.state, kept.at, found.id)
    _check_pace(kept)
    place = _place(store, summary, kept)
    form = _open_form(client, game, summary, place)
    _note(store, summary, None)
    answer = _send(client, form, summary)
    _read_thread(store, client, game, summary)
    seen = _find_post(store, game, summary)
    if seen is None or summary.opening not in _own_words(seen):
        told = _("{thread}: the text was sent, but is not seen in the thread; look there, and try again if it is "
                 "missing. The forum answered: {answer}")  # fmt: skip
        raise PageNotUnderstood(told.format(thread=summary.thread, answer=answer or "—"))
    _note(store, summary, seen.id)
    return seen


def _check_pace(kept: KeptPost | None) -> None:
    if kept is not None and timedelta(0) <= now() - kept.at < _APART:
        told = _("the last summary was sent at {at}; the next one may follow a minute later")
        raise GameFault(told.format(at=f"{kept.at.astimezone():%H:%M:%S}"))


def _place(store: Store, summary: Summary, kept: KeptPost | None) -> str:
    """The page with the form: for an edit where the day has its post in this thread, else for a reply."""
    form = FORMS[summary.engine]
    ids = {"thread": store.thread_id(summary.thread) or "", "post": ""}
    alive = {post.id for post in store.posts(summary.thread) if not post.gone}
    if kept is not None and kept.thread == summary.thread and kept.post in alive:
        return urljoin(summary.thread, form.edit.format(**ids | {"post": kept.post}))
    return urljoin(summary.thread, form.reply.format(**ids))


def _open_form(client: ForumClient, game: Game, summary: Summary, place: str) -> FoundForm:
    form = FORMS[summary.engine]
    page = _show(client, place)
    found = page and find_form(page, form)
    if not found and page is not None and page.is_ban:
        told = _("{url}: the forum has banned {account}: {answer}")
        account = game.forum.account or next(iter(game.hosts), "—")
        raise PageNotUnderstood(told.format(url=place, account=account, answer=page.answer))
    if not found and _log_in(client, summary, place, page):
        page = _show(client, place)
        found = page and find_form(page, form)
    if not found:
        told = _("{url}: the forum shows no form for a post: {answer}. The account is named under [forum] of {file}, "
                 "like account = 'nick'; “tally login” keeps its password")  # fmt: skip
        answer = page.answer if page is not None else "—"
        raise PageNotUnderstood(told.format(url=place, answer=answer, file=GAME_FILE))
    if found.wants_captcha:
        told = _("{url}: the forum asks at its form what only a person can answer; paste the text by hand")
        raise PageNotUnderstood(told.format(url=place))
    return found


def _log_in(client: ForumClient, summary: Summary, place: str, page: ShownPage | None) -> bool:
    """Log in where there is an account; a refusal is told with what the page without a form says."""
    try:
        return client.log_in(place, summary.engine)
    except PageNotUnderstood as refused:
        if page is None:
            raise
        told = _("{refused}. The page of the form says: {answer}")
        raise PageNotUnderstood(told.format(refused=refused, answer=page.answer)) from None


def _show(client: ForumClient, url: str) -> ShownPage | None:
    came = client.show(url)
    return read_shown(came.url, came.body or b"", came.content_type)


def _send(client: ForumClient, form: FoundForm, summary: Summary) -> str:
    """Send the text; what the forum says to it. Raises PageNotUnderstood where it asks for it anew."""
    answer = _press(client, form, summary)
    if answer.again is not None and answer.again.newest != form.newest:
        # somebody has posted since the form was opened, and it asks whether the text should go as it is
        answer = _press(client, answer.again, summary)
    if answer.is_refusal:
        told = _("{url}: the forum does not take the post: {answer}")
        raise PageNotUnderstood(told.format(url=answer.url, answer=answer.said))
    return answer.said


def _press(client: ForumClient, form: FoundForm, summary: Summary) -> _Answer:
    filled = form.fill(_placed(form.text, summary))
    if not is_same_host(filled.action, summary.thread):
        told = _("{url}: the form would send the text to another host; that was not done")
        raise PageNotUnderstood(told.format(url=form.page.url))
    came = client.show(filled.action, filled.body)
    page = read_shown(came.url, came.body or b"", came.content_type)
    said = page.answer if page is not None else str(came.status)
    if came.url != without_session(filled.action):
        # we were sent on: a form on the page of the thread is one for a quick reply
        return _Answer(came.url, said, again=None, is_refusal=False)
    again = None if page is None else find_form(page, form.form)
    return _Answer(came.url, said, again, is_refusal=again is not None or (came.status or 200) >= 400)


def _placed(before: str, summary: Summary) -> str:
    """The text in the place of the summary that a post has: some forums join what one author posts in a row, and the
    host may have written beside it."""
    begins = re.search(rf"{re.escape(summary.lead)}[^\n]*\n\[quote\]", before)
    ends = -1 if begins is None else before.find(_END, begins.end())
    if begins is None or ends < 0:
        return summary.text
    return before[: begins.start()] + summary.text.rstrip() + before[ends + len(_END) :]


def _read_thread(store: Store, client: ForumClient, game: Game, summary: Summary) -> None:
    """Read what is new in the thread, and the page with the summary, which may have been edited."""
    kept = None if summary.kept is None else summary.kept.post
    pages = [page.page for page in store.pages(summary.thread) if kept in store.posts_on(page)]
    scrape_thread(store, client, game, summary.thread, lambda _page, _pages: None, again=pages)


def _find_post(store: Store, game: Game, summary: Summary) -> StoredPost | None:
    """The newest post of the host in which the summary of the day stands."""
    authors = {*game.hosts, *([game.forum.account] if game.forum.account else [])}
    for post in reversed(store.posts(summary.thread)):
        if not post.gone and post.latest.author in authors and _is_summary(post, summary):
            return post
    return None


def _is_summary(post: StoredPost, summary: Summary) -> bool:
    kept = summary.kept
    known = kept is not None and (kept.thread, kept.post) == (summary.thread, post.id)
    return known or f"{summary.lead} · " in _own_words(post)


def _own_words(post: StoredPost) -> str:
    return " ".join(post.latest.text.split())


def _note(store: Store, summary: Summary, post: str | None, *, state: str | None = None) -> None:
    data = sent_as_data(summary.thread, state or summary.state, post)
    store.append(FactKind.POST, data, at=_second(now()), phase=summary.phase)


def _second(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)
