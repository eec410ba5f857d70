"""Encoding of server-sent event frames: events, retry, ping and reset (TW-106…108, TW-200, INTERFACES § 7)."""

from collections.abc import Callable
from dataclasses import dataclass

from gateway.streaming.resume import FIRST_EPOCH

RETRY_FRAME = b"retry: 3000\n\n"
"""Sets the reconnection time of an EventSource (ms)."""

PING_FRAME = b": ping\n\n"

RESET_EVENT = "towow.stream.reset"
"""Type of the only streamed event that is not in the log: the epoch has changed."""

_LINE_BREAKS = {ord("\r"): None, ord("\n"): None, 0: None}


def encode_frame(seq: int, event_type: str, data: bytes, epoch: str = FIRST_EPOCH) -> bytes:
    """Encode a log entry as an SSE frame (TW-200).

    Args:
        seq: Sequence number of the event.
        event_type: Type of the event, for the frame's field `event`.
        data: JSON of the entry, an object. Its first key must be `seq`, which moves to the frame's id; more keys
            follow.
        epoch: Epoch of the sequence number; "" for the first.

    Raises:
        ValueError: If `data` has no second key.
    """
    fields = data[data.index(b",") + 1 :]
    if b"\n" in fields or b"\r" in fields:  # only between JSON tokens: in strings they are escaped
        fields = fields.replace(b"\r", b" ").replace(b"\n", b" ")
    name = event_type.translate(_LINE_BREAKS)
    return b"id: %b\nevent: %b\ndata: {%b\n\n" % (event_id(seq, epoch), name.encode(), fields)


@dataclass(frozen=True, slots=True)
class FrameEncoder:
    """Form in which the events of one application's logs are sent.

    Attributes:
        encode: Encodes one log entry; takes the arguments of `encode_frame`, the epoch included.
        closing_frame: Frame after that of the last event of a closed log; b"" for none. It should have no id, so that
            a client that reconnects sends that of the last event.
    """

    encode: Callable[[int, str, bytes, str], bytes] = encode_frame
    closing_frame: bytes = b""


NAMED_EVENTS = FrameEncoder()
"""Frames with the event's type in the field `event`, and no closing frame."""


def event_id(seq: int, epoch: str = FIRST_EPOCH) -> bytes:
    """Return the frame id of event `seq`; a client sends it back as its cursor.

    It is `<seq>` in the first epoch, whose name is empty (FIRST_EPOCH), else `<epoch>-<seq>`.
    """
    return b"%b-%d" % (epoch.encode(), seq) if epoch else b"%d" % seq


def reset_frame(epoch: str) -> bytes:
    """Encode the frame of the event `towow.stream.reset`, which announces the new epoch.

    Its id is the cursor before event 1 of `epoch`, so that a client that reconnects with it does not get the frame
    again.
    """
    return b'id: %b\nevent: %b\ndata: {"epoch":"%b"}\n\n' % (event_id(0, epoch), RESET_EVENT.encode(), epoch.encode())
