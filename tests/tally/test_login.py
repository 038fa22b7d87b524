"""Logging in where guests may not read: each engine's form with its tokens; secrets stay where they are kept."""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import keyring
import keyring.backend
import pytest
from click.testing import CliRunner

from tally.cli.forum.login import command as login
from tally.errors import GameFault, PageNotUnderstood, TallyError
from tally.forum.login.passwords import password_variable
from tests.member_forum import NICK, PASSWORD, MemberForum, Wants
from tests.tally.test_scrape import make_folder, scrape, written_thread

THREAD = written_thread(5).page(0, "http://forum.example").encode()
VB = ("vb_login_md5password", "vb_login_md5password_utf")

ENGINES = {
    "phpbb": Wants("/ucp.php?mode=login", "username", "password", "form_token",
                   ("sid", "creation_time", "login", "autologin")),
    "mybb": Wants("/member.php", "username", "password", "my_post_key", ("action", "remember", "submit")),
    "smf": Wants("/index.php?action=login2", "user", "passwrd", "b0c1d2e3f4a5", ("d4c3b2a1f0e9", "cookielength")),
    "fluxbb": Wants("/login.php?action=in", "req_username", "req_password", "csrf_token", ("form_sent", "save_pass")),
    "punbb": Wants("/login.php", "req_username", "req_password", "csrf_token", ("form_sent", "save_pass")),
    "rusff": Wants("/login.php?action=in", "req_username", "req_password", "token", ("form_sent", "redirect_url")),
    "vbulletin3": Wants("/login.php?do=login", "vb_login_username", "vb_login_password", "securitytoken",
                        ("do", "s", "cookieuser"), VB),
    "vbulletin4": Wants("/login.php?do=login", "vb_login_username", "vb_login_password", "securitytoken",
                        ("do", "s", "cookieuser"), VB),
    "vbulletin5": Wants("/auth/login", "username", "password", "securitytoken", ("url", "rememberme")),
    "ipb3": Wants("/index.php?app=core&module=global&section=login&do=process", "ips_username", "ips_password",
                  "auth_key", ("rememberMe", "referer")),
    "ipb2": Wants("/index.php?act=Login&CODE=01", "UserName", "PassWord", "key", ("CookieDate", "s")),
    "invision4": Wants("/login/", "auth", "password", "csrfKey", ("_processLogin", "remember_me", "ref")),
    "xenforo1": Wants("/login/login", "login", "password", "_xfToken", ("cookie_check", "remember")),
    "xenforo2": Wants("/login/login", "login", "password", "_xfToken", ("_xfRedirect", "remember")),
    "flaskbb": Wants("/auth/login", "login", "password", "csrf_token", ("remember_me", "submit")),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALLY_STATE", str(tmp_path / "state"))


@contextmanager
def game_of(forum: MemberForum, tmp_path: Path, settings: str = f'account = "{NICK}"') -> Iterator[Path]:
    """A game whose thread is on that forum, and whose password is in the environment."""
    with forum.serve() as thread, pytest.MonkeyPatch.context() as patch:
        patch.setenv(password_variable(thread), PASSWORD)
        folder = make_folder(tmp_path / "game", thread)
        add_settings(folder, settings)
        yield folder


def add_settings(folder: Path, *lines: str) -> None:
    file = folder / "game.toml"
    text = file.read_text(encoding="utf-8").replace("[forum]", "\n".join(["[forum]", *lines]), 1)
    file.write_text(text, encoding="utf-8")


def phpbb(**changes: str) -> MemberForum:
    return MemberForum("phpbb", ENGINES["phpbb"], THREAD, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ENGINES)
def test_each_engine_lets_us_in_by_its_own_form(engine: str, tmp_path: Path) -> None:
    forum = MemberForum(engine, ENGINES[engine], THREAD)
    with game_of(forum, tmp_path) as folder:
        assert "5 новых" in scrape(folder)
        assert "0 новых" in scrape(folder)
    assert len(forum.posted) == 1, "the visit is kept for the next run"


@pytest.mark.parametrize("engine", ["vbulletin3", "vbulletin4"])
def test_vbulletin_is_sent_the_hash_of_a_password_in_latin_letters(engine: str, tmp_path: Path) -> None:
    forum = MemberForum(engine, ENGINES[engine], THREAD, password="latin-only")
    with game_of(forum, tmp_path) as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv(password_variable(forum.base), "latin-only")
        assert "5 новых" in scrape(folder)
    assert forum.posted[0]["vb_login_password"] == ""


def test_a_visit_that_has_ended_is_begun_again_once(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path) as folder:
        scrape(folder)
        forum.members.clear()
        # the kept visit is an hour old by then: a login of a minute ago would not be repeated
        visit = json.loads((folder / ".session.json").read_text(encoding="utf-8"))
        visit["at"] = "2024-01-10T12:00:00+00:00"
        (folder / ".session.json").write_text(json.dumps(visit), encoding="utf-8")
        assert "0 новых" in scrape(folder)
        assert len(forum.posted) == 2


def test_a_page_that_members_do_not_see_either_costs_one_login_in_half_an_hour(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path) as folder:
        forum.path = "/viewtopic.php?t=13"
        for _tick in range(3):
            with pytest.raises(PageNotUnderstood):
                scrape(folder)
    assert len(forum.posted) == 1


def test_a_wrong_password_is_told_in_the_forums_words_and_not_tried_again(tmp_path: Path) -> None:
    forum = phpbb(password="another")
    with game_of(forum, tmp_path) as folder:
        with pytest.raises(PageNotUnderstood, match=r"не впускает.*Неверное имя или пароль"):
            scrape(folder)
        for _tick in range(2):
            with pytest.raises(PageNotUnderstood, match="повторной попытки не было"):
                scrape(folder)
        assert len(forum.posted) == 1
        forum.password = PASSWORD
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(password_variable(forum.base), PASSWORD + "!")
            with pytest.raises(PageNotUnderstood, match="не впускает"):
                scrape(folder)
        assert len(forum.posted) == 2


CAPTCHAS = {
    "phpbb": '<dl class="captcha-panel"><input type="text" name="confirm_code"></dl>',
    "mybb": '<input type="text" class="textbox" name="imagestring" value="">',
    "xenforo2": '<div class="g-recaptcha" data-sitekey="k"></div>',
    "smf": '<div class="cf-turnstile"></div>',
}


@pytest.mark.parametrize("engine", CAPTCHAS)
def test_a_captcha_is_reported_and_not_fought(engine: str, tmp_path: Path) -> None:
    forum = MemberForum(engine, ENGINES[engine], THREAD, extra=CAPTCHAS[engine])
    with game_of(forum, tmp_path) as folder:
        for _tick in range(2):
            with pytest.raises(PageNotUnderstood, match=r"только человек|повторной попытки"):
                scrape(folder)
    assert forum.posted == []


def test_a_ban_is_reported_in_the_forums_words(tmp_path: Path) -> None:
    banned = "<html><body><div id='message'><p>Вы заблокированы на этом форуме до 1 мая.</p></div></body></html>"
    forum = phpbb(answer_after=banned)
    with game_of(forum, tmp_path) as folder:
        with pytest.raises(PageNotUnderstood, match="заблокирован: Вы заблокированы на этом форуме до 1 мая"):
            scrape(folder)
        with pytest.raises(PageNotUnderstood, match="повторной попытки не было"):
            scrape(folder)


def test_a_form_that_leads_elsewhere_gets_no_password(tmp_path: Path) -> None:
    forum = MemberForum("punbb", ENGINES["punbb"], THREAD)
    with game_of(forum, tmp_path) as folder:
        forum.base = "http://evil.example"
        with pytest.raises(PageNotUnderstood, match=r"http://evil\.example; пароль не отправлен"):
            scrape(folder)


def test_no_secret_is_stored_or_printed(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path) as folder:
        printed = scrape(folder)
        forum.members.clear()
        (member,) = {each["sid"] for each in forum.posted}
        secrets = {PASSWORD, member, *forum.tokens.values(), *forum.tokens, *forum.members}
        with closing(sqlite3.connect(folder / "tally.db")) as connection:
            dump = "\n".join(connection.iterdump())
        with closing(sqlite3.connect(folder / "tally.db")) as connection:
            bodies = b"".join(zlib.decompress(row[0]) for row in connection.execute("select packed from bodies"))
        for secret in secrets:
            assert secret not in printed
            assert secret not in dump
            assert secret.encode() not in bodies
            assert secret not in (folder / "game.toml").read_text(encoding="utf-8")
        assert PASSWORD not in (folder / ".session.json").read_text(encoding="utf-8")
        if os.name == "posix":
            assert (folder / ".session.json").stat().st_mode & 0o777 == 0o600


def test_without_a_password_it_is_said_how_to_give_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path) as folder:
        monkeypatch.delenv(password_variable(forum.base))
        monkeypatch.setattr(keyring, "get_password", lambda _service, _name: None)
        with pytest.raises(GameFault, match=f"tally login.*{password_variable(forum.base)}"):
            scrape(folder)


def test_a_password_in_game_toml_is_a_fault(tmp_path: Path) -> None:
    with (
        game_of(phpbb(), tmp_path, 'password = "x"') as folder,
        pytest.raises(GameFault, match="паролю здесь не место"),
    ):
        scrape(folder)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
@pytest.mark.parametrize(
    ("mode", "good"), [(0o600, True), (0o400, True), (0o640, False), (0o604, False), (0o666, False)]
)
def test_a_password_file_must_be_its_owners_alone(tmp_path: Path, mode: int, good: bool) -> None:
    forum = phpbb()
    settings = f'account = "{NICK}"\npassword_file = "pw.txt"'
    with game_of(forum, tmp_path, settings) as folder, pytest.MonkeyPatch.context() as patch:
        patch.delenv(password_variable(forum.base))
        file = folder / "pw.txt"
        file.write_text(PASSWORD + "\n", encoding="utf-8")
        file.chmod(mode)
        if not mode & 0o077:
            assert "5 новых" in scrape(folder)
        else:
            with pytest.raises(GameFault, match=f"права {mode:o}.*chmod 600"):
                scrape(folder)


def cookies_txt(forum: MemberForum) -> str:
    forum.members.add("feedfacefeedfacefeedface")
    line = "\t".join(["127.0.0.1", "FALSE", "/", "FALSE", "0", "session_of_visit", "feedfacefeedfacefeedface"])
    return f"# Netscape HTTP Cookie File\n\n#HttpOnly_{line}\n.other.example\tTRUE\t/\tTRUE\t0\ta\tb\n"


def test_cookies_of_a_browser_let_us_in(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path, 'cookies_file = "cookies.txt"') as folder:
        (folder / "cookies.txt").write_text(cookies_txt(forum), encoding="utf-8")
        (folder / "cookies.txt").chmod(0o600)
        assert "5 новых" in scrape(folder)
        assert forum.posted == []
        forum.members.clear()
        with pytest.raises(PageNotUnderstood, match="не принимает cookies"):
            scrape(folder)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
def test_cookies_that_others_may_read_are_refused(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path, 'cookies_file = "cookies.txt"') as folder:
        (folder / "cookies.txt").write_text(cookies_txt(forum), encoding="utf-8")
        (folder / "cookies.txt").chmod(0o644)
        with pytest.raises(GameFault, match="права 644"):
            scrape(folder)


def test_a_file_without_cookies_is_told(tmp_path: Path) -> None:
    with game_of(phpbb(), tmp_path, 'cookies_file = "cookies.txt"') as folder:
        (folder / "cookies.txt").write_text("{}", encoding="utf-8")
        (folder / "cookies.txt").chmod(0o600)
        with pytest.raises(GameFault, match="нет cookies"):
            scrape(folder)


class Keyring(keyring.backend.KeyringBackend):
    """A keyring of this test alone."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.kept.pop((service, username), None)


@pytest.fixture
def ring() -> Iterator[Keyring]:
    before = keyring.get_keyring()
    made = Keyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_the_command_keeps_the_password_in_the_keyring_and_tries_it(tmp_path: Path, ring: Keyring) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path) as folder, pytest.MonkeyPatch.context() as patch:
        patch.delenv(password_variable(forum.base))
        done = CliRunner().invoke(login, ["--game", str(folder)], input=f"{PASSWORD}\n")
        assert done.exception is None, done.exception
        assert "Сохранён в хранилище паролей" in done.output
        assert "вход выполнен" in done.output
        assert PASSWORD not in done.output
        assert list(ring.kept.values()) == [PASSWORD]
        assert "5 новых" in scrape(folder)
        assert len(forum.posted) == 1
        done = CliRunner().invoke(login, ["--forget", "--game", str(folder)])
        assert "Забыто" in done.output
        assert ring.kept == {}
        assert not (folder / ".session.json").exists()


def test_the_command_keeps_the_password_in_the_file_that_is_named(tmp_path: Path) -> None:
    forum = phpbb()
    with game_of(forum, tmp_path, f'account = "{NICK}"\npassword_file = "pw.txt"') as folder:
        done = CliRunner().invoke(login, ["--game", str(folder)], input=f"{PASSWORD}\n")
        assert "вход выполнен" in done.output, done.exception
        assert (folder / "pw.txt").read_text(encoding="utf-8") == PASSWORD
        if os.name == "posix":
            assert (folder / "pw.txt").stat().st_mode & 0o777 == 0o600


def test_the_command_says_where_an_account_is_named(tmp_path: Path) -> None:
    with game_of(phpbb(), tmp_path, "") as folder:
        done = CliRunner().invoke(login, ["--game", str(folder)])
        assert isinstance(done.exception, TallyError)
        assert "чья учётная запись" in str(done.exception)


def test_a_forum_without_a_form_that_we_know_is_told(tmp_path: Path) -> None:
    forum = phpbb()
    settings = f'account = "{NICK}"\nengine = "nodebb"'
    with game_of(forum, tmp_path, settings) as folder, pytest.raises(PageNotUnderstood):
        scrape(folder)
    assert forum.posted == []


@pytest.mark.parametrize(
    ("folder", "file", "engine"),
    [
        ("phpbb", "16_special_pages/login_form.html", "phpbb"),
        ("phpbb", "18_style_subsilver2_3.1.12/login_form_guest.html", "phpbb"),
        ("mybb", "16_special_pages/login_form.html", "mybb"),
        ("smf", "special/login_form.html", "smf"),
        ("smf20", "special/login_form.html", "smf"),
        ("fluxbb", "special/login_form.html", "fluxbb"),
        ("fluxbb_visman", "special/login_form.html", "fluxbb"),
        ("punbb", "special/login_form.html", "punbb"),
        ("flaskbb", "special/login_form.html", "flaskbb"),
    ],
)
def test_the_forms_of_real_forums_are_filled_in_whole(shared: Path, folder: str, file: str, engine: str) -> None:
    from urllib.parse import parse_qs

    from tally.forum.login.engines import FORMS
    from tally.forum.login.forms import read_shown

    body = (shared / "pages" / folder / file).read_bytes()
    shown = read_shown("http://127.0.0.1:8100/ucp.php", body, "text/html; charset=utf-8")
    assert shown is not None
    form = shown.find(FORMS[engine][0])
    assert form is not None
    assert not form.wants_captcha
    sent = parse_qs(form.fill("Вася", "пароль").decode(), keep_blank_values=True)
    assert (sent[form.form.user], sent[form.form.password]) == (["Вася"], ["пароль"])
    hidden = {each.get("name") for each in form.element.iter("input") if each.get("type") == "hidden"}
    assert hidden <= sent.keys()


@pytest.mark.parametrize(
    ("folder", "file", "engine"),
    [
        ("phpbb", "16_special_pages/login_wrong_password.html", "phpbb"),
        ("phpbb", "16_special_pages/login_unknown_user.html", "phpbb"),
        ("mybb", "16_special_pages/login_wrong_password.html", "mybb"),
        ("smf", "special/login_wrong_password.html", "smf"),
        ("smf20", "special/login_wrong_password.html", "smf"),
        ("fluxbb", "special/login_wrong_password.html", "fluxbb"),
        ("fluxbb_visman", "special/login_wrong_password.html", "fluxbb"),
        ("punbb", "special/login_wrong_password.html", "punbb"),
        ("flaskbb", "special/login_wrong_password.html", "flaskbb"),
    ],
)
def test_the_refusals_of_real_forums_are_seen(shared: Path, folder: str, file: str, engine: str) -> None:
    from tally.forum.login.engines import FORMS
    from tally.forum.login.forms import read_shown

    body = (shared / "pages" / folder / file).read_bytes()
    shown = read_shown("http://127.0.0.1:8100/ucp.php", body, "text/html; charset=utf-8")
    assert shown is not None
    assert shown.find(FORMS[engine][0]) is not None or shown.is_refusal
    assert not shown.is_ban
    assert shown.answer
