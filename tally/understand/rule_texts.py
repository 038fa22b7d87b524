"""The rules that outcomes cite, in one line each: `CAS-59` → its text.

In: a rule's id. Out: its text in both languages, from `rule_pages/`; the pages of docs/rules/ say each in full.
"""

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.ruleset import Ruleset
from tally.story.options import option_meaning
from tally.texts import language

__all__ = ["RuleText", "find_rule", "is_rule_id", "rule_in_words"]

_PAGES = Path(__file__).parent / "rule_pages"
_ID = re.compile(r"([A-Z]{3,})-(\d+[a-z]?)", re.IGNORECASE)
_DECISION = re.compile(r"D-?(\d+)", re.IGNORECASE)
# the operations of the host are alike in every game
_OF_THE_HOST = "FORMATS-2"


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: its text in Russian and in English; the latter None where nobody has written it."""

    id: str
    ru: str
    en: str | None


def is_rule_id(written: str) -> bool:
    """Whether a word looks like the id of a rule (`CAS-59`) or of a page's decision (`D-15`)."""
    return bool(_ID.fullmatch(written) or _DECISION.fullmatch(written))


def find_rule(written: str, ruleset: Ruleset | None = None) -> RuleText | None:
    """The rule of that id, in any case; of a decision (`D-15`) what the ruleset's option says. None where there is
    none."""
    decision = _DECISION.fullmatch(written)
    if decision is not None:
        return None if ruleset is None else _decision(decision[1], ruleset)
    match = _ID.fullmatch(written)
    if match is None:
        return None
    id_ = f"{match[1].upper()}-{match[2].lower()}"
    if id_ == _OF_THE_HOST:
        return RuleText(id_, "Слово ведущего.", "The host's word.")
    pages = _page(match[1].upper())
    return None if pages is None or id_ not in pages[0] else RuleText(id_, pages[0][id_], pages[1].get(id_))


def rule_in_words(rule: str) -> str:
    """`CAS-59: its text` in the language in use; the id alone where there is no text for it."""
    found = find_rule(rule)
    if found is None:
        return rule
    text = found.ru if language() == "ru" else found.en or found.ru
    return f"{rule}: {text}"


def _decision(number: str, ruleset: Ruleset) -> RuleText | None:
    """What the options that rest on a decision say, each with its value in this game unless that is a secret."""
    told = [
        option_meaning(key, option) + ("" if option.secret else f" ({key} = {_value(ruleset.values.get(key))})")
        for key, option in ruleset.options.items()
        if (found := _DECISION.fullmatch(option.decision)) is not None and found[1] == number
    ]
    return RuleText(f"D-{number}", "; ".join(told), None) if told else None


def _value(value: object) -> str:
    return "—" if value is None else json.dumps(value, ensure_ascii=False, default=str)


@cache
def _page(prefix: str) -> tuple[dict[str, str], dict[str, str]] | None:
    """Russian and English texts of a ruleset's page, by the ids' prefix."""
    file = _PAGES / f"{prefix}.toml"
    if not file.is_file():
        return None
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return data["ru"], data["en"]
