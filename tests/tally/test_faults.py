"""What goes wrong between us and a forum, done by a server that misbehaves: one clear line, and nothing is lost."""

import contextlib
import gzip
import socket
import sqlite3
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from tally.errors import ForumUnreachable, GameFault
from tally.folder.game import find_game
from tally.forum.fetch import ForumClient
from tally.store import Store
from tests.database import faults_of
from tests.misbehaving_server import Act, answer, free_port, page_head, reset, serve_badly
from tests.tally.test_scrape import THREAD_ID, make_folder, scrape, written_thread

PATH = f"/viewtopic.php?t={THREAD_ID}"
PAGE = written_thread(5).page(0, "http://127.0.0.1").encode()


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port may have been another test's before."""
    monkeypatch.setenv("TALLY_STATE", str(tmp_path / "state"))


def ask(base: str, timeout: float = 0.6) -> bytes:
    with ForumClient(interval=0, timeout=timeout) as client:
        return client.get(base + PATH).body or b""


def refused_by(act: Act, timeout: float = 0.6) -> tuple[str, int]:
    """What is said of a server that does this, and how often it was asked."""
    asked: list[str] = []

    def count(line: socket.socket, target: str) -> None:
        asked.append(target)
        act(line, target)

    with serve_badly(count) as base, pytest.raises(ForumUnreachable) as failure:
        ask(base, timeout)
    assert "\n" not in str(failure.value)
    return str(failure.value), len(asked)


def test_a_server_that_is_off_is_told() -> None:
    with pytest.raises(ForumUnreachable, match="не достучаться"):
        ask(f"http://127.0.0.1:{free_port()}")


def test_a_connection_that_is_reset_is_tried_again_and_then_told() -> None:
    said, asked = refused_by(lambda line, _target: reset(line))
    assert "связь оборвалась" in said
    assert asked == 3


def test_a_connection_reset_once_costs_nothing_but_another_request() -> None:
    asked: list[str] = []

    def act(line: socket.socket, target: str) -> None:
        asked.append(target)
        reset(line) if len(asked) == 1 else answer(line, PAGE)

    with serve_badly(act) as base:
        assert ask(base)
    assert len(asked) == 2


def test_a_page_that_breaks_off_before_its_end_is_no_page() -> None:
    said, _asked = refused_by(lambda line, _target: line.sendall(page_head(length=len(PAGE)) + PAGE[:500]))
    assert "связь оборвалась" in said


def drip(line: socket.socket, data: bytes, at_once: bytes = b"") -> None:
    line.sendall(at_once)
    for place in range(len(data)):
        line.sendall(data[place : place + 1])
        time.sleep(0.05)


@pytest.mark.parametrize(
    "act",
    [
        lambda _line, _target: time.sleep(3),
        lambda line, _target: drip(line, page_head()),
        lambda line, _target: drip(line, PAGE, page_head()),
    ],
    ids=["silence", "headers byte by byte", "page byte by byte"],
)
def test_a_slow_forum_is_given_up_when_its_time_is_over(act: Act) -> None:
    began = time.monotonic()
    said, asked = refused_by(act, timeout=0.3)
    assert "0.3 с" in said
    assert time.monotonic() - began < 0.3 * asked + 2


def test_a_body_without_an_end_is_cut_off() -> None:
    def pour(line: socket.socket, _target: str) -> None:
        line.sendall(page_head())
        with contextlib.suppress(OSError):
            while True:
                line.sendall(b"<p>" * 100_000)

    said, asked = refused_by(pour, timeout=20)
    assert "16 МБ" in said
    assert asked == 1, "the same once more would only cost the forum its bytes"


def test_a_gzip_bomb_is_not_unpacked() -> None:
    bomb = gzip.compress(bytes(40 * 2**20), 1)
    said, _asked = refused_by(lambda line, _t: answer(line, bomb, "200 OK", "Content-Encoding: gzip"), timeout=20)
    assert "16 МБ" in said


@pytest.mark.parametrize("status", ["500 Oops", "502 Bad Gateway", "503 Busy", "504 Late", "429 Too Many Requests"])
def test_an_error_of_the_moment_is_tried_again(status: str) -> None:
    asked: list[str] = []

    def act(line: socket.socket, target: str) -> None:
        asked.append(target)
        answer(line, b"oops", status) if len(asked) < 3 else answer(line, PAGE)

    with serve_badly(act) as base:
        assert ask(base)
    assert len(asked) == 3


def test_a_forum_that_was_down_is_asked_once_by_each_who_comes_until_it_is_up() -> None:
    asked: list[str] = []
    down = True

    def act(line: socket.socket, target: str) -> None:
        asked.append(target)
        answer(line, b"oops", "500 Oops") if down else answer(line, PAGE)

    with serve_badly(act) as base:
        counts = []
        for _game in range(3):
            ask(base)
            counts.append(len(asked))
        down = False
        assert ask(base).startswith(b"<!DOCTYPE")
    assert counts == [3, 4, 5]


def test_an_answer_that_will_not_change_is_not_asked_for_again() -> None:
    asked: list[str] = []

    def act(line: socket.socket, target: str) -> None:
        asked.append(target)
        answer(line, b"gone", "404 Not Found")

    with serve_badly(act) as base:
        ask(base)
    assert len(asked) == 1


def test_a_redirect_in_circles_is_told() -> None:
    said, _asked = refused_by(lambda line, _target: answer(line, b"", "302 Found", f"Location: {PATH}&again=1"))
    assert "по кругу" in said


def test_a_redirect_to_another_host_is_not_followed() -> None:
    said, asked = refused_by(lambda line, _target: answer(line, b"", "302 Found", "Location: http://other.example/"))
    assert "other.example" in said
    assert asked == 1


@pytest.mark.parametrize("kind", ["image/png", "application/zip", "video/mp4"])
def test_what_is_no_page_is_not_even_read(kind: str) -> None:
    def act(line: socket.socket, _target: str) -> None:
        line.sendall(page_head().replace(b"text/html; charset=UTF-8", kind.encode()) + b"x" * 100)

    said, asked = refused_by(act)
    assert kind in said
    assert asked == 1


@pytest.mark.parametrize("junk", [b"\x00\x01\x02 nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\r\n" * 10])
def test_what_is_no_http_is_told(junk: bytes) -> None:
    said, _asked = refused_by(lambda line, _target: line.sendall(junk))
    assert "связь оборвалась" in said


def test_a_certificate_that_nobody_vouches_for_is_told_and_not_tried_again() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    with (
        serve_badly(lambda line, _target: answer(line, PAGE), context) as base,
        pytest.raises(ForumUnreachable, match="защищённое соединение"),
    ):
        ask(base)


def test_a_page_over_a_good_certificate_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with serve_badly(lambda line, _target: answer(line, PAGE), context) as base:
        assert ask(base, timeout=5).startswith(b"<!DOCTYPE")


def test_a_slow_page_over_tls_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with (
        serve_badly(lambda line, _target: drip(line, page_head() + PAGE), context) as base,
        pytest.raises(ForumUnreachable, match=r"целиком|не ответил"),
    ):
        ask(base, timeout=0.5)


def test_a_name_that_cannot_be_found_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_asked: object, **_more: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    with pytest.raises(ForumUnreachable, match="такого адреса нет"):
        ask("http://forum.example")


def test_a_look_up_of_a_name_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def hang(*_asked: object, **_more: object) -> None:
        answered.wait(20)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", hang)
    monkeypatch.setenv("no_proxy", "localhost")
    began = time.monotonic()
    with pytest.raises(ForumUnreachable, match=r"адрес этого сервера не удалось узнать за 0\.2"):
        ask("http://forum.example", timeout=0.2)
    assert time.monotonic() - began < 10
    answered.set()


def let_be_known(monkeypatch: pytest.MonkeyPatch, port: int, *addresses: str) -> None:
    """Let forum.example have these addresses."""
    known = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in addresses]
    asked = socket.getaddrinfo
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, *more, **named: known if host == "forum.example" else asked(host, *more, **named),
    )


def test_a_host_with_several_addresses_is_reached_at_one_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_badly(lambda line, _target: answer(line, PAGE)) as base:
        port = int(base.rpartition(":")[2])
        let_be_known(monkeypatch, port, "127.0.0.2", "127.0.0.1")
        assert ask(f"http://forum.example:{port}") == PAGE


def test_an_address_that_swallows_everything_leaves_time_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.create_connection

    def swallow(address: tuple[str, int], timeout: float, **more: object) -> socket.socket:
        if address[0] == "127.0.0.2":
            time.sleep(timeout)
            raise TimeoutError
        return connect(address, timeout, **more)  # type: ignore[arg-type]

    with serve_badly(lambda line, _target: answer(line, PAGE)) as base:
        port = int(base.rpartition(":")[2])
        let_be_known(monkeypatch, port, "127.0.0.2", "127.0.0.1")
        monkeypatch.setattr(socket, "create_connection", swallow)
        assert ask(f"http://forum.example:{port}", timeout=2) == PAGE


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A game that has read its thread of five posts."""
    with serve_badly(lambda line, _target: answer(line, PAGE)) as base:
        made = make_folder(tmp_path / "game", base + PATH)
        assert "5 новых" in scrape(made)
        yield made


def stored(folder: Path) -> int:
    """How many posts the game has; its database must be sound."""
    game = find_game(folder)
    assert faults_of(game.database) == []
    with Store(game.database) as store:
        return len(store.posts(game.forum.threads[0].url))


def limit_size(monkeypatch: pytest.MonkeyPatch, pages: int) -> None:
    """Let the database grow by no more than so many of its pages: a disk that is nearly full."""
    opened = sqlite3.connect

    def connect(*where: object, **how: object) -> sqlite3.Connection:
        made: sqlite3.Connection = opened(*where, **how)  # type: ignore[call-overload]
        (count,) = made.execute("pragma page_count").fetchone()
        made.execute(f"pragma max_page_count = {count + pages}")
        return made

    monkeypatch.setattr("tally.store.database.sqlite3.connect", connect)


def test_a_full_disk_is_told_and_what_was_stored_is_safe(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    longer = written_thread(10)
    for post in longer.source["posts"]:
        post["text"] = " ".join(f"{number * 7919 % 100_003}" for number in range(3000))
    with serve_badly(lambda line, _target: answer(line, longer.page(0, "http://127.0.0.1").encode())) as base:
        settings = folder / "game.toml"
        own = find_game(folder).forum.threads[0].url
        settings.write_text(settings.read_text(encoding="utf-8").replace(own, base + PATH), encoding="utf-8")
        with monkeypatch.context() as full:
            limit_size(full, 4)
            with pytest.raises(GameFault, match="на диске кончилось место"):
                scrape(folder)
        settings.write_text(settings.read_text(encoding="utf-8").replace(base + PATH, own), encoding="utf-8")
        assert stored(folder) == 5
        settings.write_text(settings.read_text(encoding="utf-8").replace(own, base + PATH), encoding="utf-8")
        assert "10 новых" in scrape(folder)


def test_a_database_that_another_program_keeps_locked_is_waited_for_and_then_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tally.store.database._BUSY", 0.3)
    with contextlib.closing(sqlite3.connect(folder / "tally.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        began = time.monotonic()
        with pytest.raises(GameFault, match="пишет другая программа"):
            scrape(folder)
        assert time.monotonic() - began >= 0.3
        other.execute("rollback")
    assert "0 новых" in scrape(folder)
    assert stored(folder) == 5


def test_a_file_that_is_no_database_is_told(folder: Path) -> None:
    for beside in ("tally.db-wal", "tally.db-shm"):
        (folder / beside).unlink(missing_ok=True)
    (folder / "tally.db").write_bytes(b"this is no database" * 300)
    with pytest.raises(GameFault, match=r"tally\.db"):
        scrape(folder)
