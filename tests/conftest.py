"""What all tests share: the way to the captured pages and game records that may lie beside the project."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tally.texts import use_language

_SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of captured pages and public records; where it is absent, the tests that need it are skipped."""
    if not _SHARED.is_dir():
        if os.environ.get("TALLY_REQUIRE_SHARED"):
            pytest.fail(f"{_SHARED} is required here and is not there")
        pytest.skip("the captured pages and public records are not beside this checkout")
    return _SHARED


@pytest.fixture(autouse=True, scope="session")
def _state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the games of this machine share lies in a folder of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TALLY_STATE", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def _russian() -> None:
    use_language("ru")


@pytest.fixture(autouse=True)
def _moment() -> Iterator[None]:
    """No test leaves the next one at a moment of its own: the clocks of the forums set one as they go."""
    before = os.environ.get("TALLY_NOW")
    yield
    if before is None:
        os.environ.pop("TALLY_NOW", None)
    else:
        os.environ["TALLY_NOW"] = before
