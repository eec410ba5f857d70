"""What a broker and a store do wrong changes no outcome: lost, doubled, late, refused, away (FAULTS § 2)."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from negotiation.contracts.events import DemandClosed
from negotiation.submission import Submission
from shared.llm.rule_based_model import RuleBasedModel
from shared.runtime.log_follower import follow_log
from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import LoggedEvent, OutboxEntry, StoreUnavailable
from shared.transport.port import BrokerMessage
from tests.support.embedded_system import (
    ANSWERS,
    START,
    FaultyEmbeddedSystem,
    event_payloads,
    in_any_order,
    run_in_virtual_time,
)
from tests.support.faulty_broker import PublishFault
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
def test_what_a_broker_does_wrong_changes_no_outcome(name: str, latency: int) -> None:
    """Duplicates, lost confirms, refusals, overtaking: the same events, each once, and nothing is a dead letter."""

    async def main(clock: VirtualClock) -> None:
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

    run_in_virtual_time(main)


@pytest.mark.parametrize("outcome", ["refused", "lost"])
def test_the_sweep_sends_within_two_seconds_what_the_broker_did_not_take(outcome: Any) -> None:
    async def main(clock: VirtualClock) -> None:
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

    run_in_virtual_time(main)


@pytest.mark.parametrize("interval", [0.25, 1, 2])
def test_the_outbox_is_read_every_state_check_interval(interval: float) -> None:
    """TW-713. A message that another process left is due 0.1 s after one look and is sent at the next."""

    async def main(clock: VirtualClock) -> None:
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

    run_in_virtual_time(main)


@dataclass
class EveryNth:
    """A store whose every n-th call is lost: before it was done, or after (ExecuteAndTimeout)."""

    n: int
    moment: str
    armed: bool = False
    calls: int = 0

    async def before(self, call: str, subject: str) -> None:
        self._count("before")

    async def after(self, call: str, subject: str) -> None:
        self._count("after")

    def _count(self, moment: str) -> None:
        if self.armed and moment == self.moment:
            self.calls += 1
            if self.calls % self.n == 0:
                raise StoreUnavailable(f"call {self.calls} lost")


@dataclass
class RandomFaults(EveryNth):
    """As often, but at random: what is done in pairs is not always hit at the same place."""

    random: Random = field(default_factory=lambda: Random(7))

    def _count(self, moment: str) -> None:
        if self.armed and moment == self.moment:
            self.calls += 1
            if self.random.randrange(self.n) == 0:
                raise StoreUnavailable(f"call {self.calls} lost")


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(
    ("kind", "n"), [(RandomFaults, 2), (RandomFaults, 4), (EveryNth, 3), (EveryNth, 5), (EveryNth, 7)]
)
def test_what_a_store_does_not_answer_changes_no_outcome(kind: type[EveryNth], n: int, moment: str) -> None:
    """Every n-th call lost: the same call again, unchanged; the seen id answers for what had been done."""

    async def main(clock: VirtualClock) -> None:
        faults = kind(n, moment)
        async with FaultyEmbeddedSystem(clock, faults=faults) as system:
            demand = await system.submit()
            faults.armed = True
            events = await system.finished(demand)
            faults.armed = False
            assert faults.calls > 50
            assert await system.store.list_dead_letters() == ()
        calm = sorted(f"{kind} {json.dumps(payload, sort_keys=True)}" for kind, payload in CALM)
        assert in_any_order(events) == calm
        assert [e.seq for e in events] == list(range(1, len(CALM) + 1))

    run_in_virtual_time(main)


@dataclass
class UnavailableService:
    """A store that does not answer for a while."""

    clock: VirtualClock
    until: int

    async def before(self, call: str, subject: str) -> None:
        if self.clock.now() < self.until:
            raise StoreUnavailable("away")

    async def after(self, call: str, subject: str) -> None:
        return


def test_an_hour_without_store_loses_nothing() -> None:
    """What is in hand is kept, a dead letter waits to be filed, nothing spins; then all goes on."""

    async def main(clock: VirtualClock) -> None:
        faults = UnavailableService(clock, 0)
        async with FaultyEmbeddedSystem(clock, faults=faults) as system:
            demand = await system.submit()
            faults.until = clock.now() + 3_600_000
            await system.put("skills", b"no message", id="m1")
            before = clock.now()
            events = await follow_to_the_end(system, demand)
            assert clock.now() - before >= 3_600_000
            (letter,) = await list_dead_letters(system)
        assert letter.reason == "undecodable"
        assert events[-1].type == "towow.demand.closed"
        assert system.broker.count_unsettled("dead") == 0

    run_in_virtual_time(main)


async def follow_to_the_end(system: FaultyEmbeddedSystem, demand: Submission) -> list[LoggedEvent]:
    live = follow_log(system.store, system.transport, demand.demand_id, last_event_type=DemandClosed.type)
    return [event async for event in live]


@dataclass
class OddDeliveries:
    """A store that answers the first sweeps with something nobody expected."""

    left: int = 8

    async def before(self, call: str, subject: str) -> None:
        if call == "get_next_due" and self.left:
            self.left -= 1
            raise ValueError("odd")

    async def after(self, call: str, subject: str) -> None:
        return


def test_a_sweep_survives_what_nobody_expected() -> None:
    """What the broker refused at first is sent by the sweep, though that failed several times before."""

    async def main(clock: VirtualClock) -> None:
        faults = OddDeliveries()
        once = OnPublish(PUBLISHES["every first publish refused"])
        async with FaultyEmbeddedSystem(clock, publish=once, faults=faults) as system:
            events = await system.negotiate()
        assert faults.left == 0
        assert events[-1].type == "towow.demand.closed"

    run_in_virtual_time(main)
