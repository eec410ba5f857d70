"""Command `towow init`: creates exchanges, queues, Functions and the shipped agents (INTERFACES § 2)."""

import os

from negotiation.registry import profile_import
from shared.store.redis.connect import prepare
from shared.transport.rabbitmq.declare import declare_topology
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.cli.exit import SUCCESS
from towow.cli.output import print_note
from towow.cli.signals import run_until_signal
from towow.config.demand_logger import build_logger
from towow.config.environment import ServiceUrls, read_configuration


def init(*, wait_s: float) -> int:
    """Create the missing exchanges, queues and Functions in RabbitMQ and Redis, and return the exit code 0.

    Adds the shipped agents only if the registry has none at all. What exists is kept.

    Args:
        wait_s: Maximum seconds to retry until a service answers, for each service.

    Raises:
        CommandError: No services are configured (exit code 2), or one does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection or a declaration; retrying would not help.
        StoreMisconfigured: Redis refuses the connection or lacks a right; retrying would not help.
    """
    return run_until_signal(lambda: _init(read_configuration(os.environ).require_services(), wait_s))


async def _init(services: ServiceUrls, wait_s: float) -> int:
    topology = Topology(services.namespace)
    await connections.connect_with_timeout(wait_s, "store", lambda: prepare(services.store, services.namespace))
    print_note(f"store: Functions and schema are there (namespace {services.namespace})")
    await connections.connect_with_timeout(
        wait_s, "broker", lambda: declare_topology(services.broker, topology, QUEUES)
    )
    print_note(f"broker: exchanges and queues are there: {', '.join(map(topology.queue, QUEUES))}")
    async with connections.open_registry(services, wait_s, build_logger("error")) as profiles:
        if count := await profiles.count():
            print_note(f"registry: {count} agents")
        else:
            added, _ = await profiles.put(
                profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
            )
            print_note(f"registry: it was empty, {added} shipped agents were added")
    return SUCCESS
