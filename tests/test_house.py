"""The house keeps its shape: which folder may import which, and what the parsers and the engine never touch."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NEVER = {
    "parsers": {"tally", "engine", "socket", "sqlite3", "sqlite_utils", "httpx", "random", "subprocess"},
    "engine": {"tally", "parsers", "socket", "sqlite3", "sqlite_utils", "httpx", "random", "rich", "click", "gettext"},
}


def _imports(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("package", NEVER)
def test_a_package_imports_nothing_that_it_must_not_know(package: str) -> None:
    for source in (ROOT / package).rglob("*.py"):
        forbidden = NEVER[package] & set(_imports(source))
        assert not forbidden, f"{source.relative_to(ROOT)} imports {', '.join(sorted(forbidden))}"


def test_the_folders_of_the_shell_know_one_another_in_one_direction_alone() -> None:
    shell = ROOT / "tally"
    known = defaultdict[str, set[str]](set)
    for source in shell.rglob("*.py"):
        [folder, *_] = source.relative_to(shell).with_suffix("").parts
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tally."):
                known[folder].add(node.module.split(".")[1])
    for folder, others in known.items():
        others.discard(folder)
    TopologicalSorter(known).prepare()  # raises CycleError, with the folders that know one another


@pytest.mark.parametrize("package", NEVER)
def test_a_pure_package_asks_for_no_clock_and_opens_no_file(package: str) -> None:
    for source in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                assert called not in ("open", "datetime.now", "datetime.utcnow", "date.today", "time.time"), (
                    f"{source.relative_to(ROOT)}:{node.lineno} calls {called}"
                )


def test_no_ruleset_is_named_in_the_common_parts_of_the_engine() -> None:
    rulesets = {path.name for path in (ROOT / "engine" / "rulesets").iterdir() if (path / "rules.toml").is_file()}
    for source in (ROOT / "engine").rglob("*.py"):
        if "rulesets" in source.parts:
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Compare):
                named = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)} & rulesets
                assert not named, f"{source.relative_to(ROOT)}:{node.lineno} asks for the ruleset {named}"
