"""A session's stream is read like a demand's: without a gap, to its last event, whatever breaks it."""

import asyncio
import json
from collections.abc import Sequence

from gateway.deliberation.session_frames import DONE_FRAME, encode_session_frame
from shared.store.port import LoggedEvent
from tests.support.raw_http_server import END, HEAD, RawHttpServer, chunk, raw_http_server
from tests.support.session_events import SESSION
from tests.unit.gateway.deliberation.test_session_projection import LOG, entries
from towow.client.http import GatewayHttp
from towow.client.session_stream import SessionStreamReader

ROWS = entries(LOG.started(), LOG.plan(), LOG.ended())


def frame(seq: int) -> bytes:
    """The frame of an event."""
    return encode_session_frame(seq, "", ROWS[seq - 1], "")


def read(*answers: bytes, after: int = 0) -> tuple[Sequence[LoggedEvent], RawHttpServer]:
    """What is read of a stream that comes in these pieces, a connection each."""

    async def main() -> tuple[Sequence[LoggedEvent], RawHttpServer]:
        async with raw_http_server(*answers) as there:
            http = GatewayHttp(there.url, 5)
            try:
                reader = SessionStreamReader(http, f"/{SESSION}/stream", 0, after)
                return [event async for event in reader.read_events()], there
            finally:
                await http.close()

    return asyncio.run(main())


def test_an_event_has_what_its_log_has_but_the_event_id() -> None:
    events, _ = read(HEAD + chunk(frame(1) + frame(2) + frame(3) + DONE_FRAME) + END)
    for event, row in zip(events, ROWS, strict=True):
        logged = json.loads(row)
        assert json.loads(event.data) == {**logged, "event_id": ""}
        assert (event.seq, event.type) == (logged["seq"], logged["event_type"])


def test_a_broken_stream_is_resumed_after_its_last_event() -> None:
    first = HEAD + chunk(frame(1)) + chunk(frame(2)[:40])
    events, there = read(first, HEAD + chunk(frame(2) + frame(3) + DONE_FRAME) + END)
    assert [event.seq for event in events] == [1, 2, 3]
    assert "last-event-id: 1" in there.asked[1].lower()


def test_events_up_to_the_given_one_are_left_out() -> None:
    events, _ = read(HEAD + chunk(frame(1) + frame(2) + frame(3) + DONE_FRAME) + END, after=2)
    assert [event.seq for event in events] == [3]
