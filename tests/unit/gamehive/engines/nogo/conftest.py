"""Fixture of the tests of the nogo engine."""

import pytest

from tests.support.compiled_engines import compile_engines


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compile_engines("nogo")
