"""Every rule has its text in one line: in Russian, and as its page in docs/rules begins."""

import re
import tomllib
from pathlib import Path

import pytest

from engine.ruleset import Ruleset, load_ruleset
from tally.texts import use_language
from tally.understand.rule_texts import find_rule, is_rule_id, rule_in_words

ROOT = Path(__file__).resolve().parents[2]
PAGES = {"casino": "CAS", "classic": "CLA", "generic": "GEN", "mordheim": "MOR", "newyear": "NEW", "styles": "STY"}
ID = r"[A-Z]{3}-\d+[a-z]?"
ROW = re.compile(rf"\| *\*{{0,2}}({ID})\*{{0,2}} *\|(.*)\|$")
HEAD = re.compile(rf"(?:^(?:- )?|(?<= ))\*\*({ID})(?=[ .*])|^({ID})(?=\. )|^\*\*Guests\*\* \((CLA-5)\)")


def page(ruleset: str) -> str:
    return (ROOT / "docs" / "rules" / f"{ruleset}.md").read_text(encoding="utf-8")


def rules_of_page(text: str) -> dict[str, str]:
    """Each rule of a page with its whole text: a row of a table, or a paragraph."""
    found: dict[str, str] = {}
    current: str | None = None
    for line in text.splitlines():
        row = ROW.match(line)
        if row or not line.strip() or line.startswith(("#", "|", "---")):
            current = None
            if row:
                cells = [cell.strip() for cell in row[2].split("|")]
                found.setdefault(row[1], " · ".join(cell for cell in cells if cell.strip("– ")))
            continue
        heads = list(HEAD.finditer(line))
        if current is not None:
            found[current] += " " + line[: heads[0].start() if heads else None].strip()
        ends = [*(each.start() for each in heads), len(line)][1:]
        for head, end in zip(heads, ends, strict=True) if heads else ():
            current = next(group for group in head.groups() if group)
            if current in found:
                current = None
            else:
                found[current] = line[head.end() : end]
    return {rule: re.sub(r"\s+", " ", told.replace("**", "")).strip(" .–") for rule, told in found.items()}


@pytest.mark.parametrize(("ruleset", "prefix"), PAGES.items())
def test_every_rule_of_a_page_has_its_text(ruleset: str, prefix: str) -> None:
    told = tomllib.loads((ROOT / "tally" / "understand" / "rule_pages" / f"{prefix}.toml").read_text(encoding="utf-8"))
    pages = rules_of_page(page(ruleset))
    assert set(pages) == {rule for rule in re.findall(ID, page(ruleset)) if rule.startswith(prefix)}
    assert set(told["ru"]) == set(told["en"]) == set(pages)
    for rule, text in told["en"].items():
        assert pages[rule].startswith(text.removesuffix("…").removesuffix(".")), f"{rule} begins otherwise in its page"
        assert len(text) <= 201


def test_russian_texts_are_one_line_of_russian() -> None:
    for prefix in PAGES.values():
        told = tomllib.loads(
            (ROOT / "tally" / "understand" / "rule_pages" / f"{prefix}.toml").read_text(encoding="utf-8")
        )
        for rule, text in told["ru"].items():
            assert re.search("[а-яё]", text), rule
            assert text.endswith("."), rule
            assert len(text) <= 170, rule
            assert "`" not in text, rule


def test_every_rule_that_the_code_cites_has_a_text() -> None:
    """Whatever an event cites is written in the engine or in the ruleset's data."""
    sources = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "engine").rglob("*.toml")]
    cited = {
        rule
        for source in sources
        for rule in re.findall(rf"[\"']({ID}|FORMATS-2)[\"']", source.read_text(encoding="utf-8"))
    }
    assert len(cited) > 250
    assert sorted(rule for rule in cited if find_rule(rule) is None) == []


def test_a_rule_is_found_however_it_is_typed() -> None:
    assert rule_in_words("CAS-59") == "CAS-59: Шантажист — как девочка, но за мафию; его блок сильнее блока девочки."
    assert find_rule("cas-59") == find_rule("CAS-59")
    assert find_rule("CLA-5A") is not None
    assert find_rule("CAS-999") is None
    assert rule_in_words("OWN-1") == "OWN-1"
    assert [is_rule_id(each) for each in ("GEN-30d", "D-15", "D15", "day3", "17", "Вася")] == [True] * 3 + [False] * 3


def test_a_decision_tells_the_option_of_this_game() -> None:
    rules = load_ruleset("classic", {"tie": "none"})
    assert isinstance(rules, Ruleset)
    found = find_rule("D-8", rules)
    assert found is not None
    assert 'tie = "none"' in found.ru
    assert find_rule("D-8") is None


def test_the_text_is_of_the_language_in_use() -> None:
    use_language("en")
    assert rule_in_words("CLA-26") == "CLA-26: A blue vote of the doctor counts 3, his red vote 1"
