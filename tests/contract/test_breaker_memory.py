"""The breaker over memory, where all workers of a process have one store."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from shared.store.memory.store import MemoryStore
from shared.store.port import Store
from tests.contract.circuit_breaker_contract import WORKERS, CircuitBreakerContract, Workers


@dataclass
class MemoryBreakerWorkers:
    """One store, and the clock it stands on."""

    instant: int = 1_769_076_000_000
    stores: Sequence[Store] = field(init=False)

    def __post_init__(self) -> None:
        self.stores = [MemoryStore(self)] * WORKERS

    def now(self) -> int:
        return self.instant

    async def advance(self, milliseconds: int) -> None:
        self.instant += milliseconds


class TestBreakerOverMemory(CircuitBreakerContract):
    @asynccontextmanager
    async def open_stores(self) -> AsyncGenerator[Workers]:
        yield MemoryBreakerWorkers()
