"""Warnings of a line-up: where it differs from the document, what is not chosen; nothing is refused for it."""

from pathlib import Path

from tests.tally.evening import make_game, run

CLASSIC = [
    "А commissioner", "Б doctor", "В girl", "Г rank1", "Д rank2", "Е rank3", "Ж rank4", "З prostitute",
    "И citizen", "К citizen", "Л citizen", "М citizen", "Н citizen",
]  # fmt: skip
STYLES = [
    "А doctor style=white", "Б detective style=white", "В athlete style=white", "Г cloak style=white",
    "Д fsb style=white", "Е citizen", "Ж citizen", "З citizen", "И citizen", "К citizen", "Л deceiver style=white",
    "М blackmailer style=white", "Н know-all style=white", "О apprentice style=white", "П bad-boy style=white",
]  # fmt: skip


def remarks(game: Path) -> list[str]:
    shown = run(game, "roster", "--host")
    assert shown.status == 0, shown.err
    lines = shown.out.splitlines()
    return lines[lines.index("Замечания к составу:") + 1 :] if "Замечания к составу:" in lines else []


def test_the_line_up_of_the_document_brings_no_remark(tmp_path: Path) -> None:
    game = make_game(tmp_path, "classic", CLASSIC)
    assert remarks(game) == []
    assert "замечан" not in run(game, "check").err


def test_a_role_too_many_and_one_that_is_missing(tmp_path: Path) -> None:
    """CLA-2, CLA-5: the roles are told to the host alone."""
    game = make_game(tmp_path, "classic", [*CLASSIC[:1], "Б commissioner", *CLASSIC[2:]])
    assert [line.strip() for line in remarks(game)] == [
        "комиссар: роздано 2, по правилам 1 (13 игроков)",
        "доктор: не роздано, по правилам 1 (13 игроков)",
    ]
    checked = run(game, "check")
    assert checked.status == 0
    assert "2 замечания к составу" in checked.err
    assert "доктор" not in checked.out + checked.err
    assert "Замечания" not in run(game, "roster").out


def test_init_with_a_cast_says_that_there_are_remarks(tmp_path: Path) -> None:
    (tmp_path / "cast.toml").write_text('[[players]]\nname = "А"\nrole = "doctor"\n', encoding="utf-8")
    setup = ["--ruleset", "classic", "--thread", "https://forum.example/viewtopic.php?t=12"]
    made = run(tmp_path, "init", "game", *setup, "--players", "cast.toml")
    assert (made.status, "к составу" in made.err) == (0, True)


def test_a_cast_not_dealt_yet_brings_no_remark(tmp_path: Path) -> None:
    game = make_game(tmp_path, "classic", [line.split()[0] for line in CLASSIC])
    assert remarks(game) == []


def test_a_player_without_a_role_is_named(tmp_path: Path) -> None:
    game = make_game(tmp_path, "classic", [*CLASSIC[:-1], "Н"])
    assert [line.strip() for line in remarks(game)] == ["без роли: Н; пока кто-то из них жив, победа не проверяется"]


def test_the_team_style_is_not_chosen(tmp_path: Path) -> None:
    """STY-6: and its absence is no matter of the public either."""
    game = make_game(tmp_path, "styles", STYLES)
    [line] = remarks(game)
    assert "(team_style)" in line
    file = game / "players.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[secret]", '[secret]\nteam_style = "none"'), encoding="utf-8")
    assert remarks(game) == []


def test_remarks_come_before_the_styles_are_picked(tmp_path: Path) -> None:
    game = make_game(tmp_path, "styles", [line.split(" style")[0] for line in STYLES])
    assert len(remarks(game)) == 1


def test_a_game_without_numbers_warns_of_a_role_dealt_twice(tmp_path: Path) -> None:
    """MOR-1."""
    game = make_game(tmp_path, "mordheim", ["А doctor", "Б doctor", "В underboss", "Г citizen"])
    [line] = remarks(game)
    assert "роздано 2" in line
