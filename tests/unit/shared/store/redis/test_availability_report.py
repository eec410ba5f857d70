"""Is a lost server told once, and once when it is back, however many calls meet it?"""

import asyncio

from shared.runtime.virtual_clock import VirtualClock
from shared.store.port import StoreUnavailable
from shared.store.redis.availability_report import RECOVERY_PERIOD_S, AvailabilityReporter


async def test_each_availability_change_is_reported_once(clock: VirtualClock) -> None:
    told: list[str | None] = []
    presence = AvailabilityReporter(told.append)
    presence.report_success()
    for _again in range(2):
        for _call in range(3):
            presence.report_failure(StoreUnavailable("gone"))
        await asyncio.sleep(RECOVERY_PERIOD_S + 1)
        presence.report_success()
        presence.report_success()
    assert told == ["gone", None, "gone", None]


async def test_a_full_store_that_only_answers_reads_is_still_reported_unavailable(clock: VirtualClock) -> None:
    told: list[str | None] = []
    presence = AvailabilityReporter(told.append)
    for _call in range(10):
        presence.report_failure(StoreUnavailable("its memory is full"))
        await asyncio.sleep(2)
        presence.report_success()
    assert told == ["its memory is full"]
