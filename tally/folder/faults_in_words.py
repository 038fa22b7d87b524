"""The engine's faults in a host's words, each with the place in the file where it stands.

In: a file as parsed and a fault of the engine (a path, a code, what was found, what would be right). Out: a fault that
can be printed.
"""

from collections.abc import Sequence

from engine.faults import Fault as EngineFault
from engine.faults import FaultCode
from tally.errors import GameFault
from tally.folder.toml_places import Fault, SourceFile, nearest
from tally.texts import _, plural

__all__ = ["WrongFile", "describe_fault", "fault_in_words"]

# a longer list of what would be right tells nobody anything
_SHOWN = 12


class WrongFile(GameFault):
    """A file that says what cannot be; `faults` are all of them, in the order of the file."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.place is None, fault.place)))
        told = [str(fault) for fault in self.faults]
        if len(told) > 1:
            told.insert(0, plural("{count} fault:", "{count} faults:", len(told)))
        super().__init__("\n".join(told))


def fault_in_words(source: SourceFile, fault: EngineFault) -> Fault:
    """The fault with its file, line, key, and what would be right."""
    return source.fault(fault.path, describe_fault(fault))


def describe_fault(fault: EngineFault) -> str:
    """What is wrong and what would be right, without the place."""
    found = _as_written(fault.found)
    allowed = fault.allowed
    match fault.code:
        case FaultCode.WRONG_FORMAT:
            return _("“format = 1” is wanted here, not {found}").format(found=found)
        case FaultCode.MISSING_KEY:
            key = fault.path[-1] if fault.found is None else found
            return _add_right(_("the key “{key}” is missing").format(key=key), "", allowed)
        case FaultCode.UNKNOWN_KEY:
            return _add_right(_("there is no key “{key}” here").format(key=found), found, allowed)
        case FaultCode.WRONG_TYPE:
            return _("{wanted} is wanted here, not “{found}”").format(wanted=_wanted(allowed), found=found)
        case FaultCode.WRONG_VALUE:
            # where the kinds of values are themselves the values, they stand as they are to be written
            right = allowed if fault.path[-1:] == ("type",) else tuple(map(_kind, allowed))
            if isinstance(fault.found, str) and found in allowed:
                # what is right but for the quotes around it
                found = f'"{found}"'
            return _add_right(_("“{found}” cannot stand here").format(found=found), found, right)
        case FaultCode.BAD_TIME if allowed[:1] == ("YYYY-MM-DD",):
            return _("a date is wanted here, like 2024-01-10")
        case FaultCode.BAD_TIME:
            return _("a time is wanted here, like {example}, not “{found}”").format(example="22:00:00", found=found)
        case FaultCode.BAD_ZONE:
            return _("there is no time zone “{found}”; right is, for instance, {example}").format(
                found=found, example="Europe/Moscow"
            )
        case FaultCode.PHASE_ORDER:
            told = _("the phase “{found}” is out of order; next comes “{right}”")
            return told.format(found=found, right=", ".join(allowed))
        case FaultCode.AFTER_THE_END:
            return _("the game is over before “{found}”; no phase can follow").format(found=found)
        case FaultCode.DUPLICATE_NAME:
            return _("“{found}” stands here a second time").format(found=found)
    unknown = {
        FaultCode.UNKNOWN_RULESET: _("there is no ruleset “{found}”"),
        FaultCode.UNKNOWN_OPTION: _("the ruleset has no option “{found}”"),
        FaultCode.UNKNOWN_ROLE: _("the ruleset has no role “{found}”"),
        FaultCode.UNKNOWN_ACTION: _("nobody here has an action “{found}”"),
        FaultCode.UNKNOWN_PLAYER: _("“{found}” is not in the game"),
        FaultCode.UNKNOWN_CHANCE: _("the ruleset has no chance “{found}”"),
        FaultCode.UNKNOWN_REFERENCE: _("the file has no “{found}”"),
    }
    return _add_right(unknown[fault.code].format(found=found), found, allowed)


def _add_right(problem: str, found: str, allowed: Sequence[str]) -> str:
    """The problem, and the one that was probably meant, or all that would be right."""
    near = nearest(found, allowed)
    if near is not None:
        return _("{problem}; probably “{near}” is meant").format(problem=problem, near=near)
    if not allowed:
        return problem
    choices = ", ".join(allowed[:_SHOWN]) + (", …" if len(allowed) > _SHOWN else "")
    return _("{problem}; right would be: {choices}").format(problem=problem, choices=choices)


def _as_written(found: object) -> str:
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, dict):
        return "{…}"
    return "[…]" if isinstance(found, list | tuple) else str(found)


def _wanted(allowed: Sequence[str]) -> str:
    return " / ".join(map(_kind, allowed))


def _kind(word: str) -> str:
    """The name of a kind of values for people; any other word as it is."""
    words = {
        "table": _("a table"),
        "array": _("a list"),
        "array of tables": _("a list of tables"),
        "array of strings": _("a list of texts"),
        "table of strings": _("a table of names with texts"),
        "table of integers": _("a table of names with numbers"),
        "table of arrays": _("a table of names with lists of texts"),
        "str": _("a text in quotes"),
        "string": _("a text in quotes"),
        "int": _("a whole number"),
        "integer": _("a whole number"),
        "float": _("a number"),
        "bool": _("true or false"),
        "boolean": _("true or false"),
        "hex string": _("a text of hexadecimal digits"),
        "strings": _("a list of texts"),
        "integers": _("a list of whole numbers"),
        "[leaving, entering]": _("[who leaves, who enters]"),
    }
    least = word.removeprefix("integer from ")
    return words.get(word, word) if least == word else _("a whole number from {least} on").format(least=least)
