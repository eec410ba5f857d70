"""How long may a person be waited for, before the agent answers in time itself?"""

from shared.core.timestamps import seconds

AGENTS_OWN = seconds(40)
"""Milliseconds that an agent needs for its own answer: the time limit of prompts 3 and 5 (30 s), until somebody notices
that the wait of a killed worker is over (5 s, state_check_interval), and the way.
"""

LEAST = seconds(5)
"""A wait that the deadline cuts shorter than this (ms) is none: nobody reads and decides in it."""


def wait_until(now: int, timeout: int, answer_by: int) -> int | None:
    """Until when a person is waited for (ms), at most `timeout` (ms); None when the agent had better answer at once."""
    until = min(now + timeout, answer_by - AGENTS_OWN)
    return until if until - now >= min(LEAST, timeout) else None
