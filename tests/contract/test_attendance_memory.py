"""The contract of leases and questions over memory."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from negotiation.attendance.memory import MemoryAttendanceStore
from shared.runtime.virtual_clock import VirtualClock
from tests.contract.attendance_contract import AttendanceContract, StoredKeys


class FastClock(VirtualClock):
    """A clock that can be put forward."""

    ahead = 0

    def now(self) -> int:
        return super().now() + self.ahead


@pytest.mark.virtual_time
class TestMemoryAttendance(AttendanceContract):
    @asynccontextmanager
    async def open_keys(self) -> AsyncGenerator[StoredKeys]:
        clock = FastClock(asyncio.get_running_loop(), 1_769_076_000_000)
        one = MemoryAttendanceStore(clock)

        async def pass_(_: str, milliseconds: int) -> None:
            clock.ahead += milliseconds

        yield StoredKeys(one, one, pass_)
