"""The end of a connection, over real sockets and on both event loops."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest
import uvloop
from uvicorn.protocols.http.flow_control import FlowControl

from gateway.http.tcp_connection import ClientConnection


class Accepted(asyncio.Protocol):
    """Protocol of one accepted connection."""

    def __init__(self) -> None:
        self.ended = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        stream = cast("asyncio.Transport", transport)
        self.connection = ClientConnection(stream, FlowControl(stream))

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.connection_lost()
        self.ended.set()


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_connection_that_has_ended_can_be_aborted(new_loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def main() -> None:
        accepted: asyncio.Queue[Accepted] = asyncio.Queue()

        def accept() -> Accepted:
            protocol = Accepted()
            accepted.put_nowait(protocol)
            return protocol

        server = await asyncio.get_running_loop().create_server(accept, "127.0.0.1", 0)
        async with server:
            for client_ends in (True, False):
                reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
                protocol = await accepted.get()
                if client_ends:
                    writer.close()
                else:
                    protocol.connection.abort()
                    protocol.connection.abort()
                    with pytest.raises(ConnectionResetError):
                        await reader.read()
                await asyncio.wait_for(protocol.ended.wait(), 5)
                await asyncio.sleep(0)
                protocol.connection.abort()
                assert protocol.connection.is_closed
                writer.close()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())
