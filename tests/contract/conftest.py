"""Contract tests: assertions in the shared suites are rewritten by pytest."""

import pytest

from tests.services.redis import fresh_store
from tests.support.async_tests import OpenedInTest, options_of

pytest.register_assert_rewrite(
    "tests.contract.transport_contract",
    "tests.contract.store_contract",
    "tests.contract.memo_contract",
    "tests.contract.correlation_index_contract",
    "tests.contract.registry_contract",
    "tests.contract.name_search_contract",
    "tests.contract.attendance_contract",
    "tests.contract.invitation_link_contract",
    "tests.contract.embedding_cache_contract",
    "tests.contract.circuit_breaker_contract",
)


@pytest.fixture
def store(request: pytest.FixtureRequest) -> OpenedInTest:
    """Open a Redis store in a namespace of its own; `@pytest.mark.store(...)`: arguments of fresh_store."""
    options = options_of(request, "store")
    return OpenedInTest(lambda _: fresh_store(**options))
