"""How RabbitMQ and Redis are made ready once: exchanges, queues, Functions, shipped agents (INTERFACES § 2)."""

import os

from negotiation.registry import profile_file
from shared.store.redis.connect import prepare
from shared.telemetry.log import make_log
from shared.transport.rabbitmq.declare import declare
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.cli.exit import DONE
from towow.cli.output import print_note
from towow.cli.signals import run
from towow.config.environment import ServiceUrls, configured


def init(*, wait: float) -> int:
    """Make everything that is missing; what is there already stays. Raises Refusal (3) when nobody answers."""
    return run(lambda: _init(configured(os.environ).needed(), wait))


async def _init(services: ServiceUrls, wait: float) -> int:
    topology = Topology(services.namespace)
    await connections.connect_with_timeout(wait, "store", lambda: prepare(services.store, services.namespace))
    print_note(f"store: Functions and schema are there (namespace {services.namespace})")
    await connections.connect_with_timeout(wait, "broker", lambda: declare(services.broker, topology, QUEUES))
    print_note(f"broker: exchanges and queues are there: {', '.join(map(topology.queue, QUEUES))}")
    async with connections.kept_registry(services, wait, make_log("error")) as profiles:
        if there := await profiles.count():
            print_note(f"registry: {there} agents")
        else:
            added, _ = await profiles.put(profile_file.read([profile_file.shipped()]).profiles)
            print_note(f"registry: it was empty, {added} shipped agents were added")
    return DONE
