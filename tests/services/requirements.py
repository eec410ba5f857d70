"""What happens to a test whose requirement this machine lacks (DESIGN § 11)."""

import os
from typing import NoReturn

import pytest


def skip_or_fail(need: str, reason: str) -> NoReturn:
    """Skip the running test for `reason`, or fail it if TOWOW_REQUIRE names `need`: services, browser, node or docker."""
    if need in os.environ.get("TOWOW_REQUIRE", "").split(","):
        pytest.fail(f"TOWOW_REQUIRE={need}, but {reason}", pytrace=False)
    pytest.skip(f"needs {need}: {reason}")
