"""Wherever a reader is cut and whatever becomes of hints and reads: joined, its streams are the log, byte for byte."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
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
from shared.runtime.virtual_clock import VirtualClock
from shared.store.memory.store import MemoryStore
from shared.store.port import Store, StoreUnavailable
from shared.transport.memory.broker import MemoryTransport
from shared.transport.port import BrokerMessage
from tests.e2e.stream_client import id_of, is_last
from tests.support.committed_log import CommittedLog
from tests.support.embedded_system import run_in_virtual_time
from tests.support.faulty_broker import DeliveryFault, FaultyMemoryBroker, PublishFault
from tests.support.faulty_store import FaultyStore
from towow.config.logger import build_logger

Fate = PublishFault | None


@dataclass
class Adversary:
    """What becomes of hints, in their order; after the last fate nothing goes wrong any more."""

    publishes: list[Fate]
    delays: list[int]

    def on_publish(self, message: BrokerMessage) -> Fate:
        return self.publishes.pop(0) if self.publishes else None

    def on_delivery(self, queue: str, message: BrokerMessage) -> DeliveryFault | None:
        return DeliveryFault(self.delays.pop(0)) if self.delays else None


@dataclass
class LosingTransport:
    """Which reads of the log get no answer."""

    lost: list[bool]
    reads: int = 0

    async def before(self, call: str, subject: str) -> None:
        self.reads += call == "read_log"
        if call in ("read_log", "read_last_event") and self.lost and self.lost.pop(0):
            raise StoreUnavailable("nobody answers")

    async def after(self, call: str, subject: str) -> None: ...


class Two:
    """Two gateways' tails over one store and one broker."""

    def __init__(
        self, clock: VirtualClock, adversary: Adversary | None = None, losing: LosingTransport | None = None
    ) -> None:
        self.store = MemoryStore(clock)
        self.broker = FaultyMemoryBroker(clock, faults=adversary)
        self.log = CommittedLog(self.store, MemoryTransport(self.broker))
        seen: Store = FaultyStore(self.store, losing) if losing else self.store
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
def test_the_joined_stream_is_the_log_byte_for_byte(
    written: Sequence[tuple[int, float]],
    size: int,
    publishes: list[Fate],
    delays: list[int],
    lost: list[bool],
    cuts: Sequence[int],
    away: int | None,
    kept: int,
    page: int,
) -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock, Adversary(publishes, delays), LosingTransport(lost)) as two:
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


def test_a_lost_last_hint_is_found_by_the_poll() -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock) as two:
            await two.log.write(3)
            reading = asyncio.create_task(taken(two.tails[0], 0))
            await asyncio.sleep(20)
            begun = clock.now()
            await two.log.close(hint=False)
            assert await reading == await two.log.frames()
            assert clock.now() - begun <= POLL_INTERVAL_S * 1000

    run_in_virtual_time(story)


def test_without_a_broker_the_log_is_read_at_short_intervals() -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock) as two:
            reading = asyncio.create_task(taken(two.tails[0], 0))
            await asyncio.sleep(20)
            two.transports[0].disconnect()
            await asyncio.sleep(20)
            begun = clock.now()
            await two.log.write()
            await two.log.close()
            assert await reading == await two.log.frames()
            assert clock.now() - begun <= DEGRADED_POLL_INTERVAL_S * 1000

    run_in_virtual_time(story)


def test_a_hint_that_is_the_next_event_costs_no_read() -> None:
    async def story(clock: VirtualClock) -> None:
        losing = LosingTransport([])
        async with Two(clock, losing=losing) as two:
            reading = asyncio.create_task(taken(two.tails[0], 0))
            await asyncio.sleep(1)
            before = losing.reads
            for _ in range(50):
                await two.log.write()
                await asyncio.sleep(0.001)
            assert losing.reads == before
            await two.log.close()
            assert await reading == await two.log.frames()

    run_in_virtual_time(story)


def test_readers_at_the_same_place_share_what_is_read() -> None:
    async def story(clock: VirtualClock) -> None:
        losing = LosingTransport([])
        async with Two(clock, losing=losing) as two:
            await two.log.write(500, size=1000)
            await two.log.close()
            everything = await two.log.frames()
            readers = await asyncio.gather(*(taken(two.tails[0], 0) for _ in range(20)))
            assert all(frames == everything for frames in readers)
            assert losing.reads < 3 * (501 // log_pages.PAGE_EVENTS)

    run_in_virtual_time(story)


def test_while_the_store_is_away_pings_go_on_and_nothing_is_lost() -> None:
    async def story(clock: VirtualClock) -> None:
        losing = LosingTransport([])
        async with Two(clock, losing=losing) as two:
            await two.log.write(3)
            heard: list[bytes] = []

            async def hear() -> None:
                async for chunk in StreamSubscriber(two.tails[0], ResumePoint(0), "").chunks():
                    heard.append(chunk)  # noqa: PERF401 - seen by others as it grows

            hearing = asyncio.create_task(hear())
            await asyncio.sleep(1)
            two.transports[0].disconnect()
            losing.lost = [True] * 10_000
            await two.log.write(2)
            await asyncio.sleep(3 * PING_INTERVAL_S)
            assert heard.count(PING_FRAME) == 3
            losing.lost = []
            await two.log.close()
            await hearing
            assert heard[0] == RETRY_FRAME
            assert b"".join(chunk for chunk in heard if chunk not in (RETRY_FRAME, PING_FRAME)) == b"".join(
                await two.log.frames()
            )

    run_in_virtual_time(story)


def test_a_ping_comes_every_15_s_however_much_is_told() -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock) as two:
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

    run_in_virtual_time(story)


def test_a_reader_with_a_cursor_beyond_the_log_waits_for_the_next_event() -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock) as two:
            await two.log.write(3)
            reading = asyncio.create_task(taken(two.tails[0], 7))
            await asyncio.sleep(30)
            await two.log.write(5)
            await two.log.close()
            assert await reading == (await two.log.frames())[7:]

    run_in_virtual_time(story)


def test_a_tail_keeps_a_bounded_part_of_a_large_log() -> None:
    async def story(clock: VirtualClock) -> None:
        async with Two(clock) as two:
            await asyncio.sleep(1)
            reading = asyncio.create_task(taken(two.tails[0], 0))
            await two.log.write(300, size=20_000)
            await two.log.close()
            assert await reading == await two.log.frames()
            behind = await taken(two.tails[0], 2, 5)
            assert behind == (await two.log.frames())[2:7]
            assert two.tails[0].next_frames(301 - 256) is None  # 256 of them would be 5 MB

    run_in_virtual_time(story)
