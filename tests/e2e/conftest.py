"""A command line with a private runtime folder: for one test, or with a running system, here or on real services."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.e2e.distributed import Distributed, distributed
from tests.e2e.page_browser import chromium
from tests.support.cli_runner import CommandRunner


@pytest.fixture
def towow() -> Iterator[CommandRunner]:
    # Not tmp_path: the path of a socket has at most some hundred characters.
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        yield CommandRunner(Path(folder))


@pytest.fixture(scope="module")
def system() -> Iterator[CommandRunner]:
    """A running system, slow enough to be cancelled."""
    with tempfile.TemporaryDirectory(prefix="towow-") as folder:
        towow = CommandRunner(Path(folder))
        with towow.serving(TOWOW_SIMULATED_LATENCY_MS="300"):
            yield towow


@pytest.fixture
def services() -> Iterator[Distributed]:
    """Real services in a namespace of one test: nothing is prepared, nobody works."""
    with distributed() as towow:
        yield towow


@pytest.fixture(scope="module")
def unprepared() -> Iterator[Distributed]:
    """The same for all of a file, whose tests make nothing there."""
    with distributed() as towow:
        yield towow


@pytest.fixture(scope="module")
def at_work() -> Iterator[Distributed]:
    """Real services with workers as processes of their own, for all of a file."""
    with distributed() as towow:
        prepared = towow.inside("init")
        assert prepared.code == 0, prepared.err
        with towow.working("coordinator", "channel_admin", "skills"), towow.working("user_agent"):
            yield towow


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found
