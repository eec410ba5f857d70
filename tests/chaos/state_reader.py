"""What a system has written down so far: its demands' logs and channels, what waits and is owed, what its workers said."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from negotiation.contracts.events import DemandClosed
from shared.store import keys
from shared.store.port import LoggedEvent
from shared.store.redis.connect import count_outbox_entries
from shared.store.redis.store import RedisStore
from shared.transport.rabbitmq.declare import MAX_LENGTH, get_queue_depths
from shared.transport.topology import Topology
from tests.chaos.invariants import ChannelRecord, DemandRecord, FinalState, violations
from tests.chaos.worker_process import WorkerProcess
from towow.bootstrap.applications import GATEWAY, QUEUES

MOST = 20
"""Violations shown of a system that is stuck."""


@dataclass(slots=True)
class FollowedLog:
    """A demand and what its watcher was told so far."""

    demand_id: str
    events: list[LoggedEvent] = field(default_factory=list[LoggedEvent])

    @property
    def ended(self) -> bool:
        """Has its last event come?"""
        return bool(self.events) and self.events[-1].type == DemandClosed.type


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Where broker and store are. The workers (`…_by`) and the desk perhaps reach them over a line that fails."""

    broker: str
    store: str
    broker_by: str = ""
    store_by: str = ""
    desk_store_by: str = ""
    max_length: int = MAX_LENGTH


class StateReader:
    """Reads one namespace, not over any line that fails."""

    def __init__(self, links: Endpoints, namespace: str, store: RedisStore) -> None:
        self._store = store
        self._namespace = namespace
        self._broker = links.broker

    async def remains(self, demands: Sequence[FollowedLog]) -> FinalState:
        """What store and broker hold of these demands."""
        return FinalState(
            [await self._remains_of(followed) for followed in demands],
            await self._ready(),
            await count_outbox_entries(self._store),
            await self._store.list_dead_letters(),
        )

    async def at_rest(self) -> bool:
        """Is nothing waiting and nothing owed?"""
        return not any((await self._ready()).values()) and not await count_outbox_entries(self._store)

    async def report(self, demands: Sequence[FollowedLog], workers: Sequence[WorkerProcess]) -> str:
        """Everything one wants to know of a system that is stuck."""
        parts = [f"namespace {self._namespace}"]
        for one in demands:
            if not one.ended:
                parts += await self._about(one)
        found = violations(await self.remains(demands))
        parts += [f"{one.invariant}: {one.reason}" for one in found if one.invariant != "I1"][:MOST]
        parts.append(
            f"ready {await self._ready()}; owed {await count_outbox_entries(self._store)}; now {await self._store.now()}"
        )
        parts += [f"next due of {role}: {await self._store.get_next_due(role)}" for role in (*QUEUES, GATEWAY)]
        for worker in workers:
            parts += _said(worker)
        return "\n".join(parts)

    async def _about(self, one: FollowedLog) -> list[str]:
        log = await self._log(one.demand_id)
        ends = ", ".join(event.type for event in log[-4:])
        channels = [f"  {channel.address} {_shown(channel.record)}" for channel in await self._channels(one, log)]
        return [f"{one.demand_id}: {len(log)} events, {len(one.events)} seen, the last {ends}", *channels]

    async def _ready(self) -> dict[str, int]:
        return await get_queue_depths(self._broker, Topology(self._namespace), QUEUES)

    async def _remains_of(self, followed: FollowedLog) -> DemandRecord:
        demand_id = followed.demand_id
        log = await self._log(demand_id)
        memo = keys.correlation_keys(self._namespace, demand_id).memo
        return DemandRecord(
            demand_id,
            log,
            followed.events,
            await self._channels(followed, log),
            (await self._store.get_budget_usage(demand_id)).usage.calls,
            await self._store.client.call("HLEN", memo),
        )

    async def _log(self, demand_id: str) -> list[LoggedEvent]:
        log: list[LoggedEvent] = []
        while more := await self._store.read_log(demand_id, log[-1].seq if log else 0):
            log += more
        return log

    async def _channels(self, followed: FollowedLog, log: Sequence[LoggedEvent]) -> list[ChannelRecord]:
        found: list[ChannelRecord] = []
        names = dict.fromkeys(str(json.loads(event.data)["payload"]["channel_id"]) for event in log)
        for address in (f"channel/{name}" for name in names):
            version, record = await self._store.read_record(address, followed.demand_id) or (0, b"")
            journal = await self._store.read_journal(address, followed.demand_id)
            found.append(ChannelRecord(address, version, record, journal))
        return found


def _said(worker: WorkerProcess) -> list[str]:
    steps = worker.steps()
    last = f"{time.time() - steps[-1].at:.1f} s ago" if steps else "never"
    told = [text for text in worker.said.splitlines() if '"level": "debug"' not in text][-12:]
    return [f"--- {worker.name}, exit code {worker.code}, last step {last}", *told]


def _shown(record: bytes) -> str:
    state = json.loads(record or b"{}")
    return json.dumps({key: state.get(key) for key in ("status", "round", "timer", "waiting")}, ensure_ascii=False)
