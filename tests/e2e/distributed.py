"""The command line over real services: a namespace of its own, worker processes, and nothing left behind."""

import asyncio
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import aio_pika
from typer.testing import CliRunner

from shared.store.redis.connect import delete_namespace as remove_from_store
from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.declare import delete_topology as remove_from_broker
from shared.transport.topology import Topology
from tests.services.rabbitmq import broker_url
from tests.services.redis import delete_registry, fresh_namespace, store_url
from tests.support.cli_runner import CommandRunner, CompletedCommand, close, wait_for_result
from towow.bootstrap.applications import QUEUES
from towow.cli.main import app


class Distributed(CommandRunner):
    """Runs `towow` over a broker and a store."""

    def __init__(self, folder: Path, broker: str, store: str, namespace: str) -> None:
        self.broker = broker
        self.store = store
        self.topology = Topology(namespace)
        super().__init__(folder, TOWOW_BROKER_URL=broker, TOWOW_STORE_URL=store, TOWOW_NAMESPACE=namespace)

    def inside(self, *arguments: str, **environment: str) -> CompletedCommand:
        """Run a command in this very process: the same, but nothing has to be loaded first."""
        told = CliRunner().invoke(app, arguments, env=self.environment(environment))
        return CompletedCommand(told.exit_code, told.stdout, told.stderr)

    @contextmanager
    def working(self, *roles: str, **environment: str) -> Generator[subprocess.Popen[bytes]]:
        """A worker process that is ready; killed at the end when it still runs."""
        process = self.start("worker", *roles, **environment)
        try:
            assert wait_for_result(process, b"ready ") == f"ready worker {' '.join(roles)}\n".encode()
            yield process
        finally:
            process.kill()
            close(process)

    def publish(self, routing_key: str, data: bytes, **properties: str) -> None:
        """A stranger sends a command."""
        asyncio.run(self._publish(self.topology.commands, routing_key, data, properties))

    def publish_event(self, routing_key: str, data: bytes) -> None:
        """A stranger sends an event."""
        asyncio.run(self._publish(self.topology.events, routing_key, data, {}))

    async def _publish(self, exchange: str, routing_key: str, data: bytes, properties: dict[str, str]) -> None:
        async with await aio_pika.connect(self.broker) as connection:
            channel = await connection.channel()
            target = await channel.get_exchange(exchange)
            await target.publish(aio_pika.Message(data, message_id=properties.get("message_id")), routing_key)


@contextmanager
def distributed(broker: str | None = None, store: str | None = None) -> Generator[Distributed]:
    """A fresh namespace on the services that tests have, or on these, removed afterwards."""
    at, of = broker or broker_url(), store or store_url()
    namespace = fresh_namespace()
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        try:
            yield Distributed(Path(folder), at, of, namespace)
        finally:
            asyncio.run(_remove(at, of, namespace))


async def _remove(broker: str, store: str, namespace: str) -> None:
    try:
        await remove_from_broker(broker, Topology(namespace), QUEUES)
    except BrokerUnavailable:  # once more: RabbitMQ may fail to delete a quorum queue soon after its own start
        await remove_from_broker(broker, Topology(namespace), QUEUES)
    await delete_registry(store, namespace)
    await remove_from_store(store, namespace)
