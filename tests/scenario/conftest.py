"""Systems and gateways that tests run in; marks of a test name its switches."""

from typing import Any

import pytest

from tests.support.async_tests import OpenedInTest, options_of
from tests.support.embedded_system import FaultyEmbeddedSystem
from tests.support.gateway_harness import gateway_harness
from tests.support.person_client import gateway_with_people


@pytest.fixture
def system(request: pytest.FixtureRequest, clock: object) -> OpenedInTest:
    """Start a system without a gateway; `@pytest.mark.system(...)`: arguments of FaultyEmbeddedSystem."""
    options = options_of(request, "system")
    return OpenedInTest(lambda clock: FaultyEmbeddedSystem(clock, **options))


@pytest.fixture
def running(request: pytest.FixtureRequest, clock: object) -> OpenedInTest:
    """Start a system with a gateway; `@pytest.mark.gateway(...)`: arguments of gateway_harness.

    `people`: two of its agents belong to persons. Marked `sockets`, it listens on a port, in real time.
    """
    options: dict[str, Any] = {
        "sockets": bool(request.node.get_closest_marker("sockets")),
        **options_of(request, "gateway"),
    }
    harness = gateway_with_people if options.pop("people", False) else gateway_harness
    return OpenedInTest(lambda clock: harness(clock, **options))
