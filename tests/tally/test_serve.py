"""`tally serve`: only the site's own files, with the headers that docs/site.md asks for, on this machine alone."""

import http.client
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tally.errors import GameFault
from tally.site.server import HEADERS, open_server, serve_site
from tests.tally.small_game import SmallGame


@pytest.fixture(name="port")
def _port(tmp_path: Path) -> Iterator[int]:
    """A server of a folder with a page, a hidden file and a folder; its port."""
    site = tmp_path / "site"
    (site / "below").mkdir(parents=True)
    (site / "index.html").write_text("<p>сайт", encoding="utf-8")
    (site / ".index.html.tmp").write_text("half", encoding="utf-8")
    (site / "below" / "page.html").write_text("below", encoding="utf-8")
    (tmp_path / "players.toml").write_text("secret", encoding="utf-8")
    with open_server(site, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def ask(port: int, path: str, method: str = "GET") -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(method, path, skip_host=False)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body, {name.lower(): value for name, value in answer.getheaders()}


@pytest.mark.parametrize("path", ["/", "/index.html", "/index.html?v=1"])
def test_pages_are_served_with_the_headers(port: int, path: str) -> None:
    status, body, headers = ask(port, path)
    assert (status, body.decode()) == (200, "<p>сайт")
    assert headers["content-type"] == "text/html; charset=utf-8"
    for name, value in HEADERS.items():
        assert headers[name.lower()] == value


@pytest.mark.parametrize(
    "path",
    ["/../players.toml", "/%2e%2e/players.toml", "/..%2fplayers.toml", "//etc/passwd", "/below/", "/below/page.html",
     "/.index.html.tmp", "/absent.html", "/index.html/", "/C:\\x"],
)  # fmt: skip
def test_nothing_else_is_served(port: int, path: str) -> None:
    status, body, _headers = ask(port, path)
    assert status == 404
    assert b"secret" not in body


def test_nothing_can_be_sent_to_it(port: int) -> None:
    assert ask(port, "/index.html", "POST")[0] == 501


def test_it_listens_to_this_machine_alone_unless_told_otherwise() -> None:
    from tally.cli.show.serve import command

    defaults = {parameter.name: parameter.default for parameter in command.params}
    assert (defaults["bind"], defaults["port"]) == ("127.0.0.1", 8000)


def test_without_a_site_it_says_what_writes_one(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Вася", "Петя")
    done = game.run("serve")
    assert done.status == 2
    assert "сайта ещё нет; его запишет «tally publish»" in done.err


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("", encoding="utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(GameFault, match=r"не удаётся слушать 127\.0\.0\.1"):
            serve_site(tmp_path, "127.0.0.1", taken.getsockname()[1], print)
