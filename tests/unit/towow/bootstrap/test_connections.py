"""Messages of libraries about a lost connection, which the product reports itself."""

import asyncio
import logging

import pytest

from towow.bootstrap import connections


def test_writes_to_a_lost_connection_print_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def write_after_the_end() -> None:
        ended = asyncio.Event()

        async def end(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.transport.abort()
            ended.set()

        async with await asyncio.start_server(end, "127.0.0.1", 0) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            await ended.wait()
            for _ in range(20):
                writer.write(b"published")
                await asyncio.sleep(0)
            writer.transport.abort()

    assert connections.connect_broker
    asyncio.run(write_after_the_end())
    logging.getLogger("asyncio").warning("a task failed")
    assert [record.message for record in caplog.records] == ["a task failed"]
