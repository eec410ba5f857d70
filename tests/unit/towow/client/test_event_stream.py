"""Is a stream that breaks read on without a gap, a repeat or a wait for what cannot come?"""

import asyncio
from collections.abc import Sequence

import pytest

from shared.core.api_error import ApiError
from shared.store.port import LoggedEvent
from tests.support.raw_http_server import END, HEAD, RawHttpServer, answer, chunk, error, frame, raw_http_server
from towow.client.event_stream import RESET_EVENT, EventStreamReader
from towow.client.http import GatewayHttp, SystemUnreachable

CLOSED = "towow.demand.closed"


def read(
    *answers: bytes, start: int = 0, after: int = 0, wait: float = 5
) -> tuple[Sequence[LoggedEvent], RawHttpServer]:
    """What is read of a stream that comes in these pieces, a connection each."""

    async def main() -> tuple[Sequence[LoggedEvent], RawHttpServer]:
        async with raw_http_server(*answers) as there:
            asking = GatewayHttp(there.url, wait)
            try:
                return [event async for event in EventStreamReader(asking, "/s", start, after).read_events()], there
            finally:
                await asking.close()

    return asyncio.run(main())


def cursors(there: RawHttpServer) -> list[str | None]:
    """The Last-Event-ID of each request."""
    return [
        next((line.split(": ")[1] for line in head.splitlines() if line.lower().startswith("last-event-id")), None)
        for head in there.asked
    ]


def numbers(events: Sequence[LoggedEvent]) -> list[int]:
    return [event.seq for event in events]


CUTS = (1, 4, 5, 6, 20, 40, 100, len(frame("2")) - 1, len(frame("2")), len(frame("2")) + 1, len(frame("2")) + 70)


@pytest.mark.parametrize("cut", CUTS)
def test_a_stream_cut_at_any_byte_loses_and_duplicates_no_event(cut: int) -> None:
    rest = frame("2") + frame("3", CLOSED)
    missing = rest if cut < len(frame("2")) else frame("3", CLOSED)
    first = HEAD + chunk(b"retry: 3000\n\n" + frame("1")) + chunk(rest[:cut])
    events, there = read(first, HEAD + chunk(missing) + END)
    assert numbers(events) == [1, 2, 3]
    assert cursors(there) == [None, "1" if cut < len(frame("2")) else "2"]


def test_an_event_has_the_bytes_of_its_log() -> None:
    (event,), _ = read(HEAD + chunk(frame("1", CLOSED, text="a\u2028b\u0085c")) + END)
    assert event.data == (
        b'{"seq":1,"event_id":"evt-000001","event_type":"towow.demand.closed","timestamp":"t",'
        b'"payload":{"t":"' + "a\u2028b\u0085c".encode() + b'"}}'
    )
    assert (event.seq, event.event_id, event.type) == (1, "evt-000001", CLOSED)


def test_the_stream_reconnects_after_a_gateway_restart() -> None:
    events, there = read(HEAD + chunk(frame("1")) + END, answer(503, error("E018")), HEAD + chunk(frame("2", CLOSED)))
    assert numbers(events) == [1, 2]
    assert cursors(there) == [None, "1", "1"]


def test_the_stream_of_a_closed_log_ends() -> None:
    events, there = read(HEAD + chunk(frame("1")) + END, answer(204, b""))
    assert numbers(events) == [1]
    assert len(there.asked) == 2


def test_the_stream_starts_at_its_cursor_and_filters_by_type() -> None:
    events, there = read(HEAD + chunk(frame("4") + frame("5") + frame("6", CLOSED)) + END, start=3, after=5)
    assert numbers(events) == [6]
    assert there.asked[0].startswith("GET /s?after=3 ")


def test_a_reset_restarts_the_stream(capsys: pytest.CaptureFixture[str]) -> None:
    reset = b'id: 7-0\nevent: %b\ndata: {"epoch":"7"}\n\n' % RESET_EVENT.encode()
    events, there = read(
        HEAD + chunk(frame("1") + frame("2")) + END,
        HEAD + chunk(reset) + END,
        HEAD + chunk(frame("7-1") + frame("7-2", CLOSED)) + END,
    )
    assert numbers(events) == [1, 2, 1, 2]
    assert cursors(there) == [None, "2", "7-0"]
    assert "restored" in capsys.readouterr().err
    # Who asks for what comes after 1 in the log there is now gets just that.
    events, _ = read(HEAD + chunk(reset + frame("7-1") + frame("7-2", CLOSED)) + END, start=1, after=1)
    assert numbers(events) == [2]


def test_a_lost_permission_ends_the_stream() -> None:
    with pytest.raises(ApiError, match="E002"):
        read(HEAD + chunk(frame("1")) + END, answer(404, error("E002")))


@pytest.mark.parametrize("again", [b"", HEAD, answer(503, error("E018")), answer(200, b"{}", content_type="text/html")])
def test_an_unreachable_stream_fails_after_the_wait(again: bytes) -> None:
    with pytest.raises(SystemUnreachable, match=r"no answer within 0\.3 s"):
        read(HEAD + chunk(frame("1")), again, wait=0.3)


@pytest.mark.parametrize("wrong", [frame("x"), b"id: 1\ndata: nonsense\n\n", b"data: {}\n\n"])
def test_a_response_that_is_no_event_stream_is_refused(wrong: bytes) -> None:
    with pytest.raises(SystemUnreachable, match="is not a ToWow gateway"):
        read(HEAD + chunk(wrong) + END, wait=0.3)
