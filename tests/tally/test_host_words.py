"""The host's word on votes: rulings, entered votes, hidden posts, aliases and replacements, through commands."""

from pathlib import Path

import pytest

from tests.tally.small_game import SmallGame, post

PLAYERS = ("Вася", "Петя", "Эмилия", "Zorro", "Кот Баюн")


@pytest.fixture
def game(tmp_path: Path) -> SmallGame:
    return SmallGame(tmp_path).set_up(*PLAYERS)


def red(name: str) -> str:
    return f"[color=red]{name}[/color]"


def counted(game: SmallGame, day: str = "day1") -> list[tuple[str, str, str | None]]:
    return [(each["by"], each["on"], each["colour"]) for each in game.votes(day=day) if each["counts"]]


def refuses(game: SmallGame, *arguments: str) -> str:
    done = game.run(*arguments)
    assert done.status == 2, done.out
    return done.err


# Rulings.


def test_an_unclear_vote_counts_by_the_hosts_word_which_all_may_see(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася и Эмилия")))
    game.must("rule", "1", "--on", "Эмилию", "--why", "так сказал сам")
    [vote] = game.votes()
    assert (vote["on"], vote["counts"], vote["ruling"]) == ("Эмилия", True, "так сказал сам")
    assert "решение ведущего: так сказал сам" in game.must("report", "day1")
    [shown] = game.report()["table"][0]["votes"]
    assert shown["ruling"] == "так сказал сам"
    game.must("publish")
    assert "решение ведущего: так сказал сам" in (game.game / "site" / "index.html").read_text(encoding="utf-8")


def test_an_address_names_the_post_as_well(game: SmallGame) -> None:
    game.read(post(17, "Петя", "12:00:00", red("Вася")))
    game.must("rule", "https://forum.example/viewtopic.php?p=17#p17", "--ignore", "--why", "проверка")
    game.must("rule", "https://other.example/viewtopic.php?f=3&t=12&p=17", "--undo", "--why", "проверка")
    assert counted(game) == [("Петя", "Вася", "red")]


def test_one_ruling_adds_to_another_and_undo_takes_all_back(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    game.must("rule", "1", "--on", "Zorro", "--why", "описка")
    game.must("rule", "1", "--colour", "blue", "--why", "и цвет не тот")
    assert counted(game) == [("Петя", "Zorro", "blue")]
    game.must("rule", "1", "--undo", "--why", "нет")
    assert counted(game) == [("Петя", "Вася", "red")]
    assert "ещё ничего не решали" in refuses(game, "rule", "1", "--undo", "--why", "нет")


def test_an_ignored_vote_is_listed_as_not_counted_and_the_one_before_it_stands(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", f"{red('Вася')} странный. {red('Zorro')}"))
    game.must("rule", "1", "--vote", "Zorro", "--ignore", "--why", "цитата без кавычек")
    assert counted(game) == [("Петя", "Вася", "red")]
    [refused] = game.report()["rejected"]
    assert (refused["on"], refused["reason"], refused["ruling"]) == ("Zorro", "ignored", "цитата без кавычек")


@pytest.mark.parametrize(("at", "word", "counts"), [("22:00:10", "--in-time", True), ("21:59:00", "--late", False)])
def test_the_host_says_what_was_in_time(game: SmallGame, at: str, word: str, counts: bool) -> None:
    game.read(post(1, "Петя", at, red("Вася")))
    game.must("rule", "1", word, "--why", "часы форума")
    [vote] = game.votes()
    assert (vote["counts"], vote["reason"]) == (counts, None if counts else "late")
    assert vote["time"] == f"2024-01-10T{int(at[:2]) - 3}{at[2:]}+00:00"


def test_a_post_without_a_mark_may_be_made_a_vote(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", "того, кто вчера молчал"))
    assert "в сообщении 1 нет голоса" in refuses(game, "rule", "1", "--colour", "blue", "--why", "вижу")
    game.must("rule", "1", "--on", "Вася", "--why", "так договорились")
    assert counted(game) == [("Петя", "Вася", None)]
    assert game.report()["leading"] == ["Вася"]


def test_of_several_votes_in_a_post_the_host_says_which(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", f"{red('Вася')} странный. {red('Zorro')}"))
    told = refuses(game, "rule", "1", "--ignore", "--why", "лишний")
    assert "1 «Вася», 2 «Zorro»" in told
    game.must("rule", "1", "--vote", "2", "--ignore", "--why", "лишний")
    assert counted(game) == [("Петя", "Вася", "red")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["99", "--ignore"], "«99»"),
        (["1"], "что решено?"),
        (["1", "--on", "Никто"], "«Никто» — не игрок"),
        (["1", "--on", "Кот"], None),
        (["1", "--kind", "scan"], "нет голосов вида «scan»"),
        (["1", "--kind", "nonsense"], "не вид голоса"),
        (["1", "--in-time", "--late"], "исключают"),
        (["1", "--undo", "--ignore"], "пишется один"),
        (["1", "--vote", "3", "--ignore"], "нет голоса «3»"),
        (["entry-99", "--ignore"], "entry-99"),
    ],
)
def test_a_ruling_that_means_nothing_is_refused(game: SmallGame, arguments: list[str], told: str | None) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    if told is None:
        game.must("rule", *arguments, "--why", "проверка")
    else:
        assert told in refuses(game, "rule", *arguments, "--why", "проверка")


def test_a_ruling_survives_the_naming_of_an_alias(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Лохматый, Вася")))
    game.must("rule", "1", "--on", "Вася", "--why", "понятно")
    game.must("alias", "Zorro", "Лохматый")
    assert ("Петя", "Вася", "red") in counted(game)


# Votes entered by hand.


def test_an_entered_vote_counts_and_says_so(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    game.must("vote", "Zorro", "blue", "Васю", "--at", "21:30:00", "--phase", "day1", "--why", "форум лежал")
    [entered] = [vote for vote in game.votes() if "entered" in vote]
    assert (entered["by"], entered["on"], entered["colour"], entered["counts"]) == ("Zorro", "Вася", "blue", True)
    assert (entered["entered"], entered["post"]) == ("форум лежал", None)
    assert "Zorro 21:30:00 (внесён ведущим: форум лежал)" in game.must("report", "day1")
    game.must("rule", entered["id"], "--ignore", "--why", "он передумал")
    assert counted(game) == [("Петя", "Вася", "red")]


def test_an_entered_vote_is_counted_in_its_time(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    game.must("vote", "Петя", "red", "Zorro", "--at", "11:00:00", "--phase", "day1", "--why", "по телефону")
    game.must("vote", "Эмилия", "red", "Zorro", "--at", "2024-01-10T22:00:00+03:00", "--why", "опоздала")
    assert counted(game) == [("Петя", "Вася", "red")]
    assert [vote["reason"] for vote in game.votes() if "entered" in vote] == ["superseded", "late"]


@pytest.mark.parametrize("on", [[], ["none"], ["Вася"]])
def test_a_vote_is_taken_back_by_hand_without_saying_whose_it_was(tmp_path: Path, on: list[str]) -> None:
    game = SmallGame(tmp_path, ruleset="generic").set_up("Вася", "Петя", "Ада", roles=False)
    game.read(post(1, "Петя", "12:00:00", "[b]VOTE: Вася[/b]"), post(2, "Ада", "12:01:00", "[b]VOTE: Вася[/b]"))
    game.must("replace", "Петя", "Новый", "--from", "2")
    why = ("--at", "2024-01-10T12:30:00", "--why", "заменён")
    assert "снятие" in game.must("vote", "Новый", "none", *on, "--kind", "unvote", *why).lower() or on == ["Вася"]
    assert [vote["by"] for row in game.report()["table"] for vote in row["votes"]] == ["Ада"]
    assert game.report()["missing"] == ["Вася", "Петя"]


def test_only_taking_back_needs_no_target(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    when = ["--at", "21:30:00", "--phase", "day1", "--why", "проверка"]
    assert "за кого голос?" in refuses(game, "vote", "Вася", "red", *when)
    assert "«none» — не игрок" in refuses(game, "vote", "Вася", "red", "none", *when)


def test_a_vote_by_or_for_nobody_is_not_entered(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    when = ["--at", "21:30:00", "--phase", "day1", "--why", "проверка"]
    assert "«Чужой» — не игрок" in refuses(game, "vote", "Чужой", "red", "Вася", *when)
    assert "«Чужой» — не игрок" in refuses(game, "vote", "Вася", "red", "Чужой", *when)
    assert "не день" in refuses(
        game, "vote", "Вася", "red", "Петя", "--at", "21:30:00", "--phase", "night1", "--why", "-"
    )


# Hidden posts.


def test_a_hidden_text_is_shown_to_the_host_alone(game: SmallGame) -> None:
    rude = "Вася и Эмилия уроды"
    game.read(post(1, "Петя", "12:00:00", red(rude)))
    game.must("hide", "1", "--why", "оскорбления")
    game.must("publish")
    page = (game.game / "site" / "index.html").read_text(encoding="utf-8")
    public = [page, *(game.must(*words) for words in (["report", "day1"], ["votes", "day1", "--all"]))]
    public += [game.must("report", "day1", "--json"), game.must("votes", "day1", "--all", "--json")]
    assert not [text for text in public if "уроды" in text]
    assert "скрыто ведущим" in page
    assert rude in game.must("votes", "day1", "--host")
    game.must("hide", "1", "--undo")
    assert rude in game.must("votes", "day1")


# Aliases.


def test_an_alias_means_the_player_and_leaves_the_file_as_it_was(game: SmallGame) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Лохматый")))
    players = game.game / "players.toml"
    before = players.read_text(encoding="utf-8")
    game.must("alias", "Кот Баюн", "Лохматый")
    assert counted(game) == [("Петя", "Кот Баюн", "red")]
    after = players.read_text(encoding="utf-8")
    assert after.replace('aliases = ["Лохматый"]\n', "") == before


@pytest.mark.parametrize(
    ("name", "alias", "told"),
    [
        ("Вася", "Петя", "уже значит Петя"),
        ("Вася", "Петю", "уже значит Петя"),
        ("Вася", "ведущий", "уже значит Ведущий"),
        ("Вася", "ВАСЯ", "уже имя игрока Вася"),
        ("Вася", " ", "нужна"),
        ("Чужой", "Свой", "не игрок"),
    ],
)
def test_an_alias_that_is_somebodys_name_is_refused(game: SmallGame, name: str, alias: str, told: str) -> None:
    before = (game.game / "players.toml").read_bytes()
    err = refuses(game, "alias", name, alias)
    assert told in err or "— уже имя" in err
    assert (game.game / "players.toml").read_bytes() == before


# Replacements.


def test_a_replacement_votes_for_the_seat_from_his_post_on(game: SmallGame) -> None:
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Новый", "12:30:00", red("Эмилия")),
        post(3, "Новый", "13:00:00", red("Zorro")),
        post(4, "Петя", "14:00:00", red("Вася")),
        post(5, "Эмилия", "15:00:00", red("Петя")),
        post(6, "Zorro", "15:01:00", red("Нового")),
    )
    game.must("replace", "Петя", "Новый", "--from", "3")
    votes = game.votes()
    assert [(vote["by"], vote["on"], vote["reason"]) for vote in votes] == [
        ("Петя", "Вася", "superseded"),
        ("Новый (51)", "Эмилия", "not-playing"),
        ("Петя", "Zorro", None),
        ("Петя (50)", "Вася", "not-playing"),
        ("Эмилия", "Петя", None),
        ("Zorro", "Петя", None),
    ]


def test_after_the_phase_the_seat_bears_the_new_name_and_the_old_one_means_it(game: SmallGame) -> None:
    game.now = "2024-01-12T00:00:00+03:00"
    game.read(
        post(1, "Петя", "12:00:00", red("Вася")),
        post(2, "Новый", "2024-01-11T12:00:00", red("Zorro")),
        post(3, "Эмилия", "2024-01-11T12:01:00", red("Петю")),
        at="2024-01-11T23:30:00+03:00",
    )
    game.must("rule", "1", "--ignore", "--why", "чтобы все дожили до второго дня")
    game.must("replace", "Петя", "Новый", "--from", "day2")
    assert [(vote["by"], vote["on"], vote["counts"]) for vote in game.votes(day="day2")] == [
        ("Новый", "Zorro", True),
        ("Эмилия", "Новый", True),
    ]
    assert game.votes("Петя", day="day2") == game.votes("Новый", day="day2") != []
    assert 'accounts = ["Петя", "Новый"]' in (game.game / "players.toml").read_text(encoding="utf-8")


def test_a_replacement_may_be_replaced(game: SmallGame) -> None:
    game.read(
        post(1, "Первый", "12:00:00", red("Вася")),
        post(2, "Второй", "13:00:00", red("Эмилия")),
        post(3, "Первый", "14:00:00", red("Zorro")),
    )
    game.must("replace", "Петя", "Первый", "--from", "1")
    game.must("replace", "Первый", "Второй", "--from", "2")
    assert [(vote["by"], vote["reason"]) for vote in game.votes()] == [
        ("Петя", "superseded"),
        ("Петя", None),
        ("Первый (50)", "not-playing"),
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["Петя", "Вася"], "уже значит Вася"),
        (["Петя", "ведущий"], "ведущий"),
        (["Чужой", "Новый"], "не игрок"),
        (["Петя", "Новый", "--from", "day1"], "до первой ночи"),
        (["Петя", "Новый", "--from", "99"], "«99»"),
    ],
)
def test_a_replacement_that_cannot_be_is_refused(game: SmallGame, arguments: list[str], told: str) -> None:
    game.read(post(1, "Петя", "12:00:00", red("Вася")))
    before = (game.game / "players.toml").read_bytes()
    assert told in refuses(game, "replace", *arguments)
    assert (game.game / "players.toml").read_bytes() == before


def test_a_name_written_as_it_is_means_its_own_seat(tmp_path: Path) -> None:
    game = SmallGame(tmp_path).set_up("Александр", "Александра", "Вася")
    game.read(post(1, "Вася", "12:00:00", red("Сашку")))
    game.must("rule", "1", "--on", "Александра", "--why", "сам сказал")
    assert [each["on"] for each in game.votes()] == ["Александра"]
