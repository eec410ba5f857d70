"""Runner of async contract tests, with a time limit; assertions in the shared suites are rewritten by pytest."""

import pytest

from shared.runtime.virtual_clock import VirtualLoop
from tests.services.async_tests import run_coroutine

TIME_LIMIT = 60
"""Time limit of a test (s)."""

pytest.register_assert_rewrite(
    "tests.contract.transport_contract",
    "tests.contract.store_contract",
    "tests.contract.memo_contract",
    "tests.contract.correlation_index_contract",
    "tests.contract.registry_contract",
    "tests.contract.name_search_contract",
    "tests.contract.attendance_contract",
    "tests.contract.circuit_breaker_contract",
)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "virtual_time: the test does no real I/O and runs on a virtual clock, which skips waiting"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests."""
    loop = VirtualLoop if pyfuncitem.get_closest_marker("virtual_time") else None
    return run_coroutine(pyfuncitem, TIME_LIMIT, loop)
