"""Resumption of a stream from the cursor that a client sends (TW-106).

`Last-Event-ID` takes precedence over `?after=`. After a restore event ids are `<epoch>-<seq>`: a cursor of another
epoch may count events that the restored log does not have, so that client starts from the beginning (INTERFACES § 7).
"""

import re
from dataclasses import dataclass

FIRST_EPOCH = ""
"""Epoch of a store that was never restored; its event ids are plain numbers."""

_EVENT_ID = re.compile(r"(?:([0-9]{1,32})-)?([0-9]+)")
"""Event ids as they are issued: `<seq>` or `<epoch>-<seq>`; any other id means to start from the beginning."""

_MAX_DIGITS = 15
"""Digits of the largest sequence number that is passed to the store; no log is that long."""


@dataclass(frozen=True, slots=True)
class StreamCursor:
    """Sequence number, in `epoch`, of the last event that a client has received."""

    epoch: str
    seq: int


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Start of a stream: the events with seq > `after`; with `reset`, after a frame that announces a new epoch."""

    after: int
    reset: bool = False


def parse_cursor(last_event_id: str | None, after: str | None) -> StreamCursor | None:
    """Parse the cursor of a request, `<seq>` or `<epoch>-<seq>`; None (start from the beginning) without a valid one.

    Args:
        last_event_id: Value of the Last-Event-ID header, or None. Unless it is empty it takes precedence, even if it is
            malformed.
        after: Value of the query parameter, or None.
    """
    match = _EVENT_ID.fullmatch((last_event_id or after or "").strip())
    if match is None:
        return None
    digits = match[2].lstrip("0")
    seq = int(digits or "0") if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
    return StreamCursor(match[1] or FIRST_EPOCH, seq)


def resume_point(cursor: StreamCursor | None, epoch: str) -> ResumePoint:
    """Return the start of the stream for a client with this cursor.

    Without a cursor it is the first event. With a cursor of another epoch it is the first event, after a reset frame.

    Args:
        cursor: Result of `parse_cursor`.
        epoch: Current epoch of the log; "" for the first.
    """
    if cursor is None:
        return ResumePoint(0)
    if cursor.epoch != epoch:
        return ResumePoint(0, reset=True)
    return ResumePoint(cursor.seq)


def is_complete(start: ResumePoint, end: int | None) -> bool:
    """Return whether a client at `start` already has the last event of a closed log.

    A cursor beyond the end was not issued for this log; such a client waits as on an open log.

    Args:
        start: Start of the client's stream.
        end: Sequence number of the last event of a closed log; None for an open log.
    """
    return end is not None and start.after == end and not start.reset
