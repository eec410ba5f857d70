"""What a system survives between its processes and its services: lost answers, cut lines, zombies (F3, F9, F13)."""

import asyncio
import signal
import time

import pytest
from yarl import URL

from tests.chaos.invariants import violations
from tests.chaos.state_reader import Endpoints
from tests.chaos.system import CONCURRENCY, TWO_OF_EACH, system
from tests.services.rabbitmq import broker_url
from tests.services.redis import store_url
from tests.services.tcp_proxy import TcpProxy

pytestmark = [pytest.mark.requires("services"), pytest.mark.long]

DEMANDS = 20
SLOW = {"TOWOW_SIMULATED_LATENCY_MS": "200"}
EVERY = 40
"""Each 40th answer of the store is lost."""

CUTS = 10
PAUSE = 1.0
"""Seconds between two cuts."""

HEARTBEAT = 2
"""Seconds. The broker gives up a silent client after two of them; with the usual 10 a test would take too long."""

FROZEN = 7.0
"""Seconds: the broker has given the work to others, and the leases (3 s) have lapsed."""

SLOWER = {"TOWOW_SIMULATED_LATENCY_MS": "800"}
"""So that most negotiations still run when the zombies wake."""


async def test_a_commit_whose_store_reply_is_lost_takes_effect_once(figures: dict[str, object]) -> None:
    store, broker = store_url(), broker_url()
    async with (
        TcpProxy(store, 6379) as line,
        system(Endpoints(broker, store, store_by=line.url, desk_store_by=line.url)) as running,
    ):
        workers = await running.start(*TWO_OF_EACH)
        line.withhold(2)
        await running.submit(DEMANDS)  # what is accepted is accepted once
        line.withhold(EVERY)
        await running.all_ended()
        line.withhold(0)
        remains = await running.stop()
        figures |= {"answers lost": line.withheld, "calls paid again": remains.paid_again}
    assert line.withheld > DEMANDS
    assert violations(remains, interrupted=CONCURRENCY * len(workers)) == []


async def test_demands_end_although_the_broker_connection_is_cut_every_second(figures: dict[str, object]) -> None:
    async with (
        TcpProxy(broker_url()) as line,
        system(Endpoints(broker_url(), store_url(), broker_by=line.url)) as running,
    ):
        workers = await running.start(*TWO_OF_EACH, **SLOW)
        await running.submit(DEMANDS)
        for _ in range(CUTS):
            await asyncio.sleep(PAUSE)
            line.cut()
        figures["ended while it was cut"] = sum(demand.ended for demand in running.demands)
        await running.all_ended()
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
        rebuilt = [len(worker.lines("service_back")) for worker in workers]
        figures["connections rebuilt"] = rebuilt
    assert min(rebuilt) >= 1
    assert violations(remains) == []


async def test_workers_frozen_beyond_the_heartbeat_duplicate_no_effect(figures: dict[str, object]) -> None:
    broker = str(URL(broker_url()).update_query(heartbeat=str(HEARTBEAT)))
    async with system(Endpoints(broker_url(), store_url(), broker_by=broker)) as running:
        _, channel, agent, *_ = await running.start(*TWO_OF_EACH, **SLOWER)
        await running.submit(DEMANDS)
        await running.told("offer.submitted", 20)
        frozen = time.time()
        for worker in (channel, agent):
            worker.signal(signal.SIGSTOP)
        await asyncio.sleep(FROZEN)
        ended = sum(demand.ended for demand in running.demands)
        woken = time.time()
        for worker in (channel, agent):
            worker.signal(signal.SIGCONT)
        await running.all_ended()
        figures["s until all ended"] = time.time() - frozen
        figures["ended before they woke"] = ended
        remains = await running.stop()
        figures["calls paid again"] = remains.paid_again
        figures["steps after they woke"] = [len([s for s in w.steps() if s.at > woken]) for w in (channel, agent)]
    assert ended < DEMANDS
    assert violations(remains, interrupted=CONCURRENCY) == []
