"""Rulesets for the command line: the bundled ones by their ids, a host's own by its file.

In: an id or a path. Out: the ruleset, or every fault with file, line and key.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.faults import Fault as EngineFault
from engine.faults import FaultCode
from engine.ruleset import Ruleset, load_ruleset, rulesets
from tally.errors import GameFault
from tally.folder.faults_in_words import WrongFile, fault_in_words
from tally.folder.toml_places import Fault, Place, nearest, read_source
from tally.texts import _

__all__ = ["list_rulesets", "load_with_facts", "read_ruleset", "read_ruleset_file"]


def list_rulesets() -> tuple[Ruleset, ...]:
    """The bundled rulesets."""
    return tuple(read_ruleset(name) for name in rulesets())


def read_ruleset(name: str) -> Ruleset:
    """A bundled ruleset by its id, or a host's own by the path of its file. Raises GameFault where there is none."""
    if name.endswith(".toml"):
        return read_ruleset_file(Path(name))
    if name not in rulesets():
        near = nearest(name, rulesets())
        right = ", ".join(rulesets()) if near is None else near
        raise GameFault(_("there is no ruleset “{found}”; right would be: {right}").format(found=name, right=right))
    found = load_with_facts(name, None)
    if isinstance(found, Ruleset):
        return found
    raise GameFault(_("the ruleset “{name}” is wrong: {faults}").format(name=name, faults=found))


def read_ruleset_file(path: Path) -> Ruleset:
    """A host's own ruleset. Raises UnreadableFile, or WrongFile with all faults."""
    source = read_source(path)
    if not source.text.strip():
        told = _("the file is empty; docs/rulesets.md shows a whole ruleset")
        raise WrongFile([Fault(path, Place(1, 1), (), told)])
    found = load_with_facts(path.stem, source.data)
    if isinstance(found, Ruleset):
        return found
    unknown = {fault.path for fault in found if fault.code is FaultCode.UNKNOWN_OPTION}
    # an option that is not there has no value either: one fault, not two
    wrong = [fault for fault in found if fault.code is FaultCode.UNKNOWN_OPTION or fault.path not in unknown]
    raise WrongFile([fault_in_words(source, fault) for fault in wrong])


def load_with_facts(name: str, data: Mapping[str, Any] | None) -> Ruleset | tuple[EngineFault, ...]:
    """The ruleset with its defaults; facts of a game that have none (a trump) are taken as any that are allowed."""
    found = load_ruleset(name, data=data)
    if isinstance(found, Ruleset):
        return found
    missing = [
        fault for fault in found if fault.code is FaultCode.MISSING_KEY and fault.path[:2] == ("game", "options")
    ]
    if not missing or len(missing) < len(found):
        return found
    facts = {str(fault.path[-1]): fault.allowed[place % len(fault.allowed)] for place, fault in enumerate(missing)}
    return load_ruleset(name, facts, data=data)
