"""Deadline for a person's answer, early enough for the agent to answer in time if the person does not."""

from negotiation.contracts.person_answer import AGENT_ANSWER_MS
from shared.core.timestamps import seconds_to_ms

MIN_WAIT_MS = seconds_to_ms(5)
"""Minimum time offered to a person, in ms; below it the agent answers at once."""


def human_deadline(now_ms: int, timeout_ms: int, answer_by_ms: int) -> int | None:
    """Return the deadline for a person's answer (ms since the epoch), or None if the agent should answer at once.

    The deadline leaves the agent AGENT_ANSWER_MS (40 s) before `answer_by_ms`. None if the person would have less than
    MIN_WAIT_MS (5 s), or than `timeout_ms` if that is shorter.

    Args:
        now_ms: Current time, in ms since the epoch.
        timeout_ms: Maximum time for the person, in ms; above 0.
        answer_by_ms: Time at which the channel needs the answer, in ms since the epoch.
    """
    deadline = min(now_ms + timeout_ms, answer_by_ms - AGENT_ANSWER_MS)
    return deadline if deadline - now_ms >= min(MIN_WAIT_MS, timeout_ms) else None
