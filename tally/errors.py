"""What a command may fail with: one line for the host that says what is wrong, where, and what would be right."""

__all__ = ["ForumUnreachable", "GameFault", "PageNotUnderstood", "TallyError"]


class TallyError(Exception):
    """The root of all failures that a host is told of. `exit_status` is what the command ends with."""

    exit_status = 1


class GameFault(TallyError):
    """A wrong call, or a file that cannot be used."""

    exit_status = 2


class PageNotUnderstood(TallyError):
    """A page came, but it is not the page of a thread that we can read."""

    exit_status = 3


class ForumUnreachable(TallyError):
    """No page came."""

    exit_status = 4
