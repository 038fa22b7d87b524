"""What came of checking records, for people and for other programs.

In: checked records. Out: lines in the language in use, or plain JSON values.
"""

import json
from collections.abc import Sequence
from typing import Any

from tally.records.replaying import Checked, PhaseDifference, Verdict
from tally.story.columns import set_in_columns
from tally.story.phases import phase_name
from tally.texts import _, plural

__all__ = ["check_lines", "checked_as_json", "folder_lines"]


def check_lines(checked: Checked) -> list[str]:
    """One record: its faults, its differences phase by phase, or that all holds."""
    if checked.verdict is Verdict.WRONG:
        return [str(fault) for fault in checked.faults]
    lines = [f"{checked.path}: {_verdict(checked)}"]
    phase = None
    for each in checked.differences:
        if each.phase != phase:
            phase = each.phase
            lines.append(f"  {phase_name(phase)} ({phase}):")
        lines.append(f"    {_difference(each)}")
    return lines


def folder_lines(checked: Sequence[Checked]) -> list[str]:
    """Many records: a table, then what is wrong with those that do not hold, then the sum."""
    rows = [(_("Record"), _("Phases"), _("Result"))]
    rows += [(str(each.path), str(each.phases), _verdict(each)) for each in checked]
    lines = set_in_columns(rows, frozenset({1}))
    for each in checked:
        if each.verdict is not Verdict.HOLDS:
            lines += ["", *check_lines(each)]
    counts = {verdict: sum(each.verdict is verdict for each in checked) for verdict in Verdict}
    told = _("Records: {all}; hold: {holds}, differ: {differs}, wrong: {wrong}.")
    return [
        *lines,
        "",
        told.format(
            all=len(checked),
            holds=counts[Verdict.HOLDS],
            differs=counts[Verdict.DIFFERS],
            wrong=counts[Verdict.WRONG],
        ),
    ]


def checked_as_json(checked: Checked) -> dict[str, Any]:
    """The object that `--check --json` prints for one record."""
    return {
        "file": str(checked.path),
        "phases": checked.phases,
        "result": str(checked.verdict),
        "differences": [
            {
                "phase": str(each.phase),
                "key": each.difference.key,
                "expected": each.difference.expected,
                "found": each.difference.found,
                "unwanted": each.difference.unwanted,
            }
            for each in checked.differences
        ],
        "faults": [str(fault) for fault in checked.faults],
    }


def _verdict(checked: Checked) -> str:
    match checked.verdict:
        case Verdict.HOLDS if checked.expectations:
            return plural("all holds ({count} expectation)", "all holds ({count} expectations)", checked.expectations)
        case Verdict.HOLDS:
            return _("nothing is expected")
        case Verdict.DIFFERS:
            return plural("{count} difference", "{count} differences", len(checked.differences))
        case Verdict.WRONG:
            return plural("wrong: {count} fault", "wrong: {count} faults", len(checked.faults))


def _difference(each: PhaseDifference) -> str:
    difference = each.difference
    found = _as_text(difference.found)
    if difference.unwanted:
        return _("{key}: must not occur: {found}").format(key=difference.key, found=found)
    return _("{key}: expected {expected}, found {found}").format(
        key=difference.key, expected=_as_text(difference.expected), found=found
    )


def _as_text(value: object) -> str:
    return _("nothing") if value is None else json.dumps(value, ensure_ascii=False, default=str)
