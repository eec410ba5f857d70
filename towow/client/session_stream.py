"""Resuming client of a gateway's stream of one session (INTERFACES § 10)."""

import json
from typing import Any, cast

import httpx2

from deliberation.contracts.events import EVENT_PREFIX, SessionEnded
from shared.store.port import LoggedEvent
from towow.client.event_stream import EventStreamReader


class SessionStreamReader(EventStreamReader):
    """Reader of one session's stream, whose frames hold flat objects."""

    last_event_type = SessionEnded.type

    def parse_frame(self, frame: httpx2.ServerSentEvent) -> LoggedEvent:
        """Return the event as it was logged, but with an empty `event_id`, which the stream does not tell.

        Raises:
            ValueError: The frame's data are not JSON.
            KeyError: A key is missing.
            TypeError: A value is of another type.
        """
        fields = cast("dict[str, Any]", json.loads(frame.data))
        event_type, seq, timestamp = EVENT_PREFIX + fields.pop("type"), int(fields.pop("seq")), fields.pop("ts")
        entry = {"seq": seq, "event_id": "", "event_type": event_type, "timestamp": timestamp, "payload": fields}
        return LoggedEvent(seq, "", event_type, json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode())
