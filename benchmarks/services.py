"""Which RabbitMQ and which Redis the benchmarks run on: a Redis of their own that keeps every commit on disk."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from benchmarks.skipped import Skipped
from tests.services.rabbitmq import broker_url
from tests.services.redis import private_redis

ON_DISK = ("--appendonly", "yes", "--appendfsync", "always")


@dataclass(frozen=True, slots=True)
class Services:
    """Where they are, and when the store has what it acknowledged on disk."""

    broker: str
    store: str
    fsync: str


@contextmanager
def services() -> Generator[Services]:
    """RabbitMQ as the tests find it, and a private Redis with `appendfsync always`. Raises Skipped."""
    try:
        broker = broker_url()
        store = private_redis(*ON_DISK)
        with store as server:
            yield Services(broker, server.url, "always")
    except pytest.skip.Exception as missing:
        raise Skipped(str(missing)) from missing
