"""Placeholders of ports that are not connected yet."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import AsyncMock

import pytest

from negotiation.attendance.port import AttendanceStore
from negotiation.registry.port import ProfileRegistry
from shared.core.adapter_placeholder import Deferred
from shared.runtime.system_clock import SystemClock
from shared.store.memory.store import MemoryStore
from shared.store.port import Store, StoreUnavailable


def methods_of(protocol: type) -> Sequence[str]:
    return sorted(name for name in vars(protocol) if not name.startswith("_"))


def unavailable() -> StoreUnavailable:
    return StoreUnavailable("not reached yet")


CALLS = [(port, name) for port in (Store, ProfileRegistry, AttendanceStore) for name in methods_of(port)]


@pytest.mark.parametrize(("port", "name"), CALLS)
async def test_a_placeholder_raises_until_its_adapter_is_set_and_then_delegates(port: Any, name: str) -> None:
    deferred = Deferred[Any](unavailable)
    early = getattr(deferred.port, name)
    with pytest.raises(StoreUnavailable, match="not reached yet"):
        await early("argument", option=1)
    real = AsyncMock(spec=port)
    deferred.resolve(real)
    for call in (early, getattr(deferred.port, name)):
        assert await call("argument", option=1) is getattr(real, name).return_value
    getattr(real, name).assert_awaited_with("argument", option=1)


async def test_a_placeholder_passes_on_results_and_errors() -> None:
    deferred = Deferred[Store](unavailable)
    deferred.resolve(MemoryStore(SystemClock()))
    assert await deferred.port.count_open() == 0
    with pytest.raises(TypeError):
        await deferred.port.now(1)  # pyright: ignore[reportCallIssue]


def test_no_private_name_is_a_method_of_a_port() -> None:
    with pytest.raises(AttributeError):
        _ = Deferred[Store](unavailable)._anything
