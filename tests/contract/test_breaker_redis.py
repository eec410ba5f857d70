"""The breaker over a real server: every worker has connections of its own."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from shared.store.port import Store
from shared.store.redis.connect import connect
from tests.contract.circuit_breaker_contract import WORKERS, CircuitBreakerContract, Workers
from tests.services.movable_clock import MovableStore, movable_store
from tests.services.redis import store_url


@dataclass
class RedisBreakerWorkers:
    """One store that can move the clock, and others beside it."""

    movable: MovableStore
    others: Sequence[Store]

    @property
    def stores(self) -> Sequence[Store]:
        return (self.movable.store, *self.others)

    async def advance(self, milliseconds: int) -> None:
        await self.movable.advance(milliseconds)


class TestBreakerOverRedis(CircuitBreakerContract):
    @asynccontextmanager
    async def open_stores(self) -> AsyncGenerator[Workers]:
        url = store_url()
        async with AsyncExitStack() as held:
            movable = await held.enter_async_context(movable_store(url))
            others: list[Store] = []
            for _ in range(WORKERS - 1):
                other = await connect(url, movable.store.namespace, functions=movable.functions)
                held.push_async_callback(other.close)
                others.append(other)
            yield RedisBreakerWorkers(movable, others)
