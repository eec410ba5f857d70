"""The breaker that tests of this folder run in."""

import pytest

from tests.support.async_tests import OpenedInTest
from tests.unit.shared.llm.breaker_harness import breaker_harness


@pytest.fixture
def harness(request: pytest.FixtureRequest, clock: object) -> OpenedInTest:
    """Put a breaker before a model that takes the course of `@pytest.mark.course(*behaviours, probes=1)`."""
    (course,) = request.node.iter_markers("course")
    return OpenedInTest(lambda clock: breaker_harness(clock, *course.args, **course.kwargs))
