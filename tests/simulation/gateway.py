"""What a simulated gateway runs over one connection, and how a client finds one that serves."""

import asyncio
from collections.abc import Mapping

from shared.runtime.ingress import Ingress
from shared.transport.port import Transport
from tests.simulation.process import Process

GATEWAY = "gateway"
"""The role of gateways."""

PAUSE = 0.5
"""Seconds after which a client tries again."""


class SimulatedGateway:
    """It accepts what clients say, and lets them watch."""

    def __init__(self, process: Process, transport: Transport) -> None:
        world = process.world
        self.transport = transport
        routes = world.subject.applications.routes
        self.entrance = Ingress(GATEWAY, routes, process.store, transport, world.log, world.metrics)

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
