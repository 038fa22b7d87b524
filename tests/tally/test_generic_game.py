"""A day game of an English-language board under `generic`, through the commands: no clock, days bounded by the host."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tally.small_game import HOST, SmallGame, Written, post

HAMMER = "Hammered by Bob Smith, 10:03:00, post 4: Quillmarble has a majority"
PLAYERS = ("Alex", "Ann", "Bob Smith", "badger42x", "Quillmarble")


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path, ruleset="generic", now="2024-01-15T00:00:00+03:00")


def vote(id_: int, by: str, at: str, whom: str) -> Written:
    return post(id_, by, at, f"[b]VOTE: {whom}[/b]")


def calendar(game: SmallGame, *entries: str) -> None:
    """Add entries of the calendar to game.toml."""
    file = game.game / "game.toml"
    tables = "".join(f"\n[[calendar]]\n{entry}\n" for entry in entries)
    file.write_text(file.read_text(encoding="utf-8") + tables, encoding="utf-8")


def rows(report: dict[str, Any]) -> dict[str, list[str]]:
    return {row["player"]: [vote["by"] for vote in row["votes"]] for row in report["table"]}


def test_a_day_goes_on_until_the_host_ends_it(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(
        vote(1, "Alex", "10:00:00", "ann"),
        vote(2, "Ann", "2024-01-13T03:00:00", "bob"),
        post(3, "Bob Smith", "2024-01-13T04:00:00", "[b]unvote, vote: no lynch[/b]"),
        at="2024-01-14T00:00:00+03:00",
    )
    report = game.report()
    assert rows(report) == {"Ann": ["Alex"], "Bob Smith": ["Ann"], "no-execution": ["Bob Smith"]}
    assert report["final"] is False


@pytest.mark.parametrize("words", ["no lynch", "No Execution", "no-execution"])
def test_the_host_enters_a_vote_for_nobody_in_the_words_of_the_board(game: SmallGame, words: str) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "xyzzy"), at="2024-01-10T12:00:00+03:00")
    game.must("vote", "Ann", "none", words, "--at", "11am", "--why", "PM")
    game.must("rule", "1", "--on", words, "--why", "said so")
    assert rows(game.report()) == {"no-execution": ["Alex", "Ann"]}


@pytest.mark.parametrize(("option", "first", "second"), [("true", (False, "withdrawn"), (True, None)),
                                                        ("false", (True, None), (False, "no-unvote"))])  # fmt: skip
def test_a_vote_taken_back_is_gone_where_the_game_knows_that(
    game: SmallGame, option: str, first: tuple[bool, str | None], second: tuple[bool, str | None]
) -> None:
    """GEN-22."""
    game.set_up(*PLAYERS, roles=False, options=(f"unvote={option}",))
    game.read(vote(1, "Alex", "10:00:00", "ann"), post(2, "Alex", "11:00:00", "[b]unvote[/b]"))
    assert [(each["counts"], each["reason"]) for each in game.votes()] == [first, second]


def test_a_day_bounded_by_posts_includes_both_and_late_votes_are_none_of_the_next_day(game: SmallGame) -> None:
    """GEN-10."""
    game.set_up(*PLAYERS, roles=False)
    calendar(game, 'phase = "day1"\nuntil_post = "2"', 'phase = "day2"\nfrom_post = "4"')
    game.read(
        vote(1, "Alex", "10:00:00", "Ann"),
        vote(2, "Ann", "11:00:00", "Alex"),
        vote(3, "Bob Smith", "11:30:00", "Alex"),
        vote(4, "Alex", "2024-01-12T10:00:00", "badger"),
        at="2024-01-13T00:00:00+03:00",
    )
    first, second = game.report(day="day1"), game.report(day="day2")
    assert rows(first) == {"Ann": ["Alex"], "Alex": ["Ann"]}
    assert [(each["by"], each["reason"]) for each in first["rejected"]] == [("Bob Smith", "late")]
    assert rows(second) == {"badger42x": ["Alex"]}


def test_days_are_parted_by_the_order_of_posts_where_the_thread_shows_one_time(game: SmallGame) -> None:
    """GEN-10: what follows the last post of a day is late for it, up to the first post of the next."""
    game.set_up(*PLAYERS, roles=False)
    calendar(game, 'phase = "day1"\nfrom_post = "2"\nuntil_post = "4"', 'phase = "day2"\nfrom_post = "6"')
    whom = ("badger", "Ann", "Ann", "Alex", "Alex", "badger", "Quillmarble")
    by = ("Quillmarble", "Alex", "Bob Smith", "Ann", "badger42x", "Alex", "Bob Smith")
    game.read(*(vote(number, name, "10:00:00", on) for number, (name, on) in enumerate(zip(by, whom, strict=True), 1)))
    first, second = game.report(day="day1"), game.report(day="day2")
    assert rows(first) == {"Ann": ["Alex", "Bob Smith"], "Alex": ["Ann"]}
    assert [(each["by"], each["reason"]) for each in first["rejected"]] == [("badger42x", "late")]
    assert rows(second) == {"badger42x": ["Alex"], "Quillmarble": ["Bob Smith"]}
    assert second["rejected"] == []


@pytest.mark.parametrize("opening", ['from_post = "3"', ""])
def test_a_count_is_of_the_day_of_its_place_in_the_thread(game: SmallGame, opening: str) -> None:
    game.set_up(*PLAYERS, roles=False)
    calendar(game, 'phase = "day1"\nuntil_post = "2"', f'phase = "day2"\nuntil_post = "4"\n{opening}')
    game.read(
        vote(1, "Alex", "10:00:00", "Ann"),
        post(2, HOST, "10:00:00", "Ann (1): Alex"),
        post(3, HOST, "10:00:00", "Not voting: Alex, Ann"),
        vote(4, "Ann", "10:00:00", "Alex"),
    )
    assert [game.run("compare", each).status for each in ("2", "3")] == [0, 0]


def test_a_hammer_ends_the_day_in_the_thread(game: SmallGame) -> None:
    """GEN-33."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    game.read(
        vote(1, "Alex", "10:00:00", "Quillmarble"),
        vote(2, "Ann", "10:01:00", "quillmarbel"),
        vote(3, "Bob Smith", "10:02:00", "Quill Marble"),
        vote(4, "badger42x", "10:03:00", "Alex"),
    )
    report = game.report("--host")
    assert (report["final"], report["leading"]) == (True, ["Quillmarble"])
    assert [(each["by"], each["reason"]) for each in report["rejected"]] == [("badger42x", "late")]


@pytest.mark.parametrize(
    ("several", "expected"),
    [("last", {"Ann": ["Alex"]}), ("none", {}), ("unclear", {})],
)
def test_several_votes_in_a_post_are_the_options_to_decide(
    game: SmallGame, several: str, expected: dict[str, list[str]]
) -> None:
    """GEN-27."""
    game.set_up(*PLAYERS, roles=False, options=(f"several={several}",))
    game.read(post(1, "Alex", "10:00:00", "[b]VOTE: badger[/b] or rather [b]VOTE: Ann[/b]"))
    report = game.report()
    assert rows(report) == expected
    assert bool(report["unclear"]) is (several == "unclear")


def test_a_final_vote_stays(game: SmallGame) -> None:
    """GEN-30d: the words are the game's own."""
    game.set_up(*PLAYERS, roles=False)
    file = game.game / "game.toml"
    text = file.read_text(encoding="utf-8").replace("[game.options]", '[game.options]\nfinal_words = ["locked"]')
    file.write_text(text, encoding="utf-8")
    game.read(post(1, "Alex", "10:00:00", "[b]VOTE: Ann, locked[/b]"), vote(2, "Alex", "11:00:00", "badger"))
    report = game.report()
    assert rows(report) == {"Ann": ["Alex"]}
    assert [each["reason"] for each in report["rejected"]] == ["no-changes-left"]


def test_a_secret_weight_is_in_no_public_table(game: SmallGame) -> None:
    """GEN-28."""
    game.set_up(*PLAYERS, roles=False)
    file = game.game / "players.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('name = "Ann"', 'name = "Ann"\nweight = 3\nsecret_weight = true'), encoding="utf-8")
    game.read(
        vote(1, "Ann", "10:00:00", "badger"),
        vote(2, "Alex", "11:00:00", "Ann"),
        vote(3, "Quillmarble", "12:00:00", "Ann"),
    )
    public, host = game.report(), game.report("--host")
    assert {row["player"]: row["score"] for row in public["table"]} == {"Ann": 2, "badger42x": 1}
    assert {row["player"]: row["score"] for row in host["table"]} == {"badger42x": 3, "Ann": 2}


def test_a_hammer_ends_the_day_also_for_the_host_who_closes_it(game: SmallGame) -> None:
    """GEN-33: without a clock nothing else would end it."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    votes = [vote(number, name, f"10:0{number}:00", "Quillmarble") for number, name in enumerate(PLAYERS[:3], 1)]
    game.read(*votes[:2], at="2024-01-10T12:00:00+03:00")
    assert game.run("announce", "day1").status == 2
    game.read(*votes)
    assert "Quillmarble" in game.must("announce", "day1")


def test_a_day_without_an_end_shows_no_date_in_the_far_future(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "Ann"), at="2024-01-10T12:00:00+03:00")
    text = game.must("report", "day1") + game.must("votes", "day1") + game.must("report", "day1", "--host")
    assert "9000" not in text
    assert "пока ведущий его не закончит" in text
    assert game.report()["deadline"] is None


def test_a_vote_among_the_tied_needs_the_moment_from_which_it_is_open(game: SmallGame) -> None:
    """GEN-32."""
    game.set_up(*PLAYERS, roles=False, options=("tie=revote",))
    game.read(vote(1, "Alex", "10:00:00", "Ann"), vote(2, "Ann", "10:01:00", "Alex"))
    done = game.run("host", "revote", "--phase", "day1")
    assert done.status == 2
    assert "--at" in done.err
    assert game.run("host", "revote", "--phase", "day1", "--at", "20:00").status == 0


def hammered(game: SmallGame, *options: str) -> SmallGame:
    """Five players; Bob Smith's vote is the third of three that a majority is."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority", *options))
    return game.read(
        vote(1, "Alex", "10:00:00", "Quillmarble"),
        vote(2, "Quillmarble", "10:01:00", "no lynch"),
        vote(3, "Ann", "10:02:00", "quillmarbel"),
        vote(4, "Bob Smith", "10:03:00", "Quill Marble"),
        vote(5, "badger42x", "10:04:00", "Alex"),
    )


def test_a_board_without_colours_gets_the_count_that_its_hosts_write(game: SmallGame) -> None:
    """GEN-33: with what a majority is, and the vote that made it."""
    told = hammered(game).must("report", "day1", "--lang", "en").splitlines()
    assert told[1:7] == [
        "Voting ended at 10:03:00; as of 23:30:00.",
        f"{HAMMER}.",
        "",
        "Quillmarble (3) – Alex 10:00:00, Ann 10:02:00, Bob Smith 10:03:00",
        "no execution (1) – Quillmarble 10:01:00",
        "",
    ]
    assert told[-2:] == ["Not voting (1): badger42x", "With 5 alive it takes 3 votes to execute."]


@pytest.mark.parametrize(
    ("form", "line"),
    [
        ("bbcode", "[*]no execution (1) – [url=https://forum.example/viewtopic.php?p=2#p2]Quillmarble 10:01:00[/url]"),
        ("markdown", "> - no execution \\(1\\) – [Quillmarble 10\\:01\\:00](<https://forum.example/viewtopic.php?p=2#p2>)"),
        ("html", '<li>no execution (1) – <a href="https://forum.example/viewtopic.php?p=2#p2"'),
    ],
)  # fmt: skip
def test_every_format_has_lines_instead_of_columns_of_colours(game: SmallGame, form: str, line: str) -> None:
    told = hammered(game).must("report", "day1", "--lang", "en", "--format", form)
    assert any(each.startswith(line) for each in told.splitlines())
    assert not {"Red", "Blue", "Score"} & set(told.replace("<", " ").replace("|", " ").split())


def test_votes_in_defence_bring_the_colours_back(game: SmallGame) -> None:
    """GEN-25."""
    game.set_up(*PLAYERS, roles=False, options=("defence_votes=count",))
    table = {"extends": "mafiascum", "forms": ["bold", "colour"]}
    file = game.game / "game.toml"
    written = "[names]\ndialect = { " + ", ".join(f"{key} = {value!r}" for key, value in table.items()) + " }\n"
    file.write_text(file.read_text(encoding="utf-8").replace("[names]\n", written), encoding="utf-8")
    game.read(vote(1, "Alex", "10:00:00", "ann"))
    assert "Red" in game.must("report", "day1", "--lang", "en")
    file.write_text(file.read_text(encoding="utf-8").replace(", 'colour'", ""), encoding="utf-8")
    assert "Red" not in game.must("report", "day1", "--lang", "en")


def test_a_colour_that_is_just_the_way_to_vote_is_not_told_beside_each_vote(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    file = game.game / "game.toml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("[names]\n", '[names]\ndialect = "green"\n'), encoding="utf-8"
    )
    game.read(post(1, "Alex", "10:00:00", "[color=green]Ann[/color]"))
    assert "Alex 10:00:00 → Ann: counts [GEN-20]" in game.must("votes", "day1", "--lang", "en").splitlines()
    assert "Ann (1) – Alex 10:00:00" in game.must("report", "day1", "--lang", "en").splitlines()


def test_what_a_majority_is_names_those_for_whom_it_is_another(game: SmallGame) -> None:
    """GEN-34, GEN-35: nobody's execution may need exactly half of the living."""
    game.set_up(*PLAYERS, "Zed", roles=False, options=("decision=majority", "no_execution_majority=half"))
    game.read(vote(1, "Alex", "10:00:00", "ann"))
    told = game.must("report", "day1", "--lang", "en")
    assert told.endswith("With 6 alive it takes 4 votes to execute (no execution: 3).\n")


def test_no_majority_is_told_of_where_none_decides(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "ann"))
    assert "alive" not in game.must("report", "day1", "--lang", "en")


def test_an_explanation_of_the_day_names_the_hammer_and_the_rule_that_decides(game: SmallGame) -> None:
    """GEN-31, GEN-33."""
    hammered(game)
    for asked in ((), ("--host",)):
        lines = [line.strip() for line in game.must("explain", "day1", "--lang", "en", *asked).splitlines()]
        told = lines.index(f"{HAMMER}.")
        assert lines[told + 1].startswith("GEN-33: ")
        decided = next(place for place, line in enumerate(lines) if "ahead" in line or line.startswith("Chosen"))
        assert lines[decided + 1].startswith("GEN-31: ")
        assert "With 5 alive it takes 3 votes to execute." in lines


def test_a_vote_that_the_host_ignores_cites_his_word(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "ann"))
    game.must("rule", "1", "--ignore", "--why", "a joke")
    assert [(each["reason"], each["rule"]) for each in game.report()["rejected"]] == [("ignored", "FORMATS-2")]


def test_an_unclear_vote_that_is_taken_back_waits_for_nobody(game: SmallGame) -> None:
    """GEN-22: whatever it meant; with a majority it is still tried whether it would have been one."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    game.read(
        vote(1, "Alex", "10:00:00", "xyzzy"),
        vote(2, "Ann", "10:01:00", "plugh"),
        vote(3, "Ann", "10:02:00", "xyzzy"),
        post(4, "Alex", "10:03:00", "[b]UNVOTE[/b]"),
        post(5, "Ann", "10:04:00", "[b]UNVOTE[/b]"),
    )
    report = game.report()
    assert (report["unclear"], report["missing"]) == ([], sorted(PLAYERS))
    told = [(each["id"], each["reason"], each["counts"]) for each in game.votes()]
    assert told == [
        ("1", "withdrawn", False), ("2", "superseded", False), ("3", "withdrawn", False), ("4", None, True),
        ("5", None, True),
    ]  # fmt: skip
    game.must("day", "1", "--end", "2024-01-10T12:00:00+03:00")
    assert "unclear" not in game.must("resolve", "day1", "--lang", "en")


def test_an_unclear_vote_that_may_have_ended_the_day_before_it_was_taken_back_is_asked_about(game: SmallGame) -> None:
    """GEN-33."""
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    game.read(
        vote(1, "Alex", "10:00:00", "badger"),
        vote(2, "Ann", "10:01:00", "badger"),
        vote(3, "Bob Smith", "10:02:00", "xyzzy"),
        post(4, "Bob Smith", "10:03:00", "[b]UNVOTE[/b]"),
    )
    game.must("day", "1", "--end", "2024-01-10T12:00:00+03:00")
    assert "The outcome depends on these votes" in game.run("resolve", "day1", "--lang", "en").out


def test_taking_back_and_voting_in_one_post_is_told_as_just_that(game: SmallGame) -> None:
    """GEN-22."""
    game.set_up(*PLAYERS, roles=False)
    again = post(2, "Alex", "11:00:00", "[b]UNVOTE[/b]\nI was wrong.\n[b]VOTE: badger[/b]")
    game.read(vote(1, "Alex", "10:00:00", "ann"), again)
    told = [line for line in game.must("votes", "day1", "--lang", "en").splitlines() if line.startswith("Alex")]
    assert told == [
        "Alex 10:00:00 → Ann: does not count: taken back [GEN-22]",
        "Alex 11:00:00 → unvote: replaced by a later vote [GEN-22]",
        "Alex 11:00:00 → badger42x: counts [GEN-20]",
    ]


def test_a_doubt_in_the_report_names_whom_it_may_mean_in_the_quotes_of_the_language(game: SmallGame) -> None:
    game.set_up("Quillmarble", "Dunmarble", "Alex", roles=False)
    game.read(vote(1, "Alex", "10:00:00", "marble"))
    doubt = "Alex 10:00:00: “VOTE: marble”: it may mean several players; perhaps: Dunmarble, Quillmarble"
    assert f"  {doubt}" in game.must("report", "day1", "--lang", "en").splitlines()


def test_a_silent_day_without_a_limit_of_absences_leaves_nothing_to_decide(game: SmallGame) -> None:
    """GEN-30: what would be counted for nothing makes no unclear vote matter."""
    game.set_up(*PLAYERS, roles=False)
    game.read(
        vote(1, "Alex", "10:00:00", "Quillmarble"),
        vote(2, "Ann", "10:00:00", "Quillmarble"),
        vote(3, "Bob Smith", "10:00:00", "Quillmarble"),
        vote(4, "badger42x", "10:00:00", "marble or so"),
    )
    game.must("day", "1", "--end", "2024-01-10T12:00:00+03:00")
    game.must("resolve", "day1")


def test_the_calendar_tells_when_the_hammer_ended_the_day_and_that_the_host_opens_the_next(game: SmallGame) -> None:
    lines = hammered(game).must("calendar", "--lang", "en").splitlines()
    assert lines[1:] == [
        f"→ Day 1: from 10 Jan 2024 00:00:00, voting ended at 10 Jan 2024 10:03:00; {HAMMER}",
        "  Day 2: opens when the host says so, voting until the host ends it",
    ]
    (first, *_rest) = json.loads(game.must("calendar", "--json"))["days"]
    assert (first["deadline"], first["ended_by_vote"]) == ("2024-01-10T07:03:00+00:00", True)


@pytest.mark.parametrize("asked", [("--end",), ("--extend", "30"), ("--deadline", "2024-01-10T11:00:00+03:00")])
def test_a_day_that_a_hammer_has_ended_is_not_ended_again(game: SmallGame, asked: tuple[str, ...]) -> None:
    done = hammered(game, "until=20:00:00").run("day", "1", *asked, "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert f"Day 1 is over already. {HAMMER}." in done.err
    assert "“tally day 2 --from TIME”" in done.err


def test_a_day_may_be_ended_before_the_vote_that_would_have_been_the_hammer(game: SmallGame) -> None:
    hammered(game).must("day", "1", "--end", "2024-01-10T10:02:30+03:00")
    assert "ended" not in game.must("calendar", "--lang", "en")


def test_who_has_no_vote_in_either_count_is_no_difference(game: SmallGame) -> None:
    game.set_up(*PLAYERS, roles=False)
    count = "Ann (1) - Alex\nNot voting (4): Ann, Bob Smith, badger42x, Quillmarble"
    votes = (vote(1, "Alex", "10:00:00", "Ann"), vote(2, "Ann", "10:30:00", "Zoltan"))
    game.read(*votes, post(3, HOST, "11:00:00", count))
    assert "The counts agree." in game.must("compare", "3", "--lang", "en").splitlines()


def test_the_program_s_own_count_is_read_back_as_the_same(game: SmallGame) -> None:
    votes = (
        vote(1, "Alex", "10:00:00", "Ann"),
        vote(2, "Ann", "10:30:00", "no lynch"),
        vote(3, "Bob Smith", "10:40:00", "Ann"),
    )
    game.set_up(*PLAYERS, roles=False, options=("decision=majority",))
    game.read(*votes)
    told = game.must("report", "day1", "--lang", "en")
    game.read(*votes, post(4, HOST, "11:00:00", told))
    compared = json.loads(game.must("compare", "4", "--json"))
    assert (compared["agree"], compared["votes"], compared["unread"]) == (["Ann", "no-execution"], [], [])


@pytest.mark.parametrize("option", ["decision=majority", "tie=none"])
def test_a_day_without_an_execution_is_explained_by_the_public_count(game: SmallGame, option: str) -> None:
    """GEN-23, GEN-31: one vote of five is no majority; the most votes may be for no execution."""
    game.set_up(*PLAYERS, roles=False, options=(option,))
    game.read(vote(1, "Alex", "10:00:00", "Ann" if option == "decision=majority" else "no lynch"))
    game.must("day", "1", "--end", "2024-01-10T12:00:00+03:00")
    game.must("announce", "day1")
    assert "does not explain" not in game.must("explain", "day1", "--lang", "en")


def test_the_hammer_is_in_the_chain_of_the_resolution_and_in_the_notice_of_the_end(game: SmallGame) -> None:
    """GEN-33."""
    game.now = "2024-01-10T12:00:00+03:00"
    chain = hammered(game).must("resolve", "day1", "--lang", "en").splitlines()
    assert "  Hammered by Bob Smith: Quillmarble has a majority. [GEN-33]" in chain
    notice = game.must("notify", "--dry-run", "--lang", "en").splitlines()
    place = notice.index(f"{HAMMER}.")
    assert notice[place + 1 : place + 4] == [
        "Quillmarble (3) – Alex, Ann, Bob Smith",
        "no execution (1) – Quillmarble",
        "Have not voted: badger42x",
    ]


def test_an_unclear_vote_on_which_the_execution_depends_cites_the_rule_that_decides_it(game: SmallGame) -> None:
    """GEN-31."""
    game.set_up(*PLAYERS, roles=False)
    game.read(vote(1, "Alex", "10:00:00", "Zoltan"))
    game.must("day", "1", "--end", "2024-01-10T12:00:00+03:00")
    told = game.run("resolve", "day1", "--lang", "en").out
    assert "  Waits for a decision: the host — how to read an unclear vote [GEN-31]" in told.splitlines()
