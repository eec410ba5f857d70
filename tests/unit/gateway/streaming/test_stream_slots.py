"""How many streams may there be, in all and of one address?"""

import resource
from contextlib import ExitStack
from typing import Any

import pytest

from gateway.http.connection_limit import ConnectionLimit
from gateway.http.forwarded_headers import TrustedProxies
from gateway.http.rate_limited_log import RateLimitedLog
from gateway.settings import GatewaySettings
from gateway.streaming.stream_slots import StreamSlots, max_streams
from shared.core.api_error import ApiError, PlatformErrorCode
from shared.telemetry.metrics import Metrics
from towow.config.demand_logger import build_logger


@pytest.mark.parametrize(
    ("setting", "files", "most"),
    [
        (10_000, 65_536, 10_000),
        (100_000, 65_536, 65_536 - 6_553),
        (10_000, 1024, 1024 - 102),
        (10_000, 512, 512 - 64),
        (10_000, 64, 1),
        (10_000, resource.RLIM_INFINITY, 10_000),
        (7, 65_536, 7),
    ],
)
def test_stream_slots_leave_a_tenth_of_the_open_files_to_requests(setting: int, files: int, most: int) -> None:
    assert max_streams(setting, files) == most


def slots_of(**settings: int) -> StreamSlots:
    proxies, log = TrustedProxies("10.0.0.1"), RateLimitedLog(build_logger("error"))
    return StreamSlots(Metrics(), GatewaySettings(**settings), proxies, log)  # pyright: ignore[reportArgumentType]


def scope_of(address: str) -> dict[str, Any]:
    return {"type": "http", "headers": [], "client": (address, 1)}


def taken(slots: StreamSlots, held: ExitStack, address: str, user: str | None = None) -> int:
    """Acquire until it is refused; the number acquired."""
    for number in range(1000):
        refused = refusal(slots, held, address, user)
        if refused is not None:
            assert refused.code in (PlatformErrorCode.E017, PlatformErrorCode.E018)
            assert refused.after > 0
            return number
    return 1000


def refusal(slots: StreamSlots, held: ExitStack, address: str, user: str | None) -> ApiError | None:
    """Acquire one; the error if it is refused."""
    try:
        held.enter_context(slots.acquire(user, scope_of(address)))
    except ApiError as error:
        return error
    return None


def test_an_address_has_a_quarter_a_proxy_half_and_a_user_their_own() -> None:
    with ExitStack() as held:
        slots = slots_of(max_streams=100)
        assert taken(slots, held, "192.0.2.1") == 25
        assert taken(slots, held, "2001:db8::1") == 25
        assert taken(slots, held, "2001:db8::2") == 0
        assert taken(slots, held, "192.0.2.1", "alice") == 6
        assert taken(slots, held, "10.0.0.1") == 44
        assert taken(slots, held, "192.0.2.3") == 0


@pytest.mark.parametrize(
    ("settings", "address", "amount"),
    [
        ({"max_streams_per_address": 7}, "192.0.2.1", 7),
        ({"max_streams_per_address": 0}, "192.0.2.1", 25),
        ({"max_streams_per_proxy": 7}, "10.0.0.1", 7),
        ({"max_streams_per_proxy": 0}, "10.0.0.1", 50),
    ],
)
def test_the_stream_limits_are_configurable(settings: dict[str, int], address: str, amount: int) -> None:
    with ExitStack() as held:
        assert taken(slots_of(max_streams=100, **settings), held, address) == amount


def test_a_closed_stream_releases_its_slot() -> None:
    slots = slots_of(max_streams=100)
    for _ in range(3):
        with ExitStack() as held:
            assert taken(slots, held, "192.0.2.1") == 25


def test_an_address_has_half_of_all_connections_and_a_proxy_all() -> None:
    limit = ConnectionLimit(TrustedProxies("10.0.0.1"), open_files=132)
    assert [limit.acquire("192.0.2.1") for _ in range(51)] == [True] * 50 + [False]
    assert [limit.acquire("10.0.0.1") for _ in range(50)] == [True] * 49 + [False]
    for address in ["192.0.2.1"] * 51 + ["10.0.0.1"] * 50:
        limit.release(address)
    assert limit.acquire("192.0.2.1")


def test_the_addresses_of_one_network_of_ipv6_share_half_of_all_connections() -> None:
    """A customer has at least 2^64 of them."""
    limit = ConnectionLimit(TrustedProxies("fd00::1"), open_files=132)
    addresses = [f"2001:db8::{number:x}" for number in range(60)]
    assert [limit.acquire(address) for address in addresses] == [True] * 50 + [False] * 10
    assert limit.acquire("2001:db8:0:1::1")
    assert limit.acquire("fd00::1")
    for address in addresses:
        limit.release(address)
    assert limit.acquire("2001:db8::1")
