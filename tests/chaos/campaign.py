"""A long random campaign over real processes: workers killed by the hundred, broker and store killed, all from a seed.

`make chaos [KILLS=200] [DEMANDS=1000] [LONG=1]`; FAULTS § 2 (campaign B) and § 6 (figures).
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.chaos.invariants import violations
from tests.chaos.state_reader import Endpoints
from tests.chaos.system import CONCURRENCY, System, system
from tests.chaos.worker_process import WorkerProcess
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.services.redis import DURABLE, PrivateServer, private_redis

PROCESSES = (("coordinator",), ("skills",), *(("channel_admin",), ("user_agent",)) * 2)
LATENCY_MS = "100"
OPEN = 20
"""How many demands are under way at once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a campaign does. `restarts`: of the broker, and as many of the store."""

    seed: int
    demands: int = 1000
    kills: int = 200
    restarts: int = 3


@dataclass(slots=True)
class CampaignResult:
    """What was done so far. `killed`: when (s since 1970), and who took over."""

    killed: list[tuple[float, WorkerProcess]] = field(default_factory=list[tuple[float, WorkerProcess]])
    broker: int = 0
    store: int = 0


class Campaign:
    """One campaign on one system."""

    def __init__(self, plan: Plan, running: System, rabbit: PrivateRabbit, durable: PrivateServer) -> None:
        self.plan = plan
        self.done = CampaignResult()
        self._running = running
        self._rabbit = rabbit
        self._durable = durable
        self._random = random.Random(plan.seed)
        self._healing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """State all demands, strike meanwhile, and return when all of them have ended and everything runs again."""
        await self._running.start(*PROCESSES, TOWOW_SIMULATED_LATENCY_MS=LATENCY_MS)
        async with asyncio.TaskGroup() as group:
            group.create_task(self._state())
            group.create_task(self._kill())
            group.create_task(self._restart())
        await asyncio.gather(*self._healing)
        await self._running.all_ended()

    async def _state(self) -> None:
        """As many demands at once as OPEN, until all are stated."""
        stated = 0
        while stated < self.plan.demands:
            room = OPEN - sum(not demand.ended for demand in self._running.demands)
            more = min(room, self.plan.demands - stated)
            if more > 0:
                await self._running.submit(more)
                stated += more
            await asyncio.sleep(0.2)

    async def _kill(self) -> None:
        """Kill one worker after the other, evenly over the demands; each has a successor soon."""
        for number in range(self.plan.kills):
            await self._reached((number + 0.5) / self.plan.kills)
            victim = self._random.choice(self._running.running or [None])
            if victim is None:
                continue  # everybody was killed just now
            victim.kill()
            healing = asyncio.create_task(self._replace(victim, time.time(), self._random.uniform(0.1, 1.0)))
            self._healing.add(healing)
            await asyncio.sleep(self._random.uniform(0.0, 1.0))

    async def _replace(self, victim: WorkerProcess, killed: float, pause: float) -> None:
        await asyncio.sleep(pause)
        successor = self._running.begin(*victim.roles, TOWOW_SIMULATED_LATENCY_MS=LATENCY_MS)
        self.done.killed.append((killed, successor))

    async def _restart(self) -> None:
        """Kill broker and store by turns, evenly over the demands."""
        ways: Sequence[Callable[[], Awaitable[None]]] = (self._broker_dies, self._store_dies)
        for number in range(2 * self.plan.restarts):
            await self._reached((number + 0.5) / (2 * self.plan.restarts))
            await ways[number % 2]()

    async def _broker_dies(self) -> None:
        await asyncio.to_thread(self._random.choice((self._rabbit.stop, self._rabbit.kill)))
        await asyncio.sleep(self._random.uniform(0.0, 3.0))
        await asyncio.to_thread(self._rabbit.start)
        self.done.broker += 1

    async def _store_dies(self) -> None:
        if self._random.random() < 0.5:
            await asyncio.to_thread(self._durable.kill)
            await asyncio.sleep(self._random.uniform(0.0, 3.0))
            await asyncio.to_thread(self._durable.start)
        else:
            self._durable.freeze()
            await asyncio.sleep(self._random.uniform(2.0, 8.0))
            self._durable.thaw()
        self.done.store += 1

    async def _reached(self, share: float) -> None:
        """Return once this share of the demands has ended."""
        while sum(demand.ended for demand in self._running.demands) < share * self.plan.demands:
            await self._running.moving()
            await asyncio.sleep(0.05)


async def campaign(plan: Plan) -> dict[str, Any]:
    """Run it on private services; what was done, what it took, and what does not hold (INTERFACES § 9)."""
    with private_rabbit() as rabbit, private_redis(*DURABLE) as durable:
        async with system(Endpoints(rabbit.url, durable.url)) as running:
            whole, begun = Campaign(plan, running, rabbit, durable), time.monotonic()
            await whole.run()
            took = time.monotonic() - begun
            remains = await running.stop()
            found = violations(remains, interrupted=CONCURRENCY * plan.kills)
            recovery = sorted(
                first - killed
                for killed, successor in whole.done.killed
                if (first := successor.first_step(killed)) is not None
            )
    return {
        **asdict(plan),
        "killed": len(whole.done.killed),
        "broker_restarts": whole.done.broker,
        "store_restarts": whole.done.store,
        "seconds": round(took, 1),
        "events": sum(len(demand.log) for demand in remains.demands),
        "calls": sum(demand.calls for demand in remains.demands),
        "calls_paid_again": remains.paid_again,
        "kill_to_first_step_s": {name: _at(recovery, share) for name, share in (("p50", 0.5), ("p95", 0.95))},
        "violations": [asdict(violation) for violation in found],
    }


def _at(ordered: Sequence[float], share: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None
