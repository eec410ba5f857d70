"""State of processes that are no children of the tests."""

import time
from pathlib import Path


def is_running(process_id: int) -> bool:
    """Return whether a process exists and has not ended."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends_within(process_id: int, seconds: float) -> bool:
    """Return whether a process ends in time."""
    deadline = time.monotonic() + seconds
    while is_running(process_id) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_running(process_id)
