"""The registry contract over memory."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from negotiation.registry.memory import MemoryProfileRegistry
from negotiation.registry.port import ProfileRegistry
from tests.contract.name_search_contract import NameSearchContract
from tests.contract.registry_contract import Open, RegistryContract


class TestMemoryRegistry(RegistryContract, NameSearchContract):
    @asynccontextmanager
    async def open_registry(self) -> AsyncGenerator[Open]:
        profiles = MemoryProfileRegistry()

        async def connect() -> ProfileRegistry:
            return profiles

        yield connect
