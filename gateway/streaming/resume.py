"""Where a reader of a stream goes on: the cursor it comes back with, read against the log there is now (TW-106).

`Last-Event-ID` beats `?after=`. After a restore ids are `<epoch>-<seq>`: a cursor of another epoch counts events that
this log may not have, so its reader starts again (INTERFACES § 7).
"""

import re
from dataclasses import dataclass

FIRST_EPOCH = ""
"""The epoch of a store that was never restored: its ids are plain numbers."""

_EVENT_ID = re.compile(r"(?:([0-9]{1,32})-)?([0-9]+)")
"""An epoch is a number too (`gateway.streaming.epoch`); an id of any other form was never issued: start from 0."""

_MAX_DIGITS = 15
"""More of them are beyond any log, and below what a store can be asked for."""


@dataclass(frozen=True, slots=True)
class StreamCursor:
    """The last event that a reader has, in the count of `epoch`."""

    epoch: str
    seq: int


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """What a reader gets first: every event with seq > `after`; `reset`: it is told that the count began again."""

    after: int
    reset: bool = False


def parse_cursor(last_event_id: str | None, after: str | None) -> StreamCursor | None:
    """The cursor a reader came with; None when it has none, or one that is no number: both mean from the start."""
    match = _EVENT_ID.fullmatch((last_event_id or after or "").strip())
    if match is None:
        return None
    digits = match[2].lstrip("0")
    seq = int(digits or "0") if len(digits) <= _MAX_DIGITS else 10**_MAX_DIGITS
    return StreamCursor(match[1] or FIRST_EPOCH, seq)


def resume_point(cursor: StreamCursor | None, epoch: str) -> ResumePoint:
    """Where a reader goes on in a log whose epoch is `epoch`."""
    if cursor is None:
        return ResumePoint(0)
    if cursor.epoch != epoch:
        return ResumePoint(0, reset=True)
    return ResumePoint(cursor.seq)


def is_complete(start: ResumePoint, end: int | None) -> bool:
    """Whether nothing will ever come: the reader has the last event (seq `end`) of a log that is closed.

    A cursor beyond the end is none that this log gave away: its reader waits, as on an open log.
    """
    return end is not None and start.after == end and not start.reset
