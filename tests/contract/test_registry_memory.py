"""The registry contract over memory."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from shared.registry.memory import MemoryProfiles
from shared.registry.port import Profiles
from tests.contract.naming_suite import NamingSuite
from tests.contract.registry_suite import Open, RegistrySuite


class TestMemoryRegistry(RegistrySuite, NamingSuite):
    @asynccontextmanager
    async def registry(self) -> AsyncGenerator[Open]:
        profiles = MemoryProfiles()

        async def connect() -> Profiles:
            return profiles

        yield connect
