"""RabbitMQ and Redis for benchmarks; the Redis is private and syncs every commit to disk."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from benchmarks.errors import MeasurementSkipped
from tests.services.rabbitmq import broker_url
from tests.services.redis import private_redis

DURABLE_OPTIONS = ("--appendonly", "yes", "--appendfsync", "always")


@dataclass(frozen=True, slots=True)
class BenchmarkServices:
    """URLs of broker and store, and the store's fsync policy."""

    broker: str
    store: str
    fsync: str


@contextmanager
def start_services() -> Generator[BenchmarkServices]:
    """Provide the tests' RabbitMQ and a private Redis with `appendfsync always`.

    Raises:
        MeasurementSkipped: One of them is not available.
    """
    try:
        broker = broker_url()
        store = private_redis(*DURABLE_OPTIONS)
        with store as server:
            yield BenchmarkServices(broker, server.url, "always")
    except pytest.skip.Exception as missing:
        raise MeasurementSkipped(str(missing)) from missing
