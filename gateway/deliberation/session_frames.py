"""Frames of a session's stream: flat objects without an event name, then `[DONE]` (DL-135…142)."""

from deliberation.event_object import encode_event_object
from gateway.streaming.sse_frames import FrameEncoder, event_id

DONE_FRAME = b"data: [DONE]\n\n"
"""Frame after the last event; without an id, so that the cursor stays that of the event."""


def encode_session_frame(seq: int, _: str, data: bytes, epoch: str) -> bytes:
    """Encode a log entry as a frame whose data is the event's flat object.

    It has no field `event`, so that an EventSource gives it to `onmessage`.

    Args:
        seq: Sequence number of the event.
        data: JSON of the entry.
        epoch: Epoch of the sequence number; "" for the first.
    """
    return b"id: %b\ndata: %b\n\n" % (event_id(seq, epoch), encode_event_object(data))


SESSION_FRAMES = FrameEncoder(encode_session_frame, DONE_FRAME)
