"""Resuming client of a gateway's event stream (server-sent events, INTERFACES § 7)."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

import httpx2

from negotiation.contracts.events import DemandClosed
from shared.store.port import LoggedEvent
from towow.cli.output import print_note
from towow.client.http import GatewayHttp, RetryBudget, SystemUnreachable, TemporarilyUnavailable

MAX_EVENT_BYTES = 2 * 1024 * 1024
"""Maximum size of one frame; an event is smaller than its commit, which is at most 1 MiB."""

NO_CONTENT = 204
"""Status of a closed log that has been read to its end."""

RESET_EVENT = "towow.stream.reset"


class EventStreamReader:
    """Reader of one demand's stream that reconnects, and yields each event once and in order.

    A subclass reads streams of another form.
    """

    last_event_type = DemandClosed.type
    """Type of the event that ends the stream."""

    def __init__(self, http: GatewayHttp, path: str, start: int, after: int) -> None:
        """Create the reader.

        Args:
            http: Connection to the gateway.
            path: Path of the stream.
            start: Sequence number to read from.
            after: Events up to this sequence number are skipped.
        """
        self._http = http
        self._path = f"{path}?after={start}" if start else path
        self._after = after
        self._last_event_id: str | None = None

    async def read_events(self) -> AsyncGenerator[LoggedEvent]:
        """Yield the events with a seq above the `after` of the constructor, in order, up to the last of the log.

        It reconnects if necessary and yields no event twice. But if the store was restored from a backup meanwhile, it
        prints a note and begins again with the first event.

        Raises:
            ApiError: The gateway rejects the request, such as E002 for an unknown demand.
            SystemUnreachable: The gateway does not answer for `wait_s` of the connection, or sends an invalid event.
        """
        budget = RetryBudget(self._http.wait_s)
        while True:
            try:
                async with aclosing(self._read_connection(budget)) as events:
                    async for event in events:
                        if event.seq > self._after:
                            yield event
                        if event.type == self.last_event_type:
                            return
                return
            except TemporarilyUnavailable as error:
                await budget.wait_before_retry(error)

    async def _read_connection(self, budget: RetryBudget) -> AsyncGenerator[LoggedEvent]:
        """Yield the events of one connection; raises TemporarilyUnavailable if it breaks."""
        headers = {"Accept": "text/event-stream"} | (
            {"Last-Event-ID": self._last_event_id} if self._last_event_id else {}
        )
        async with self._http.stream_response("GET", self._path, headers=headers) as response:
            if response.status_code == NO_CONTENT:
                return
            async for frame in httpx2.EventSource(response, MAX_EVENT_BYTES):
                if frame.event == RESET_EVENT:
                    self._restart(frame.id)
                elif frame.data:
                    yield self._parse_event(frame)
                    self._last_event_id = frame.id
                budget.reset()
        raise TemporarilyUnavailable("the connection closed before the last event")

    def _restart(self, identifier: str) -> None:
        """Start over after a reset: a restored store assigns the sequence numbers again."""
        if self._last_event_id is not None:
            print_note("The store was restored from a backup: the events start again from the first.")
            self._after = 0
        self._last_event_id = identifier

    def _parse_event(self, frame: httpx2.ServerSentEvent) -> LoggedEvent:
        """Return the event of a frame; raises SystemUnreachable if it is invalid."""
        try:
            return self.parse_frame(frame)
        except (ValueError, KeyError, TypeError):
            raise SystemUnreachable(f"{self._http.base_url} sent an invalid event; it is not a ToWow gateway") from None

    def parse_frame(self, frame: httpx2.ServerSentEvent) -> LoggedEvent:
        """Return the event as it was logged; the frame's id holds its seq.

        Raises:
            ValueError: The frame's data are not JSON, or its id holds no number.
            KeyError: A key is missing.
            TypeError: A value is of another type.
        """
        data = b'{"seq":%b,%b' % (frame.id.rpartition("-")[2].encode(), frame.data.removeprefix("{").encode())
        row = json.loads(data)
        return LoggedEvent(int(row["seq"]), row["event_id"], frame.event, data)
