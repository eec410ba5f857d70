"""How long may a person be waited for, before the agent answers in time itself?"""

from shared.core.timestamps import seconds_to_ms

AGENT_ANSWER_MS = seconds_to_ms(40)
"""Milliseconds that an agent needs for its own answer: the time limit of prompts 3 and 5 (30 s), until somebody notices
that the wait of a killed worker is over (5 s, state_check_interval), and the way.
"""

MIN_WAIT_MS = seconds_to_ms(5)
"""A wait that the deadline cuts shorter than this (ms) is none: nobody reads and decides in it."""


def human_deadline(now_ms: int, timeout_ms: int, answer_by_ms: int) -> int | None:
    """Until when a person is waited for (ms), at most `timeout` (ms); None when the agent had better answer at once."""
    until = min(now_ms + timeout_ms, answer_by_ms - AGENT_ANSWER_MS)
    return until if until - now_ms >= min(MIN_WAIT_MS, timeout_ms) else None
