"""Each rule of the pages stands in the code and in a test: whoever looks for a rule finds where it is kept."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What the engine cannot decide: the reading of posts, and the conduct of people in the thread and in letters.
NOT_FOR_THE_ENGINE = {
    "casino": {"CAS-140", "CAS-141", "CAS-142"},
    "classic": {"CLA-6", "CLA-21", "CLA-130", "CLA-131", "CLA-132"},
    "mordheim": set(),
    "generic": set(),
    "newyear": {"NEW-95"},
    "styles": {"STY-7", "STY-10", "STY-22", "STY-137"},
}
PREFIXES = {"casino": "CAS", "classic": "CLA", "mordheim": "MOR", "newyear": "NEW", "styles": "STY"}

OUTSIDE = (
    (r"\[(`)\.\./seeds/(\w+\.txt`)\]\([^)]*\)", r"\1\2"),
    (r"`\.\./seeds/(\w+\.txt)`", r"`\1`"),
    (r" under `\.\./seeds/`", ""),
    (r"each document in `seeds/`", "each host's document"),
    (r" \(`\.\./PEERS\.md`[^)]*\)", ""),
    (r"`\.\./scenarios/\w+/`", "the public records"),
)


def text_of(*folders: str) -> str:
    """All code and data below the folders."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".toml"))
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(files))


def rules_of(page: str) -> set[str]:
    """The rule ids that the page of a ruleset gives."""
    text = (ROOT / "docs" / "rules" / f"{page}.md").read_text(encoding="utf-8")
    return set(re.findall(rf"\b{PREFIXES[page]}-\d+[a-z]?\b", text)) - NOT_FOR_THE_ENGINE[page]


def cited_in(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{3}-\d+[a-z]?\b", text))


@pytest.mark.parametrize("page", PREFIXES)
def test_every_rule_of_the_page_stands_in_the_code(page: str) -> None:
    assert sorted(rules_of(page) - cited_in(text_of("engine"))) == []


@pytest.mark.parametrize("page", PREFIXES)
def test_every_rule_of_the_page_stands_in_a_test(page: str) -> None:
    assert sorted(rules_of(page) - cited_in(text_of("tests", "fixtures"))) == []


@pytest.mark.parametrize("page", PREFIXES)
def test_the_code_cites_no_rule_that_the_page_lacks(page: str) -> None:
    prefix = PREFIXES[page]
    known = rules_of(page) | NOT_FOR_THE_ENGINE[page]
    assert {rule for rule in cited_in(text_of("engine")) if rule.startswith(prefix)} - known == set()


def standing_alone(text: str) -> str:
    """A page without the ways to what lies beside the project, not in it."""
    for outside, inside in OUTSIDE:
        text = re.sub(outside, inside, text)
    return text


def test_the_pages_are_those_of_the_documents(shared: Path) -> None:
    """The copies under docs/rules are the pages that stand beside the documents."""
    for page in sorted((shared / "rules").glob("*.md")):
        copy = (ROOT / "docs" / "rules" / page.name).read_text(encoding="utf-8")
        assert copy == standing_alone(page.read_text(encoding="utf-8"))


def test_the_formats_are_the_contract_and_what_was_added(shared: Path) -> None:
    contract = standing_alone((shared / "FORMATS.md").read_text(encoding="utf-8"))
    assert (ROOT / "docs" / "FORMATS.md").read_text(encoding="utf-8").startswith(contract)


def test_no_page_leads_out_of_the_project() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "cron").glob("*.md")]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for link in re.findall(r"(?:\]\(|`)((?:\.\./)+[\w./-]*|[\w-]+(?:/[\w.-]+)*\.md)(?:[#)`])", text):
            found = (page.parent / link).resolve()
            assert found.is_relative_to(ROOT), f"{page}: {link}"
            assert found.exists(), f"{page}: {link}"


def test_no_module_of_the_engine_asks_which_ruleset_it_plays() -> None:
    """Oddities are data, or live in their ruleset's own folder."""
    for path in sorted((ROOT / "engine").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(
            r"\bruleset(\.id)?\s*[!=]=|\bid\s*==\s*\"(casino|classic|mordheim|newyear|styles)\"", text
        ), path
        if "rulesets" not in path.parts:
            assert not re.search(r"engine\.rulesets\.(casino|classic|mordheim|newyear|styles|generic)\b", text), path


def test_the_engine_imports_neither_shell_nor_parsers() -> None:
    for path in sorted((ROOT / "engine").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(from|import) (tally|parsers)\b", text, re.MULTILINE), path
        assert not re.search(r"^\s*(from|import) (random|time|socket|sqlite3|os)\b", text, re.MULTILINE), path
