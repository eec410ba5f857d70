"""What a broker and a store do wrong changes no outcome: lost, doubled, late, refused, away (FAULTS § 2)."""

import asyncio
import itertools
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from negotiation.contracts.events import DemandClosed
from negotiation.submission import Submission
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.log_follower import follow_log
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import LoggedEvent, OutboxEntry
from shared.transport.port import BrokerMessage
from tests.support.async_tests import START
from tests.support.embedded_system import ANSWERS, FaultyEmbeddedSystem, event_payloads, in_any_order
from tests.support.faulty_broker import PublishFault
from tests.support.faulty_store import ScriptedStoreFaults
from tests.support.reference_run import CALM, OnPublish, list_dead_letters
from towow.config.settings import parse_settings

PUBLISHES: dict[str, Callable[[BrokerMessage, int], PublishFault | None]] = {
    "everything twice": lambda _, __: PublishFault(copies=2),
    "everything five times": lambda _, __: PublishFault(copies=5),
    "every first confirm lost": lambda _, time: PublishFault("unconfirmed") if time == 1 else None,
    "every first publish refused": lambda _, time: PublishFault("refused") if time == 1 else None,
    "every first publish lost": lambda _, time: PublishFault("lost") if time == 1 else None,
    "everything overtakes": lambda _, __: PublishFault(overtakes=True),
    "some late": lambda message, time: (
        PublishFault(delay=700) if len(message.message_id) and time == 1 and message.message_id < "i" else None
    ),
}


@pytest.mark.parametrize("name", PUBLISHES)
@pytest.mark.parametrize("latency", [0, 300])
async def test_broker_faults_change_no_event(name: str, latency: int, clock: VirtualClock) -> None:
    """Duplicates, lost confirms, refusals, overtaking: the same events, each once, and nothing is a dead letter."""
    faults = OnPublish(PUBLISHES[name])
    async with FaultyEmbeddedSystem(clock, model=RuleBasedModel(ANSWERS, latency), publish=faults) as system:
        events = await system.negotiate()
        await asyncio.sleep(30)
        assert await system.store.list_dead_letters() == ()
    assert [e.seq for e in events] == list(range(1, len(CALM) + 1))
    calm = sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)
    assert in_any_order(events) == calm
    if name == "every first publish refused":
        assert min(faults.times.values()) >= 2


@pytest.mark.parametrize("outcome", ["refused", "lost"])
async def test_the_relay_publishes_a_refused_message_within_two_seconds(outcome: Any, clock: VirtualClock) -> None:
    refused: list[int] = []

    def once(message: BrokerMessage, time: int) -> PublishFault | None:
        if message.type == "proposal_aggregated" and time == 1:
            refused.append(clock.now())
            return PublishFault(outcome)
        return None

    async with FaultyEmbeddedSystem(clock, publish=OnPublish(once)) as system:
        assert event_payloads(await system.negotiate()) == CALM
    assert refused == [START]
    assert clock.now() - START <= 2000


@pytest.mark.parametrize("interval", [0.25, 1, 2])
async def test_the_outbox_is_read_every_state_check_interval(interval: float, clock: VirtualClock) -> None:
    """TW-713. A message that another process left is due 0.1 s after one look and is sent at the next."""
    sent: dict[str, int] = {}

    def record(message: BrokerMessage, _: int) -> None:
        sent[message.message_id] = clock.now()

    settings = parse_settings({"state_check_interval": interval})
    async with FaultyEmbeddedSystem(clock, publish=OnPublish(record), settings=settings) as system:
        await asyncio.sleep(10 * interval + 0.1)
        left = BrokerMessage("commands", "skills", "left", "whatever", b"{}")
        await system.store.schedule("skills", OutboxEntry("left", "d-other", left))
        await asyncio.sleep(10)
    assert sent["left"] == START + round(11 * interval * 1000)


def every(n: int) -> Callable[[str], bool]:
    """Every n-th call is lost."""
    calls = itertools.count(1)
    return lambda _: next(calls) % n == 0


def one_in(n: int) -> Callable[[str], bool]:
    """As often, but at random: what is done in pairs is not always hit at the same place."""
    random = Random(7)
    return lambda _: random.randrange(n) == 0


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("kind", "n"), [(one_in, 2), (one_in, 4), (every, 3), (every, 5), (every, 7)])
async def test_lost_store_replies_change_no_event(
    kind: Callable[[int], Callable[[str], bool]], n: int, moment: str, clock: VirtualClock
) -> None:
    """Every n-th call lost: the same call again, unchanged; the seen id answers for what had been done."""
    faults = ScriptedStoreFaults(fails=kind(n), moment=moment, active=False)
    async with FaultyEmbeddedSystem(clock, faults=faults) as system:
        demand = await system.submit()
        faults.seen.clear()
        faults.active = True
        events = await system.finished(demand)
        faults.active = False
        assert len(faults.seen) > 50
        assert await system.store.list_dead_letters() == ()
    calm = sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)
    assert in_any_order(events) == calm
    assert [e.seq for e in events] == list(range(1, len(CALM) + 1))


async def test_a_store_outage_of_an_hour_loses_no_message(clock: VirtualClock) -> None:
    """What is in hand is kept, a dead letter waits to be filed, nothing spins; then all goes on."""
    until = 0
    faults = ScriptedStoreFaults(fails=lambda _: clock.now() < until)
    async with FaultyEmbeddedSystem(clock, faults=faults) as system:
        demand = await system.submit()
        until = clock.now() + 3_600_000
        await system.put("skills", b"no message", id="m1")
        before = clock.now()
        events = await follow_to_the_end(system, demand)
        assert clock.now() - before >= 3_600_000
        (letter,) = await list_dead_letters(system)
    assert letter.reason == "undecodable"
    assert events[-1].type == "towow.demand.closed"
    assert system.broker.count_unsettled("dead") == 0


async def follow_to_the_end(system: FaultyEmbeddedSystem, demand: Submission) -> list[LoggedEvent]:
    live = follow_log(system.store, system.transport, demand.demand_id, last_event_type=DemandClosed.type)
    return [event async for event in live]


async def test_the_relay_survives_unexpected_exceptions(clock: VirtualClock) -> None:
    """What the broker refused at first is sent by the sweep, though that failed several times before."""
    faults = ScriptedStoreFaults({"get_next_due"}, error=ValueError)
    faults.fails = lambda _: len(faults.lost) < 8
    once = OnPublish(PUBLISHES["every first publish refused"])
    async with FaultyEmbeddedSystem(clock, publish=once, faults=faults) as system:
        events = await system.negotiate()
    assert len(faults.lost) == 8
    assert events[-1].type == "towow.demand.closed"
