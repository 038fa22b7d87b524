"""What a command loads: the everyday ones start without the heavy libraries, which others load when they need them."""

import subprocess
import sys

import pytest

HEAVY = ("httpx", "bs4", "lxml", "pymorphy3", "rapidfuzz", "sqlite_utils")
_PROBE = """
import sys
from tally.cli import main
sys.argv = ["tally", *{arguments!r}]
try:
    main()
finally:
    print("loaded:", *sorted(set(sys.modules) & set({heavy!r})), file=sys.stderr)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["report", "--help"], ["report"], ["publish", "--help"]])
def test_an_everyday_command_loads_nothing_heavy(arguments: list[str]) -> None:
    probe = _PROBE.format(arguments=arguments, heavy=HEAVY)
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr.splitlines()[-1] == "loaded:"
