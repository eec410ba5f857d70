"""Where a reader of a stream goes on: the cursor it comes back with, read against the log there is now (TW-106).

`Last-Event-ID` beats `?after=`. After a restore ids are `<epoch>-<seq>`: a cursor of another epoch counts events that
this log may not have, so its reader starts again (INTERFACES § 7).
"""

import re
from dataclasses import dataclass

FIRST_EPOCH = ""
"""The epoch of a store that was never restored: its ids are plain numbers."""

_ID = re.compile(r"(?:([0-9]{1,32})-)?([0-9]+)")
"""An epoch is a number too (`gateway.streaming.epoch`); an id of any other form was never issued: start from 0."""

_DIGITS = 15
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
    found = _ID.fullmatch((last_event_id or after or "").strip())
    if found is None:
        return None
    digits = found[2].lstrip("0")
    seq = int(digits or "0") if len(digits) <= _DIGITS else 10**_DIGITS
    return StreamCursor(found[1] or FIRST_EPOCH, seq)


def resume_point(came_with: StreamCursor | None, epoch: str) -> ResumePoint:
    """Where a reader goes on in a log whose epoch is `epoch`."""
    if came_with is None:
        return ResumePoint(0)
    if came_with.epoch != epoch:
        return ResumePoint(0, reset=True)
    return ResumePoint(came_with.seq)


def is_complete(begin: ResumePoint, end: int | None) -> bool:
    """Whether nothing will ever come: the reader has the last event (seq `end`) of a log that is closed.

    A cursor beyond the end is none that this log gave away: its reader waits, as on an open log.
    """
    return end is not None and begin.after == end and not begin.reset
