"""Probe of an embedder: whether it gives vectors now, asked at most once in an interval."""

import asyncio
from typing import TYPE_CHECKING

from shared.embedding.model import EmbeddingUnavailable

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder

PROBE_TEXT = "hello"

SUCCESS_INTERVAL_S = 60.0
"""Time for which a success counts: each probe costs a request, which may have a price."""

FAILURE_INTERVAL_S = 10.0
"""Time for which a failure counts."""


class EmbedderProbe:
    """Probe that remembers its last result. Callers that stop waiting do not cancel it."""

    def __init__(self, embedder: "Embedder") -> None:
        self._embedder = embedder
        self._task: asyncio.Task[str] | None = None
        self._expires_s = 0.0

    async def check(self) -> None:
        """Return if the embedder gives vectors.

        Raises:
            EmbeddingUnavailable: It does not; the message says why.
        """
        if self._task is None or (self._task.done() and asyncio.get_running_loop().time() >= self._expires_s):
            self._task = asyncio.create_task(self._probe(), name="embedder probe")
        failure = await asyncio.shield(self._task)
        if failure:
            raise EmbeddingUnavailable(failure)

    async def close(self) -> None:
        """Stop a running probe."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _probe(self) -> str:
        """Return why there is no vector; empty if there is one."""
        failure, interval_s = "", SUCCESS_INTERVAL_S
        try:
            await self._embedder.embed([PROBE_TEXT])
        except EmbeddingUnavailable as error:
            failure, interval_s = str(error), FAILURE_INTERVAL_S
        self._expires_s = asyncio.get_running_loop().time() + interval_s
        return failure
