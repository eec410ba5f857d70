"""How many files may a process that serves have open? Every reader of a stream is one."""

import resource
from contextlib import suppress

ENOUGH = 65_536
"""Some times as many as the readers of one gateway."""


def raise_open_file_limit() -> None:
    """Raise this process's own limit as far as it may and needs to; where that is refused it stays as it was."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limit(soft, hard)
    if wanted != soft:
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit(soft: int, hard: int) -> int:
    """The soft limit to have: ENOUGH or as many as `hard` allows, and never fewer than now."""
    if soft == resource.RLIM_INFINITY:
        return soft
    return max(soft, ENOUGH if hard == resource.RLIM_INFINITY else min(ENOUGH, hard))
