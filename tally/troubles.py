"""Why the system would not do something, in the language in use: its own words are mostly English.

In: an OSError. Out: text.
"""

import errno
import os

from tally.texts import _

__all__ = ["why_failed"]


def why_failed(error: OSError) -> str:
    """What went wrong, as the end of a sentence; in the system's words where it is nothing usual."""
    words = {
        errno.ENOENT: _("there is no such file or folder"),
        errno.EACCES: _("access is denied"),
        errno.EPERM: _("access is denied"),
        errno.EISDIR: _("this is a folder"),
        errno.ENOTDIR: _("a part of its path is not a folder"),
        errno.EEXIST: _("it exists already"),
        errno.ENOTEMPTY: _("the folder is not empty"),
        errno.ENAMETOOLONG: _("the name is too long"),
        errno.ENOSPC: _("no space is left on the disk"),
        errno.EROFS: _("the disk is read-only"),
        errno.EIO: _("the disk does not answer as it should"),
        errno.EADDRINUSE: _("this address is in use already"),
        errno.EADDRNOTAVAIL: _("this machine has no such address"),
        errno.ECONNREFUSED: _("nobody answers there"),
        errno.ECONNRESET: _("the other side has ended the connection"),
        errno.ENETUNREACH: _("there is no way to that network"),
        errno.EHOSTUNREACH: _("there is no way to that machine"),
    }
    known = None if error.errno is None else words.get(error.errno)
    return known or error.strerror or (os.strerror(error.errno) if error.errno else str(error))
