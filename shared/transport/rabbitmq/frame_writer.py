"""How frames leave a channel: whoever adds some does not wait, and what is added together goes out together."""

import asyncio

from aiormq.abc import ChannelFrame

from shared.transport.rabbitmq.aiormq_internals import AiormqChannel


class FrameWriter:
    """Frames of one channel on their way to the socket, in the order in which they were added."""

    def __init__(self, channel: AiormqChannel) -> None:
        self._queue = channel.connection.write_queue
        self._frames: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._dropped = False
        self._pump = self._loop.create_task(self._run())

    def add(self, frames: bytes) -> None:
        """Send these, one directly after the other; nothing, once `drop` was called."""
        if self._dropped:
            return
        self._frames.append(frames)
        self._wake.set()
        self._empty.clear()

    async def flush(self) -> bool:
        """Whether everything is in the socket: True once it is, False when it never will be."""
        await self._empty.wait()
        return not self._dropped

    def close(self) -> None:
        """Send nothing more."""
        self._dropped = True
        self._pump.cancel()
        self._empty.set()

    async def _run(self) -> None:
        """Hand on one batch at a time, the next one when the socket took it: so nothing piles up there."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            taken = self._loop.create_future()
            batch = b"".join(self._frames)
            self._frames.clear()
            await self._queue.put(ChannelFrame(payload=batch, should_close=False, drain_future=taken))
            await taken
            if not self._frames:
                self._empty.set()
