"""`tally init`: a folder that a host can go on with by hand."""

import errno
import io
import os
import re
import stat
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tally.cli.setup.init import command
from tally.errors import GameFault
from tally.folder.game import find_game, hash_seed
from tally.store import FactKind, Store
from tally.texts import use_language

THREAD = "https://forum.example/viewtopic.php?t=12"


def init(*arguments: str | Path) -> Result:
    done = CliRunner().invoke(command, [str(each) for each in arguments])
    if isinstance(done.exception, GameFault):
        raise done.exception
    return done


def test_a_new_game_has_all_that_was_said_of_it(tmp_path: Path) -> None:
    players = tmp_path / "list.toml"
    players.write_text(
        '[[players]]\nname = "Кот \\"Ля\\""\nrole = "doctor"\ncard = "AH"\n[[players]]\nname = "Петя"\n',
        encoding="utf-8",
    )
    folder = tmp_path / "games" / "winter"
    done = init(
        folder, "--ruleset", "classic", "--thread", THREAD + "&sid=" + "a" * 32, "--title", 'Зима "24"',
        "--first-day", "2024-01-10", "--host", "Маэстро", "--host", "Соведущий", "--players", players,
        "--option", "tie=none", "--option", "min_score=2",
    )  # fmt: skip
    assert done.exit_code == 0
    game = find_game(folder)
    assert game.title == 'Зима "24"'
    assert game.forum.threads[0].url == THREAD
    assert dict(game.options) == {"tie": "none", "min_score": 2}
    assert dict(game.secrets.roles) == {'Кот "Ля"': "doctor"}
    assert game.secrets.traits['Кот "Ля"'] == {"card": "AH"}
    assert isinstance(game.secrets.seed, str)
    assert len(bytes.fromhex(game.secrets.seed)) == 16
    public = (folder / "game.toml").read_text(encoding="utf-8")
    assert hash_seed(game.secrets.seed) in public
    for secret in (game.secrets.seed, "doctor"):
        assert secret not in public
    assert (folder / "site").is_dir()


def test_an_option_that_would_tell_who_somebody_is_goes_to_the_secrets(tmp_path: Path) -> None:
    init(tmp_path, "--ruleset", "styles", "--thread", THREAD, "--option", "team_style=grey", "--option", "lineup='15'")
    game = find_game(tmp_path)
    assert dict(game.secrets.options) == {"team_style": "grey"}
    assert dict(game.options) == {"lineup": "15"}
    assert "grey" not in (tmp_path / "game.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("ruleset", "option", "read"),
    [
        ("styles", "lineup=18", {"lineup": "18"}),
        ("generic", "changes=2", {"changes": 2}),
        ("generic", "changes=any", {"changes": "any"}),
        ("generic", "hammer=yes", {"hammer": True}),
        ("generic", "until=21:00:00", {"until": "21:00:00"}),
        ("generic", "final_words=final, locked", {"final_words": ("final", "locked")}),
        ("generic", "pass_days=1,2", {"pass_days": (1, 2)}),
        ("generic", 'change_windows=[{ from = "20:00", changes = 2 }]', {"change_windows": 1}),
    ],
)
def test_an_option_takes_values_as_its_ruleset_declares_them(
    tmp_path: Path, ruleset: str, option: str, read: dict[str, object]
) -> None:
    init(tmp_path, "--ruleset", ruleset, "--thread", THREAD, "--option", option)
    for key, value in find_game(tmp_path).options.items():
        found = tuple(value) if isinstance(value, list) else value
        assert (len(found) if key == "change_windows" else found) == read[key]


@pytest.mark.parametrize(
    ("typed", "zone"),
    [("Europe/London", "Europe/London"), ("america/new york", "America/New_York"), ("utc", "UTC")],
)
def test_the_games_times_are_of_the_zone_that_was_said(tmp_path: Path, typed: str, zone: str) -> None:
    said = init(tmp_path, "--ruleset", "generic", "--thread", THREAD, "--timezone", typed).output
    assert find_game(tmp_path).timezone.key == zone
    assert "Europe/Moscow" not in said


def test_a_zone_that_nobody_said_is_told(tmp_path: Path) -> None:
    assert "по поясу Europe/Moscow" in init(tmp_path, "--ruleset", "generic", "--thread", THREAD).output


def test_a_person_is_asked_for_the_zone_until_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_language("en")
    answers = iter(["Londonn", "new york"])
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("click.prompt", lambda *_asked, **_how: next(answers))
    with pytest.raises(SystemExit):
        command.main([str(tmp_path), "--ruleset", "generic", "--thread", THREAD])
    assert find_game(tmp_path).timezone.key == "America/New_York"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("players", "asks_for_players"), [(False, True), (True, False)])
def test_the_next_step_is_named(tmp_path: Path, players: bool, asks_for_players: bool) -> None:
    roster = tmp_path / "nicks.txt"
    roster.write_text("Alex\nAnn\n")
    given = ("--players", roster) if players else ()
    told = init(tmp_path / "my game", "--ruleset", "generic", "--thread", THREAD, *given).output
    steps = [line.split("  ")[1] for line in told[told.index("Дальше:") :].splitlines()[1:]]
    begins = [f"cd '{tmp_path / 'my game'}'", *(["tally signup URL"] if asks_for_players else [])]
    assert steps == [*begins, "tally check", "tally scrape", "tally report"]


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps permissions elsewhere")
def test_the_secrets_are_the_owners_alone(tmp_path: Path) -> None:
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    for name in ("players.toml", "tally.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_the_first_text_of_the_files_is_in_the_log(tmp_path: Path) -> None:
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    with Store(tmp_path / "tally.db") as store:
        changes = store.facts(FactKind.FILE_CHANGE)
    assert [change.data["file"] for change in changes] == ["game.toml", "players.toml"]
    assert changes[0].data["text"] == (tmp_path / "game.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("language", "word"), [("ru", "Ники ведущих"), ("en", "Forum nicks of the hosts")])
def test_the_comments_speak_the_hosts_language(tmp_path: Path, language: str, word: str) -> None:
    use_language(language)
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    assert word in (tmp_path / "game.toml").read_text(encoding="utf-8")
    for name in ("game.toml", "players.toml"):
        assert re.search(r"[а-яё]", (tmp_path / name).read_text(encoding="utf-8")) is None or language == "ru"


def test_what_the_comments_offer_is_right_once_uncommented(tmp_path: Path) -> None:
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    for name in ("game.toml", "players.toml"):
        path = tmp_path / name
        lines = path.read_text(encoding="utf-8").split("\n")
        offered = [line.replace("# ", "", 1) if _offers(line) else line for line in lines]
        path.write_text("\n".join(offered), encoding="utf-8")
    game = find_game(tmp_path)
    assert [entry.last_post for entry in game.calendar] == ["12345", None]
    assert game.seats[0].accounts == ("Вася", "Петя")


def _offers(line: str) -> bool:
    """Whether a comment is a line of TOML; an entry of the calendar is closed by a time or by a post, not by both."""
    return re.match(r" *# ([a-z_]+ = |\[|\{)", line) is not None and "until = 2" not in line


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    with pytest.raises(GameFault, match=r"game\.toml"):
        init(tmp_path, "--ruleset", "casino", "--thread", THREAD)
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", ["players.toml", "tally.db", "site"])
def test_no_single_file_is_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    with pytest.raises(GameFault, match=name):
        init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("full", ["players.toml", "tally.db", "game.toml"])
def test_a_game_that_cannot_be_made_whole_leaves_nothing_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    really_open = os.open

    def fail(path: Path, *rest: int) -> int:
        if Path(path).name == full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return really_open(path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("os.open", fail)
        with pytest.raises(GameFault, match="на диске нет места"):
            init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    assert list(tmp_path.iterdir()) == []
    init(tmp_path, "--ruleset", "classic", "--thread", THREAD)
    assert find_game(tmp_path).ruleset == "classic"


def test_a_plain_list_of_nicks_is_a_roster(tmp_path: Path) -> None:
    players = tmp_path / "list.txt"
    players.write_bytes("\ufeff1. Sergey Ace\r\n2) Зая ля\r\n\r\n  Кот  \r\n".encode())
    init(tmp_path / "game", "--ruleset", "classic", "--thread", THREAD, "--players", players)
    assert [seat.name for seat in find_game(tmp_path / "game").seats] == ["Sergey Ace", "Зая ля", "Кот"]


WRONG = [
    (["--ruleset", "clasic", "--thread", THREAD], "«classic»"),
    (["--ruleset", "none.toml", "--thread", THREAD], "none.toml"),
    (["--ruleset", "classic", "--thread", "forum.example/t=12"], "forum.example/t=12"),
    (["--ruleset", "classic", "--thread", THREAD, "--first-day", "10.01.2024"], "2024-01-10"),
    (["--ruleset", "classic", "--thread", THREAD, "--first-day", "9999-12-31"], "2024-01-10"),
    (["--ruleset", "classic", "--thread", THREAD, "--players", os.devnull], "игроков в нём нет"),
    (["--ruleset", "classic", "--thread", THREAD, "--option", "tie"], "tie=none"),
    (["--ruleset", "classic", "--thread", THREAD, "--option", "tye=none"], "«tie»"),
    (["--ruleset", "classic", "--thread", THREAD, "--option", "tie=nobody"], "none"),
    (["--ruleset", "classic", "--thread", THREAD, "--players", "absent.txt"], "absent.txt"),
    (["--ruleset", "classic", "--thread", THREAD, "--timezone", "Europe/Londno"], "Europe/London"),
    (["--ruleset", "classic", "--thread", THREAD, "--timezone", "Mars"], "Europe/London"),
    (["--ruleset", "styles", "--thread", THREAD, "--option", "lineup=19"], "18"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG)
def test_a_wrong_call_makes_nothing(tmp_path: Path, arguments: list[str], said: str) -> None:
    with pytest.raises(GameFault) as failure:
        init(tmp_path / "game", *arguments)
    assert said in str(failure.value)
    assert failure.value.exit_status == 2
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("list.txt", "Вася\nПетя\nВАСЯ\n", 3),
        ("list.toml", '[[players]]\nname = "Ёж"\n[[players]]\nname = "еж"\n', 4),
        ("list.toml", '[[players]]\nname = "Ёж\n', 2),
    ],
)
def test_a_wrong_roster_is_told_with_its_own_line(tmp_path: Path, name: str, text: str, line: int) -> None:
    players = tmp_path / name
    players.write_text(text, encoding="utf-8")
    with pytest.raises(GameFault, match=f"{name}:{line}:"):
        init(tmp_path / "game", "--ruleset", "classic", "--thread", THREAD, "--players", players)


def test_a_ruleset_file_of_the_hosts_own_is_named_from_the_game_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    init("game", "--ruleset", "mine.toml", "--thread", THREAD)
    written = tomllib.loads((tmp_path / "game" / "game.toml").read_text(encoding="utf-8"))
    assert written["game"]["ruleset"] == "../mine.toml"
    assert Path(find_game(tmp_path / "game").ruleset).resolve() == tmp_path / "mine.toml"
