"""From the markup of a post to the author's own words, and from these to marks."""

import pytest
from lxml import etree

from parsers import Form, Run
from parsers.colours import RED_AND_BLUE, Palette
from parsers.marks import COLOURED, COLOURLESS, Dialect, read_marks
from parsers.words import Words, read_runs, read_runs_of_all

WORDS = Words(foreign=frozenset({"quote-box"}), own=frozenset({"spoiler-box"}), struck=frozenset({"mycode_s"}))


def runs_of(markup: str) -> tuple[Run, ...]:
    body = etree.HTML(f"<html><body><div>{markup}</div></body></html>").find(".//div")
    assert body is not None
    return read_runs(body, WORDS)


def bodies_of(markup: str) -> list[etree._Element]:
    return list(etree.HTML(f"<html><body><article>{markup}</article></body></html>").iterfind(".//article/div"))


def test_many_bodies_are_read_as_each_is_alone() -> None:
    markup = "<div>раз <b>два</b></div><div></div><div> <blockquote>чужое</blockquote> </div><div>три<br>четыре</div>"
    together = read_runs_of_all(bodies_of(markup), WORDS)
    assert together == [read_runs(body, WORDS) for body in bodies_of(markup)]
    assert ["".join(run.text for run in runs) for runs in together] == ["раз два", "", "", "три\nчетыре"]


def test_what_the_source_escapes_is_what_was_written() -> None:
    text = 'a < b & c > d &amp; &nbsp; "e" <!-- not a comment -->'
    [body] = bodies_of("<div></div>")
    body.text = text
    assert read_runs(body, WORDS) == (Run(text),)
    assert text_of("<b title='a>b<c'>Вася</b><script>'</div><b>'</script><!-- <i> -->, <a<b c\"d=e>привет</a<b>") == (
        "Вася, привет"
    )


def test_control_characters_are_no_text() -> None:
    assert text_of("Ва\x02ся&#31; и Пе\x0bтя") == "Вася и Петя"


def test_what_is_foreign_is_asked_only_where_a_hint_stands() -> None:
    asked = []

    def is_foreign(element: etree._Element) -> bool:
        asked.append(element.tag)
        return element.get("data-quote") is not None

    words = Words(is_foreign=is_foreign, hints=(b"data-quote",))
    plain, quoting = bodies_of("<div><i>раз</i></div><div><p data-quote='1'>чужое <b>и</b></p><i>два</i></div>")
    assert [run.text for runs in read_runs_of_all([plain, quoting], words) for run in runs] == ["раз", "два"]
    assert asked == ["p", "b", "i"]


def test_a_body_deeper_than_python_can_call_is_read() -> None:
    body = etree.Element("div")
    within = body
    for _ in range(2_000):
        within = etree.SubElement(within, "b")
    within.text = "Вася"
    assert read_runs(body, WORDS) == (Run("Вася", bold=True),)


def text_of(markup: str) -> str:
    return "".join(run.text for run in runs_of(markup))


def test_the_heading_of_a_box_is_a_line_of_its_own() -> None:
    assert text_of("<fieldset><legend>День 1</legend><b>Вася (3)</b> – Петя</fieldset>") == "День 1\nВася (3) – Петя"


def marks_of(
    markup: str, dialect: Dialect = COLOURED, palette: Palette = RED_AND_BLUE, names: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    runs = runs_of(markup)
    text = "".join(run.text for run in runs)
    marks = read_marks(runs, text, dialect, palette, frozenset(names))
    assert all(mark.text in text[mark.start : mark.end] or mark.form is Form.RAW for mark in marks)
    return [(mark.colour.value if mark.colour else "", mark.text) for mark in marks]


def red(text: str) -> str:
    return f'<span style="color:red">{text}</span>'


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("один<br>два<br /><br />три", "один\nдва\n\nтри"),
        ("<p>один</p>\n<p>два</p>", "один\nдва"),
        ("  a\n\t b  <b> c</b> ", "a b c"),
        ("wo<abbr title='Rockchip'>rk</abbr>s", "works"),
        ('А <img class="smilies" src="x.gif" alt=":)"> Б <img src="photo.jpg" alt="Изображение">', "А :) Б"),
        ('<img class="emoji" alt="🔴"> Вася', "🔴 Вася"),
        ("до<blockquote>чужое<blockquote>ещё</blockquote></blockquote>после", "до\nпосле"),
        ("до<pre><code>[b]код[/b]</code></pre>после", "до\nпосле"),
        ("<script>x()</script><!-- нет -->слова<button>жми</button>", "слова"),
        ('<div class="quote-box"><cite>Петя</cite><blockquote>чужое</blockquote></div>своё', "своё"),
        ('<div class="quote-box spoiler-box"><blockquote>своё</blockquote></div>', "своё"),
        (
            '<div class="quote-box spoiler-box"><blockquote><div class="quote-box">чужое</div>своё</blockquote></div>',
            "своё",
        ),
        ("", ""),
        ("<br><br>", ""),
    ],
)
def test_own_words(markup: str, text: str) -> None:
    assert text_of(markup) == text


@pytest.mark.parametrize(
    ("markup", "marks"),
    [
        (red("Вася"), [("red", "Вася")]),
        (f"<b>{red('Вася')}</b>", [("red", "Вася")]),
        (red("<b>Ва</b>ся"), [("red", "Вася")]),
        (red("Ва<i>с</i><span style='font-size:150%'>я</span>"), [("red", "Вася")]),
        (red("Ва\u200bся&nbsp;"), [("red", "Ва\u200bся")]),
        (red("Ва") + red("ся"), [("red", "Вася")]),
        (red("Ва") + "\u200b" + red("ся"), [("red", "Ва\u200bся")]),
        (red("Вася <img class='emoji' alt='😀'>Пупкин"), [("red", "Вася 😀Пупкин")]),
        (f"<a href='#'>{red('Вася')}</a>", [("red", "Вася")]),
        (red("Вася") + " " + red("Вася"), [("red", "Вася"), ("red", "Вася")]),
        (red("Вася") + "<br>" + red("Петя"), [("red", "Вася"), ("red", "Петя")]),
        (f"<p>{red('Вася')}</p><p>{red('Петя')}</p>", [("red", "Вася"), ("red", "Петя")]),
        (red("Ада<br>Вонг"), [("red", "Ада\nВонг")]),
        (red("Вася<br>Петя<br>Ля"), [("red", "Вася"), ("red", "Петя"), ("red", "Ля")]),
        (red("Ля, <span style='color:blue'>Петя</span> и все"), [("red", "Ля,"), ("blue", "Петя"), ("red", "и все")]),
        ('<span style="color:blue">' + red("Вася") + "</span>", [("red", "Вася")]),
        ('<span style="color:green">Ля лучше чем ' + red("Петя") + "</span>", [("red", "Петя")]),
        (red('<span style="color:transparent">Вася</span>'), []),
        (red("<span style='color:inherit'>Вася</span>"), [("red", "Вася")]),
        ('<font color="#FF0000"><font size="1">Вася</font></font>', [("red", "Вася")]),
        ('<font color=blue><font color="Silver">серым</font> Вася</font>', [("blue", "Вася")]),
        ('<span class="bbc_red">Вася</span>', [("red", "Вася")]),
        ('<span style="background-color:red">Вася</span>', []),
        (red(" ") + red(""), []),
        (f"<s>{red('Вася')}</s>", []),
        (red("<s>Вася</s>"), []),
        (red("<span style='text-decoration: line-through'>Вася</span> Петя"), [("red", "Петя")]),
        (f"<span class='mycode_s'>{red('Вася')}</span>", []),
        (f"<blockquote>{red('Вася')}</blockquote>", []),
        (red("Целый абзац о том, что <b>Вася</b> молчит."), [("red", "Целый абзац о том, что Вася молчит.")]),
        ("[color=red]Вася[/color]", [("red", "Вася")]),
        ('[COLOR="#00f"][b]Вася[/b][/COLOR]', [("blue", "Вася")]),
        ("[color=rgb(255, 0, 0)]Вася[/color]", [("red", "Вася")]),
        ("[color=green]Вася[/color] [color=red]без конца", []),
        ("<s>[color=red]Вася[/color]</s>", []),
    ],
)
def test_marks_in_colour(markup: str, marks: list[tuple[str, str]]) -> None:
    assert marks_of(markup) == marks


@pytest.mark.parametrize(
    ("markup", "marks"),
    [
        ("РэдДи КРАСНЫМ", [("red", "РэдДи")]),
        ("Кто самый тихий? Правильно. РэдДи КРАСНЫМ<br>С телефона.", [("red", "РэдДи")]),
        ("Голосую: King EcitoN СИНИМ, он мирный", [("blue", "King EcitoN")]),
        ("РэдДи - красный<br>с работы", [("red", "РэдДи")]),
        ("Вася красным.", [("red", "Вася")]),
        ("<b>sergey ace</b> КРАСНЫМ Давайте", [("red", "sergey ace")]),
        ("<b>Мирные победили.</b> СИНИМ", [("blue", "Мирные победили.")]),
        ("КРАСНЫМ: Вася", [("red", "Вася")]),
        ("Я красным пока никого не пишу", []),
        ("за красный голос в мою сторону", []),
        ("Голос против: ник красным. Защита: ник синим.", []),
        ("Можно словами: «Ник КРАСНЫМ» или «Ник СИНИМ».", []),
        ("<s>РэдДи КРАСНЫМ</s>", []),
        ("<blockquote>РэдДи КРАСНЫМ</blockquote>", []),
        (red("Вася") + " КРАСНЫМ", [("red", "Вася")]),
        ("КРАСНЫМ", []),
        ("Голосую КРАСНЫМ", []),
    ],
)
def test_marks_in_words(markup: str, marks: list[tuple[str, str]]) -> None:
    assert marks_of(markup) == marks


@pytest.mark.parametrize(
    ("markup", "marks"),
    [
        ("🔴 Puss за молчание.", [("red", "Puss")]),
        ("Спасибо! 🔵 Puss взаимно :)", [("blue", "Puss")]),
        ("🔴 King EcitoN потому что", [("red", "King EcitoN")]),
        ("<b>celfida</b> 🔴 - 🔴 мафия!", [("red", "celfida"), ("red", "мафия")]),
        ("Вася 🔴<br>Петя 💙", [("red", "Вася"), ("blue", "Петя")]),
        ("❤️ Вася", [("red", "Вася")]),
        ('<img class="emoji" alt="🔵"> <b>Серьезный ЧаловеГ</b>!', [("blue", "Серьезный ЧаловеГ")]),
        ("🔴", []),
        ("🔴 - :)", []),
        ("<s>🔴 Вася</s>", []),
    ],
)
def test_marks_by_emoji_where_an_engine_has_no_colours(markup: str, marks: list[tuple[str, str]]) -> None:
    assert marks_of(markup, COLOURLESS) == marks
    assert marks_of(markup) == []


def test_known_nicks_tell_where_a_name_ends() -> None:
    assert marks_of("🔴 sergey ace тут", COLOURLESS, names=("sergey ace",)) == [("red", "sergey ace")]
    assert marks_of("Голосую sergey ace КРАСНЫМ", names=("sergey ace",)) == [("red", "sergey ace")]


def test_known_nicks_tell_two_names_from_one_broken_name() -> None:
    assert marks_of(red("Вася<br>Петя"), names=("вася",)) == [("red", "Вася"), ("red", "Петя")]
    assert marks_of(red("Ada<br>Wong"), names=("ada wong", "ada")) == [("red", "Ada\nWong")]


def test_dialects_without_colours() -> None:
    bold = Dialect(frozenset({Form.BOLD}))
    assert marks_of("<b>Вася</b>, нет, <b>Петя</b>", bold) == [("", "Вася"), ("", "Петя")]
    tagged = Dialect(frozenset({Form.TAG}), tags=frozenset({"vote"}))
    assert marks_of("<span class='x vote'>Вася</span> <span class='x'>Петя</span>", tagged) == [("", "Вася")]
    plain = Dialect(frozenset({Form.PLAIN}), plain=(r"^\s*голосую (?:за|против)\s+(?P<name>\S+)",))
    assert marks_of("Голосую за Васю<br>я не голосую за Петю", plain) == [("", "Васю")]


def test_a_game_in_other_colours() -> None:
    assert marks_of('<span style="color:green">Вася</span> ' + red("Ля"), palette=Palette(red=("green",))) == [
        ("red", "Вася")
    ]
