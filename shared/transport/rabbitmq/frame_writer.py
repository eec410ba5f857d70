"""Write buffer of a channel: frames that are added together are written together."""

import asyncio

from aiormq.abc import ChannelFrame

from shared.transport.rabbitmq.aiormq_internals import AiormqChannel


class FrameWriter:
    """Frames of one channel on their way to the socket, in the order of `add`."""

    def __init__(self, channel: AiormqChannel) -> None:
        self._queue = channel.connection.write_queue
        self._frames: list[bytes] = []
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._closed = False
        self._task = self._loop.create_task(self._run())

    def add(self, frames: bytes) -> None:
        """Queue frames to be written together and in order; return at once. No effect after `close`."""
        if self._closed:
            return
        self._frames.append(frames)
        self._wake.set()
        self._empty.clear()

    async def flush(self) -> bool:
        """Wait until all queued frames are written to the socket and return True; False if the writer is closed.

        There is no time limit: on a lost connection it waits until `close`.
        """
        await self._empty.wait()
        return not self._closed

    def close(self) -> None:
        """Stop writing and drop the queued frames; the channel stays open."""
        self._closed = True
        self._task.cancel()
        self._empty.set()

    async def _run(self) -> None:
        """Write one batch at a time, so that nothing piles up behind the socket."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            drained = self._loop.create_future()
            batch = b"".join(self._frames)
            self._frames.clear()
            await self._queue.put(ChannelFrame(payload=batch, should_close=False, drain_future=drained))
            await drained
            if not self._frames:
                self._empty.set()
