"""Who states demands, watches them through streams that break, and sometimes takes them back (FAULTS § 2, F20, F21)."""

import asyncio
import math
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, cast

from gateway.negotiation.person_answers import PersonAnswers
from negotiation.contracts.demand import Limits
from negotiation.contracts.events import DemandClosed
from negotiation.contracts.messages import CancelDemand
from negotiation.submission import Submission
from shared.core.address import Address
from shared.core.decision import Send
from shared.core.ids import digest
from shared.runtime.ingress import Ingress
from shared.runtime.log_follower import follow_log
from shared.store.port import LoggedEvent
from shared.transport.port import Transport
from tests.simulation.fault_injector import FaultInjector
from tests.simulation.history import FollowedLog, History
from tests.simulation.member import Member
from tests.simulation.plan import Demand
from tests.simulation.process import Process
from tests.simulation.requester import Requester
from tests.support.sample_submission import sample_submission
from towow.bootstrap.applications import GATEWAY, ROUTES

PAUSE = 0.5
"""Seconds after which a client tries again."""


class SimulatedGateway:
    """What a gateway runs over one connection: it accepts demands, lets clients watch and people answer for their agents."""

    def __init__(self, process: Process, transport: Transport) -> None:
        world = process.world
        self.transport = transport
        self.entrance = Ingress(GATEWAY, ROUTES, process.store, transport, world.log, world.metrics)
        self.attending = process.attending
        self.speaking = PersonAnswers(process.store, process.attending, self.entrance)

    async def start(self) -> None:
        """Begin."""
        await self.entrance.start()

    async def stop(self) -> None:
        """End."""
        await self.entrance.stop()

    async def drain_disconnected(self) -> None:
        """The connection is gone."""
        await self.entrance.stop()


async def any_gateway(lives: Mapping[str, Process]) -> tuple[Process, SimulatedGateway]:
    """One that serves, as soon as there is one."""
    while True:
        for name in sorted(lives):
            process = lives[name]
            if process.alive and isinstance(process.session, SimulatedGateway):
                return process, process.session
        await asyncio.sleep(PAUSE)


def submit(demand: Demand, now: int) -> Submission:
    """What a gateway makes of a demand; the same again when it is asked again."""
    return sample_submission(
        now,
        unique=demand.unique,
        limits=Limits(max_rounds=demand.course.rounds, budget_tokens=demand.course.budget),
        interactive=demand.course.interactive,
    )


class Viewer:
    """Somebody who states one demand and watches it to its end. He outlives every gateway."""

    def __init__(
        self, demand: Demand, accepted: Submission, lives: Mapping[str, Process], adversary: FaultInjector
    ) -> None:
        self._demand = demand
        self._submission = accepted
        self._lives = lives
        self._adversary = adversary
        self._followed = FollowedLog(accepted.demand_id)
        self._news = asyncio.Event()
        self._changed_his_mind = False
        self._requester = Requester(demand.unique, accepted.demand_id, accepted.channel_id, self._post)
        self._member = Member(demand.unique, accepted.channel_id, self._post)

    def change_his_mind(self) -> None:
        """He wants to take it back now."""
        self._changed_his_mind = True
        self._news.set()

    async def run(self, history: History, now: Any) -> None:
        """State it, watch it, perhaps cancel it."""
        message = self._submission.message
        await self._post(
            cause=digest("submit", message.demand_id),
            sends=[Send(Address("channel", message.channel_id), message)],
            events=[self._submission.event],
            budget=message.limits.budget_tokens,
        )
        history.accepted[message.demand_id] = now()
        history.followed.append(self._followed)
        cancelling = asyncio.create_task(self._cancel())
        while not self._followed.ended:
            await self._watch()
        await self._requester.stop()
        await self._member.stop()
        await cancelling

    async def _post(self, **about: Any) -> None:
        """Say it to some gateway until one says that it is accepted."""
        while True:
            gateway, reception = await any_gateway(self._lives)
            task = gateway.spawn(reception.entrance.submit(self._followed.demand_id, **about))
            await asyncio.wait({task})
            if not task.cancelled() and task.exception() is None:
                return
            await asyncio.sleep(PAUSE)

    async def _watch(self) -> None:
        """One stream: to the end, or as long as the client keeps it."""
        gateway, reception = await any_gateway(self._lives)
        stream = gateway.spawn(self._stream(gateway, reception))
        patience = self._adversary.random.choice((None, None, 0.3, 2.0, 9.0)) if self._adversary.active else None
        await asyncio.wait({stream}, timeout=patience)
        if not stream.done():
            stream.cancel()
            await asyncio.wait({stream})
        elif not stream.cancelled() and stream.exception() is not None:
            await asyncio.sleep(PAUSE)

    async def _stream(self, gateway: Process, reception: SimulatedGateway) -> None:
        followed = self._followed
        after = followed.events[-1].seq if followed.events else 0
        last = DemandClosed.type
        live = follow_log(gateway.store, reception.transport, followed.demand_id, last_event_type=last, after=after)
        async with aclosing(cast("AsyncGenerator[LoggedEvent, None]", live)) as events:
            async for event in events:
                followed.events.append(event)
                followed.ended = event.type == last
                if self._demand.course.interactive:
                    self._requester.see(event)
                if self._demand.course.members == "leave":
                    self._member.see(event)
                self._news.set()

    async def _cancel(self) -> None:
        """Take it back when he has seen enough, if it has not ended by then."""
        enough = self._demand.course.cancel_after or math.inf
        while not self._changed_his_mind and len(self._followed.events) < enough:
            self._news.clear()
            await self._news.wait()
            if self._followed.ended:
                return
        message = self._submission.message
        order = CancelDemand(demand_id=message.demand_id, channel_id=message.channel_id, cancelled_by="user_alice")
        await self._post(
            cause=digest("cancel", message.demand_id), sends=[Send(Address("channel", message.channel_id), order)]
        )
