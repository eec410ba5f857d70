"""Wherever a reader is cut and whatever becomes of hints and reads: joined, its streams are the log, byte for byte."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from io import StringIO

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from gateway.streaming import log_pages, log_tail
from gateway.streaming.log_tail import DEGRADED_POLL_INTERVAL_S, POLL_INTERVAL_S, LogTail
from gateway.streaming.resume import ResumePoint
from gateway.streaming.sse_frames import PING_FRAME, RETRY_FRAME
from gateway.streaming.subscriber import PING_INTERVAL_S, StreamSubscriber
from negotiation.contracts.events import DemandClosed
from shared.core.clock import Clock
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import Store
from shared.transport.memory.broker import MemoryTransport
from tests.e2e.stream_client import id_of, is_last
from tests.support.async_tests import OpenedInTest
from tests.support.committed_log import CommittedLog
from tests.support.embedded_system import run_in_virtual_time
from tests.support.faulty_broker import (
    BrokerFaults,
    DeliveryFault,
    FaultyMemoryBroker,
    PublishFault,
    ScriptedBrokerFaults,
)
from tests.support.faulty_store import FaultyStore, ScriptedStoreFaults, StoreFaults, no_faults
from towow.config.demand_logger import build_logger


def losing(*lost: bool) -> ScriptedStoreFaults:
    """Which reads of the log get no answer, in their order."""
    left = [*lost]
    return ScriptedStoreFaults({"read_log", "read_last_event"}, lambda _: bool(left) and left.pop(0))


class Two:
    """Two gateways' tails over one store and one broker."""

    def __init__(self, clock: Clock, hints: BrokerFaults | None = None, reads: StoreFaults | None = None) -> None:
        self.store = MemoryStore(clock)
        self.broker = FaultyMemoryBroker(clock, faults=hints)
        self.log = CommittedLog(self.store, MemoryTransport(self.broker))
        seen: Store = FaultyStore(self.store, reads) if reads else self.store
        self.transports = [MemoryTransport(self.broker) for _ in range(2)]
        self.tails = [self._tail(seen, transport) for transport in self.transports]

    def _tail(self, store: Store, transport: MemoryTransport) -> LogTail:
        log = build_logger("error", "json", StringIO())
        return LogTail(self.log.demand_id, store, transport, lambda: transport.is_connected, log, DemandClosed.type)

    async def __aenter__(self) -> "Two":
        for tail in self.tails:
            tail.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        for tail in self.tails:
            await tail.stop()
        assert self.broker.subscriptions == 0


@pytest.fixture
def two(clock: object) -> OpenedInTest:
    """Start two tails."""
    return OpenedInTest(Two)


async def taken(tail: LogTail, after: int, most: int | None = None) -> list[bytes]:
    """The frames that a reader gets until it is cut."""
    found: list[bytes] = []
    async with aclosing(StreamSubscriber(tail, ResumePoint(after), "").chunks()) as chunks:
        async for chunk in chunks:
            for block in chunk.removesuffix(b"\n\n").split(b"\n\n"):
                if block.startswith(b"id: ") and (most is None or len(found) < most):
                    found.append(block + b"\n\n")
            if most is not None and len(found) >= most:
                return found
    return found


async def resumed(tails: Sequence[LogTail], cuts: Sequence[int]) -> list[bytes]:
    """The frames of a reader who is cut after so many, each time, and comes back to the other gateway."""
    found: list[bytes] = []
    for turn, cut in enumerate([*cuts, None]):
        if found and is_last(found[-1]):
            break
        found += await taken(tails[turn % 2], int(id_of(found[-1])) if found else 0, cut)
    return found


fates = st.sampled_from(
    [None, PublishFault("lost"), PublishFault(copies=2), PublishFault(overtakes=True), PublishFault(delay=700)]
)
writes = st.lists(st.tuples(st.integers(1, 9), st.sampled_from([0.0, 0.0, 0.001, 0.4, 6.0])), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(
    written=writes,
    size=st.sampled_from([10, 9000]),
    publishes=st.lists(fates, max_size=60),
    delays=st.lists(st.sampled_from([0, 0, 5, 900]), max_size=60),
    lost=st.lists(st.booleans(), max_size=12),
    cuts=st.lists(st.integers(1, 4), max_size=80),
    away=st.one_of(st.none(), st.integers(0, 11)),
    kept=st.sampled_from([1, 3, 256]),
    page=st.sampled_from([1, 4, 32]),
)
def test_the_joined_frames_equal_the_log_byte_for_byte(
    written: Sequence[tuple[int, float]],
    size: int,
    publishes: list[PublishFault | None],
    delays: list[int],
    lost: list[bool],
    cuts: Sequence[int],
    away: int | None,
    kept: int,
    page: int,
) -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock, ScriptedBrokerFaults(publishes, [*map(DeliveryFault, delays)]), losing(*lost)) as two:
            reading = asyncio.create_task(resumed(two.tails, cuts))
            uninterrupted = asyncio.create_task(taken(two.tails[1], 0))
            for place, (amount, pause) in enumerate(written):
                if place == away:
                    two.transports[1].disconnect()
                await two.log.write(amount, size=size)
                await asyncio.sleep(pause)
            await two.log.close()
            expected = await two.log.frames()
            async with asyncio.timeout(60):
                assert await uninterrupted == expected
                assert await reading == expected

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(log_tail, "MAX_FRAMES", kept)
        patched.setattr(log_pages, "PAGE_EVENTS", page)
        run_in_virtual_time(story)


async def test_the_poll_finds_an_event_whose_hint_was_lost(clock: VirtualClock, two: Two) -> None:
    await two.log.write(3)
    reading = asyncio.create_task(taken(two.tails[0], 0))
    await asyncio.sleep(20)
    begun = clock.now()
    await two.log.close(hint=False)
    assert await reading == await two.log.frames()
    assert clock.now() - begun <= POLL_INTERVAL_S * 1000


async def test_without_a_broker_the_log_is_read_at_short_intervals(clock: VirtualClock, two: Two) -> None:
    reading = asyncio.create_task(taken(two.tails[0], 0))
    await asyncio.sleep(20)
    two.transports[0].disconnect()
    await asyncio.sleep(20)
    begun = clock.now()
    await two.log.write()
    await two.log.close()
    assert await reading == await two.log.frames()
    assert clock.now() - begun <= DEGRADED_POLL_INTERVAL_S * 1000


async def test_a_hint_with_the_next_event_needs_no_store_read(clock: VirtualClock) -> None:
    reads = no_faults()
    async with Two(clock, reads=reads) as two:
        reading = asyncio.create_task(taken(two.tails[0], 0))
        await asyncio.sleep(1)
        before = reads.count("read_log")
        for _ in range(50):
            await two.log.write()
            await asyncio.sleep(0.001)
        assert reads.count("read_log") == before
        await two.log.close()
        assert await reading == await two.log.frames()


async def test_subscribers_at_one_position_share_store_reads(clock: VirtualClock) -> None:
    reads = no_faults()
    async with Two(clock, reads=reads) as two:
        await two.log.write(500, size=1000)
        await two.log.close()
        everything = await two.log.frames()
        readers = await asyncio.gather(*(taken(two.tails[0], 0) for _ in range(20)))
        assert all(frames == everything for frames in readers)
        assert reads.count("read_log") < 3 * (501 // log_pages.PAGE_EVENTS)


async def test_pings_continue_during_a_store_outage_and_no_event_is_lost(clock: VirtualClock) -> None:
    reads = ScriptedStoreFaults({"read_log", "read_last_event"}, active=False)
    async with Two(clock, reads=reads) as two:
        await two.log.write(3)
        heard: list[bytes] = []

        async def hear() -> None:
            async for chunk in StreamSubscriber(two.tails[0], ResumePoint(0), "").chunks():
                heard.append(chunk)  # noqa: PERF401 - seen by others as it grows

        hearing = asyncio.create_task(hear())
        await asyncio.sleep(1)
        two.transports[0].disconnect()
        reads.active = True
        await two.log.write(2)
        await asyncio.sleep(3 * PING_INTERVAL_S)
        assert heard.count(PING_FRAME) == 3
        reads.active = False
        await two.log.close()
        await hearing
        assert heard[0] == RETRY_FRAME
        assert b"".join(chunk for chunk in heard if chunk not in (RETRY_FRAME, PING_FRAME)) == b"".join(
            await two.log.frames()
        )


async def test_a_ping_is_sent_every_15_s_also_between_events(clock: VirtualClock, two: Two) -> None:
    pings: list[float] = []

    async def hear() -> None:
        begun = clock.now()
        chunks = StreamSubscriber(two.tails[0], ResumePoint(0), "").chunks()
        pings.extend([(clock.now() - begun) / 1000 async for chunk in chunks if chunk == PING_FRAME])

    hearing = asyncio.create_task(hear())
    for _ in range(90):
        await two.log.write()
        await asyncio.sleep(0.51)
    await two.log.close()
    await hearing
    assert [round(at) for at in pings] == [15, 30, 45]


async def test_a_reader_with_a_cursor_beyond_the_log_waits_for_the_next_event(two: Two) -> None:
    await two.log.write(3)
    reading = asyncio.create_task(taken(two.tails[0], 7))
    await asyncio.sleep(30)
    await two.log.write(5)
    await two.log.close()
    assert await reading == (await two.log.frames())[7:]


async def test_a_tail_keeps_a_bounded_part_of_a_large_log(two: Two) -> None:
    await asyncio.sleep(1)
    reading = asyncio.create_task(taken(two.tails[0], 0))
    await two.log.write(300, size=20_000)
    await two.log.close()
    assert await reading == await two.log.frames()
    behind = await taken(two.tails[0], 2, 5)
    assert behind == (await two.log.frames())[2:7]
    assert two.tails[0].next_frames(301 - 256) is None  # 256 of them would be 5 MB
