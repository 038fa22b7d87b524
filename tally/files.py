"""Puts a text in a file's place in one step: whoever reads it finds the old or the new one, never half of one."""

import os
import tempfile
from pathlib import Path

__all__ = ["replace_file"]


def replace_file(file: Path, data: bytes, *, mode: int) -> None:
    """Put `data` in the place of `file`, with the permissions `mode`. Raises OSError; then the file is as it was."""
    # a file that is a link stays one
    real = Path(os.path.realpath(file))
    handle, name = tempfile.mkstemp(prefix=f".{real.name}.", dir=real.parent)
    try:
        with os.fdopen(handle, "wb") as made:
            made.write(data)
            made.flush()
            os.fsync(made.fileno())
        Path(name).chmod(mode)
        Path(name).replace(real)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
