"""An account of the host on the forum: logs in by the engine's form when a page asks for it, once; never argues.

In: the game's settings and the page that asked. Out: a client with the cookies of a member, or why there is none.
A captcha, a ban, a wrong password are told; what was refused is not tried again until it is another password.
"""

import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from tally.clock import now
from tally.errors import GameFault, PageNotUnderstood, TallyError
from tally.folder.game import GAME_FILE, Game
from tally.forum.addresses import is_same_host
from tally.forum.fetch import ForumClient
from tally.forum.login.cookies import fingerprint, keep_visit, read_cookies, read_visit
from tally.forum.login.engines import FORMS
from tally.forum.login.forms import FoundForm, ShownPage, read_shown
from tally.forum.login.passwords import find_password, password_variable
from tally.texts import _

__all__ = ["SESSION_FILE", "HostAccount", "find_account"]

SESSION_FILE = ".session.json"


@dataclass(frozen=True, slots=True)
class HostAccount:
    """The account that game.toml names, or the cookies of one; a `tally.forum.fetch.Account`."""

    game: Game

    @property
    def _file(self) -> Path:
        return self.game.folder / SESSION_FILE

    def remember(self, client: ForumClient) -> None:
        """Give a client the cookies that are kept. Raises GameFault for a file that others may read."""
        cookies = self.game.forum.cookies_file
        if cookies is not None:
            for each in read_cookies(self.game.folder / cookies):
                client.cookies.jar.set_cookie(each)
        visit = read_visit(self._file)
        for each in () if visit is None else visit.cookies:
            client.cookies.jar.set_cookie(each)

    def log_in(self, client: ForumClient, url: str, engine: str) -> None:
        """Log in where the page `url` asked for it. Raises GameFault, PageNotUnderstood, ForumUnreachable."""
        account = self.game.forum.account
        if account is None:
            told = _("{url}: the forum does not take the cookies of {file} any longer; log in with the browser and "
                     "export them again")  # fmt: skip
            raise PageNotUnderstood(told.format(url=url, file=self.game.forum.cookies_file))
        password = find_password(self.game, account, url)
        if password is None:
            told = _("{url}: no password is kept for {account}; “tally login” asks for it, or give it in {variable}")
            raise GameFault(told.format(url=url, account=account, variable=password_variable(url)))
        self._check_last(account, password, url)
        client.cookies.clear()
        try:
            _log_in(client, url, engine, account, password)
        except _Refused as refused:
            keep_visit(self._file, now(), client.cookies.jar, fingerprint(account, password, secrets.token_hex(16)))
            raise PageNotUnderstood(str(refused)) from None
        keep_visit(self._file, now(), client.cookies.jar)

    def _check_last(self, account: str, password: str, url: str) -> None:
        """Raise PageNotUnderstood where the last attempt says that another one is of no use."""
        visit = read_visit(self._file)
        if visit is None:
            return
        if visit.was_refused(account, password):
            told = _("{url}: the forum has refused the login of {account}, and it was not tried again; “tally login” "
                     "takes another password or tries this one")  # fmt: skip
            raise PageNotUnderstood(told.format(url=url, account=account))
        if visit.refused is None and visit.is_recent:
            told = _("{url}: {account} has just logged in, but the forum does not show this page to him either")
            raise PageNotUnderstood(told.format(url=url, account=account))


class _Refused(TallyError):
    """The forum does not let us in; the same once more would only annoy it."""


def find_account(game: Game) -> HostAccount | None:
    """The account of the game on its forum; None where it reads as a guest."""
    return HostAccount(game) if game.forum.account or game.forum.cookies_file else None


def _log_in(client: ForumClient, url: str, engine: str, account: str, password: str) -> None:
    form = _find_form(client, url, engine)
    if form.wants_captcha:
        told = _("{url}: the forum asks at its login what only a person can answer; log in with a browser, export its "
                 "cookies and name them: cookies_file = 'cookies.txt' under [forum] of {file}")  # fmt: skip
        raise _Refused(told.format(url=form.url, file=GAME_FILE))
    _check_action(form.action, url)
    came = client.show(form.action, form.fill(account, password))
    answer = read_shown(came.url, came.body or b"", came.content_type)
    again = None if answer is None else answer.find(form.form)
    if answer is None:
        return
    if answer.is_ban:
        told = _("{url}: the forum has banned {account}: {answer}")
        raise _Refused(told.format(url=came.url, account=account, answer=answer.answer))
    if again is not None and again.wants_captcha:
        told = _("{url}: the forum wants to see a person at its login now; a browser can log in and export its cookies")
        raise _Refused(told.format(url=came.url))
    if again is not None or answer.is_refusal or (came.status or 200) in (401, 403):
        told = _("{url}: the forum does not let {account} in: {answer}")
        raise _Refused(told.format(url=came.url, account=account, answer=answer.answer))


def _find_form(client: ForumClient, url: str, engine: str) -> FoundForm:
    """The login form: on the page that asked, else on the one to which that leads. Raises PageNotUnderstood."""
    forms = FORMS.get(engine, () if engine == "unknown" else None)
    if forms is None:
        told = _("{url}: a program cannot log in on a forum of this kind ({engine}); log in with a browser, export its "
                 "cookies and name them: cookies_file = 'cookies.txt' under [forum] of {file}")  # fmt: skip
        raise PageNotUnderstood(told.format(url=url, engine=engine, file=GAME_FILE))
    asked = _show(client, url)
    # a login page may say less of its engine than a thread: then it is the form that tells
    known = [form for each in FORMS.values() for form in each]
    found = asked and (asked.find_any(forms) or (None if forms else asked.find_any(known, whole=True)))
    if found:
        return found
    for form in forms:
        place = (asked and asked.link_to(form)) or urljoin(url, form.path)
        shown = _show(client, place) if is_same_host(place, url) else None
        found = shown and shown.find(form)
        if found:
            return found
    told = _("{url}: the forum wants a login, but its form cannot be found; cookies of a browser will do: "
             "cookies_file = 'cookies.txt' under [forum] of {file}")  # fmt: skip
    raise PageNotUnderstood(told.format(url=url, file=GAME_FILE))


def _show(client: ForumClient, url: str) -> ShownPage | None:
    came = client.show(url)
    return read_shown(came.url, came.body or b"", came.content_type)


def _check_action(action: str, url: str) -> None:
    """Raise PageNotUnderstood where the password would go elsewhere, or in the clear from a page that was not."""
    there, here = urlsplit(action), urlsplit(url)
    if not is_same_host(action, url) or (here.scheme, there.scheme) == ("https", "http"):
        told = _("{url}: the login form would send the password to {place}; that was not done")
        raise PageNotUnderstood(told.format(url=url, place=f"{there.scheme}://{there.netloc}"))
