"""How the chaos tests run: an async test in a loop of its own, and the private servers that a file's tests share."""

import json
from collections.abc import Generator

import pytest

from tests.services.async_tests import run_coroutine
from tests.services.rabbitmq import PrivateRabbit, private_rabbit
from tests.services.redis import DURABLE, PrivateServer, private_redis

TIME_LIMIT = 110
"""Seconds; each test gives up sooner, and then says what is stuck."""

pytest.register_assert_rewrite("tests.chaos.system", "tests.chaos.worker_process")


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run `async def` tests."""
    return run_coroutine(pyfuncitem, TIME_LIMIT)


@pytest.fixture(scope="module")
def rabbit() -> Generator[PrivateRabbit]:
    """A broker that may be stopped."""
    with private_rabbit() as broker:
        yield broker


@pytest.fixture(scope="module")
def durable() -> Generator[PrivateServer]:
    """A store that has on disk what it acknowledged, and may be killed."""
    with private_redis(*DURABLE) as server:
        yield server


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Generator[dict[str, object]]:
    """What a test measured; kept in build/chaos, a file for each test."""
    measured: dict[str, object] = {}
    yield measured
    folder = request.config.rootpath / "build" / "chaos"
    folder.mkdir(parents=True, exist_ok=True)
    name = str(request.node.name)  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]
    (folder / f"{name}.json").write_text(json.dumps(measured, indent=2) + "\n", encoding="utf-8")
