"""The contract of invitation links over memory."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from negotiation.invitation_links.memory import MemoryInvitationLinkStore
from tests.contract.invitation_link_contract import InvitationLinkContract, StoredLinks
from tests.contract.test_attendance_memory import FastClock


@pytest.mark.virtual_time
class TestMemoryInvitationLinks(InvitationLinkContract):
    @asynccontextmanager
    async def open_links(self) -> AsyncGenerator[StoredLinks]:
        clock = FastClock(asyncio.get_running_loop(), 1_769_076_000_000)
        one = MemoryInvitationLinkStore(clock)

        async def pass_(_: str, milliseconds: int) -> None:
            clock.ahead += milliseconds

        yield StoredLinks(one, one, pass_)
