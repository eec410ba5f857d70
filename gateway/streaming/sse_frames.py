"""The bytes of a stream: frames of events, retry, ping, reset (TW-106…108, TW-200, INTERFACES § 7)."""

from gateway.streaming.resume import FIRST_EPOCH

RETRY_FRAME = b"retry: 3000\n\n"
"""How long (ms) an EventSource waits before it comes back."""

PING_FRAME = b": ping\n\n"

RESET_EVENT = "towow.stream.reset"
"""The one event of a stream that is in no log."""

_LINE_BREAKS = {ord("\r"): None, ord("\n"): None, 0: None}


def encode_frame(seq: int, event_type: str, data: bytes, epoch: str = FIRST_EPOCH) -> bytes:
    """An entry of the log as a frame. `data`: its five keys, of which the first, `seq`, becomes the id (TW-200)."""
    fields = data[data.index(b",") + 1 :]
    if b"\n" in fields or b"\r" in fields:  # between tokens only: inside a JSON string they are escaped
        fields = fields.replace(b"\r", b" ").replace(b"\n", b" ")
    name = event_type.translate(_LINE_BREAKS)
    return b"id: %b\nevent: %b\ndata: {%b\n\n" % (event_id(seq, epoch), name.encode(), fields)


def event_id(seq: int, epoch: str = FIRST_EPOCH) -> bytes:
    """The id of event `seq`: the cursor that a reader comes back with."""
    return b"%b-%d" % (epoch.encode(), seq) if epoch else b"%d" % seq


def reset_frame(epoch: str) -> bytes:
    """What a reader of another epoch is told first. Its id is the cursor before event 1: nobody is told twice."""
    return b'id: %b\nevent: %b\ndata: {"epoch":"%b"}\n\n' % (event_id(0, epoch), RESET_EVENT.encode(), epoch.encode())
