"""Limit of open files of a serving process: every open stream is one."""

import resource
from contextlib import suppress

WANTED_OPEN_FILES = 65_536
"""A multiple of the streams that one gateway serves."""


def raise_open_file_limit() -> None:
    """Raise this process's soft limit of open files to WANTED_OPEN_FILES, as far as the operating system allows.

    Never lowers the limit and never fails.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = soft_limit(soft, hard)
    if wanted != soft:
        with suppress(ValueError, OSError):  # some systems allow less than their hard limit
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def soft_limit(soft: int, hard: int) -> int:
    """Return the soft limit to set: WANTED_OPEN_FILES or, if lower, `hard`, but never less than `soft`.

    Args:
        soft: Current soft limit of open files; RLIM_INFINITY for none.
        hard: Hard limit of open files; RLIM_INFINITY for none.
    """
    if soft == resource.RLIM_INFINITY:
        return soft
    return max(soft, WANTED_OPEN_FILES if hard == resource.RLIM_INFINITY else min(WANTED_OPEN_FILES, hard))
