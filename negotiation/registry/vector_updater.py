"""Background computation of the vectors of added and changed profiles."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from negotiation.registry.profile import Profile
from negotiation.registry.vector_backfill import BackfillResult, ReportProgress, backfill_vectors
from negotiation.registry.vector_store import VectorStore
from shared.embedding.probe import EmbedderProbe
from shared.telemetry.log import Log

if TYPE_CHECKING:  # NumPy takes a while to load
    from shared.embedding.port import Embedder

RETRY_INTERVAL_S = 60.0
"""Pause before vectors that could not be computed or stored are tried again."""

MAX_PENDING = 100_000
"""Profiles that wait at most, by default."""


class VectorUpdater:
    """Computes vectors in the background: profiles are stored, and found by words, without waiting for it.

    Attributes:
        store: Store of the vectors.
    """

    def __init__(
        self,
        build_embedder: Callable[[], "Embedder | None"],
        store: VectorStore,
        log: Log,
        *,
        is_remote: bool = False,
        max_pending: int = MAX_PENDING,
    ) -> None:
        """Start and load nothing yet.

        Args:
            build_embedder: Builds the maker of the vectors, at the first call that needs it; if it returns None, no
                vectors are ever computed.
            store: Store of the vectors.
            log: Receives `vectors_computed`, and `vectors_missing` with the reason.
            is_remote: Whether the embedder is an endpoint, which may be away.
            max_pending: Profiles that wait at most; of more, the longest waiting ones are left to the next
                `towow agents import`.
        """
        self._build_embedder = build_embedder
        self._is_remote = is_remote
        self._max_pending = max_pending
        self.store = store
        self._log = log
        self._pending: dict[str, Profile] = {}
        self._task: asyncio.Task[None] | None = None

    @cached_property
    def _embedder(self) -> "Embedder | None":
        return self._build_embedder()

    @cached_property
    def _probe(self) -> EmbedderProbe | None:
        return EmbedderProbe(self._embedder) if self._embedder is not None and self._is_remote else None

    async def schedule(self, profiles: Sequence[Profile]) -> None:
        """Have the missing vectors of stored profiles computed; return at once.

        While embedder or store fail it is tried again every RETRY_INTERVAL_S. What is not done when the process ends is
        left to the next `towow agents import`.
        """
        if self._embedder is None:
            return
        for profile in profiles:
            self._pending.pop(profile.agent_id, None)
            self._pending[profile.agent_id] = profile
        while len(self._pending) > self._max_pending:
            del self._pending[next(iter(self._pending))]
        if self._pending and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(self._embedder), name="vectors")

    async def check(self) -> str:
        """Return the model and the numbers of stored vectors and of profiles that wait, in a few words.

        An endpoint is sent a text, but not at every call.

        Raises:
            EmbeddingUnavailable: The endpoint gives no vectors.
            StoreUnavailable, StoreMisconfigured: The vector store does not answer, or rejects the call.
        """
        if self._embedder is None:
            return "none: agents are found by words alone"
        if self._probe is not None:
            await self._probe.check()
        count = await self.store.count(self._embedder.model)
        waiting = f", {len(self._pending)} profiles wait" if self._pending else ""
        return f"{self._embedder.model}, {count} vectors{waiting}"

    async def backfill(self, profiles: Iterable[Profile], report: ReportProgress) -> BackfillResult | None:
        """Compute and store the vectors that profiles lack, now (see `backfill_vectors`); None without an embedder."""
        if self._embedder is None:
            return None
        return await backfill_vectors(profiles, self._embedder, self.store, report)

    async def wait(self) -> None:
        """Wait until all scheduled vectors are stored; without a limit while embedder or store fail."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self) -> None:
        """Stop, and close the embedder; a batch in progress is not finished."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if "_probe" in self.__dict__ and self._probe is not None:
            await self._probe.close()
        if "_embedder" in self.__dict__ and self._embedder is not None:
            await self._embedder.close()

    async def _run(self, embedder: "Embedder") -> None:
        failed = False
        while batch := dict(self._pending):
            result = await backfill_vectors(batch.values(), embedder, self.store)
            if result.error:
                if not failed:
                    self._log.warning("vectors_missing", count=result.missing, error=result.error)
                failed = True
                await asyncio.sleep(RETRY_INTERVAL_S)
                continue
            self._log.info("vectors_computed", count=result.computed)
            failed = False
            for agent_id, profile in batch.items():
                if self._pending.get(agent_id) is profile:
                    del self._pending[agent_id]
