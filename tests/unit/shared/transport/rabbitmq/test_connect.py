"""Connecting to a broker that is away."""

import asyncio
import gc
import logging
import socket

import pytest

from shared.transport.port import BrokerUnavailable
from shared.transport.rabbitmq.connect import open_connection, parse_url


async def test_a_failed_attempt_can_be_collected_in_a_thread_without_a_loop(caplog: pytest.LogCaptureFixture) -> None:
    # pytest turns a warning that the collection of an object causes into a failure. A log record would keep the object.
    with caplog.at_level(logging.CRITICAL):
        held = [await _fail_to_connect()]
    await asyncio.to_thread(held.clear)
    await asyncio.to_thread(gc.collect)


async def _fail_to_connect() -> Exception:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    try:
        await open_connection(parse_url(f"amqp://guest:guest@127.0.0.1:{port}/"), "test", timeout=5.0)
    except BrokerUnavailable as error:
        return error
    raise AssertionError("nobody listens on this port")
