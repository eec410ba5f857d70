"""Runner of async chaos tests, and private servers shared by the tests of a file."""

import json
from collections.abc import Generator

import pytest

from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.services.redis import DURABLE, PrivateServer, private_redis
from tests.support.async_tests import run_async_test

TIME_LIMIT = 110
"""Time limit of a test (s). Each test has a shorter one of its own, whose failure shows what is stuck."""

pytest.register_assert_rewrite("tests.chaos.system", "tests.chaos.worker_process")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests."""
    return run_async_test(pyfuncitem, TIME_LIMIT)


@pytest.fixture(scope="module")
def rabbit() -> Generator[PrivateRabbit]:
    """Start a private broker, which tests may stop."""
    with private_rabbit() as broker:
        yield broker


@pytest.fixture(scope="module")
def durable() -> Generator[PrivateServer]:
    """Start a private store that acknowledges a write when it is on disk; tests may kill it."""
    with private_redis(*DURABLE) as server:
        yield server


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Generator[dict[str, object]]:
    """Write a test's measurements to build/chaos, one file per test."""
    measured: dict[str, object] = {}
    yield measured
    folder = request.config.rootpath / "build" / "chaos"
    folder.mkdir(parents=True, exist_ok=True)
    name = str(request.node.name)  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    (folder / f"{name}.json").write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
