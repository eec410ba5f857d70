"""Streams of sessions: flat objects in order, `[DONE]` once and last, resumed from anywhere, ended by nobody's leaving."""

import asyncio
from typing import Any

import pytest

from gateway.deliberation.session_frames import DONE_FRAME
from gateway.streaming.subscriber import PING_INTERVAL_S
from shared.runtime.virtual_clock import VirtualClock
from tests.support.asgi_stream import AsgiStream, frame_object
from tests.support.gateway_harness import ALICE, KEYS
from tests.support.session_events import SessionLogWriter
from tests.support.session_gateway import SessionGateway, session_gateway, start_body

DONE = DONE_FRAME.strip()
WHOLE = 11
"""Events of a whole session of `SessionLogWriter`."""


async def whole(running: SessionGateway) -> SessionLogWriter:
    """The log of a session that has ended."""
    async with running.start() as stream:
        log = running.log(stream.headers["x-session-id"])
    await log.append(*log.discussion())
    await log.end()
    return log


async def read(stream: AsgiStream) -> tuple[list[dict[str, Any]], list[bytes]]:
    """All objects of a stream, and the frames that are none."""
    frames = await stream.frames()
    return [frame_object(frame) for frame in frames if frame != DONE], [frame for frame in frames if frame == DONE]


async def test_a_client_sees_every_event_as_it_happens_and_then_done(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running, running.start() as stream:
        log = running.log(stream.headers["x-session-id"])
        types = [frame_object((await stream.frames(1))[0])["type"]]
        for event in [*log.discussion(), log.ended()]:
            await log.append(event, close=event.type.endswith("session_ended"))
            async with asyncio.timeout(2):  # seconds of virtual time
                types.append(frame_object((await stream.frames(1))[0])["type"])
        assert types == [
            *("session_started", "tool_result", "agent_output", "agent_output", "host_decision"),
            *("agent_output", "agent_skipped", "error", "host_decision", "final_report", "session_ended"),
        ]
        assert await stream.frames() == [DONE]


@pytest.mark.parametrize(
    ("reason", "status"),
    [
        *(("consensus", "converged"), ("early_stop", "converged"), ("max_rounds", "terminated")),
        *(("user", "terminated"), ("error", "terminated"), ("moderation", "terminated")),
    ],
)
async def test_done_comes_once_and_last_in_every_ending(reason: str, status: str, clock: VirtualClock) -> None:
    async with session_gateway(clock) as running, running.start() as stream:
        log = running.log(stream.headers["x-session-id"])
        await log.end(reason, status)
        frames = await stream.frames()
        assert frames.count(DONE) == 1
        assert frames[-1] == DONE
        assert frame_object(frames[-2])["end_reason"] == reason
        async with running.stream(log.session_id) as again:
            assert await again.frames() == frames


async def test_resumed_from_any_event_a_stream_is_the_missing_suffix(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await whole(running)
        for after in range(WHOLE + 1):
            for given in ({"query": f"after={after}"}, {"last_event_id": str(after), "query": "after=3"}):
                query = given.pop("query", "")
                async with running.stream(log.session_id, None, query, **given) as stream:
                    if after == WHOLE:
                        assert (stream.status, await stream.frames()) == (204, [])
                        continue
                    objects, done = await read(stream)
                    assert stream.headers["x-session-id"] == log.session_id
                assert [each["seq"] for each in objects] == list(range(after + 1, WHOLE + 1))
                assert len(done) == 1


async def test_a_client_that_reconnects_while_it_runs_misses_nothing(clock: VirtualClock) -> None:
    """It leaves after every event; the session goes on meanwhile."""
    async with session_gateway(clock) as running:
        async with running.start() as stream:
            log = running.log(stream.headers["x-session-id"])
        seen: list[int] = []
        for event in [*log.discussion(), log.ended()]:
            async with running.stream(log.session_id, last_event_id=str(seen[-1]) if seen else "") as stream:
                seen += [frame_object(frame)["seq"] for frame in await stream.frames(1)]
                await log.append(event, close=event.type.endswith("session_ended"))
        async with running.stream(log.session_id, last_event_id=str(seen[-1])) as stream:
            objects, done = await read(stream)
        assert [*seen, *(each["seq"] for each in objects)] == list(range(1, WHOLE + 1))
        assert len(done) == 1


@pytest.mark.parametrize("cursor", ["x", "-1", "1.5", ""])
async def test_a_malformed_cursor_starts_from_the_first_event(cursor: str, clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await whole(running)
        async with running.stream(log.session_id, last_event_id=cursor) as stream:
            assert len((await read(stream))[0]) == WHOLE


async def test_a_client_that_leaves_does_not_end_the_session(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        async with running.start() as stream:
            session_id = stream.headers["x-session-id"]
            await stream.frames(1)
        await asyncio.sleep(60)
        assert (await running.get(f"/{session_id}")).json()["status"] == "in_progress"
        found = await running.context.store.get_correlation(session_id)
        assert found is not None
        assert found.closed_at is None


async def test_a_quiet_stream_has_a_comment_every_15_seconds(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running, running.start() as stream:
        assert await stream.frame() == b"retry: 3000"
        await stream.frames(1)
        begun = clock.now()
        for number in range(1, 4):
            assert await stream.frame() == b": ping"
            assert clock.now() - begun == pytest.approx(number * PING_INTERVAL_S * 1000, abs=50)


async def test_a_stream_that_begins_while_the_last_event_is_committed_still_ends(clock: VirtualClock) -> None:
    """The cursor may be the last seq of a log that was open a moment ago: `[DONE]` comes, not silence."""
    async with session_gateway(clock) as running, running.start() as first:
        log = running.log(first.headers["x-session-id"])
        async with running.stream(log.session_id, query="after=2") as stream:
            await log.end()
            assert await stream.frames() == [DONE]


async def test_a_head_of_a_stream_has_no_body(clock: VirtualClock) -> None:
    async with session_gateway(clock) as running:
        log = await whole(running)
        answer = await running.ask("HEAD", f"/{log.session_id}/stream")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["x-session-id"] == log.session_id


async def test_a_stream_ends_with_the_sign_in(clock: VirtualClock) -> None:
    """A cookie's stream is as private as the session, whatever is published of it."""
    async with session_gateway(clock, keys=KEYS) as running:
        signed_in = await running.http.post("/api/v1/session", json={"key": ALICE["Authorization"].split()[1]})
        cookie = {"cookie": signed_in.headers["set-cookie"].split(";")[0]}
        async with running.start(start_body(), cookie) as stream:
            assert stream.status == 200
            async with asyncio.timeout(30 * 24 * 3600):
                frames = await stream.frames()
        assert [frame_object(frame)["type"] for frame in frames] == ["session_started"]


async def test_two_gateways_stream_the_same_session(clock: VirtualClock) -> None:
    async with session_gateway(clock) as one, session_gateway(clock, beside=one) as two, one.start() as here:
        log = one.log(here.headers["x-session-id"])
        async with two.stream(log.session_id) as there:
            await log.append(*log.discussion())
            await log.end()
            assert await here.frames() == await there.frames()
