"""Command `towow init`: creates exchanges, queues, Functions and the shipped agents (INTERFACES § 2)."""

import os
from collections.abc import Sequence
from contextlib import suppress

from negotiation.registry import profile_import
from negotiation.registry.profile import Profile
from negotiation.registry.shipped_vectors import read_shipped_vectors
from negotiation.registry.vector_backfill import BACKFILL_ERRORS
from shared.embedding.settings import EmbedderSettings
from shared.store.redis.connect import prepare
from shared.transport.rabbitmq.declare import declare_topology
from shared.transport.topology import Topology
from towow.bootstrap import connections
from towow.bootstrap.applications import QUEUES
from towow.cli.exit import SUCCESS
from towow.cli.output import print_note
from towow.cli.signals import run_until_signal
from towow.cli.vector_progress import print_vector_progress
from towow.config.demand_logger import build_logger
from towow.config.environment import Configuration, ServiceUrls, read_configuration


def init(*, wait_s: float) -> int:
    """Create the missing exchanges, queues and Functions in RabbitMQ and Redis, and return the exit code 0.

    Adds the shipped agents, with their vectors, only if the registry has none at all. What exists is kept.

    Args:
        wait_s: Maximum seconds to retry until a service answers, for each service.

    Raises:
        CommandError: No services are configured (exit code 2), or one does not answer within `wait_s` (3).
        InvalidSettings: An environment variable is bad.
        BrokerMisconfigured: RabbitMQ refuses the connection or a declaration; retrying would not help.
        StoreMisconfigured: Redis refuses the connection or lacks a right; retrying would not help.
    """
    return run_until_signal(lambda: _init(read_configuration(os.environ), wait_s))


async def _init(configuration: Configuration, wait_s: float) -> int:
    services, settings = configuration.require_services(), configuration.settings.embedder
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
            shipped = profile_import.read_profiles([profile_import.shipped_profiles_folder()]).profiles
            added, _ = await profiles.put(shipped)
            print_note(f"registry: it was empty, {added} shipped agents were added")
            await _add_vectors(services, settings, shipped)
    return SUCCESS


async def _add_vectors(services: ServiceUrls, settings: EmbedderSettings, shipped: Sequence[Profile]) -> None:
    """Store the shipped vectors, and compute those that are missing, as all are for another model."""
    log = build_logger("error")
    async with connections.open_vectors(services, settings, log) as vectors:
        with suppress(OSError, ValueError, *BACKFILL_ERRORS):  # those that are not stored are computed
            await vectors.store.put(*read_shipped_vectors())
        await print_vector_progress(lambda report: vectors.backfill(shipped, report))
